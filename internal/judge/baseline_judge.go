package judge

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// check refuses entries that name no check, or no example of it.
func (b *Baseline) check(rules []*gherkin.Rule) error {
	var problems gherkin.Problems
	for _, e := range b.entries {
		reason, hint := e.unknown(rules)
		if reason == "" {
			continue
		}
		if p, ok := b.at(e.line, e.column, reason, hint).(gherkin.Problems); ok { //nolint:errorlint // made there
			problems = append(problems, p...)
		}
	}
	if problems != nil {
		return &UsageError{problems}
	}
	return nil
}

// unknown says what is wrong with the name of an entry, or "".
func (e *Entry) unknown(rules []*gherkin.Rule) (reason, hint string) {
	i := slices.IndexFunc(rules, func(r *gherkin.Rule) bool { return slices.Contains(r.IDs, e.Check) })
	if i < 0 {
		return "no such check: " + e.Check, didYouMean(e.Check, idsOf(rules))
	}
	var names []string
	for _, x := range rules[i].Examples {
		names = append(names, x.Name)
	}
	if e.Example == "" || slices.Contains(names, e.Example) {
		return "", ""
	}
	return "no such example of " + e.Check + ": " + e.Example, didYouMean(e.Example, names)
}

// expect marks a result that is expected to fail.
func (b *Baseline) expect(r *reports.Result) {
	for _, e := range b.entries {
		if e.covers(*r) && (r.Verdict == reports.Failed || r.Verdict == reports.Warned) {
			r.Verdict, r.Expected = reports.Expected, e.Reason
		}
	}
}

// judge marks what is expected and what is stale: an entry of which something
// passed and nothing failed. One whose examples were all undecided, or did not
// run, is neither, nor is one with a result at one of the places that say only a part.
// It changes results.
func (b *Baseline) judge(results []reports.Result, partial map[string]bool) {
	for _, e := range b.entries {
		passed := -1
		failed := false
		for i := range results {
			r := &results[i]
			switch {
			case !e.covers(*r):
			case partial[place(r.URI, r.Line)] && r.Verdict == reports.Passed:
				failed = true // perhaps in another part
			case r.Verdict == reports.Failed || r.Verdict == reports.Warned:
				r.Verdict, r.Expected, failed = reports.Expected, e.Reason, true
			case r.Verdict == reports.Expected:
				failed = true // by another entry for the same example
			case r.Verdict == reports.Passed && passed < 0:
				passed = i
			}
		}
		if !failed && passed >= 0 {
			r := &results[passed]
			r.Verdict, r.Stale = reports.Failed, true
			r.Error = fmt.Sprintf("%s:%d: %s passes now: remove the entry", b.path, e.line, e)
		}
	}
}
