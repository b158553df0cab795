package manager

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
)

// Policy is the behaviour that differs between documented runtimes. The zero
// value waits for nothing and never reconnects; profiles live in package host.
type Policy struct {
	// Gate is how long Start waits for servers before it looks at cached tools;
	// 0 waits until all have settled (OMP-LC-60, D-21), [NoGate] for none.
	Gate time.Duration
	// ReturnUncached lets Start return at the gate although a pending server has
	// no cached tools (D-01). Off: Start waits for it (OMP-LC-65).
	ReturnUncached bool
	// KeepUnlisted keeps the connection of a server whose first tools/list fails;
	// it is connected without tools then (D-20). Off: the connection is given up
	// . Startup reports the error either way.
	KeepUnlisted bool
	// Connect is the schedule of a first connect; the zero value is one attempt
	// (F-18). Under a schedule every connect is like a first one: its connection is
	// shown before the tools are listed, KeepUnlisted counts, and one that is lost
	// while listing is a lost connection (ROOM-38 to 40).
	Connect backoff.Schedule
	// NoCallReconnect lets a call fail that finds no connection or loses it: nothing
	// is reconnected or repeated for its sake (ROOM-49).
	NoCallReconnect bool
	// RetryAfter is the longest time for which a server is left alone because it
	// answered 429 or 503 with Retry-After: no attempt of a schedule begins before
	// that is over. 0: such a header changes nothing.
	RetryAfter time.Duration
	// NoRepeat never sends a call again that may have run: the server is reconnected,
	// and the caller is told (D-24). Off: the call is sent once more (OMP-LC-79).
	NoRepeat bool
	// Reconnect is the schedule after a lost connection or a request (OMP-LC-94).
	Reconnect backoff.Schedule
	// Breaker bounds reconnects that were not asked for (D-06).
	Breaker Breaker
	// RetryRemote are further attempts after the last one of Reconnect has
	// failed, for servers over HTTP only; its first wait counts from that failure.
	// The zero value makes none (OMP-LC-95, D-07).
	RetryRemote backoff.Schedule
	// RemoveByPrefix removes the tools of a stopped server by the prefix of its
	// raw name instead of by owner (OMP-LC-109 to 111, D-05).
	RemoveByPrefix bool
	// Notifications are what servers announce and what is done about it.
	Notifications Notifications
	// Discovery bounds a first connect together with its list of tools, for
	// servers that set no time of their own (S-QWEN-23).
	Discovery Discovery
	// EmptyFails takes a server that offers no tools, prompts or resources for one
	// that has failed (S-QWEN-24). Off: it is connected and has none.
	EmptyFails bool
	// Naming names tools; nil is that of [toolbridge.Name].
	Naming toolbridge.Naming
}

// NoGate as Policy.Gate lets Start return at once (ROOM-14).
const NoGate time.Duration = -1

// Discovery is how long a first connect may take, by transport; 0 is no limit
// besides those of its requests.
type Discovery struct{ Stdio, Remote time.Duration }

// Options are what a manager works with. Only Connector and Clock must be set.
type Options struct {
	Connector connect.Connector
	Clock     clock.Clock
	Policy    Policy
	// Rand gives the random bits of the jitter of the wait after a connection of that
	// epoch has failed; required.
	Rand   func(server string, epoch int) uint64
	Cache  toolcache.Cache // nil: no cache, every pending server is waited for
	Events event.Sink      // nil: discarded
	Callbacks
	// OnStopped is called by StopAll once all servers have ended, to end what
	// they shared; nil: they share nothing.
	OnStopped func()
}

// Callbacks tell a program what changes, from goroutines of the runtime. They must
// not block, nor wait for the runtime: Stop, StopAll, Reconnect and calls would wait for
// the callback. Each may be nil.
type Callbacks struct {
	// OnToolsChanged is told that the tool view changed.
	OnToolsChanged func()
	// OnResourcesChanged is told that the resources or the resource templates of a
	// server changed, OnPromptsChanged the same for prompts.
	OnResourcesChanged, OnPromptsChanged func(server string)
	// OnResourceUpdated is told that a resource that is subscribed to has changed
	// (F-51).
	OnResourceUpdated func(server, uri string)
	// OnNotification receives every server notification in arrival order.
	OnNotification func(server, method string, params []byte)
}

