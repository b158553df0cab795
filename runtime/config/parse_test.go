package config_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// TestParse is the table of what a file may contain. Sources are left out of the
// comparison; TestParseKeepsOrderAndSource looks at them.
func TestParse(t *testing.T) {
	stdio := func(name string) config.Server {
		return config.Server{Name: name, Type: config.Stdio, Command: "c"}
	}
	for _, c := range []struct {
		name, file string
		want       []config.Server
		problems   []string
	}{
		{"every field", `{"mcpServers": {"a": {"type": "http", "url": "u", "headers": {"H": "v"}, "timeout": 1500, "enabled": false,
			"auth": { "type": "oauth" /* x */ }, "oauth": {"a": [1, 2,]}},
			"b": {"command": "c", "args": ["x", "y"], "env": {"K": "v"}, "cwd": "/d"}}}`,
			[]config.Server{
				{Name: "a", Type: config.HTTP, URL: "u", Headers: map[string]string{"H": "v"},
					Timeout: new(1500 * time.Millisecond), Enabled: new(false), Auth: []byte(`{"type":"oauth"}`), OAuth: []byte(`{"a":[1,2]}`)},
				{Name: "b", Type: config.Stdio, Command: "c", Args: []string{"x", "y"}, Env: map[string]string{"K": "v"}, Cwd: "/d"},
			}, nil},
		{"comments, trailing commas, byte order mark", "\ufeff// top\n{/* x */\"mcpServers\": {\"a\": {\"command\": \"c\",},},} // end",
			[]config.Server{stdio("a")}, nil},
		{"VS Code", `{"inputs": [], "servers": {"a": {"transport": "sse", "url": "u"}}}`,
			[]config.Server{{Name: "a", Type: config.SSE, URL: "u"}}, nil},
		{"VS Code settings", `{"mcp": {"servers": {"a": {"command": "c"}}}, "editor.x": 1}`, []config.Server{stdio("a")}, nil},
		{"type is inferred", `{"mcpServers": {"a": {"url": "u"}, "b": {"url": "u", "command": "c"}, "c": {}}}`,
			[]config.Server{{Name: "a", Type: config.HTTP, URL: "u"},
				{Name: "b", Type: config.Stdio, Command: "c", URL: "u"}, {Name: "c", Type: config.Stdio}}, nil},
		{"null is not set", `{"mcpServers": {"a": {"command": "c", "args": null, "env": null, "timeout": null, "enabled": null, "zzz": null}}}`,
			[]config.Server{stdio("a")}, nil},
		{"an era, right or wrong, is kept as written", `{"mcpServers": {"a": {"command": "c", "era": "modren"}}}`,
			[]config.Server{{Name: "a", Type: config.Stdio, Command: "c", Era: "modren"}}, nil},
		{"timeout 0 is set", `{"mcpServers": {"a": {"command": "c", "timeout": 0}}}`,
			[]config.Server{{Name: "a", Type: config.Stdio, Command: "c", Timeout: new(time.Duration(0))}}, nil},
		{"no section", `{}`, nil, []string{`f.json:1:1: no "mcpServers" object, so no servers`}},
		{"misspelt section", "{\n \"mcpservers\": {}}", nil,
			[]string{`f.json:2:2: unknown key "mcpservers", did you mean "mcpServers"?`}},
		{"section of a wrong type", `{"mcpServers": []}`, nil,
			[]string{`f.json:1:16: "mcpServers" must be an object of servers, not a list`}},
		{"misspelt and unknown keys", `{"mcpServers": {"a": {"comand": "x", "command": "c", "trust": 1}}}`,
			[]config.Server{stdio("a")}, []string{
				`f.json:1:23: server "a": unknown key "comand", did you mean "command"?`,
				`f.json:1:54: server "a": unknown key "trust"`,
			}},
		{"wrong types of what is run leave the server out", `{"mcpServers": {"a": 1, "b": {"command": 1}, "c": {"args": "x"}, "d": {"args": [1]},
"e": {"env": []}, "f": {"env": {"é": 3000}}, "g": {"auth": "x"}, "": {}, "ok": {"command": "c"}}}`,
			[]config.Server{stdio("ok")}, []string{
				`f.json:1:22: server "a": left out: must be an object, not a number`,
				`f.json:1:42: server "b": left out: "command" must be a string, not a number`,
				`f.json:1:60: server "c": left out: "args" must be a list of strings, not a string`,
				`f.json:1:81: server "d": left out: "args[0]" must be a string, not a number`,
				`f.json:2:14: server "e": left out: "env" must be an object of strings, not a list`,
				`f.json:2:38: server "f": left out: "env.é" must be a string, not a number`,
				`f.json:2:60: server "g": left out: "auth" must be an object, not a string`,
				`f.json:2:66: left out: a server needs a name`,
			}},
		{"wrong types of what can be ignored", `{"mcpServers": {"a": {"command": "c", "timeout": "5", "enabled": "false"}, "b": {"command": "c", "timeout": -1}}}`,
			[]config.Server{stdio("a"), stdio("b")}, []string{
				`f.json:1:50: server "a": "timeout" is ignored: it must be a number of milliseconds, at least 0`,
				`f.json:1:66: server "a": "enabled" is ignored: it must be true or false, not a string`,
				`f.json:1:109: server "b": "timeout" is ignored: it must be a number of milliseconds, at least 0`,
			}},
		{"repeated names and keys", `{"mcpServers": {"a": {"command": "old"}, "b": {"command": "c"},
"a": {"command": "x", "command": "c", "type": "stdio", "transport": "stdio"}}}`,
			[]config.Server{stdio("a"), stdio("b")}, []string{
				`f.json:2:1: server "a": defined again; this definition replaces the one in line 1`,
				`f.json:2:23: server "a": "command" is given again; this value replaces the one in line 2`,
				`f.json:2:56: server "a": "transport" is given again; this value replaces the one in line 2`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			servers, problems, err := config.MCPJSON.Parse("f.json", []byte(c.file))
			assert.NilError(t, err)
			for i := range servers {
				servers[i].Source = config.Source{}
			}
			if diff := cmp.Diff(servers, c.want); diff != "" {
				t.Errorf("servers (-got +want):\n%s", diff)
			}
			if diff := cmp.Diff(texts(problems), append([]string{}, c.problems...)); diff != "" {
				t.Errorf("problems (-got +want):\n%s", diff)
			}
		})
	}
}

