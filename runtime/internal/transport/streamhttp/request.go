package streamhttp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/lines"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// errNotResponse says that JSON came where an answer was expected.
var errNotResponse = errors.New("body is not a JSON-RPC response")

// Request POSTs a request and waits for its answer, as JSON or in a stream.
func (t *Transport) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return t.ask(ctx, method, params, t.opts.Timeout, nil)
}

// ask is Request with a limit of its own; 0 = none.
func (t *Transport) ask(ctx context.Context, method string, params any, limit time.Duration, begun func(id string)) (json.RawMessage, error) {
	if !t.Connected() {
		return nil, transport.ErrNotConnected
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var f jsonrpc.Frame
	id := t.opts.IDs.Next()
	if err := f.Request(id, method, params); err != nil {
		return nil, err
	}
	if begun != nil {
		begun(id)
	}
	x := t.begin(ctx, t.life, limit)
	resp, err := t.post(x.ctx, f.Bytes(), repeated(params))
	if err == nil {
		err = readable(resp)
	}
	if err != nil {
		return nil, x.fail("Request", err)
	}
	if isEvents(resp) {
		return t.streamed(x, resp, id)
	}
	m, err := t.plain(resp, id)
	if err != nil {
		return nil, x.fail("Request", err)
	}
	x.done()
	return outcome(m)
}

// outcome is what an answer means for the caller (OMP-TP-23, OMP-TP-89).
func outcome(m jsonrpc.Message) (json.RawMessage, error) {
	if e := m.Err(); e != nil {
		return nil, e
	}
	return m.Result, nil
}

// plain reads an answer that is not a stream, whatever its type says. Its id is
// not checked (F-35): the exchange tells whose it is. Only in a batch the id
// decides.
func (t *Transport) plain(resp *http.Response, id string) (m jsonrpc.Message, err error) {
	defer resp.Body.Close()
	body, err := readAll(resp, t.opts.MaxBody)
	if err != nil {
		return m, err
	}
	m, err = jsonrpc.Parse(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	switch {
	case err != nil:
		return m, fmt.Errorf("parsing the body (HTTP %d, %q): %w", resp.StatusCode, excerpt.To(resp.Header.Get("Content-Type"), excerpt.Word), err)
	case m.Kind == jsonrpc.Response:
		return m, nil
	case m.Kind == jsonrpc.Batch:
		return t.unbatch(m.Batch, id)
	}
	return m, fmt.Errorf("reading the answer: %w", errNotResponse)
}

// unbatch picks the answer out of a batch and handles the rest.
func (t *Transport) unbatch(batch []jsonrpc.Message, id string) (m jsonrpc.Message, err error) {
	s := t.newStream(id)
	s.messages(batch)
	select {
	case m = <-s.match:
		return m, nil
	default:
		return m, noResponse(id, nil)
	}
}

// readAll reads a body up to a limit.
func readAll(resp *http.Response, limit int) ([]byte, error) {
	if resp.ContentLength > int64(limit) {
		return nil, &TooLargeError{What: "response body", Limit: limit}
	}
	body, err := lines.ReadAll(resp.Body, resp.ContentLength, limit)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the body: %w", err)
	case len(body) > limit:
		return nil, &TooLargeError{What: "response body", Limit: limit}
	}
	return body, nil
}

// streamed waits for the answer in a stream. Another goroutine reads the
// stream, and goes on after the answer; a caller who has it may leave without
// ending that (OMP-TP-30, A-33).
func (t *Transport) streamed(x *exchange, resp *http.Response, id string) (json.RawMessage, error) {
	s := t.newStream(id)
	over := make(chan error, 1)
	read := func() {
		defer x.cancel(transport.ErrStreamEnded)
		over <- t.follow(x.ctx, x.clock(), s, resp.Body, t.opts.Resume)
	}
	if !t.spawn(read) {
		_ = resp.Body.Close() // Close has begun, which ends the exchange
	}
	if m, ok := x.await(s.match); ok {
		x.release()
		return outcome(m)
	}
	var err error
	select {
	case err = <-over:
	default: // the reader is busy with a callback
	}
	return nil, x.fail("SSE response", streamError(id, err))
}

// streamError is the caller's view of a stream that ended without the answer.
func streamError(id string, err error) error {
	if _, ok := errors.AsType[*jsonscan.SyntaxError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*TooLargeError](err); ok {
		return err
	}
	return noResponse(id, err)
}

func noResponse(id string, cause error) error {
	return &NoResponseError{ID: strings.Trim(id, `"`), Cause: cause}
}

// Notify POSTs a notification. Any 2xx is success and its body does not matter
// (OMP-TP-33), except that messages in a stream are handled (F-37). It refreshes
// no credentials.
func (t *Transport) Notify(method string, params any) error {
	if !t.Connected() {
		return transport.ErrNotConnected
	}
	var f jsonrpc.Frame
	if err := f.Notification(method, params); err != nil {
		return err
	}
	x := t.begin(context.Background(), t.life, t.opts.Timeout)
	resp, err := t.taken(t.postOnce(x.ctx, f.Bytes(), transport.Headers{}))
	if err != nil {
		return x.fail("Notify", err)
	}
	if isEvents(resp) && t.drain(x, resp) {
		x.release()
		return nil
	}
	acknowledge(resp)
	x.done()
	return nil
}

// drain reads a stream that answers nothing, until it ends.
func (t *Transport) drain(x *exchange, resp *http.Response) bool {
	return t.spawn(func() {
		defer x.cancel(nil)
		_ = t.newStream("").read(resp.Body)
		_ = resp.Body.Close()
	})
}

// deleteSession ends the server's session. Nothing that happens to it matters.
func (t *Transport) deleteSession() {
	t.mu.Lock()
	session := t.session
	t.mu.Unlock()
	if session == "" {
		return
	}
	x := t.begin(context.Background(), t.wire, cmp.Or(t.opts.Timeout, deleteTimeout))
	defer x.done()
	if resp, err := t.send(x.ctx, http.MethodDelete, nil, transport.Headers{}); err == nil {
		acknowledge(resp)
	}
}
