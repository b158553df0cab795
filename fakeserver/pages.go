package fakeserver

import (
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
)

// Page is a document beside the endpoint, such as the metadata that OAuth clients
// look for. It answers every GET of its path, without regard to the rules; other
// verbs meet 405.
type Page struct {
	// Path of the page.
	Path string `yaml:"path"`
	// Code is the status; 0 = 200.
	Code int `yaml:"code"`
	// Headers of the answer.
	Headers map[string]string `yaml:"headers"`
	// Body of the answer. In body and headers "<origin>" stands for the scheme and
	// the host that were asked, "<other-origin>" for another name of it on loopback.
	Body string `yaml:"body"`
}

// In texts of a script originHole stands for the origin of the request, and
// otherHole for another origin of the same server: localhost for an address of
// loopback, 127.0.0.1 for every other name.
const (
	originHole = "<origin>"
	otherHole  = "<other-origin>"
)

func (p Page) check() error {
	switch {
	case p.Path == "" || p.Path[0] != '/':
		return errors.New("the path of a page starts with a slash")
	case p.Code != 0 && (p.Code < 200 || p.Code > 599):
		return errors.New("the code of a page is from 200 to 599")
	}
	return nil
}

// page is the page that the request asks for, or nil.
func (h *exchange) page() *Page {
	pages := h.c.s.script.HTTP.Pages
	i := slices.IndexFunc(pages, func(p Page) bool { return p.Path == h.request.URL.Path })
	if i < 0 {
		return nil
	}
	return &pages[i]
}

func (h *exchange) servePage(p *Page) {
	if h.request.Method != http.MethodGet {
		h.setHeaders(map[string]string{"Allow": "GET"})
		h.refuse(http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	code := p.Code
	if code == 0 {
		code = http.StatusOK
	}
	h.scriptedStatus(code, p.Headers, p.Body)
}

// scriptedStatus is status with texts of the script.
func (h *exchange) scriptedStatus(code int, headers map[string]string, body string) {
	origin := h.holes()
	filled := map[string]string{}
	for name, value := range headers {
		filled[name] = origin.Replace(value)
	}
	h.status(code, filled, []byte(origin.Replace(body)))
}

// holes fills what stands for origins in texts of the script.
func (h *exchange) holes() *strings.Replacer {
	asked := originOf(h.request)
	other := strings.TrimSuffix(asked, h.request.Host) + otherHost(h.request.Host)
	return strings.NewReplacer(originHole, asked, otherHole, other)
}

// otherHost is another name of a host that is reached over loopback.
func otherHost(host string) string {
	name, port, err := net.SplitHostPort(host)
	switch {
	case err != nil:
		return "localhost"
	case net.ParseIP(name) != nil:
		return net.JoinHostPort("localhost", port)
	}
	return net.JoinHostPort("127.0.0.1", port)
}
