package gherkin

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

func TestDiffTraces(t *testing.T) {
	assert.Check(t, diffTraces("a\nb\n", "a\nb\n", 2) == nil)
	assert.DeepEqual(t, diffTraces("a\nb\n", "a\nc\n", 2), &reports.Difference{Attempt: 2, Line: 2, First: "b", Other: "c"})
	assert.DeepEqual(t, diffTraces("a\n", "a\nb\n", 3), &reports.Difference{Attempt: 3, Line: 2, Other: "b"})
}
