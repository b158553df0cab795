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
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// transports is the transports and connections that a scenario uses itself.
type transports struct {
	noun
	all []*bare // the newest is the one that steps speak of
}

// bare is a transport or a connection without a manager: what the layers below
// promise on their own.
type bare struct {
	w         *World
	host      *host.Host // has no servers
	connector host.Connector
	transport transport.Transport
	conn      host.Conn
	giveUp    context.CancelCauseFunc // of the newest attempt to connect in the background
	slow      time.Duration           // what each callback takes
	answer    func() (any, error)     // to requests of the server; nil: the method's name

	// Guarded by World.mu.
	refused       error    // why connecting failed
	reports       []string // callbacks in order
	dropped       []transport.Dropped
	notifications []notice // in order
	open          bool
	closed        bool
	closeErr      error // of the transport
	refreshes     int   // times that it asked for new credentials
}

func bareSteps() []gherkin.Step {
	return gherkin.Noun("transport", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a (bare|connected) transport to server "([^"]+)"`,
			Manual:  "makes a transport without a manager and, if it is to be connected, connects it; there is no handshake",
			Example: `a bare transport to server "docs"`, Func: (*transports).first},
		{Keyword: gherkin.Given, Pattern: `the transport has no callbacks`, Manual: "takes all callbacks off the bare transport",
			Func: (*bare).removeCallbacks},
		{Keyword: gherkin.Given, Pattern: `the transport has no callback for (notifications|requests|errors|dropped input|its end)`,
			Manual: "takes one callback off the bare transport and leaves the others", Example: `the transport has no callback for errors`,
			Func: (*bare).removeCallback},
		{Keyword: gherkin.Given, Pattern: `the transport answers requests with (nothing|the error "[^"]*"|error -?\d+ "[^"]*"(?: and data that is no JSON)?|what is no JSON)`,
			Manual:  "takes the place of answers with the method's name; only an error with a code is one of JSON-RPC",
			Example: `the transport answers requests with error -32000 "busy"`, Func: (*bare).answerWith},
		{Keyword: gherkin.Given, Pattern: `each callback of the transport takes (\S+)`,
			Manual: "makes the handler of what the bare transport reports busy for this long", Example: `each callback of the transport takes 1s`,
			Func: (*bare).slowDown},
		{Keyword: gherkin.When, Pattern: `a new transport to server "([^"]+)" connects`,
			Manual:  "makes and connects another bare transport; \"the transport\" is this one from now on",
			Example: `a new transport to server "docs" connects`, Func: (*transports).another},
		{Keyword: gherkin.When, Pattern: `a bare connection to server "([^"]+)" is opened( without a listener to notifications)?`,
			Manual: "opens a connection with its handshake but without a manager", Example: `a bare connection to server "docs" is opened`,
			Func: (*transports).openConnection},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" has introduced itself to the bare connection as:`,
			Manual:  "compares what the connection has read of the answer to initialize, as JSON",
			Example: `server "docs" has introduced itself to the bare connection as:`, Func: checkIntroduction},
		{Keyword: gherkin.When, Pattern: `the transport connects`, Manual: "connects the bare transport, once more if it was connected before; it may fail",
			Func: (*bare).connect},
		{Keyword: gherkin.When, Pattern: `the transport begins to connect( for a caller who has given up)?`,
			Manual:  "connects the bare transport without waiting for it; the caller may have given up before",
			Example: `the transport begins to connect`, Func: (*bare).beginConnect},
		{Keyword: gherkin.When, Pattern: `the caller gives up connecting`, Manual: "ends the context of a transport that has begun to connect",
			Func: (*bare).giveUpConnect},
		{Keyword: gherkin.When, Pattern: `the transport opens its background stream`, Manual: "starts the optional listener of an HTTP transport",
			Func: (*bare).listen},
		{Keyword: gherkin.When, Pattern: `the transport is closed`, Manual: "closes the bare transport or connection, without waiting for it",
			Func: (*bare).closeSoon},
		{Keyword: gherkin.When, Pattern: `the transport is closed for a caller who waits (\S+)`,
			Manual:  "closes the bare connection likewise, politely for this long at most",
			Example: `the transport is closed for a caller who waits 1s`, Func: (*bare).closeWithin},
		{Keyword: gherkin.Then, Pattern: `the transport is (connected|not connected)`, Manual: "compares the transport's own idea of being usable",
			Example: `the transport is connected`, Func: (*bare).checkConnected},
		{Keyword: gherkin.Then, Pattern: `the transport failed to connect with "(.*)"`, Manual: "compares the error text of the last attempt to connect",
			Example: `the transport failed to connect with "Transport closed"`, Func: (*bare).checkRefused},
		{Keyword: gherkin.Then, Pattern: `the transport has (closed|not closed)`, Manual: "checks whether closing the transport has returned, without an error",
			Example: `the transport has closed`, Func: (*bare).checkClosed},
		{Keyword: gherkin.Then, Pattern: `the transport reported nothing`, Manual: "checks that no callback was called", Func: (*bare).reportedNothing},
		{Keyword: gherkin.Then, Pattern: `the transport reported:`,
			Manual: "compares the callbacks in order, one per line: notification M, request M, error T, warning T, dropped R, close; a final … stands for any text",
			Func:   (*bare).reported},
		{Keyword: gherkin.Then, Pattern: `the transport dropped:`,
			Manual: "compares what it dropped, in order, one per line: its size in bytes, the id of an answer, and its first bytes",
			Func:   (*bare).checkDropped},
		{Keyword: gherkin.Then, Pattern: `notification (\d+) of the transport is:`,
			Manual:  "compares method and params of a notification that the transport reported, as JSON",
			Example: `notification 1 of the transport is:`, Func: (*bare).checkNotification},
	})
}

