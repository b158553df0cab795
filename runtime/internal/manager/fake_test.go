package manager_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// forever is a delay that nothing outlasts.
const forever = 1000 * time.Hour

var errRefused = errors.New("refused")

// behaviour is how a fake server meets the next things that happen to it.
type behaviour struct {
	connect, list, call, close time.Duration // how long each takes
	refuse                     bool          // connects fail
	listFails                  bool
	notice                     bool   // the handshake says that the tools have changed
	tools                      string // name of its one tool; empty = "echo"
	empty                      bool   // it has no tool
}

// errNotOffered is the answer of a connection to a server that has only tools.
var errNotOffered = errors.New("not offered")

// fakes is a Connector whose servers do what a test says.
type fakes struct {
	clk clock.Clock

	mu       sync.Mutex
	how      map[string]behaviour
	connects map[string]int // attempts so far
	lists    map[string]int // lists asked for
	conns    []*fakeConn    // all that ever opened
}

func newFakes(clk clock.Clock) *fakes {
	return &fakes{clk: clk, how: map[string]behaviour{}, connects: map[string]int{}, lists: map[string]int{}}
}

// set changes how a server behaves from now on.
func (f *fakes) set(name string, b behaviour) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.how[name] = b
}

func (f *fakes) behaviour(name string) behaviour {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.how[name]
}

func (f *fakes) attempts(name string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.connects[name]
}

func (f *fakes) listed(name string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lists[name]
}

func (f *fakes) Connect(ctx context.Context, server config.Server, life connect.Options) (connect.Conn, error) {
	f.mu.Lock()
	f.connects[server.Name]++
	b := f.how[server.Name]
	f.mu.Unlock()
	if life.OnHandshake != nil {
		life.OnHandshake()
	}
	if b.notice {
		life.OnNotification(protocol.NotifyToolsChanged, nil)
	}
	if err := clock.Sleep(ctx, clock.Named(f.clk, server.Name), b.connect); err != nil {
		return nil, err
	}
	if b.refuse {
		return nil, errRefused
	}
	c := &fakeConn{f: f, name: server.Name, life: life, lost: make(chan struct{})}
	f.mu.Lock()
	f.conns = append(f.conns, c)
	f.mu.Unlock()
	return c, nil
}

// open lists the connections of a server that were not asked to close and
// that have not ended by themselves.
func (f *fakes) open(name string) []*fakeConn {
	f.mu.Lock()
	defer f.mu.Unlock()
	var open []*fakeConn
	for _, c := range f.conns {
		if c.name == name && !c.closing && !c.ended() {
			open = append(open, c)
		}
	}
	return open
}

// leftOpen counts connections that are not closed yet, of all servers.
func (f *fakes) leftOpen() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, c := range f.conns {
		if !c.closed {
			n++
		}
	}
	return n
}

// fakeConn is one connection.
type fakeConn struct {
	connect.Conn // what tests do not use

	f    *fakes
	name string
	life connect.Options
	lost chan struct{}

	// Guarded by f.mu.
	closing, closed bool
}

func (c *fakeConn) ended() bool {
	select {
	case <-c.lost:
		return true
	default:
		return false
	}
}

// drop ends the connection by itself.
func (c *fakeConn) drop() {
	if !c.ended() {
		close(c.lost)
	}
}

func (c *fakeConn) Closed() <-chan struct{} { return c.lost }

func (c *fakeConn) Server() protocol.InitializeResult { return protocol.InitializeResult{} }

func (c *fakeConn) ReadResource(context.Context, string) (protocol.ReadResourceResult, error) {
	return protocol.ReadResourceResult{}, errNotOffered
}

func (c *fakeConn) ListPrompts(context.Context) ([]protocol.Prompt, error) { return nil, nil }

func (c *fakeConn) ListResources(context.Context) ([]protocol.Resource, error) { return nil, nil }

func (c *fakeConn) Close(context.Context) error {
	c.f.mu.Lock()
	again := c.closing
	c.closing = true
	wait := c.f.how[c.name].close
	c.f.mu.Unlock()
	if again {
		return nil
	}
	_ = clock.Sleep(context.Background(), clock.Named(c.f.clk, c.name+"/closing"), wait)
	c.f.mu.Lock()
	defer c.f.mu.Unlock()
	c.closed = true
	c.drop()
	return nil
}

