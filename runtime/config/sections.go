package config

import (
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/internal/words"
)

// decoder collects the servers of one file.
type decoder struct {
	format  Format
	file    string
	servers []placed
	index   map[string]int // name to position in servers
}

// placed is a definition and where its name is written. A definition that was
// left out keeps its place, so that a repeated name is still noticed.
type placed struct {
	server  Server
	skipped bool
}

func (d *decoder) result() []Server {
	var out []Server
	for _, p := range d.servers {
		if !p.skipped {
			out = append(out, p.server)
		}
	}
	return out
}

// sections reads every member of root that holds servers, in the order of the
// file.
func (d *decoder) sections(root jsonc.Value) (found bool) {
	for m := range root.Members() {
		for _, path := range d.format.sections {
			key, inner, nested := strings.Cut(path, ".")
			section := m.Value
			switch {
			case m.Name == path: // settings of VS Code may be written with their whole path
			case m.Name != key || !nested || section.Kind() != jsonc.Object:
				continue
			default:
				section = section.Get(inner)
			}
			if section.Kind() != jsonc.Absent {
				found = true
				d.section(section)
			}
		}
	}
	return found
}

func (d *decoder) section(servers jsonc.Value) {
	if kind := servers.Kind(); kind != jsonc.Object {
		servers.Report("%q must be an object of servers, not %s", servers.Path(), kind)
	}
	for m := range servers.Members() {
		d.entry(m)
	}
}

// noSection points at a misspelt key, or says that the file names no servers
// where that is what it is for.
func (d *decoder) noSection(root jsonc.Value) {
	for m := range root.Members() {
		if hint := words.DidYouMean(m.Name, d.format.sections); hint != "" {
			m.Key.Report("unknown key %q%s", m.Name, hint)
			return
		}
	}
	if !d.format.optional {
		root.Report("no %q object, so no servers", d.format.sections[0])
	}
}

// entry reads one server. The later of two definitions of a name replaces the
// earlier one at its place.
func (d *decoder) entry(m jsonc.Member) {
	line, column := m.Key.Place()
	e := entry{format: d.format, seen: map[field]jsonc.Value{}}
	e.Name, e.Source = m.Name, Source{Path: d.file, Line: line, Column: column}
	key := m.Key.Of(m.Name)
	switch definition := m.Value.Of(m.Name); {
	case m.Name == "":
		e.skip(key, "a server needs a name")
	case m.Value.Kind() != jsonc.Object:
		e.skip(definition, "must be an object, not %s", m.Value.Kind())
	default:
		e.read(definition)
	}
	i, repeated := d.index[m.Name]
	if !repeated {
		d.index[m.Name] = len(d.servers)
		d.servers = append(d.servers, placed{e.Server, e.skipped})
		return
	}
	key.Report("defined again; this definition replaces the one in line %d", d.servers[i].server.Source.Line)
	d.servers[i] = placed{e.Server, e.skipped}
}
