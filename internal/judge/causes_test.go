package judge

import (
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
