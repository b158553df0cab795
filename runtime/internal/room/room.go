package room

import (
	"context"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// Definition is one provider as it is configured or asked for (ROOM-27).
type Definition struct {
	ID string `json:"id"`
	// URL is that of a WebSocket. Another scheme is found out by connecting (A-R9).
	URL string `json:"url"`
	// Visibility says who sees the provider and its tools: room, team or owner; empty =
	// not said, which is room.
	Visibility string `json:"visibility,omitempty"`
}

// Room runs the providers of a room server. Its methods may be called from any
// goroutine.
type Room struct {
	m      *manager.Manager
	board  *Board
	access *access
	clk    clock.Clock

	mu      sync.Mutex               // commands are obeyed one after the other
	defined map[string]config.Server // as they were configured or asked for last
	closed  bool
}

// New makes a room of a manager whose events go to the board. It starts nothing.
func New(m *manager.Manager, board *Board, clk clock.Clock, d Defaults) *Room {
	return &Room{m: m, board: board, access: newAccess(d), clk: clk, defined: map[string]config.Server{}}
}

// Start makes the configured providers known, and connects them unless that waits
// for a command (ROOM-01, ROOM-22). It returns at once (ROOM-14). After Close it does
// nothing.
func (r *Room) Start(providers []Definition, wait bool) {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return
	}
	lazy := "False"
	if wait {
		lazy = "True"
	}
	r.log("Starting MCP Connection Manager (LazyLoad: " + lazy + ")")
	if len(providers) == 0 {
		r.log("No MCP providers configured")
		return
	}
	if !wait {
		r.Load(providers)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range providers {
		r.define(p)
	}
	r.log("MCP providers loaded in idle state (connections will be initiated on-demand)")
}

// Load connects providers and waits for none of them. One that is connected or
// connecting as it is asked for is left alone (A-R6, A-R7), one that is so with
// another URL is connected anew (D-R15), and all others are touched by nothing
// (D-R11).
func (r *Room) Load(providers []Definition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	var fresh, changed []config.Server
	for _, p := range providers {
		cfg, differs := r.define(p)
		busy := r.m.Status(p.ID) != manager.StatusDisconnected
		switch {
		case busy && !differs:
			continue
		case busy:
			changed = append(changed, cfg)
		default:
			fresh = append(fresh, cfg)
		}
		r.board.Emit(event.Event{At: r.clk.Now(), Actor: actor, Kind: event.ProviderLoad, Server: p.ID})
	}
	if fresh != nil {
		r.m.Start(context.Background(), fresh)
	}
	if changed != nil {
		r.m.Restart(context.Background(), changed)
	}
}

// define keeps a provider as it is to be connected and seen from now on, and makes it
// known. It reports whether one was known that is connected in another way; r.mu is
// held.
func (r *Room) define(p Definition) (cfg config.Server, differs bool) {
	r.access.show(p.ID, p.Visibility)
	cfg = config.Server{Name: p.ID, Type: config.WebSocket, URL: p.URL}
	old, known := r.defined[p.ID]
	r.defined[p.ID] = cfg
	r.m.Hold([]config.Server{cfg})
	return cfg, known && config.Fingerprint(old) != config.Fingerprint(cfg)
}

// Providers is how the providers that an entity sees are, in the order in which they
// became known.
func (r *Room) Providers(who Entity) []Provider {
	seen := []Provider{}
	for _, p := range r.board.Providers() {
		if r.access.sees(who, p.ID) {
			p.Visibility = r.access.shown(p.ID)
			seen = append(seen, p)
		}
	}
	return seen
}

// Stop disconnects a provider and returns when nothing of it is left. It is idle then, as
// if no command had named it (A-R27), unless one has done so meanwhile: commands do not
// wait for it (ROOM-29). A name that is not known is no error, and after Close it does
// nothing.
func (r *Room) Stop(id string) {
	r.m.Stop(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	if cfg, known := r.defined[id]; known && !r.closed {
		r.m.Hold([]config.Server{cfg})
	}
}

// Close disconnects every provider and waits until nothing is left. Commands that
// come later connect no provider.
func (r *Room) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.m.End()
}

// actor observes what the room server itself does.
const actor = "room"

func (r *Room) log(text string) {
	r.board.Emit(event.Event{At: r.clk.Now(), Actor: actor, Kind: event.ServerLog, Name: "info", Text: text})
}
