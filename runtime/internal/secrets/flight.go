package secrets

import (
	"context"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// flights lets those who want the same thing at once share one run of it. It
// starts no goroutine: whoever boards first runs, and lands. That is what
// x/sync/singleflight cannot do, whose runs have no owner to wait for them. The
// zero value is ready.
type flights[T any] struct {
	mu      sync.Mutex
	running map[string]*flight[T]
}

// flight is one run.
type flight[T any] struct {
	done  chan struct{} // closed when value and err are set
	value T
	err   error
}

// board returns the run of key that is under way. If there is none it begins
// one: then mine is true, and the caller has to land it.
func (f *flights[T]) board(key string) (fl *flight[T], mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl = f.running[key]; fl != nil {
		return fl, false
	}
	if f.running == nil {
		f.running = map[string]*flight[T]{}
	}
	fl = &flight[T]{done: make(chan struct{})}
	f.running[key] = fl
	return fl, true
}

// land ends a run for all who share it.
func (f *flights[T]) land(key string, fl *flight[T], value T, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.running, key)
	fl.value, fl.err = value, err
	close(fl.done)
}

// await waits until every run that is under way has landed.
func (f *flights[T]) await() {
	f.mu.Lock()
	var all []*flight[T]
	for _, fl := range f.running {
		all = append(all, fl)
	}
	f.mu.Unlock()
	for _, fl := range all {
		<-fl.done
	}
}

// wait waits for the end of a run or of ctx, whose cause it returns. Those who
// share the run go on one after the other.
func (fl *flight[T]) wait(ctx context.Context, clk clock.Clock) (T, error) {
	if err := clock.Await(ctx, clk, fl.done); err != nil {
		var none T
		return none, err
	}
	return fl.value, fl.err
}
