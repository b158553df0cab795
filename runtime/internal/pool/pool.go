package pool

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
)

// Actor observes what happens in a pool.
const Actor = "pool"

// ErrClosed is why a closed pool opens no connection, and why its connections ended.
var ErrClosed = errors.New("the pool of connections was closed")

// Limits say how long an unused connection lives. The zero value closes
// it at once.
type Limits struct {
	// Drain is how long after its last user has gone; a new user ends the wait
	// (S-QWEN-33).
	Drain time.Duration
	// MaxIdle counts from the first time it was idle, whether or not it was used
	// since: after that it is closed as soon as it has no user. 0: no limit.
	MaxIdle time.Duration
}

// Options are what a pool works with. All but Events must be set.
type Options struct {
	Connector connect.Connector // what it reports belongs to no session
	Clock     clock.Clock
	Events    event.Sink // nil: discarded
	Limits    Limits
	Dir       string // where its servers run, for those who ask
	// OnClosed is called by Close once all connections have ended, to end what they
	// shared; nil: they share nothing.
	OnClosed func()
}

// Pool keeps connections. Its methods may be called from any goroutine.
type Pool struct {
	o       Options
	facts   facts.Emitter
	ctx     context.Context // ends with the pool
	stop    context.CancelCauseFunc
	running sync.WaitGroup // owners of entries

	mu      sync.Mutex
	entries map[string]*entry // by identity; who is not in it gets no new user
	opened  map[string]int    // connections begun, by server
}

// New returns a pool without connections.
func New(o Options) *Pool {
	p := &Pool{o: o, facts: facts.To(o.Events, o.Clock), entries: map[string]*entry{}, opened: map[string]int{}}
	p.ctx, p.stop = context.WithCancelCause(context.Background())
	return p
}

// Users is how many sessions use a connection, by its identity. A connection that
// is being made counts.
func (p *Pool) Users() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	users := make(map[string]int, len(p.entries))
	for id, e := range p.entries {
		users[id] = len(e.users)
	}
	return users
}

// Close closes all connections, used or not, and waits until nothing is left. No
// connection can be had any more.
func (p *Pool) Close() {
	p.mu.Lock()
	p.stop(ErrClosed)
	for _, e := range p.entries {
		e.signal()
	}
	p.mu.Unlock()
	p.running.Wait()
	if p.o.OnClosed != nil {
		p.o.OnClosed()
	}
}

// Dir is the directory in which its servers run.
func (p *Pool) Dir() string { return p.o.Dir }

// acquire makes a session a user of a connection and waits until it is open. Those
// that come while it is being opened wait for the same one. Failing to open it is
// the failure of all who wait; the next one tries anew.
func (p *Pool) acquire(ctx context.Context, clk clock.Clock, server config.Server, o connect.Options) (connect.Conn, error) {
	v, err := p.attach(clk, server, o)
	if err != nil {
		return nil, err
	}
	if !clock.Closed(v.entry.ready) {
		_ = clock.Await(ctx, clk, v.entry.ready)
	}
	if err := context.Cause(ctx); err != nil {
		v.giveBack()
		return nil, err
	}
	if v.entry.err != nil {
		v.giveBack()
		return nil, v.entry.err
	}
	return v, nil
}

// attach finds the connection of a server, or begins to open it.
func (p *Pool) attach(clk clock.Clock, server config.Server, o connect.Options) (*view, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return nil, ErrClosed
	}
	how := event.Shared
	e := p.entries[server.ConnectionID]
	if e == nil || e.conn != nil && clock.Closed(e.conn.Closed()) { // its owner has yet to notice
		how = event.Opened
		p.opened[server.Name]++
		e = newEntry(p, server, p.opened[server.Name])
		p.entries[server.ConnectionID] = e
		clock.Go(&p.running, p.o.Clock, Actor+"/"+server.ConnectionID, e.run)
	}
	v := newView(e, clk, o)
	e.users = append(e.users, v)
	e.emit(event.Acquired(how, len(e.users)))
	return v, nil
}

// Session connects for one session of a pool. It is a [connect.Connector].
type Session struct {
	pool *Pool
	own  connect.Connector
	clk  clock.Clock
}

var _ connect.Connector = (*Session)(nil)

// Session is how a session with a clock and a connector of its own uses the pool.
func (p *Pool) Session(clk clock.Clock, own connect.Connector) *Session {
	return &Session{pool: p, own: own, clk: clk}
}

// Connect takes what can be shared from the pool, and makes everything else as
// before (QWEN-114).
func (s *Session) Connect(ctx context.Context, server config.Server, o connect.Options) (connect.Conn, error) {
	if !Shared(server) {
		return s.own.Connect(ctx, server, o)
	}
	return s.pool.acquire(ctx, clock.Named(s.clk, server.Name+"/pool"), server, o)
}

// Shared reports whether the connection of a server can be shared: its definition
// has an identity, and it is a process or a WebSocket (S-QWEN-32).
func Shared(server config.Server) bool {
	transport := server.Transport()
	return server.ConnectionID != "" && (transport == config.Stdio || transport == config.WebSocket)
}
