package duplex

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Options are what a session works with. All but Timeout and Lines must be set.
type Options struct {
	Name  string // the server's; it prefixes the names of clock actors
	Clock clock.Clock
	IDs   jsonrpc.IDSource
	// Timeout bounds each request, from queueing to its answer; 0 is no deadline.
	Timeout time.Duration
	// Lines ends each frame with a newline.
	Lines bool
}

// Session is one stream of messages in both directions. Make it with [New]; it
// accepts no requests before Accept. Its methods may be called from any
// goroutine, except those that handle input: they belong to the reader.
type Session struct {
	Dispatcher dispatch.Dispatcher
	calls

	opts   Options
	modern atomic.Bool
	timers clock.Clock // deadlines of requests
	out    *Writer     // set before the first request
}

// New returns a session without a stream.
func New(o Options) *Session {
	return &Session{opts: o, timers: clock.Named(o.Clock, o.Name+"/request")}
}

// Attach gives the session the writer of its stream. It is called once, before
// Accept.
func (s *Session) Attach(w *Writer) { s.out = w }

// Request sends a request and waits for its answer. Giving up is local: nothing
// is sent (OMP-TP-52), and a late answer is dropped as unknown (OMP-TP-21).
func (s *Session) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return s.ask(ctx, method, params, s.opts.Timeout, nil)
}

// Stream implements [transport.Modern].
func (s *Session) Stream(ctx context.Context, method string, params any, begun func(id string)) (json.RawMessage, error) {
	return s.ask(ctx, method, params, 0, begun)
}

// SetModern implements [transport.Modern].
func (s *Session) SetModern(on bool) { s.modern.Store(on) }

// ask is Request with a limit of its own; 0 = none.
func (s *Session) ask(ctx context.Context, method string, params any, limit time.Duration, begun func(id string)) (json.RawMessage, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	id := s.opts.IDs.Next()
	f := newFrame()
	if err := f.Request(id, method, params); err != nil {
		return nil, err
	}
	c, err := s.calls.add(id)
	if err != nil {
		return nil, err
	}
	if begun != nil {
		begun(id)
	}
	if err := s.send(item{f, false}, method); err != nil {
		s.calls.take([]byte(id))
		return nil, err
	}
	result, err, gaveUp := s.await(ctx, c, limit)
	if gaveUp && s.modern.Load() && method != protocol.MethodDiscover {
		_ = s.Notify(protocol.NotifyCancelled, cancelled{json.RawMessage(id)}) // what is closed needs none
	}
	return result, err
}

// cancelled are the params of notifications/cancelled.
type cancelled struct {
	RequestID json.RawMessage `json:"requestId"`
}

// await waits for the answer, the caller or the deadline. If the answer is there
// already, it wins.
func (s *Session) await(ctx context.Context, c *call, limit time.Duration) (result json.RawMessage, err error, gaveUp bool) {
	var deadline <-chan time.Time
	if limit > 0 {
		timer := s.timers.NewTimer(limit)
		defer timer.Stop()
		deadline = timer.Chan()
	}
	var reason error
	select {
	case a := <-c.done:
		return a.result, a.err, false
	case <-ctx.Done():
		reason = context.Cause(ctx)
	case <-deadline:
		reason = &transport.TimeoutError{What: "Request", After: limit}
	}
	if s.calls.take([]byte(c.id)) == nil {
		a := <-c.done
		return a.result, a.err, false
	}
	// One cancelled context may have woken many callers: they go on in turn.
	actor := s.opts.Name + "/call-" + strconv.Itoa(c.ord)
	clock.Yield(clock.Named(s.opts.Clock, actor))
	return nil, reason, true
}

// Notify queues a notification. It waits for nothing, so it needs no deadline.
func (s *Session) Notify(method string, params any) error {
	if !s.Accepting() {
		return transport.ErrNotConnected
	}
	f := newFrame()
	if err := f.Notification(method, params); err != nil {
		return err
	}
	return s.send(item{f, false}, method)
}

// send completes the frame and queues it.
func (s *Session) send(f item, what string) error {
	if s.opts.Lines {
		f.Newline()
	}
	err := s.out.send(f)
	if err == nil || err == ErrQueueFull { //nolint:errorlint // never wrapped
		return err
	}
	return fmt.Errorf("%w while sending %q: %w", transport.ErrClosed, what, err)
}

// Reject ends every request in flight, oldest first and one at a time, so that
// their callers go on in one order. No more are accepted.
func (s *Session) Reject(clk clock.Clock) {
	for _, c := range s.calls.close() {
		c.done <- answer{err: transport.ErrClosed}
		clock.Yield(clk)
	}
}