func (b *transports) first(kind string, s *server) error {
	b.begin = b.now()
	if kind == "bare" {
		return b.add(s)
	}
	return b.another(s)
}

// another makes a transport that must connect.
func (b *transports) another(s *server) error {
	if err := b.add(s); err != nil {
		return err
	}
	made := b.all[len(b.all)-1]
	err := made.connect()
	return errors.Join(err, made.refused)
}

// add makes a transport and lets it be the one that steps speak of.
func (b *transports) add(s *server) error {
	made := &bare{w: b.World}
	env := b.baseEnv()
	env.Transport = func(_ config.Server, builtin transport.Transport) (transport.Transport, error) {
		made.transport = builtin
		return nil, errTaken
	}
	if err := made.prepare(env); err != nil {
		return err
	}
	if _, err := made.connector.Connect(b.life, s.config, host.Life{Epoch: 1}); !errors.Is(err, errTaken) {
		return err
	}
	b.all = append(b.all, made)
	made.transport.SetCallbacks(made.callbacks())
	return nil
}

// close ends all of them.
func (b *transports) close() {
	for _, one := range b.all {
		one.close()
	}
}

// theBare is the newest one.
func (w *World) theBare() (*bare, error) {
	all := nounOf[transports](w).all
	if len(all) == 0 {
		return nil, errors.New(`there is no transport: say "a bare transport to server …" first`)
	}
	return all[len(all)-1], nil
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

func (b *bare) connect() error {
	err := b.transport.Connect(b.w.life)
	b.w.mu.Lock()
	b.refused = err
	b.w.mu.Unlock()
	return b.w.ground.settle()
}

func (b *bare) removeCallbacks() error {
	b.transport.SetCallbacks(transport.Callbacks{})
	return nil
}

// removeCallback takes the callback for what off.
func (b *bare) removeCallback(what string) error {
	c := b.callbacks()
	switch what {
	case "notifications":
		c.OnNotification = nil
	case "requests":
		c.OnRequest = nil
	case "errors":
		c.OnError = nil
	case "dropped input":
		c.OnDropped = nil
	case "its end":
		c.OnClose = nil
	}
	b.transport.SetCallbacks(c)
	return nil
}

// answerWith sets what requests of the server are answered with.
func (b *bare) answerWith(what string) error {
	_, text, _ := strings.Cut(what, `"`)
	text, more, _ := strings.Cut(text, `"`)
	var data json.RawMessage
	if more != "" {
		data = json.RawMessage("{")
	}
	var code int64
	switch {
	case what == "nothing":
		b.answer = func() (any, error) { return nil, nil }
	case what == "what is no JSON":
		b.answer = func() (any, error) { return make(chan int), nil }
	case strings.HasPrefix(what, "the error"):
		b.answer = func() (any, error) { return nil, errors.New(text) }
	default:
		_, err := fmt.Sscanf(what, "error %d", &code)
		b.answer = func() (any, error) { return nil, &transport.Error{Code: code, Message: text, Data: data} }
		return err
	}
	return nil
}

// callbacks record what the transport reports. Server requests are answered with
// the method's name.
func (b *bare) callbacks() transport.Callbacks {
	return transport.Callbacks{
		OnNotification: b.notified,
		OnRequest: func(method string, _ json.RawMessage) (any, error) {
			b.report("request " + method)
			if b.answer != nil {
				return b.answer()
			}
			return map[string]string{"answered": method}, nil
		},
		OnError:   func(err error) { b.report("error " + err.Error()) },
		OnClose:   func() { b.report("close") },
		OnDropped: b.drop,
		OnWarning: func(err error) { b.report("warning " + err.Error()) },
	}
}

func (b *bare) notified(method string, params json.RawMessage) {
	b.w.mu.Lock()
	b.notifications = append(b.notifications, notice{method: method, params: string(params)})
	b.w.mu.Unlock()
	b.report("notification " + method)
}

// report records a callback and keeps its caller waiting, if asked to.
func (b *bare) report(text string) {
	b.w.mu.Lock()
	b.reports = append(b.reports, text)
	b.w.mu.Unlock()
	if b.slow > 0 {
		_ = clock.Sleep(b.w.life, clock.Named(b.w.ground.clock(), "bare/callback"), b.slow)
	}
}

func (b *bare) slowDown(d time.Duration) error {
	b.slow = d
	return nil
}

func (b *transports) openConnection(s *server, deaf bool) error {
	made := &bare{w: b.World}
	env := b.baseEnv()
	nounOf[sparse](b.World).env(&env)
	if err := made.prepare(env); err != nil {
		return err
	}
	b.all = append(b.all, made)
	b.begin = b.now()
	b.ground.spawn("bare", func() {
		life := host.Life{Epoch: 1, OnNotification: func(method string, _ []byte) { made.report("notification " + method) }}
		if deaf {
			life.OnNotification = nil
		}
		c, err := made.connector.Connect(b.life, s.config, life)
		b.mu.Lock()
		defer b.mu.Unlock()
		made.conn, made.open = c, err == nil
	})
	return b.ground.settle()
}

func (b *bare) listen() error {
	l, ok := b.transport.(transport.Listener)
	if !ok {
		return errors.New("this transport has no background stream")
	}
	b.w.ground.spawn("bare/listen", func() { l.Listen(b.w.life) })
	return b.w.ground.settle()
}

// closeSoon begins to close it.
func (b *bare) closeSoon() error {
	b.w.ground.spawn("bare/close", b.close)
	return b.w.ground.settle()
}

// closeWithin begins to close it for a caller who does not wait longer.
func (b *bare) closeWithin(limit time.Duration) error {
	b.w.ground.spawn("bare/close", func() {
		ctx, done := clock.WithTimeout(context.Background(), clock.Named(b.w.ground.clock(), "bare/close"), limit)
		defer done()
		b.closeUntil(ctx)
	})
	return b.w.ground.settle()
}

func (b *bare) close() { b.closeUntil(context.Background()) }

// closeUntil closes whatever there is and waits for it.
func (b *bare) closeUntil(ctx context.Context) {
	b.w.mu.Lock()
	c := b.conn
	b.w.mu.Unlock()
	var err error
	switch {
	case c != nil:
		_ = c.Close(ctx)
	case b.transport != nil:
		err = b.transport.Close()
	}
	b.host.Close()
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	b.closed, b.closeErr = true, err
}

func (b *bare) checkConnected(want string) error {
	got := "not connected"
	if b.transport.Connected() {
		got = "connected"
	}
	return same("the transport", got, want)
}

func (b *bare) checkClosed(want string) error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	if b.closeErr != nil {
		return fmt.Errorf("closing the transport failed: %w", b.closeErr)
	}
	return same("whether the transport has closed", b.closed, want == "closed")
}

func (b *bare) reportedNothing() error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
	return same("what the transport reported", b.reports, nil)
}

func (b *bare) reported(want *gherkin.DocString) error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
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

func (b *bare) checkNotification(n int, want *gherkin.DocString) error {
	b.w.mu.Lock()
	defer b.w.mu.Unlock()
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
