package tell

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// What a check finds in one example after the other is told once, whatever ids the messages
// have, and what it says of all of them is.
func TestFindingsOfOneCheckAreToldTogether(t *testing.T) {
	finding := func(name, text, level string, line int) reports.Result {
		return reports.Result{
			URI: "log", Name: name, Error: text, Level: level, Verdict: reports.Warned, Reproduce: "mcpsim",
			Rule: reports.Rule{IDs: []string{"LOG-02"}, Line: line, Text: "Fix: it"},
		}
	}
	first := finding("loud", `the code is -32603: "{\"id\":1265,\"error\":{}}"`, "SHOULD", 1)
	for name, c := range map[string]struct {
		next         reports.Result
		texts, fixes int
	}{
		"another id":      {finding("7", `the code is -32603: "{\"id\":9,\"error\":{}}"`, "SHOULD", 1), 1, 1},
		"another code":    {finding("7", `the code is -32600: "{\"id\":1265,\"error\":{}}"`, "SHOULD", 1), 2, 1},
		"an id as a text": {finding("7", `the code is -32603: "{\"id\":\"1265\",\"error\":{}}"`, "SHOULD", 1), 2, 1},
		"another level":   {finding("7", first.Error, "MAY", 1), 2, 2},
		"another check":   {finding("7", first.Error, "SHOULD", 2), 2, 2},
	} {
		var out bytes.Buffer
		f := NewFindings(&out, nil)
		f.Add(first)
		f.Add(c.next)
		assert.Equal(t, strings.Count(out.String(), "the code is "), c.texts, name)
		assert.Equal(t, strings.Count(out.String(), "Fix: it\n"), c.fixes, name)
		assert.Equal(t, strings.Count(out.String(), "reproduce: "), c.fixes, name)
		assert.Equal(t, strings.Contains(out.String(), "  the same: example: 7\n"), c.texts == 1, name)
	}
}

// What a check leaves to another one, which leaves it to a third, is to be seen at that.
func TestUndecidedChecksLeadToWhatIsTold(t *testing.T) {
	result := func(id, see string, v reports.Verdict) reports.Result {
		return reports.Result{Rule: reports.Rule{IDs: []string{id}}, See: see, Verdict: v}
	}
	var out bytes.Buffer
	f := NewFindings(&out, nil)
	assert.NilError(t, f.Close([]reports.Result{
		result("A-01", "B-01", reports.NotTestable), result("B-01", "C-01", reports.NotTestable),
		result("C-01", "", reports.Failed), result("C-01", "D-01", reports.NotTestable),
		result("E-01", "F-01", reports.NotTestable), result("F-01", "E-01", reports.NotTestable), // which should not be
	}, 6, 0, ""))
	assert.Check(t, strings.Contains(out.String(), "not testable: see C-01  (A-01, B-01)"), out.String())
}

// An example that has a remedy of its own has it told, and the next one the usual one again.
func TestFindingsTellTheRemedyOfTheirExample(t *testing.T) {
	t.Run("each says something else", func(t *testing.T) { testRemedies(t, func(i int) string { return strings.Repeat("no", i+1) }) })
	t.Run("all say the same", func(t *testing.T) { testRemedies(t, func(int) string { return "no" }) })
}

func testRemedies(t *testing.T, said func(int) string) {
	var out bytes.Buffer
	f := NewFindings(&out, nil)
	for i, fix := range []string{"Fix: it", "Fix: that", "Fix: that", "Fix: it"} {
		f.Add(reports.Result{
			URI: "log", Name: "x", Error: said(i), Verdict: reports.Failed,
			Rule: reports.Rule{IDs: []string{"LOG-02"}, Line: 1, Text: "Spec: there\n" + fix},
		})
	}
	var told []string
	for l := range strings.Lines(out.String()) {
		if strings.Contains(l, ": it") || strings.Contains(l, ": that") || strings.Contains(l, ": there") {
			told = append(told, strings.TrimSpace(l))
		}
	}
	assert.DeepEqual(t, told, []string{"Spec: there", "Fix: it", "Fix: that", "Fix: it"})
}

// In a brief telling what went to and fro is shown of what a MUST or SHOULD asks for.
func TestBriefFindingsShowNoTimelineOfMay(t *testing.T) {
	for _, brief := range []bool{false, true} {
		for _, level := range []string{"MUST", "SHOULD", "MAY", ""} {
			var out bytes.Buffer
			f := NewFindings(&out, nil)
			f.Brief = brief
			f.Add(reports.Result{Error: "no", Level: level, Verdict: reports.Warned, Timeline: []string{"sent a ping"}, Reproduce: "mcpsim"})
			assert.Equal(t, strings.Contains(out.String(), "sent a ping"), !brief || level != "MAY", level)
			assert.Check(t, strings.Contains(out.String(), "reproduce: mcpsim"), level)
		}
	}
}
