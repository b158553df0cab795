package agents

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
	Connect(ctx context.Context, server config.Server, life Life) (Conn, error)
}

// Life is what a new connection needs to know about its place in the life of its
// server.
type Life struct {
	Epoch    int  // ordinal of the connection, from 1, isolated ones included
	Isolated bool // it serves one call and no other
}

// Conn is one open connection. Requests may come from any goroutine; Close comes
// from the owner, once.
type Conn interface {
	// ListTools returns the raw definitions of all tools.
	ListTools(ctx context.Context) ([]json.RawMessage, error)
	CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error)
	ListPrompts(ctx context.Context) ([]protocol.Prompt, error)
	GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error)
	ListResources(ctx context.Context) ([]protocol.Resource, error)
	ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error)
	ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error)
	// SessionID is what the server calls the session; empty if it has no name.
	SessionID() string
	// Closed is closed when the connection has ended, by itself or by Close.
	Closed() <-chan struct{}
	// Close ends the session, then its transport (OAI-03). When ctx ends it gives up
	// being polite, not closing.
	Close(ctx context.Context) error
}
