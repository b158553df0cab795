package streamhttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Legacy is the HTTP+SSE transport of revision 2024-11-05 (D-03): a GET opens the
// one stream that everything of the server comes through, its first event,
// "endpoint", names the URL that messages are POSTed to, and the answer to a POST
// says only that it has arrived. Nothing can be resumed: the end of the stream is
// the end of the transport. Make it with [NewLegacy]; its methods may be called
// from any goroutine.
//
// It shares headers, deadlines, refreshed credentials, limits and callbacks with
// [Transport], and sends no DELETE.
type Legacy struct {
	*Transport

	mu      sync.Mutex
	waiting map[string]chan jsonrpc.Message // by raw id
}

var (
	_ transport.Transport = (*Legacy)(nil)
	_ transport.Listener  = (*Legacy)(nil)
	_ transport.Versioned = (*Legacy)(nil)
	_ transport.Refresher = (*Legacy)(nil)
)

// Why an old server cannot be talked to.
var (
	errNoEndpoint = errors.New("the stream ended before its endpoint event")
	errNotStream  = errors.New("the answer is no event stream")
)

// EndpointError says that the endpoint event names no URL that may be used
// (FF-70). Endpoint is no more of it than its origin: the rest may be secret.
type EndpointError struct{ Endpoint, Why string }

func (e *EndpointError) Error() string {
	return fmt.Sprintf("endpoint %s refused: %s", e.Endpoint, e.Why)
}

// NewLegacy returns a transport that is not connected. Options.URL is that of the
// stream; the fields about resuming do not apply.
func NewLegacy(o Options) *Legacy {
	return &Legacy{Transport: New(o), waiting: map[string]chan jsonrpc.Message{}}
}

// Connect opens the stream and waits for its endpoint event, at most for
// Options.Timeout: a stream that never names an endpoint is no connection
// (FF-69). The stream then lasts until Close.
func (l *Legacy) Connect(ctx context.Context) error {
	if err := l.Transport.Connect(ctx); err != nil {
		return err
	}
	x := l.begin(ctx, l.life, l.opts.Timeout)
	life, abort := context.WithCancel(l.life)
	ready := make(chan error, 1)
	stream := func() {
		defer abort()
		l.stream(life, ready)
	}
	if !l.spawn(stream) {
		abort() // Close has begun, which ends the exchange
	}
	err := transport.ErrClosed
	select {
	case err = <-ready:
		if err == nil {
			x.done()
			return nil
		}
	case <-x.ctx.Done():
		abort()
	}
	return x.fail("Endpoint", err)
}

// stream is the life of the stream. It says on ready once whether there is an
// endpoint; after that its end is the end of the transport.
func (l *Legacy) stream(life context.Context, ready chan<- error) {
	resp, err := l.send(life, http.MethodGet, nil, transport.Headers{})
	if err == nil {
		defer func() { _ = resp.Body.Close() }()
	}
	switch {
	case err != nil:
	case !accepted(resp):
		err = l.httpError(resp)
	case !isEvents(resp):
		err = fmt.Errorf("opening the stream (HTTP %d, %q): %w", resp.StatusCode, resp.Header.Get("Content-Type"), errNotStream)
	default:
		err = readable(resp)
	}
	if err != nil {
		ready <- err
		return
	}
	s := l.newStream("")
	s.answered = l.answered
	s.endpoint = func(data string) error { return l.announced(resp.Request.URL, data, ready) }
	err = s.read(resp.Body)
	if l.endpointURL() == nil {
		ready <- unannounced(err)
		return
	}
	l.over(life, err)
}

// unannounced is why a stream that ended with err has named no endpoint.
func unannounced(err error) error {
	if err == nil {
		return errNoEndpoint
	}
	if _, bad := errors.AsType[*EndpointError](err); bad {
		return err
	}
	return fmt.Errorf("%w: %w", errNoEndpoint, err)
}

