package sample

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// The bounds of what is made.
const (
	maxDepth  = 24   // of schemas in schemas
	maxItems  = 64   // of one array
	maxNames  = 256  // of one object
	maxLength = 4096 // of one string, in characters
	maxParts  = 4096 // schemas looked at for one value, each time it is looked at
	variants  = 8    // choices tried where a schema offers some
)

// Plain is the value of what may be anything.
const Plain = "mcpsim"

// maker makes one value. Where there is a choice, variant decides.
type maker struct {
	*Schema
	variant int
	numbers bool // optional numbers too
	parts   *int // looked at so far
}

func (s *Schema) maker(variant int, numbers bool) *maker {
	return &maker{s, variant, numbers, new(int)}
}

// Arguments are the members that the schema requires, and no others.
func (s *Schema) Arguments() (json.RawMessage, error) { return s.arguments(false) }

// Small are [Schema.Arguments] with every optional number of the outermost object
// set as small as allowed, but at least 1: most are limits, counts or durations,
// and a tool that takes long with its defaults may be fast with them.
func (s *Schema) Small() (json.RawMessage, error) { return s.arguments(true) }

func (s *Schema) arguments(numbers bool) (json.RawMessage, error) {
	var first error
	for variant := range variants {
		value, err := s.maker(variant, numbers).value(s.root, 0)
		var text json.RawMessage
		if err == nil {
			text, err = s.encoded(value)
		}
		switch {
		case err == nil && text[0] != '{':
			return nil, fmt.Errorf("the schema is not that of an object, but of %s", text)
		case err == nil:
			return text, nil
		case first == nil:
			first = err
		}
	}
	return nil, fmt.Errorf("making arguments: %w", first)
}

var errDeep = errors.New("the schema is too deep, or refers to itself without end")

func (m *maker) value(schema any, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	if schema == true {
		return Plain, nil
	}
	flat, err := m.flat(schema, depth)
	if err != nil {
		return nil, err
	}
	if given, ok := m.given(flat); ok {
		return given, nil
	}
	return m.made(flat, depth)
}

// given is a value that the schema names.
func (m *maker) given(s map[string]any) (any, bool) {
	if value, ok := s["const"]; ok {
		return value, true
	}
	if enum, _ := s["enum"].([]any); len(enum) > 0 {
		return enum[m.variant%len(enum)], true
	}
	if m.variant%2 == 1 {
		return nil, false // a default may be wrong
	}
	if value, ok := s["default"]; ok {
		return value, true
	}
	if examples, _ := s["examples"].([]any); len(examples) > 0 {
		return examples[m.variant%len(examples)], true
	}
	return nil, false
}

// made is a value of the schema's type.
func (m *maker) made(s map[string]any, depth int) (any, error) {
	switch kind := m.kind(s); kind {
	case "object":
		return m.object(s, depth)
	case "array":
		return m.array(s, depth)
	case "string":
		return textOf(s)
	case "integer", "number":
		return numberOf(s, kind == "integer"), nil
	case "boolean":
		return false, nil
	case "null":
		return nil, nil
	default:
		return nil, fmt.Errorf("the type %q is unknown", kind)
	}
}

// hints are the keywords that tell the type of a schema which names none.
var hints = []struct {
	kind     string
	keywords []string
}{
	{"object", []string{"properties", "required", "additionalProperties", "minProperties"}},
	{"array", []string{"items", "prefixItems", "minItems", "contains"}},
	{"number", []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
}

// kind is the type to make: of several one that is not null.
func (m *maker) kind(s map[string]any) string {
	if one, ok := s["type"].(string); ok {
		return one
	}
	several, _ := s["type"].([]any)
	several = slices.DeleteFunc(slices.Clone(several), func(kind any) bool { return kind == "null" })
	if len(several) > 0 {
		kind, _ := several[m.variant%len(several)].(string)
		return kind
	}
	if s["type"] != nil {
		return "null"
	}
	for _, h := range hints {
		if slices.ContainsFunc(h.keywords, func(k string) bool { return s[k] != nil }) {
			return h.kind
		}
	}
	return "string"
}

func (m *maker) object(s map[string]any, depth int) (any, error) {
	out := map[string]any{}
	for _, name := range m.names(s, depth) {
		schema := memberSchema(s, name)
		if m.numbers && depth == 0 {
			schema = m.undefaulted(schema)
		}
		value, err := m.value(schema, depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = value
	}
	return out, nil
}

// names are the members to make, in order.
func (m *maker) names(s map[string]any, depth int) []string {
	wanted := map[string]bool{}
	queue := texts(s["required"])
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if len(queue) < count(s["minProperties"]) || m.numbers && depth == 0 && m.isNumber(properties[name]) {
			queue = append(queue, name)
		}
	}
	for len(queue) > 0 && len(wanted) < maxNames {
		name := queue[0]
		queue = queue[1:]
		if wanted[name] {
			continue
		}
		wanted[name] = true
		for _, keyword := range []string{"dependentRequired", "dependencies"} {
			others, _ := s[keyword].(map[string]any)
			queue = append(queue, texts(others[name])...)
		}
	}
	return slices.Sorted(maps.Keys(wanted))
}

// undefaulted is the schema of a number without the values that it suggests, and
// any other schema as it is.
func (m *maker) undefaulted(schema any) any {
	if !m.isNumber(schema) {
		return schema
	}
	flat, _ := m.flat(schema, 0)
	delete(flat, "default")
	delete(flat, "examples")
	return flat
}

func (m *maker) isNumber(schema any) bool {
	flat, err := m.flat(schema, 0)
	if err != nil {
		return false
	}
	kind := m.kind(flat)
	return kind == "integer" || kind == "number"
}

// memberSchema is what the schema of an object says of one member.
func memberSchema(s map[string]any, name string) any {
	properties, _ := s["properties"].(map[string]any)
	if schema, ok := properties[name]; ok {
		return schema
	}
	patterns, _ := s["patternProperties"].(map[string]any)
	for _, pattern := range slices.Sorted(maps.Keys(patterns)) {
		if re, err := regexp.Compile(pattern); err == nil && re.MatchString(name) {
			return patterns[pattern]
		}
	}
	if schema, ok := s["additionalProperties"]; ok {
		return schema
	}
	return true
}

// array has as many items as it must have, and one if it may.
func (m *maker) array(s map[string]any, depth int) (any, error) {
	first, _ := s["prefixItems"].([]any)
	rest := s["items"]
	if tuple, ok := rest.([]any); ok { // draft-07
		first, rest = tuple, s["additionalItems"]
	}
	size := max(count(s["minItems"]), 1)
	if most, limited := number(s["maxItems"]); limited {
		size = min(size, int(most))
	}
	if size > maxItems {
		return nil, fmt.Errorf("an array of %d items is too large", size)
	}
	out := []any{}
	for i := range size {
		schema := rest
		if i < len(first) {
			schema = first[i]
		}
		if schema == nil {
			schema = true
		}
		value, err := (&maker{m.Schema, m.variant + i, false, m.parts}).value(schema, depth+1)
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		out = append(out, value)
	}
	return out, nil
}

// texts are the strings of a list.
func texts(list any) []string {
	var out []string
	items, _ := list.([]any)
	for _, item := range items {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
