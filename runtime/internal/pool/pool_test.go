package pool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// line is a connection that takes a second to open and a second to list.
type line struct {
	clk    clock.Clock
	tools  []json.RawMessage
	notify func(string, []byte)

	mu     sync.Mutex
	lists  int
	closed chan struct{}
	once   sync.Once
}

func (l *line) Closed() <-chan struct{}     { return l.closed }
func (l *line) SessionID() string           { return "" }
func (l *line) Close(context.Context) error { l.once.Do(func() { close(l.closed) }); return nil }

func (l *line) CallTool(ctx context.Context, _ string, _ json.RawMessage) (json.RawMessage, error) {
	<-ctx.Done() // no call is ever answered
	return nil, context.Cause(ctx)
}

func (l *line) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	l.mu.Lock()
	l.lists++
	l.mu.Unlock()
	return l.tools, clock.Sleep(ctx, l.clk, time.Second)
}

func (l *line) listed() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lists
}

func (l *line) Server() protocol.InitializeResult { return protocol.InitializeResult{} }
func (l *line) ListResources(context.Context) ([]protocol.Resource, error) {
	return nil, nil
}
func (l *line) ListResourceTemplates(context.Context) ([]protocol.ResourceTemplate, error) {
	return nil, nil
}
func (l *line) ListPrompts(context.Context) ([]protocol.Prompt, error) { return nil, nil }
func (l *line) ReadResource(context.Context, string) (protocol.ReadResourceResult, error) {
	return protocol.ReadResourceResult{}, nil
}
func (l *line) GetPrompt(context.Context, string, map[string]string) (protocol.GetPromptResult, error) {
	return protocol.GetPromptResult{}, nil
}
func (l *line) Subscribe(context.Context, string) error   { return nil }
func (l *line) Unsubscribe(context.Context, string) error { return nil }

// bench is a pool over lines.
type bench struct {
	*pool.Pool
	sim   *vtime.Sim
	tools []json.RawMessage
	fails error

	mu     sync.Mutex
	lines  []*line
	events []string
}

func (b *bench) Connect(ctx context.Context, server config.Server, life connect.Options) (connect.Conn, error) {
	clk := b.sim.Clock(fmt.Sprintf("%s.line-%d", server.Name, life.Epoch))
	if err := clock.Sleep(ctx, clk, time.Second); err != nil {
		return nil, err
	}
	if b.fails != nil {
		return nil, b.fails
	}
	life.OnHandshake()
	l := &line{clk: clk, tools: b.tools, notify: life.OnNotification, closed: make(chan struct{})}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, l)
	return l, nil
}

func (b *bench) Emit(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = append(b.events, fmt.Sprintf("%s %d %s", e.Kind, e.N, e.Text))
}

// said returns what was told since it was asked last.
func (b *bench) said() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	events := b.events
	b.events = nil
	return events
}

func (b *bench) opened() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.lines)
}

func onBench(t *testing.T, f func(*bench)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		b := &bench{sim: sim, tools: []json.RawMessage{[]byte(`{"name":"echo"}`)}}
		b.Pool = pool.New(pool.Options{
			Connector: b, Clock: sim.Clock("pool"), Events: b,
			Limits: pool.Limits{Drain: 30 * time.Second, MaxIdle: 5 * time.Minute},
		})
		f(b)
		b.Close()
	})
	assert.NilError(t, err)
}

var docs = config.Server{Name: "docs", Command: "docs", ConnectionID: "docs::1"}

// connect is a session that connects and lists the tools.
func (b *bench) connect(t *testing.T, ctx context.Context, session string) connect.Conn {
	t.Helper()
	conn, err := b.session(session).Connect(ctx, docs, connect.Options{})
	if assert.Check(t, err) {
		tools, err := conn.ListTools(ctx)
		assert.Check(t, err)
		assert.Check(t, is.Len(tools, 1))
	}
	return conn
}

func (b *bench) session(name string) *pool.Session {
	return b.Session(b.sim.Clock(name), refusing{})
}

// refusing is a session's own connector.
type refusing struct{}

var errOwn = errors.New("made by the session itself")

func (refusing) Connect(context.Context, config.Server, connect.Options) (connect.Conn, error) {
	return nil, errOwn
}

