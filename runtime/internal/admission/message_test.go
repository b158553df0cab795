package admission

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

// The names with a suffix are what JavaScript makes of the same rule.
func TestToolName(t *testing.T) {
	for _, tc := range []struct{ server, tool, want string }{
		{"docs", "search", "mcp__docs__search"},
		{"my-docs", "read_file", "mcp__my-docs__read_file"},
		{"d", strings.Repeat("x", 55), "mcp__d__" + strings.Repeat("x", 55)},
		{"d", strings.Repeat("x", 56), "mcp__d__" + strings.Repeat("x", 47) + "_0v9ckv1"},
		{"foo.bar", "evil", "mcp__foo_bar__evil_1oxrpi0"},
		{"d\U0001F600é", "t", "mcp__d_____t_0mojs1t"},
	} {
		assert.Equal(t, ToolName(tc.server, tc.tool), tc.want)
	}
}

func TestToolNamesAreSafeAndDiffer(t *testing.T) {
	safe := regexp.MustCompile(`^mcp__[A-Za-z0-9_-]{1,58}$`)
	assert.Assert(t, ToolName("foo.bar", "t") != ToolName("foo_bar", "t"))
	rapid.Check(t, func(t *rapid.T) {
		name := ToolName(rapid.String().Draw(t, "server"), rapid.String().Draw(t, "tool"))
		assert.Assert(t, safe.MatchString(name), name)
	})
}

func TestOwner(t *testing.T) {
	n := Names{Configured: []string{"foo__bar", "foo", "dot.ted"}, Removed: []string{"foobar"}}
	for tool, want := range map[string]string{
		"mcp__foo__x":      "foo",
		"mcp__foo__bar__x": "foo__bar",
		"mcp__foobar__x":   "foobar",
		"mcp__dot_ted__x":  "dot.ted",
		"mcp__foo":         "",
		"mcp__other__x":    "",
		"foo__x":           "",
	} {
		got, ok := n.Owner(tool)
		assert.Equal(t, got, want, tool)
		assert.Equal(t, ok, want != "", tool)
	}
}

// Every tool belongs to the server it is from, as long as no other name begins
// alike and the name is not cut.
func TestOwnerIsTheServerOfTheTool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		server := rapid.StringMatching(`[a-z.é-]{1,8}`).Draw(t, "server")
		tool := rapid.StringMatching(`[a-zA-Z0-9_.]{1,12}`).Draw(t, "tool")
		got, ok := Names{Configured: []string{server}}.Owner(ToolName(server, tool))
		assert.Assert(t, ok)
		assert.Equal(t, got, server)
	})
}

func TestNotFoundTexts(t *testing.T) {
	n := Names{Configured: []string{"s"}, Removed: []string{"r"}}
	for _, tc := range []struct {
		tool  string
		lists Lists
		want  string
	}{
		{"mcp__r__t", Lists{}, `Tool "mcp__r__t" is unavailable: the MCP server "r" was removed during this session, so its tools were unloaded. Re-add it to your settings to use this tool again.`},
		{"mcp__s__t", Lists{Allowed: []string{}}, `Tool "mcp__s__t" is unavailable: the MCP server "s" is not in the allow-list (mcp.allowed / --allowed-mcp-server-names), so its tools are not loaded. Add it to mcp.allowed to use this tool.`},
		{"mcp__s__t", Lists{Excluded: []string{"s"}}, `Tool "mcp__s__t" is unavailable: the MCP server "s" is excluded (mcp.excluded), so its tools are not loaded. Remove it from mcp.excluded to use this tool.`},
		{"mcp__s__t", Lists{Pending: []string{"s"}}, `Tool "mcp__s__t" is unavailable: the MCP server "s" is awaiting approval, so its tools are not loaded. Approve it (run /mcp) to use this tool.`},
		{"mcp__s__t", Lists{}, `Tool "mcp__s__t" not found on MCP server "s". The server may be disconnected, still starting up, or the tool was renamed.`},
		{"mcp__x__t", Lists{}, `Tool "mcp__x__t" not found: no MCP server providing it is currently configured. If you recently removed or renamed an MCP server, its tools are no longer available.`},
	} {
		got, ok := NotFound(tc.tool, n, tc.lists)
		assert.Assert(t, ok)
		assert.Equal(t, got, tc.want)
	}
	_, ok := NotFound("read_file", n, Lists{})
	assert.Assert(t, !ok)
}
