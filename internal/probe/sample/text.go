package sample

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Texted looks for a member of the arguments that may be any text: a string without
// format, pattern, choice, or a length that forbids much. It returns what makes
// arguments with a text in that member, and its name; one that is required is
// preferred.
func (s *Schema) Texted() (with func(text string) (json.RawMessage, error), name string, ok bool) {
	flat, err := s.maker(0, false).flat(s.root, 0)
	if err != nil {
		return nil, "", false
	}
	properties, _ := flat["properties"].(map[string]any)
	names := slices.Sorted(maps.Keys(properties))
	required := texts(flat["required"])
	slices.SortStableFunc(names, func(a, b string) int { return order(required, b) - order(required, a) })
	for _, name := range names {
		if s.free(properties[name]) {
			return func(text string) (json.RawMessage, error) { return s.withText(name, text) }, name, true
		}
	}
	return nil, "", false
}

// order is 1 for what is in a list.
func order(list []string, name string) int {
	if slices.Contains(list, name) {
		return 1
	}
	return 0
}

// free reports whether a schema allows any text.
func (s *Schema) free(schema any) bool {
	flat, err := s.maker(0, false).flat(schema, 0)
	if err != nil || flat["type"] != "string" {
		return false
	}
	for _, keyword := range []string{"enum", "const", "format", "pattern", "maxLength", "contentEncoding"} {
		if flat[keyword] != nil {
			return false
		}
	}
	return true
}

func (s *Schema) withText(name, text string) (json.RawMessage, error) {
	arguments, err := s.Arguments()
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := jsonparts.Unmarshal(arguments, &members); err != nil {
		return nil, err
	}
	members[name], err = json.Marshal(text)
	if err != nil {
		return nil, err
	}
	return json.Marshal(members)
}
