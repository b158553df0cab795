package judge

import (
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/yamldoc"
	"github.com/mcpsim/mcpsim/reports"
)

func TestBaselineEntries(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "",
		"# nothing yet\n":                        "",
		"server:\n":                              "",
		"server: []\nclient: []\n":               "",
		"server:\n  - A-1\n  - B-2:one case\n":   "A-1|B-2:one case",
		"server: [A-1, 'B-2:one case']":          "A-1|B-2:one case",
		"client:\n  - C-3\nserver:\n  - A-1":     "A-1",
		`{"server": ["A-1", "B-2:x: {\"y\"}"]}`:  `A-1|B-2:x: {"y"}`,
		"server:\n  - A-1 # why\n":               "A-1 (why)",
		"server:\n  - B-2:one case   #  because": "B-2:one case (because)",
	} {
		b, err := parseBaseline("known.yaml", []byte(text), roleServer)
		assert.NilError(t, err, "%q", text)
		var got []string
		for _, e := range b.entries {
			text := e.String()
			if e.Reason != "" {
				text += " (" + e.Reason + ")"
			}
			got = append(got, text)
		}
		assert.Check(t, is.Equal(strings.Join(got, "|"), want), "%q", text)
	}
}

func TestBaselineMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"- A-1\n":                             "known.yaml:1:1: a baseline has the keys server and client",
		"servers:\n  - A-1\n":                 `known.yaml:1:1: unknown key "servers"`,
		"server: A-1\n":                       "known.yaml:1:9: server is no list of checks",
		"server:\n  - A-1: x\n":               "known.yaml:2:5: an entry is CHECK or CHECK:EXAMPLE\n    - A-1: x\n      ^\n  write no space behind the colon",
		"server:\n  -\n":                      "this entry is empty",
		"server:\n  - 1\n":                    "an entry is CHECK or CHECK:EXAMPLE",
		"server:\n  - 'A-1:'\n":               "both sides of the colon are required",
		"server:\n  - ':x'\n":                 "both sides of the colon are required",
		"server:\n  - A-1:x\n  - A-1\n":       "known.yaml:2:5: A-1 is listed as a whole too",
		"server: []\nserver: []\n":            "already defined",
		"server: []\n---\nclient: []\n":       "a baseline is one document",
		"server: [\n":                         "known.yaml:",
		"a: &x [A-1]\nserver: *x\n":           "unknown key",
		strings.Repeat("#", yamldoc.MaxBytes): "",
	} {
		_, err := parseBaseline("known.yaml", []byte(text), roleServer)
		if want == "" {
			assert.Check(t, err)
			continue
		}
		var problems gherkin.Problems
		assert.Check(t, errors.As(err, &problems), "%q: %v", text, err)
		assert.Check(t, is.ErrorContains(err, want), "%q", text)
	}
	_, err := parseBaseline("known.yaml", []byte(strings.Repeat("#", yamldoc.MaxBytes+1)), roleServer)
	assert.ErrorContains(t, err, "at most 524288 are read")
}

func FuzzBaseline(f *testing.F) {
	for _, s := range []string{
		"", "server:\n - A-1 # x\n - B-2:y\nclient: [z]", "server: {a: [", "- a\n- b: c", "server: &a [*a]", "server:\n - |\n  x\n - !!int 3", "? a\n: b", "\ufeffserver:",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := parseBaseline("f", []byte(text), roleServer)
		if err != nil {
			var problems gherkin.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		for _, e := range b.entries {
			if e.Check == "" || e.line < 1 {
				t.Errorf("%+v", *e)
			}
		}
	})
}

// checkRules are two checks, one with two examples.
func checkRules() []*gherkin.Rule {
	return []*gherkin.Rule{
		{IDs: []string{"A-1"}, Examples: []*gherkin.Example{{Name: "one"}, {Name: "two"}}},
		{IDs: []string{"B-2"}, Examples: []*gherkin.Example{{Name: "it"}}},
	}
}

