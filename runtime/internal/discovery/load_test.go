package discovery_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
)

// in is a machine with these files.
func in(files discovery.Memory) discovery.Options {
	return discovery.Options{Files: files, Home: "/home/me", Dir: "/project"}
}

func load(t *testing.T, o discovery.Options) *discovery.Result {
	t.Helper()
	r, err := discovery.Load(t.Context(), o)
	assert.NilError(t, err)
	assert.Equal(t, len(r.Sources), len(r.Configs))
	for _, s := range r.Configs {
		assert.Equal(t, r.Sources[s.Name], s.Source)
	}
	return r
}

// lines is a result for tables: "+ name" for what is used, "- name: reason" for
// what is left out, and problems.
func lines(r *discovery.Result) []string {
	var out []string
	for _, s := range r.Configs {
		out = append(out, fmt.Sprintf("+ %s %s %s", s.Name, s.Source.Level, s.Source.Place()))
	}
	for _, l := range r.LeftOut {
		out = append(out, fmt.Sprintf("- %s: %s %s", l.Server.Name, l.Reason, l.By.Place()))
	}
	for _, p := range r.Problems {
		out = append(out, p.String())
	}
	return out
}

const one = `{"mcpServers": {"a": {"command": "c"}}}`

// A file that defines servers without number yields none, and the others are read.
func TestServersOfAFileAreBounded(t *testing.T) {
	many := `{"mcpServers": {` + strings.Repeat(`"%d": {"command": "c"},`, config.MaxServers+1) + `}}`
	var numbers []any
	for i := range config.MaxServers + 1 {
		numbers = append(numbers, i)
	}
	r := load(t, in(discovery.Memory{"/project/.mcp.json": fmt.Sprintf(many, numbers...), "/project/.omp/mcp.json": one}))
	assert.Equal(t, len(r.Configs), 1)
	assert.Equal(t, len(r.Problems), 1)
	assert.Assert(t, strings.Contains(r.Problems[0].Text, "more than 10000 servers"), r.Problems[0].Text)
}

// TestEveryFile puts a server into each file that is read, alone.
func TestEveryFile(t *testing.T) { // F-02
	codex := "[mcp_servers.a]\ncommand = 'c'"
	for path, c := range map[string]struct{ content, want string }{
		"/home/me/.omp/agent/mcp.json":               {one, "native OMP user"},
		"/home/me/.omp/agent/.mcp.json":              {one, "native OMP user"},
		"/project/.omp/mcp.json":                     {one, "native OMP project"},
		"/project/.omp/.mcp.json":                    {one, "native OMP project"},
		"/home/me/.claude.json":                      {one, "claude Claude Code user"},
		"/home/me/.claude/mcp.json":                  {one, "claude Claude Code user"},
		"/project/.claude/.mcp.json":                 {one, "claude Claude Code project"},
		"/project/.claude/mcp.json":                  {one, "claude Claude Code project"},
		"/home/me/.codex/config.toml":                {codex, "codex Codex user"},
		"/project/.codex/config.toml":                {codex, "codex Codex project"},
		"/home/me/.gemini/settings.json":             {one, "gemini Gemini CLI user"},
		"/project/.gemini/settings.json":             {one, "gemini Gemini CLI project"},
		"/home/me/.config/opencode/opencode.json":    {`{"mcp": {"a": {"command": ["c"]}}}`, "opencode OpenCode user"},
		"/project/opencode.json":                     {`{"mcp": {"a": {"command": ["c"]}}}`, "opencode OpenCode project"},
		"/home/me/.cursor/mcp.json":                  {one, "cursor Cursor user"},
		"/project/.cursor/mcp.json":                  {one, "cursor Cursor project"},
		"/home/me/.codeium/windsurf/mcp_config.json": {one, "windsurf Windsurf user"},
		"/project/.windsurf/mcp_config.json":         {one, "windsurf Windsurf project"},
		"/project/.vscode/mcp.json":                  {`{"servers": {"a": {"command": "c"}}}`, "vscode VS Code project"},
		"/project/mcp.json":                          {one, "mcp-json MCP Config project"},
		"/project/.mcp.json":                         {one, "mcp-json MCP Config project"},
	} {
		r := load(t, in(discovery.Memory{path: c.content}))
		assert.Equal(t, len(r.Configs), 1, path)
		s := r.Configs[0]
		assert.Equal(t, fmt.Sprint(s.Source.Provider, " ", s.Source.ProviderName, " ", s.Source.Level), c.want)
		assert.Equal(t, s.Source.Path, path)
		assert.Equal(t, s.Command, "c")
		assert.Equal(t, fmt.Sprint(r.Problems, r.LeftOut, len(r.Files)), "[] [] 1")
	}
}

