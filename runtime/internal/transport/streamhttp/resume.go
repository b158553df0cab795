package streamhttp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// DefaultRetry is the wait before a stream is resumed if the server has not said
// how long to wait.
const DefaultRetry = time.Second

// The bounds of a wait that the server asks for: one of 0 would let a server that
// ends its streams at once spin.
const (
	minRetry = time.Millisecond
	maxRetry = time.Hour
)

const headerLastEvent = "Last-Event-Id"

// follow reads a stream to its end. With resume it then goes on where it ended,
// by GET with the id of the last event, as often as that leads anywhere (D-09,
// D-10): there must be an event id, and a stream that was resumed, brought none
// and ended again before the wait was over is the last. It owns body.
func (t *Transport) follow(ctx context.Context, clk clock.Clock, s *stream, body io.ReadCloser, resume bool) error {
	if !resume {
		defer body.Close()
		return s.read(body)
	}
	wait := DefaultRetry
	for tries := 0; ; tries++ {
		seen, begin := s.lastEvent, clk.Now()
		tap := &retryTap{r: body}
		err := s.read(tap)
		_ = body.Close()
		if tap.told {
			wait = min(max(tap.retry, minRetry), maxRetry)
		}
		fruitless := tries > 0 && s.lastEvent == seen && clk.Since(begin) < wait
		if fruitless || !s.resumable(err) || clock.Sleep(ctx, clk, wait) != nil {
			return err
		}
		if body, err = t.reopen(ctx, s.lastEvent); err != nil {
			return fmt.Errorf("resuming the stream: %w", err)
		}
	}
}

// resumable reports whether a stream that ended with err has more to say: what
// was waited for is missing, and what came could be read.
func (s *stream) resumable(err error) bool {
	_, bad := errors.AsType[*jsonrpc.SyntaxError](err)
	_, big := errors.AsType[*TooLargeError](err)
	return s.lastEvent != "" && !s.matched && !bad && !big
}

// reopen asks for what came after an event.
func (t *Transport) reopen(ctx context.Context, lastEvent string) (io.ReadCloser, error) {
	resp, err := t.send(ctx, after{t.gets, lastEvent}, http.MethodGet, nil)
	switch {
	case err != nil:
		return nil, err
	case !accepted(resp):
		return nil, httpError(resp, nil)
	case !isEvents(resp):
		_ = resp.Body.Close()
		return nil, errNotStream
	}
	return resp.Body, nil
}

// after is a wire on which GETs ask for what came after an event.
type after struct {
	http.RoundTripper
	event string
}

// RoundTrip sends a request that is its own.
func (a after) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set(headerLastEvent, a.event)
	return a.RoundTripper.RoundTrip(r)
}

// retryTap reads a stream and listens for its retry fields, which go-sse keeps to
// itself.
type retryTap struct {
	r     io.Reader
	line  []byte // beginning of the current line
	told  bool
	retry time.Duration // the last one told
}

// maxRetryLine is how much of a line is looked at.
const maxRetryLine = 32

// Read reads and looks at every line once.
func (t *retryTap) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	for _, c := range p[:n] {
		switch {
		case c == '\n' || c == '\r':
			t.look()
			t.line = t.line[:0]
		case len(t.line) < maxRetryLine:
			t.line = append(t.line, c)
		}
	}
	return n, err
}

// look takes a retry field of digits only; any other is ignored, as the standard
// says.
func (t *retryTap) look() {
	value, ok := bytes.CutPrefix(t.line, []byte("retry:"))
	if !ok {
		return
	}
	ms, err := strconv.ParseUint(string(bytes.TrimPrefix(value, []byte(" "))), 10, 31)
	if err == nil {
		t.told, t.retry = true, time.Duration(ms)*time.Millisecond
	}
}
