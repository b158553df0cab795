package manager

import (
	"context"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/catalog"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// startActor observes what a Start does in its caller's goroutine, which is not
// that of another command of the manager.
const startActor = "manager/start"

// Result is what Start found when it returned.
type Result struct {
	Tools     []toolbridge.Tool // the whole view: live and deferred, sorted by name
	Errors    []ServerError     // in configured order
	Connected []string          // in configured order
	Pending   []string          // still connecting or listing, in configured order
}

// ServerError is the failure of one server.
type ServerError struct {
	Server string
	Err    error
}

// Start brings servers up in parallel and returns at the gate (OMP-LC-59 to
// 69): as soon as all have settled, or after Policy.Gate if every server that is
// still pending has cached tools. Servers without cache are waited for. A server
// that is already connected or pending is left alone (OMP-LC-36 to 38); one that
// failed before starts again. Start fails for no server's sake: see
// Result.Errors. It returns early with what it has when ctx ends.
func (m *Manager) Start(ctx context.Context, servers []config.Server) Result {
	mine, refused := m.bringUp(ctx, servers, m.admit)
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.conclude(mine, servers, refused)
	r.Tools = slices.Clone(m.tools.all())
	return r
}

// bringUp runs the servers that admit makes and waits for the gate.
func (m *Manager) bringUp(ctx context.Context, servers []config.Server, admit func(config.Server) (*server, error)) (mine []*server, refused []ServerError) {
	begin := m.clk.Now()
	for _, cfg := range servers {
		s, err := admit(cfg)
		if err != nil {
			refused = append(refused, ServerError{cfg.Name, err})
		}
		if s != nil {
			mine = append(mine, s)
		}
	}
	for _, s := range mine {
		go clock.Run(s.run)
	}
	m.gate(ctx, mine)
	m.facts.Emit(startActor, event.Event{Kind: event.GateOpen, After: m.clk.Since(begin)})
	return mine, refused
}

// admit registers a server, or says why not. Its source is known first, even
// for one that is refused (OMP-LC-35). The result is nil for a server that needs
// no start. Looking and registering are one step: of two starts at once, one
// has the server and the other leaves it alone.
func (m *Manager) admit(cfg config.Server) (*server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return nil, errStopped
	}
	m.sources[cfg.Name] = cfg.Source
	old := m.servers[cfg.Name]
	if old != nil && !old.resting() || !cfg.IsEnabled() {
		return nil, nil
	}
	if err := config.Validate(cfg); err != nil {
		return nil, err
	}
	var known catalog.Contents
	if old != nil { // its stale contents stay until there are new ones, like its tools
		known = old.catalog.Contents()
	}
	return m.register(cfg, old, known), nil
}

// register makes a server whose owner does not run yet and waits for the end of the
// old one, whose place it takes. known is what there is besides tools; m.mu is held.
// The caller may change its definition afterwards: that counts for the next start.
func (m *Manager) register(cfg config.Server, old *server, known catalog.Contents) *server {
	cfg = cfg.Clone()
	s := &server{
		m:       m,
		config:  cfg,
		filter:  cfg,
		clk:     clock.Named(m.clk, cfg.Name),
		old:     old,
		left:    m.leaving[cfg.Name],
		ended:   make(chan struct{}),
		wake:    make(chan struct{}, 1),
		first:   newOutcome(),
		changed: make(chan struct{}),
	}
	s.catalog = s.newCatalog(known)
	s.ctx, s.stop = context.WithCancelCause(context.Background())
	m.servers[cfg.Name] = s
	if old == nil {
		m.order = append(m.order, cfg.Name)
	}
	return s
}

// gate waits as long as Start has to.
func (m *Manager) gate(ctx context.Context, servers []*server) {
	switch {
	case m.policy.Gate < 0:
		return
	case m.policy.Gate == 0:
		waitAll(ctx, servers)
		return
	}
	gated, cancel := clock.WithTimeout(ctx, clock.Named(m.clk, "~gate"), m.policy.Gate)
	waitAll(gated, servers)
	cancel()
	var uncached []*server
	for _, s := range servers {
		if ctx.Err() == nil && !clock.Closed(s.first.done) && !m.showDeferred(ctx, s) {
			uncached = append(uncached, s)
		}
	}
	if !m.policy.ReturnUncached {
		waitAll(ctx, uncached)
	}
}

// waitAll waits until every first connect has settled or ctx ends.
func waitAll(ctx context.Context, servers []*server) {
	for _, s := range servers {
		select {
		case <-s.first.done:
		case <-ctx.Done():
			return
		}
	}
}

// conclude reads the state of the given servers now: what settled while the
// cache was read or others were waited for counts (F-20). From now on a failure
// of those that are still pending is logged. m.mu is held.
func (m *Manager) conclude(mine []*server, servers []config.Server, refused []ServerError) Result {
	var r Result
	for _, s := range mine {
		s.background = true
	}
	for _, cfg := range servers {
		s := m.servers[cfg.Name]
		switch {
		case len(refused) > 0 && refused[0].Server == cfg.Name:
			r.Errors = append(r.Errors, refused[0])
			refused = refused[1:]
		case s == nil:
		case !clock.Closed(s.first.done):
			r.Pending = append(r.Pending, cfg.Name)
		case s.first.err != nil:
			r.Errors = append(r.Errors, ServerError{cfg.Name, s.first.err})
		default:
			r.Connected = append(r.Connected, cfg.Name)
		}
	}
	return r
}
