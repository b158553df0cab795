package settings

import (
	"fmt"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// MaxNesting bounds how deep objects and lists may be inside each other in the
// definition of one server (S-QWEN-04); see package config for the limits of a
// whole file.
const MaxNesting = 64

// File is what one settings file says. The zero value is a file that does not
// exist or says nothing.
type File struct {
	Path string
	// Values is the whole file, decoded like the Definition of an [Entry], for
	// [Diff] and [Layers.Value].
	Values map[string]any
	// Servers are "mcpServers". Scopes are stamped when layers are merged.
	Servers Map
	// Allowed and Excluded are "mcp.allowed" and "mcp.excluded", nil when the file
	// does not have them; an empty list is not nil.
	Allowed, Excluded []string
	// Problems are what was ignored, such as a server that is no object.
	Problems []config.Problem
}

// Parse reads a settings file. Comments and trailing commas are allowed. null
// is a way to write "not set", and of two members with one name the later one
// counts.
//
// A file that cannot be read is an error, a *[config.SyntaxError] where a place
// can be named, and so is one whose "mcpServers", "mcp", "mcp.allowed" or
// "mcp.excluded" is not what it must be: who may connect is nothing to guess, so
// what held before should go on (A-Q22). Other keys may hold anything. path is
// only used to name the file.
func Parse(path string, data []byte) (File, error) {
	root, err := config.ParseObject(path, data)
	if err != nil {
		return File{}, err
	}
	r := reader{path: path, data: data, places: config.NewPlaces(data)}
	f := File{Path: path, Values: decodeObject(root)}
	if v := member(root, "mcpServers"); v != nil {
		f.Servers = r.servers(*v)
	}
	if v := member(root, "mcp"); v != nil {
		if mcp := r.object("mcp", *v); mcp != nil {
			f.Allowed = r.names("mcp.allowed", member(mcp, "allowed"))
			f.Excluded = r.names("mcp.excluded", member(mcp, "excluded"))
		}
	}
	if r.err != nil {
		return File{}, r.err
	}
	f.Problems = r.problems
	return f, nil
}

// ParseServers reads a file that holds nothing but servers: .mcp.json, or what
// --mcp-config names. Servers that are written as other programs do, with "type"
// for the transport, are brought into the form of settings (S-QWEN-04). A file
// that cannot be read or has no object "mcpServers" is an error; for .mcp.json
// that is worth a warning and means no servers.
func ParseServers(path string, data []byte) (Map, []config.Problem, error) {
	root, err := config.ParseObject(path, data)
	if err != nil {
		return nil, nil, err
	}
	r := reader{path: path, data: data, places: config.NewPlaces(data)}
	v := member(root, "mcpServers")
	if v == nil || isNull(*v) {
		return nil, nil, config.ErrorAt(path, data, 0, `no "mcpServers" object, so no servers`)
	}
	m := r.servers(*v)
	if r.err != nil {
		return nil, nil, r.err
	}
	for i := range m {
		normalise(m[i].Definition)
	}
	return m, r.problems, nil
}

// normalise brings a definition in the form of .mcp.json into that of settings,
// where the transport follows from which field is set. Only in-process servers
// keep their type.
func normalise(d map[string]any) {
	word := d["type"]
	if word != typeSDK {
		delete(d, "type")
	}
	url, ok := d["url"].(string)
	if ok && word == "http" && !isSet(d, "command") && !isSet(d, "httpUrl") && !isSet(d, "tcp") {
		delete(d, "url")
		d["httpUrl"] = url
	}
}

// reader collects what is wrong with one file. The first error is kept.
type reader struct {
	path     string
	data     []byte
	places   *config.Places
	problems []config.Problem
	err      error
}

func (r *reader) fail(offset int, format string, args ...any) {
	if r.err == nil {
		r.err = config.ErrorAt(r.path, r.data, offset, fmt.Sprintf(format, args...))
	}
}

// report adds a problem with a server, as far as there is room.
func (r *reader) report(offset int, server string, skipped bool, format string, args ...any) {
	if len(r.problems) >= config.MaxProblems {
		return
	}
	line, column := r.places.At(offset)
	r.problems = append(r.problems, config.Problem{
		File: r.path, Line: line, Column: column, Server: server, Text: fmt.Sprintf(format, args...), Skipped: skipped,
	})
}

// object is the object that key must be; nil for null.
func (r *reader) object(key string, v hujson.Value) *hujson.Object {
	object, ok := v.Value.(*hujson.Object)
	if !ok && !isNull(v) {
		r.fail(v.StartOffset, "%q must be an object, not %s", key, config.KindName(v))
	}
	return object
}

// names is the list of names that key must be; nil if it is not there.
func (r *reader) names(key string, v *hujson.Value) []string {
	if v == nil || isNull(*v) {
		return nil
	}
	array, ok := v.Value.(*hujson.Array)
	if !ok {
		r.fail(v.StartOffset, "%q must be a list of names, not %s", key, config.KindName(*v))
		return nil
	}
	names := make([]string, 0, len(array.Elements))
	for _, element := range array.Elements {
		if element.Value.Kind() != '"' {
			r.fail(element.StartOffset, "an entry of %q must be a name, not %s", key, config.KindName(element))
			return nil
		}
		names = append(names, element.Value.(hujson.Literal).String())
	}
	return names
}

// servers reads the object "mcpServers". What is wrong with one server harms no
// other one.
func (r *reader) servers(v hujson.Value) Map {
	object := r.object("mcpServers", v)
	if object == nil {
		return nil
	}
	var m Map
	index := map[string]int{}
	for _, member := range object.Members {
		name := member.Name.Value.(hujson.Literal).String()
		i, known := index[name]
		if known {
			r.report(member.Name.StartOffset, name, false, "defined again; this definition replaces the one before")
		} else {
			i, index[name] = len(m), len(m)
			m = append(m, Entry{})
		}
		m[i] = r.entry(name, member)
	}
	return m.Filter(func(e Entry) bool { return e.Definition != nil })
}

// entry reads one server; a definition that is left out is nil.
func (r *reader) entry(name string, m hujson.ObjectMember) Entry {
	e := Entry{Name: name}
	object, ok := m.Value.Value.(*hujson.Object)
	switch {
	case name == "":
		r.report(m.Name.StartOffset, "", true, "left out: a server needs a name")
		return e
	case !ok:
		r.report(m.Value.StartOffset, name, true, "left out: must be an object, not %s", config.KindName(m.Value))
		return e
	case depth(m.Value) > MaxNesting:
		r.report(m.Value.StartOffset, name, true, "left out: nested more than %d levels deep", MaxNesting)
		return e
	}
	r.hints(name, object)
	e.Definition = decodeObject(object)
	delete(e.Definition, "scope")
	delete(e.Definition, "extensionName")
	e.Place.Path = r.path
	e.Place.Line, e.Place.Column = r.places.At(m.Name.StartOffset)
	return e
}

// hints points at keys that look like a slip of the fingers. Others may mean
// something to other programs.
func (r *reader) hints(server string, object *hujson.Object) {
	for _, m := range object.Members {
		name := m.Name.Value.(hujson.Literal).String()
		if hint := words.DidYouMean(name, fields); hint != "" && !isField(name) {
			r.report(m.Name.StartOffset, server, false, "unknown key %q%s", name, hint)
		}
	}
}