func TestChoice(t *testing.T) {
	server := func(names ...string) string {
		for i, name := range names {
			names[i] = fmt.Sprintf("%q: {\"command\": \"c\"}", name)
		}
		return `{"mcpServers": {` + strings.Join(names, ", ") + `}}`
	}
	for _, c := range []struct {
		name   string
		files  discovery.Memory
		change func(*discovery.Options)
		want   []string
	}{
		{"nothing", nil, nil, nil},
		{"of two places of Claude Code only the first with servers counts",
			discovery.Memory{"/home/me/.claude.json": `{"theme": 1}`, "/home/me/.claude/mcp.json": server("a"),
				"/project/.claude/.mcp.json": server("b"), "/project/.claude/mcp.json": server("c")}, nil,
			[]string{"+ a user /home/me/.claude/mcp.json:1:17", "+ b project /project/.claude/.mcp.json:1:17"}},
		{"both root files count", discovery.Memory{"/project/mcp.json": server("a"), "/project/.mcp.json": server("a", "b")}, nil,
			[]string{"+ a project /project/mcp.json:1:17", "+ b project /project/.mcp.json:1:40", "- a: shadowed /project/mcp.json:1:17"}},
		{"Cursor was registered before Windsurf",
			discovery.Memory{"/home/me/.codeium/windsurf/mcp_config.json": server("a"), "/project/.cursor/mcp.json": server("a")}, nil,
			[]string{"+ a project /project/.cursor/mcp.json:1:17", "- a: shadowed /project/.cursor/mcp.json:1:17"}},
		{"a disabled server keeps its name",
			discovery.Memory{"/home/me/.claude.json": `{"mcpServers": {"a": {"command": "c", "enabled": false}}}`, "/project/.mcp.json": server("a")}, nil,
			[]string{"- a: disabled ", "- a: shadowed /home/me/.claude.json:1:17"}},
		{"an invalid server does not",
			discovery.Memory{"/home/me/.claude.json": `{"mcpServers": {"a": {"command": 1}}}`, "/project/.mcp.json": server("a")}, nil,
			[]string{"+ a project /project/.mcp.json:1:17", "- a: invalid ",
				`/home/me/.claude.json:1:34: server "a": left out: "command" must be a string, not a number`}},
		{"names to leave out, from both lists",
			discovery.Memory{"/home/me/.omp/agent/mcp.json": `{"disabledServers": ["a", 1]}`, "/project/.mcp.json": server("a", "b", "c")},
			func(o *discovery.Options) { o.DisabledServers = []string{"b"} },
			[]string{"+ c project /project/.mcp.json:1:63", "- a: disabledServers ", "- b: disabledServers ",
				`/home/me/.omp/agent/mcp.json:1:27: an entry of "disabledServers" is ignored: it must be a name, not a number`}},
		{"only the user's own list counts", discovery.Memory{"/project/.omp/mcp.json": `{"disabledServers": ["a"], "mcpServers": {"a": {"command": "c"}}}`},
			nil, []string{"+ a project /project/.omp/mcp.json:1:43"}},
		{"at home a file is read once", discovery.Memory{"/home/me/.cursor/mcp.json": server("a")},
			func(o *discovery.Options) { o.Dir = "/home/me" }, []string{"+ a user /home/me/.cursor/mcp.json:1:17"}},
		{"no home", discovery.Memory{"/home/me/.cursor/mcp.json": server("a"), "/project/mcp.json": server("b")},
			func(o *discovery.Options) { o.Home = "" }, []string{"+ b project /project/mcp.json:1:17"}},
		{"no project", discovery.Memory{"/home/me/.cursor/mcp.json": server("a"), "/project/mcp.json": server("b")},
			func(o *discovery.Options) { o.Dir = "" }, []string{"+ a user /home/me/.cursor/mcp.json:1:17"}},
		{"broken files harm no other", discovery.Memory{"/home/me/.claude.json": `{`, "/project/.codex/config.toml": "x = 'SECRET", "/project/mcp.json": server("b")},
			nil, []string{"+ b project /project/mcp.json:1:17",
				"/home/me/.claude.json:1:2: [Claude Code] Failed to load: the file ends too early, parsing value",
				"/project/.codex/config.toml:1:11: [Codex] Failed to load: unterminated literal string"}},
		{"large files harm no other", discovery.Memory{"/project/mcp.json": strings.Repeat(" ", config.MaxFileSize+10), "/project/.mcp.json": server("b")},
			nil, []string{"+ b project /project/.mcp.json:1:17",
				"/project/mcp.json: [MCP Config] Failed to load: too large, 16777217 bytes where at most 16777216 are allowed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := in(c.files)
			if c.change != nil {
				c.change(&o)
			}
			if diff := cmp.Diff(lines(load(t, o)), c.want); diff != "" {
				t.Errorf("(-got +want):\n%s", diff)
			}
		})
	}
}

