package reports

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Explain tells all that is known about a result that did not pass: the steps,
// the error with its diff, the difference of traces, the timeline. Its lines hold
// no control characters but tabs.
func (r Result) Explain() []string {
	var out []string
	out = append(out, stepLines(r.Steps)...)
	out = append(out, indented(r.Error)...)
	if d := r.Difference; d != nil {
		out = append(out,
			fmt.Sprintf("the trace of run %d differs from that of run 1 at line %d:", d.Attempt, d.Line),
			"  run 1: "+words.Printable(d.First), fmt.Sprintf("  run %d: %s", d.Attempt, words.Printable(d.Other)))
	}
	if len(r.Timeline) > 0 {
		out = append(out, "timeline:")
		for _, l := range r.Timeline {
			out = append(out, "  "+words.Visible(l))
		}
	}
	return out
}

// stepLines lists the steps with their status. The longest texts are those of
// steps, so the status comes first.
func stepLines(steps []Step) []string {
	var out []string
	for _, s := range steps {
		out = append(out, fmt.Sprintf("%-8s%s %s", s.Status, s.Keyword, words.Printable(s.Text)))
	}
	return out
}

func indented(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimRight(words.Clip(text, words.InReport), "\n"), "\n")
	for i, l := range lines {
		lines[i] = "  " + words.Printable(l)
	}
	return lines
}
