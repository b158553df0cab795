package toolbridge_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

func TestName(t *testing.T) { // OMP-LC-76, F-25
	for _, c := range []struct{ server, tool, want string }{
		// Observed.
		{"My-Srv.v2", "Do It!", "mcp__my_srv_v_do_it"},
		{"123", "456", "mcp__server_tool"},
		{"puppeteer", "puppeteer_screenshot", "mcp__puppeteer_screenshot"},
		{"srv", "srv", "mcp__srv_srv"},
		{"context7", "query-docs", "mcp__context_query_docs"},
		// Derived.
		{"docs", "search", "mcp__docs_search"},
		{"", "", "mcp__server_tool"},
		{"__a__b__", "--c--d--", "mcp__a_b_c_d"},
		{"srv", "srv_srv_x", "mcp__srv_srv_x"},
		{"srv", "SRV-x", "mcp__srv_x"},
		{"srv", "srvx", "mcp__srv_srvx"},
		{"1", "server_x", "mcp__server_x"},
		{"größe", "日本", "mcp__gr_e_tool"},
		{"foo_bar", "baz", "mcp__foo_bar_baz"},
		{"foo", "bar_baz", "mcp__foo_bar_baz"}, // collides with the line above, F-26
		{"s", strings.Repeat("x", 500), "mcp__s_" + strings.Repeat("x", 500)},
	} {
		assert.Equal(t, toolbridge.Name(c.server, c.tool), c.want, "%q/%q", c.server, c.tool)
	}
}

// FuzzName: whatever the names, the result has the documented alphabet and no
// empty part.
func FuzzName(f *testing.F) {
	f.Add("My-Srv.v2", "Do It!")
	f.Add("", "İ\xff")
	f.Fuzz(func(t *testing.T, server, tool string) {
		rest, ok := strings.CutPrefix(toolbridge.Name(server, tool), "mcp__")
		assert.Assert(t, ok)
		assert.Assert(t, strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz_") == "", rest)
		assert.Assert(t, !strings.Contains(rest, "__") && rest == strings.Trim(rest, "_"), rest)
		assert.Assert(t, strings.Contains(rest, "_"), rest)
	})
}

func raws(texts ...string) []json.RawMessage {
	var out []json.RawMessage
	for _, text := range texts {
		out = append(out, json.RawMessage(text))
	}
	return out
}

func TestView(t *testing.T) {
	definitions := raws(`{"name":"read"}`, `{"name":"write","description":"Writes.","inputSchema":{"type": "object"}}`)
	t.Run("provider known, OMP-LC-74", func(t *testing.T) {
		tools, err := toolbridge.View{Server: "docs", Provider: "Claude Code"}.Tools(definitions)
		assert.NilError(t, err)
		assert.DeepEqual(t, tools, []toolbridge.Tool{
			{Name: "mcp__docs_read", Server: "docs", Original: "read", Description: "MCP tool from docs",
				Provider: "Claude Code", Path: "mcp:docs via Claude Code"},
			{Name: "mcp__docs_write", Server: "docs", Original: "write", Description: "Writes.",
				InputSchema: json.RawMessage(`{"type": "object"}`), Provider: "Claude Code", Path: "mcp:docs via Claude Code"},
		})
		assert.Equal(t, tools[0].Label(), "docs/read")
		assert.Equal(t, tools[0].ResolvedPath(), "mcp:mcp__docs_read")
	})
	t.Run("provider unknown, OMP-LC-75", func(t *testing.T) {
		tools, err := toolbridge.View{Server: "docs", Deferred: true}.Tools(definitions)
		assert.NilError(t, err)
		assert.Equal(t, tools[0].Path, "mcp:mcp__docs_read")
		assert.Assert(t, tools[0].Deferred && tools[1].Deferred)
	})
	t.Run("another naming", func(t *testing.T) {
		colon := func(server, tool string) string { return server + ":" + tool }
		tools, err := toolbridge.View{Server: "docs", Naming: colon}.Tools(definitions)
		assert.NilError(t, err)
		assert.Equal(t, tools[0].Name, "docs:read")
	})
	t.Run("one bad definition does not cost the others, FF-37", func(t *testing.T) {
		tools, err := toolbridge.View{Server: "docs"}.Tools(append(raws(`{}`, `1`), definitions...))
		assert.Equal(t, len(tools), 2)
		assert.ErrorContains(t, err, `leaving out tool 0 of server "docs": no name`)
		assert.ErrorContains(t, err, `leaving out tool 1 of server "docs": `)
	})
	t.Run("no tools", func(t *testing.T) {
		tools, err := toolbridge.View{Server: "docs"}.Tools(nil)
		assert.NilError(t, err)
		assert.Equal(t, len(tools), 0)
	})
	assert.Equal(t, toolbridge.ErrorPath("docs"), "mcp:docs")
}

func TestSortDoesNotDependOnTheOrderOfArrival(t *testing.T) { // F-24, F-26
	a := toolbridge.Tool{Name: "a"}
	b1, b2, b3 := toolbridge.Tool{Name: "b", Server: "s", Original: "x"}, toolbridge.Tool{Name: "b", Server: "s", Original: "y"},
		toolbridge.Tool{Name: "b", Server: "t", Original: "a"}
	for _, tools := range [][]toolbridge.Tool{{a, b1, b2, b3}, {b3, b2, b1, a}, {b2, a, b3, b1}} {
		toolbridge.Sort(tools)
		assert.DeepEqual(t, tools, []toolbridge.Tool{a, b1, b2, b3})
	}
}
