package settings

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

func TestTransportIsThatOfTheFirstFieldThatIsSet(t *testing.T) {
	for _, tc := range []struct {
		definition string
		want       Transport
	}{
		{`{"type":"sdk","httpUrl":"h","url":"u","tcp":"t","command":"c"}`, InProcess},
		{`{"httpUrl":"h","url":"u","tcp":"t","command":"c"}`, HTTP},
		{`{"url":"u","tcp":"t","command":"c"}`, SSE},
		{`{"tcp":"t","command":"c"}`, WebSocket},
		{`{"command":"c","type":"http"}`, Stdio},
		{`{"httpUrl":"","url":null,"command":"c"}`, Stdio},
		{`{"args":["x"]}`, Unknown},
	} {
		assert.Equal(t, entry(t, tc.definition).Transport(), tc.want, tc.definition)
	}
}

func TestServer(t *testing.T) {
	for _, tc := range []struct {
		definition string
		want       config.Server
	}{
		{
			`{"command":"node","args":["s.js"],"env":{"A":"1"},"cwd":"/w","timeout":1500,"headers":7}`,
			config.Server{Type: config.Stdio, Command: "node", Args: []string{"s.js"}, Env: map[string]string{"A": "1"}, Cwd: "/w", Timeout: new(1500 * time.Millisecond)},
		},
		{
			`{"httpUrl":"http://h/mcp","headers":{"X":"1"},"command":"unused","oauth":{"enabled":true,"clientId":"c"}}`,
			config.Server{Type: config.HTTP, URL: "http://h/mcp", Headers: map[string]string{"X": "1"}, OAuth: []byte(`{"clientId":"c","enabled":true}`)},
		},
		{`{"url":"http://h/sse","oauth":{"enabled":false}}`, config.Server{Type: config.SSE, URL: "http://h/sse"}},
		{`{"tcp":"ws://h"}`, config.Server{Type: config.WebSocket, URL: "ws://h"}},
		{
			`{"command":"c","includeTools":[],"excludeTools":["x"],"discoveryTimeoutMs":1000}`,
			config.Server{Type: config.Stdio, Command: "c", IncludeTools: []string{}, ExcludeTools: []string{"x"}, Discovery: time.Second},
		},
		{`{"command":"c","discoveryTimeoutMs":1}`, config.Server{Type: config.Stdio, Command: "c", Discovery: 100 * time.Millisecond}},
		{`{"command":"c","discoveryTimeoutMs":1e9}`, config.Server{Type: config.Stdio, Command: "c", Discovery: 300 * time.Second}},
	} {
		e := entry(t, tc.definition)
		got, err := e.Server()
		assert.NilError(t, err)
		tc.want.Name = "docs"
		tc.want.ConnectionID = ConnectionID(e)
		tc.want.Source = config.Source{Path: "settings.json", Line: 1, Column: 16, Level: config.LevelUser}
		assert.DeepEqual(t, got, tc.want)
		assert.NilError(t, config.Validate(got))
	}
}

func TestServersOfAProjectAreAtItsLevel(t *testing.T) {
	for scope, want := range map[Scope]string{Project: config.LevelProject, Workspace: config.LevelProject, System: config.LevelUser} {
		s, err := Entry{Name: "a", Scope: scope}.Server()
		assert.NilError(t, err)
		assert.Equal(t, s.Source.Level, want)
	}
}

func TestWhatNobodyCanConnectDoesNotPassValidation(t *testing.T) {
	for definition, want := range map[string]string{
		`{"type":"sdk"}`: `Server "docs": unknown server type "sdk"`,
		`{}`:             `Server "docs": stdio server requires "command" field`,
	} {
		s, err := entry(t, definition).Server()
		assert.NilError(t, err)
		assert.Error(t, config.Validate(s), want)
	}
}

func TestFieldsOfTheWrongTypeAreListed(t *testing.T) {
	_, err := entry(t, `{"command":"c","args":["a",1],"env":{"P":8080,"B":true,"A":"1"},"cwd":[],"timeout":-1,"includeTools":"x"}`).Server()
	invalid, ok := err.(*config.InvalidError)
	assert.Assert(t, ok, "%v", err)
	assert.DeepEqual(t, invalid.Problems, []string{
		`Server "docs": "args[1]" must be a string`,
		`Server "docs": "cwd" must be a string`,
		`Server "docs": "env.B" must be a string`,
		`Server "docs": "env.P" must be a string`,
		`Server "docs": "timeout" must be a number of milliseconds, at least 0`,
		`Server "docs": "includeTools" must be a list of strings`,
	})
	for _, definition := range []string{`{"httpUrl":7}`, `{"httpUrl":"h","headers":[]}`, `{"url":"h","oauth":"x"}`} {
		_, err := entry(t, definition).Server()
		assert.Assert(t, err != nil, definition)
	}
}

// S-QWEN-09: what only selects is part of the longer key, and its order is not.
func TestConnectedKey(t *testing.T) {
	key := func(definition string) string { return ConnectedKey(entry(t, definition)) }
	base := key(`{"command":"c","includeTools":["a","b"]}`)
	assert.Equal(t, key(`{"command":"c","includeTools":["b","a"]}`), base)
	for _, other := range []string{
		`{"command":"d","includeTools":["a","b"]}`, `{"command":"c","includeTools":["a"]}`,
		`{"command":"c","includeTools":["a","b"],"excludeTools":["a"]}`, `{"command":"c","includeTools":["a","b"],"trust":true}`,
	} {
		assert.Check(t, key(other) != base, other)
	}
}

// What is wrong with a definition is all that is left of it.
func TestAWrongDefinitionFailsForItsOwnReason(t *testing.T) {
	s, err := entry(t, `{"command":"c","args":"-v"}`).Server()
	assert.Assert(t, err != nil)
	assert.Equal(t, s.Command, "")
	assert.Equal(t, s.ConnectionID, "")
	assert.Error(t, config.Validate(s), `Server "docs": "args" must be a list of strings`)
}