// announced follows the first endpoint event; later ones change nothing.
func (l *Legacy) announced(stream *url.URL, data string, ready chan<- error) error {
	if l.endpointURL() != nil {
		return nil
	}
	to, err := resolveEndpoint(stream, data)
	if err != nil {
		return err
	}
	l.setEndpoint(to)
	ready <- nil
	return nil
}

// maxEndpoint bounds an endpoint, in bytes: each message is sent with it.
const maxEndpoint = 8 << 10

// resolveEndpoint resolves an endpoint against the URL of the stream and refuses
// other origins: the writer of the stream does not decide where credentials go.
func resolveEndpoint(stream *url.URL, data string) (*url.URL, error) {
	if len(data) > maxEndpoint {
		return nil, &EndpointError{fmt.Sprintf("(of %d bytes)", len(data)), fmt.Sprintf("it is longer than %d bytes", maxEndpoint)}
	}
	to, err := stream.Parse(data)
	if err != nil {
		return nil, &EndpointError{"(unreadable)", "it is no URL"}
	}
	to.User, to.Fragment = nil, ""
	if origin(to) != origin(stream) {
		return nil, &EndpointError{origin(to), "the stream is of " + origin(stream)}
	}
	return to, nil
}

// origin is scheme, host and port of a URL, the port only where it is not the
// scheme's own.
func origin(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if u.Scheme == "http" {
		host = strings.TrimSuffix(host, ":80")
	}
	if u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":443")
	}
	return u.Scheme + "://" + host
}

// over ends the transport because its stream has ended by itself: what is
// pending fails first.
func (l *Legacy) over(life context.Context, err error) {
	t := l.Transport
	if life.Err() != nil {
		return // Close does all this
	}
	t.mu.Lock()
	t.connected = false
	t.mu.Unlock()
	if err != nil {
		t.callback(func() { t.dispatcher.Error(err) })
	}
	t.end(transport.ErrClosed)
	t.callback(t.dispatcher.Closed)
}

// Connected reports that the server has named its endpoint and its stream lasts.
func (l *Legacy) Connected() bool { return l.Transport.Connected() && l.endpointURL() != nil }

// Request POSTs a request and waits for its answer on the stream.
func (l *Legacy) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	if !l.Connected() {
		return nil, transport.ErrNotConnected
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var f jsonrpc.Frame
	id := l.opts.IDs.Next()
	if err := f.Request(id, method, params); err != nil {
		return nil, err
	}
	match := l.expect(id)
	defer l.forget(id)
	x := l.begin(ctx, l.life, l.opts.Timeout)
	resp, err := l.post(x.ctx, f.Bytes(), transport.Headers{})
	if err != nil {
		x.cancel(transport.ErrStreamEnded) // what has come by now is all there is
	} else {
		acknowledge(resp) // what its body says does not matter
		err = transport.ErrClosed
	}
	if m, ok := x.await(match); ok {
		x.done()
		return outcome(m)
	}
	return nil, x.fail("Request", err)
}

func (l *Legacy) expect(id string) <-chan jsonrpc.Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	match := make(chan jsonrpc.Message, 1)
	l.waiting[id] = match
	return match
}

func (l *Legacy) forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, id)
}

// answered hands an answer to the request that waits for it, and reports whether
// there is one.
func (l *Legacy) answered(m jsonrpc.Message) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	match := l.waiting[string(m.ID)]
	delete(l.waiting, string(m.ID))
	if match == nil {
		return false
	}
	match <- m
	return true
}

// Notify POSTs a notification; see [Transport.Notify].
func (l *Legacy) Notify(method string, params any) error {
	if !l.Connected() {
		return transport.ErrNotConnected
	}
	return l.Transport.Notify(method, params)
}

// Listen does nothing: the stream has been open since Connect.
func (l *Legacy) Listen(context.Context) {}

// SessionID is empty: these servers know no sessions.
func (l *Legacy) SessionID() string { return "" }
