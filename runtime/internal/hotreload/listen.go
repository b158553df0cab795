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
func (w *Watcher) listen(l *life, changes []Change) {
	w.mu.Lock()
	listeners := slices.Clone(w.listeners)
	w.mu.Unlock()
	patience, cancel := clock.WithTimeout(l.ctx, w.o.Clock, Patience)
	defer cancel()
	done := make([]chan struct{}, len(listeners))
	for i, listener := range listeners {
		done[i] = make(chan struct{})
		clock.Go(&l.running, w.o.Clock, fmt.Sprintf("%s/listener-%d", Actor, i), func(clock.Clock) {
			defer close(done[i])
			if err := listener.told(l.ctx, slices.Clone(changes)); err != nil {
				w.log("a listener to settings failed", err)
			}
		})
	}
	for i := range done {
		select {
		case <-done[i]:
		case <-patience.Done():
			w.impatient(l, done)
			return
		}
	}
}

// impatient logs that listeners are not waited for any longer, unless that is
// because the watcher stops, or they have just ended.
func (w *Watcher) impatient(l *life, done []chan struct{}) {
	for _, d := range done {
		select {
		case <-d:
		default:
			if l.ctx.Err() == nil {
				w.log("a listener to settings takes long", context.DeadlineExceeded)
			}
			return
		}
	}
}

func (w *Watcher) log(message string, err error) {
	w.facts.Emit(Actor, event.Log(event.Error, message, err.Error()))
}