func TestConversion(t *testing.T) { // F-07, A-09
	r := load(t, in(discovery.Memory{"/project/mcp.json": `{"mcpServers": {
"a": {"command": "c", "args": ["x"], "url": "u", "headers": {"H": "v"}, "timeout": 5},
"b": {"type": "http", "url": "u", "command": "c", "args": ["x"], "env": {"E": "v"}, "cwd": "/", "auth": {"type": "oauth"}},
"c": {"type": "pigeon", "url": "u", "command": "c"},
"d": {}}}`}))
	var got []string
	for _, s := range r.Configs {
		got = append(got, fmt.Sprint(s, " ", s.Args))
	}
	assert.DeepEqual(t, append(got, lines(r)[4:]...), []string{
		"a (stdio, command c, 1 args, timeout 5ms) [x]",
		"b (http, url u, auth ***) []",
		"c (pigeon, command c, url u) []",
		"d (stdio) []",
		`/project/mcp.json:2:1: server "a": "url" is ignored: a server over stdio has no use for it`,
		`/project/mcp.json:2:1: server "a": "headers" is ignored: a server over stdio has no use for it`,
		`/project/mcp.json:3:1: server "b": "command" is ignored: a server over http has no use for it`,
		`/project/mcp.json:3:1: server "b": "args" is ignored: a server over http has no use for it`,
		`/project/mcp.json:3:1: server "b": "env" is ignored: a server over http has no use for it`,
		`/project/mcp.json:3:1: server "b": "cwd" is ignored: a server over http has no use for it`,
		`/project/mcp.json:4:1: server "c": both "command" and "url" are set - server should be either stdio (command) OR http/sse (url), not both`,
		`/project/mcp.json:4:1: server "c": unknown server type "pigeon"`,
		`/project/mcp.json:5:1: server "d": stdio server requires "command" field`,
	})
}

