package stdio

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Transport is one child process and the messages to and from it. Make it with
// [New]; its methods may be called from any goroutine.
type Transport struct {
	opts   Options
	timers clock.Clock // deadlines of requests
	inbox  transport.Inbox
	calls  calls
	stderr tail
	counts counts

	mu      sync.Mutex
	phase   phase
	stopped bool          // Close was called
	closing chan struct{} // closed by the first Close
	closed  chan struct{} // closed when everything has ended

	// Set by Connect before any of the goroutines starts.
	proc       Process
	ending     sync.Once // starts the owner
	out        *writer
	exited     chan struct{} // closed when the process has ended and exit is set
	exit       exit
	readOver   chan struct{} // closed when stdout has ended or failed
	readDone   chan struct{} // closed when nobody reads stdout any more
	stderrDone chan struct{}
}

// phase is how far Connect got.
type phase uint8

const (
	idle     phase = iota
	starting       // Connect has claimed the transport
	running        // its end will close closed
	failed         // there is no process
)

// exit is how the process ended.
type exit struct {
	code int
	err  error
}

var _ transport.Transport = (*Transport)(nil)

// New returns a transport that is not connected. It starts nothing.
func New(o Options) *Transport {
	o = o.withDefaults()
	return &Transport{
		opts:       o,
		timers:     clock.Named(o.Clock, o.Name+"/request"),
		closing:    make(chan struct{}),
		closed:     make(chan struct{}),
		exited:     make(chan struct{}),
		readOver:   make(chan struct{}),
		readDone:   make(chan struct{}),
		stderrDone: make(chan struct{}),
	}
}

// Connect starts the process. The transport is connected at once, without any
// message from the server (OMP-TP-39). An error is the operating system's.
func (t *Transport) Connect(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if !t.claim() {
		return fmt.Errorf("connecting again: %w", transport.ErrNotConnected)
	}
	proc, err := t.opts.Starter.Start(t.opts.Command)
	if err == nil {
		t.proc = proc
		t.out = newWriter(proc.Stdin(), t.opts.MaxQueue, t.end)
		t.opts.Command.Env = nil // a whole environment, and not needed again
	}
	return t.settle(err)
}

func (t *Transport) claim() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.phase != idle || t.stopped {
		return false
	}
	t.phase = starting
	return true
}

// settle goes on after the start. A Close that came meanwhile finds an owner,
// which ends the process at once, or is told that there is none.
func (t *Transport) settle(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.phase = failed
		if t.stopped {
			close(t.closed)
		}
		return err
	}
	t.phase = running
	t.calls.accept(!t.stopped)
	t.run()
	if t.stopped {
		t.end()
		return transport.ErrClosed
	}
	return nil
}

// Connected reports whether requests are accepted.
func (t *Transport) Connected() bool { return t.calls.accepted() }

// SetCallbacks replaces all callbacks at once.
func (t *Transport) SetCallbacks(c transport.Callbacks) { t.inbox.Set(c) }

// Request sends a request and waits for its answer. Giving up is local: nothing
// is sent (OMP-TP-52), and a late answer counts as unknown (OMP-TP-21).
func (t *Transport) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	id := t.opts.IDs.Next()
	f := newFrame()
	if err := f.Request(id, method, params); err != nil {
		freeFrame(f)
		return nil, err
	}
	c, err := t.calls.add(id)
	if err != nil {
		freeFrame(f)
		return nil, err
	}
	if err := t.send(f, method); err != nil {
		t.calls.take([]byte(id))
		return nil, err
	}
	return t.await(ctx, c)
}

// await waits for the answer, the caller or the deadline. If the answer is there
// already, it wins.
func (t *Transport) await(ctx context.Context, c *call) (json.RawMessage, error) {
	var deadline <-chan time.Time
	if t.opts.Timeout > 0 {
		timer := t.timers.NewTimer(t.opts.Timeout)
		defer timer.Stop()
		deadline = timer.Chan()
	}
	var reason error
	select {
	case a := <-c.done:
		return a.result, a.err
	case <-ctx.Done():
		reason = context.Cause(ctx)
	case <-deadline:
		reason = &transport.TimeoutError{What: "Request", After: t.opts.Timeout}
	}
	if t.calls.take([]byte(c.id)) == nil {
		a := <-c.done
		return a.result, a.err
	}
	t.queue(c)
	return nil, reason
}

// queue waits for this caller's turn among all that one cancelled context may
// have woken. It does nothing in production.
func (t *Transport) queue(c *call) {
	actor := t.opts.Name + "/call-" + strconv.FormatUint(c.ord, 10)
	yield(clock.Named(t.opts.Clock, actor))
}

// Notify queues a notification. It waits for nothing, so it needs no deadline.
func (t *Transport) Notify(method string, params any) error {
	if !t.Connected() {
		return transport.ErrNotConnected
	}
	f := newFrame()
	if err := f.Notification(method, params); err != nil {
		freeFrame(f)
		return err
	}
	return t.send(f, method)
}

// send ends the line and queues the frame.
func (t *Transport) send(f *jsonrpc.Frame, what string) error {
	f.Newline()
	err := t.out.send(f)
	if err == nil {
		return nil
	}
	freeFrame(f)
	if err == ErrQueueFull { //nolint:errorlint // never wrapped
		return err
	}
	return fmt.Errorf("%w while sending %q: %w", transport.ErrClosed, what, err)
}

// Close rejects what is pending, ends the process, waits until its output has
// been read to the end and calls OnClose. Its time is bounded by Options.Stop.
// A transport that was never connected just stays unusable.
func (t *Transport) Close() error {
	t.mu.Lock()
	if !t.stopped {
		t.stopped = true
		t.calls.accept(false)
		t.inbox.Mute()
		close(t.closing)
		switch t.phase {
		case idle, failed:
			close(t.closed)
		case running:
			t.end()
		}
	}
	t.mu.Unlock()
	<-t.closed
	return nil
}
