package stdio

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/transport/duplex"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// LineTooLongError says that the server sent a line above Options.MaxLine.
type LineTooLongError struct{ Limit int }

func (e *LineTooLongError) Error() string {
	return fmt.Sprintf("line exceeds %d bytes", e.Limit)
}

// OutlivedError says that a process which the server started left its group and lives
// on after the end of the server. It is not killed: nothing says that it should end.
type OutlivedError struct{ process.Survivor }

func (e *OutlivedError) Error() string {
	return fmt.Sprintf("process %d (%s) has left the group of its server and outlives it: end it by hand if it is not wanted", e.PID, e.Command)
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