// S-QWEN-32: who comes while a connection is opened waits for the same one, and
// who comes later is told what is known.
func TestOneConnectionForAll(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := context.Background()
		var wg sync.WaitGroup
		for i := range 3 {
			wg.Add(1)
			b.sim.Go(fmt.Sprintf("session-%d", i), func() {
				defer wg.Done()
				b.connect(t, ctx, fmt.Sprintf("session-%d", i))
			})
		}
		wg.Wait()
		begin := b.sim.Clock("test").Now()
		b.connect(t, ctx, "late")
		assert.Check(t, b.sim.Clock("test").Since(begin) < time.Millisecond)
		assert.Check(t, is.Equal(b.opened(), 1))
		assert.Check(t, is.Equal(b.lines[0].listed(), 1))
		assert.Check(t, is.DeepEqual(b.Users(), map[string]int{"docs::1": 4}))
	})
}

// S-QWEN-33: 30 s after the last user, unless another one comes.
func TestDrain(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := context.Background()
		_ = b.connect(t, ctx, "one").Close(context.Background())
		assert.Check(t, b.sim.Sleep(29*time.Second))
		_ = b.connect(t, ctx, "two").Close(context.Background())
		assert.Check(t, b.sim.Sleep(29999*time.Millisecond))
		assert.Check(t, is.DeepEqual(b.Users(), map[string]int{"docs::1": 0}))
		assert.Check(t, b.sim.Sleep(time.Millisecond))
		assert.Check(t, is.Len(b.Users(), 0))
		assert.Check(t, is.DeepEqual(b.said(), []string{
			"pool.acquired 1 opened", "pool.released 0 ", "pool.acquired 1 shared", "pool.released 0 ", "pool.closed 0 idle",
		}))
		_ = b.connect(t, ctx, "three").Close(context.Background())
		assert.Check(t, is.Equal(b.opened(), 2))
	})
}

// S-QWEN-33: users that come and go do not keep a connection for ever.
func TestMaxIdle(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := context.Background()
		conn := b.connect(t, ctx, "first")
		_ = conn.Close(context.Background())
		for range 29 { // the last one comes at 290s and goes at once
			assert.Check(t, b.sim.Sleep(10*time.Second))
			_ = b.connect(t, ctx, "again").Close(context.Background())
		}
		assert.Check(t, b.sim.Sleep(9999*time.Millisecond))
		assert.Check(t, is.Len(b.Users(), 1))
		assert.Check(t, b.sim.Sleep(time.Millisecond))
		assert.Check(t, is.Len(b.Users(), 0))
		assert.Check(t, is.Equal(b.opened(), 1))
	})
}

// S-QWEN-34: a lost connection is lost for all, with what they were about to do,
// and the next one who asks gets another.
func TestLoss(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := context.Background()
		one, two := b.connect(t, ctx, "one"), b.connect(t, ctx, "two")
		_ = b.lines[0].Close(context.Background())
		conn := b.connect(t, ctx, "three") // before its owner has noticed
		assert.Check(t, b.sim.Settle())
		assert.Check(t, closed(one) && closed(two) && !closed(conn))
		assert.Check(t, is.DeepEqual(b.Users(), map[string]int{"docs::1": 1}))
		_, err := one.CallTool(ctx, "echo", nil)
		assert.Check(t, is.ErrorIs(err, transport.ErrClosed))
	})
}

func closed(c connect.Conn) bool {
	select {
	case <-c.Closed():
		return true
	default:
		return false
	}
}

// To give a connection back ends the own calls and no other user's.
func TestReleaseEndsCalls(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx, cancel := context.WithCancel(context.Background())
		one, two := b.connect(t, ctx, "one"), b.connect(t, ctx, "two")
		var errs [2]error
		var wg sync.WaitGroup
		for i, conn := range []connect.Conn{one, two} {
			wg.Add(1)
			b.sim.Go(fmt.Sprintf("call-%d", i), func() {
				defer wg.Done()
				_, errs[i] = conn.CallTool(ctx, "echo", nil)
			})
		}
		assert.Check(t, b.sim.Settle())
		assert.Check(t, one.Close(context.Background()))
		assert.Check(t, one.Close(context.Background())) // once is enough
		assert.Check(t, b.sim.Settle())
		assert.Check(t, is.ErrorIs(errs[0], transport.ErrClosed))
		assert.Check(t, errs[1])
		cancel()
		wg.Wait()
		assert.Check(t, is.ErrorIs(errs[1], context.Canceled))
	})
}

