package manager

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
)

// WaitForConnection waits for a pending connect or reconnect of a server; it
// does not wait for its tools (F-23). It returns nil once there is a usable
// connection, a [NotConnectedError] when none is on its way, or the cause of an
// ended ctx.
func (m *Manager) WaitForConnection(ctx context.Context, name string) error {
	_, err := m.awaitConnection(ctx, clock.Named(m.clk, name+"/wait"), name)
	return err
}

// awaitConnection is the usable connection of a server, or the outcome of a
// pending connect, then of a pending reconnect.
func (m *Manager) awaitConnection(ctx context.Context, clk clock.Clock, name string) (connect.Conn, error) {
	for {
		s := m.server(name)
		if s == nil {
			return nil, &NotConnectedError{Server: name}
		}
		conn, pending, changed := s.current()
		switch {
		case conn != nil:
			return conn, nil
		case !pending:
			return nil, &NotConnectedError{Server: name}
		}
		if err := clock.Await(ctx, clk, changed); err != nil {
			return nil, err
		}
	}
}

// connection is the usable connection of a server, without waiting.
func (m *Manager) connection(name string) (connect.Conn, error) {
	if s := m.server(name); s != nil {
		if conn, _, _ := s.current(); conn != nil {
			return conn, nil
		}
	}
	return nil, &NotConnectedError{Server: name}
}

// current is the usable connection, whether one is on its way, and a channel
// that is closed when either may have changed.
func (s *server) current() (conn connect.Conn, pending bool, changed <-chan struct{}) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	pending = s.reconnect != nil || project(s.state, false) == StatusConnecting
	return s.conn, pending, s.changed
}
