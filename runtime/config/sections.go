package config

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"
)

// decoder collects the servers and problems of one file.
type decoder struct {
	file     string
	src      []byte
	servers  []placed
	index    map[string]int // name to position in servers
	problems []Problem
}

// placed is a definition and where its name is written. A definition that was
// left out keeps its place, so that a repeated name is still noticed.
type placed struct {
	server  Server
	offset  int
	skipped bool
}

func (d *decoder) result() []Server {
	var out []Server
	for _, p := range d.servers {
		if !p.skipped {
			out = append(out, p.server)
		}
	}
	slices.SortStableFunc(d.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if d.full() {
		d.problems = append(d.problems, Problem{File: d.file, Text: "there may be more problems than are listed here"})
	}
	return out
}

// full reports whether no more problems are wanted. Finding the line of one costs
// a pass over the file.
func (d *decoder) full() bool { return len(d.problems) >= MaxProblems }

// report adds a problem at a place of the file.
func (d *decoder) report(offset int, server, format string, args ...any) *Problem {
	if d.full() {
		return &Problem{}
	}
	line, column := locate(d.src, offset)
	d.problems = append(d.problems, Problem{
		File: d.file, Line: line, Column: column, Server: server, Text: fmt.Sprintf(format, args...),
	})
	return &d.problems[len(d.problems)-1]
}

func (d *decoder) line(offset int) int {
	if d.full() {
		return 0
	}
	line, _ := locate(d.src, offset)
	return line
}

// sections reads every member of root that holds servers.
func (d *decoder) sections(root *hujson.Object) (found bool) {
	for _, m := range root.Members {
		switch key := text(m.Name); key {
		case serversKey, serversKeyVSCode:
			found = true
			d.section(key, m.Value)
		case parentKeyVSCode:
			if inner := member(m.Value, serversKeyVSCode); inner != nil {
				found = true
				d.section(parentKeyVSCode+"."+serversKeyVSCode, *inner)
			}
		}
	}
	return found
}

func (d *decoder) section(key string, value hujson.Value) {
	servers, ok := value.Value.(*hujson.Object)
	if !ok {
		d.report(value.StartOffset, "", "%q must be an object of servers, not %s", key, kindName(value))
		return
	}
	for _, m := range servers.Members {
		d.entry(m)
	}
}

// noSection says that the file names no servers, and points at a misspelt key.
func (d *decoder) noSection(root *hujson.Object) {
	for _, m := range root.Members {
		if hint := didYouMean(text(m.Name), []string{serversKey, serversKeyVSCode}); hint != "" {
			d.report(m.Name.StartOffset, "", "unknown key %q%s", text(m.Name), hint)
			return
		}
	}
	d.report(0, "", "no %q object, so no servers", serversKey)
}

// entry reads one server. The later of two definitions of a name replaces the
// earlier one at its place.
func (d *decoder) entry(m hujson.ObjectMember) {
	name := text(m.Name)
	p := placed{offset: m.Name.StartOffset}
	e := entry{decoder: d, seen: map[string]int{}}
	e.Name, e.Source.Path = name, d.file
	switch object, ok := m.Value.Value.(*hujson.Object); {
	case name == "":
		e.skip(m.Name.StartOffset, "a server needs a name")
	case !ok:
		e.skip(m.Value.StartOffset, "must be an object, not %s", kindName(m.Value))
	default:
		e.read(object)
	}
	p.server, p.skipped = e.Server, e.skipped
	i, repeated := d.index[name]
	if !repeated {
		d.index[name] = len(d.servers)
		d.servers = append(d.servers, p)
		return
	}
	d.report(p.offset, name, "defined again; this definition replaces the one in line %d", d.line(d.servers[i].offset))
	d.servers[i] = p
}

// text is the content of a string literal.
func text(v hujson.Value) string { return v.Value.(hujson.Literal).String() }

func member(v hujson.Value, key string) *hujson.Value {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	for i := range object.Members {
		if text(object.Members[i].Name) == key {
			return &object.Members[i].Value
		}
	}
	return nil
}

func kindName(v hujson.Value) string {
	switch v.Value.Kind() {
	case 'n':
		return "null"
	case 'f', 't':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	}
	return "a list"
}
