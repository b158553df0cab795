package sample

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/schema"
)

// Fault says what is wrong with arguments.
type Fault string

// The faults of a [Misfit].
const (
	Missing    Fault = "a required member is missing"
	WrongType  Fault = "a member has the wrong type"
	NotAllowed Fault = "a member has a value that is not allowed"
	Extra      Fault = "there is a member that the schema does not allow"
	NoObject   Fault = "there are none, and some are required"
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
var wrongValues = []any{map[string]any{"mcpsim": true}, []any{[]any{}}, 7, Plain}

// wrongFor are the wrong values for a schema: an object is none where one may be, as only what is
// in it is forbidden.
func (s *Schema) wrongFor(schema any) []any {
	flat, err := s.maker(0, false).flat(schema, 0)
	_, open := flat["properties"]
	kinds := append(texts(flat["type"]), fmt.Sprint(flat["type"]))
	if err == nil && (open || slices.Contains(kinds, "object")) {
		return slices.Clone(wrongValues[1:])
	}
	return slices.Clone(wrongValues)
}

// Misfits are those that the schema really forbids, each member's wrong type and each
// value's limit apart, the first of each fault first. A schema that allows everything,
// or that no arguments were found for, has none.
func (s *Schema) Misfits() []Misfit {
	text, err := s.Arguments()
	if err != nil {
		return nil
	}
	var fit map[string]any
	_ = jsonparts.Unmarshal(text, &fit)
	flat, err := s.maker(0, false).flat(s.root, 0)
	if err != nil {
		return nil
	}
	required := texts(flat["required"])
	properties, _ := flat["properties"].(map[string]any)
	optional := slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool { return slices.Contains(required, name) })
	var out []Misfit
	if m, ok := s.without(fit, required); ok {
		out = append(out, m)
		if none := (Misfit{NoObject, m.Member, json.RawMessage("null")}); s.forbids(none.Arguments) {
			out = append(out, none)
		}
	}
	if m, ok := s.with(fit, extraName, 1, Extra); ok {
		out = append(out, m)
	}
	for _, name := range required { // one null is enough
		if m, ok := s.with(fit, name, nil, NotAllowed); ok && !s.hasDefault(name) {
			out = append(out, m)
			break
		}
	}
	for _, name := range slices.Concat(required, optional) {
		if m, ok := s.withOne(fit, name, s.wrongFor(properties[name]), WrongType); ok {
			out = append(out, m)
		}
		for _, value := range s.forbidden(memberSchema(flat, name)) {
			if m, ok := s.with(fit, name, value, NotAllowed); ok {
				out = append(out, m)
			}
		}
	}
	return append(out, s.nested(fit, flat)...)
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

// withOne gives a member the first of the values that the schema forbids.
func (s *Schema) withOne(fit map[string]any, name string, values []any, fault Fault) (Misfit, bool) {
	for _, value := range values {
		if m, ok := s.with(fit, name, value, fault); ok {
			return m, true
		}
	}
	return Misfit{}, false
}

// forbidden are values of the right type that the schema of a member may forbid.
func (s *Schema) forbidden(of any) (out []any) {
	member, err := s.maker(0, false).flat(of, 0)
	if err != nil {
		return nil
	}
	choices, _ := member["enum"].([]any)
	if slices.ContainsFunc(choices, func(v any) bool { _, text := v.(string); return text }) {
		out = append(out, extraName)
	}
	if low, limited := number(member["minimum"]); limited {
		out = append(out, low-1)
	}
	if high, limited := number(member["maximum"]); limited {
		out = append(out, high+1)
	}
	if count(member["minLength"]) > 0 {
		out = append(out, "")
	}
	if longest := count(member["maxLength"]); member["maxLength"] != nil && longest <= longestMisfit {
		out = append(out, strings.Repeat("x", longest+1))
	}
	if _, has := member["pattern"]; has {
		out = append(out, againstPattern)
	}
	return out
}

// longestMisfit is the longest maxLength that is exceeded, in characters.
const longestMisfit = 4096

// againstPattern is a text that most patterns forbid.
const againstPattern = "mcpsim/!"

func (s *Schema) with(fit map[string]any, name string, value any, fault Fault) (Misfit, bool) {
	changed := maps.Clone(fit)
	changed[name] = value
	return s.misfit(fault, name, changed)
}

// misfit is ok if the schema forbids the arguments.
func (s *Schema) misfit(fault Fault, member string, arguments map[string]any) (Misfit, bool) {
	text, err := json.Marshal(arguments)
	if err != nil {
		return Misfit{}, false
	}
	return Misfit{fault, member, text}, s.forbids(text)
}

func (s *Schema) forbids(arguments json.RawMessage) bool {
	_, is := errors.AsType[*schema.Violation](s.Check(arguments))
	return is
}
