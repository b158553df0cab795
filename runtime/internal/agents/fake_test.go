package agents_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

var (
	errRefused = errors.New("refused")
	errGone    = errors.New("gone")
)

// behaviour is how the fake of one server acts.
type behaviour struct {
	connect    time.Duration
	connectErr error
	late       bool // connects although the caller has gone
	close      time.Duration
	closeErr   error
	request    time.Duration
	tools      []string // definitions
	result     string   // of a call; empty = "done" and the tool
	// fails says how the n-th try of a request ends, from 1, on a connection.
	fails func(n int, isolated bool) error
}

// fakes are the servers of a test, behind one Connector.
type fakes struct {
	clk clock.Clock

	mu       sync.Mutex
	how      map[string]*behaviour
	log      []string
	open     int
	busy     int // requests in flight on shared sessions
	most     int // greatest value of busy
	tries    map[string]int
	threads  map[string]string // goroutine by what it did
	received []string          // arguments of calls
	last     *fakeConn         // the newest connection
}

func newFakes(clk clock.Clock) *fakes {
	return &fakes{clk: clk, how: map[string]*behaviour{}, tries: map[string]int{}, threads: map[string]string{}}
}

func (f *fakes) of(name string) *behaviour {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.how[name] == nil {
		f.how[name] = &behaviour{}
	}
	return f.how[name]
}

func (f *fakes) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, fmt.Sprintf(format, args...))
}

// seen returns the log since the last call.
func (f *fakes) seen() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	log := strings.Join(f.log, " | ")
	f.log = nil
	return log
}

// thread remembers which goroutine does something: owner tokens are only names.
func (f *fakes) thread(what string) {
	buf := make([]byte, 64)
	id := string(bytes.Fields(buf[:goruntime.Stack(buf, false)])[1])
	f.mu.Lock()
	defer f.mu.Unlock()
	f.threads[what] = id
}

func (f *fakes) Connect(ctx context.Context, server config.Server, life connect.Options) (connect.Conn, error) {
	b := f.of(server.Name)
	f.thread("connect " + server.Name)
	kind := "connect"
	if life.Isolated {
		kind = "isolate"
	}
	f.note("%s %s", kind, server.Name)
	err := clock.Sleep(ctx, clock.Named(f.clk, server.Name+"/connecting"), b.connect)
	if err != nil && !b.late {
		return nil, err
	}
	if b.connectErr != nil {
		return nil, b.connectErr
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open++
	f.last = &fakeConn{f: f, b: b, name: server.Name, life: life, closed: make(chan struct{})}
	return f.last, nil
}

type fakeConn struct {
	connect.Conn // what agents do not use
	f            *fakes
	b            *behaviour
	name         string
	life         connect.Options
	once         sync.Once
	closed       chan struct{}
}

func (c *fakeConn) SessionID() string       { return fmt.Sprintf("%s-%d", c.name, c.life.Epoch) }
func (c *fakeConn) Closed() <-chan struct{} { return c.closed }
func (c *fakeConn) drop()                   { c.once.Do(func() { close(c.closed) }) }

func (c *fakeConn) Close(ctx context.Context) error {
	c.f.thread("close " + c.name)
	kind := "close"
	if c.life.Isolated {
		kind = "unisolate"
	}
	c.f.note("%s %s", kind, c.name)
	_ = clock.Sleep(ctx, clock.Named(c.f.clk, c.name+"/closing"), c.b.close)
	c.drop()
	c.f.mu.Lock()
	defer c.f.mu.Unlock()
	c.f.open--
	return c.b.closeErr
}

// work is one request.
func (c *fakeConn) work(ctx context.Context, what string) error {
	f := c.f
	f.mu.Lock()
	f.tries[c.name]++
	n := f.tries[c.name]
	if !c.life.Isolated {
		f.busy++
		f.most = max(f.most, f.busy)
	}
	f.mu.Unlock()
	f.note("%s", what)
	err := clock.Sleep(ctx, clock.Named(f.clk, fmt.Sprintf("%s/busy-%d", c.name, n)), c.b.request)
	f.mu.Lock()
	if !c.life.Isolated {
		f.busy--
	}
	f.mu.Unlock()
	if err == nil && c.b.fails != nil {
		err = c.b.fails(n, c.life.Isolated)
	}
	return err
}

func (c *fakeConn) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	var out []json.RawMessage
	for _, t := range c.b.tools {
		out = append(out, json.RawMessage(t))
	}
	return out, c.work(ctx, "tools/list")
}

