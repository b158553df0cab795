package toolbridge

import (
	"context"
	"encoding/json"
	"fmt"
)

// Conn is one connection to a server, as far as tool calls need it.
type Conn interface {
	// CallTool sends one tools/call and returns the raw result. name is the
	// server's own name of the tool, args a JSON object. It never retries. When
	// ctx ends it returns at once.
	CallTool(ctx context.Context, name string, args json.RawMessage) (json.RawMessage, error)
}

// Caller gives access to the connections of all servers by configured name. Its
// methods may be called from many goroutines at once. Each returns a connection
// or an error, never neither, and returns at once when ctx ends.
type Caller interface {
	// Connection returns the existing connection without waiting, or a
	// *NotConnectedError.
	Connection(ctx context.Context, server string) (Conn, error)
	// WaitForConnection returns the existing connection, else the outcome of a
	// pending connect, else of a pending reconnect, else a *NotConnectedError
	// (F-23). It waits for the handshake only, not for the list of tools.
	WaitForConnection(ctx context.Context, server string) (Conn, error)
	// Reconnect replaces the connection, once: a running reconnect is shared, and
	// a whole ladder of attempts counts as one. Ending ctx ends the wait,
	// not a reconnect that others share.
	Reconnect(ctx context.Context, server string) (Conn, error)
}

// NotConnectedError says that a server has no connection and that none is on its
// way (F-23).
type NotConnectedError struct{ Server string }

func (e *NotConnectedError) Error() string {
	return fmt.Sprintf("MCP server not connected: %s", e.Server)
}
