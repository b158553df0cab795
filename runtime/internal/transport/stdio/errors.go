package stdio

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/transport/duplex"
)

// LineTooLongError says that the server sent a line above Options.MaxLine.
type LineTooLongError struct{ Limit int }

func (e *LineTooLongError) Error() string {
	return fmt.Sprintf("line exceeds %d bytes", e.Limit)
}

// The failures of a stream, with the documented texts (F-43, F-44).
var (
	// ErrTruncated: the stream ended within a line.
	ErrTruncated = errors.New("JSONL stream ended unexpectedly")
	// ErrBadLine: a line was not JSON and Options.BadLine is CloseOnBadLine.
	//lint:ignore ST1005 text is documented
	ErrBadLine = errors.New("Failed to parse JSONL")
)

// ErrQueueFull rejects a message because the server does not read and
// Options.MaxQueue bytes are waiting already. The transport stays open.
var ErrQueueFull = duplex.ErrQueueFull
