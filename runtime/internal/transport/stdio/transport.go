package stdio

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/internal/transport/duplex"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Transport is one child process and the messages to and from it. Make it with
// [New]; its methods may be called from any goroutine.
type Transport struct {
	opts    Options
	session *duplex.Session

	mu      sync.Mutex
	phase   phase
	stopped bool          // Close was called
	closing chan struct{} // closed by the first Close
	closed  chan struct{} // closed when everything has ended

	// Set by Connect before any of the goroutines starts.
	proc       process.Process
	ending     sync.Once // starts the owner
	out        *duplex.Writer
	exited     chan struct{} // closed when the process has ended
	readOver   chan struct{} // closed when stdout has ended or failed
	readDone   chan struct{} // closed when stdout is not read any more
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

var _ transport.Transport = (*Transport)(nil)

// New returns a transport that is not connected. It starts nothing.
func New(o Options) *Transport {
	o = o.withDefaults()
	return &Transport{
		opts:       o,
		session:    duplex.New(duplex.Options{Name: o.Name, Clock: o.Clock, IDs: o.IDs, Timeout: o.Timeout, Lines: true}),
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
	t.opts.Command.Outlived = t.outlived
	proc, err := t.opts.Starter.Start(t.opts.Command)
	if err == nil {
		t.proc = proc
		t.out = duplex.NewWriter(proc.Stdin(), t.opts.MaxQueue, t.end)
		t.session.Attach(t.out)
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
	t.session.Accept(!t.stopped)
	t.run()
	if t.stopped {
		t.end()
		return transport.ErrClosed
	}
	return nil
}

// Connected reports whether requests are accepted.
func (t *Transport) Connected() bool { return t.session.Accepting() }

// SetCallbacks replaces all callbacks at once.
func (t *Transport) SetCallbacks(c transport.Callbacks) { t.session.Dispatcher.Set(c) }

// Request sends a request and waits for its answer. Giving up is local: nothing
// is sent (OMP-TP-52), and a late answer counts as unknown (OMP-TP-21).
func (t *Transport) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return t.session.Request(ctx, method, params)
}

// Notify queues a notification. It waits for nothing, so it needs no deadline.
func (t *Transport) Notify(method string, params any) error { return t.session.Notify(method, params) }

// Close rejects what is pending, ends the process, waits until its output has
// been read to the end and calls OnClose. Its time is bounded by Options.Stop.
// A transport that was never connected just stays unusable.
func (t *Transport) Close() error {
	t.mu.Lock()
	if !t.stopped {
		t.stopped = true
		t.session.Accept(false)
		t.session.Dispatcher.Mute()
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

// SetModern implements [transport.Modern].
func (t *Transport) SetModern(on bool) { t.session.SetModern(on) }

// Stream implements [transport.Modern].
func (t *Transport) Stream(ctx context.Context, method string, params any, begun func(id string)) (json.RawMessage, error) {
	return t.session.Stream(ctx, method, params, begun)
}
