package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// TestFormats is what each format has beyond MCPJSON; TestParse is about that.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, file string
		format     config.Format
		want       config.Server // without name and source
		problems   []string
	}{
		{"OMP takes strings", `{"mcpServers": {"a": {"command": "c", "enabled": "0", "timeout": " 1e3 "}}}`, config.OhMyPi,
			config.Server{Command: "c", Enabled: new(false), Timeout: new(time.Second)}, nil},
		{"OMP does not take every string", `{"mcpServers": {"a": {"command": "c", "enabled": "no", "timeout": "-1"}}}`, config.OhMyPi,
			config.Server{Command: "c"}, []string{
				`f:1:50: server "a": "enabled" is ignored: it must be true or false, not a string`,
				`f:1:67: server "a": "timeout" is ignored: it must be a number of milliseconds, at least 0`,
			}},
		{"other programs have other keys", `{"mcpServers": {"a": {"comand": "x", "command": "c", "trust": 1}}}`, config.ClaudeCode,
			config.Server{Command: "c"}, []string{`f:1:23: server "a": unknown key "comand", did you mean "command"?`}},
		{"disabled is the opposite of enabled", `{"mcpServers": {"a": {"command": "c", "disabled": true, "enabled": true}}}`, config.ClaudeCode,
			config.Server{Command: "c", Enabled: new(false)}, nil},
		{"disabled: false says nothing", `{"mcpServers": {"a": {"command": "c", "disabled": false}}}`, config.MCPJSON,
			config.Server{Command: "c"}, nil},
		{"Gemini", `{"mcpServers": {"a": {"httpUrl": "u"}}}`, config.Gemini, config.Server{Type: config.HTTP, URL: "u"}, nil},
		{"Windsurf", `{"mcpServers": {"a": {"serverUrl": "u"}}}`, config.Windsurf, config.Server{Type: config.HTTP, URL: "u"}, nil},
		{"VS Code, old", `{"mcp": {"servers": {"a": {"transport": "sse", "url": "u"}}}}`, config.VSCode,
			config.Server{Type: config.SSE, URL: "u"}, nil},
		{"OpenCode, command in a list", `{"mcp": {"a": {"args": ["z"], "command": ["c", "x", "y"], "environment": {"K": "v"}}}}`, config.OpenCode,
			config.Server{Command: "c", Args: []string{"x", "y", "z"}, Env: map[string]string{"K": "v"}}, nil},
		{"OpenCode, command alone", `{"mcp": {"a": {"type": "local", "command": "c"}}}`, config.OpenCode, config.Server{Command: "c"}, nil},
		{"OpenCode, no command", `{"mcp": {"a": {"type": "local", "command": []}}}`, config.OpenCode, config.Server{}, nil},
		{"OpenCode, no OAuth", `{"mcp": {"a": {"type": "remote", "url": "u", "oauth": false}}}`, config.OpenCode,
			config.Server{Type: config.HTTP, URL: "u"}, nil},
		{"Codex", "[mcp_servers.a]\nurl = 'u'\ntool_timeout_sec = 0.5\nenabled = false\nhttp_headers.A = \"1\"\n", config.Codex,
			config.Server{Type: config.HTTP, URL: "u", Timeout: new(500 * time.Millisecond), Enabled: new(false),
				Headers: map[string]string{"A": "1"}}, nil},
		{"Codex, what is written out wins", "[mcp_servers.a]\nurl = 'u'\nbearer_token_env_var = 'T'\n" +
			"http_headers = {authorization = 'mine'}\nenv = {K = 'v'}\nenv_vars = ['K']\n", config.Codex,
			config.Server{Type: config.HTTP, URL: "u", Env: map[string]string{"K": "v"}, Headers: map[string]string{"authorization": "mine"}}, nil},
		{"Codex, no variable's name", "[mcp_servers.a]\ncommand = 'c'\nenv_vars = ['a}b']", config.Codex, config.Server{Command: "c"},
			[]string{`f:3:1: server "a": "a}b" is ignored: it must be looked up in a variable, and what is given is not the name of one`}},
		{"Codex, wrong kinds", "mcp_servers.a = {command = 'c', tool_timeout_sec = 2020-01-01, enabled = 1}", config.Codex,
			config.Server{Command: "c"}, []string{
				`f:1:52: server "a": "tool_timeout_sec" is ignored: it must be a number of seconds, at least 0`,
				`f:1:74: server "a": "enabled" is ignored: it must be true or false, not a number`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			servers, problems, err := c.format.Parse("f", []byte(c.file))
			assert.NilError(t, err)
			assert.Equal(t, len(servers), 1)
			c.want.Name, c.want.Type, c.want.Source = "a", c.want.Transport(), servers[0].Source
			if diff := cmp.Diff(servers[0], c.want); diff != "" {
				t.Errorf("server (-got +want):\n%s", diff)
			}
			if diff := cmp.Diff(texts(problems), append([]string{}, c.problems...)); diff != "" {
				t.Errorf("problems (-got +want):\n%s", diff)
			}
		})
	}
}