// Manager runs servers. Its methods may be called from any goroutine.
type Manager struct {
	connector connect.Connector
	clk       clock.Clock
	policy    Policy
	cache     toolcache.Cache
	facts     facts.Emitter
	options   Options

	mu      sync.Mutex
	servers map[string]*server
	order   []string                 // configured order of servers
	sources map[string]config.Source // known even for servers that were refused (OMP-LC-35)
	tools   toolView                 // the one current view
	calls   int                      // calls begun so far
	leaving map[string]*server       // the last of each name that was stopped and has not ended
	ended   bool                     // nothing starts any more, see End

	subscribe bool // see SetSubscriptions
}

// New returns a manager without servers.
func New(o Options) *Manager {
	return &Manager{
		connector: o.Connector,
		clk:       o.Clock,
		policy:    o.Policy,
		cache:     o.Cache,
		facts:     facts.To(o.Events, o.Clock),
		options:   o,
		servers:   map[string]*server{},
		leaving:   map[string]*server{},
		sources:   map[string]config.Source{},
		subscribe: o.Policy.Notifications.Subscribe,
	}
}

// Reconnect reconnects one server and waits for the end of all attempts. Only
// that server is touched (OMP-LC-99). A reconnect under way is shared. Asking
// resets the breaker.
func (m *Manager) Reconnect(ctx context.Context, name string) error {
	s := m.server(name)
	if s == nil {
		return &NotConnectedError{Server: name}
	}
	s.resetBreaker()
	return wait(ctx, s.requestReconnect())
}

// Stop disconnects one server: its owner ends, its connection closes, its
// registrations disappear, and nothing starts again (OMP-LC-105 to 108). It
// returns when that is done, by another call too; an unknown name is no error.
func (m *Manager) Stop(name string) {
	m.mu.Lock()
	left := m.leaving[name] // is being stopped already
	s := m.forget(name)
	changed := m.removeTools(name)
	m.mu.Unlock()
	if s != nil {
		s.stop(errStopped)
		<-s.ended
	}
	if left != nil {
		<-left.ended
	}
	if changed {
		m.toolsChanged(name)
	}
	if s != nil {
		s.catalog.Withdraw()
	}
}

// StopAll disconnects every server at once and waits for all of them, whether
// or not a close fails, and for those that other calls are stopping. No server can start a
// reconnect because another one is closed first: all are told to stop before any is closed
// (OMP-LC-113 to 115).
func (m *Manager) StopAll() { m.stopAll(false) }

// End is StopAll for ever: a start that is under way, or comes later, starts no server.
func (m *Manager) End() { m.stopAll(true) }

func (m *Manager) stopAll(forGood bool) {
	m.mu.Lock()
	m.ended = m.ended || forGood
	left := slices.Collect(maps.Values(m.leaving))
	var all []*server
	for _, name := range m.order {
		all = append(all, m.servers[name])
		m.leave(m.servers[name])
	}
	clear(m.servers)
	clear(m.sources)
	m.order = nil
	changed := len(m.tools.shown) > 0
	m.tools = toolView{}
	m.mu.Unlock()
	for _, s := range all {
		s.stop(errStopped)
	}
	for _, s := range all {
		<-s.ended
	}
	for _, s := range left {
		<-s.ended
	}
	if f := m.options.OnStopped; f != nil {
		f()
	}
	if changed {
		m.toolsChanged("")
	}
	for _, s := range all {
		s.catalog.Withdraw()
	}
}

// forget removes a server from the registries; m.mu is held.
func (m *Manager) forget(name string) *server {
	delete(m.sources, name)
	s := m.servers[name]
	if s == nil {
		return nil
	}
	delete(m.servers, name)
	m.order = slices.DeleteFunc(m.order, func(n string) bool { return n == name })
	m.leave(s)
	return s
}

// leave notes a server that is being stopped until its owner has returned: what is started
// in its name meanwhile waits for that. m.mu is held.
func (m *Manager) leave(s *server) {
	if !clock.Closed(s.ended) {
		m.leaving[s.config.Name] = s
	}
}

func (m *Manager) server(name string) *server {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.servers[name]
}

// settleFirst records the outcome of a first connect, once. A failure that
// comes after its Start has returned is logged; one inside the start-up window
// is reported by Start instead (OMP-LC-72, 73). Settling and asking who reports
// are one step, so that every failure is reported exactly once.
func (m *Manager) settleFirst(s *server, err error) {
	m.mu.Lock()
	if clock.Closed(s.first.done) {
		m.mu.Unlock()
		return
	}
	s.first.settle(err)
	late := s.background
	m.mu.Unlock()
	if err != nil && late && s.ctx.Err() == nil {
		s.log(event.Warn, "connecting in the background failed", err)
	}
}

// wait waits for an outcome or for the end of ctx, whose cause it returns.
func wait(ctx context.Context, o *outcome) error {
	select {
	case <-o.done:
		return o.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
