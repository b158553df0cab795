package hotreload

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// listen tells all listeners side by side and waits for them, at most [Patience].
// One that takes longer goes on by itself, and is waited for when the watcher
// stops.
func (w *Watcher) listen(changes []Change) {
	w.mu.Lock()
	listeners := slices.Clone(w.listeners)
	w.mu.Unlock()
	patience, cancel := clock.WithTimeout(w.ctx, w.o.Clock, Patience)
	defer cancel()
	done := make([]chan struct{}, len(listeners))
	for i, listener := range listeners {
		done[i] = make(chan struct{})
		clock.Go(&w.running, w.o.Clock, fmt.Sprintf("%s/listener-%d", Actor, i), func(clock.Clock) {
			defer close(done[i])
			if err := listener.told(w.ctx, slices.Clone(changes)); err != nil {
				w.log("a listener to settings failed", err)
			}
		})
	}
	for i := range done {
		select {
		case <-done[i]:
		case <-patience.Done():
			w.impatient(done)
			return
		}
	}
}

// impatient logs that listeners are not waited for any longer, unless that is
// because the watcher stops, or they have just ended.
func (w *Watcher) impatient(done []chan struct{}) {
	for _, d := range done {
		select {
		case <-d:
		default:
			if w.ctx.Err() == nil {
				w.log("a listener to settings takes long", context.DeadlineExceeded)
			}
			return
		}
	}
}

func (w *Watcher) log(message string, err error) {
	w.facts.Emit(Actor, event.Log(event.Error, message, err.Error()))
}
