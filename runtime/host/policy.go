package host

import (
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Policy is the behaviour of a runtime as plain values. A profile is a function
// that returns one; change single fields of it to deviate, or set one of the
// [Switches] by name.
type Policy struct {
	// Manager is what concerns many servers: gate, ladder, removal of tools.
	Manager manager.Policy
	// Timeout is the deadline of handshakes and requests of servers that set
	// none; 0 means none.
	Timeout time.Duration
	// GateVariable names the environment variable that outranks Manager.Gate, in
	// milliseconds, 0 = wait for all; empty means that there is none (D-21).
	GateVariable string
	// TimeoutVariable names the environment variable that outranks every
	// configured timeout; empty means that there is none (OMP-LC-56).
	TimeoutVariable string
	// Client is what servers are told about the host (F-15).
	Client protocol.Implementation
	// Revision is the protocol revision that is offered. From 2025-06-18 on the
	// negotiated one is repeated in the MCP-Protocol-Version header (D-17).
	Revision protocol.Revision
	// ListenAfterInitialized opens the background stream of HTTP servers after
	// notifications/initialized instead of before it (D-02).
	ListenAfterInitialized bool
	// Literal takes definitions as they are written: no placeholders are filled in and
	// nothing is looked up, as whoever defines servers is not whose environment it is.
	Literal bool
	// LegacySSE reaches servers of type "sse" over HTTP+SSE of 2024-11-05 instead
	// of over streamable HTTP like those of type "http" (D-03).
	LegacySSE bool
	// IntegerIDs numbers the requests of a connection 1, 2, 3 … instead of asking
	// Seams.IDs (D-04).
	IntegerIDs bool
	// Resume goes on with the stream of a request that ends without the answer
	// (D-09), ResumeListener with a background stream that ends (D-10); see
	// [streamhttp.Options].
	Resume, ResumeListener bool
	// Stop says how the process of a stdio server is ended (D-08).
	Stop stdio.Stop
	// BadLine says what a line of a stdio server that is not JSON does (D-12).
	BadLine stdio.BadLine
	// Workspace is what concerns servers that settings define.
	Workspace WorkspacePolicy
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
		Timeout:         config.DefaultTimeout,  // OMP-LC-54
		TimeoutVariable: config.TimeoutVariable, // OMP-LC-56
		Client:          protocol.Implementation{Name: "omp-coding-agent", Version: "1.0.0"},
		Revision:        "2025-03-26", // D-17
	}
}
