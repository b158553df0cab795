package sample

import (
	"maps"
	"slices"
)

// The bounds of what is wrong within members.
const (
	maxNested      = 12 // misfits of one schema
	maxNestedDepth = 3  // objects and arrays around the value
)

// inner is what is wrong within a value: the whole value for each candidate, of which the first
// is taken that the schema forbids.
type inner struct {
	fault      Fault
	member     string // with what is around it: "options.limit", "tags[1]"
	candidates []any
}

// nested are misfits whose fault is within a member: in an object, or in the item of an array
// behind one that is right.
func (s *Schema) nested(fit, flat map[string]any) (out []Misfit) {
	properties, _ := flat["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		value, there := fit[name]
		if made, err := s.maker(0, false).value(properties[name], 1); !there && err == nil {
			value = made
		}
		for _, w := range s.within(properties[name], value, name, 1) {
			if m, ok := s.withOne(fit, name, w.candidates, w.fault); ok && len(out) < maxNested {
				m.Member = w.member
				out = append(out, m)
			}
		}
	}
	return out
}

// within is what can be wrong within a value that is right; nothing if it is no object or array.
func (s *Schema) within(schema, value any, path string, depth int) []inner {
	flat, err := s.maker(0, false).flat(schema, 0)
	if err != nil || depth > maxNestedDepth {
		return nil
	}
	switch v := value.(type) {
	case map[string]any:
		return s.withinObject(flat, v, path, depth)
	case []any:
		return s.withinArray(flat, v, path, depth)
	}
	return nil
}

func (s *Schema) withinObject(flat, value map[string]any, path string, depth int) (out []inner) {
	properties, _ := flat["properties"].(map[string]any)
	changed := func(name string, to any) any {
		other := maps.Clone(value)
		other[name] = to
		return other
	}
	for _, name := range texts(flat["required"]) {
		less := maps.Clone(value)
		delete(less, name)
		if member, err := s.maker(0, false).flat(properties[name], 0); err == nil && member["default"] == nil {
			out = append(out, inner{Missing, path + "." + name, []any{less}})
			break
		}
	}
	out = append(out, inner{Extra, path + "." + extraName, []any{changed(extraName, 1)}})
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		for _, w := range s.wrong(properties[name], value[name], path+"."+name, depth) {
			for i, c := range w.candidates {
				w.candidates[i] = changed(name, c)
			}
			out = append(out, w)
		}
	}
	return out
}

// withinArray puts what is wrong behind the first item: a server may look at that alone.
func (s *Schema) withinArray(flat map[string]any, value []any, path string, depth int) (out []inner) {
	items := flat["items"]
	if _, single := items.(map[string]any); !single || len(value) == 0 {
		return nil
	}
	for _, w := range s.wrong(items, value[0], path+"[]", depth) {
		for i, c := range w.candidates {
			w.candidates[i] = append(slices.Clone(value), c)
		}
		out = append(out, w)
	}
	return out
}

// wrong are values in place of one: of another type, not allowed, or wrong within.
func (s *Schema) wrong(schema, value any, path string, depth int) []inner {
	out := []inner{{WrongType, path, s.wrongFor(schema)}}
	for _, v := range s.forbidden(schema) {
		out = append(out, inner{NotAllowed, path, []any{v}})
	}
	if value == nil {
		value, _ = s.maker(0, false).value(schema, depth)
	}
	return append(out, s.within(schema, value, path, depth+1)...)
}
