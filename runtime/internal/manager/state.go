package manager

import "github.com/mcpsim/mcpsim/runtime/event"

// State is where a server's life stands. One machine serves every profile; what
// a host shows is a projection of it, such as [State.Status].
//
//	held → connecting → handshaking → listing → ready
//	            ↑                                 │ dropped, or reconnect asked
//	            └────────── backoff ←─────────────┤
//	failed ← all attempts to connect failed; closed ← stopped
//	needs-auth ← the server wants a login; connecting when there is one
type State = event.State

const (
	Held        = event.Held
	Connecting  = event.Connecting
	Handshaking = event.Handshaking
	Listing     = event.Listing
	Ready       = event.Ready
	Backoff     = event.Backoff
	Failed      = event.Failed
	NeedsLogin  = event.NeedsLogin
	Closed      = event.Closed
)

// Status is the public view of a server in the coding-agent profile.
type Status string

const (
	StatusConnected    Status = "connected"
	StatusConnecting   Status = "connecting"
	StatusDisconnected Status = "disconnected"
)

// project maps state to status: connected as soon as a usable connection exists
// even if its tools are still being listed, connecting while a connect, a tool
// load or a reconnect is pending, disconnected otherwise (OMP-LC-31 to 34).
func project(s State, connected bool) Status {
	switch {
	case connected:
		return StatusConnected
	case s == Connecting, s == Handshaking, s == Listing, s == Backoff:
		return StatusConnecting
	default:
		return StatusDisconnected
	}
}
