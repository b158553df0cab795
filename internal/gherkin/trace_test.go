package gherkin

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

func TestDiffTraces(t *testing.T) {
	for _, c := range []struct {
		first, other string
		want         *reports.Difference
	}{
		{"a\nb\n", "a\nb\n", nil},
		{"", "", nil},
		{"a\nb\n", "a\nc\n", &reports.Difference{Attempt: 2, Line: 2, First: "b", Other: "c"}},
		{"a\n", "a\nb\n", &reports.Difference{Attempt: 2, Line: 2, Other: "b"}},
		{"a\nb\n", "a\n", &reports.Difference{Attempt: 2, Line: 2, First: "b"}},
	} {
		got, err := diffTraces(strings.NewReader(c.first), strings.NewReader(c.other), 2)
		assert.NilError(t, err)
		assert.DeepEqual(t, got, c.want)
	}
}