// work takes d, unless the connection ends or the caller gives up.
func (c *fakeConn) work(ctx context.Context, d time.Duration) error {
	if c.ended() {
		return transport.ErrClosed
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-done:
		case <-c.lost:
			cancel(transport.ErrClosed)
		}
	}()
	return clock.Sleep(ctx, clock.Named(c.f.clk, c.name+"/busy"), d)
}

func (c *fakeConn) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	c.f.mu.Lock()
	c.f.lists[c.name]++
	b := c.f.how[c.name]
	c.f.mu.Unlock()
	if err := c.work(ctx, b.list); err != nil {
		return nil, err
	}
	if b.listFails {
		return nil, errRefused
	}
	if b.empty {
		return []json.RawMessage{}, nil
	}
	tool := b.tools
	if tool == "" {
		tool = "echo"
	}
	return []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"name":%q}`, tool))}, nil
}

func (c *fakeConn) CallTool(ctx context.Context, _ string, _ json.RawMessage) (json.RawMessage, error) {
	if err := c.work(ctx, c.f.behaviour(c.name).call); err != nil {
		return nil, err
	}
	return json.RawMessage(`{"content":[{"type":"text","text":"ok"}]}`), nil
}

// bench is a manager over fakes in a simulation.
type bench struct {
	*manager.Manager
	t     *testing.T
	sim   *vtime.Sim
	fakes *fakes

	mu     sync.Mutex
	events []event.Event
	heard  []string // notifications that reached the host
	busy   int      // things that were begun and have not returned
}

// policy is that of oh-my-pi, with removal by owner.
func policy() manager.Policy { return manager.Policy{Reconnect: backoff.OhMyPi()} }

// simulate runs f on a fresh manager and fails the test for whatever the
// simulation finds: a deadlock, or a goroutine or timer that is left over.
func simulate(t *testing.T, p manager.Policy, f func(*bench)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		b := newBench(t, s, p)
		f(b)
		b.StopAll()
		assert.Check(t, b.fakes.leftOpen() == 0, "connections are left open")
	}))
}

// noJitter draws the shortest wait.
func noJitter(string, int) uint64 { return 0 }

func newBench(t *testing.T, s *vtime.Sim, p manager.Policy) *bench {
	b := &bench{t: t, sim: s, fakes: newFakes(s.Clock("fake"))}
	b.Manager = manager.New(manager.Options{
		Connector: b.fakes,
		Clock:     s.Clock("manager"),
		Policy:    p,
		Rand:      noJitter,
		Events: event.SinkFunc(func(e event.Event) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.events = append(b.events, e)
		}),
		Callbacks: manager.Callbacks{OnNotification: func(_, method string, _ []byte) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.heard = append(b.heard, method)
		}},
	})
	return b
}

func definition(name string) config.Server { return config.Server{Name: name, Command: name} }

// begin does something in the background and lets what is due happen.
func (b *bench) begin(actor string, f func()) {
	b.mu.Lock()
	b.busy++
	b.mu.Unlock()
	b.sim.Go(actor, func() {
		f()
		b.mu.Lock()
		defer b.mu.Unlock()
		b.busy--
	})
	b.after(0)
}

func (b *bench) pending() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.busy
}

// start starts servers without waiting for them.
func (b *bench) start(names ...string) {
	var servers []config.Server
	for _, name := range names {
		servers = append(servers, definition(name))
	}
	b.begin("start", func() { b.Start(context.Background(), servers) })
}

// after lets time pass, at least what is due.
func (b *bench) after(d time.Duration) {
	err := b.sim.Sleep(d)
	if err == nil {
		err = b.sim.Settle()
	}
	assert.Check(b.t, err)
}

// records counts log records of a server with a text.
func (b *bench) records(server, text string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, e := range b.events {
		if e.Kind == event.ServerLog && e.Server == server && e.Text == text {
			n++
		}
	}
	return n
}

func (b *bench) view(name string) manager.ServerView {
	for _, v := range b.Servers() {
		if v.Name == name {
			return v
		}
	}
	return manager.ServerView{}
}

func (b *bench) toolNames() []string {
	var names []string
	for _, t := range b.Tools() {
		names = append(names, t.Name)
	}
	return names
}
