package settings

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// where lists servers with their scope and command.
func where(m Map) []string {
	var out []string
	for _, e := range m {
		out = append(out, fmt.Sprintf("%s %q %v", e.Name, e.Scope, e.Definition["command"]))
	}
	return out
}

func TestLayersMergeServersWholePerName(t *testing.T) {
	l := Layers{
		SystemDefaults: parse(t, `{"mcpServers":{"a":{"command":"defaults","cwd":"/d"},"d":{"command":"defaults"}}}`),
		User:           parse(t, `{"mcpServers":{"a":{"command":"user"},"u":{"command":"user"}}}`),
		Workspace:      parse(t, `{"mcpServers":{"a":{"command":"workspace"},"w":{"command":"workspace"},"s":{"command":"workspace"}}}`),
		System:         parse(t, `{"mcpServers":{"s":{"command":"system"}}}`),
	}
	assert.DeepEqual(t, where(l.Merge().Servers), []string{
		`a "workspace" workspace`, `d "" defaults`, `u "" user`, `w "workspace" workspace`, `s "system" system`,
	})
	a, _ := l.Merge().Servers.Get("a")
	assert.Equal(t, len(a.Definition), 1, "nothing of the lower definition is left")

	l.WorkspaceUntrusted = true
	assert.DeepEqual(t, where(l.Merge().Servers), []string{`a "" user`, `d "" defaults`, `u "" user`, `s "system" system`})
}

func TestListsOfLayersAreConcatenated(t *testing.T) {
	l := Layers{
		User:      parse(t, `{"mcp":{"allowed":["a","b"],"excluded":["x"]}}`),
		Workspace: parse(t, `{"mcp":{"allowed":["b","c"]}}`),
		System:    parse(t, `{"mcp":{"excluded":["y"]}}`),
	}
	assert.DeepEqual(t, l.Merge().Allowed, []string{"a", "b", "b", "c"})
	assert.DeepEqual(t, l.Merge().Excluded, []string{"x", "y"})
	l.WorkspaceUntrusted = true
	assert.DeepEqual(t, l.Merge().Allowed, []string{"a", "b"})
}

func TestAbsentAndEmptyListsDiffer(t *testing.T) {
	for _, tc := range []struct {
		user, workspace string
		want            []string
	}{
		{`{}`, `{}`, nil},
		{`{"mcp":{}}`, `{"mcp":{"allowed":null}}`, nil},
		{`{"mcp":{"allowed":[]}}`, `{}`, []string{}},
		{`{}`, `{"mcp":{"allowed":[]}}`, []string{}},
		{`{"mcp":{"allowed":["a"]}}`, `{"mcp":{"allowed":[]}}`, []string{"a"}},
	} {
		got := Layers{User: parse(t, tc.user), Workspace: parse(t, tc.workspace)}.Merge().Allowed
		assert.DeepEqual(t, got, tc.want)
		assert.Equal(t, got == nil, tc.want == nil, "%s %s", tc.user, tc.workspace)
	}
}

func TestSingleValuesAreThoseOfTheHighestLayer(t *testing.T) {
	l := Layers{
		SystemDefaults: parse(t, `{"mcp":{"serverCommand":"defaults"},"ui":{"theme":"d"}}`),
		User:           parse(t, `{"mcp":{"serverCommand":"user"}}`),
		Workspace:      parse(t, `{"mcp":{"serverCommand":"workspace"}}`),
	}
	got, _ := l.Value("mcp", "serverCommand")
	assert.Equal(t, got, "workspace")
	l.WorkspaceUntrusted = true
	got, _ = l.Value("mcp", "serverCommand")
	assert.Equal(t, got, "user")
	got, _ = l.Value("ui", "theme")
	assert.Equal(t, got, "d")
	_, ok := l.Value("ui", "theme", "more")
	assert.Assert(t, !ok)
}

// S-QWEN-01: from low to high user, .mcp.json, workspace and system, session,
// command line. Each source defines "all" and takes one name from the ones above.
func TestAssemblePrecedence(t *testing.T) {
	settings := Layers{
		User:      parse(t, `{"mcpServers":{"all":{"command":"user"},"user":{"command":"user"},"project":{"command":"user"}}}`),
		Workspace: parse(t, `{"mcpServers":{"all":{"command":"workspace"},"workspace":{"command":"workspace"}}}`),
		System:    parse(t, `{"mcpServers":{"system":{"command":"system"}}}`),
	}.Merge().Servers
	s := Sources{
		Settings:    settings,
		Project:     servers(t, `{"all":{"command":"project"},"project":{"command":"project"},"workspace":{"command":"project"},"system":{"command":"project"}}`),
		Session:     servers(t, `{"session":{"command":"session"},"line":{"command":"session"},"workspace":{"command":"session"}}`),
		CommandLine: servers(t, `{"line":{"command":"line"}}`),
	}
	assert.DeepEqual(t, where(Assemble(s)), []string{
		`user "" user`, `project "project" project`, `all "workspace" workspace`, `workspace "" session`,
		`system "system" system`, `session "" session`, `line "" line`,
	})
	assert.Equal(t, len(Assemble(Sources{})), 0)
}

func TestEffectiveMap(t *testing.T) {
	assembled := servers(t, `{"a":{"command":"assembled"},"r":{"command":"assembled"}}`)
	extensions := servers(t, `{"a":{"command":"extension"},"e":{"command":"extension"},"added":{"command":"extension"}}`)
	runtime := servers(t, `{"r":{"command":"runtime"},"added":{"command":"runtime"}}`)
	assert.DeepEqual(t, where(Effective(assembled, extensions, runtime)), []string{
		`a "" assembled`, `r "" runtime`, `e "" extension`, `added "" runtime`,
	})
}

// Merging and assembling leave what they were given alone.
func TestMapsAreNotChanged(t *testing.T) {
	user := parse(t, `{"mcpServers":{"a":{"command":"user"}}}`)
	Assemble(Sources{Settings: Layers{Workspace: user}.Merge().Servers, Project: user.Servers})
	Effective(user.Servers, user.Servers, Map{{Name: "a"}})
	assert.DeepEqual(t, where(user.Servers), []string{`a "" user`})
}
