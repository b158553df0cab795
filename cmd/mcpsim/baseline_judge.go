package main

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// known refuses entries that name no check, or no example of it.
func (b *baseline) known(rules []*gherkin.Rule) error {
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
		return ui.Usage(problems)
	}
	return nil
}

// unknown says what is wrong with the name of an entry, or "".
func (e *expectation) unknown(rules []*gherkin.Rule) (reason, hint string) {
	i := slices.IndexFunc(rules, func(r *gherkin.Rule) bool { return slices.Contains(r.IDs, e.check) })
	if i < 0 {
		var ids []string
		for _, rule := range rules {
			ids = append(ids, rule.IDs...)
		}
		return "no such check: " + e.check, didYouMean(e.check, ids)
	}
	var names []string
	for _, x := range rules[i].Examples {
		names = append(names, x.Name)
	}
	if e.example == "" || slices.Contains(names, e.example) {
		return "", ""
	}
	return "no such example of " + e.check + ": " + e.example, didYouMean(e.example, names)
}

func didYouMean(word string, known []string) string {
	if near := words.Nearest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

// judge marks what is expected and what is stale: an entry of which something
// passed and nothing failed. One whose examples were all undecided, or did not
// run, is neither. It changes results.
func (b *baseline) judge(results []reports.Result) {
	for _, e := range b.entries {
		passed := -1
		failed := false
		for i := range results {
			r := &results[i]
			switch {
			case !e.covers(*r):
			case r.Verdict == reports.Failed || r.Verdict == reports.Warned:
				r.Verdict, r.Expected, failed = reports.Expected, e.reason, true
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
