package settings

import (
	"testing"

	"gotest.tools/v3/assert"
)

// parse reads a settings file that is in order.
func parse(t *testing.T, text string) File {
	t.Helper()
	f, err := Parse("settings.json", []byte(text))
	assert.NilError(t, err)
	return f
}

// servers reads the definitions inside "mcpServers".
func servers(t *testing.T, text string) Map {
	t.Helper()
	return parse(t, `{"mcpServers":`+text+`}`).Servers
}

// entry reads one definition.
func entry(t *testing.T, definition string) Entry {
	t.Helper()
	m := servers(t, `{"docs":`+definition+`}`)
	assert.Equal(t, len(m), 1)
	return m[0]
}
