package probe

import (
	"bytes"
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// membersOf are the members of a JSON object as parts of its text, which is not
// copied: messages may be large. The last one of a name counts; nil = raw is no JSON
// object.
func membersOf(raw []byte) map[string]json.RawMessage {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) {
		return nil
	}
	return partsOf(raw)
}

// partsOf is membersOf for what is a part of JSON that was read already.
func partsOf(raw json.RawMessage) map[string]json.RawMessage {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	out := map[string]json.RawMessage{}
	for name, value := range jsonparts.Members(raw) {
		out[string(name)] = value
	}
	return out
}

// partOf is one member of what is a part of JSON that was read already; nil = it is absent.
func partOf(raw json.RawMessage, name string) (value json.RawMessage) {
	for n, v := range jsonparts.Members(raw) {
		if string(n) == name {
			value = v
		}
	}
	return value
}
