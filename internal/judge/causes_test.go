package judge

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// The first check that meets something broken tells it; later ones point there, but for
// other examples of the same check, and for what was no finding.
func TestCausesAreSettledInOrder(t *testing.T) {
	var causes Causes
	for _, c := range []struct {
		id, broke string
		verdict   reports.Verdict
		see       string
	}{
		{"TOOL-04", "tools/call a", reports.Failed, ""},
		{"TOOL-04", "tools/call a", reports.Failed, ""},
		{"TOOL-05", "tools/call a", reports.Warned, "TOOL-04"},
		{"TOOL-05", "tools/call b", reports.Warned, ""},
		{"CAN-01", "tools/call a", reports.Expected, ""},
		{"CAN-03", "", reports.Failed, ""},
	} {
		r := causes.Settle(reports.Result{Rule: reports.Rule{IDs: []string{c.id}}, Broke: c.broke, Verdict: c.verdict, Error: "no answer"})
		assert.Equal(t, r.See, c.see)
		if c.see == "" {
			assert.Equal(t, r.Verdict, c.verdict)
			continue
		}
		assert.Equal(t, r.Verdict, reports.NotTestable)
		assert.Equal(t, r.Error, "see TOOL-04: no answer")
	}
}

// A finding is told even if the check that it was left to tells nothing.
func TestNoFindingIsLost(t *testing.T) {
	result := func(id string, v reports.Verdict, see string) reports.Result {
		return reports.Result{Rule: reports.Rule{IDs: []string{id}}, Level: "SHOULD", Verdict: v, See: see, Error: "a step: see " + see + ": no answer"}
	}
	left := func(id, see string) reports.Result { return result(id, reports.NotTestable, see) }
	passed := func(id string) reports.Result { return result(id, reports.Passed, "") }
	for name, c := range map[string]struct {
		results []reports.Result
		want    []int
	}{
		"it is told there":          {[]reports.Result{left("A", "B"), result("B", reports.Warned, "")}, nil},
		"it is told further on":     {[]reports.Result{left("A", "B"), left("B", "C"), result("C", reports.Failed, "")}, nil},
		"it is expected there":      {[]reports.Result{left("A", "B"), result("B", reports.Expected, "")}, nil},
		"it was not run":            {[]reports.Result{left("A", "B")}, nil},
		"it was not run to its end": {[]reports.Result{left("A", "B"), passed("B"), result("B", reports.NotRun, "")}, nil},
		"it has passed":             {[]reports.Result{left("A", "B"), left("C", "B"), passed("B")}, []int{0}},
		"it points at one that has": {[]reports.Result{left("A", "C"), left("B", "D"), left("C", "D"), passed("D")}, []int{1}},
		"it could look at nothing":  {[]reports.Result{left("A", "B"), result("B", reports.NotObserved, "")}, nil},
		"they point at each other":  {[]reports.Result{left("A", "B"), left("B", "A")}, []int{0}},
	} {
		assert.Equal(t, fmt.Sprint(untold(c.results)), fmt.Sprint(c.want), name)
	}
	r := revived(left("A", "B"))
	assert.Equal(t, r.Verdict, reports.Warned)
	assert.Equal(t, r.Error+r.See, "a step: no answer")
}
