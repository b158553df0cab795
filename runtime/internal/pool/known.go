package pool

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// known are the lists of a server as they were heard last: a later user gets them
// at once, and the server is not asked (S-QWEN-32).
type known struct {
	tools     list[json.RawMessage]
	resources list[protocol.Resource]
	templates list[protocol.ResourceTemplate]
	prompts   list[protocol.Prompt]
}

// anything reports whether the server is known to offer something.
func (k *known) anything() bool {
	return len(k.tools.items)+len(k.resources.items)+len(k.templates.items)+len(k.prompts.items) > 0
}

// list is one list. Its fields are guarded by the mutex of the pool.
type list[T any] struct {
	items   []T
	valid   bool
	stale   bool          // what is being loaded was announced to have changed
	loading chan struct{} // closed when the load under way has ended; nil: there is none
}

// forget makes the next one who wants the list ask for it.
func (l *list[T]) forget() { l.valid, l.stale = false, true }

// get returns the list, and loads it if it is not known. Of several who want it one
// asks the server; should that fail, the next one tries.
func get[T any](ctx context.Context, v *view, l *list[T], load func(context.Context) ([]T, error)) ([]T, error) {
	mu := &v.entry.p.mu
	for {
		mu.Lock()
		if l.valid {
			defer mu.Unlock()
			return slices.Clone(l.items), nil
		}
		loading := l.loading
		if loading == nil {
			l.loading, l.stale = make(chan struct{}), false
			mu.Unlock()
			return fill(ctx, v, l, load)
		}
		mu.Unlock()
		if err := clock.Await(ctx, v.clk, loading); err != nil {
			return nil, err
		}
	}
}

// fill loads a list and keeps it, unless it has changed meanwhile.
func fill[T any](ctx context.Context, v *view, l *list[T], load func(context.Context) ([]T, error)) ([]T, error) {
	items, err := load(ctx)
	v.entry.p.mu.Lock()
	defer v.entry.p.mu.Unlock()
	close(l.loading)
	l.loading = nil
	if err != nil {
		return nil, err
	}
	l.items, l.valid = items, !l.stale
	return slices.Clone(items), nil
}
