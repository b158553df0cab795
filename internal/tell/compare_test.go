package tell

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

func verdicts(pairs ...string) []reports.Result {
	var out []reports.Result
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, reports.Result{URI: pairs[i], Rule: reports.Rule{IDs: []string{pairs[i]}}, Verdict: reports.Verdict(pairs[i+1])})
	}
	return out
}

func TestCompare(t *testing.T) {
	old := verdicts("A-1", "passed", "A-2", "failed", "A-3", "warned", "A-4", "not observed", "A-5", "failed", "A-6", "passed")
	now := verdicts("A-1", "failed", "A-2", "passed", "A-3", "failed", "A-4", "passed", "A-5", "not testable", "A-7", "passed")
	assert.Equal(t, Compare(old, now), `worse: 2 checks
  A-1       failed, was passed
  A-3       failed, was warned
better: 1 check
  A-2       passed, was failed
otherwise: 4 checks
  A-4       passed, was not observed
  A-5       not testable, was failed
  A-7       passed, was not asked for
  A-6       not asked for, was passed
`)
	assert.Equal(t, Compare(old, old), "no check came to another verdict\n")
}

func TestTable(t *testing.T) {
	text := Table([]Row{
		{Name: "everything", Results: verdicts("A-1", "passed", "A-2", "failed", "A-3", "not observed", "B-1", "warned", "A-4", "failed")},
		{Name: "gone", Err: "it cannot be reached\nnext: start it"},
	})
	assert.Equal(t, text, `
server      observed        of  failed  warned  findings
everything         4         5       2       1  A-2 4, B-1
gone        it cannot be reached; next: start it
`)
}

func TestErasDiffer(t *testing.T) {
	assert.Equal(t, Eras(verdicts("A-1", "passed", "M-A-1", "failed", "A-2", "passed", "M-A-2", "passed", "A-3", "failed", "A-4", "passed", "M-A-4", "not observed", "M-A-5", "failed")),
		"  A-1       passed with a handshake, failed without one (M-A-1)\n")
	assert.Equal(t, Eras(verdicts("A-1", "passed", "A-2", "failed")), "")
}
