package manager

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Call calls a tool of the view by its exposed name. See [toolbridge.Call] for
// what becomes output and what an error; an unknown name is an
// [UnknownToolError].
func (m *Manager) Call(ctx context.Context, name string, arguments json.RawMessage) (toolbridge.Output, error) {
	m.mu.Lock()
	var tool *toolbridge.Tool
	for i := range m.tools {
		if m.tools[i].Name == name { // a later one of the same name wins (F-26)
			tool = &m.tools[i]
		}
	}
	if tool == nil {
		m.mu.Unlock()
		return toolbridge.Output{}, &UnknownToolError{Name: name}
	}
	t := *tool
	m.mu.Unlock()
	return m.CallTool(ctx, t, arguments)
}

// CallTool calls a tool by a handle taken from the view earlier. Handles keep
// working when the view has changed since.
func (m *Manager) CallTool(ctx context.Context, t toolbridge.Tool, arguments json.RawMessage) (toolbridge.Output, error) {
	m.mu.Lock()
	m.calls++
	actor := fmt.Sprintf("%s/call-%d", t.Server, m.calls)
	n := m.calls
	m.mu.Unlock()
	m.emit(actor, event.Event{Kind: event.CallStart, Server: t.Server, Name: t.Original, N: n})
	out, err := toolbridge.Call(ctx, &caller{m: m, clk: clock.Named(m.clk, actor)}, t, arguments)
	m.emit(actor, event.Event{Kind: event.CallEnd, Server: t.Server, Name: t.Original, N: n, Err: text(err), Text: out.Text})
	return out, err
}

// UnknownToolError is returned for a tool that is not in the view.
type UnknownToolError struct{ Name string }

func (e *UnknownToolError) Error() string { return fmt.Sprintf("no tool named %q", e.Name) }

// caller gives one call access to its server.
type caller struct {
	m    *Manager
	clk  clock.Clock
	used Conn // the connection that was handed out last
}

var _ toolbridge.Caller = (*caller)(nil)

// Connection returns the existing connection.
func (c *caller) Connection(_ context.Context, name string) (toolbridge.Conn, error) {
	if s := c.m.server(name); s != nil {
		if conn, _, _ := s.current(); conn != nil {
			c.used = conn
			return conn, nil
		}
	}
	return nil, &toolbridge.NotConnectedError{Server: name}
}

// WaitForConnection waits for a pending connect or reconnect (F-23).
func (c *caller) WaitForConnection(ctx context.Context, name string) (toolbridge.Conn, error) {
	for {
		s := c.m.server(name)
		if s == nil {
			return nil, &toolbridge.NotConnectedError{Server: name}
		}
		conn, pending, changed := s.current()
		switch {
		case conn != nil:
			c.used = conn
			return conn, nil
		case !pending:
			return nil, &toolbridge.NotConnectedError{Server: name}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if err := clock.Turn(ctx, c.clk); err != nil {
			return nil, err
		}
	}
}

// Reconnect replaces the connection that the call has used. If that happened
// already, the new connection is taken as it is.
func (c *caller) Reconnect(ctx context.Context, name string) (toolbridge.Conn, error) {
	s := c.m.server(name)
	if s == nil {
		return nil, &toolbridge.NotConnectedError{Server: name}
	}
	if c.m.policy.NoCallReconnect {
		return nil, &toolbridge.NotConnectedError{Server: name}
	}
	if conn, _, _ := s.current(); conn == nil || conn == c.used || isClosed(conn.Closed()) {
		if err := wait(ctx, s.askReconnect()); err != nil {
			return nil, err
		}
		if err := clock.Turn(ctx, c.clk); err != nil {
			return nil, err
		}
	}
	return c.Connection(ctx, name)
}

// current is the usable connection, whether one is on its way, and a channel
// that is closed when either may have changed.
func (s *server) current() (conn Conn, pending bool, changed <-chan struct{}) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	pending = s.reconnect != nil || project(s.state, false) == StatusConnecting
	return s.conn, pending, s.changed
}
