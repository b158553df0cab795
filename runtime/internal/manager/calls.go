package manager

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Call calls a tool of the view by its exposed name, like [Manager.CallTool]; an
// unknown name is an [UnknownToolError].
func (m *Manager) Call(ctx context.Context, name string, arguments json.RawMessage) (toolbridge.Output, error) {
	m.mu.Lock()
	t, known := m.tools.find(name)
	m.mu.Unlock()
	if !known {
		return toolbridge.Output{}, &UnknownToolError{Name: name}
	}
	return m.CallTool(ctx, t, arguments)
}

// CallTool calls a tool by a handle taken from the view earlier; handles keep
// working when the view has changed since. It turns whatever happens into
// output.
//
//   - A live tool uses the existing connection and a deferred one waits for it
//     (OMP-LC-77, OMP-LC-78).
//   - When there is no connection, or the call fails with a retriable error, the
//     server is reconnected once and the tool called once more: there are never
//     two reconnects, nor more than two calls (OMP-LC-79 to 81, A-16, A-18).
//   - What fails in the end becomes output that starts with "MCP error: "
//     (OMP-LC-83). A failed reconnect does not hide why it was needed: the text is
//     that of the first failure.
//   - When ctx has ended, its cause is the error, the output is empty, and nothing
//     more is tried (OMP-LC-84). There are no other errors.
//
// Arguments that are no JSON object are sent as {} (F-27).
func (m *Manager) CallTool(ctx context.Context, t toolbridge.Tool, arguments json.RawMessage) (toolbridge.Output, error) {
	m.mu.Lock()
	m.calls++
	n := m.calls
	m.mu.Unlock()
	actor := fmt.Sprintf("%s/call-%d", t.Server, n)
	c := call{m: m, clk: clock.Named(m.clk, actor), tool: t, args: toolbridge.Arguments(arguments)}
	m.facts.Emit(actor, event.Event{Kind: event.CallStart, Server: t.Server, Name: t.Original, N: n})
	out, err := c.output(ctx)
	m.facts.Emit(actor, event.Event{Kind: event.CallEnd, Server: t.Server, Name: t.Original, N: n, Err: facts.Text(err), Text: out.Text})
	return out, err
}

// UnknownToolError is returned for a tool that is not in the view.
type UnknownToolError struct{ Name string }

func (e *UnknownToolError) Error() string { return fmt.Sprintf("no tool named %q", e.Name) }

// NotConnectedError says that a server has no connection and that none is on its
// way (F-23).
type NotConnectedError struct{ Server string }

func (e *NotConnectedError) Error() string {
	return fmt.Sprintf("MCP server not connected: %s", e.Server)
}

// call is one call under way.
type call struct {
	m            *Manager
	clk          clock.Clock
	tool         toolbridge.Tool
	args         json.RawMessage
	used         <-chan struct{} // identifies the connection that the call was sent over
	reconnectErr error           // why recovery failed
}

func (c *call) output(ctx context.Context) (toolbridge.Output, error) {
	result, err := c.run(ctx)
	if err == nil {
		return toolbridge.Convert(c.tool, result), nil
	}
	if cause := context.Cause(ctx); cause != nil {
		return toolbridge.Output{}, cause
	}
	return toolbridge.Failure(c.tool, err, c.reconnectErr), nil
}

func (c *call) run(ctx context.Context) (json.RawMessage, error) {
	conn, err := c.connection(ctx)
	if err == nil {
		var result json.RawMessage
		result, err = c.send(ctx, conn)
		if err == nil || !toolbridge.Retriable(err) {
			return result, err
		}
	}
	if context.Cause(ctx) != nil {
		return nil, err
	}
	if c.m.policy.NoRepeat && c.used != nil && !unsent(err) {
		c.renew(err)
		return nil, fmt.Errorf("%w (it may have run, so it was not called again)", err)
	}
	conn, c.reconnectErr = c.reconnect(ctx, err)
	if c.reconnectErr != nil {
		return nil, err
	}
	return c.send(ctx, conn)
}

// unsent reports whether the failure of a call means that the server never saw it.
func unsent(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial" || errors.Is(err, transport.ErrNotConnected)
}

func (c *call) connection(ctx context.Context) (connect.Conn, error) {
	if c.tool.Deferred {
		return c.m.awaitConnection(ctx, c.clk, c.tool.Server)
	}
	return c.m.connection(c.tool.Server)
}

// send looks at ctx first, so that a connection which was there too late for the
// caller sends nothing.
func (c *call) send(ctx context.Context, conn connect.Conn) (json.RawMessage, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	c.used = conn.Closed()
	return conn.CallTool(ctx, c.tool.Original, c.args)
}

// reconnect replaces the connection over which the call failed, once: a reconnect
// under way is shared, and all its attempts count as one. If the
// connection was replaced already, the new one is taken as it is. The end of ctx
// ends the wait, not a reconnect that others share.
func (c *call) reconnect(ctx context.Context, why error) (connect.Conn, error) {
	if asked := c.renew(why); asked != nil {
		if err := wait(ctx, asked); err != nil {
			return nil, err
		}
		clock.Yield(c.clk)
	}
	return c.m.connection(c.tool.Server)
}

// renew requests a new connection in the place of the one that the call has used; nil
// if there is one already. why is the call's error.
func (c *call) renew(why error) *outcome {
	s := c.m.server(c.tool.Server)
	if s == nil || c.m.policy.NoCallReconnect {
		refused := newOutcome()
		refused.settle(&NotConnectedError{Server: c.tool.Server})
		return refused
	}
	_ = s.heed(why)
	if conn, _, _ := s.current(); conn == nil || conn.Closed() == c.used || clock.Closed(conn.Closed()) {
		return s.requestReconnect()
	}
	return nil
}