func TestFilesWithOtherUses(t *testing.T) {
	for _, c := range []struct {
		format        config.Format
		file, problem string
	}{
		{config.ClaudeCode, `{"theme": "dark"}`, ""},
		{config.Codex, "model = 'x'", ""},
		{config.Codex, "", ""},
		{config.OpenCode, `{}`, ""},
		{config.Gemini, `{"mcpserver": {}}`, `f:1:2: unknown key "mcpserver", did you mean "mcpServers"?`},
		{config.Codex, "[[mcp_servers]]\n", `f:1:3: "mcp_servers" must be an object of servers, not a list`},
		{config.Codex, "mcp_servers = inf", `f:1:15: "mcp_servers" must be an object of servers, not a string`},
	} {
		servers, problems, err := c.format.Parse("f", []byte(c.file))
		assert.NilError(t, err)
		assert.Equal(t, len(servers), 0)
		assert.Equal(t, strings.Join(texts(problems), "\n"), c.problem)
	}
}

func TestTOMLKeepsOrderAndPlaces(t *testing.T) {
	const file = "\ufeff# é\n[mcp_servers.z]\ncommand = 'z'\n[other]\n[mcp_servers]\na.command = 'a'\n" +
		"[mcp_servers.z.env]\nK = 'v'\n[mcp_servers.\"ü\"]\nurl = '''u'''\n[[list]]\n[list.mcp_servers.no]\n[[list]]\n[list.mcp_servers.no]\n"
	servers, problems, err := config.Codex.Parse("f", []byte(file))
	assert.NilError(t, err)
	assert.Equal(t, len(problems), 0)
	var got []string
	for _, s := range servers {
		got = append(got, fmt.Sprint(s.Name, " ", s.Source.Place(), " ", s.Env))
	}
	assert.DeepEqual(t, got, []string{"z f:2:14 map[K:v]", "a f:6:1 map[]", "ü f:9:14 map[]"})
}

func TestBrokenTOML(t *testing.T) {
	for file, want := range map[string]string{
		"a = 1\nb = 'SECRET":   "f:2:11: unterminated literal string\n   2 | • • '••••••\n     |           ^",
		"[a]\n[a]":             "f:2:2: table a already exists\n   2 | [•]\n     |  ^",
		"a.b = 1\na.b.c = 2":   "f:2:1: key b is already defined\n   2 | ••••• • •\n     | ^",
		"command = SECRET\n":   "f:1:11: ",
		strings.Repeat("[", 9): "f:1:3: invalid character at start of key: U+005B '['",
		"x = " + strings.Repeat("[", 101) + strings.Repeat("]", 101): "f:1:1: nested more than 100 levels deep",
		strings.Repeat("a.", 100) + "a = 1":                          "f:1:205: nested more than 100 levels deep",
		"x = " + strings.Repeat("[", 1_000_000):                      "f: too large, more than 30000 keys and their parts",
		strings.Repeat("a.", 1_000_000) + "a = 1":                    "f: too large, more than 30000 keys and their parts",
		"a = [1" + strings.Repeat(",1", 100_001) + "]":               "f: too large, more than 100000 commas",
		"a = [1" + strings.Repeat(",1", 100_000) + "":                "f:1:200006: array is incomplete",
		strings.Repeat("\n", config.MaxFileSize+1):                   "f: too large, 16777217 bytes where at most 16777216 are allowed",
	} {
		servers, problems, err := config.Codex.Parse("f", []byte(file))
		assert.ErrorContains(t, err, want)
		assert.Assert(t, servers == nil && problems == nil && !strings.Contains(err.Error(), "SECRET"))
	}
}

