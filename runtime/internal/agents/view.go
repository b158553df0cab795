package agents

import (
	"maps"
	"slices"
	"strings"
)

// Configured returns all servers, in configured order. This and every other view is
// the caller's to keep.
func (m *Manager) Configured() []*Server { return slices.Clone(m.servers) }

// Connected returns the servers that have a connection which has not ended by
// itself, in configured order.
func (m *Manager) Connected() []*Server {
	return m.which(func(s *Server) bool { return s.Connected() })
}

// Failed returns the servers whose last connect failed, in configured order
// (OAI-31).
func (m *Manager) Failed() []*Server {
	m.mu.Lock()
	failed := maps.Clone(m.failed)
	m.mu.Unlock()
	return m.which(func(s *Server) bool { return failed[s] })
}

// Active returns the servers that agents are to use, in configured order (OAI-17,
// OAI-18). It changes only with connects, reconnects and cleanups.
func (m *Manager) Active() []*Server {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.active)
}

// Errors returns what went wrong last with each server, the failure of a cleanup
// included.
func (m *Manager) Errors() map[*Server]error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.errors)
}

// Workers returns the servers that have a worker, in configured order: those that
// are connected, in a parallel manager (OAI-32).
func (m *Manager) Workers() []*Server {
	m.mu.Lock()
	workers := maps.Clone(m.workers)
	m.mu.Unlock()
	return m.which(func(s *Server) bool { return workers[s] != nil })
}

// Server returns the first server of a name, nil if there is none.
func (m *Manager) Server(name string) *Server {
	for _, s := range m.servers {
		if s.Name() == name {
			return s
		}
	}
	return nil
}

func (m *Manager) which(keep func(*Server) bool) []*Server {
	return slices.DeleteFunc(slices.Clone(m.servers), func(s *Server) bool { return !keep(s) })
}

func joined(servers []*Server) string {
	names := make([]string, len(servers))
	for i, s := range servers {
		names[i] = s.Name()
	}
	return strings.Join(names, ",")
}
