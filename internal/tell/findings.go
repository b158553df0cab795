package tell

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// Findings tells what checks found out about a server or a client: what failed and
// what warned in full, what was expected to fail, what was not decided, and how
// many. planned is how many examples were meant to run, took how long they did.
func Findings(paint Paint, results []reports.Result, planned int, took time.Duration) string {
	f := findings{paint: paint, results: results}
	for _, verdict := range []reports.Verdict{reports.Failed, reports.Warned} {
		for _, r := range results {
			if r.Verdict == verdict && !r.Stale {
				f.finding(r)
			}
		}
	}
	f.expected()
	f.undecided()
	f.counts(took)
	if left := planned - len(results); left > 0 {
		f.printf("%s did not run\n", words.Count(left, "example"))
	}
	return f.text.String()
}

// findings is a telling that grows.
type findings struct {
	paint   Paint
	results []reports.Result
	text    strings.Builder
}

func (f *findings) printf(format string, args ...any) { fmt.Fprintf(&f.text, format, args...) }

// finding tells one failure in full.
func (f *findings) finding(r reports.Result) {
	f.printf("\n%s %s %s  %s\n", f.paint.Word(r.Verdict), strings.Join(r.Rule.IDs, " "), r.Level, f.paint(Heading, r.Rule.Name))
	f.printf("  example: %s\n", r.Name)
	for l := range strings.SplitSeq(r.Error, "\n") {
		f.printf("  %s\n", words.Printable(l))
	}
	for l := range strings.SplitSeq(r.Rule.Text, "\n") {
		f.printf("  %s\n", l)
	}
	for _, l := range r.Timeline {
		f.printf("    %s\n", words.Printable(l))
	}
	f.printf("  reproduce: %s\n", r.Reproduce)
}

// expected lists what was expected to fail, and what is expected no more.
func (f *findings) expected() {
	separator := "\n"
	line := func(role Role, word, text string) {
		f.printf("%s%s %s\n", separator, f.paint(role, word), words.Printable(text))
		separator = ""
	}
	for _, r := range f.results {
		if r.Verdict != reports.Expected {
			continue
		}
		text := fmt.Sprintf("%s %s  %s (%s)", strings.Join(r.Rule.IDs, " "), r.Level, r.Rule.Name, r.Name)
		if r.Expected != "" {
			text += ": " + r.Expected
		}
		line(Quiet, r.Verdict.Word(), text)
	}
	for _, r := range f.results {
		if r.Stale {
			line(Bad, "stale", r.Error)
		}
	}
}

// undecided lists what was neither passed nor failed, one line for each reason.
func (f *findings) undecided() {
	var order []string
	ids := map[string][]string{}
	for _, r := range f.results {
		if r.Verdict != reports.NotObserved && r.Verdict != reports.NotTestable {
			continue
		}
		reason, _, _ := strings.Cut(r.Error, "\n")
		reason = string(r.Verdict) + ": " + words.Printable(reason)
		if ids[reason] == nil {
			order = append(order, reason)
		}
		if id := strings.Join(r.Rule.IDs, " "); !slices.Contains(ids[reason], id) {
			ids[reason] = append(ids[reason], id)
		}
	}
	for i, reason := range order {
		if i == 0 {
			f.printf("\n")
		}
		f.printf("%s  (%s)\n", f.paint(Quiet, reason), strings.Join(ids[reason], ", "))
	}
}

// counts is one line. It has a verdict that no check came to, too, but for what is
// expected: mostly nothing is.
func (f *findings) counts(took time.Duration) {
	s := reports.Summarise(f.results)
	total := 0
	for _, n := range s.Rules {
		total += n
	}
	f.printf("\n%s:", words.Count(total, "check"))
	separator := " "
	for _, verdict := range []reports.Verdict{
		reports.Passed, reports.Failed, reports.Warned, reports.Expected, reports.NotObserved, reports.NotTestable,
	} {
		if verdict == reports.Expected && s.Rules[verdict] == 0 {
			continue
		}
		f.printf("%s%d %s", separator, s.Rules[verdict], verdict)
		separator = ", "
	}
	f.printf("; in %s\n", took.Round(time.Millisecond))
}
