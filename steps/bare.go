package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// bare is a transport or a connection without a manager: what the layers below
// promise on their own.
type bare struct {
	w         *World
	host      *host.Host // has no servers
	connector host.Connector
	transport transport.Transport
	conn      host.Conn
	refused   error         // why connecting failed
	slow      time.Duration // what each callback takes

	// Guarded by World.mu.
	reports       []string // callbacks in order
	notifications []notice // in order
	open          bool
	closed        bool
	refreshes     int // times that it asked for new credentials
}

func bareSteps() []Step {
	return gherkin.Noun("transport", []Step{
		{Keyword: Given, Pattern: `a bare transport to server "([^"]+)"`,
			Manual:  "makes a transport without a manager and without a handshake; it is not connected yet",
			Example: `a bare transport to server "docs"`, Func: (*World).makeTransport},
		{Keyword: Given, Pattern: `a connected transport to server "([^"]+)"`,
			Manual: "makes a transport without a manager and connects it, without a handshake", Example: `a connected transport to server "docs"`,
			Func: (*World).connectedTransport},
		{Keyword: Given, Pattern: `the transport has no callbacks`, Manual: "takes all callbacks off the bare transport",
			Func: (*World).removeCallbacks},
		{Keyword: Given, Pattern: `each callback of the transport takes (\S+)`,
			Manual: "makes whoever handles what the bare transport reports busy for this long", Example: `each callback of the transport takes 1s`,
			Func: (*World).slowCallbacks},
		{Keyword: When, Pattern: `a new transport to server "([^"]+)" connects`,
			Manual:  "makes and connects another bare transport; \"the transport\" is this one from now on",
			Example: `a new transport to server "docs" connects`, Func: (*World).anotherTransport},
		{Keyword: When, Pattern: `a bare connection to server "([^"]+)" is opened`,
			Manual: "opens a connection with its handshake but without a manager", Example: `a bare connection to server "docs" is opened`,
			Func: (*World).openBare},
		{Keyword: When, Pattern: `the transport connects`, Manual: "connects the bare transport, once more if it was connected before; it may fail",
			Func: (*World).connectTransport},
		{Keyword: When, Pattern: `the transport opens its background stream`, Manual: "starts the optional listener of an HTTP transport",
			Func: (*World).listen},
		{Keyword: When, Pattern: `the transport is closed`, Manual: "closes the bare transport or connection, without waiting for it",
			Func: (*World).closeTransport},
		{Keyword: Then, Pattern: `the transport is (connected|not connected)`, Manual: "compares the transport's own idea of being usable",
			Example: `the transport is connected`, Func: (*World).checkConnected},
		{Keyword: Then, Pattern: `the transport failed to connect with "(.*)"`, Manual: "compares the error text of the last attempt to connect",
			Example: `the transport failed to connect with "Transport closed"`, Func: (*World).checkRefused},
		{Keyword: Then, Pattern: `the transport has (closed|not closed)`, Manual: "checks whether closing the transport has returned",
			Example: `the transport has closed`, Func: (*World).checkClosed},
		{Keyword: Then, Pattern: `the transport reported nothing`, Manual: "checks that no callback was called", Func: (*World).reportedNothing},
		{Keyword: Then, Pattern: `the transport reported:`,
			Manual: "compares the callbacks in order, one per line: notification M, request M, error T, dropped R, close; a final … stands for any text",
			Func:   (*World).reported},
		{Keyword: Then, Pattern: `notification (\d+) of the transport is:`,
			Manual:  "compares method and params of a notification that the transport reported, as JSON",
			Example: `notification 1 of the transport is:`, Func: (*World).checkNotification},
	})
}

// baseEnv are the runtime's ways out without a runtime.
func (w *World) baseEnv() host.Env {
	env := w.ground.hostEnv()
	env.Events = event.SinkFunc(w.Emit)
	env.Rand = nounOf[room](w).jitter
	env.LookupEnv = func(name string) (string, bool) { v, ok := w.env[name]; return v, ok }
	nounOf[auth](w).env(&env)
	return env
}

func (w *World) makeTransport(name string) error {
	w.begin = w.now()
	return w.addTransport(name)
}

// addTransport makes a transport and lets it be the one that steps speak of.
func (w *World) addTransport(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	b := &bare{w: w}
	env := w.baseEnv()
	env.Transport = func(_ config.Server, builtin transport.Transport) (transport.Transport, error) {
		b.transport = builtin
		return nil, errTaken
	}
	if err := b.prepare(env); err != nil {
		return err
	}
	if _, err := b.connector.Connect(w.life, s.config, host.Life{Epoch: 1}); !errors.Is(err, errTaken) {
		return err
	}
	w.use(b)
	b.transport.SetCallbacks(b.callbacks())
	return nil
}

