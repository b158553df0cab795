package streamhttp

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
)

// Wires are the network connections of transports that are reached the same way. Those
// to one origin share theirs: a request takes any that is idle. They are closed with
// the last transport to the origin. There is no proxy, whatever the environment says. Methods
// may be called from any goroutine. It must not be copied.
type Wires struct {
	// Dial opens connections; it must be set, and return when its context ends.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)

	mu      sync.Mutex
	origins map[string]*wire
}

// wire is the connections to one origin. The listener has a set that keeps none, so that
// its connection is always a fresh one: net/http repeats a GET by itself when a reused
// connection turns out to be stale, and a listener is opened once (OMP-TP-104). Idle
// connections have no timer; the last transport and the server end them.
type wire struct {
	posts, gets http.RoundTripper
	closeIdle   func()          // closes the connections of posts that are idle
	closeAll    func()          // the same for both
	life        context.Context // of dials: net/http lets one go on that is not waited for
	end         context.CancelFunc
	users       int
}

// join returns the connections to the origin of a URL. Each join must be followed by one
// leave.
func (w *Wires) join(to *url.URL) *wire {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.origins[origin(to)]
	if at == nil {
		at = w.open(to)
		if w.origins == nil {
			w.origins = map[string]*wire{}
		}
		w.origins[origin(to)] = at
	}
	at.users++
	return at
}

// leave closes the connections if no other transport uses them.
func (w *Wires) leave(to *url.URL) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.origins[origin(to)]
	if at.users--; at.users > 0 {
		return
	}
	delete(w.origins, origin(to))
	at.end()
	at.closeAll()
}

// doubtIdle closes the connections to the origin that are idle when a stream from it has
// broken: they most likely have, too, and what is sent next would be lost on them (FF-64).
func (t *Transport) doubtIdle(err error) {
	if _, broken := errors.AsType[*net.OpError](err); broken && t.idle != nil {
		t.idle()
	}
}

// What is written to a connection at once, in bytes. A listener has nothing to send but its
// head, and keeps its buffer as long as it listens.
const (
	usualBuffer = 4 << 10
	headBuffer  = 1 << 10
)

func (w *Wires) open(to *url.URL) *wire {
	at := &wire{}
	at.life, at.end = context.WithCancel(context.Background())
	kept := func(idle, buffer int) *http.Transport {
		return &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				return w.dial(ctx, at.life, network, addr)
			},
			ForceAttemptHTTP2:      to.Scheme == "https",
			DisableCompression:     true,
			MaxIdleConnsPerHost:    idle,
			WriteBufferSize:        buffer,
			MaxResponseHeaderBytes: maxHeader,
		}
	}
	posts, gets := kept(maxIdle, usualBuffer), kept(-1, headBuffer)
	at.posts, at.gets, at.closeIdle = posts, gets, posts.CloseIdleConnections
	at.closeAll = func() {
		posts.CloseIdleConnections()
		gets.CloseIdleConnections()
	}
	if to.Scheme == "https" { // with HTTP/2
		at.posts, at.gets = unstuck{posts}, unstuck{gets}
		closeIdle, closeAll := at.closeIdle, at.closeAll
		at.closeIdle, at.closeAll = func() { go closeIdle() }, func() { go closeAll() } // not joined either
	}
	return at
}

func (w *Wires) dial(ctx, life context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(life, cancel)()
	conn, err := w.Dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return bulk{conn}, nil
}

// bulk is a connection that takes what is left of a body in one write: by itself net/http
// copies it in pieces of 32 KiB, through memory that is new for each request.
type bulk struct{ net.Conn }

// ReadFrom is called by net/http when its buffer is full of headers and the begin of a body.
// All bodies are as long as their requests say.
func (b bulk) ReadFrom(r io.Reader) (int64, error) {
	if rest, ok := r.(*io.LimitedReader); ok {
		if body, ok := rest.R.(io.WriterTo); ok {
			return body.WriteTo(b.Conn)
		}
	}
	return io.Copy(struct{ io.Writer }{b.Conn}, r)
}
