package probe

import (
	"encoding/json"
	"maps"
	"slices"

	schemas "github.com/mcpsim/mcpsim/internal/schema"
)

// Mirrored is a parameter of a tool that is repeated in a header, as its x-mcp-header says.
type Mirrored struct {
	Tool   string
	Path   []string // the names of properties that lead to it
	Header string   // with the prefix Mcp-Param-
	Type   string   // of the parameter
}

// Value is the value of the parameter as a header has it; false = it has none.
func (m Mirrored) Value(arguments json.RawMessage) (string, bool) {
	for _, name := range m.Path {
		arguments = membersOf(arguments)[name]
	}
	switch {
	case len(arguments) == 0 || string(arguments) == "null":
		return "", false
	case arguments[0] == '"':
		return HeaderValue(Text(arguments)), true
	}
	return string(arguments), true
}

// mirroredIn are the annotated parameters that are reachable by properties alone, in a schema
// that is not too deep to be judged.
func mirroredIn(tool string, schema json.RawMessage, path []string) (out []Mirrored) {
	if len(path) >= schemas.MaxDepth {
		return nil
	}
	properties := partsOf(partOf(schema, "properties"))
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		at := append(slices.Clone(path), name)
		property := partsOf(properties[name])
		if header := Text(property["x-mcp-header"]); header != "" {
			out = append(out, Mirrored{tool, at, "Mcp-Param-" + header, Text(property["type"])})
		}
		out = append(out, mirroredIn(tool, properties[name], at)...)
	}
	return out
}

// learn takes the annotations of tools that are listed.
func (l *ledger) learn(list Frame) {
	items, err := Lists()[0].ItemsOf(list)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.headers == nil {
		l.headers = map[string][]Mirrored{}
	}
	for _, item := range items {
		name := Text(item["name"])
		l.headers[name] = mirroredIn(name, item["inputSchema"], nil)
	}
}

// mirrored are the parameters of a tool that are repeated in headers.
func (l *ledger) mirrored(tool string) []Mirrored {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.headers[tool]
}

// Mirrored are the parameters of all tools that are repeated in headers, by the lists that
// were read so far.
func (b *Bench) Mirrored() (out []Mirrored) {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	for _, tool := range slices.Sorted(maps.Keys(b.ledger.headers)) {
		out = append(out, b.ledger.headers[tool]...)
	}
	return out
}
