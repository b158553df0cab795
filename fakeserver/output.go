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
	size   int           // bytes of the items
	closed bool          // nothing is taken any more
}

// maxQueued is how many bytes may wait for a client before nothing more is read of
// what it sends over a pipe or a WebSocket.
const maxQueued = 16 << 20

// mostUnread is how many bytes may wait for all clients over HTTP together before requests are
// refused: what they bring about may be for a stream that nobody reads.
const mostUnread = 64 << 20

// unread is how many bytes wait for clients over HTTP; the lock is held.
func (s *Server) unread() (n int) {
	for _, h := range s.exchanges {
		n += h.out.size
	}
	return n
}

func newOutput() *output {
	return &output{wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put adds items; the server's lock is held.
func (o *output) put(items ...item) {
	if o.closed {
		return
	}
	o.items = append(o.items, items...)
	for _, it := range items {
		o.size += len(it.data)
	}
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// jump drops what is queued and puts it instead.
func (o *output) jump(it item) {
	o.items, o.size = nil, 0
	o.put(it)
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
	if full := o.size > maxQueued; full && o.size-len(it.data) <= maxQueued {
		select {
		case o.room <- struct{}{}:
		default:
		}
	}
	o.size -= len(it.data)
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
	return o.size > maxQueued && !o.closed
}

// pause waits for d of the server's clock.
func (s *Server) pause(ctx context.Context, actor string, d time.Duration) error {
	return clock.Sleep(ctx, clock.Named(s.clk, actor), s.scaled(d))
}
