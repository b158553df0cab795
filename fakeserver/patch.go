package fakeserver

import (
	"bytes"
	"encoding/json"
)

// mergePatch applies a JSON merge patch (RFC 7396). Numbers keep their digits;
// members of changed objects come out in alphabetical order.
func mergePatch(target, patch json.RawMessage) json.RawMessage {
	var change map[string]json.RawMessage
	if json.Unmarshal(patch, &change) != nil || change == nil {
		return patch
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(target, &members) != nil || members == nil {
		members = map[string]json.RawMessage{}
	}
	for name, value := range change {
		if bytes.Equal(bytes.TrimSpace(value), []byte("null")) {
			delete(members, name)
			continue
		}
		members[name] = mergePatch(members[name], value)
	}
	return encode(members)
}