func TestFailuresAreNotKept(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := context.Background()
		b.fails = errors.New("no such program")
		_, err := b.session("one").Connect(ctx, docs, connect.Options{})
		assert.Check(t, is.ErrorIs(err, b.fails))
		b.fails = nil
		_ = b.connect(t, ctx, "two").Close(context.Background())
		assert.Check(t, is.Equal(b.opened(), 1))
	})
}

// A connection over which nothing was listed is not worth keeping.
func TestUselessConnectionsAreNotKept(t *testing.T) {
	onBench(t, func(b *bench) {
		conn, err := b.session("one").Connect(context.Background(), docs, connect.Options{})
		assert.Check(t, err)
		assert.Check(t, conn.Close(context.Background()))
		assert.Check(t, b.sim.Settle())
		assert.Check(t, is.Len(b.Users(), 0))
		said := b.said()
		assert.Check(t, is.Equal(said[len(said)-1], "pool.closed 0 useless"))
	})
}

// Who gives up while a connection is opened ends that if no other user waits.
func TestGivingUp(t *testing.T) {
	onBench(t, func(b *bench) {
		limited, cancel := clock.WithTimeout(context.Background(), b.sim.Clock("limit"), 500*time.Millisecond)
		defer cancel()
		_, err := b.session("one").Connect(limited, docs, connect.Options{})
		assert.Check(t, is.ErrorIs(err, clock.ErrTimeout))
		assert.Check(t, b.sim.Sleep(time.Minute))
		assert.Check(t, is.Equal(b.opened(), 0))
		assert.Check(t, is.Len(b.Users(), 0))
	})
}

// What a server announces reaches all, and the list is loaded once for them.
func TestAnnouncements(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := context.Background()
		heard := make([]int, 2)
		var conns []connect.Conn
		for i := range heard {
			conn, err := b.session(fmt.Sprint("session-", i)).Connect(ctx, docs, connect.Options{
				OnNotification: func(string, []byte) { heard[i]++ },
			})
			assert.Check(t, err)
			conns = append(conns, conn)
		}
		_, err := conns[0].ListTools(ctx)
		assert.Check(t, err)
		b.lines[0].notify(protocol.NotifyToolsChanged, nil)
		for _, conn := range conns {
			_, err := conn.ListTools(ctx)
			assert.Check(t, err)
		}
		assert.Check(t, is.DeepEqual(heard, []int{1, 1}))
		assert.Check(t, is.Equal(b.lines[0].listed(), 2))
	})
}

// QWEN-114: what cannot be shared is the session's own affair.
func TestWhatIsShared(t *testing.T) {
	onBench(t, func(b *bench) {
		for _, s := range []config.Server{
			{Name: "a", Type: config.HTTP, URL: "http://h", ConnectionID: "a::1"},
			{Name: "a", Type: config.SSE, URL: "http://h", ConnectionID: "a::1"},
			{Name: "a", Type: "sdk", ConnectionID: "a::1"},
			{Name: "a", Command: "a"},
		} {
			_, err := b.session("one").Connect(context.Background(), s, connect.Options{})
			assert.Check(t, is.ErrorIs(err, errOwn))
		}
		assert.Check(t, pool.Shared(config.Server{Type: config.WebSocket, URL: "ws://h", ConnectionID: "a::1"}))
		assert.Check(t, is.Len(b.said(), 0))
	})
}

func TestAClosedPool(t *testing.T) {
	onBench(t, func(b *bench) {
		conn := b.connect(t, context.Background(), "one")
		b.Close()
		assert.Check(t, closed(conn))
		assert.Check(t, closed(b.lines[0]))
		_, err := b.session("two").Connect(context.Background(), docs, connect.Options{})
		assert.Check(t, is.ErrorIs(err, pool.ErrClosed))
	})
}
