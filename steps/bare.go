package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/runtime/conn"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// bare is a transport or a connection without a manager: what the layers below
// promise on their own.
type bare struct {
	w         *World
	transport transport.Transport
	conn      *conn.Conn
	requests  []*request

	// Guarded by World.mu.
	reports []string // callbacks in order
	open    bool
	closed  bool
}

// request is one request on a bare transport, numbered from 1.
type request struct {
	cancel context.CancelCauseFunc

	// Guarded by World.mu.
	done   bool
	at     time.Duration
	result json.RawMessage
	err    error
}

func init() {
	Register("transport",
		Step{Keyword: Given, Pattern: `a bare transport to server "([^"]+)"`,
			Manual:  "makes a transport without a manager and without a handshake; it is not connected yet",
			Example: `a bare transport to server "docs"`, Func: (*World).makeTransport},
		Step{Keyword: Given, Pattern: `a connected transport to server "([^"]+)"`,
			Manual:  "makes a transport without a manager and connects it, without a handshake",
			Example: `a connected transport to server "docs"`, Func: (*World).connectedTransport},
		Step{Keyword: When, Pattern: `a bare connection to server "([^"]+)" is opened`,
			Manual:  "opens a connection with its handshake but without a manager",
			Example: `a bare connection to server "docs" is opened`, Func: (*World).openBare},
		Step{Keyword: When, Pattern: `the transport connects`,
			Manual:  "connects the bare transport",
			Example: `the transport connects`, Func: (*World).connectTransport},
		Step{Keyword: When, Pattern: `the transport opens its background stream`,
			Manual:  "starts the optional listener of an HTTP transport",
			Example: `the transport opens its background stream`, Func: (*World).listen},
		Step{Keyword: When, Pattern: `the transport is closed`,
			Manual:  "closes the bare transport or connection, without waiting for it",
			Example: `the transport is closed`, Func: (*World).closeTransport},
		Step{Keyword: When, Pattern: `the request "([^"]+)" is sent`,
			Manual:  "sends a request without parameters; requests are numbered from 1",
			Example: `the request "tools/list" is sent`, Func: (*World).sendBare},
		Step{Keyword: When, Pattern: `the request "([^"]+)" is sent with:`,
			Manual:  "sends a request with these parameters",
			Example: `the request "tools/call" is sent with:`, Func: (*World).sendBareWith},
		Step{Keyword: When, Pattern: `the request "([^"]+)" is sent with (\d+) bytes`,
			Manual:  "sends a request whose parameters have about this size",
			Example: `the request "tools/call" is sent with 1048576 bytes`, Func: (*World).sendBareBytes},
		Step{Keyword: When, Pattern: `the notification "([^"]+)" is sent`,
			Manual:  "sends a notification without parameters; it counts as a request",
			Example: `the notification "notifications/cancelled" is sent`, Func: (*World).notifyBare},
		Step{Keyword: When, Pattern: `the notification "([^"]+)" is sent with:`,
			Manual:  "sends a notification with these parameters; it counts as a request",
			Example: `the notification "notifications/cancelled" is sent with:`, Func: (*World).notifyBareWith},
		Step{Keyword: When, Pattern: `the sender gives up request (\d+)`,
			Manual:  "aborts a request",
			Example: `the sender gives up request 1`, Func: (*World).abortRequest},
		Step{Keyword: Then, Pattern: `request (\d+) is pending`,
			Manual:  "checks that a request has not ended",
			Example: `request 1 is pending`, Func: (*World).requestPending},
		Step{Keyword: Then, Pattern: `request (\d+) succeeds`,
			Manual:  "checks that a request or notification succeeded",
			Example: `request 1 succeeds`, Func: (*World).requestSucceeds},
		Step{Keyword: Then, Pattern: `request (\d+) succeeds with:`,
			Manual:  "compares the result of a request as JSON",
			Example: `request 1 succeeds with:`, Func: (*World).requestResult},
		Step{Keyword: Then, Pattern: `request (\d+) fails with "(.*)"`,
			Manual:  "compares the error text of a request; <id> stands for the id of any request",
			Example: `request 1 fails with "Transport closed"`, Func: (*World).requestFails},
		Step{Keyword: Then, Pattern: `request (\d+) fails with a text that (begins|ends) with "(.*)"`,
			Manual:  "compares the beginning or the end of the error text of a request",
			Example: `request 1 fails with a text that begins with "No response received for request ID "`, Func: (*World).requestFailsPart},
		Step{Keyword: Then, Pattern: `request (\d+) was aborted`,
			Manual:  "checks that a request ended with the sender's own reason",
			Example: `request 1 was aborted`, Func: (*World).requestAborted},
		Step{Keyword: Then, Pattern: `request (\d+) ended at (\S+)`,
			Manual:  "checks when a request ended, to the millisecond",
			Example: `request 1 ended at 30s`, Func: (*World).requestEnded},
		Step{Keyword: Then, Pattern: `the transport is (connected|not connected)`,
			Manual:  "compares the transport's own idea of being usable",
			Example: `the transport is connected`, Func: (*World).checkConnected},
		Step{Keyword: Then, Pattern: `the transport has (closed|not closed)`,
			Manual:  "checks whether closing the transport has returned",
			Example: `the transport has closed`, Func: (*World).checkClosed},
		Step{Keyword: Then, Pattern: `the transport reported nothing`,
			Manual:  "checks that no callback was called",
			Example: `the transport reported nothing`, Func: (*World).reportedNothing},
		Step{Keyword: Then, Pattern: `the transport reported:`,
			Manual:  "compares the callbacks in order, one per line: notification M, request M, error T, dropped R, close",
			Example: `the transport reported:`, Func: (*World).reported},
	)
}

