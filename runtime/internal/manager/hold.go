package manager

import (
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/catalog"
)

// Hold makes servers known without connecting them (ROOM-01): they are [Held] until
// a start names them. Servers that are known already stay as they are. Nothing is
// checked before the start.
func (m *Manager) Hold(servers []config.Server) {
	for _, cfg := range servers {
		if s := m.hold(cfg); s != nil {
			s.emit(event.Changed("", Held, 0, ""))
		}
	}
}

// hold registers a server that has no owner: as if it had ended.
func (m *Manager) hold(cfg config.Server) *server {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.servers[cfg.Name] != nil {
		return nil
	}
	m.sources[cfg.Name] = cfg.Source
	s := m.register(cfg, nil, catalog.Contents{})
	s.state, s.over = Held, true
	close(s.ended)
	return s
}
