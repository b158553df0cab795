package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// A client without sessions is judged in its logins, too, and a correct one is not blamed.
func TestLoginsWithoutHandshake(t *testing.T) {
	t.Parallel()
	for _, mutant := range []string{"correct", "OAC-01.twice", "OAC-03.case", "OAC-05.root", "OAC-18.plain", "OAC-20.authorize", "OAC-21", "OAC-25", "OAC-31", "OAC-37", "OAC-52"} {
		t.Run(mutant, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) { loginsOfNewest(t, mutant, problem) })
		})
	}
}

func loginsOfNewest(t *testing.T, mutant string, problem func(string, ...any)) {
	verdicts, results := check(t, mutant+onlyNewest, "http", func(e *gherkin.Example) bool {
		return strings.HasPrefix(e.Rule.IDs[0], "OAC-") && (mutant == "correct" || slices.Contains(e.Rule.IDs, idOf(mutant)))
	})
	for _, r := range results {
		blamed := r.Verdict == reports.Failed || r.Verdict == reports.Warned
		if blamed && mutant == "correct" {
			problem("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
		}
	}
	if v := verdicts[idOf(mutant)]; mutant != "correct" && v != reports.Failed && v != reports.Warned {
		problem("%s is %s", mutant, v)
	}
	if mutant == "correct" && verdicts["OAC-51"] != reports.Passed {
		problem("OAC-51 is %s", verdicts["OAC-51"])
	}
}