func TestParseKeepsOrderAndSource(t *testing.T) {
	servers, _, err := config.MCPJSON.Parse("dir/.mcp.json", []byte(`{"mcpServers": {"z": {},
"é": {}, "\u0061": {}}, "servers": {"b": {}}}`))
	assert.NilError(t, err)
	var names, places []string
	for _, s := range servers {
		names = append(names, s.Name)
		places = append(places, s.Source.Place())
	}
	assert.DeepEqual(t, places, []string{"dir/.mcp.json:1:17", "dir/.mcp.json:2:1", "dir/.mcp.json:2:10", "dir/.mcp.json:2:37"})
	assert.DeepEqual(t, names, []string{"z", "é", "a", "b"})
}

func TestSkippedServersAreMarked(t *testing.T) { // what a host turns into an error entry
	_, problems, err := config.MCPJSON.Parse("f", []byte(`{"mcpServers": {"a": {"command": 1, "x": 1}}}`))
	assert.NilError(t, err)
	assert.Equal(t, len(problems), 2)
	assert.Assert(t, problems[0].Skipped && problems[0].Server == "a")
	assert.Assert(t, !problems[1].Skipped)
}

func TestBrokenFile(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"missing comma", "{\"mcpServers\": {\n\t\"a\": {\"command\": \"SECRET\" \"args\": []}}}",
			"f.json:2:28: invalid character '\"' after object value (expecting ',' or '}')\n" +
				`   2 |  "•": {"command": "••••••" "args": []}}}` + "\n" +
				`     |                            ^`},
		{"bare word", `{"mcpServers": SECRET}`,
			"f.json:1:16: expecting a string in double quotes, a number, true, false or null\n" +
				`   1 | {"mcpServers": ••••••}` + "\n" +
				`     |                ^`},
		{"line break in a string", "{\"a\": \"SECRET\n\"}",
			"f.json:1:7: a string here has a line break, a wrong escape or wrong UTF-8 in it\n" +
				`   1 | {"•": "••••••` + "\n" +
				`     |       ^`},
		{"end of file", "{\"a\": {\r\n\"b\": 1\r\n\r\n",
			"f.json:2:7: the file ends too early, parsing object after value\n" +
				`   2 | "•": •` + "\n" +
				`     |       ^`},
		{"empty", "", "f.json:1:1: the file ends too early, parsing value\n   1 | \n     | ^"},
		{"no object", `["é", 1]`, "f.json:1:1: expecting an object, not a list\n   1 | [\"•\", •]\n     | ^"},
		{"something after the end", "{}\n\n  x", "f.json:3:3: invalid character 'x' after top-level value\n   3 |   •\n     |   ^"},
		{"characters count, not bytes", `{"é": "é" "x"}`,
			"f.json:1:11: invalid character '\"' after object value (expecting ',' or '}')\n" +
				"   1 | {\"•\": \"•\" \"•\"}\n" +
				"     |           ^"},
		{"long line", `{"a": "` + strings.Repeat("x", 1000) + `" "b": 1, "c": "` + strings.Repeat("y", 1000) + `"}`,
			"f.json:1:1010: invalid character '\"' after object value (expecting ',' or '}')\n" +
				"   1 | " + strings.Repeat("•", 48) + `" "•": •, "•": "` + strings.Repeat("•", 36) + "\n" +
				"     | " + strings.Repeat(" ", 50) + "^"},
	} {
		t.Run(c.name, func(t *testing.T) {
			servers, problems, err := config.MCPJSON.Parse("f.json", []byte(c.file))
			assert.Error(t, err, c.want)
			var syntax *config.SyntaxError
			assert.Assert(t, errors.As(err, &syntax))
			assert.Assert(t, servers == nil && problems == nil)
		})
	}
}