func TestBrokenTOMLShowsNoValues(t *testing.T) {
	const file = "# the key is SECRET\n[mcp_servers.a]\ncommand = \"SECRET\"\nargs = ['--key', 'SECRET', \"SECRET\\\"SECRET\"]\n" +
		"env = { K = \"SECRET\" }\nurl = '''\nSECRET'''\ntool_timeout_sec = \"SECRET\"\nbearer_token_env_var = 'SECRET SECRET'\n"
	for i := range file {
		for _, with := range []string{"", `"`, "'", "=", ",", "]", "[", "{", "}", "\n", `\`, "x", "1", "."} {
			for _, rest := range []string{file[i:], file[i+1:], ""} {
				broken := file[:i] + with + rest
				_, problems, err := config.Codex.Parse("f", []byte(broken))
				if report := fmt.Sprint(texts(problems), err); strings.Contains(report, "SECRET") {
					t.Errorf("%s\n\nof\n\n%s", report, broken)
					return
				}
			}
		}
	}
}

func TestParseNames(t *testing.T) {
	for _, c := range []struct {
		file     string
		want     []string
		problems string
	}{
		{`{}`, nil, ""},
		{`{"off": []}`, nil, ""},
		{`{"off": ["a", /* c */ "b",]}`, []string{"a", "b"}, ""},
		{`{"off": "a"}`, nil, `f:1:9: "off" is ignored: it must be a list of names, not a string`},
		{`{"off": ["a", 1, "b"]}`, []string{"a", "b"}, `f:1:15: an entry of "off" is ignored: it must be a name, not a number`},
	} {
		names, problems, err := config.ParseNames("f", []byte(c.file), "off")
		assert.NilError(t, err)
		assert.DeepEqual(t, names, c.want)
		assert.Equal(t, strings.Join(texts(problems), "\n"), c.problems)
	}
	_, _, err := config.ParseNames("f", []byte("{"), "off")
	assert.ErrorContains(t, err, "f:1:2: the file ends too early")
	_, _, err = config.ParseNames("f", make([]byte, config.MaxFileSize+1), "off")
	assert.ErrorContains(t, err, "too large")
}

// FuzzFormats: no input crashes a format, and every format yields servers with a
// name, a type and a place.
func FuzzFormats(f *testing.F) {
	formats := []config.Format{
		config.Codex, config.MCPJSON, config.OhMyPi, config.ClaudeCode, config.Gemini, config.Windsurf, config.VSCode, config.OpenCode,
		config.Goose, config.Zed, config.Cline, config.Copilot, config.VSCodeSettings, config.ClaudeCode.Within("projects", "/p"),
	}
	for i, seed := range []string{
		"[mcp_servers.a]\ncommand = 'c'\nenv_vars = ['X']\n[mcp_servers.a.env]\nK = \"v\"\n[[x.y]]\nz = {a.b = 1}", "mcp_servers.a.url = \"u\"\r\n",
		"[mcp_servers.'']\nargs = [1, [2], {x = 1979-05-27}]\nbearer_token_env_var = '${'", "[[mcp_servers]]\n[mcp_servers.a]\n[[mcp_servers]]",
		`{"mcpServers": {"a": {"enabled": "1", "timeout": "0x10", "oauth": false}}}`, `{"mcp": {"a": {"command": ["c", "x"], "type": "remote"}}}`,
	} {
		f.Add(uint8(i%2), []byte(seed))
		f.Add(uint8(len(formats)-1), []byte(seed))
	}
	for _, seed := range []string{"extensions:\n  é: &a {cmd: c, args: [-y, 1, *a]}\n", "extensions: {a: {uri: |\n  u\n", "? [a]\n: b", "- - - - a"} {
		f.Add(uint8(8), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		format := formats[int(which)%len(formats)]
		servers, problems, err := format.Parse("f", data)
		assert.Assert(t, err == nil || servers == nil && problems == nil)
		assert.Assert(t, len(problems) <= jsonc.MaxProblems+1)
		for _, s := range servers {
			assert.Assert(t, s.Name != "" && s.Type != "" && s.Source.Line > 0 && s.Source.Column > 0)
			assert.Assert(t, s.Source.Line <= 1+strings.Count(string(data), "\n"))
			local, _ := format.Localize(s, config.Folders{Home: "/home/${X}", Project: "/p"})
			expanded, _ := config.Expand(local, env)
			_, _ = config.Resolve(expanded, env, runNothing)
		}
	})
}
