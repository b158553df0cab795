package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Reply is what one HTTP request was answered with.
type Reply struct {
	Status      int
	Header      http.Header
	ContentType string // without parameters
	Body        []byte // of anything but an event stream
	Events      []Event
	StreamEnded bool  // the event stream ended by itself
	Err         error // the answer broke off, or never came
}

// String tells of an answer: its status, what it is and what it holds.
func (r *Reply) String() string {
	said := "HTTP " + strconv.Itoa(r.Status)
	if r.ContentType != "" {
		said += " " + r.ContentType
	}
	switch n := len(r.Events); {
	case !r.IsStream():
		return said + " with the body " + r.Text()
	case n == 0:
		return said + " without an event"
	default:
		return said + ", whose last event is " + Quote(r.Events[n-1].Data)
	}
}

// Text quotes its body as a person reads it, of a page of HTML what a browser shows.
func (r *Reply) Text() string { return Quote(readable(r.ContentType, r.Body)) }

// IsStream reports whether it is an event stream.
func (r *Reply) IsStream() bool { return r.ContentType == "text/event-stream" }

// StreamGrace is how long an event stream may stay open after the answer.
const StreamGrace = 2 * time.Second

// shortGrace is what is left of it once streams were seen that stay open: then each request
// would wait as long, and nothing new would show.
const shortGrace = 100 * time.Millisecond

// openStreams is how many streams have stayed open before no other is waited for as long.
const openStreams = 5

func (b *Bench) streamGrace() time.Duration {
	if b.watch.cases(StreamsEnd) >= openStreams {
		return shortGrace
	}
	return StreamGrace
}

// Exchange sends one request without a body and reads its answer: of an event
// stream only the head. The answer becomes [Conn.Reply].
func (c *Conn) Exchange(verb string) *Reply {
	c.Reply = c.exchange(verb, nil, anything)
	c.bench.noteReply(c.Reply)
	if verb == http.MethodDelete && c.Reply.Status/100 == 2 {
		c.talk.leaves()
	}
	return c.Reply
}

// undeletedPatience is how long the answer to a DELETE is awaited behind one that never came: each
// check that has a session of its own would wait as long as for an answer.
const undeletedPatience = time.Second

// delete ends the session.
func (c *Conn) delete() {
	patience := c.Patience()
	if c.bench.ledger.undeleted.Load() {
		patience = min(patience, undeletedPatience)
	}
	r := c.exchangeWithin(patience, http.MethodDelete, nil, nil)
	c.bench.ledger.undeleted.Store(errors.Is(r.Err, ErrSilent))
}

// exchange sends one request and reads its answer: a body to its end, an event
// stream until enough says so and a grace for its end. A DELETE that succeeds has ended the session.
func (c *Conn) exchange(verb string, body []byte, enough func([]Frame) bool) *Reply {
	return c.exchangeWithin(c.Patience(), verb, body, enough)
}

func (c *Conn) exchangeWithin(patience time.Duration, verb string, body []byte, enough func([]Frame) bool) *Reply {
	ctx, cancel := clock.WithTimeout(c.bench.context(), c.bench.Target.Clock, patience)
	defer cancel()
	r := c.exchangeIn(ctx, cancel, verb, body, enough)
	if verb == http.MethodDelete && r.Status/100 == 2 {
		c.bench.noteEnded(c.Session)
	}
	return r
}

// exchangeIn is exchange until ctx ends, which cancel does.
func (c *Conn) exchangeIn(ctx context.Context, cancel context.CancelFunc, verb string, body []byte, enough func([]Frame) bool) *Reply {
	ch := &channel{kind: bodyChannel}
	if verb == http.MethodPost {
		ch = c.posting(body, "")
	}
	resp, err := c.roundTrip(ctx, verb, body, "")
	if err != nil {
		return &Reply{Err: reasonOf(ctx, err)}
	}
	defer resp.Body.Close()
	r := replyOf(resp)
	c.talk.begun(ch, r)
	defer c.talk.replied(ch, r)
	switch {
	case r.IsStream() && verb == http.MethodGet:
	case r.IsStream():
		c.readStream(ctx, cancel, ch, r, resp.Body, enough)
	default:
		due := ch.isRequest()
		r.Body, err = c.readBody(resp, cancel, due)
		r.Err = reasonOf(ctx, err)
		// What else comes where nothing is due is judged by HTTP's rules alone.
		if due && r.ContentType == "application/json" && len(bytes.TrimSpace(r.Body)) > 0 || ParseFrame(r.Body).IsMessage() {
			_, _ = c.hear(ch, r.Body)
		}
	}
	return r
}

// replayable is the header by which Go's transport knows that a request may be sent once
// more; without a value it is not sent itself. A server may end a connection that it has
// answered on at any time, and a request that meets this on its way was never read. One
// that ends a new connection, too, is lost.
const replayable = "X-Idempotency-Key"

