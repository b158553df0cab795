package proxy

import (
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/loopback"
)

// Local lets pass what was meant for this machine, and refuses all else with status 403:
// the proxy gives its server the server's own name as Host, so a web page whose name was made
// to point here (DNS rebinding) would be asking a server that could not know.
func Local(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			http.Error(w, fmt.Sprintf("mcpsim proxy: the host of this request is %.100q: want localhost or a loopback address, or --expose", r.Host), http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// isLoopback reports whether a Host header names this machine as itself. None is sent by no
// web page.
func isLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	return hostport == "" || loopback.Host(strings.ToLower(host))
}
