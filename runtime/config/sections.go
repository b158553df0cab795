package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/internal/words"
)

// decoder collects the servers and problems of one file.
type decoder struct {
	format   Format
	file     string
	src      []byte
	servers  []placed
	index    map[string]int // name to position in servers
	problems []Problem
	here     position // of the last server's name
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

// sections reads every member of root that holds servers, in the order of the
// file.
func (d *decoder) sections(root *hujson.Object) (found bool) {
	for _, m := range root.Members {
		for _, path := range d.format.sections {
			key, inner, nested := strings.Cut(path, ".")
			value := &m.Value
			if text(m.Name) != key {
				continue
			}
			if nested {
				value = member(m.Value, inner)
			}
			if value != nil {
				found = true
				d.section(path, *value)
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

// noSection points at a misspelt key, or says that the file names no servers
// where that is what it is for.
func (d *decoder) noSection(root *hujson.Object) {
	for _, m := range root.Members {
		if hint := words.DidYouMean(text(m.Name), d.format.sections); hint != "" {
			d.report(m.Name.StartOffset, "", "unknown key %q%s", text(m.Name), hint)
			return
		}
	}
	if !d.format.optional {
		d.report(0, "", "no %q object, so no servers", d.format.sections[0])
	}
}

// entry reads one server. The later of two definitions of a name replaces the
// earlier one at its place.
func (d *decoder) entry(m hujson.ObjectMember) {
	name := text(m.Name)
	p := placed{offset: m.Name.StartOffset}
	e := entry{decoder: d, seen: map[string]int{}}
	d.here = d.here.at(d.src, p.offset)
	e.Name, e.Source = name, Source{Path: d.file, Line: d.here.line + 1, Column: d.here.column + 1}
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

// names reads a list of strings; what is none is reported.
func (d *decoder) names(key string, value hujson.Value) []string {
	array, ok := value.Value.(*hujson.Array)
	if !ok {
		d.report(value.StartOffset, "", "%q is ignored: it must be a list of names, not %s", key, kindName(value))
		return nil
	}
	var out []string
	for _, element := range array.Elements {
		if element.Value.Kind() != '"' {
			d.report(element.StartOffset, "", "an entry of %q is ignored: it must be a name, not %s", key, kindName(element))
			continue
		}
		out = append(out, text(element))
	}
	return out
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
