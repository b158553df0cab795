package ws

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/coder/websocket"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// socket is an open connection. Closing raw ends every read and write on it.
type socket struct {
	*websocket.Conn
	raw net.Conn
}

// dial connects and upgrades, within the deadline.
func (t *Transport) dial(ctx context.Context) (*socket, error) {
	target, err := address.Parse(t.opts.URL, "WebSocket", "ws", "wss")
	if err != nil {
		return nil, err
	}
	ctx, cancel := clock.WithTimeout(ctx, t.timers, t.opts.Timeout)
	defer cancel()
	var raw net.Conn
	wire := &http.Transport{
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: maxHeader,
		DialContext: func(ctx context.Context, network, addr string) (c net.Conn, err error) {
			raw, err = t.opts.Dial(ctx, network, addr)
			return raw, err
		},
	}
	header, host := t.headers()
	conn, resp, err := websocket.Dial(ctx, target.String(), &websocket.DialOptions{
		HTTPClient: &http.Client{
			Transport:     t.opts.Around(wire),
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		HTTPHeader:   header,
		Host:         host,
		Subprotocols: []string{Subprotocol},
	})
	if err != nil {
		return nil, t.refused(ctx, resp, err)
	}
	conn.SetReadLimit(int64(t.opts.MaxMessage))
	return &socket{conn, raw}, nil
}

func (t *Transport) headers() (header http.Header, host string) {
	header = http.Header{}
	for name, value := range t.opts.Headers {
		if http.CanonicalHeaderKey(name) == "Host" {
			host = value
			continue
		}
		header.Set(name, value)
	}
	return header, host
}

// refused says why there is no connection.
func (t *Transport) refused(ctx context.Context, resp *http.Response, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		if errors.Is(cause, clock.ErrTimeout) {
			return &transport.TimeoutError{What: "WebSocket upgrade", After: t.opts.Timeout}
		}
		return cause
	}
	if resp == nil {
		return address.Hidden(err)
	}
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return fmt.Errorf("opening the WebSocket (HTTP %d): %w", resp.StatusCode, ErrBadUpgrade)
	}
	if resp.StatusCode/100 == 2 {
		return fmt.Errorf("opening the WebSocket (HTTP %d): %w", resp.StatusCode, ErrNoUpgrade)
	}
	var body []byte
	if resp.Body != nil {
		body, _ = io.ReadAll(resp.Body) // at most 1 KiB is there
	}
	return &transport.HTTPError{Status: resp.StatusCode, Body: string(body)}
}