// errTaken keeps a runtime from using a transport that a scenario uses itself.
var errTaken = errors.New("the transport is used by the scenario")

// prepare takes what a runtime opens connections with, which its manager never uses.
func (b *bare) prepare(env host.Env) (err error) {
	env.Wrap = func(own host.Connector) host.Connector {
		b.connector = own
		return own
	}
	b.host, err = host.New(b.w.policy.Policy, env)
	return err
}

// use makes b the current one; all of them are closed with the scenario.
func (w *World) use(b *bare) {
	w.bare = b
	w.bares = append(w.bares, b)
}

func (w *World) connectedTransport(name string) error {
	if err := w.makeTransport(name); err != nil {
		return err
	}
	return w.mustConnect()
}

func (w *World) anotherTransport(name string) error {
	if err := w.addTransport(name); err != nil {
		return err
	}
	return w.mustConnect()
}

func (w *World) mustConnect() error {
	if err := w.connectTransport(); err != nil {
		return err
	}
	return w.bare.refused
}

func (w *World) connectTransport() error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	b.refused = b.transport.Connect(w.life)
	return w.ground.settle()
}

func (w *World) removeCallbacks() error {
	b, err := w.theBare()
	if err == nil {
		b.transport.SetCallbacks(transport.Callbacks{})
	}
	return err
}

func (w *World) checkRefused(want string) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	if b.refused == nil {
		return errors.New("the last attempt to connect did not fail")
	}
	return same("the error of connecting", b.refused.Error(), want)
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
		OnNotification: b.notified,
		OnRequest: func(method string, _ json.RawMessage) (any, error) {
			b.report("request " + method)
			return map[string]string{"answered": method}, nil
		},
		OnError:   func(err error) { b.report("error " + err.Error()) },
		OnClose:   func() { b.report("close") },
		OnDropped: func(d transport.Dropped) { b.report("dropped " + d.Reason) },
	}
}

func (b *bare) notified(method string, params json.RawMessage) {
	b.w.mu.Lock()
	b.notifications = append(b.notifications, notice{method: method, params: string(params)})
	b.w.mu.Unlock()
	b.report("notification " + method)
}

// report records a callback and keeps whoever called it waiting, if asked to.
func (b *bare) report(text string) {
	b.w.mu.Lock()
	b.reports = append(b.reports, text)
	b.w.mu.Unlock()
	if b.slow > 0 {
		_ = clock.Sleep(b.w.life, clock.Named(b.w.ground.clock(), "bare/callback"), b.slow)
	}
}

func (w *World) slowCallbacks(d string) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	b.slow, err = time.ParseDuration(d)
	return err
}

func (w *World) openBare(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	b := &bare{w: w}
	if err := b.prepare(w.baseEnv()); err != nil {
		return err
	}
	w.use(b)
	w.begin = w.now()
	w.ground.spawn("bare", func() {
		c, err := b.connector.Connect(w.life, s.config, host.Life{
			Epoch: 1, OnNotification: func(method string, _ []byte) { b.report("notification " + method) },
		})
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
		_ = c.Close(context.Background())
	case b.transport != nil:
		_ = b.transport.Close()
	}
	b.host.Close()
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	b.closed = true
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

func (w *World) reported(want *gherkin.DocString) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	wanted := fields(want)
	return same("what the transport reported", abridged(b.reports, wanted), wanted)
}

// abridged shortens what was reported as expected: a line that ends with "…"
// says only how it begins.
func abridged(got, want []string) []string {
	out := slices.Clone(got)
	for i := range min(len(got), len(want)) {
		if start, ok := strings.CutSuffix(want[i], "…"); ok && strings.HasPrefix(got[i], start) {
			out[i] = want[i]
		}
	}
	return out
}

func (w *World) checkNotification(n int, want *gherkin.DocString) error {
	b, err := w.theBare()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if n < 1 || n > len(b.notifications) {
		return fmt.Errorf("the transport reported %d notifications", len(b.notifications))
	}
	got := map[string]any{"method": b.notifications[n-1].method}
	if params := b.notifications[n-1].params; params != "" {
		got["params"] = json.RawMessage(params)
	}
	text, err := json.Marshal(got)
	if err != nil {
		return err
	}
	return sameJSON(fmt.Sprintf("notification %d", n), text, want.Content)
}