func TestBaselineNamesWhatThereIs(t *testing.T) {
	for text, want := range map[string]string{
		"server: [A-1, B-2]":      "",
		"server: ['A-1:two']":     "",
		"server: [A-2]":           "known.yaml:1:10: no such check: A-2\n  server: [A-2]\n           ^\n  did you mean A-1?",
		"server: ['A-1:tow']":     "no such example of A-1: tow",
		"server: [Q, 'B-2:that']": "known.yaml:1:13: no such example of B-2",
	} {
		b, err := parseBaseline("known.yaml", []byte(text), roleServer)
		assert.NilError(t, err)
		err = b.check(checkRules())
		if want == "" {
			assert.Check(t, err, text)
			continue
		}
		assert.Check(t, is.ErrorContains(err, want))
		var usage *UsageError
		assert.Check(t, errors.As(err, &usage))
	}
}

// Every verdict of an example against every kind of entry.
func TestBaselineJudges(t *testing.T) {
	const passed, failed, warned, none = reports.Passed, reports.Failed, reports.Warned, reports.NotObserved
	const expected, stale = reports.Expected, reports.Verdict("stale")
	for _, c := range []struct {
		entries  string
		one, two reports.Verdict // of the two examples of the check
		want     [2]reports.Verdict
	}{
		{"", failed, passed, [2]reports.Verdict{failed, passed}},
		{"B-2", failed, passed, [2]reports.Verdict{failed, passed}},
		{"A-1", failed, warned, [2]reports.Verdict{expected, expected}},
		{"A-1", failed, passed, [2]reports.Verdict{expected, passed}},
		{"A-1", passed, failed, [2]reports.Verdict{passed, expected}},
		{"A-1", passed, passed, [2]reports.Verdict{stale, passed}},
		{"A-1", none, passed, [2]reports.Verdict{none, stale}},
		{"A-1", none, none, [2]reports.Verdict{none, none}},
		{"A-1:one", failed, failed, [2]reports.Verdict{expected, failed}},
		{"A-1:one", passed, failed, [2]reports.Verdict{stale, failed}},
		{"A-1:one", none, failed, [2]reports.Verdict{none, failed}},
		{"A-1:one,A-1:one", warned, passed, [2]reports.Verdict{expected, passed}},
		{"A-1:one,A-1:two", warned, passed, [2]reports.Verdict{expected, stale}},
	} {
		b, err := parseBaseline("known.yaml", []byte("server: ["+c.entries+"]"), roleServer)
		assert.NilError(t, err)
		results := []reports.Result{
			{Rule: reports.Rule{IDs: []string{"A-1"}}, Name: "one", Verdict: c.one},
			{Rule: reports.Rule{IDs: []string{"A-1"}}, Name: "two", Verdict: c.two},
		}
		b.judge(results, nil)
		for i, r := range results {
			got := r.Verdict
			if r.Stale {
				assert.Check(t, is.Equal(r.Verdict, failed))
				assert.Check(t, is.Contains(r.Error, "known.yaml:1: A-1"))
				got = stale
			}
			assert.Check(t, is.Equal(got, c.want[i]), "%s: %s %s", c.entries, c.one, c.two)
		}
	}
}

// What one shard has not seen may be in another: an entry about it is not stale there.
func TestBaselineOfAShard(t *testing.T) {
	b, err := parseBaseline("known.yaml", []byte("server: [A-1, B-2]"), roleServer)
	assert.NilError(t, err)
	result := func(id string, line int) reports.Result {
		return reports.Result{URI: "a.feature", Line: line, Verdict: reports.Passed, Rule: reports.Rule{IDs: []string{id}}}
	}
	results := []reports.Result{result("A-1", 3), result("A-1", 7), result("B-2", 9)}
	b.judge(results, map[string]bool{place("a.feature", 7): true})
	assert.Check(t, !results[0].Stale && !results[1].Stale && results[2].Stale)
}
