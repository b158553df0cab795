package manager

import (
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// updates are those that consumers have not heard of yet, guarded by the
// manager's mutex.
type updates struct {
	pending  []update // by the moment at which they are due
	updating bool     // somebody waits for the first of them
}

// update is a resource that has changed.
type update struct {
	uri string
	due time.Time
}

// updated takes note of a changed resource; m.mu is held. Only subscribed ones
// count (F-51). Another update of the same resource starts its wait anew. Without
// a wait it returns what tells the consumers.
func (e *extras) updated(uri string) (then func()) {
	if e.state[uri] != subscribed || !e.wished(uri) {
		return nil
	}
	wait := e.s.m.policy.Notifications.Debounce
	if wait <= 0 {
		return func() { e.tell(uri) }
	}
	e.pending = slices.DeleteFunc(e.pending, func(u update) bool { return u.uri == uri })
	e.pending = append(e.pending, update{uri, e.s.m.clk.Now().Add(wait)})
	if !e.updating {
		e.updating = true
		e.spawn(e.clk, e.deliver)
	}
	return nil
}

// deliver tells consumers of updates when they are due, until there are none.
func (e *extras) deliver() {
	for {
		uri, wait, more := e.nextUpdate()
		switch {
		case !more:
			return
		case wait > 0:
			_ = clock.Sleep(e.ctx, e.clk, wait)
		case uri != "":
			e.tell(uri)
		}
	}
}

// nextUpdate takes the first update if it is due, or says how long to wait for
// it. The result is an update that nobody wants any more if both are zero.
func (e *extras) nextUpdate() (uri string, wait time.Duration, more bool) {
	e.s.m.mu.Lock()
	defer e.s.m.mu.Unlock()
	if len(e.pending) == 0 || !e.current() {
		e.updating = false
		return "", 0, false
	}
	first := e.pending[0]
	if wait = first.due.Sub(e.s.m.clk.Now()); wait > 0 {
		return "", wait, true
	}
	e.pending = e.pending[1:]
	if e.state[first.uri] != subscribed || !e.wished(first.uri) {
		return "", 0, true
	}
	return first.uri, 0, true
}

// tell tells consumers that a resource has changed.
func (e *extras) tell(uri string) {
	name := e.s.config.Name
	e.emit(name+"/updates", event.Event{Kind: event.ResourceUpdated, Name: uri})
	if f := e.s.m.options.OnResourceUpdated; f != nil {
		f(name, uri)
	}
}