func TestHostileFiles(t *testing.T) {
	parse := func(file string) ([]config.Problem, error) {
		_, problems, err := config.MCPJSON.Parse("f", []byte(file))
		return problems, err
	}
	deep := strings.Repeat("[", 1_000_000)
	for _, prefix := range []string{``, `{"a": `, `/* " */`, `// "` + "\n", `["\""/* " */,`} {
		_, err := parse(prefix + deep)
		assert.ErrorContains(t, err, "nested more than 100 levels deep")
	}
	_, err := parse(`{"x": "` + deep + `", /*` + deep + "*/ //" + deep + "\n" + `"mcpServers": {}}`)
	assert.NilError(t, err)
	_, err = parse(strings.Repeat(" ", config.MaxFileSize+1))
	assert.Error(t, err, "f: too large, 16777217 bytes where at most 16777216 are allowed")

	_, err = parse(`{"a": [1` + strings.Repeat(",1", jsonc.MaxValues-4) + `], "mcpServers": {}}`)
	assert.NilError(t, err)
	_, err = parse(`{"a": [1` + strings.Repeat(",1", jsonc.MaxValues) + `], "mcpServers": {}}`)
	assert.ErrorContains(t, err, "the file has more than 1000000 values")

	problems, err := parse(`{"mcpServers": {"a": {` + strings.Repeat(`"zzzzz": 1,`, 200_000) + `}}}`)
	assert.NilError(t, err)
	assert.Equal(t, len(problems), jsonc.MaxProblems+1)
	assert.Equal(t, problems[jsonc.MaxProblems].String(), "f: there may be more problems than are listed here")
}

// TestBrokenFilesShowNoValues breaks a file at every byte in every way that
// people do and looks for its values in what is reported.
func TestBrokenFilesShowNoValues(t *testing.T) {
	const file = `{
  // the key is SECRET
  "mcpServers": {
    "a": {"command": "SECRET", "args": ["--key", "SECRET", "SECRET: SECRET"], "env": {"K": "SECRET"}}, "b": {
      "url": "https://SECRET", "headers": {"A": "Bearer SECRET"}, "timeout": "SECRET", "auth": {"t": "SECRET\"SECRET"},
    }
  }
}`
	for i := range file {
		for _, with := range []string{"", `"`, "'", ",", ":", "}", "]", "{", "\n", "/", `\`, "x"} {
			for _, rest := range []string{file[i:], file[i+1:], ""} {
				broken := file[:i] + with + rest
				_, problems, err := config.MCPJSON.Parse("f", []byte(broken))
				report := fmt.Sprint(texts(problems), err)
				if strings.Contains(report, "SECRET") {
					t.Errorf("%s\n\nof\n\n%s", report, broken)
					return
				}
			}
		}
	}
}

// FuzzParse: no input crashes the parser, and what was parsed can be validated,
// expanded, resolved and fingerprinted.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `[]`, `{"mcpServers": {"a": {"command": "c", "args": ["x"], "env": {"K": "SECRET"}}}}`,
		`{"servers": {"a": {"transport": "http", "url": "https://u:SECRET@h/?k=SECRET", "headers": {"A": "!SECRET"}, "timeout": 1e999}}}`,
		"{\"mcpServers\": {\n// c\n\"a\": {\"command\": \"${SECRET}\" \"x\"", `{"mcp": {"servers": {"": null, "": 1}}}`,
		"\ufeff{\"mcpServers\": {\"a\": {\"auth\": {\"x\": \"${Y:-SECRET}\"}}}}", "{\"a\": \"\xff\"}", `{"mcpServers": {"a": {"a": 1, "a": 2}}} /*`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		servers, problems, err := config.MCPJSON.Parse("f", data)
		if err != nil {
			assert.Assert(t, servers == nil && problems == nil)
			assert.Assert(t, err.Error() != "")
		}
		assert.Assert(t, len(problems) <= jsonc.MaxProblems+1)
		seen := map[string]bool{}
		for _, s := range servers {
			assert.Assert(t, s.Name != "" && s.Type != "" && !seen[s.Name])
			seen[s.Name] = true
			fingerprint := config.Fingerprint(s)
			_ = config.Validate(s)
			expanded, _ := config.Expand(s, env)
			_, _ = config.Resolve(expanded, env, runNothing)
			assert.Equal(t, config.Fingerprint(s), fingerprint)
			_ = s.String()
		}
	})
}
