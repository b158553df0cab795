package streamhttp

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Transport is a logical connection to one server over HTTP. Make it with
// [New]; its methods may be called from any goroutine.
type Transport struct {
	opts       Options
	url        *url.URL
	urlErr     error
	timers     clock.Clock // deadlines of exchanges
	streams    clock.Clock // turns of messages
	dispatcher dispatch.Dispatcher
	turn       chan struct{}     // capacity 1: who holds it runs a callback
	posts      http.RoundTripper // set by Connect
	gets       http.RoundTripper // of the listener, see wire
	idle       func()            // closes the connections that are idle; nil if they are not ours

	life context.Context // ends when Close begins, with ErrClosed as its cause
	end  context.CancelCauseFunc
	wire context.Context // ends when Close has sent its last message
	cut  context.CancelFunc

	tasks   sync.WaitGroup // goroutines that Close joins; see spawn
	closed  chan struct{}  // closed when Close is done
	replies replies

	mu        sync.Mutex
	connected bool
	closing   bool
	headers   http.Header             // never changed, only replaced
	posted    map[subject]http.Header // all that POSTs carry; nil: some of it is new
	host      string
	session   string
	modern    bool
	version   string
	endpoint  *url.URL // where messages go if not to url, see Legacy
	refresh   func(ctx context.Context, r transport.Rejection) (map[string]string, error)
	refreshes int // how often refresh may be called for one message
	calls     int // requests so far
}

var (
	_ transport.Transport = (*Transport)(nil)
	_ transport.Listener  = (*Transport)(nil)
	_ transport.Versioned = (*Transport)(nil)
	_ transport.Sessioned = (*Transport)(nil)
	_ transport.Refresher = (*Transport)(nil)
)

// New returns a transport that is not connected. It does no I/O.
func New(o Options) *Transport {
	o = o.withDefaults()
	t := &Transport{
		opts:    o,
		timers:  clock.Named(o.Clock, o.Name+"/request"),
		streams: clock.Named(o.Clock, o.Name+"/stream"),
		turn:    make(chan struct{}, 1),
		closed:  make(chan struct{}),
	}
	t.url, t.urlErr = address.Parse(o.URL, "HTTP", "http", "https")
	t.headers = http.Header{}
	t.setHeaders(o.Headers)
	t.life, t.end = context.WithCancelCause(context.Background())
	t.wire, t.cut = context.WithCancel(context.Background())
	return t
}

// Connect makes the transport usable, without I/O (OMP-TP-64). It fails if the
// URL is not one.
func (t *Transport) Connect(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if t.urlErr != nil {
		return t.urlErr
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.connected || t.closing {
		return fmt.Errorf("connecting again: %w", transport.ErrNotConnected)
	}
	t.connected = true
	switch {
	case t.opts.HTTP != nil:
		t.posts, t.gets = t.opts.HTTP, t.opts.HTTP
	case t.idle == nil:
		at := t.opts.Wires.join(t.url)
		t.posts, t.gets, t.idle = at.posts, at.gets, at.closeIdle
	}
	return nil
}

// Connected reports that Connect was called and Close was not. It says nothing
// about the server (OMP-TP-65).
func (t *Transport) Connected() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.connected
}

// SetCallbacks replaces all callbacks at once.
func (t *Transport) SetCallbacks(c transport.Callbacks) { t.dispatcher.Set(c) }

// SetProtocolVersion has the revision sent with every later message (CLI-03);
// "" sends none.
func (t *Transport) SetProtocolVersion(revision string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.version, t.posted = revision, nil
}

// SessionID is the id that the server gave the session (F-31); empty before there
// is one and after Close.
func (t *Transport) SessionID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		return ""
	}
	return t.session
}

// SetRefresh sets the function that replaces rejected credentials, and how often it may
// for one message. It is called from the goroutine of the rejected request, possibly from
// several at once; its headers stay for later messages. An empty result means that there
// are none.
func (t *Transport) SetRefresh(times int, f func(ctx context.Context, r transport.Rejection) (map[string]string, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refresh, t.refreshes = f, times
}

// target is where a request goes.
func (t *Transport) target(method string) *url.URL {
	if to := t.endpointURL(); to != nil && method == http.MethodPost {
		return to
	}
	return t.url
}

func (t *Transport) endpointURL() *url.URL {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.endpoint
}

func (t *Transport) setEndpoint(to *url.URL) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.endpoint = to
}

// setHeaders adds or replaces configured headers.
func (t *Transport) setHeaders(add map[string]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.headers.Clone()
	for name, value := range add {
		if http.CanonicalHeaderKey(name) == "Host" {
			t.host = value
			continue
		}
		h.Set(name, value)
	}
	t.headers, t.posted = h, nil
}

// Abort gives up the last message of a Close that is under way, or will be.
func (t *Transport) Abort() { t.cut() }

// spawn runs f in a goroutine that Close joins. It does not after Close.
func (t *Transport) spawn(f func()) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		return false
	}
	t.tasks.Go(func() { clock.Run(f) })
	return true
}

// Close fails what is pending, ends the listener and all streams, sends a
// DELETE if there is a session, whose failure does not matter (OMP-TP-70 to
// OMP-TP-72), closes all connections that no other transport shares, and calls OnClose
// (F-38).
func (t *Transport) Close() error {
	t.mu.Lock()
	first, connected := !t.closing, t.connected
	t.closing, t.connected = true, false
	t.mu.Unlock()
	if !first {
		<-t.closed
		return nil
	}
	t.dispatcher.Mute()
	t.end(transport.ErrClosed)
	t.tasks.Wait()
	if connected {
		t.deleteSession()
	}
	t.cut()
	if t.idle != nil { // also if the stream of an old server, and with it the connection, was lost before
		t.opts.Wires.leave(t.url)
	}
	if connected {
		t.dispatcher.Closed()
	}
	close(t.closed)
	return nil
}
