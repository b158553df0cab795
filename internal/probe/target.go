package probe

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// The bounds of what is read and kept, in bytes.
const (
	MaxMessage = 16 << 20
	StderrKept = 8 << 10
)

// DefaultTimeout is the patience with each answer. The first one of a process
// gets three times as much: programs have to start.
const DefaultTimeout = 10 * time.Second

// LatestRevision is the newest revision with sessions.
const LatestRevision = "2025-11-25"

// MaxHeader is what the headers of an answer may have in bytes, for those who make
// Target.HTTP.
const MaxHeader = 1 << 20

// Target says which server to look at. It is a process if URL is empty.
type Target struct {
	Command process.Command
	Starter process.Starter // nil = processes of this machine
	// Around wraps what starts processes of this machine, for a caller that wants to
	// know of each; nil = none.
	Around func(process.Starter) process.Starter
	URL    string
	Header http.Header       // sent with every request, secrets included
	HTTP   http.RoundTripper // required for a URL; must not follow redirects

	// Instance is the URL of another instance of the server, which must be as good as the
	// first for every request of the modern era; "" = there is none.
	Instance string

	// Foreign is a good access token for another server, Narrow one of this server with few
	// scopes, and Broad one with a scope that implies all that are needed; "" = there is none,
	// and checks that need one are not testable.
	Foreign, Narrow, Broad string

	// Idle is how long an idle connection may be watched; 0 = not at all. Checks
	// that need more are not observed.
	Idle time.Duration
	// Addresses are those of this machine; nil = those of its interfaces.
	Addresses func() ([]net.Addr, error)

	Revision string        // to offer, or [ModernRevision]; "" = [LatestRevision]
	Since    string        // without a Revision: the one that is spoken with a handshake; "" = [LatestRevision]
	Timeout  time.Duration // 0 = [DefaultTimeout]
	Budget   time.Duration // for all checks together; 0 = [DefaultBudget]
	Clock    clock.Clock   // nil = the wall clock
	Sides    int           // benches that look at it side by side, see [Bench.Fork]; 0 = 1
	Secrets  []string      // never shown

	modern func() bool // whether the server is known to speak the modern era; nil = it is not
	alone  bool        // the server is known to speak the modern era alone

	challenge *Challenge // what a client was told before any had the token; nil = none has asked

	// AllowCalls lets checks call every tool that is not marked destructive, and
	// not only those marked read-only.
	AllowCalls bool
}

// Transport is stdio or http.
func (t Target) Transport() string {
	if t.URL == "" {
		return "stdio"
	}
	return "http"
}

func (t Target) withDefaults() Target {
	if t.Clock == nil {
		t.Clock = clock.Real()
	}
	if t.Addresses == nil {
		t.Addresses = net.InterfaceAddrs
	}
	if t.Revision == "" {
		t.Revision = LatestRevision
	}
	if t.Timeout == 0 {
		t.Timeout = DefaultTimeout
	}
	if t.Budget == 0 {
		t.Budget = DefaultBudget
	}
	return t
}

// UnreachableError says that nothing can be checked: no process, no connection,
// or a process that died before it answered initialize.
type UnreachableError struct {
	Reason string
	Stderr string // its end; may be empty
	Err    error  // what was tried and failed; nil if something was reached
}

func (e *UnreachableError) Error() string {
	if e.Stderr == "" {
		return e.Reason
	}
	return e.Reason + "\nits stderr ends with:\n" + e.Stderr
}

// AuthError says that the server wants authentication.
type AuthError struct{ Status int }

func (e *AuthError) Error() string {
	return fmt.Sprintf("the server wants authentication: HTTP %d", e.Status)
}

// ErrSilent is why an answer is missing although the connection lives.
var ErrSilent = errors.New("no answer")

// ErrEnded is why an answer is missing: the process has ended, or over HTTP the connection.
var ErrEnded = errors.New("the process ended")

// revisions are those that can be probed, oldest first.
// batched is the revision that has batches.
const batched = "2025-03-26"

var revisions = []string{"2024-11-05", "2025-03-26", "2025-06-18", LatestRevision}

// Revisions are the revisions that can be probed, oldest first.
func Revisions() []string { return slices.Clone(revisions) }
