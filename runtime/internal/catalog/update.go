package catalog

import (
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// updates are those that consumers have not heard of yet, guarded by the mirror's
// mutex.
type updates struct {
	pending  []update // by the moment at which they are due
	updating bool     // an actor waits for the first of them
}

// update is a resource that has changed.
type update struct {
	uri string
	due time.Time
}

// updated takes note of a changed resource; the mutex is held. Only subscribed
// ones count (F-51). Another update of the same resource starts its wait anew.
// Without a wait it returns what tells the consumers.
func (f *follower) updated(uri string) (then func()) {
	if f.state[uri] != subscribed || !f.wanted(uri) {
		return nil
	}
	wait := f.m.o.Debounce
	if wait <= 0 {
		return func() { f.tell(uri) }
	}
	f.pending = slices.DeleteFunc(f.pending, func(u update) bool { return u.uri == uri })
	f.pending = append(f.pending, update{uri, f.m.o.Clock.Now().Add(wait)})
	if !f.updating {
		f.updating = true
		f.spawn(f.updater(), f.deliver)
	}
	return nil
}

// updater is the actor that tells of updates.
func (f *follower) updater() string { return f.m.o.Server + "/updates" }

// deliver tells consumers of updates when they are due, until there are none.
func (f *follower) deliver(clk clock.Clock) {
	for {
		uri, wait, more := f.nextUpdate()
		switch {
		case !more:
			return
		case wait > 0:
			_ = clock.Sleep(f.ctx, clk, wait)
		case uri != "":
			f.tell(uri)
		}
	}
}

// nextUpdate takes the first update if it is due, or says how long to wait for
// it. Without either, the update is not wanted any more.
func (f *follower) nextUpdate() (uri string, wait time.Duration, more bool) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if len(f.pending) == 0 || !f.current() {
		f.updating = false
		return uri, wait, false
	}
	first := f.pending[0]
	if wait = first.due.Sub(f.m.o.Clock.Now()); wait > 0 {
		return uri, wait, true
	}
	f.pending = f.pending[1:]
	if f.state[first.uri] == subscribed && f.wanted(first.uri) {
		uri = first.uri
	}
	return uri, wait, true
}

// tell tells consumers that a resource has changed.
func (f *follower) tell(uri string) {
	f.m.emit(f.updater(), event.Event{Kind: event.ResourceUpdated, Name: uri})
	if told := f.m.o.OnResourceUpdated; told != nil {
		told(f.m.o.Server, uri)
	}
}
