// Package flight lets those who want the same thing at once share one run of it. It runs
// nothing itself and remembers no outcome.
package flight

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Group is the runs under way, by their keys. It starts no goroutine: the caller that
// joins first runs and finishes. That is what x/sync/singleflight cannot do, whose runs
// have no owner to wait for them. The zero value is ready; the methods may be called from
// any goroutine.
type Group[T any] struct {
	mu      sync.Mutex
	running map[string]*Run[T]
}

// Run is one run, which those who have joined it wait for.
type Run[T any] struct {
	done  chan struct{} // closed when value and err are set
	value T
	err   error
}

// Join returns the run of key that is under way. If there is none it begins one: then
// mine is true, and the caller has to finish it.
func (g *Group[T]) Join(key string) (r *Run[T], mine bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r = g.running[key]; r != nil {
		return r, false
	}
	if g.running == nil {
		g.running = map[string]*Run[T]{}
	}
	r = &Run[T]{done: make(chan struct{})}
	g.running[key] = r
	return r, true
}

// Finish ends a run for all who share it.
func (g *Group[T]) Finish(key string, r *Run[T], value T, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.running, key)
	r.value, r.err = value, err
	close(r.done)
}

// Await waits until every run that is under way has finished.
func (g *Group[T]) Await() {
	g.mu.Lock()
	all := slices.Collect(maps.Values(g.running))
	g.mu.Unlock()
	for _, r := range all {
		<-r.done
	}
}

// Wait waits for the end of a run or of ctx, whose cause it returns. Callers that
// share the run go on one after the other.
func (r *Run[T]) Wait(ctx context.Context, clk clock.Clock) (T, error) {
	if err := clock.Await(ctx, clk, r.done); err != nil {
		var none T
		return none, err
	}
	return r.value, r.err
}
