package fakeserver

import (
	"context"
	"errors"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// output is a queue of things to write. The engine puts, one goroutine (the
// writer of a process, the handler of an HTTP exchange) takes: so the engine never
// waits for a slow reader.
type output struct {
	items  []item
	wake   chan struct{} // capacity 1
	room   chan struct{} // capacity 1: it is not full any more
	size   int           // of the items, in bytes
	shared *int          // size of all outputs of its transport; nil: it is counted alone
	closed bool          // nothing is taken any more
	full   bool          // more was put than may wait: its client is to be given up
}

// itemCost is what an item takes besides its data, in bytes: many small ones take more than
// they say.
const itemCost = 128

func (it item) size() int { return len(it.data) + itemCost }

// maxQueued is how many bytes may wait for a client before nothing more is read of
// what it sends over a pipe or a WebSocket.
const maxQueued = 16 << 20

// mostUnread is how many bytes may wait for all clients over HTTP together before requests are
// refused: what they bring about may be for a stream that nobody reads. If as many wait for
// all over WebSockets, nothing is read of one that has not taken its answers.
const mostUnread = 64 << 20

func newOutput() *output {
	return &output{wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put adds items; the server's lock is held.
func (o *output) put(items ...item) {
	if o.closed {
		return
	}
	for _, it := range items {
		if o.full = o.full || o.over(); o.full && len(it.data) > 0 {
			continue
		}
		o.items = append(o.items, it)
		o.count(it.size())
	}
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// mostWaiting is how many bytes may wait for a client, and for all of a transport, while a script
// makes more: a client that has not taken what it has is given up then.
const mostWaiting = int(mostMade)

func (o *output) over() bool {
	return o.size > 0 && (o.size > mostWaiting || o.shared != nil && *o.shared > mostWaiting)
}

// jump drops what is queued and puts it instead.
func (o *output) jump(it item) {
	o.empty()
	o.put(it)
}

func (o *output) empty() {
	o.count(-o.size)
	o.items = nil
}

// end is when nothing is taken any more.
func (o *output) end() {
	o.closed = true
	o.empty()
}

func (o *output) count(bytes int) {
	o.size += bytes
	if o.shared != nil {
		*o.shared += bytes
	}
}

// errEnded says that the taker has nothing more to do.
var errEnded = errors.New("ended")

// take waits for the next item. It returns the cause of an ended ctx.
func (s *Server) take(ctx context.Context, o *output) (item, error) {
	for {
		if it, ok := s.next(o); ok {
			return it, nil
		}
		if err := context.Cause(ctx); err != nil {
			return item{}, err
		}
		select {
		case <-o.wake:
		case <-ctx.Done():
		}
	}
}

func (s *Server) next(o *output) (item, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(o.items) == 0 {
		return item{}, false
	}
	it := o.items[0]
	o.items[0] = item{}
	before := o.size
	o.count(-it.size())
	if before > maxQueued && o.size <= maxQueued || o.size == 0 {
		select {
		case o.room <- struct{}{}:
		default:
		}
	}
	if len(o.items) > 1 {
		o.items = o.items[1:]
	} else {
		o.items = o.items[:0] // its memory is used again
	}
	return it, true
}

// awaitRoom waits while too much is queued, or until ctx ends.
func (s *Server) awaitRoom(ctx context.Context, o *output) {
	for s.crowded(o) {
		select {
		case <-o.room:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Server) crowded(o *output) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !o.closed && (o.size > maxQueued || o.size > 0 && o.shared != nil && *o.shared > mostUnread)
}

// pause waits for d of the server's clock.
func (s *Server) pause(ctx context.Context, actor string, d time.Duration) error {
	return clock.Sleep(ctx, clock.Named(s.clk, actor), s.scaled(d))
}
