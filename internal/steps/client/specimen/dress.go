package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// dressed is a message as this client writes it.
func (c *miniClient) dressed(raw string) string {
	switch c.mutant {
	case "ok.text":
		return reordered(raw)
	case "ok.bare":
		var b bytes.Buffer
		if json.Indent(&b, []byte(raw), "", "\t") == nil {
			return b.String()
		}
	}
	if write := c.special.write; write != nil {
		return write(raw)
	}
	return raw
}

// reordered is a message whose members come in the opposite order of their names, with
// one more that has no meaning, without empty params, and with an escaped letter.
func reordered(raw string) string {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &members) != nil {
		return raw
	}
	if string(members["params"]) == "{}" {
		delete(members, "params")
	}
	members["note"] = json.RawMessage(`"\u00e9\ud83d\ude80"`)
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	slices.Reverse(names)
	for i, name := range names {
		names[i] = `"` + name + `" : ` + string(members[name])
	}
	return "{" + strings.Join(names, " , ") + "}"
}
