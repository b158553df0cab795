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
	closed bool          // nothing is taken any more
}

func newOutput() *output { return &output{wake: make(chan struct{}, 1)} }

// put adds items; the server's lock is held.
func (o *output) put(items ...item) {
	if o.closed {
		return
	}
	o.items = append(o.items, items...)
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// jump drops what is queued and puts it instead.
func (o *output) jump(it item) {
	o.items = nil
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
	if len(o.items) > 1 {
		o.items = o.items[1:]
	} else {
		o.items = o.items[:0] // its memory is used again
	}
	return it, true
}

// pause waits for d of the server's clock.
func (s *Server) pause(ctx context.Context, actor string, d time.Duration) error {
	return clock.Sleep(ctx, clock.Named(s.clk, actor), d)
}
