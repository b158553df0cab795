package approval

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

func definition(t *testing.T, text string) map[string]any {
	t.Helper()
	f, err := settings.Parse("settings.json", []byte(`{"mcpServers":{"docs":`+text+`}}`))
	assert.NilError(t, err)
	return f.Servers[0].Definition
}

// The vectors of S-QWEN-11.
func TestHashAgreesWithNode(t *testing.T) {
	for _, tc := range []struct{ definition, want string }{
		{`{"command":"node","args":["s.js"]}`, "28a55a08808ae108621ae044809ea7b0c66ba4f5dc7414a03fc53524fad86b56"},
		{`{"args":["s.js"],"command":"node","description":"d","scope":"project"}`, "28a55a08808ae108621ae044809ea7b0c66ba4f5dc7414a03fc53524fad86b56"},
		{`{"command":"node","args":["s.js"],"includeTools":["t"]}`, "060ee505cd0415e6338bbc2244b06f23f3978e31150a2cca43dbb950041e2a54"},
		{`{"command":"node","args":["s.js"],"env":{"B":"2","A":"1"}}`, "a7ebda1c5e4c74e0461fb2d71e1984c3097cc89acda236bce5f9844e527dd60b"},
		{`{"httpUrl":"http://127.0.0.1:1/mcp","headers":{"X":"1"}}`, "eea27e8b0ed8cdade97ba4a81b9cb299730047a2c5f4a708b0ba2bfa8b9e488a"},
		{`{"url":"http://127.0.0.1:1/sse"}`, "a9711c6a16b404c71acd4fd4e5a2bfd8da97ec1e25909b2e24ed20ed56ad28c9"},
	} {
		assert.Equal(t, Hash(definition(t, tc.definition)), tc.want, tc.definition)
	}
}

func TestHashCovers(t *testing.T) {
	base := Hash(definition(t, `{"command":"node","args":["a","b"],"env":{"description":"x"}}`))
	for text, same := range map[string]bool{
		`{"env":{"description":"x"},"args":["a","b"],"command":"node"}`:                     true,
		`{"command":"node","args":["a","b"],"env":{"description":"x"},"description":"new"}`: true,
		`{"command":"node","args":["b","a"],"env":{"description":"x"}}`:                     false,
		`{"command":"node","args":["a","b"],"env":{"description":"y"}}`:                     false,
		`{"command":"node","args":["a","b"],"env":{"description":"x"},"trust":true}`:        false,
		`{"command":"node","args":["a","b"],"env":{"description":"x"},"timeout":1}`:         false,
		`{"command":"node","args":["a","b"],"env":{"description":"x"},"cwd":null}`:          false,
	} {
		assert.Equal(t, Hash(definition(t, text)) == base, same, text)
	}
}

// Labels at the top do not count, whatever they say, and hashing
// changes nothing.
func TestHashLeavesLabelsOut(t *testing.T) {
	d := map[string]any{"command": "x", "description": "d"}
	assert.Equal(t, Hash(d), Hash(map[string]any{"command": "x"}))
	assert.Equal(t, len(d), 2)
	assert.Equal(t, Hash(nil), Hash(map[string]any{}))
}

// The order in which keys were written does not count, at any depth.
func TestHashIgnoresTheOrderOfKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.StringN(1, 4, -1), 1, 6, rapid.ID).Draw(t, "keys")
		shuffled := rapid.Permutation(keys).Draw(t, "shuffled")
		assert.Equal(t, Hash(written(t, keys)), Hash(written(t, shuffled)))
	})
}

// written reads a definition whose keys are written in the given order, also
// inside.
func written(t *rapid.T, keys []string) map[string]any {
	inner, outer := "", ""
	for _, key := range keys {
		quoted := string(settings.Canonical(key))
		inner += quoted + ":1,"
		outer += quoted[:len(quoted)-1] + `-":{` + "INNER" + `},`
	}
	text := `{"mcpServers":{"docs":{` + strings.ReplaceAll(outer, "INNER", inner) + `}}}`
	f, err := settings.Parse("settings.json", []byte(text))
	assert.NilError(t, err)
	return f.Servers[0].Definition
}
