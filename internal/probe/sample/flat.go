package sample

import (
	"fmt"
	"maps"
	"slices"
)

// flat is a schema without references, allOf, anyOf and oneOf: what they say is
// merged into it, of alternatives one.
func (m *maker) flat(schema any, depth int) (map[string]any, error) {
	if *m.parts++; depth > maxDepth || *m.parts > maxParts {
		return nil, errDeep
	}
	if schema == true {
		return map[string]any{}, nil
	}
	s, ok := schema.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schema %v allows nothing", schema)
	}
	parts, err := m.beside(s)
	if err != nil {
		return nil, err
	}
	out := maps.Clone(s)
	for _, keyword := range []string{"$ref", "allOf", "anyOf", "oneOf"} {
		delete(out, keyword)
	}
	for _, part := range parts {
		flat, err := m.flat(part, depth+1)
		if err != nil {
			return nil, err
		}
		merge(out, flat)
	}
	return out, nil
}

// beside are the schemas that hold as well as s.
func (m *maker) beside(s map[string]any) ([]any, error) {
	var parts []any
	if ref, ok := s["$ref"].(string); ok {
		target, err := m.find(ref)
		if err != nil {
			return nil, err
		}
		parts = append(parts, target)
	}
	all, _ := s["allOf"].([]any)
	parts = append(parts, all...)
	for _, keyword := range []string{"anyOf", "oneOf"} {
		choices, _ := s[keyword].([]any)
		choices = slices.DeleteFunc(slices.Clone(choices), isNull)
		if len(choices) > 0 {
			parts = append(parts, choices[m.variant%len(choices)])
		}
	}
	return parts, nil
}

// isNull reports whether a schema is only for null: nothing says less.
func isNull(schema any) bool {
	s, _ := schema.(map[string]any)
	return s["type"] == "null"
}

// merge adds what another schema says to one.
func merge(s, other map[string]any) {
	for _, keyword := range slices.Sorted(maps.Keys(other)) {
		old, both := s[keyword]
		if !both {
			s[keyword] = other[keyword]
			continue
		}
		s[keyword] = merged(keyword, old, other[keyword])
	}
}

// merged is what holds if a keyword says both. Where that is hard to say it is
// the first: a value that is made of it is validated afterwards.
func merged(keyword string, a, b any) any {
	switch keyword {
	case "required":
		x, _ := a.([]any)
		y, _ := b.([]any)
		return slices.Concat(x, y)
	case "properties":
		return mergedProperties(a, b)
	case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
		if x, y := numberOrZero(a), numberOrZero(b); y > x {
			return b
		}
	case "maximum", "exclusiveMaximum", "maxLength", "maxItems":
		if x, y := numberOrZero(a), numberOrZero(b); y < x {
			return b
		}
	}
	return a
}

func mergedProperties(a, b any) any {
	x, _ := a.(map[string]any)
	y, _ := b.(map[string]any)
	out := maps.Clone(x)
	for name, schema := range y {
		if old, both := out[name]; both {
			schema = map[string]any{"allOf": []any{old, schema}}
		}
		if out == nil {
			out = map[string]any{}
		}
		out[name] = schema
	}
	return out
}
