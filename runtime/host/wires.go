package host

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
)

// wires are the network connections below one connection of a server.
type wires struct {
	next func(ctx context.Context, network, addr string) (net.Conn, error)

	mu   sync.Mutex
	open []*cuttable // in the order of their dials
	gone bool
}

// dial opens a wire, which is closed at once if they have been cut.
func (w *wires) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	wire, err := w.next(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.gone {
		_ = wire.Close()
		return nil, fmt.Errorf("dialling %s: %w", addr, net.ErrClosed)
	}
	own := &cuttable{Conn: wire, of: w}
	w.open = append(w.open, own)
	return own, nil
}

// cut closes all wires, and lets no other be opened.
func (w *wires) cut() {
	w.mu.Lock()
	open := w.open
	w.open, w.gone = nil, true
	w.mu.Unlock()
	for _, wire := range open {
		_ = wire.Conn.Close()
	}
}

// cuttable is one wire, which is forgotten when it is closed.
type cuttable struct {
	net.Conn
	of *wires
}

func (c *cuttable) Close() error {
	c.of.mu.Lock()
	c.of.open = slices.DeleteFunc(c.of.open, func(other *cuttable) bool { return other == c })
	c.of.mu.Unlock()
	return c.Conn.Close()
}
