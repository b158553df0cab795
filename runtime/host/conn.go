package host

import (
	"context"
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Connector opens connections: it fills the definition in, makes the transport and
// performs the handshake. It works on the goroutine of its caller, from many at once.
// What a failed attempt has opened is closed when Connect returns, and it returns when
// ctx ends; ctx covers nothing after that. Env.Wrap puts another one before the
// runtime's own.
type Connector interface {
	Connect(ctx context.Context, server config.Server, life Life) (Conn, error)
}

// ConnectorFunc makes a function a [Connector].
type ConnectorFunc func(ctx context.Context, server config.Server, life Life) (Conn, error)

// Connect calls f.
func (f ConnectorFunc) Connect(ctx context.Context, server config.Server, life Life) (Conn, error) {
	return f(ctx, server, life)
}

// Life is the place of a new connection in the life of its server.
type Life struct {
	Epoch    int  // ordinal of the connection, from 1
	Isolated bool // it serves one call of an agent and no other
	// OnHandshake is called when initialize is about to be sent, OnNotification with
	// every notification. Either may be nil.
	OnHandshake    func()
	OnNotification func(method string, params []byte)
}

// Conn is one open connection. Requests may come from any goroutine. They end with
// their context, and fail with the errors of package transport.
type Conn interface {
	// Server is what the server said about itself.
	Server() protocol.InitializeResult
	// SessionID is what the server calls the session; empty if it has no name.
	SessionID() string
	// ListTools returns the raw definitions of all tools.
	ListTools(ctx context.Context) ([]json.RawMessage, error)
	// CallTool returns the raw result. name is the server's own name of the tool,
	// arguments a JSON object. It never retries.
	CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error)
	ListPrompts(ctx context.Context) ([]protocol.Prompt, error)
	GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error)
	ListResources(ctx context.Context) ([]protocol.Resource, error)
	ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error)
	ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error)
	Subscribe(ctx context.Context, uri string) error
	Unsubscribe(ctx context.Context, uri string) error
	// Closed is closed when the connection has ended, by itself or by Close.
	Closed() <-chan struct{}
	// Close ends the session, then its transport, and waits for both. When ctx ends it
	// gives up being polite, not closing. Further calls only wait.
	Close(ctx context.Context) error
}

// opened is a connection of the runtime, whose Close can be hurried.
type opened struct {
	*conn.Conn
	transport transport.Transport
	wires     *wires // of its own
}

// Close closes the connection on the caller's goroutine. When ctx ends first, what goes
// over the network is cut, so that it no longer waits for what a server
// does: a DELETE without an answer, say. Processes have limits of their own, see
// [stdio.Stop].
func (c *opened) Close(ctx context.Context) error {
	cut := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(cut)
		c.cut()
	})
	err := c.Conn.Close()
	if !stop() {
		<-cut
	}
	return err
}

// cut ends what Close waits for on the network. Connections that other servers share stay.
func (c *opened) cut() {
	if t, ok := c.transport.(interface{ Abort() }); ok {
		t.Abort()
	}
	c.wires.cut()
}

// inner is a connector as the packages below want it.
type inner struct{ Connector }

func (c inner) Connect(ctx context.Context, server config.Server, o connect.Options) (connect.Conn, error) {
	return c.Connector.Connect(ctx, server, Life(o))
}
