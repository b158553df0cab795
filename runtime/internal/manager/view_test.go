package manager

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Who looks at the tools, however many there are, takes no memory for them, and sees those
// of one moment.
func TestALookCopiesNothing(t *testing.T) {
	const many = 10_000
	m := new(Manager)
	tools := make([]toolbridge.Tool, many)
	for i := range tools {
		tools[i] = toolbridge.Tool{Name: fmt.Sprintf("t%06d", i), Server: "docs"}
	}
	m.tools.set("docs", tools)
	seen := 0
	allocated := testing.AllocsPerRun(10, func() {
		seen = 0
		for range m.EachTool() {
			seen++
		}
	})
	assert.Equal(t, seen, many)
	assert.Check(t, allocated < 5, "%v", allocated)
	before := m.EachTool()
	m.tools.set("docs", tools[:1])
	seen = 0
	for range before {
		seen++
	}
	assert.Equal(t, seen, many)
	assert.Equal(t, len(m.Tools()), 1)
}
