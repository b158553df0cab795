package session

import (
	"testing"

	"gotest.tools/v3/assert"
)

func named(names ...string) []Tool {
	var tools []Tool
	for _, name := range names {
		tools = append(tools, Tool{Name: name})
	}
	return tools
}

func TestMerge(t *testing.T) {
	for name, c := range map[string]struct{ tools, more, want []Tool }{
		"nothing":            {nil, nil, []Tool{}},
		"order is kept":      {named("b", "a"), named("d", "c"), named("b", "a", "d", "c")},
		"the later one wins": {[]Tool{{Name: "a", Description: "1"}, {Name: "b"}}, []Tool{{Name: "a", Description: "2"}}, []Tool{{Name: "a", Description: "2"}, {Name: "b"}}},
		"within one list":    {nil, []Tool{{Name: "a", Description: "1"}, {Name: "a", Description: "2"}}, []Tool{{Name: "a", Description: "2"}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.DeepEqual(t, names(merge(c.tools, c.more)), names(c.want))
			for i, tool := range merge(c.tools, c.more) {
				assert.Equal(t, tool.Description, c.want[i].Description)
			}
		})
	}
}

func TestMergeLeavesItsArgumentsAlone(t *testing.T) {
	tools := []Tool{{Name: "a", Description: "1"}}
	merge(tools, []Tool{{Name: "a", Description: "2"}})
	assert.Equal(t, tools[0].Description, "1")
}

func TestWithoutMCP(t *testing.T) {
	for _, c := range []struct{ tools, want []Tool }{
		{named(), named()},
		{named("mcp__a_b", "mcp__"), named()},
		{named("mcp_a", "MCP__a", "a_mcp__b", "mcp", "mcp__x"), named("mcp_a", "MCP__a", "a_mcp__b", "mcp")},
	} {
		tools := append([]Tool(nil), c.tools...)
		assert.DeepEqual(t, names(withoutMCP(tools)), names(c.want))
		assert.DeepEqual(t, names(tools), names(c.tools))
	}
}
