package workspace

import (
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// reading is a definition as it can be connected, with its identities. Reading one
// costs more than comparing it, and most are the same in every pass.
type reading struct {
	entry       settings.Entry // a copy: nothing that a program does to its own counts
	server      config.Server  // with what is wrong with the definition, which becomes its failure
	key, filter string
}

// readings are those of the last pass, by name. One pass at a time uses them.
type readings map[string]*reading

// of reads an entry, or finds that it says what it said in the last pass.
func (r readings) of(e settings.Entry, key func(settings.Entry) string) *reading {
	known, ok := r[e.Name]
	if ok && known.entry.Place == e.Place && known.entry.Equal(e) {
		return known
	}
	e = e.Clone()
	server, _ := e.Server()
	now := &reading{entry: e, server: server, key: key(e), filter: settings.FilterID(e)}
	r[e.Name] = now
	return now
}

// keep forgets all but what servers define.
func (r readings) keep(servers settings.Map) {
	if len(r) <= len(servers) {
		return
	}
	defined := make(map[string]bool, len(servers))
	for _, e := range servers {
		defined[e.Name] = true
	}
	for name := range r {
		if !defined[name] {
			delete(r, name)
		}
	}
}
