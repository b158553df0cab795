package manager

import (
	"errors"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// LeftOut is a tool that a server has listed and that is not in the view.
type LeftOut struct {
	Name   string // on the server; empty if it has none
	Reason string // why it is not in the view
}

// LeftOut are the tools of a server that were listed last and are not in the view, in
// the order of the list: the definition's filters do not select them, or they cannot
// be read. The result belongs to the caller.
func (m *Manager) LeftOut(name string) []LeftOut {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.servers[name]
	if s == nil {
		return nil
	}
	var out []LeftOut
	for _, raw := range s.shown {
		d, err := protocol.ReadTool(raw)
		if err == nil && d.Name == "" {
			err = errors.New("it has no name")
		}
		switch {
		case err != nil:
			out = append(out, LeftOut{Name: d.Name, Reason: "cannot be used: " + err.Error()})
		case !s.filter.Selects(d.Name):
			out = append(out, LeftOut{Name: d.Name, Reason: "not selected by includeTools and excludeTools"})
		}
	}
	return out
}
