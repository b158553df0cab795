package stdio

import (
	"cmp"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Options says what to run and how. Command, Starter, Clock and IDs must be set; of
// every other field the zero value is usable.
type Options struct {
	// Name is the server's name; it prefixes the names of clock actors.
	Name    string
	Command process.Command
	Starter process.Starter
	Clock   clock.Clock
	IDs     jsonrpc.IDSource // makes request ids
	// Timeout bounds each request, from queueing to its answer; 0 = no deadline
	// (OMP-TP-49).
	Timeout time.Duration
	MaxLine int // bytes read; 0 = [DefaultMaxLine]
	// MaxQueue bounds the bytes that wait to be written because the server does
	// not read; 0 = no limit.
	MaxQueue int
	BadLine  BadLine
	Stop     Stop
}

// DefaultMaxLine is the longest line that is read, in bytes.
const DefaultMaxLine = 16 << 20

// BadLine says what a complete line that is not JSON does (D-12).
type BadLine uint8

const (
	// DropBadLine drops the line; the stream goes on (OMP-TP-55).
	DropBadLine BadLine = iota
	// CloseOnBadLine reports an error and ends the transport (F-44).
	CloseOnBadLine
)

// Stop says how the process is ended. Its zero value is the documented single
// kill (F-42), made safe: a process that ignores it is killed for good.
type Stop struct {
	// EOFWait > 0 closes stdin first and waits this long for the exit, as the
	// specification asks.
	EOFWait time.Duration
	// TermWait is the wait between Terminate and Kill; 0 = 1 s.
	TermWait time.Duration
	// KillWait is the wait for the end after Kill, and the wait for open pipes
	// after the exit, before they are given up; 0 = 500 ms.
	KillWait time.Duration
	// OnCloseFirst calls OnClose before the process is ended, instead of last
	// (D-08). Close waits for the end all the same.
	OnCloseFirst bool
}

// exitWait is how long a process whose stdout has ended may take to exit by
// itself, which gives it a true exit code.
const exitWait = 100 * time.Millisecond

// drainWait is how long output of a process that has exited may still arrive.
const drainWait = 5 * time.Second

func (o Options) withDefaults() Options {
	o.MaxLine = cmp.Or(o.MaxLine, DefaultMaxLine)
	o.Stop.TermWait = cmp.Or(o.Stop.TermWait, time.Second)
	o.Stop.KillWait = cmp.Or(o.Stop.KillWait, 500*time.Millisecond)
	return o
}