func (c *fakeConn) CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error) {
	c.f.mu.Lock()
	c.f.received = append(c.f.received, string(arguments))
	c.f.mu.Unlock()
	result := c.b.result
	if result == "" {
		result = `{"content":[{"type":"text","text":"done ` + name + `"}]}`
	}
	return json.RawMessage(result), c.work(ctx, "tools/call")
}

func (c *fakeConn) ListPrompts(ctx context.Context) ([]protocol.Prompt, error) {
	return nil, c.work(ctx, "prompts/list")
}

func (c *fakeConn) GetPrompt(ctx context.Context, _ string, _ map[string]string) (protocol.GetPromptResult, error) {
	return protocol.GetPromptResult{}, c.work(ctx, "prompts/get")
}

func (c *fakeConn) ListResources(ctx context.Context) ([]protocol.Resource, error) {
	return nil, c.work(ctx, "resources/list")
}

func (c *fakeConn) ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error) {
	return nil, c.work(ctx, "resources/templates/list")
}

func (c *fakeConn) ReadResource(ctx context.Context, _ string) (protocol.ReadResourceResult, error) {
	return protocol.ReadResourceResult{}, c.work(ctx, "resources/read")
}

// bench is a simulation with fake servers.
type bench struct {
	t     *testing.T
	sim   *vtime.Sim
	fakes *fakes

	mu     sync.Mutex
	events []event.Event
}

// simulate runs f and fails the test for what is left over: connections,
// goroutines, timers (OAI-77).
func simulate(t *testing.T, f func(b *bench)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		b := &bench{t: t, sim: s, fakes: newFakes(s.Clock("fake"))}
		f(b)
		assert.Check(t, b.fakes.open == 0, "%d connections are open", b.fakes.open)
	}))
}

func (b *bench) server(s agents.Settings) *agents.Server {
	return agents.NewServer(s, agents.Env{Connector: b.fakes, Clock: b.sim.Clock("agents"), Events: b})
}

// connected is a connected server "a" with fake behaviour how.
func (b *bench) connected(s agents.Settings, how behaviour) *agents.Server {
	s.Config.Name = "a"
	*b.fakes.of("a") = how
	server := b.server(s)
	assert.Check(b.t, server.Connect(context.Background()))
	b.fakes.seen()
	return server
}

// manager has servers of the given names.
func (b *bench) manager(p agents.Policy, names ...string) *agents.Manager {
	var servers []*agents.Server
	for _, name := range names {
		servers = append(servers, b.server(agents.Settings{Config: config.Server{Name: name, Command: name}}))
	}
	m, err := agents.New(agents.Options{Servers: servers, Policy: p, Clock: b.sim.Clock("agents"), Events: b})
	assert.Check(b.t, err)
	return m
}

func (b *bench) Emit(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, e)
}

// happened lists the events of some kinds: "actor name>to".
func (b *bench) happened(kinds ...event.Kind) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, e := range b.events {
		if slices.Contains(kinds, e.Kind) {
			out = append(out, strings.TrimSuffix(e.Actor+" "+e.Name+">"+e.To, ">"))
		}
	}
	return strings.Join(out, " | ")
}

// elapsed is the virtual time that f takes, in milliseconds.
func (b *bench) elapsed(f func()) time.Duration {
	begin := b.sim.Elapsed()
	f()
	return (b.sim.Elapsed() - begin).Round(time.Millisecond)
}

// cancelAfter is a context that ends with errGone.
func (b *bench) cancelAfter(d time.Duration) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	b.sim.Schedule(b.sim.Begin().Add(b.sim.Elapsed()+d), "caller", func() { cancel(errGone) })
	return ctx
}

// views is what can be seen of a manager.
func views(m *agents.Manager) string {
	names := func(servers []*agents.Server) string {
		var out []string
		for _, s := range servers {
			out = append(out, s.Name())
		}
		return strings.Join(out, "")
	}
	errs := m.Errors()
	var bad []*agents.Server
	for _, s := range m.Configured() {
		if errs[s] != nil {
			bad = append(bad, s)
		}
	}
	return fmt.Sprintf("connected=%s failed=%s active=%s errors=%s workers=%s",
		names(m.Connected()), names(m.Failed()), names(m.Active()), names(bad), names(m.Workers()))
}

var errHTTP = func(status int) error { return &transport.HTTPError{Status: status, Body: "no"} }

// strict makes a manager strict from its next call on.
func strict(m *agents.Manager) { m.SetStrict() }

// cancelled is a context that has ended.
func (b *bench) cancelled() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errGone)
	return ctx
}
