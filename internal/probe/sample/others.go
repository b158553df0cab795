package sample

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// other are values in place of those of [Schema.Arguments].
type other struct{ number, text, array string }

// others are what some languages take for none, what is negative or looks like a number, what is
// not ASCII, and what is far below zero: a sum or a difference made of it is, too.
var others = []other{
	{`0`, `""`, `[]`},
	{`-7`, `"42"`, ``},
	{`12`, `"Grüße, 世界 🚀"`, ``},
	{`-1000003`, ``, ``},
}

// more are those that optional members get.
var more = []other{{}, others[0], others[3]}

// Others are the arguments of [Schema.Arguments] with other numbers, texts and arrays in the
// outermost object, as far as the schema allows them, then the same with all optional members
// that it allows at once, and these with other choices; those that are the same are left out.
func (s *Schema) Others() (out []json.RawMessage) {
	arguments, err := s.Arguments()
	if err != nil {
		return nil
	}
	add := func(from json.RawMessage, values []other) {
		for _, o := range values {
			made := s.replaced(from, o)
			if string(made) != string(arguments) && !slices.ContainsFunc(out, func(one json.RawMessage) bool { return string(one) == string(made) }) {
				out = append(out, made)
			}
		}
	}
	add(arguments, others)
	filled := s.filled(arguments)
	if string(filled) != string(arguments) {
		add(filled, more)
	}
	add(s.chosen(filled), more[:1])
	return out
}

// chosen are arguments with the last choice for each member of the outermost object that has
// choices, and true for what was false.
func (s *Schema) chosen(arguments json.RawMessage) json.RawMessage {
	flat, err := s.maker(0, false).flat(s.root, 0)
	var members map[string]json.RawMessage
	if err != nil || jsonparts.Unmarshal(arguments, &members) != nil {
		return arguments
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member, err := s.maker(0, false).flat(memberSchema(flat, name), 0)
		choices, _ := member["enum"].([]any)
		switch {
		case err != nil:
		case len(choices) > 0:
			if last, err := json.Marshal(choices[len(choices)-1]); err == nil {
				members, arguments = s.allowed(members, arguments, name, last)
			}
		case string(members[name]) == "false":
			members, arguments = s.allowed(members, arguments, name, json.RawMessage("true"))
		}
	}
	return arguments
}

// Bare reports whether the schema names no member.
func (s *Schema) Bare() bool {
	flat, err := s.maker(0, false).flat(s.root, 0)
	properties, _ := flat["properties"].(map[string]any)
	return err == nil && len(properties)+len(texts(flat["required"])) == 0
}

// filled are arguments with each optional member of the outermost object that the schema allows
// beside the others.
func (s *Schema) filled(arguments json.RawMessage) json.RawMessage {
	flat, err := s.maker(0, false).flat(s.root, 0)
	var members map[string]json.RawMessage
	if err != nil || jsonparts.Unmarshal(arguments, &members) != nil {
		return arguments
	}
	properties, _ := flat["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		value, err := s.maker(0, false).value(properties[name], 1)
		if _, there := members[name]; there || err != nil {
			continue
		}
		if encoded, err := json.Marshal(value); err == nil {
			members, arguments = s.allowed(members, arguments, name, encoded)
		}
	}
	return arguments
}

// replaced are arguments with other values, where the schema allows it.
func (s *Schema) replaced(arguments json.RawMessage, o other) json.RawMessage {
	var members map[string]json.RawMessage
	if jsonparts.Unmarshal(arguments, &members) != nil {
		return arguments
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := ""
		switch first := members[name][0]; {
		case first == '-' || first >= '0' && first <= '9':
			value = o.number
		case first == '"':
			value = o.text
		case first == '[':
			value = o.array
		}
		if value != "" {
			members, arguments = s.allowed(members, arguments, name, json.RawMessage(value))
		}
	}
	return arguments
}

// allowed are members with another value for one of them, and their text; they stay as they are if
// the schema forbids it.
func (s *Schema) allowed(members map[string]json.RawMessage, arguments json.RawMessage, name string, value json.RawMessage) (map[string]json.RawMessage, json.RawMessage) {
	changed := maps.Clone(members)
	changed[name] = value
	encoded, err := json.Marshal(changed)
	if err != nil || s.Check(encoded) != nil {
		return members, arguments
	}
	return changed, encoded
}
