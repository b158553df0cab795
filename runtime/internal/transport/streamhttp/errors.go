package streamhttp

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// NoResponseError says that the stream of a request ended without its answer
// (OMP-TP-29).
type NoResponseError struct {
	ID    string // as text, without quotes
	Cause error  // nil if the stream ended regularly
}

// Error is the documented text, followed by the cause if there is one.
func (e *NoResponseError) Error() string {
	text := "No response received for request ID " + e.ID
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap is the failure of the stream.
func (e *NoResponseError) Unwrap() error { return e.Cause }

// Is makes the error match [transport.ErrStreamEnded].
func (e *NoResponseError) Is(target error) bool { return target == transport.ErrStreamEnded }

// TooLargeError says that the server sent more than a limit allows.
type TooLargeError struct {
	What  string // "response body", "event" or "session id"
	Limit int    // bytes
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s exceeds %d bytes", e.What, e.Limit)
}

// EncodingError says that an answer is compressed or otherwise encoded, which it
// was not asked to be.
type EncodingError struct {
	Encoding string // as the server calls it
}

func (e *EncodingError) Error() string {
	return fmt.Sprintf("answer has the Content-Encoding %q, which was not asked for and is not read", excerpt.To(e.Encoding, excerpt.Word))
}

// RedirectError says that a redirect was not followed (FF-57).
type RedirectError struct {
	Status int
	Why    string
}

func (e *RedirectError) Error() string {
	return fmt.Sprintf("HTTP %d: redirect not followed: %s", e.Status, e.Why)
}

// errDeadline is the cause of the end of an exchange whose time is over. It never leaves
// the package. That of one whose stream has ended by itself is transport.ErrStreamEnded.
var errDeadline = errors.New("deadline")
