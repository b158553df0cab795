// Package connect is what opens and uses connections agree upon: manager, pool and
// agents ask a [Connector] for a [Conn], and catalog follows one. It opens nothing.
package connect

import (
	"context"
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Connector opens connections: resolve the definition, make the transport, perform
// the handshake. It works on the goroutine of its caller. What a failed attempt has
// opened is closed when Connect returns (OAI-02), and it returns when ctx ends.
type Connector interface {
	Connect(ctx context.Context, server config.Server, o Options) (Conn, error)
}

// Options are what differs between the connections of one server.
type Options struct {
	Epoch          int    // ordinal of the connection, from 1, isolated ones included
	Isolated       bool   // it serves one call and no other
	OnHandshake    func() // initialize is about to be sent; nil: not told
	OnNotification func(method string, params []byte)
}

// Conn is one open connection. Requests may come from any goroutine; they are sent
// once, and end with their ctx. Lists that the server did not advertise are empty and
// not asked for.
type Conn interface {
	// Server is what the server said about itself.
	Server() protocol.InitializeResult
	// SessionID is what the server calls the session; empty if it has no name.
	SessionID() string
	// ListTools returns the raw definitions of all tools.
	ListTools(ctx context.Context) ([]json.RawMessage, error)
	// CallTool returns the raw result. name is the server's own name of the tool,
	// arguments a JSON object.
	CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error)
	ListPrompts(ctx context.Context) ([]protocol.Prompt, error)
	GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error)
	ListResources(ctx context.Context) ([]protocol.Resource, error)
	ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error)
	ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error)
	Subscribe(ctx context.Context, uri string) error
	Unsubscribe(ctx context.Context, uri string) error
	// Closed is closed when the connection has ended, by itself or by Close. It
	// identifies the connection.
	Closed() <-chan struct{}
	// Close ends the session, then its transport (OAI-03), and waits for both. When
	// ctx ends it gives up being polite, not closing. It is called once.
	Close(ctx context.Context) error
}
