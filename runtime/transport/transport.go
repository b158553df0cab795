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

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
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
	// OnRequest answers server requests; an *Error keeps its code. A result that is
	// not there yet is a [Later]. Unset: the transport answers -32601 "Method not found"
	// (OMP-TP-19).
	OnRequest func(method string, params json.RawMessage) (result any, err error)
	// OnError receives failures of a stream, at most once per stream.
	OnError func(error)
	// OnClose is called at most once: after Close or an unexpected end.
	OnClose func()
	// OnWarning receives what was odd and survived, also while Close is under way.
	OnWarning func(error)
	// OnDropped receives what was read but could not be used.
	OnDropped func(Dropped)
}

// Later is a result of OnRequest that is not there yet, as a person decides it. The
// transport calls it once, before it handles the next message, with the raw id of the
// request, so it must not block. answer sends the answer, once; any goroutine may call it
// at any time, or none ever. After the end of the transport it does nothing.
type Later func(id string, answer func(result any, err error))

// Dropped is input that could not be delivered: a line that is no message, an
// answer that no request waits for.
type Dropped struct {
	Reason string // one of Drop…, or one of the transport's own
	ID     string // raw id token of an unmatched answer, the beginning of one above [SampleSize]
	Size   int    // bytes
	Sample string // first bytes, at most [SampleSize]
}

// The reasons why input is dropped.
const (
	DropNotJSON    = "not json"
	DropNotMessage = "not a message"
	DropUnknownID  = "unknown id"
	// DropServerRequest is for servers of revision 2026-07-28, which have none.
	DropServerRequest = "request of a server"
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

// Modern is a transport that can carry revision 2026-07-28, in which each request says all
// that it needs.
type Modern interface {
	// SetModern changes what later requests do: over HTTP no session is kept, headers go
	// with params that are [Headed], and an error in the body of a refused request is its
	// answer; elsewhere a request that is given up is cancelled on the wire.
	SetModern(on bool)
	// Stream is Request without a deadline of its own: its answer may take days. begun is
	// told the raw id before anything is sent; nil: it is not.
	Stream(ctx context.Context, method string, params any, begun func(id string)) (json.RawMessage, error)
}

// Headed are params of which HTTP repeats something in headers.
type Headed interface{ Headers() Headers }

// Headers are what one request says in headers, besides what all of its connection say.
// Values are ready for the wire; an empty one is not sent.
type Headers struct {
	Version string            // Mcp-Protocol-Version
	Method  string            // Mcp-Method
	Name    string            // Mcp-Name
	Others  map[string]string // by names in any case
}

// Sessioned is a transport whose server may have named the session.
type Sessioned interface {
	// SessionID is the server's name for the session; empty before there is one and
	// after Close.
	SessionID() string
}

// Refresher is a transport that can replace rejected credentials. The function is told
// what was rejected and returns headers to use instead, or none; with none an error says
// why (OMP-TP-80 to 85). For one message it is called so many times at most: again if what
// it has returned is rejected, too.
type Refresher interface {
	SetRefresh(times int, f func(ctx context.Context, r Rejection) (headers map[string]string, err error))
}

// Rejection is a message that met a 401 or 403.
type Rejection struct {
	Status        int
	Authorization string   // header of the message; others may have replaced it meanwhile
	Challenges    []string // WWW-Authenticate of the answer
	Try           int      // how often its credentials were replaced already
}

// Token is the bearer token that was rejected; empty: there was none.
func (r Rejection) Token() string {
	scheme, token, _ := strings.Cut(r.Authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return token
}

// Error is the error object of an answer. Its text is "MCP error <code>:
// <message>".
type Error = jsonrpc.Error

// SyntaxError says that what a server sent as an answer is not JSON: What was expected or
// found at which Offset, in bytes.
type SyntaxError = jsonscan.SyntaxError

// ErrClosed ends requests that were pending when a transport closed
// (OMP-TP-42, OMP-TP-58).
var ErrClosed = errors.New("Transport closed")

// ErrNotConnected is returned before Connect and after Close (F-33).
var ErrNotConnected = errors.New("Transport not connected")

// ErrStreamEnded is matched by the failure of a request whose stream ended
// without its answer (OMP-TP-29).
var ErrStreamEnded = errors.New("stream ended without the answer")

// FinalError is a failure of a call that has begun work which goes on by itself, so that
// the call must not be made again, whatever the failure looks like (MOD-TASK-29).
type FinalError struct{ Err error }

// Error is the text of the failure.
func (e *FinalError) Error() string { return e.Err.Error() }

// Unwrap returns the failure.
func (e *FinalError) Unwrap() error { return e.Err }

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
	// Answer is the error that the body is, of a modern server; nil if it is none.
	Answer *Error
	// Hints in the order WWW-Authenticate, Mcp-Auth-Server; "Name: value", 64 KiB each at
	// most.
	Hints []string
	// Challenges are the values of WWW-Authenticate, whole; no part of the text.
	Challenges []string
	// RetryAfter is how long the server asks to be left alone, by the header
	// Retry-After; 0 if it does not. It is no part of the text and has no limit.
	RetryAfter time.Duration
}

// Error is the documented text: OMP-TP-87, OMP-TP-88. Of a long body and of long hints
// it holds the beginning (D-28).
func (e *HTTPError) Error() string {
	if e.Answer != nil {
		return e.Answer.Error()
	}
	text := fmt.Sprintf("HTTP %d: %s", e.Status, excerpt.Of(e.Body))
	if len(e.Hints) > 0 {
		text += " [" + excerpt.Of(strings.Join(e.Hints, "; ")) + "]"
	}
	return text
}

// Unwrap returns the answer, if the body is one.
func (e *HTTPError) Unwrap() error {
	if e.Answer == nil {
		return nil
	}
	return e.Answer
}
