package manager

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Tools is the one current view of all tools, sorted by name (OMP-LC-26, F-24).
// The result belongs to the caller.
func (m *Manager) Tools() []toolbridge.Tool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.tools.all())
}

// EachTool is [Manager.Tools] for those who only look: nothing is copied.
func (m *Manager) EachTool() iter.Seq[toolbridge.Tool] {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Values(m.tools.all())
}

// Status is the public status of a server; unknown ones are disconnected.
func (m *Manager) Status(name string) Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.servers[name]
	if s == nil {
		return StatusDisconnected
	}
	return project(s.state, s.conn != nil)
}

// Source says where a server's definition came from; it is known before its
// connection is, and also for refused servers (OMP-LC-27, OMP-LC-35).
func (m *Manager) Source(name string) (config.Source, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	src, ok := m.sources[name]
	return src, ok
}

// ServerView is the state of one server at one moment. It holds nothing that was
// resolved (OMP-LC-29).
type ServerView struct {
	Name      string
	State     State
	Status    Status
	Epoch     int   // connections begun so far
	Connected bool  // a usable connection exists
	Err       error // why the first connect failed, nil otherwise
	Config    config.Server
}

// Len is how many servers there are.
func (m *Manager) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.order)
}

// ServerStatus is the public status of a server.
type ServerStatus struct {
	Name   string
	Status Status
}

// Statuses are those of all servers in configured order, at one moment.
func (m *Manager) Statuses() []ServerStatus {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]ServerStatus, 0, len(m.order))
	for _, name := range m.order {
		s := m.servers[name]
		all = append(all, ServerStatus{name, project(s.state, s.conn != nil)})
	}
	return all
}

// Servers is the state of all servers in configured order. The result belongs to the
// caller.
func (m *Manager) Servers() []ServerView {
	m.mu.Lock()
	defer m.mu.Unlock()
	views := make([]ServerView, 0, len(m.order))
	for _, name := range m.order {
		s := m.servers[name]
		v := ServerView{
			Name: name, State: s.state, Status: project(s.state, s.conn != nil),
			Epoch: s.epoch, Connected: s.conn != nil, Config: s.config.Clone(),
		}
		if clock.Closed(s.first.done) {
			v.Err = s.first.err
		}
		views = append(views, v)
	}
	return views
}

// showDeferred puts cached tools of a pending server into the view. It reports
// whether there were any to put; an empty list counts.
func (m *Manager) showDeferred(ctx context.Context, s *server) bool {
	if m.cache == nil {
		return false
	}
	found := m.cache.Get(ctx, s.config.Name, config.Fingerprint(s.config))
	m.facts.Emit(startActor, event.Event{
		Kind: event.CacheRead, Server: s.config.Name, Text: string(found.Reason), N: len(found.Tools), Err: facts.Text(found.Warning),
	})
	if found.Warning != nil {
		s.log(event.Warn, "reading the tool cache failed", found.Warning)
	}
	if !found.OK() {
		return false
	}
	m.mu.Lock()
	pending := !clock.Closed(s.first.done)
	m.mu.Unlock()
	if pending { // it may have settled while the cache was read (F-20)
		m.show(s, found.Tools, true)
	}
	return true
}

// show replaces a server's part of the view (OMP-LC-70), and reports whether it did: a
// list in which no definition can be used does not say that there are no tools, so the
// old ones stay (D-22).
func (m *Manager) show(s *server, definitions []json.RawMessage, deferred bool) bool {
	name := s.config.Name
	view := toolbridge.View{Server: name, Provider: s.config.Source.Label(), Deferred: deferred, Naming: m.policy.Naming}
	tools, err := view.Tools(definitions)
	if err != nil {
		s.log(event.Warn, "some tools cannot be used", err)
	}
	if len(tools) == 0 && len(definitions) > 0 {
		return false
	}
	m.mu.Lock()
	if m.servers[name] != s { // stopped meanwhile: nothing may come back
		m.mu.Unlock()
		return false
	}
	s.shown, s.live = definitions, !deferred
	tools = slices.DeleteFunc(tools, func(t toolbridge.Tool) bool { return !s.filter.Selects(t.Original) })
	m.tools.set(name, tools)
	m.mu.Unlock()
	m.toolsChanged(name)
	return true
}

// removeTools takes a stopped server's tools out of the view; m.mu is held. By
// prefix of the raw name it misses tools whose server name was changed by
// sanitising, and takes those of servers whose name begins alike: both are
// documented (OMP-LC-110, OMP-LC-111).
func (m *Manager) removeTools(name string) bool {
	if m.policy.RemoveByPrefix {
		return m.tools.removePrefix("mcp__" + name + "_")
	}
	return m.tools.remove(name)
}

// toolsChanged tells consumers that the view changed because of one server, or
// of all of them when the name is empty.
func (m *Manager) toolsChanged(name string) {
	m.mu.Lock()
	tools := m.tools.shown[name]
	if name == "" {
		tools = m.tools.all()
	}
	m.mu.Unlock()
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	m.facts.Emit(actorOf(name), event.Event{Kind: event.ToolsChanged, Server: name, N: len(names), Text: strings.Join(names, " ")})
	if f := m.options.OnToolsChanged; f != nil {
		f()
	}
}

func actorOf(server string) string {
	if server == "" {
		return "manager"
	}
	return server
}

// writeCache stores listed definitions; a failure changes nothing (OMP-LC-46).
func (m *Manager) writeCache(s *server, definitions []json.RawMessage) {
	if m.cache == nil {
		return
	}
	err := m.cache.Set(s.ctx, s.config.Name, config.Fingerprint(s.config), definitions)
	m.facts.Emit(s.config.Name, event.Event{Kind: event.CacheWrite, Server: s.config.Name, N: len(definitions), Err: facts.Text(err)})
	if err != nil {
		s.log(event.Warn, "writing the tool cache failed", err)
	}
}
