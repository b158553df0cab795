package settings

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

func problems(list []config.Problem) []string {
	out := []string{}
	for _, p := range list {
		out = append(out, p.String())
	}
	return out
}

func TestParse(t *testing.T) {
	f := parse(t, "\ufeff{\n  // mine\n  \"mcpServers\": {\n    \"a\": {\"command\": \"node\", \"scope\": \"system\", \"extensionName\": \"x\"},\n    \"b\": {},\n  },\n"+
		"  \"mcp\": {\"allowed\": [\"a\"], \"excluded\": []},\n  \"ui\": {\"theme\": 1},\n}\n")
	assert.DeepEqual(t, f.Servers.Names(), []string{"a", "b"})
	assert.DeepEqual(t, f.Servers[0].Definition, map[string]any{"command": "node"})
	assert.Equal(t, f.Servers[0].Place.Place(), "settings.json:4:5")
	assert.DeepEqual(t, f.Allowed, []string{"a"})
	assert.DeepEqual(t, f.Excluded, []string{})
	assert.Equal(t, f.Values["ui"].(map[string]any)["theme"], 1.0)
	assert.Equal(t, len(f.Problems), 0)
}

func TestAProblemWithOneServerHarmsNoOther(t *testing.T) {
	f := parse(t, `{"mcpServers":{"a":{"comand":"x"},"b":3,"":{},"c":{"command":"1"},"d":{"command":"d"},
"c":{"command":"2"},"d":null,"deep":`+strings.Repeat(`{"x":`, 65)+`1`+strings.Repeat(`}`, 65)+`}}`)
	assert.DeepEqual(t, where(f.Servers), []string{`a "" <nil>`, `c "" 2`})
	assert.DeepEqual(t, problems(f.Problems), []string{
		`settings.json:1:21: server "a": unknown key "comand", did you mean "command"?`,
		`settings.json:1:39: server "b": left out: must be an object, not a number`,
		`settings.json:1:41: left out: a server needs a name`,
		`settings.json:2:1: server "c": defined again; this definition replaces the one before`,
		`settings.json:2:21: server "d": defined again; this definition replaces the one before`,
		`settings.json:2:25: server "d": left out: must be an object, not null`,
		`settings.json:2:37: server "deep": left out: nested more than 64 levels deep`,
	})
}

func TestWhatCannotBeUnderstoodChangesNothing(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{``, "settings.json:1:1: the file ends too early"},
		{`{"mcpServers":{}`, "settings.json:1:17: the file ends too early"},
		{"{\n  \"a\": nope\n}", "settings.json:2:8: expecting a string in double quotes"},
		{`[]`, "settings.json:1:1: expecting an object, not a list"},
		{`{"mcpServers":[]}`, `settings.json:1:15: "mcpServers" must be an object, not a list`},
		{`{"mcp":true}`, `settings.json:1:8: "mcp" must be an object, not a boolean`},
		{`{"mcp":{"allowed":"a"}}`, `settings.json:1:19: "mcp.allowed" must be a list of names, not a string`},
		{"{\"mcp\":{\"excluded\":[\"a\",\n1]}}", `settings.json:2:1: "mcp.excluded[1]" must be a name, not a number`},
		{strings.Repeat("[", 200), "settings.json:1:101: nested more than 100 levels deep"},
	} {
		f, err := Parse("settings.json", []byte(tc.text))
		assert.ErrorContains(t, err, tc.want, tc.text)
		assert.Assert(t, f.Values == nil && f.Servers == nil, tc.text)
	}
}

func TestNullIsNotSet(t *testing.T) {
	f := parse(t, `{"mcpServers":null,"mcp":null}`)
	assert.Assert(t, f.Servers == nil && f.Allowed == nil && f.Excluded == nil)
}

func TestOfTwoMembersTheLaterOneCounts(t *testing.T) {
	f := parse(t, `{"mcpServers":{"a":{}},"mcpServers":{"b":{}}}`)
	assert.DeepEqual(t, f.Servers.Names(), []string{"b"})
	assert.Assert(t, f.Values["mcpServers"].(map[string]any)["a"] == nil)
}

func TestErrorsShowNoValues(t *testing.T) {
	_, err := Parse("settings.json", []byte(`{"mcpServers":{"a":{"env":{"TOKEN":"hunter2" "B":"hunter3"}}}}`))
	assert.Assert(t, err != nil)
	assert.Assert(t, !strings.Contains(err.Error(), "hunter"), err)
}

func TestParseServers(t *testing.T) {
	m, found, err := ParseServers(".mcp.json", []byte(`{"mcpServers":{
		"http": {"type":"http","url":"http://h/mcp","headers":{"X":"1"}}, // of another program
		"sse": {"type":"sse","url":"http://h/sse"},
		"stdio": {"type":"stdio","command":"node"},
		"sdk": {"type":"sdk"},
		"both": {"type":"http","url":"http://old/","httpUrl":"http://new/"},
		"bad": "x"
	}}`))
	assert.NilError(t, err)
	transports := map[string]Transport{}
	for _, e := range m {
		transports[e.Name] = e.Transport()
	}
	assert.DeepEqual(t, transports, map[string]Transport{"http": HTTP, "sse": SSE, "stdio": Stdio, "sdk": InProcess, "both": HTTP})
	assert.DeepEqual(t, m[0].Definition, map[string]any{"httpUrl": "http://h/mcp", "headers": map[string]any{"X": "1"}})
	assert.DeepEqual(t, m[1].Definition, map[string]any{"url": "http://h/sse"})
	assert.DeepEqual(t, m[4].Definition, map[string]any{"url": "http://old/", "httpUrl": "http://new/"})
	assert.DeepEqual(t, problems(found), []string{`.mcp.json:7:10: server "bad": left out: must be an object, not a string`})
}

func TestParseServersNeedsServers(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{`{}`, `.mcp.json:1:1: no "mcpServers" object, so no servers`},
		{`{"mcpServers":null}`, `no "mcpServers" object, so no servers`},
		{`{"mcpServers":[]}`, `.mcp.json:1:15: "mcpServers" must be an object, not a list`},
		{`{`, `.mcp.json:1:2: the file ends too early`},
	} {
		_, _, err := ParseServers(".mcp.json", []byte(tc.text))
		assert.ErrorContains(t, err, tc.want)
	}
}

// A file of a folder that defines servers without number is refused, and what held goes on.
func TestServersAreBounded(t *testing.T) {
	file := func(n int) []byte {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"s%d":{},`, i)
		}
		return []byte(`{"mcpServers":{` + b.String() + `}}`)
	}
	f, err := Parse("f", file(config.MaxServers))
	assert.NilError(t, err)
	assert.Equal(t, len(f.Servers), config.MaxServers)
	_, err = Parse("f", file(config.MaxServers+1))
	assert.ErrorContains(t, err, "f:1:15: more than 10000 servers\n")
	_, _, err = ParseServers("f", file(config.MaxServers+1))
	assert.ErrorContains(t, err, "f:1:15: more than 10000 servers\n")
}
