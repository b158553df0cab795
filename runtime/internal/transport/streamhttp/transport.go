package streamhttp

import (
	"context"
	"fmt"
	"net"
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
	turn       chan struct{} // capacity 1: who holds it runs a callback
	posts      wire
	gets       wire // of the listener, see newWire

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
	headers   http.Header // never changed, only replaced
	host      string
	session   string
	version   string
	endpoint  *url.URL // where messages go if not to url, see Legacy
	refresh   func(ctx context.Context, rejected string) map[string]string
	calls     uint64 // requests so far
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
	t.posts, t.gets = t.newWire(), t.newWire()
	return t
}

// wire is a set of connections.
type wire interface {
	http.RoundTripper
	CloseIdleConnections()
}

// shared is a wire of somewhere else, whose owner ends idle connections.
type shared struct{ http.RoundTripper }

func (shared) CloseIdleConnections() {}

// newWire makes a set of connections. The listener has its own set, so that its
// connection is always a fresh one: net/http repeats a GET by itself when a
// reused connection turns out to be stale, and a listener is opened once
// (OMP-TP-104). Idle connections have no timer; Close and the server end them.
func (t *Transport) newWire() wire {
	if t.opts.HTTP != nil {
		return shared{t.opts.HTTP}
	}
	return &http.Transport{
		DialContext:            t.dial,
		Proxy:                  t.opts.Proxy,
		TLSClientConfig:        t.opts.TLS,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxIdleConnsPerHost:    maxIdle,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// dial opens a connection that may not be waited for any more: net/http
// lets it go on for the next request. It ends with the transport.
func (t *Transport) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.wire, cancel)()
	return t.opts.Dial(ctx, network, addr)
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
	t.version = revision
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

// SetRefresh sets the function that replaces rejected credentials. It is called
// from the goroutine of the rejected request, possibly from several at once;
// its headers stay for later messages. An empty result means that there are
// none.
func (t *Transport) SetRefresh(f func(ctx context.Context, rejected string) map[string]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refresh = f
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
	t.headers = h
}

// spawn runs f in a goroutine that Close joins. It does not after Close.
func (t *Transport) spawn(f func()) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		return false
	}
	t.tasks.Go(f)
	return true
}

// Close fails what is pending, ends the listener and all streams, sends a
// DELETE if there is a session, whose failure does not matter (OMP-TP-70 to
// OMP-TP-72), closes all connections and calls OnClose (F-38).
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
	t.posts.CloseIdleConnections()
	t.gets.CloseIdleConnections()
	if connected {
		t.dispatcher.Closed()
	}
	close(t.closed)
	return nil
}
