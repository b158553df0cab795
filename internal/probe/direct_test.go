package probe

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestWhatOnlyStarts(t *testing.T) {
	for _, argv := range [][]string{
		{"npm exec @scope/server", ""}, // the title that npm gives itself
		{"node", "/usr/lib/node_modules/npm/bin/npx-cli.js", "-y", "server"},
		{"/bin/sh", "/usr/bin/npx", "server"},
		{"sh", "-c", "server stdio"},
		{"/bin/bash", "-c", "server"},
		{"uv", "tool", "uvx", "server"},
		{"C:/tools/npx.cmd", "server"},
	} {
		assert.Check(t, onlyStarts(argv), "%q", argv)
	}
	for _, argv := range [][]string{
		nil,
		{"node", "/cache/_npx/1/node_modules/.bin/mcp-server-memory"},
		{"/cache/uv/bin/python", "/cache/uv/bin/mcp-server-time", "npx"},
		{"server", "-c", "file"},
		{"npxx"},
	} {
		assert.Check(t, !onlyStarts(argv), "%q", argv)
	}
}
