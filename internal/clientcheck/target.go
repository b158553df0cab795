package clientcheck

import (
	"net"
	goruntime "runtime"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// DefaultTimeout bounds one run of the client, as in the official suite.
const DefaultTimeout = 30 * time.Second

// DefaultBudget is how long all runs of the client may take together: no run begins
// after it, and one that goes on then is ended and says nothing.
const DefaultBudget = 10 * time.Minute

// DefaultParallel is how many runs of the client go on side by side: most of a run is
// waiting. Of a client that takes longer to start than [QuickStart] it is
// [SlowParallel]: such a program is large.
const (
	DefaultParallel = 64
	SlowParallel    = 16
	QuickStart      = 250 * time.Millisecond
)

// OutputKept is how many of the last bytes of a client's stdout and stderr are
// kept, each.
const OutputKept = 8 << 10

// The protocol revisions that the client is asked to offer: with a handshake, and without
// one, where it may find out that the server speaks an earlier one.
const (
	Revision       = "2025-11-25"
	ModernRevision = "2026-07-28"
)

// ModernTag is the tag of checks in which the client is asked for [ModernRevision].
const ModernTag = "@modern"

// LoginTag is the tag of checks of logins: a client that speaks [ModernRevision] alone is asked
// for that in them, and any other for [Revision].
const LoginTag = "@login"

// Target says which client to look at, and how.
type Target struct {
	Command process.Command // the arguments end where that of the server begins
	Starter process.Starter // nil = process.OS
	Timeout time.Duration   // of one run; 0 = [DefaultTimeout]
	Budget  time.Duration   // for all runs together; 0 = [DefaultBudget]
	// Parallel is how many runs go on side by side; 0 = [DefaultParallel], or
	// [SlowParallel] for a client that starts slowly.
	Parallel int
	// Starts holds one value for each client that starts: to start is computing, and most
	// of what follows is waiting. Targets may share it; nil = one for four clients, or for
	// two on each processor.
	Starts  chan struct{}
	Clock   clock.Clock // nil = the wall clock
	Secrets []string    // never shown

	// Listen opens a listener for one run; it is required for a client over HTTP.
	Listen func() (net.Listener, error)
	// Server makes the client one over stdio. It returns the words of a command
	// whose process is the relay to the server at this socket.
	Server func(socket string) []string

	together *store        // what is kept of all runs
	turns    chan struct{} // holds one value for each run that has a turn; see [gate]
}

// Transport is stdio or http.
func (t Target) Transport() string {
	if t.Server != nil {
		return "stdio"
	}
	return "http"
}

func (t Target) withDefaults() Target {
	if t.Starter == nil {
		t.Starter = process.OS()
	}
	if t.Clock == nil {
		t.Clock = clock.Real()
	}
	if t.Starts == nil {
		t.Starts = make(chan struct{}, max(4, 2*goruntime.NumCPU()))
	}
	if t.together == nil {
		t.together, t.turns = &store{left: bytesTogether}, make(chan struct{}, turns)
	}
	if t.Timeout == 0 {
		t.Timeout = DefaultTimeout
	}
	if t.Budget == 0 {
		t.Budget = DefaultBudget
	}
	return t
}

// UnreachableError says that nothing can be checked: the program cannot be
// started, or it sent nothing to a correct server.
type UnreachableError struct {
	Reason string
	Output string // the end of what the client wrote; may be empty

	err error // why it could not be started; nil = it was
}

// Unwrap is why the client could not be started, or nil.
func (e *UnreachableError) Unwrap() error { return e.err }

func (e *UnreachableError) Error() string {
	if e.Output == "" {
		return e.Reason
	}
	return e.Reason + "\nits output ends with:\n" + e.Output
}

// Families are the prefixes of the ids of checks: obligations of clients, in a session, for
// a login and without sessions, and proposals that became part of the specification.
func Families() []string { return []string{"CLI", "OAC", "SEP", "M"} }
