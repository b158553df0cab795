package settings

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{}`, ``, "\ufeff{} // end", `{"mcpServers":{"a":{"command":"x","args":["y"],"env":{"A":"1"}}},"mcp":{"allowed":[],"excluded":["b"]}}`,
		`{"mcpServers":{"a":{},"a":{}},"mcp":{"allowed":[1]}}`, `{"a":1e999,"b":"\ud800"}`, `{"mcp":{"allowed":["a",],},}`, `[[[[[[`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("f", data)
		if err != nil {
			assert.Assert(t, file.Values == nil)
			return
		}
		checkMap(t, file.Servers)
		assert.Equal(t, len(Diff(file.Values, file.Values)), 0)
		again, err := Parse("f", Canonical(file.Values))
		assert.NilError(t, err)
		assert.Assert(t, Equal(file.Servers, again.Servers) || len(file.Problems) > 0 || hasInfinity(file.Values))
	})
}

func FuzzParseServers(f *testing.F) {
	for _, seed := range []string{
		`{"mcpServers":{}}`, `{}`, `{"mcpServers":{"a":{"type":"http","url":"http://h/"},"b":{"type":"sdk"},"c":1}}`,
		`{"mcpServers":{"a":{"type":7,"url":[],"oauth":{"enabled":1,"scopes":["b",2]},"env":[],"timeout":"x"}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, _, err := ParseServers("f", data)
		if err == nil {
			checkMap(t, m)
		}
	})
}

// checkMap looks whether a map keeps its promises and can be worked with.
func checkMap(t *testing.T, m Map) {
	t.Helper()
	seen := map[string]bool{"": true}
	for _, e := range m {
		assert.Assert(t, !seen[e.Name], "%q", e.Name)
		seen[e.Name] = true
		assert.Assert(t, e.Definition != nil && e.Definition["scope"] == nil && e.Place.Line > 0)
		fingerprint, ok := strings.CutPrefix(ConnectionID(e), e.Name+"::")
		assert.Assert(t, ok && len(fingerprint) == 16)
		_, _ = e.Server()
	}
	assert.Assert(t, Equal(m, m))
}

// hasInfinity reports whether a value holds a number that JSON cannot write.
func hasInfinity(v any) bool {
	switch v := v.(type) {
	case float64:
		return v-v != 0
	case []any:
		for _, element := range v {
			if hasInfinity(element) {
				return true
			}
		}
	case map[string]any:
		for _, element := range v {
			if hasInfinity(element) {
				return true
			}
		}
	}
	return false
}
