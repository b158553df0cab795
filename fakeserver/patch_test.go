package fakeserver

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

func TestSetAt(t *testing.T) {
	const doc = `{"a": [1, {"b": "x"}], "c/d": {"~": 1}, "n": null}`
	for _, tt := range []struct{ path, value, want string }{
		{"/a/0", `2`, `{"a":[2,{"b":"x"}],"c/d":{"~": 1},"n":null}`},
		{"/a/1/b", `"y"`, `{"a":[1,{"b":"y"}],"c/d":{"~": 1},"n":null}`},
		{"/a/1/b", ``, `{"a":[1,{}],"c/d":{"~": 1},"n":null}`},
		{"/a/1/z", `[]`, `{"a":[1,{"b": "x","z":[]}],"c/d":{"~": 1},"n":null}`},
		{"/a/-", `3`, `{"a":[1,{"b":"x"},3],"c/d":{"~": 1},"n":null}`},
		{"/a/2", `3`, `{"a":[1,{"b":"x"},3],"c/d":{"~": 1},"n":null}`},
		{"/a/0", ``, `{"a":[{"b":"x"}],"c/d":{"~": 1},"n":null}`},
		{"/c~1d/~0", `2`, `{"a":[1, {"b": "x"}],"c/d":{"~":2},"n":null}`},
		{"/n", `1`, `{"a":[1, {"b": "x"}],"c/d":{"~": 1},"n":1}`},
		{"/new", `1`, `{"a": [1, {"b": "x"}], "c/d": {"~": 1}, "n": null,"new":1}`},
		{"/", `1`, `{"a": [1, {"b": "x"}], "c/d": {"~": 1}, "n": null,"":1}`},
		{"/a/3", `1`, ``}, {"/a/-1", `1`, ``}, {"/a/x", `1`, ``}, {"/a/-", ``, ``}, {"/a/-/b", `1`, ``}, {"/a/2/b", `1`, ``},
		{"/z/y", `1`, ``}, {"/z", ``, ``}, {"/n/x", `1`, ``}, {"/a/0/x", `1`, ``}, {"/a/1/b/c", `1`, ``},
	} {
		var value json.RawMessage
		if tt.value != "" {
			value = json.RawMessage(tt.value)
		}
		got, ok := setAt(json.RawMessage(doc), pointer(tt.path), value)
		assert.Equal(t, ok, tt.want != "", tt.path)
		if ok {
			assert.Equal(t, canonicalText(t, got), canonicalText(t, json.RawMessage(tt.want)), "%s: %s", tt.path, got)
		}
	}
	got, ok := setAt(json.RawMessage(`{ }`), []string{"a"}, json.RawMessage(`1`))
	assert.Assert(t, ok)
	assert.Equal(t, string(got), `{"a":1}`)
}

// canonicalText is JSON without what means nothing.
func canonicalText(t *testing.T, value json.RawMessage) string {
	t.Helper()
	assert.Assert(t, json.Valid(value), "%s", value)
	return string(encode(valueOf(value)))
}

// An object that gets a member stays as it is, with the white space that it has.
func TestNewMembersLeaveTheirObjectAlone(t *testing.T) {
	for object, want := range map[string]string{`{}`: `{"b":2}`, `{"a":1}`: `{"a":1,"b":2}`, "{\"a\":1 \n}": `{"a":1,"b":2}`} {
		raw := append(make(json.RawMessage, 0, 100), object...)
		assert.Equal(t, string(withNewMember(raw, "b", json.RawMessage("2"))), want)
		assert.Equal(t, string(raw), object)
	}
}
