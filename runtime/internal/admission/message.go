package admission

import (
	"fmt"
	"strings"
)

// messages are what the caller of a tool that is not there is told: which server
// it is about and what brings it back (QWEN-111, S-QWEN-38). %[1]s is the tool,
// %[2]s the server.
var messages = map[Reason]string{
	ReasonRemoved: `Tool "%[1]s" is unavailable: the MCP server "%[2]s" was removed during this session, so its tools were unloaded.` +
		` Re-add it to your settings to use this tool again.`,
	ReasonNotAllowed: `Tool "%[1]s" is unavailable: the MCP server "%[2]s" is not in the allow-list` +
		` (mcp.allowed / --allowed-mcp-server-names), so its tools are not loaded. Add it to mcp.allowed to use this tool.`,
	ReasonExcluded: `Tool "%[1]s" is unavailable: the MCP server "%[2]s" is excluded (mcp.excluded), so its tools are not loaded.` +
		` Remove it from mcp.excluded to use this tool.`,
	ReasonPending: `Tool "%[1]s" is unavailable: the MCP server "%[2]s" is awaiting approval, so its tools are not loaded.` +
		` Approve it (run /mcp) to use this tool.`,
	None: `Tool "%[1]s" not found on MCP server "%[2]s". The server may be disconnected, still starting up, or the tool was renamed.`,
}

// NotFound is the text for a tool that is not registered. It is false for a name
// that no server's tool has: the caller explains that (S-QWEN-39).
func NotFound(tool string, n Names, l Lists) (text string, ok bool) {
	if !strings.HasPrefix(tool, toolPrefix) {
		return "", false
	}
	server, owned := n.Owner(tool)
	if !owned {
		return fmt.Sprintf(`Tool "%s" not found: no MCP server providing it is currently configured.`+
			` If you recently removed or renamed an MCP server, its tools are no longer available.`, tool), true
	}
	return fmt.Sprintf(messages[Unavailable(n, l, server)], tool, server), true
}
