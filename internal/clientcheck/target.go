package clientcheck

import (
	"net"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// DefaultTimeout bounds one run of the client, as in the official suite.
const DefaultTimeout = 30 * time.Second

// OutputKept is how many of the last bytes of a client's stdout and stderr are
// kept, each.
const OutputKept = 8 << 10

// Revision is the protocol revision that the client is asked to offer.
const Revision = "2025-11-25"

// Target says which client to look at, and how.
type Target struct {
	Command process.Command // the arguments end where that of the server begins
	Starter process.Starter // nil = process.OS
	Timeout time.Duration   // of one run; 0 = [DefaultTimeout]
	Clock   clock.Clock     // nil = the wall clock

	// Listen opens a listener for one run; it is required for a client over HTTP.
	Listen func() (net.Listener, error)
	// Server makes the client one over stdio. It returns the words of a command
	// whose process is the relay to the server at this socket.
	Server func(socket string) []string
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
	if t.Timeout == 0 {
		t.Timeout = DefaultTimeout
	}
	return t
}

// UnreachableError says that nothing can be checked: the program cannot be
// started, or it sent nothing to a correct server.
type UnreachableError struct {
	Reason string
	Output string // the end of what the client wrote; may be empty
}

func (e *UnreachableError) Error() string {
	if e.Output == "" {
		return e.Reason
	}
	return e.Reason + "\nits output ends with:\n" + e.Output
}

// Families are the prefixes of the ids of checks: obligations of clients, and
// proposals that became part of the specification.
func Families() []string { return []string{"CLI", "SEP"} }
