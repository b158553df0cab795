package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// subscription is where one resource stands between what is wanted and what the
// server was told.
type subscription int

const (
	unsubscribed  subscription = iota
	subscribing                // asked, not answered
	subscribed                 // updates are passed on
	unsubscribing              // taken back, not answered
	refused                    // asked again when the list or the setting changes
)

// next is the state that a request is due for, the same if none is. That is so while
// one is under way: its answer is looked at again. So a subscription that is confirmed
// when it is not wanted any more is taken back, and one that was unwanted and wanted
// meanwhile stays as it is (F-52).
func (s subscription) next(wanted bool) subscription {
	switch {
	case wanted && s == unsubscribed:
		return subscribing
	case !wanted && s == subscribed:
		return unsubscribing
	}
	return s
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

// subscriptions are those of one connection, guarded by the mirror's mutex.
type subscriptions struct {
	uris    []string        // listed, in the server's order, each once
	isThere map[string]bool // the same as a set
	state   map[string]subscription
	queue   []string      // resources to look at
	workers int           // that look
	started int           // workers so far
	idle    chan struct{} // closed when the last worker ends; nil: no other goroutine waits for that
}

// listed takes note of the resources there are; the mutex is held.
func (f *follower) listed() {
	f.uris, f.isThere = nil, map[string]bool{}
	for _, r := range f.m.contents.Resources {
		if !f.isThere[r.URI] {
			f.isThere[r.URI] = true
			f.uris = append(f.uris, r.URI)
		}
	}
	f.review()
}

// wanted reports whether a resource is to be subscribed to; the mutex is held.
func (f *follower) wanted(uri string) bool {
	return f.m.subscribe && f.isThere[uri] && f.current()
}

// review looks at all resources after what is wanted has changed: first at those
// that are gone, then at those that are there; the mutex is held.
func (f *follower) review() {
	if r := f.conn.Server().Capabilities.Resources; r == nil || !r.Subscribe {
		return
	}
	maps.DeleteFunc(f.state, func(_ string, s subscription) bool { return s == refused })
	var queue []string
	for _, uri := range slices.Sorted(maps.Keys(f.state)) {
		if !f.isThere[uri] {
			queue = append(queue, uri)
		}
	}
	f.queue = slices.DeleteFunc(append(queue, f.uris...), func(uri string) bool {
		return f.state[uri].next(f.wanted(uri)) == f.state[uri]
	})
	for range min(parallelMax-f.workers, len(f.queue)) {
		f.workers++
		f.started++
		f.spawn(fmt.Sprintf("%s/subscribe-%06d", f.m.o.Server, f.started), func(clock.Clock) { f.work() })
	}
}

// work brings the resources of the queue closer to what is wanted.
func (f *follower) work() {
	for {
		uri, request := f.take()
		if request == nil {
			return
		}
		f.settle(uri, request(f.ctx, uri))
	}
}

// take is the next request to make; nil if there is none.
func (f *follower) take() (uri string, request func(context.Context, string) error) {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	for len(f.queue) > 0 && f.ctx.Err() == nil {
		uri, f.queue = f.queue[0], f.queue[1:]
		before := f.state[uri]
		next := before.next(f.wanted(uri))
		if next == before {
			continue
		}
		f.state[uri] = next
		if next == subscribing {
			return uri, f.conn.Subscribe
		}
		return uri, f.conn.Unsubscribe
	}
	f.workers--
	if f.workers == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
	return "", nil
}

// settle records an answer. The resource is looked at again, as what is wanted
// may have changed while the request was under way.
func (f *follower) settle(uri string, err error) {
	what := "subscribing to "
	f.m.mu.Lock()
	if f.state[uri] == unsubscribing {
		what = "unsubscribing from "
	}
	if f.state[uri] = f.state[uri].answered(err); f.state[uri] == unsubscribed {
		delete(f.state, uri)
	}
	f.queue = append(f.queue, uri)
	over := f.over
	f.m.mu.Unlock()
	if err != nil && !over {
		f.log(f.m.o.Server+"/subscriptions", what+uri+" failed", err)
	}
}

// leave wants no subscription any more and returns what is closed when the server
// has been told; nil if there is nothing to tell. The mutex is held.
func (f *follower) leave() chan struct{} {
	f.leaving = true
	f.review()
	if f.workers == 0 {
		return nil
	}
	f.idle = make(chan struct{})
	return f.idle
}
