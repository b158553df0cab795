package hotreload

import (
	"context"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Runtime is what a change of servers drives. Whether its servers may connect is
// kept apart from which there are and how they are reached (QWEN-46).
type Runtime interface {
	// SettingsServers and Gating are what was set last, by the gate or by the
	// program (QWEN-113).
	SettingsServers() settings.Map
	Gating() admission.Lists
	SetExcluded(names []string)
	// SetAllowed takes nil for "all"; an empty list is "none" (QWEN-106).
	SetAllowed(names []string)
	SetPending(names []string)
	// SetServers replaces the servers of the settings, as a whole (QWEN-42).
	SetServers(servers settings.Map)
	// Reconcile makes a pass, or shares the next one, and waits for its end.
	Reconcile(ctx context.Context) error
}

// Wanted is what the sources of configuration say at one moment.
type Wanted struct {
	Servers settings.Map
	Gating  admission.Lists
	// Promptable are the servers that the user has to decide about: strictly
	// pending, unlike Gating.Pending, which has rejected ones, too (QWEN-77).
	Promptable []string
}

// GateOptions are the surroundings of a gate. All but Events and OnApproval must
// be set.
type GateOptions struct {
	Runtime Runtime
	// Assemble rebuilds everything exactly as at boot, from all sources, first the
	// servers, then the lists (QWEN-24).
	Assemble func() Wanted
	// OnApproval is told that servers wait for a decision (S-QWEN-30). It must not
	// block.
	OnApproval func()
	Clock      clock.Clock
	Events     event.Sink // nil: discarded
}

// Gate lets changes of settings through that concern servers. It is one listener
// of one watcher.
type Gate struct {
	o     GateOptions
	facts facts.Emitter

	// Guarded by mu: what the passes that are waited for leave to be said.
	mu         sync.Mutex
	waiting    int
	failure    error
	promptable []string // as of the newest change
	passes     sync.WaitGroup
}

// NewGate returns a gate; [Gate.Changed] is its listener.
func NewGate(o GateOptions) *Gate {
	return &Gate{o: o, facts: facts.To(o.Events, o.Clock)}
}

const gateActor = Actor + "/gate"

// FailureText is what users are told when a reload fails (S-QWEN-29).
const FailureText = "Failed to reload MCP server settings; existing MCP state may be unchanged. Run with --debug for details."

// Changed is a [Listener]. If neither the servers nor the lists have changed it
// does nothing (QWEN-27). Otherwise the lists are set, the servers replaced, and
// the runtime reconciles, in this order (QWEN-10, QWEN-30). It does not wait for
// the pass: what is saved meanwhile must be there when the next one begins
// (QWEN-38).
func (g *Gate) Changed(ctx context.Context, _ []Change) error {
	want, runtime := g.o.Assemble(), g.o.Runtime
	if settings.Equal(runtime.SettingsServers(), want.Servers) && runtime.Gating().Equal(want.Gating) {
		return nil
	}
	runtime.SetExcluded(want.Gating.Excluded)
	runtime.SetAllowed(want.Gating.Allowed)
	runtime.SetPending(want.Gating.Pending)
	runtime.SetServers(want.Servers)
	g.mu.Lock()
	g.waiting++
	g.promptable = want.Promptable
	g.mu.Unlock()
	clock.Go(&g.passes, g.o.Clock, gateActor, func(clock.Clock) {
		g.conclude(ctx, runtime.Reconcile(ctx))
	})
	return nil
}

// Close waits for the passes that the gate has asked for. The watcher must have
// been stopped.
func (g *Gate) Close() { g.passes.Wait() }

// conclude logs a failure, once for all changes that shared a pass. Then, whether or
// not there was one, it tells OnApproval of pending servers (QWEN-73, QWEN-74).
func (g *Gate) conclude(ctx context.Context, err error) {
	g.mu.Lock()
	g.waiting--
	if err != nil {
		g.failure = err
	}
	failure, promptable, last := g.failure, g.promptable, g.waiting == 0
	if last {
		g.failure, g.promptable = nil, nil
	}
	g.mu.Unlock()
	if !last || ctx.Err() != nil {
		return
	}
	if failure != nil {
		g.facts.Emit(gateActor, event.Log(event.Error, FailureText, failure.Error()))
	}
	if len(promptable) == 0 {
		return
	}
	g.facts.Emit(gateActor, event.Event{Kind: event.ApprovalNeeded, N: len(promptable), Text: strings.Join(promptable, " ")})
	if f := g.o.OnApproval; f != nil {
		f()
	}
}
