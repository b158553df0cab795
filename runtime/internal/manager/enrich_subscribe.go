package manager

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// subscription is where one resource stands between what is wished and what the
// server was told.
type subscription int

const (
	unsubscribed  subscription = iota
	subscribing                // asked, not answered
	subscribed                 // updates are passed on
	unsubscribing              // taken back, not answered
	refused                    // asked again when the list or the setting changes
)

// deed is the request that brings a resource closer to what is wished.
type deed int

const (
	doNothing deed = iota
	doSubscribe
	doUnsubscribe
)

// due says what to do. While an answer is due nothing is: whoever gets it looks
// again. So a subscription that is confirmed when it is wished no more is taken
// back, and one that was unwished and wished meanwhile stays as it is (F-52).
func (s subscription) due(wished bool) deed {
	switch {
	case wished && s == unsubscribed:
		return doSubscribe
	case !wished && s == subscribed:
		return doUnsubscribe
	}
	return doNothing
}

// answered is the state after an answer. A server that does not confirm the end
// of a subscription is not asked again; its updates are ignored.
func (s subscription) answered(err error) subscription {
	switch {
	case s == unsubscribing:
		return unsubscribed
	case err != nil:
		return refused
	}
	return subscribed
}

const (
	// parallelMax bounds the requests for subscriptions of one connection that
	// are under way at once.
	parallelMax = 32
	// farewellMax is how long disconnecting waits for a server to confirm the end
	// of its subscriptions: they end with the connection anyway.
	farewellMax = 500 * time.Millisecond
)

// subscriptions are those of one connection, guarded by the manager's mutex.
type subscriptions struct {
	uris    []string        // listed, in the server's order, each once
	isThere map[string]bool // the same as a set
	state   map[string]subscription
	queue   []string // resources to look at
	workers int      // that look
	hired   int      // workers so far
	left    chan struct{}
}

// SetSubscriptions begins or ends the subscriptions to all resources of all
// servers (F-52). It waits for nothing: requests that are under way are dealt
// with when they are answered. It outranks [Notifications.Subscribe].
func (m *Manager) SetSubscriptions(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.subscribe == on {
		return
	}
	m.subscribe = on
	for _, name := range m.order {
		if e := m.servers[name].extras; e != nil {
			e.review()
		}
	}
}

// listed takes note of the resources there are; m.mu is held.
func (e *extras) listed(resources []protocol.Resource) {
	e.uris, e.isThere = nil, map[string]bool{}
	for _, r := range resources {
		if !e.isThere[r.URI] {
			e.isThere[r.URI] = true
			e.uris = append(e.uris, r.URI)
		}
	}
	e.review()
}

// wished reports whether a resource is to be subscribed to; m.mu is held.
func (e *extras) wished(uri string) bool {
	return e.s.m.subscribe && e.isThere[uri] && e.current()
}

// review looks at all resources after what is wished has changed: first at those
// that are gone, then at those that are there; m.mu is held.
func (e *extras) review() {
	if r := e.lib.Server().Capabilities.Resources; r == nil || !r.Subscribe {
		return
	}
	maps.DeleteFunc(e.state, func(_ string, s subscription) bool { return s == refused })
	e.queue = nil
	for _, uri := range slices.Sorted(maps.Keys(e.state)) {
		if !e.isThere[uri] {
			e.queue = append(e.queue, uri)
		}
	}
	e.queue = append(e.queue, e.uris...)
	e.queue = slices.DeleteFunc(e.queue, func(uri string) bool {
		return e.state[uri].due(e.wished(uri)) == doNothing
	})
	for range min(parallelMax-e.workers, len(e.queue)) {
		e.workers++
		e.hired++
		clk := clock.Named(e.s.m.clk, fmt.Sprintf("%s/subscribe-%06d", e.s.config.Name, e.hired))
		e.spawn(clk, e.work)
	}
}

// work brings the resources of the queue closer to what is wished.
func (e *extras) work() {
	for {
		uri, request := e.take()
		if request == nil {
			return
		}
		e.settle(uri, request(e.ctx, uri))
	}
}

// take is the next request to make; nil if there is none.
func (e *extras) take() (uri string, request func(context.Context, string) error) {
	e.s.m.mu.Lock()
	defer e.s.m.mu.Unlock()
	for len(e.queue) > 0 && e.ctx.Err() == nil {
		uri, e.queue = e.queue[0], e.queue[1:]
		switch e.state[uri].due(e.wished(uri)) {
		case doSubscribe:
			e.state[uri] = subscribing
			return uri, e.lib.Subscribe
		case doUnsubscribe:
			e.state[uri] = unsubscribing
			return uri, e.lib.Unsubscribe
		}
	}
	e.workers--
	if e.workers == 0 && e.left != nil {
		close(e.left)
		e.left = nil
	}
	return "", nil
}

// settle records an answer. The resource is looked at again, as what is wished
// may have changed while the answer was due.
func (e *extras) settle(uri string, err error) {
	what := "subscribing to "
	e.s.m.mu.Lock()
	if e.state[uri] == unsubscribing {
		what = "unsubscribing from "
	}
	if e.state[uri] = e.state[uri].answered(err); e.state[uri] == unsubscribed {
		delete(e.state, uri)
	}
	e.queue = append(e.queue, uri)
	over := e.over
	e.s.m.mu.Unlock()
	if err != nil && !over {
		e.log(e.s.config.Name+"/subscriptions", "warn", what+uri+" failed", err)
	}
}

// part ends the extras of a server that is being stopped: subscriptions are
// taken back as far as the server answers in time, and nothing else counts.
func (s *server) part() {
	s.m.mu.Lock()
	e := s.extras
	var left chan struct{}
	if e != nil {
		left = e.leave()
	}
	s.m.mu.Unlock()
	if left != nil {
		clk := clock.Named(s.m.clk, s.config.Name+"/farewell")
		ctx, cancel := clock.WithTimeout(context.WithoutCancel(s.ctx), clk, farewellMax)
		select {
		case <-left:
		case <-ctx.Done():
		case <-e.conn.Closed():
		}
		cancel()
	}
	s.m.mu.Lock()
	join := s.abandon()
	s.m.mu.Unlock()
	join()
}

// leave wishes for no subscription any more and returns what is closed when the
// server has been told; nil if there is nothing to tell. m.mu is held.
func (e *extras) leave() chan struct{} {
	e.leaving = true
	e.review()
	if e.workers == 0 {
		return nil
	}
	e.left = make(chan struct{})
	return e.left
}
