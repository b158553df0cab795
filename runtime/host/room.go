package host

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
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
			Timeout:    10 * time.Second,
			Client:     protocol.Implementation{Name: "RoomServer", Version: "1.0.0"},
			Revision:   protocol.Revision20250618,
			Literal:    true,
			IntegerIDs: true,
			SendQueue:  boundedQueue,
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

// NewRoom wires a room server's runtime. It starts nothing. Events and the log get the
// room server's own records too, where errors of one provider do not repeat themselves
// within a minute. The error is about env or the defaults of o.
func NewRoom(p Policy, env Env, o RoomOptions) (*Room, error) {
	if err := o.Defaults.Check(); err != nil {
		return nil, fmt.Errorf("the defaults of a room: %w", err)
	}
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	board := room.NewBoard(env.Events, p.Manager.Connect.Attempts, o.LogLevel)
	env.Events = board
	m := newManager(p, env)
	return &Room{servers{m}, room.New(m, board, env.Clock, o.Defaults), o}, nil
}

// Start makes the configured providers known, and connects them unless that waits for a
// command. It returns at once. After Close it does nothing.
func (r *Room) Start() { r.run.Start(r.options.Providers, r.options.LazyLoad) }

// Load connects providers and waits for none of them. One that is connected or
// connecting as it is asked for is left alone, one that is so with another URL is
// connected anew. After Close it does nothing.
func (r *Room) Load(providers []Provider) { r.run.Load(providers) }

// Stop disconnects one provider and returns when nothing of it is left. It is idle then;
// the next Load that names it connects it again, and waits for no Stop. A name that is not
// known is no error.
func (r *Room) Stop(provider string) { r.run.Stop(provider) }

// Providers is how all providers are, or were when Close was called, in the order in
// which they became known. The result belongs to the caller.
func (r *Room) Providers() []ProviderStatus { return r.As(owner).Providers() }

// Call calls a tool by its name in the view as the owner of the room, for whom the limits
// of providers hold too; see [RoomView.Call].
func (r *Room) Call(ctx context.Context, name string, arguments json.RawMessage) (Output, error) {
	return r.As(owner).Call(ctx, name, arguments)
}

// CallTool is Call for a tool from Tools.
func (r *Room) CallTool(ctx context.Context, t Tool, arguments json.RawMessage) (Output, error) {
	return r.As(owner).CallTool(ctx, t, arguments)
}

var owner = RoomEntity{Role: RoomOwner}

// As is the room as an entity sees and uses it. The program vouches for who that is.
func (r *Room) As(who RoomEntity) RoomView { return RoomView{r.run, who} }

// RoomView is a room as one entity sees and uses it. It is a value without a life of its
// own; its methods may be called from any goroutine.
type RoomView struct {
	run *room.Room
	who RoomEntity
}

// Providers is how the providers are that the entity sees, in the order in which they
// became known. The result belongs to the caller.
func (v RoomView) Providers() []ProviderStatus { return v.run.Providers(v.who) }

// Tools are those of the current view that the entity sees, sorted by name.
func (v RoomView) Tools() iter.Seq[Tool] { return slices.Values(v.run.Tools(v.who)) }

// Call calls a tool by its name. What goes wrong is output for the model
// ([Output].IsError); the error is an [*UnknownToolError] for a tool that the entity does
// not see, a [*ForbiddenError], a [*RateLimitError], or the cause of a ctx that ended.
func (v RoomView) Call(ctx context.Context, name string, arguments json.RawMessage) (Output, error) {
	return v.run.Call(ctx, v.who, name, arguments)
}

// CallTool is Call for a tool from Tools.
func (v RoomView) CallTool(ctx context.Context, t Tool, arguments json.RawMessage) (Output, error) {
	return v.run.CallTool(ctx, v.who, t, arguments)
}

// Close disconnects every provider and waits until nothing is left. Further calls are
// no-ops.
func (r *Room) Close() { r.run.Close() }
