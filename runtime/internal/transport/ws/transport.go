package ws

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/duplex"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Transport is one WebSocket and the messages over it. Make it with [New]; its
// methods may be called from any goroutine.
type Transport struct {
	opts    Options
	timers  clock.Clock
	session *duplex.Session
	life    context.Context // ends when Close begins, with ErrClosed as its cause
	abort   context.CancelCauseFunc

	mu     sync.Mutex
	phase  phase
	closed chan struct{} // closed when everything has ended

	// Set by Connect before any of the goroutines starts.
	conn     *socket
	out      *duplex.Writer
	ending   sync.Once // starts the owner
	readDone chan struct{}
}

// phase is how far the transport got.
type phase uint8

const (
	idle     phase = iota
	dialling       // Connect has claimed the transport
	open           // its end will close closed
	done           // there is no connection and will be none
)

var _ transport.Transport = (*Transport)(nil)

// New returns a transport that is not connected. It does no I/O.
func New(o Options) *Transport {
	o = o.withDefaults()
	t := &Transport{
		opts:     o,
		timers:   clock.Named(o.Clock, o.Name+"/upgrade"),
		session:  duplex.New(duplex.Options{Name: o.Name, Clock: o.Clock, IDs: o.IDs, Timeout: o.Timeout}),
		closed:   make(chan struct{}),
		readDone: make(chan struct{}),
	}
	t.life, t.abort = context.WithCancelCause(context.Background())
	return t
}

// Connect opens the connection and upgrades it, within Options.Timeout. It
// returns the cause of an ended ctx, a *transport.TimeoutError, a
// *transport.HTTPError, ErrNoUpgrade, ErrBadUpgrade, transport.ErrClosed, or what the network
// said.
func (t *Transport) Connect(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if !t.claim() {
		return fmt.Errorf("connecting again: %w", transport.ErrNotConnected)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(t.life, func() { cancel(transport.ErrClosed) })()
	conn, err := t.dial(ctx)
	return t.settle(conn, err)
}

func (t *Transport) claim() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.phase != idle {
		return false
	}
	t.phase = dialling
	return true
}

// settle goes on after the upgrade. A Close that came meanwhile is told that
// there is no connection.
func (t *Transport) settle(conn *socket, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil && t.life.Err() != nil {
		_ = conn.raw.Close()
		_ = conn.CloseNow()
		err = transport.ErrClosed
	}
	if err != nil {
		t.phase = done
		if t.life.Err() != nil {
			close(t.closed)
		}
		return err
	}
	t.phase, t.conn = open, conn
	t.out = duplex.NewWriter(frames{conn}, t.opts.MaxQueue, t.end)
	t.session.Attach(t.out)
	t.session.Accept(true)
	go clock.Run(t.read)
	return nil
}

// Connected reports whether requests are accepted.
func (t *Transport) Connected() bool { return t.session.Accepting() }

// SetCallbacks replaces all callbacks at once.
func (t *Transport) SetCallbacks(c transport.Callbacks) { t.session.Dispatcher.Set(c) }

// Request sends a request and waits for its answer. Giving up is local: nothing
// is sent, and a late answer counts as unknown.
func (t *Transport) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return t.session.Request(ctx, method, params)
}

// Notify queues a notification. It waits for nothing, so it needs no deadline.
func (t *Transport) Notify(method string, params any) error { return t.session.Notify(method, params) }

// Close rejects what is pending, performs the closing handshake and calls
// OnClose. Its time is bounded by Options.CloseWait. A transport that was never
// connected just stays unusable.
func (t *Transport) Close() error {
	t.mu.Lock()
	if t.life.Err() == nil {
		t.session.Accept(false)
		t.session.Dispatcher.Mute()
		t.abort(transport.ErrClosed)
		switch t.phase {
		case idle, done:
			t.phase = done
			close(t.closed)
		case open:
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
