package reports_test

import (
	"bytes"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/reports"
)

// A summary says of how many how much was observed, and what would decide the rest.
func TestSummary(t *testing.T) {
	results := checked()
	blocked := results[0]
	blocked.Rule.Line, blocked.Verdict, blocked.See, blocked.Error = 99, reports.NotTestable, "PING-01", "see PING-01: no answer"
	results = append(results, blocked)
	var b bytes.Buffer
	assert.NilError(t, reports.Write(&b, "summary", checking, results))
	golden.Assert(t, b.String(), "checks.summary.json")
	b.Reset()
	assert.NilError(t, reports.Write(&b, "badge", checking, results))
	assert.Equal(t, b.String(), "mcpsim: 6 of 8 observed, 2 failed\n")
}

func TestWhatWouldDecideACheck(t *testing.T) {
	for reason, want := range map[string]string{
		"no tool has the annotation readOnlyHint; --allow-calls calls all but destructive ones": `"wants": "flag",
      "what": "--allow-calls"`,
		"it takes 35s of silence to see; --idle 35s allows it": `"what": "--idle 35s"`,
		"it holds for revision 2025-03-26, the session speaks 2025-11-25": `"wants": "revision",
      "what": "2025-03-26"`,
		"the server does not declare subscribe of resources": `"what": "subscribe of resources"`,
		"none of the tools called reports progress: a, b":    `"wants": "tool"`,
	} {
		r := checked()[6]
		r.Error = reason
		var b bytes.Buffer
		assert.NilError(t, reports.Write(&b, "summary", checking, []reports.Result{r}))
		assert.Assert(t, bytes.Contains(b.Bytes(), []byte(want)), "%s", b.String())
	}
}
