package sample

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Fault says what is wrong with arguments.
type Fault string

// The faults of a [Misfit].
const (
	Missing   Fault = "a required member is missing"
	WrongType Fault = "a member has the wrong type"
	Extra     Fault = "there is a member that the schema does not allow"
)

// Misfit is arguments that the schema forbids for one reason only.
type Misfit struct {
	Fault     Fault
	Member    string // whose fault it is
	Arguments json.RawMessage
}

func (m Misfit) String() string { return fmt.Sprintf("%s (%s)", m.Fault, m.Member) }

// extraName is the name of a member that no schema has.
const extraName = "mcpsim_extra"

// wrongValues are tried as values of the wrong type: first those that no server
// can take for another type by being kind.
var wrongValues = []any{map[string]any{"mcpsim": true}, []any{[]any{}}, 7, plain}

// Misfits are at most one of each fault, those that the schema really forbids. A
// schema that allows everything, or that no arguments were found for, has none.
func (s *Schema) Misfits() []Misfit {
	text, err := s.Arguments()
	if err != nil {
		return nil
	}
	var fit map[string]any
	_ = json.Unmarshal(text, &fit)
	flat, err := s.maker(0, false).flat(s.root, 0)
	if err != nil {
		return nil
	}
	required := texts(flat["required"])
	properties, _ := flat["properties"].(map[string]any)
	optional := slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool { return slices.Contains(required, name) })
	var out []Misfit
	add := func(m Misfit, found bool) {
		if found {
			out = append(out, m)
		}
	}
	add(s.without(fit, required))
	add(s.mistyped(fit, slices.Concat(required, optional)))
	add(s.with(fit, extraName, 1, Extra))
	return out
}

func (s *Schema) without(fit map[string]any, names []string) (Misfit, bool) {
	for _, name := range names {
		if s.hasDefault(name) {
			continue // a server may well fill it in
		}
		changed := maps.Clone(fit)
		delete(changed, name)
		if m, ok := s.misfit(Missing, name, changed); ok {
			return m, true
		}
	}
	return Misfit{}, false
}

func (s *Schema) hasDefault(name string) bool {
	m := s.maker(0, false)
	flat, err := m.flat(s.root, 0)
	if err != nil {
		return false
	}
	member, err := m.flat(memberSchema(flat, name), 0)
	_, has := member["default"]
	return err == nil && has
}

func (s *Schema) mistyped(fit map[string]any, names []string) (Misfit, bool) {
	for _, name := range names {
		for _, value := range wrongValues {
			if m, ok := s.with(fit, name, value, WrongType); ok {
				return m, true
			}
		}
	}
	return Misfit{}, false
}

func (s *Schema) with(fit map[string]any, name string, value any, fault Fault) (Misfit, bool) {
	changed := maps.Clone(fit)
	changed[name] = value
	return s.misfit(fault, name, changed)
}

// misfit is ok if the schema forbids the arguments.
func (s *Schema) misfit(fault Fault, member string, arguments map[string]any) (Misfit, bool) {
	text, err := json.Marshal(arguments)
	return Misfit{fault, member, text}, err == nil && s.Check(text) != nil
}
