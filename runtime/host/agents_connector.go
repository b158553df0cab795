package host

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// agentConnector opens connections for servers of an agent framework.
type agentConnector struct{ *connector }

// Connect opens a connection with wires of its own, which its Close can cut.
func (c *agentConnector) Connect(ctx context.Context, server config.Server, life agents.Life) (agents.Conn, error) {
	own := *c.connector
	w := &wires{next: own.seams.Dial}
	own.seams.Dial = w.dial
	notify := own.seams.OnNotification
	opened, err := own.open(ctx, server, manager.Life{Epoch: life.Epoch, OnNotification: func(method string, params []byte) {
		if notify != nil {
			notify(server.Name, method, params)
		}
	}})
	if err != nil {
		return nil, err // not a nil *conn.Conn in an interface
	}
	return &agentConn{opened, w}, nil
}

// agentConn is a connection whose Close can be hurried.
type agentConn struct {
	*conn.Conn
	wires *wires
}

// Close closes the connection on the caller's goroutine. When ctx ends first, the
// wires below it are cut, so that it no longer waits for what a server does: a
// DELETE without an answer, say. Processes have limits of their own, see
// [stdio.Stop].
func (c *agentConn) Close(ctx context.Context) error {
	cut := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cut)
		c.wires.cut()
	})
	err := c.Conn.Close()
	if !stop() {
		<-cut
	}
	return err
}

// wires are the network connections of one server's connection.
type wires struct {
	next func(ctx context.Context, network, addr string) (net.Conn, error)

	mu   sync.Mutex
	open []*cuttable // in the order of their dials
	gone bool
}

// dial opens a wire, unless they have been cut.
func (w *wires) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if w.isCut() {
		return nil, fmt.Errorf("dialling %s: %w", addr, net.ErrClosed)
	}
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

func (w *wires) isCut() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.gone
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
