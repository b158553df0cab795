package judgetest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// TestPage: what a subject says and the page does not have is a problem, and so is what it does
// not say any more.
func TestPage(t *testing.T) {
	t.Chdir(t.TempDir())
	assert.NilError(t, os.Mkdir("testdata", 0o755))
	const page = "a\n    failed X-01: one\n        two\nb\n    warned X-02: other\n"
	assert.NilError(t, os.WriteFile(filepath.Join("testdata", "said.golden"), []byte(page), 0o644))
	p := judgetest.OpenPage(t, "said.golden", []string{"a", "b", "c"})
	const ofX = "failed X-01: one\n    two\n"
	for _, c := range []struct {
		subject, says string
		problem       string
	}{
		{"a", ofX, ""},
		{"b", "warned X-02: else\n", "it says something else than the page (-update accepts it):\nwarned X-02: else\nand not\nwarned X-02: other\n"},
		{"b", "", "it says something else than the page (-update accepts it):\nand not\nwarned X-02: other\n"},
		{"c", "", ""},
		{"c", ofX, "it says something else than the page (-update accepts it):\n" + ofX + "and not\n"},
	} {
		problem := ""
		p.Says(c.subject, c.says, func(format string, args ...any) { problem = fmt.Sprintf(format, args...) })
		assert.Equal(t, problem, c.problem)
	}
}

func TestFindings(t *testing.T) {
	result := func(id string, verdict reports.Verdict, text string) reports.Result {
		return reports.Result{Rule: reports.Rule{IDs: []string{id}}, Name: "it", Verdict: verdict, Error: text}
	}
	found := judgetest.Findings([]reports.Result{
		result("X-01", reports.Failed, "one\ntwo"), result("X-01", reports.Passed, ""), result("X-02", reports.Failed, "other"),
		result("X-01", reports.NotObserved, "none"), result("X-01", reports.Warned, `{"id":7,"a":12} of 1003`), result("X-01", reports.Warned, `{"id":8,"a":12} of 1004`),
		result("X-01", reports.Warned, `"{\"id\":\"m3\",\"requestId\": 5}"`),
	}, judgetest.Of("X-01"))
	open := []reports.Result{result("X-03", reports.NotObserved, "no tool"), result("X-04", reports.NotTestable, "no list"), result("X-05", reports.Failed, "bad")}
	usual := judgetest.Unjudged(open[:1], "")
	assert.Equal(t, usual, "not observed X-03, it: no tool\n")
	assert.Equal(t, judgetest.Unjudged(open, usual), "not testable X-04, it: no list\n")
	assert.Equal(t, found, "failed X-01, it: one\n    two\n"+`warned X-01, it: "{\"id\":…,\"requestId\":…}"`+"\nwarned X-01, it: {\"id\":…,\"a\":12} of …\n")
}
