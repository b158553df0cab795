package gherkin

import (
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// stepActor is the actor of the events of steps.
const stepActor = "step"

// traceText is a trace as it is written.
func traceText(t reports.Trace) string {
	var b strings.Builder
	if err := reports.WriteTrace(&b, t); err != nil {
		return err.Error() // cannot happen: the types encode and memory does not fail
	}
	return b.String()
}

// diffTraces compares two written traces line by line. It returns nil if they
// are equal; attempt is the number of the second.
func diffTraces(first, other string, attempt int) *reports.Difference {
	if first == other {
		return nil
	}
	a, b := strings.Split(first, "\n"), strings.Split(other, "\n")
	for i := range max(len(a), len(b)) {
		if x, y := lineAt(a, i), lineAt(b, i); x != y {
			return &reports.Difference{Attempt: attempt, Line: i + 1, First: x, Other: y}
		}
	}
	return nil
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
