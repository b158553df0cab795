package settings

import (
	"testing"

	"gotest.tools/v3/assert"
)

// The first six are the vectors of S-QWEN-11; the others are made by Node in the
// same way.
func TestConnectionIDAgreesWithNode(t *testing.T) {
	for _, tc := range []struct{ definition, want string }{
		{`{"command":"node","args":["s.js"]}`, "8a60cb000d6fbb38"},
		{`{"command":"node","args":["s.js"],"description":"d","scope":"project"}`, "8a60cb000d6fbb38"},
		{`{"command":"node","args":["s.js"],"includeTools":["t"]}`, "8a60cb000d6fbb38"},
		{`{"command":"node","args":["s.js"],"env":{"B":"2","A":"1"}}`, "e6df411d1649d8f5"},
		{`{"httpUrl":"http://127.0.0.1:1/mcp","headers":{"X":"1"}}`, "f9ea822b1d4d4714"},
		{`{"url":"http://127.0.0.1:1/sse"}`, "bc72df9e4543c3b9"},
		{`{"httpUrl":"https://h/mcp","timeout":1500.5,"oauth":{"scopes":["b","a"],"clientSecret":"<s>","clientId":"c","enabled":true}}`, "3468260a7080a430"},
		{`{"tcp":"ws://h"}`, "ac730352a4550271"},
		{`{"type":"sdk"}`, "caeb4c80e65ce366"},
	} {
		assert.Equal(t, ConnectionID(entry(t, tc.definition)), "docs::"+tc.want, tc.definition)
	}
}

func TestConnectionIDCovers(t *testing.T) {
	const base = `{"command":"node","args":["a","b"],"env":{"A":"1"}}`
	same := []string{
		`{"env":{"A":"1"},"args":["a","b"],"command":"node"}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"trust":true,"includeTools":["t"],"excludeTools":["u"]}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"description":"d","discoveryTimeoutMs":100}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"oauth":{"enabled":false,"clientId":"c"}}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"oauth":{},"cwd":null}`,
	}
	for _, definition := range same {
		assert.Equal(t, ConnectionID(entry(t, definition)), ConnectionID(entry(t, base)), definition)
	}
	seen := map[string]string{ConnectionID(entry(t, base)): base}
	for _, definition := range []string{
		`{"command":"deno","args":["a","b"],"env":{"A":"1"}}`,
		`{"command":"node","args":["b","a"],"env":{"A":"1"}}`,
		`{"command":"node","args":["a","b"],"env":{"A":"2"}}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"cwd":"/"}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"timeout":1}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"headers":{"X":"1"}}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"oauth":{"enabled":true}}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"oauth":{"enabled":true,"clientSecret":"s"}}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"targetAudience":"x"}`,
		`{"command":"node","args":["a","b"],"env":{"A":"1"},"url":"http://h/"}`,
	} {
		id := ConnectionID(entry(t, definition))
		assert.Equal(t, seen[id], "", "%s is the same as", definition)
		seen[id] = definition
	}
}

func TestFilterIDIsAboutTheSelectionOnly(t *testing.T) {
	base := entry(t, `{"command":"node","includeTools":["b","a"]}`)
	_ = FilterID(base)
	assert.DeepEqual(t, base.Definition["includeTools"], []any{"b", "a"}) // as it is written
	assert.Equal(t, FilterID(base), FilterID(entry(t, `{"command":"deno","includeTools":["a","b"]}`)))
	for _, other := range []string{`{"command":"node"}`, `{"includeTools":[]}`, `{"excludeTools":["a","b"]}`, `{"includeTools":["a"]}`} {
		assert.Assert(t, FilterID(base) != FilterID(entry(t, other)), other)
	}
}
