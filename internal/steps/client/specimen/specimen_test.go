package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// missed are the defects that no check sees yet, each with the reason. The list may
// only become shorter.
var missed = map[string]string{}

func TestSpecimenAreJudged(t *testing.T) {
	t.Parallel()
	mine := judgetest.Part(t, 60)
	for name, s := range specimens() {
		for _, transport := range []string{"http", "stdio"} {
			if key := transport + "/" + name; (s.over == "" || s.over == transport) && mine(key) {
				t.Run(key, func(t *testing.T) {
					t.Parallel()
					s.judged(t, name, transport)
				})
			}
		}
	}
}

func (s specimen) judged(t *testing.T, name, transport string) {
	judgetest.Twice(t, func(problem func(string, ...any)) { s.judgedOnce(t, name, transport, problem) })
}

func (s specimen) judgedOnce(t *testing.T, name, transport string, problem func(string, ...any)) {
	expected := strings.Fields(s.seenBy)
	_, results := check(t, name, transport, func(e *gherkin.Example) bool {
		if isModern(e.Rule.IDs[0]) {
			return false // what specimens change is of the era with a handshake
		}
		return len(expected) == 0 || slices.ContainsFunc(e.Rule.IDs, func(id string) bool { return slices.Contains(expected, id) }) ||
			slices.Contains(e.Tags, "@MUST") && e == e.Rule.Examples[0]
	})
	seen := false
	for _, r := range results {
		if r.Verdict != reports.Failed && r.Verdict != reports.Warned {
			continue
		}
		if slices.Contains(expected, r.Rule.IDs[0]) {
			seen = true
			continue
		}
		if len(expected) == 0 || r.Verdict == reports.Failed {
			problem("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
		}
	}
	if len(expected) > 0 && !seen && missed[name] == "" {
		problem("%s is not seen by %s", name, s.seenBy)
	}
}
