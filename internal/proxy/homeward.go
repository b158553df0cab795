package proxy

import (
	"net/http"
	"net/url"
)

// homeward makes redirects to the server redirects to the proxy.
type homeward struct {
	http.ResponseWriter
	server *url.URL
	host   string
	body   *timed // of the request, nil = it is not timed
}

func (h homeward) Unwrap() http.ResponseWriter { return h.ResponseWriter }

func (h homeward) WriteHeader(code int) {
	if at, err := url.Parse(h.Header().Get("Location")); err == nil && at.Host == h.server.Host && at.Host != "" {
		at.Scheme, at.Host = "http", h.host
		h.Header().Set("Location", at.String())
	}
	h.ResponseWriter.WriteHeader(code)
}
