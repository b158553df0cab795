package host

import (
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// ConnPolicy is how connections are made and used, as plain values: what all runtimes
// have in common.
type ConnPolicy struct {
	// Timeout is the deadline of handshakes and requests of servers that set
	// none; 0 means none.
	Timeout time.Duration
	// TimeoutVariable names the environment variable that outranks every
	// configured timeout; empty means that there is none (OMP-LC-56).
	TimeoutVariable string
	// Client is what servers are told about the program (F-15).
	Client protocol.Implementation
	// Era is which generation of the protocol is spoken: [protocol.EraLegacy], which the
	// empty string means, too, [protocol.EraModern], or [protocol.EraUnknown] to ask each
	// server (MOD-01).
	Era protocol.Era
	// Tasks is how long a task is followed that a modern server answers a call with; 0 =
	// servers are told that there must be none (MOD-13).
	Tasks time.Duration
	// TaskUpdates has servers tell of tasks that go on, besides being asked; without Tasks it
	// has no meaning (MOD-14).
	TaskUpdates bool
	// Revision is the legacy revision that is offered; empty: the latest one with a
	// handshake. From 2025-06-18 on the negotiated one is repeated in the
	// MCP-Protocol-Version header (D-17).
	Revision protocol.Revision
	// ListenAfterInitialized opens the background stream of HTTP servers after
	// notifications/initialized instead of before it (D-02).
	ListenAfterInitialized bool
	// Literal takes definitions as they are written: no placeholders are filled in and
	// nothing is looked up, as those who define servers do not own the environment.
	Literal bool
	// LegacySSE reaches servers of type "sse" over HTTP+SSE of 2024-11-05 instead
	// of over streamable HTTP like those of type "http" (D-03).
	LegacySSE bool
	// IntegerIDs numbers the requests of a connection 1, 2, 3 … instead of asking
	// Env.IDs (D-04).
	IntegerIDs bool
	// Resume goes on with the stream of a request that ends without the answer
	// (D-09), ResumeListener with a background stream that ends (D-10), if there was
	// an event id.
	Resume, ResumeListener bool
	// SendQueue bounds the bytes that wait for a stdio or WebSocket server that does
	// not read: a message above it fails, those before it wait on. 0: no limit.
	SendQueue int
	// Stop says how the process of a stdio server is ended (D-08). EOFWait > 0 closes
	// stdin first and waits so long; TermWait is the time between TERM and KILL, 0: 1 s;
	// KillWait that after KILL, 0: 500 ms; OnCloseFirst announces the close before.
	Stop stdio.Stop
	// Lists bounds each list of a server, all its pages together: Time, 5 minutes by
	// default and no less than one request may take; Pages, 10,000, after which a list is
	// cut; Bytes, 64 MiB; Items, 100,000 definitions; Cursor, 64 KiB. 0 is the default, a
	// negative value no limit (D-22). What is over one is a *[ListError].
	Lists conn.Limits
	// BadLine says what a line of a stdio server that is not JSON does: 0 drops it, 1
	// ends the connection (D-12).
	BadLine stdio.BadLine
}

// Policy is the behaviour of a runtime as plain values. A profile, such as [OhMyPi],
// is a function that returns one; change single fields of it to deviate, or set one of
// the [Switches] by name.
type Policy struct {
	ConnPolicy
	// Manager is what concerns many servers. The zero value waits for all of them and
	// never reconnects. Its fields, times as [time.Duration]:
	//
	//	Gate             how long Start waits before cached tools do; 0: until all settled
	//	ReturnUncached   Start returns at the gate without tools of a server, too
	//	KeepUnlisted     a server whose first tools/list fails stays connected
	//	Connect          schedule of a first connect; the zero value: one attempt
	//	RetryAfter       longest wait that a server may ask for by the header; 0: ignored
	//	Reconnect        schedule after a lost connection; the zero value: none
	//	RetryRemote      schedule after the last of Reconnect, for servers over HTTP
	//	NoCallReconnect  a call without a connection fails instead of reconnecting
	//	NoRepeat         a call that may have run is not made again
	//	Breaker          Limit of reconnects Within a time; 0: no limit
	//	RemoveByPrefix   tools leave by the prefix of their names, not by their server
	//	Notifications    Subscribe; Debounce, 0: every notice counts at once; ListPause
	//	                 between two refreshes, 0: five at once and then one a second,
	//	                 negative: none; Settle, when to list once more, 0: never
	//	Discovery        limits of connect and list, Stdio and Remote; 0: none
	//	EmptyFails       a server that offers nothing has failed
	//	Naming           func(server, tool string) string; nil: mcp__<server>_<tool>
	//
	// A schedule has Attempts (negative: no end), Immediate, Delays or Base and Cap of
	// doubled waits, and Jitter.
	Manager manager.Policy
	// GateVariable names the environment variable that outranks Manager.Gate, in
	// milliseconds, 0 = wait for all; empty means that there is none (D-21).
	GateVariable string
}

// OhMyPi is the coding-agent runtime of the oh-my-pi documents: parallel start
// behind a 250 ms gate, deferred tools from the cache, five reconnect attempts,
// stale tools while reconnecting.
func OhMyPi() Policy {
	return Policy{
		Manager: manager.Policy{
			Gate:           250 * time.Millisecond,                                  // OMP-LC-60
			Reconnect:      backoff.OhMyPi(),                                        // OMP-LC-94
			RemoveByPrefix: true,                                                    // OMP-LC-109
			Notifications:  manager.Notifications{Debounce: 500 * time.Millisecond}, // F-52
		},
		ConnPolicy: ConnPolicy{
			Timeout:         defaultTimeout,  // OMP-LC-54
			TimeoutVariable: timeoutVariable, // OMP-LC-56
			Client:          protocol.Implementation{Name: "omp-coding-agent", Version: "1.0.0"},
			Revision:        "2025-03-26", // D-17
		},
	}
}

// Modern is [OhMyPi] that finds out which protocol each server speaks, and speaks revision
// 2026-07-28 with those that do (MOD-01).
func Modern() Policy {
	p := OhMyPi()
	p.Era = protocol.EraUnknown
	return p
}

// Hardened is [OhMyPi] with the safe position of every switch: nothing that may have
// happened is done again, no server holds up another one, what a server says is bounded,
// and old tools outlive whatever is wrong with new ones. See Switch.Safe.
func Hardened() Policy {
	whole := WorkspacePolicy{Policy: OhMyPi()}
	for _, s := range managerSwitches {
		if s.Safe != "" {
			_ = s.apply(&whole, s.Safe) // a test applies each of them
		}
	}
	return whole.Policy
}

// managerPolicy is what a manager needs of the policy, with the gate that the
// environment asks for (D-21). A value that cannot be used changes nothing; the
// error is a warning then.
func (p Policy) managerPolicy(env config.Lookup) (manager.Policy, error) {
	if p.GateVariable == "" {
		return p.Manager, nil
	}
	text, _ := env(p.GateVariable)
	gate, warning := parseTimeout(text)
	if warning != "" {
		return p.Manager, fmt.Errorf("ignoring the environment variable %s: want a number of milliseconds, 0 or more", p.GateVariable)
	}
	if gate != nil {
		p.Manager.Gate = *gate
	}
	return p.Manager, nil
}
