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
	out := map[string]json.RawMessage{}
	for name, value := range jsonparts.Members(raw) {
		out[string(name)] = value
	}
	return out
}
