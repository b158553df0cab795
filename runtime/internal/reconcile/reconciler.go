package reconcile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
)

// actor observes what a pass does.
const actor = "reconcile"

// ErrClosed is returned by a reconciler that was closed.
var ErrClosed = errors.New("reconciling has ended")

// Driver runs servers. It is used by one goroutine at a time.
type Driver interface {
	// Online lists the servers that were started and not stopped since, by
	// the reconciler or not, in the order in which they came online. Keys and filters are left
	// empty: they are the reconciler's to remember.
	Online() []Online
	// Stop disconnects a server, drops everything it offered, and returns when
	// that is done (QWEN-48).
	Stop(name string)
	// Connect starts servers side by side and returns when all have settled. One
	// that runs is disconnected and what it offered is dropped first (QWEN-49). The
	// failure of a server is its own and no error (QWEN-63).
	Connect(ctx context.Context, servers []config.Server) error
	// Refilter applies the filters of a definition to what the server offers.
	Refilter(server config.Server)
}

// Wanted is what the servers are to be at one moment.
type Wanted struct {
	Servers []Desired
	// Untrusted is a directory in which a pass does nothing: no connection is
	// made, and none is closed either (QWEN-53, A-Q6).
	Untrusted bool
}

// Options are what a reconciler works with. All but Events must be set.
type Options struct {
	Driver Driver
	// Wanted is asked anew by every pass, so that the last pass sees the newest
	// definitions (QWEN-38).
	Wanted func(ctx context.Context) (Wanted, error)
	Clock  clock.Clock
	Events event.Sink // nil: discarded
}

// Reconciler carries plans out, one at a time, for all who ask (QWEN-39). Its methods
// may be called from any goroutine.
type Reconciler struct {
	o     Options
	facts facts.Emitter
	ctx   context.Context
	close context.CancelCauseFunc
	wg    sync.WaitGroup

	mu      sync.Mutex
	running *flight // nil while no pass is under way
	again   bool    // a pass was asked for during the pass
	passes  int

	// Of the pass under way alone: keys and filters of the servers it has
	// connected, until they go (QWEN-58).
	known map[string]identity
}

// identity is what a server was started with.
type identity struct{ key, filter string }

// flight is the passes that several callers share.
type flight struct {
	done chan struct{}
	err  error // set before done is closed
}

// New returns a reconciler. It does nothing until it is asked.
func New(o Options) *Reconciler {
	r := &Reconciler{o: o, facts: facts.To(o.Events, o.Clock), known: map[string]identity{}}
	r.ctx, r.close = context.WithCancelCause(context.Background())
	return r
}

// Reconcile makes a pass and waits for its end. During a pass it asks for one
// more, together with all others who ask meanwhile, and waits for that
// (QWEN-38, A-Q8). If a pass fails, all who wait get its error, no further pass is
// made, and the next call begins anew (A-Q9). The end of ctx ends the wait, not
// the pass.
func (r *Reconciler) Reconcile(ctx context.Context) error {
	r.mu.Lock()
	if r.ctx.Err() != nil {
		r.mu.Unlock()
		return ErrClosed
	}
	f := r.running
	if f != nil {
		r.again = true
	} else {
		f = &flight{done: make(chan struct{})}
		r.running = f
		clock.Go(&r.wg, r.o.Clock, actor, func(clock.Clock) { r.run(f) })
	}
	r.mu.Unlock()
	select {
	case <-f.done:
		return f.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Close ends the pass under way, waits for it, and makes no other. Servers stay as
// they are.
func (r *Reconciler) Close() {
	r.mu.Lock()
	r.close(ErrClosed)
	r.mu.Unlock()
	r.wg.Wait()
}

// run makes passes until none was asked for during the last one.
func (r *Reconciler) run(f *flight) {
	for {
		err := r.pass()
		r.mu.Lock()
		if err == nil && r.again {
			r.again = false
			r.mu.Unlock()
			continue
		}
		r.running, r.again = nil, false
		r.mu.Unlock()
		f.err = err
		close(f.done)
		return
	}
}

// pass is one comparison and what follows from it. It tells that servers may
// have changed, last of all, whatever became of it (QWEN-08).
func (r *Reconciler) pass() error {
	r.passes++
	r.facts.Emit(actor, event.Event{Kind: event.ReconcileStart, N: r.passes})
	summary, err := r.apply()
	r.facts.Emit(actor, event.Event{Kind: event.ReconcileEnd, N: r.passes, Text: summary, Err: facts.Text(err)})
	r.facts.Emit(actor, event.Event{Kind: event.ServersUpdated})
	return err
}

// apply makes online what is wanted and says in a line what it did.
func (r *Reconciler) apply() (summary string, err error) {
	want, err := r.o.Wanted(r.ctx)
	switch {
	case err != nil:
		return "", fmt.Errorf("finding out which servers are wanted: %w", err)
	case want.Untrusted:
		return "untrusted", nil
	}
	r.facts.Emit(actor, event.Event{Kind: event.ServersUpdated})
	plan := Compare(r.online(), want.Servers)
	for _, name := range plan.Removed {
		r.o.Driver.Stop(name)
	}
	for _, server := range plan.Refiltered {
		r.o.Driver.Refilter(server)
	}
	r.remember(want.Servers)
	if connecting := plan.Connecting(want.Servers); len(connecting) > 0 {
		err = r.o.Driver.Connect(r.ctx, connecting)
	}
	return plan.String(), err
}

// online adds what is known of the servers.
func (r *Reconciler) online() []Online {
	online := r.o.Driver.Online()
	for i, o := range online {
		if k, ok := r.known[o.Name]; ok {
			online[i].Key, online[i].Filter = k.key, k.filter
		}
	}
	return online
}

// remember notes how the servers that may connect are, or are about to be. What was known
// of others, which have been stopped, is forgotten (QWEN-58).
func (r *Reconciler) remember(servers []Desired) {
	clear(r.known)
	for _, d := range servers {
		if !d.Blocked {
			r.known[d.Server.Name] = identity{d.Key, d.Filter}
		}
	}
}

// String is a line such as "removed a; changed b; added c, d; kept 3".
func (p Plan) String() string {
	var parts []string
	say := func(what string, names []string) {
		if len(names) > 0 {
			parts = append(parts, what+" "+strings.Join(names, ", "))
		}
	}
	say("removed", p.Removed)
	say("changed", names(p.Changed))
	say("retried", names(p.Retried))
	say("added", names(p.Added))
	say("refiltered", names(p.Refiltered))
	if n := len(p.Unchanged); n > 0 {
		parts = append(parts, fmt.Sprintf("kept %d", n))
	}
	return strings.Join(parts, "; ")
}

func names(servers []config.Server) []string {
	out := make([]string, len(servers))
	for i, s := range servers {
		out[i] = s.Name
	}
	return out
}
