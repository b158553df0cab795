package host

import (
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// RoomServer is the runtime of the RoomServer documents: providers behind
// WebSockets that are connected on command, five attempts with growing and jittered
// waits, then an error that only another command ends. Nothing waits for a provider.
// Run it with [NewRoom].
func RoomServer() Policy {
	return Policy{
		Manager: manager.Policy{
			Gate:            manager.NoGate,       // ROOM-14, ROOM-29
			Connect:         backoff.RoomServer(), // ROOM-46 to 48
			Reconnect:       backoff.RoomServer(), // ROOM-40, A-R13
			NoCallReconnect: true,                 // ROOM-49
			KeepUnlisted:    true,                 // S-ROOM-11
			Naming:          func(provider, tool string) string { return provider + ":" + tool },
		},
		ConnPolicy: ConnPolicy{
			Timeout:                10 * time.Second,
			Client:                 protocol.Implementation{Name: "RoomServer", Version: "1.0.0"},
			Revision:               protocol.Revision20250618,
			Literal:                true,
			ListenAfterInitialized: true,
			IntegerIDs:             true,
		},
	}
}

// Room runs the providers of a room server. Its methods may be called from any
// goroutine.
type Room struct {
	servers
	run     *room.Room
	options RoomOptions
}

var _ control.Runtime = (*Room)(nil)

// NewRoom wires a room server's runtime. It starts nothing. Events and the log get the
// room server's own records too, where errors of one provider do not repeat themselves
// within a minute. The error is about env.
func NewRoom(p Policy, env Env, o RoomOptions) (*Room, error) {
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	board := room.NewBoard(env.Events, p.Manager.Connect.Attempts)
	env.Events = board
	m := newManager(p, env)
	return &Room{servers{m}, room.New(m, board, env.Clock), o}, nil
}

// Start makes the configured providers known, and connects them unless that waits for a
// command. It returns at once. After Close it does nothing.
func (r *Room) Start() { r.run.Start(r.options.Providers, r.options.LazyLoad) }

// Load connects providers and waits for none of them. One that is connected or
// connecting as it is asked for is left alone, one that is so with another URL is
// connected anew. After Close it does nothing.
func (r *Room) Load(providers []Provider) { r.run.Load(providers) }

// Providers is how all providers are, or were when Close was called, in the order in
// which they became known. The result belongs to the caller.
func (r *Room) Providers() []ProviderStatus { return r.run.Providers() }

// Close disconnects every provider and waits until nothing is left. Further calls are
// no-ops.
func (r *Room) Close() { r.run.Close() }