func TestHardFailures(t *testing.T) { // OMP-LC-20
	_, err := discovery.Load(t.Context(), in(discovery.Memory{"/home/me/.omp/agent/mcp.json": "{\n]", "/project/mcp.json": one}))
	assert.ErrorContains(t, err, "reading the list of disabled servers: /home/me/.omp/agent/mcp.json:2:1: ")
	var syntax *config.SyntaxError
	assert.Assert(t, errors.As(err, &syntax))

	denied := errors.New("permission denied")
	o := in(nil)
	o.Files = failing{denied}
	_, err = discovery.Load(t.Context(), o)
	assert.ErrorIs(t, err, denied)

	o.Home = ""
	r := load(t, o)
	assert.Equal(t, r.Problems[0].String(), "/project/.omp/mcp.json: [OMP] Failed to load: permission denied")
	assert.Assert(t, r.Files[0].Failed)

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(denied)
	_, err = discovery.Load(ctx, in(nil))
	assert.ErrorIs(t, err, denied)

	_, err = discovery.Load(t.Context(), discovery.Options{Dir: "here"})
	assert.Error(t, err, `discovering servers: "here" is not an absolute path`)
}

// failing is a file system that cannot be read.
type failing struct{ err error }

func (f failing) ReadFile(string, int) ([]byte, error) { return nil, f.err }

func TestResultsShowNoKeys(t *testing.T) {
	r := load(t, in(discovery.Memory{"/project/mcp.json": `{"mcpServers": {"exa": {"command": "c", "env": {"EXA_API_KEY": "SECRET"}}}}`}))
	assert.DeepEqual(t, r.ExaKeys, []string{"SECRET"})
	shown := fmt.Sprintf("%v %+v %#v %v", r, *r, r, r.LeftOut)
	assert.Assert(t, !strings.Contains(shown, "SECRET"), shown)
}

// FuzzLoad: whatever is in the files, a result keeps its promises.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(one), []byte("[mcp_servers.a]\ncommand = 'exa'\n[mcp_servers.b]\nurl = 'https://mcp.exa.ai/?exaApiKey=k'"))
	f.Add([]byte(`{"disabledServers": ["a"], "mcpServers": {"a": {"enabled": "0"}, "b": {"url": "${X}", "command": ["c"]}}}`), []byte("[a"))
	f.Add([]byte(`{"mcpServers": {"": {}, "a": {"type": "x"}, "a": 1}}`), []byte("mcp_servers.a.args = ['@playwright/mcp']"))
	f.Fuzz(func(t *testing.T, json, toml []byte) {
		o := in(discovery.Memory{"/home/me/.omp/agent/mcp.json": string(json), "/project/.codex/config.toml": string(toml), "/project/mcp.json": string(json)})
		o.FilterBrowser = true
		r, err := discovery.Load(t.Context(), o)
		if err != nil {
			return
		}
		assert.Equal(t, len(r.Sources), len(r.Configs))
		for _, s := range r.Configs {
			assert.Assert(t, s.Name != "" && s.IsEnabled() && r.Sources[s.Name] == s.Source)
		}
		for _, l := range r.LeftOut {
			assert.Assert(t, l.Reason != "" && l.Server.Source.Path != "" && (l.Reason == discovery.Shadowed) == (l.By.Path != ""))
		}
	})
}

func TestFilesAreWhereTheSystemHasThem(t *testing.T) {
	for system, data := range map[string]string{"linux": ".config", "darwin": "Library/Application Support", "windows": "AppData/Roaming"} {
		o := in(discovery.Memory{"/home/me/" + data + "/Claude/claude_desktop_config.json": one})
		o.EveryProgram, o.System = true, system
		assert.Equal(t, len(load(t, o).Configs), 1, system)
		o.System = ""
		assert.Equal(t, len(load(t, o).Configs) == 1, system == runtime.GOOS, system)
	}
}

func TestNamesOfProgramsAreDistinct(t *testing.T) {
	names := discovery.Programs()
	slices.Sort(names)
	assert.Equal(t, len(slices.Compact(names)), len(discovery.Programs()))
}
