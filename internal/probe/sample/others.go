package sample

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// others are values in place of those of [Schema.Arguments]: what some languages take for none, what
// is negative or looks like a number, and what is not ASCII.
var others = []struct{ number, text string }{
	{`0`, `""`},
	{`-7`, `"42"`},
	{`12`, `"Grüße, 世界 🚀"`},
}

// Others are the arguments of [Schema.Arguments] with other numbers and texts in the outermost
// object, as far as the schema allows them; those that are the same are left out.
func (s *Schema) Others() (out []json.RawMessage) {
	arguments, err := s.Arguments()
	if err != nil {
		return nil
	}
	for _, o := range others {
		other := s.replaced(arguments, o.number, o.text)
		if string(other) != string(arguments) && !slices.ContainsFunc(out, func(one json.RawMessage) bool { return string(one) == string(other) }) {
			out = append(out, other)
		}
	}
	return out
}

// replaced are arguments with a number and a text in place of each number and text, where the
// schema allows it.
func (s *Schema) replaced(arguments json.RawMessage, number, text string) json.RawMessage {
	var members map[string]json.RawMessage
	if jsonparts.Unmarshal(arguments, &members) != nil {
		return arguments
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := text
		switch first := members[name][0]; {
		case first == '-' || first >= '0' && first <= '9':
			value = number
		case first != '"':
			continue
		}
		changed := maps.Clone(members)
		changed[name] = json.RawMessage(value)
		if encoded, err := json.Marshal(changed); err == nil && s.Check(encoded) == nil {
			members, arguments = changed, encoded
		}
	}
	return arguments
}
