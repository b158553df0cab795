package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/clients"
	"github.com/mcpsim/mcpsim/internal/proxy"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// idleConns is how many connections to the server are kept for later requests.
const idleConns = 100

// address is where to listen, and the scheme of the URL there.
func (f flags) address() (addr, scheme string, err error) {
	name, addr := "--http", f.http
	if f.ws != "" {
		name, addr = "--ws", f.ws
	}
	addr, err = serve.Address(name, addr, f.expose)
	return addr, map[string]string{"--http": "http", "--ws": "ws"}[name], err
}

// server is the URL that --to names.
func (f flags) server() (*url.URL, error) {
	u, err := url.Parse(f.to)
	if err != nil {
		return nil, errors.New("--to: want a URL such as http://127.0.0.1:8080/mcp") // err repeats it
	}
	switch u.Scheme {
	case "ws", "wss": // an upgrade begins as HTTP
		u.Scheme = strings.Replace(u.Scheme, "ws", "http", 1)
	case "http", "https":
	default:
		return nil, fmt.Errorf("--to %s: want http, https, ws or wss", config.MaskURL(f.to))
	}
	if u.Host == "" {
		return nil, fmt.Errorf("--to %s: want a host", config.MaskURL(f.to))
	}
	return u, nil
}

// listen stands for a server at a URL until a signal comes.
func (c *command) listen(ctx context.Context, p *proxy.Proxy) error {
	to, err := c.server()
	if err == nil {
		_, err = c.proxyOf(&http.Request{URL: to})
	}
	if err != nil {
		return ui.Usage(err)
	}
	addr, scheme, err := c.address()
	if err != nil {
		return ui.Usage(err)
	}
	real, err := net.Listen("tcp", addr)
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("listening: %w", err))
	}
	at := scheme + "://" + real.Addr().String() + to.EscapedPath()
	l, err := p.Link.Listener(real)
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("listening: %w", err))
	}
	forget, err := serve.Announce(ctx, c.readyFile, at)
	if err != nil {
		_ = l.Close()
		return err
	}
	defer forget()
	c.say("at %s for %s", config.MaskURL(at), config.MaskURL(c.to))
	handler := p.Handler(to, c.transport(), c.failed)
	if !c.expose {
		handler = proxy.Local(handler)
	}
	return c.serve(ctx, l, handler)
}

// failed says why a request got no answer of the server.
func (c *command) failed(err error) {
	if errors.Is(err, proxy.ErrSlow) {
		c.say("%s", err)
		return
	}
	c.say("asking the server: %s%s", err, advice(err))
}

// advice is what a user can do about a server that cannot be asked, empty if that is not known.
func advice(err error) string {
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
		return "; SSL_CERT_FILE adds an authority"
	}
	return ""
}

// serve serves until the context ends.
func (c *command) serve(ctx context.Context, l net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler}
	clients.New(clients.Usual(), clock.Real()).Bound(server)
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { defer close(ended); _ = server.Close() })
	err := server.Serve(l)
	if !stop() {
		<-ended
	}
	_ = l.Close()
	if cause := context.Cause(ctx); cause != nil {
		return ui.Fail(ui.ExitCode(cause), nil) // a signal is the usual end
	}
	return ui.Fail(ui.ExitFailed, fmt.Errorf("serving: %w", err))
}

// transport asks the server as the client would: nothing is added, followed or unpacked.
func (c *command) transport() http.RoundTripper {
	return &http.Transport{
		Proxy: c.proxyOf, DisableCompression: true, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: idleConns, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 1 << 20,
	}
}

// proxyOf is the proxy that the environment names for a request.
func (c *command) proxyOf(r *http.Request) (*url.URL, error) {
	return outside.ProxyOf(r.URL, outside.Lookup(c.ui.Environ))
}

// masked is an error whose URL shows no secrets.
func masked(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}
