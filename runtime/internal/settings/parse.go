package settings

import (
	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// maxNesting bounds how deep objects and lists may be inside each other in the
// definition of one server (S-QWEN-04); see package config for the limits of a
// whole file.
const maxNesting = 64

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
	doc, err := source(path, data).Parse()
	if err != nil {
		return File{}, err
	}
	if err := tooMany(doc.Root.Get("mcpServers")); err != nil {
		return File{}, err
	}
	mcp := doc.Root.Get("mcp")
	f := File{
		Path: path, Values: doc.Root.Map(), Servers: serversOf(path, doc.Root.Get("mcpServers")),
		Allowed: mcp.Get("allowed").Names(), Excluded: mcp.Get("excluded").Names(),
	}
	if err := doc.Err(); err != nil {
		return File{}, err
	}
	f.Problems = doc.Problems()
	return f, nil
}

// source is a file and the words that a message may show of it.
func source(path string, data []byte) jsonc.Source {
	shown := map[string]bool{"mcpServers": true, "mcp": true, "allowed": true, "excluded": true}
	for _, field := range fields {
		shown[field] = true
	}
	return jsonc.Source{File: path, Data: data, Shown: shown}
}

// ParseServers reads a file that holds nothing but servers: .mcp.json, or what
// --mcp-config names. Servers that are written as other programs do, with "type"
// for the transport, are brought into the form of settings (S-QWEN-04). A file
// that cannot be read or has no object "mcpServers" is an error; for .mcp.json
// that is worth a warning and means no servers.
func ParseServers(path string, data []byte) (Map, []config.Problem, error) {
	doc, err := source(path, data).Parse()
	if err != nil {
		return nil, nil, err
	}
	v := doc.Root.Get("mcpServers")
	if !v.IsSet() {
		return nil, nil, doc.Root.Error(`no "mcpServers" object, so no servers`)
	}
	if err := tooMany(v); err != nil {
		return nil, nil, err
	}
	m := serversOf(path, v)
	if err := doc.Err(); err != nil {
		return nil, nil, err
	}
	for i := range m {
		normalise(m[i].Definition)
	}
	return m, doc.Problems(), nil
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

// tooMany is the error of an object of more servers than a file may define.
func tooMany(servers jsonc.Value) error {
	n := 0
	for range servers.Members() {
		if n++; n > config.MaxServers {
			return servers.Error("more than %d servers", config.MaxServers)
		}
	}
	return nil
}

// serversOf reads the object "mcpServers". What is wrong with one server harms no
// other one.
func serversOf(path string, v jsonc.Value) Map {
	var m Map
	index := map[string]int{}
	for member := range v.Members() {
		i, known := index[member.Name]
		if known {
			member.Key.Of(member.Name).Report("defined again; this definition replaces the one before")
		} else {
			i, index[member.Name] = len(m), len(m)
			m = append(m, Entry{})
		}
		m[i] = entryOf(path, member)
	}
	return m.Filter(func(e Entry) bool { return e.Definition != nil })
}

// entryOf reads one server; a definition that is left out is nil.
func entryOf(path string, m jsonc.Member) Entry {
	e := Entry{Name: m.Name}
	definition := m.Value.Of(m.Name)
	switch {
	case m.Name == "":
		m.Key.Report("left out: a server needs a name").Skipped = true
		return e
	case m.Kind() != jsonc.Object:
		definition.Report("left out: must be an object, not %s", m.Kind()).Skipped = true
		return e
	case m.Depth() > maxNesting:
		definition.Report("left out: nested more than %d levels deep", maxNesting).Skipped = true
		return e
	}
	definition.CheckKeys(false, fields...)
	e.Definition = definition.Map()
	delete(e.Definition, "scope")
	delete(e.Definition, "extensionName")
	e.Place.Path = path
	e.Place.Line, e.Place.Column = m.Key.Place()
	return e
}