// bareSeams are the runtime's ways out without a runtime.
func (w *World) bareSeams() host.Seams {
	seams := w.ground.seams()
	seams.Events = sinkOf(w)
	seams.Env = func(name string) (string, bool) { v, ok := w.env[name]; return v, ok }
	return seams
}

func (w *World) makeTransport(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	t, err := host.NewTransport(w.policy, w.bareSeams(), s.config)
	if err != nil {
		return err
	}
	w.bare = &bare{w: w, transport: t}
	w.begin = w.now()
	t.SetCallbacks(w.bare.callbacks())
	return nil
}

func (w *World) connectedTransport(name string) error {
	if err := w.makeTransport(name); err != nil {
		return err
	}
	return w.connectTransport()
}

func (w *World) connectTransport() error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	if err := b.transport.Connect(w.life); err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) theBare() (*bare, error) {
	if w.bare == nil {
		return nil, errors.New(`there is no transport: say "a bare transport to server …" first`)
	}
	return w.bare, nil
}

// callbacks record what the transport reports. Server requests are answered with
// the method's name.
func (b *bare) callbacks() transport.Callbacks {
	return transport.Callbacks{
		OnNotification: func(method string, _ json.RawMessage) { b.report("notification " + method) },
		OnRequest: func(method string, _ json.RawMessage) (any, error) {
			b.report("request " + method)
			return map[string]string{"answered": method}, nil
		},
		OnError:   func(err error) { b.report("error " + err.Error()) },
		OnClose:   func() { b.report("close") },
		OnDropped: func(d transport.Dropped) { b.report("dropped " + d.Reason) },
	}
}

func (b *bare) report(text string) {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	b.reports = append(b.reports, text)
}

func (w *World) openBare(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	b := &bare{w: w}
	w.bare = b
	w.begin = w.now()
	w.ground.spawn("bare", func() {
		c, err := host.Open(w.life, w.policy, w.bareSeams(), s.config,
			func(method string, _ []byte) { b.report("notification " + method) })
		w.mu.Lock()
		defer w.mu.Unlock()
		b.conn, b.open = c, err == nil
	})
	return w.ground.settle()
}

func (w *World) listen() error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	l, ok := b.transport.(transport.Listener)
	if !ok {
		return errors.New("this transport has no background stream")
	}
	w.ground.spawn("bare/listen", func() { l.Listen(w.life) })
	return w.ground.settle()
}

func (w *World) closeTransport() error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.ground.spawn("bare/close", b.close)
	return w.ground.settle()
}

// close closes whatever there is and waits for it.
func (b *bare) close() {
	b.w.mu.Lock()
	c := b.conn
	b.w.mu.Unlock()
	switch {
	case c != nil:
		_ = c.Close()
	case b.transport != nil:
		_ = b.transport.Close()
	}
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	b.closed = true
}

func (w *World) sendBare(method string) error { return w.send(method, nil, true) }

func (w *World) sendBareWith(method string, params *godog.DocString) error {
	return w.send(method, json.RawMessage(params.Content), true)
}

func (w *World) sendBareBytes(method string, n int) error {
	return w.send(method, map[string]string{"pad": strings.Repeat("x", n)}, true)
}

func (w *World) notifyBare(method string) error { return w.send(method, nil, false) }

func (w *World) notifyBareWith(method string, params *godog.DocString) error {
	return w.send(method, json.RawMessage(params.Content), false)
}

