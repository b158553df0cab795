package manager_test

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// BenchmarkCall is what the manager adds to a call of a tool.
func BenchmarkCall(b *testing.B) {
	m := manager.New(manager.Options{Connector: newFakes(clock.Real()), Clock: clock.Real(), Rand: noJitter})
	defer m.StopAll()
	r := m.Start(b.Context(), []config.Server{definition("docs")})
	assert.Equal(b, len(r.Tools), 1)
	arguments := json.RawMessage(`{"a":1}`)
	b.ReportAllocs()
	for b.Loop() {
		out, err := m.Call(b.Context(), r.Tools[0].Name, arguments)
		if err != nil || out.IsError {
			b.Fatal(out.Text, err)
		}
	}
}
