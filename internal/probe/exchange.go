package probe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// reply is what one HTTP request was answered with.
type reply struct {
	status      int
	header      http.Header
	contentType string // without parameters
	body        []byte // of anything but an event stream
	events      []sseEvent
	streamEnded bool  // the event stream ended by itself
	err         error // the answer broke off, or never came
}

func (r *reply) isStream() bool { return r.contentType == "text/event-stream" }

// streamGrace is how long an event stream may stay open after the answer.
const streamGrace = 2 * time.Second

// exchange sends one request and reads its answer: a body to its end, an event
// stream until enough says so and a grace for its end.
func (c *conn) exchange(verb string, body []byte, enough func([]frame) bool) *reply {
	ctx, cancel := clock.WithTimeout(c.bench.ctx, c.bench.target.Clock, c.patience())
	defer cancel()
	return c.exchangeIn(ctx, cancel, verb, body, enough)
}

// exchangeIn is exchange until ctx ends, which cancel does.
func (c *conn) exchangeIn(ctx context.Context, cancel context.CancelFunc, verb string, body []byte, enough func([]frame) bool) *reply {
	resp, err := c.roundTrip(ctx, verb, body, "")
	if err != nil {
		return &reply{err: reasonOf(ctx, err)}
	}
	defer resp.Body.Close()
	r := replyOf(resp)
	switch {
	case r.isStream() && verb == http.MethodGet:
	case r.isStream():
		c.readStream(ctx, cancel, r, resp.Body, enough)
	default:
		r.body, err = io.ReadAll(io.LimitReader(resp.Body, MaxMessage))
		r.err = reasonOf(ctx, err)
		if r.contentType == "application/json" && len(bytes.TrimSpace(r.body)) > 0 || parseFrame(r.body).isMessage() {
			c.hear(line{raw: r.body})
		}
	}
	return r
}

// roundTrip sends one request to where c has its messages; since is the
// Last-Event-ID, or "".
func (c *conn) roundTrip(ctx context.Context, verb string, body []byte, since string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, verb, c.where(verb), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = c.headers(verb)
	if since != "" {
		req.Header.Set("Last-Event-ID", since)
	}
	return c.bench.target.HTTP.RoundTrip(req)
}

// replyOf is the head of an answer.
func replyOf(resp *http.Response) *reply {
	r := &reply{status: resp.StatusCode, header: resp.Header}
	r.contentType, _, _ = mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return r
}

func (c *conn) readStream(ctx context.Context, cancel context.CancelFunc, r *reply, body io.Reader, enough func([]frame) bool) {
	var frames []frame
	done := false
	var grace clockwork.Timer
	defer func() {
		if grace != nil {
			grace.Stop()
		}
	}()
	err := readEvents(body, func(e sseEvent) bool {
		r.events = append(r.events, e)
		if len(bytes.TrimSpace(e.data)) > 0 {
			c.hear(line{raw: e.data})
			frames = append(frames, parseFrames(e.data)...)
		}
		if !done && enough(frames) {
			done = true
			grace = c.bench.target.Clock.AfterFunc(streamGrace, cancel)
		}
		return true
	})
	r.streamEnded = errors.Is(err, io.EOF)
	if !r.streamEnded && !done {
		r.err = reasonOf(ctx, err)
	}
}

// headers are those of the target, of a correct client, and what a check changed.
func (c *conn) headers(verb string) http.Header {
	h := c.bench.target.Header.Clone()
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
	if c.session != "" {
		h.Set("Mcp-Session-Id", c.session)
	}
	if c.revision >= "2025-06-18" {
		h.Set("Mcp-Protocol-Version", c.revision)
	}
	for name, value := range c.edits {
		if value == nil {
			h.Del(name)
			continue
		}
		h[name] = []string{*value} // as spelled: headers are compared without case
	}
	return h
}

// reasonOf prefers the cause of the context to what the transport makes of it.
func reasonOf(ctx context.Context, err error) error {
	var late *clock.TimeoutError
	switch {
	case err == nil:
		return nil
	case errors.As(context.Cause(ctx), &late):
		return fmt.Errorf("%w within %s", errSilent, late.After)
	}
	return err
}