func (w *World) send(method string, params any, request1 bool) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	if b.transport == nil {
		return errors.New("requests are sent on a bare transport, this is a bare connection")
	}
	ctx, cancel := w.hostContext()
	r := &request{cancel: cancel}
	b.requests = append(b.requests, r)
	w.ground.spawn(fmt.Sprintf("bare/request-%d", len(b.requests)), func() {
		var result json.RawMessage
		var err error
		if request1 {
			result, err = b.transport.Request(ctx, method, params)
		} else {
			err = b.transport.Notify(method, params)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		r.done, r.at, r.result, r.err = true, w.since(w.now()), result, err
	})
	return w.ground.settle()
}

func (w *World) request(n int) (*request, error) {
	b, err := w.theBare()
	if err != nil {
		return nil, err
	}
	if n < 1 || n > len(b.requests) {
		return nil, fmt.Errorf("there is no request %d, only %d were sent", n, len(b.requests))
	}
	return b.requests[n-1], nil
}

func (w *World) abortRequest(n int) error {
	r, err := w.request(n)
	if err != nil {
		return err
	}
	r.cancel(errGaveUp)
	return w.ground.settle()
}

func (w *World) requestDone(n int) (request, error) {
	r, err := w.request(n)
	if err != nil {
		return request{}, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !r.done {
		return request{}, fmt.Errorf("request %d has not ended at %s", n, w.since(w.now()))
	}
	return *r, nil
}

func (w *World) requestPending(n int) error {
	if _, err := w.request(n); err != nil {
		return err
	}
	if r, err := w.requestDone(n); err == nil {
		return fmt.Errorf("request %d ended at %s: %s %v", n, r.at, r.result, r.err)
	}
	return nil
}

func (w *World) requestSucceeds(n int) error {
	r, err := w.requestDone(n)
	if err == nil && r.err != nil {
		err = fmt.Errorf("request %d failed: %w", n, r.err)
	}
	return err
}

func (w *World) requestResult(n int, want *godog.DocString) error {
	if err := w.requestSucceeds(n); err != nil {
		return err
	}
	r, _ := w.requestDone(n)
	return sameJSON(fmt.Sprintf("the result of request %d", n), r.result, want.Content)
}

// requestError is the error text of a failed request.
func (w *World) requestError(n int) (string, error) {
	r, err := w.requestDone(n)
	switch {
	case err != nil:
		return "", err
	case r.err == nil:
		return "", fmt.Errorf("request %d succeeded: %s", n, r.result)
	}
	return r.err.Error(), nil
}

func (w *World) requestFails(n int, want string) error {
	text, err := w.requestError(n)
	if err != nil {
		return err
	}
	if strings.Contains(want, "<id>") {
		text = w.hideIDs(text)
	}
	return same(fmt.Sprintf("the error of request %d", n), text, want)
}

// hideIDs replaces the ids of requests that servers have received by "<id>".
func (w *World) hideIDs(text string) string {
	for _, name := range w.order {
		for _, a := range w.servers[name].arrivals() {
			if id := strings.Trim(a.ID, `"`); id != "" {
				text = strings.ReplaceAll(text, id, "<id>")
			}
		}
	}
	return text
}

func (w *World) requestFailsPart(n int, end, want string) error {
	text, err := w.requestError(n)
	switch {
	case err != nil:
		return err
	case end == "begins" && strings.HasPrefix(text, want), end == "ends" && strings.HasSuffix(text, want):
		return nil
	}
	return fmt.Errorf("the error of request %d is %q", n, text)
}

func (w *World) requestAborted(n int) error {
	r, err := w.requestDone(n)
	if err == nil && !errors.Is(r.err, errGaveUp) {
		err = fmt.Errorf("request %d ended with %v instead of the sender's reason", n, r.err)
	}
	return err
}

func (w *World) requestEnded(n int, at string) error {
	want, err := time.ParseDuration(at)
	if err != nil {
		return err
	}
	r, err := w.requestDone(n)
	if err != nil {
		return err
	}
	return w.sameTime(fmt.Sprintf("the end of request %d", n), r.at, want)
}

func (w *World) checkConnected(want string) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	got := "not connected"
	if b.transport.Connected() {
		got = "connected"
	}
	return same("the transport", got, want)
}

func (w *World) checkClosed(want string) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("whether the transport has closed", b.closed, want == "closed")
}

func (w *World) reportedNothing() error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("what the transport reported", b.reports, nil)
}

func (w *World) reported(want *godog.DocString) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("what the transport reported", b.reports, fields(want))
}
