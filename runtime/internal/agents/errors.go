package agents

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

// ErrNotConnected is the answer of a server that is not connected (S-OAI-12).
//
//lint:ignore ST1005 text is documented
var ErrNotConnected = errors.New("Server not initialized. Make sure you call `connect()` first.")

// errCleanedUp ends requests of a server that is cleaned up.
var errCleanedUp = fmt.Errorf("server cleaned up: %w", transport.ErrClosed)

// FatalError marks a failure that no policy may take for that of a connection: it
// ends what a manager does in every mode, after a cleanup (OAI-13). Connectors make
// one for what their program cannot survive.
type FatalError struct{ Err error }

func (e *FatalError) Error() string { return e.Err.Error() }

func (e *FatalError) Unwrap() error { return e.Err }

// TimeoutError says that a connect or a cleanup took longer than its policy
// allows. No other end of a context becomes one (OAI-09).
type TimeoutError struct {
	Server string
	Work   string // connect or cleanup
	After  time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s of MCP server '%s' timed out after %s", e.Work, e.Server, e.After)
}

// Is makes the error match context.DeadlineExceeded.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// CancelledError says that the caller ended a connect. It matches its cause, and
// context.Canceled.
type CancelledError struct {
	Server string
	Cause  error
}

func (e *CancelledError) Error() string {
	return fmt.Sprintf("connect of MCP server '%s' was cancelled: %s", e.Server, e.Cause)
}

// Unwrap is the cause and what it means.
func (e *CancelledError) Unwrap() []error { return []error{e.Cause, context.Canceled} }

// is reports whether an error of type E is in the tree of err.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// isCallers reports whether err says that a caller ended a connect.
func isCallers(err error) bool { return is[*CancelledError](err) }

func isFatal(err error) bool { return is[*FatalError](err) }

// ServerError is the failure of a server in the words of the documents
// (S-OAI-13, S-OAI-14). Unwrap it for what happened.
type ServerError struct {
	Text string
	Err  error
}

func (e *ServerError) Error() string { return e.Text }

func (e *ServerError) Unwrap() error { return e.Err }

// connectFailure gives a failed connect its documented text.
func connectFailure(server string, err error) error {
	text := fmt.Sprintf("Failed to connect to MCP server '%s': ", server)
	status := func(code int) string { return fmt.Sprintf("HTTP error %d (%s)", code, http.StatusText(code)) }
	return worded(err, text, status, "Could not reach the server.")
}

// requestFailure gives a failed request its documented text; what is "call tool 't'
// on" or "list tools from".
func requestFailure(what, server string, err error) error {
	text := fmt.Sprintf("Failed to %s MCP server '%s': ", what, server)
	status := func(code int) string { return fmt.Sprintf("HTTP error %d", code) }
	return worded(err, text, status, "Connection lost. The server may have disconnected.")
}

// worded describes the first failure of a known class, searching groups; another
// error stays as it is.
func worded(err error, prefix string, status func(int) string, lost string) error {
	for _, leaf := range leaves(err) {
		f := classify(leaf)
		switch f {
		case faultStatus4xx, faultStatus5xx, faultStatusOther:
			e, _ := errors.AsType[*transport.HTTPError](leaf)
			return &ServerError{prefix + status(e.Status), err}
		case faultClosed, faultUnreachable:
			return &ServerError{prefix + lost, err}
		case faultTimeout:
			return &ServerError{prefix + "Connection timeout.", err}
		}
	}
	return err
}