// roundTrip sends one request to where c has its messages; since is the
// Last-Event-ID, or "".
func (c *Conn) roundTrip(ctx context.Context, verb string, body []byte, since string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, verb, c.where(verb), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = c.headers(verb, body)
	if since != "" {
		req.Header.Set("Last-Event-ID", since)
	}
	req.Header[replayable] = nil
	var written atomic.Bool // on a connection that may be another than the one that fails
	req = req.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { written.Store(true) }}))
	resp, err := plainhttp.RoundTrip(c.bench.Target.HTTP, req)
	if op, ok := errors.AsType[*net.OpError](err); err != nil && ctx.Err() == nil && (written.Load() || !ok || op.Op != "dial") {
		c.bench.ledger.broke(kindOf(body))
	}
	return resp, c.bench.lacking(err)
}

// replyOf is the head of an answer.
func replyOf(resp *http.Response) *Reply {
	r := &Reply{Status: resp.StatusCode, Header: resp.Header}
	r.ContentType, _, _ = mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return r
}

func (c *Conn) readStream(ctx context.Context, cancel context.CancelFunc, ch *channel, r *Reply, body io.Reader, enough func([]Frame) bool) {
	var frames []Frame
	done := false
	var answered time.Time
	var grace clockwork.Timer
	defer func() {
		if grace != nil {
			grace.Stop()
		}
	}()
	kept, patience := true, c.bench.streamGrace()
	err := readEvents(body, func(e Event) bool {
		r.Events = append(r.Events, e)
		c.talk.event(ch, e)
		if len(bytes.TrimSpace(e.Data)) > 0 {
			var heard []Frame
			heard, kept = c.hear(ch, e.Data)
			kept = kept && c.weigh(e)
			frames = append(frames, heard...)
		} else {
			kept = c.count(len(e.ID) + len(e.Name))
		}
		if !kept {
			return false
		}
		if !done && enough(frames) {
			done = true
			grace = c.bench.Target.Clock.AfterFunc(patience, cancel)
			answered = c.bench.Target.Clock.Now()
		}
		return true
	})
	err = c.endOf(err)
	c.bench.ledger.tore(ch, err)
	c.talk.over(ch, err)
	r.StreamEnded = errors.Is(err, io.EOF)
	if r.StreamEnded || done && kept && c.bench.Since(answered) >= patience*9/10 { // all the patience may be shorter
		c.talk.ended(ch, r.StreamEnded)
	}
	if !kept {
		r.Err = c.Flooded()
		return
	}
	if !r.StreamEnded && !done {
		r.Err = reasonOf(ctx, err)
	}
}

// Headers are those of the target, of a correct client, and what a check changed.
func (c *Conn) Headers(verb string) http.Header { return c.headers(verb, nil) }

func (c *Conn) headers(verb string, body []byte) http.Header {
	h := c.bench.Target.Header.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Set("Accept", "application/json, text/event-stream")
	switch verb {
	case http.MethodPost:
		h.Set("Content-Type", "application/json")
	case http.MethodGet:
		h.Set("Accept", "text/event-stream")
	}
	if c.Session != "" {
		h.Set("Mcp-Session-Id", c.Session)
	}
	if c.bench.IsModern() {
		c.mirror(h, body)
	} else if c.Revision >= "2025-06-18" {
		h.Set("Mcp-Protocol-Version", c.Revision)
	}
	for name, value := range c.Edits {
		if value == nil {
			h.Del(name)
			continue
		}
		h[name] = []string{*value} // as spelled: headers are compared without case
	}
	if c.SmallHeaders {
		for _, name := range slices.Sorted(maps.Keys(h)) {
			if small := strings.ToLower(name); small != name {
				h[small] = h[name]
				delete(h, name)
			}
		}
	}
	return h
}

// reasonOf prefers the cause of the context to what the transport makes of it.
func reasonOf(ctx context.Context, err error) error {
	var late *clock.TimeoutError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrEndless):
		return err
	case errors.As(context.Cause(ctx), &late):
		return fmt.Errorf("%w within %s", ErrSilent, late.After)
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return deafError{err}
	}
	return err
}

// deafError is an [ErrEnded] over HTTP: nothing listens there any more.
type deafError struct{ error }

func (deafError) Is(target error) bool { return target == ErrEnded } //nolint:errorlint // what errors.Is asks for
func (e deafError) Unwrap() error      { return e.error }

// IsDeaf reports whether an error says that nothing listens at the server's address any more.
func IsDeaf(err error) bool {
	_, deaf := errors.AsType[deafError](err)
	return deaf
}

// brokenError is an [ErrEnded] over HTTP: an answer or an event stream has ended too early.
type brokenError struct{ cause error } // nil = it ended as streams do

func (brokenError) Is(target error) bool { return target == ErrEnded } //nolint:errorlint // what errors.Is asks for
func (e brokenError) Unwrap() error      { return e.cause }
func (e brokenError) Error() string {
	if e.cause == nil {
		return "the event stream ended"
	}
	return "the connection ended: " + e.cause.Error()
}
