package host

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
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
		Timeout:                10 * time.Second,
		Client:                 protocol.Implementation{Name: "RoomServer", Version: "1.0.0"},
		Revision:               protocol.Revision20250618,
		Literal:                true,
		ListenAfterInitialized: true,
		IntegerIDs:             true,
	}
}

// Room runs the providers of a room server. Its methods may be called from any
// goroutine.
type Room struct {
	*manager.Manager
	board *status.Board
	clk   clock.Clock

	mu      sync.Mutex               // commands are obeyed one after the other
	defined map[string]config.Server // as they were configured or asked for last
	closed  bool
}

var _ control.Runtime = (*Room)(nil)

// NewRoom wires a room server's runtime. It starts nothing. Sinks of the seams get
// the server's log too, which says what [status.Board] lets through.
func NewRoom(p Policy, s Seams) (*Room, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	board := status.NewBoard(s.Events, p.Manager.Connect.Attempts)
	s.Events = board
	return &Room{Manager: newManager(p, s), board: board, clk: s.Clock, defined: map[string]config.Server{}}, nil
}

// Start makes the configured providers known, and connects them unless that waits
// for a command (ROOM-01, ROOM-22). It returns at once (ROOM-14).
func (r *Room) Start(s control.ServerSettings) {
	lazy := "False"
	if s.LazyLoad {
		lazy = "True"
	}
	r.log("Starting MCP Connection Manager (LazyLoad: " + lazy + ")")
	if len(s.Providers) == 0 {
		r.log("No MCP providers configured")
		return
	}
	if !s.LazyLoad {
		r.Load(s.Providers)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range s.Providers {
		r.define(p)
	}
	r.log("MCP providers loaded in idle state (connections will be initiated on-demand)")
}

// Load connects providers and waits for none of them. One that is connected or
// connecting as it is asked for is left alone (A-R6, A-R7), one that is so with
// another URL is connected anew (D-R15), and all others are touched by nothing
// (D-R11).
func (r *Room) Load(providers []control.Provider) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	var fresh, changed []config.Server
	for _, p := range providers {
		cfg, differs := r.define(p)
		known, _ := r.board.Provider(p.ID)
		busy := known.State == status.RoomConnecting || known.State == status.RoomConnected
		switch {
		case busy && !differs:
			continue
		case busy:
			changed = append(changed, cfg)
		default:
			fresh = append(fresh, cfg)
		}
		r.board.Emit(event.Event{At: r.clk.Now(), Actor: roomActor, Kind: event.ProviderLoad, Server: p.ID})
	}
	if fresh != nil {
		r.Manager.Start(context.Background(), fresh)
	}
	if changed != nil {
		r.Restart(context.Background(), changed)
	}
}

// define keeps a provider as it is to be connected from now on, and makes it known.
// It reports whether one was known that differs; r.mu is held.
func (r *Room) define(p control.Provider) (cfg config.Server, differs bool) {
	cfg = config.Server{Name: p.ID, Type: config.WebSocket, URL: p.URL}
	old, known := r.defined[p.ID]
	r.defined[p.ID] = cfg
	r.Hold([]config.Server{cfg})
	return cfg, known && config.Fingerprint(old) != config.Fingerprint(cfg)
}

// Providers is how all providers are, for everybody to see.
func (r *Room) Providers() []status.Provider { return r.board.Providers() }

// Close disconnects every provider and waits until nothing is left. Commands that
// come later connect nobody.
func (r *Room) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.StopAll()
}

// roomActor observes what the room server itself does.
const roomActor = "room"

func (r *Room) log(text string) {
	r.board.Emit(event.Event{At: r.clk.Now(), Actor: roomActor, Kind: event.ServerLog, Name: "info", Text: text})
}

// roll is the random source of production: 64 bits from the operating system.
func roll(string, int) uint64 {
	var bits [8]byte
	_, _ = rand.Read(bits[:]) // it never fails
	return binary.NativeEndian.Uint64(bits[:])
}
