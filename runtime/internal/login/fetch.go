package login

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// The bounds of each document (OAC-45).
const (
	// MaxDocument is the size of a document, in bytes.
	MaxDocument = 1 << 20
	// DocumentTimeout is how long a document may take, redirects included.
	DocumentTimeout = 10 * time.Second
	// maxRedirects is how many redirects are followed.
	maxRedirects = 5
	// MaxURL is how long a URL may be that a server names, in bytes.
	MaxURL = 8 << 10
	// MaxScopes is how long the scopes of a login may be, with a space between them, in bytes.
	MaxScopes = 16 << 10
)

// web reads documents for the login to one server.
type web struct {
	dial   secrets.DialFunc
	clk    clock.Clock
	local  func(host string) bool
	server *url.URL
	early  bool // the revision 2025-03-26 is spoken
}

// reply is an answer that was read whole.
type reply struct {
	status int
	body   []byte
}

// found reports whether there is a JSON object. Many sites answer a page to any path.
func (r reply) found() bool {
	return r.status == http.StatusOK && json.Valid(r.body) && bytes.HasPrefix(bytes.TrimSpace(r.body), []byte("{"))
}

// instead is what there is where no document was found.
func (r reply) instead() string {
	text := fmt.Sprintf("HTTP %d", r.status)
	if r.status == http.StatusOK {
		text += ", no JSON object"
	}
	return text
}

// errTooLarge says that a document is above its bound.
var errTooLarge = fmt.Errorf("it has more than %d bytes", MaxDocument)

// get reads a document. Redirects are followed within the origin.
func (w *web) get(ctx context.Context, document, target string) (reply, error) {
	return w.do(ctx, document, func(ctx context.Context) (*http.Request, error) {
		return http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	})
}

// post sends JSON.
func (w *web) post(ctx context.Context, document, target string, body []byte) (reply, error) {
	return w.do(ctx, document, func(ctx context.Context) (*http.Request, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
		if err == nil {
			req.Header.Set("Content-Type", "application/json")
		}
		return req, err
	})
}

func (w *web) do(ctx context.Context, document string, request func(context.Context) (*http.Request, error)) (reply, error) {
	bounded, cancel := clock.WithTimeout(ctx, clock.Named(w.clk, "login/"+w.server.Host), DocumentTimeout)
	defer cancel()
	req, err := request(bounded)
	if err != nil {
		return reply{}, &Error{Document: document, Why: "its URL cannot be read"}
	}
	r, err := w.exchange(req)
	if err != nil {
		where := place(req.URL.String())
		if cause := context.Cause(bounded); cause != nil {
			err = cause
		}
		if e, ok := errors.AsType[*Error](err); ok {
			e.Document, e.URL = document, cmp.Or(e.URL, where)
			return r, e
		}
		return r, &Error{Document: document, URL: where, Why: "it cannot be read", Err: address.Hidden(err), passing: secrets.Passing(err)}
	}
	return r, nil
}

// exchange sends a request on connections of its own and without credentials.
func (w *web) exchange(req *http.Request) (reply, error) {
	wire := secrets.Wire(w.guarded)
	defer wire.CloseIdleConnections()
	req.Header.Set("Accept", "application/json")
	for hops := 0; ; hops++ {
		if err := w.allow(req.URL); err != nil {
			return reply{}, err
		}
		resp, err := plainhttp.RoundTrip(wire, req)
		if err != nil {
			return reply{}, err
		}
		next, err := w.redirect(resp, hops)
		if err != nil || next == nil {
			return finish(resp, err)
		}
		_ = resp.Body.Close()
		req.URL = next // of the same host
	}
}

func finish(resp *http.Response, err error) (reply, error) {
	defer resp.Body.Close()
	if err != nil {
		return reply{}, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxDocument+1))
	if err == nil && len(body) > MaxDocument {
		err = errTooLarge
	}
	return reply{resp.StatusCode, body}, err
}

// redirect is where a GET goes on; nil: it does not.
func (w *web) redirect(resp *http.Response, hops int) (*url.URL, error) {
	if resp.StatusCode < 300 || resp.StatusCode > 399 || resp.Request.Method != http.MethodGet {
		return nil, nil
	}
	to, err := resp.Location()
	switch {
	case err != nil:
		return nil, nil
	case origin(to) != origin(resp.Request.URL):
		return nil, &Error{Why: "it redirects to another origin, " + place(origin(to))}
	case hops == maxRedirects:
		return nil, &Error{Why: fmt.Sprintf("it redirects more than %d times", maxRedirects)}
	}
	return to, nil
}

// origin is the scheme, host and port of a URL.
func origin(u *url.URL) string {
	root := url.URL{Scheme: u.Scheme, Host: u.Host}
	return secrets.CanonicalURL(root.String())
}

// allow refuses URLs that a login must not touch: those without TLS that are not of this
// machine (OAC-39), and private ones unless the server is private itself (OAC-45).
func (w *web) allow(u *url.URL) error {
	host := u.Hostname()
	switch {
	case u.Scheme != "https" && u.Scheme != "http" || host == "":
		return &Error{Why: "its URL is not of HTTP"}
	case len(u.String()) > MaxURL:
		return &Error{Why: fmt.Sprintf("its URL has more than %d bytes", MaxURL)}
	case u.User != nil:
		return &Error{Why: "its URL has a user, as if it were of that host"}
	case u.Scheme == "http" && !w.local(host):
		return &Error{Why: "it is not protected by TLS: only hosts of this machine may do without https"}
	case w.private(host) && !w.private(w.server.Hostname()):
		return &Error{Why: "its host is private, and the server is not"}
	}
	return nil
}

// private reports whether a name stands for an address that others cannot reach.
func (w *web) private(host string) bool { return w.local(host) || address.Closed(host) }

// guarded connects, and refuses a name that leads to a private address.
func (w *web) guarded(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := address.Guard{Dial: w.dial, Server: w.server, Private: w.private}.DialContext(ctx, network, addr)
	if errors.Is(err, address.ErrPrivate) {
		return nil, &Error{Why: err.Error()}
	}
	return c, err
}
