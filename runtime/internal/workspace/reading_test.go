package workspace

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

func TestReadings(t *testing.T) {
	keys := 0
	key := func(e settings.Entry) string { keys++; return settings.ConnectionID(e) }
	r := readings{}
	read := func(place config.Source, definition map[string]any) *reading {
		return r.of(settings.Entry{Name: "docs", Definition: definition, Place: place}, key)
	}
	here := config.Source{Path: "settings.json", Line: 3}
	first := read(here, map[string]any{"command": "a", "args": []any{"x"}})
	assert.Equal(t, first.server.Command, "a")
	same := read(here, map[string]any{"args": []any{"x"}, "command": "a"})
	assert.Equal(t, same.key, first.key)
	assert.Equal(t, keys, 1, "what says the same is read once")

	mine := map[string]any{"command": "b", "args": []any{"x"}}
	second := read(here, mine)
	mine["args"].([]any)[0] = "y"
	third := read(here, mine)
	assert.DeepEqual(t, third.server.Args, []string{"y"})
	assert.Check(t, third.key != second.key, "a change in place is seen")

	assert.Equal(t, read(config.Source{Path: "settings.json", Line: 4}, mine).server.Source.Line, 4)
	wrong := map[string]any{"command": []string{"no JSON"}}
	assert.Check(t, read(here, wrong).key != third.key)
	assert.Equal(t, read(here, wrong).key, read(here, wrong).key, "what is no JSON is no reason to panic")

	r.keep(settings.Map{{Name: "docs"}})
	assert.Equal(t, len(r), 1)
	r.keep(settings.Map{})
	assert.Equal(t, len(r), 0)
}
