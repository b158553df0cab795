package streamhttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
	"github.com/mcpsim/mcpsim/runtime/transport"
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
	if !resume || t.isModern() { // 2026-07-28 has nothing to resume
		defer body.Close()
		return s.read(body)
	}
	wait := DefaultRetry
	for {
		seen, begin := s.lastEvent, clk.Now()
		err := s.read(body)
		_ = body.Close()
		if s.told {
			wait = min(max(s.retry, minRetry), maxRetry)
		}
		fruitless := s.lastEvent == seen && clk.Since(begin) < wait
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
	_, bad := errors.AsType[*jsonscan.SyntaxError](err)
	_, big := errors.AsType[*TooLargeError](err)
	return s.lastEvent != "" && !s.matched && !bad && !big
}

// reopen asks for what came after an event.
func (t *Transport) reopen(ctx context.Context, lastEvent string) (io.ReadCloser, error) {
	own := transport.Headers{Others: map[string]string{headerLastEvent: lastEvent}}
	resp, err := t.send(ctx, http.MethodGet, nil, own)
	switch {
	case err != nil:
		return nil, err
	case !accepted(resp):
		return nil, t.httpError(resp)
	case !isEvents(resp):
		_ = resp.Body.Close()
		return nil, errNotStream
	}
	return resp.Body, readable(resp)
}
