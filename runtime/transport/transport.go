// Package transport is the contract between a connection to one MCP server and
// the wire that carries it. Framing, process and HTTP life cycle, per-request
// deadlines and correlation of answers belong to a transport; message shapes and
// method order belong to package conn. Nothing here reconnects or retries
// (OMP-TP-59, OMP-TP-104, OMP-TP-108); it is not a registry of transports either.
package transport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// Transport delivers JSON-RPC messages to one server. All methods may be called
// from any goroutine. A transport is used once: after Close make a new one.
type Transport interface {
	// Connect makes the transport usable: stdio starts the process, HTTP does no
	// I/O at all (OMP-TP-64). It is called once.
	Connect(ctx context.Context) error
	// Connected reports whether the transport is usable. For HTTP that says
	// nothing about the server (OMP-TP-65).
	Connected() bool
	// Request sends a request with a fresh id and returns the raw result.
	// params is marshalled with encoding/json; nil omits the member. It returns
	// the cause of an ended ctx, a *TimeoutError, an *Error, an
	// *HTTPError, ErrClosed or ErrNotConnected. Nothing is sent to the server
	// when a request is given up (OMP-TP-52).
	Request(ctx context.Context, method string, params any) (json.RawMessage, error)
	// Notify sends a notification. It has its own deadline, equal to that of
	// requests, and takes no context (OMP-TP-78, OMP-TP-79).
	Notify(method string, params any) error
	// SetCallbacks replaces all callbacks at once. Unset callbacks make their
	// events harmless (OMP-TP-03). A callback must not call Close and wait.
	SetCallbacks(Callbacks)
	// Close releases everything: pending requests fail with ErrClosed, the
	// process and its group or the HTTP session end, and OnClose is called last.
	// Further calls wait for the first and return nil.
	Close() error
}

// Callbacks are what a transport reports. Messages are handled one at a time in
// arrival order (OMP-TP-63): a callback that blocks stops the reader.
type Callbacks struct {
	// OnNotification receives server notifications.
	OnNotification func(method string, params json.RawMessage)
	// OnRequest answers server requests; an *Error keeps its code. Unset:
	// the transport answers -32601 "Method not found" (OMP-TP-19).
	OnRequest func(method string, params json.RawMessage) (result any, err error)
	// OnError receives failures of a stream, at most once per stream.
	OnError func(error)
	// OnClose is called at most once: after Close or an unexpected end.
	OnClose func()
	// OnDropped receives what was read but could not be used.
	OnDropped func(Dropped)
}

// Dropped is input that could not be delivered: a line that is no message, an
// answer that no request waits for.
type Dropped struct {
	Reason string // one of Drop…, or one of the transport's own
	ID     string // raw id token of an unmatched answer
	Size   int    // bytes
	Sample string // first bytes, at most [SampleSize]
}

// The reasons why input is dropped.
const (
	DropNotJSON    = "not json"
	DropNotMessage = "not a message"
	DropUnknownID  = "unknown id"
)

// SampleSize bounds the copy of dropped input.
const SampleSize = 200

// Listener is a transport with an optional background stream for messages from
// the server (OMP-TP-92).
type Listener interface {
	// Listen opens the stream. It returns once the stream is established, was
	// refused, or its start-up wait is over (OMP-TP-93); a refused stream is not
	// an error (OMP-TP-96 to 99).
	Listen(ctx context.Context)
}

// Versioned is a transport that tells the server the negotiated revision with
// every later message.
type Versioned interface{ SetProtocolVersion(revision string) }

// Sessioned is a transport whose server may have named the session.
type Sessioned interface {
	// SessionID is the server's name for the session; empty before there is one and
	// after Close.
	SessionID() string
}

// Refresher is a transport that can replace rejected credentials. The function
// is given the Authorization header of the message that met a 401 or 403, as
// others may have replaced it meanwhile, and returns headers to use instead, or
// none (OMP-TP-80 to 85).
type Refresher interface {
	SetRefresh(func(ctx context.Context, rejected string) map[string]string)
}

// Error is the error object of an answer. Its text is "MCP error <code>:
// <message>".
type Error = jsonrpc.Error

// SyntaxError says that what a server sent as an answer is not JSON: What was expected or
// found at which Offset, in bytes.
type SyntaxError = jsonrpc.SyntaxError

// ErrClosed ends requests that were pending when a transport closed
// (OMP-TP-42, OMP-TP-58).
var ErrClosed = errors.New("Transport closed")

// ErrNotConnected is returned before Connect and after Close (F-33).
var ErrNotConnected = errors.New("Transport not connected")

// ErrStreamEnded is matched by the failure of a request whose stream ended
// without its answer (OMP-TP-29).
var ErrStreamEnded = errors.New("stream ended without the answer")

// TimeoutError says that a request or notification met its own deadline.
type TimeoutError struct {
	What  string // "Request", "Notify", "SSE response"
	After time.Duration
}

// Error is the documented text, in whole milliseconds (F-33).
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s timeout after %dms", e.What, e.After.Milliseconds())
}

// Is makes the error match context.DeadlineExceeded.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// HTTPError is a non-2xx answer.
type HTTPError struct {
	Status int
	Body   string // bounded by the transport
	// Hints in the order WWW-Authenticate, Mcp-Auth-Server; "Name: value".
	Hints []string
}

// Error is the documented text: OMP-TP-87, OMP-TP-88.
func (e *HTTPError) Error() string {
	text := fmt.Sprintf("HTTP %d: %s", e.Status, e.Body)
	if len(e.Hints) > 0 {
		text += " [" + strings.Join(e.Hints, "; ") + "]"
	}
	return text
}
