package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// checking takes the results of checks, of a server or of a client, and tells
// about them.
type checking struct {
	ui        *ui.UI
	failOn    string // the level from which a check fails
	files     []reportFile
	planned   int
	begin     time.Time
	results   []reports.Result
	reproduce func(id string) string // the command line for one check
}

func (c *checking) take(a gherkin.Answer) {
	r := a.Result
	r.Reproduce = c.reproduce(strings.Join(r.Rule.IDs, ","))
	if r.Verdict == reports.Warned && r.Level == "SHOULD" && c.failOn == "should" {
		r.Verdict = reports.Failed
	}
	c.results = append(c.results, r)
	c.ui.Show("%d of %d examples", len(c.results), c.planned)
}

// write writes what is told and the reports. A report to stdout sends the rest to
// stderr.
func (c *checking) write(text string, run reports.Run) error {
	out := io.Writer(c.ui.Out)
	for _, f := range c.files {
		if f.path == stdoutPath {
			out = c.ui.Err
		}
	}
	_, err := io.WriteString(out, text)
	for _, f := range c.files {
		err = errors.Join(err, f.write(c.ui.Out, run, c.results))
	}
	return err
}

// findings tells everything but the head: what failed, what a baseline knows, what
// was not decided, and how many.
func (c *checking) findings(b *strings.Builder) {
	for _, verdict := range []reports.Verdict{reports.Failed, reports.Warned} {
		for _, r := range c.results {
			if r.Verdict == verdict && !r.Stale {
				c.finding(b, r)
			}
		}
	}
	c.expected(b)
	c.undecided(b)
	c.counts(b)
}

// expected lists what the baseline knows, and what it knows no more.
func (c *checking) expected(b *strings.Builder) {
	separator := "\n"
	line := func(role reports.Role, word, text string) {
		fmt.Fprintf(b, "%s%s %s\n", separator, c.ui.Paint(role, word), ui.Printable(text))
		separator = ""
	}
	for _, r := range c.results {
		if r.Verdict != reports.Expected {
			continue
		}
		text := fmt.Sprintf("%s %s  %s (%s)", strings.Join(r.Rule.IDs, " "), r.Level, r.Rule.Name, r.Name)
		if r.Expected != "" {
			text += ": " + r.Expected
		}
		line(reports.Quiet, "expected", text)
	}
	for _, r := range c.results {
		if r.Stale {
			line(reports.Bad, "stale", r.Error)
		}
	}
}

// counts is one line.
func (c *checking) counts(b *strings.Builder) {
	s := reports.Summarise(c.results)
	total := 0
	for _, n := range s.Rules {
		total += n
	}
	fmt.Fprintf(b, "\n%s:", ui.Plural(total, "check"))
	separator := " "
	for _, verdict := range []reports.Verdict{
		reports.Passed, reports.Failed, reports.Warned, reports.Expected, reports.NotObserved, reports.NotTestable,
	} {
		if verdict == reports.Expected && s.Rules[verdict] == 0 {
			continue // there is no baseline, or nothing in it
		}
		fmt.Fprintf(b, "%s%d %s", separator, s.Rules[verdict], verdict)
		separator = ", "
	}
	fmt.Fprintf(b, "; in %s\n", time.Since(c.begin).Round(time.Millisecond))
}

// finding tells one failure in full.
func (c *checking) finding(b *strings.Builder, r reports.Result) {
	word, role := "FAIL", reports.Bad
	if r.Verdict == reports.Warned {
		word, role = "warn", reports.Doubtful
	}
	fmt.Fprintf(b, "\n%s %s %s  %s\n", c.ui.Paint(role, word), strings.Join(r.Rule.IDs, " "), r.Level, c.ui.Paint(reports.Heading, r.Rule.Name))
	fmt.Fprintf(b, "  example: %s\n", r.Name)
	for l := range strings.SplitSeq(r.Error, "\n") {
		fmt.Fprintf(b, "  %s\n", ui.Printable(l))
	}
	for l := range strings.SplitSeq(r.Rule.Text, "\n") {
		fmt.Fprintf(b, "  %s\n", l)
	}
	for _, l := range r.Timeline {
		fmt.Fprintf(b, "    %s\n", ui.Printable(l))
	}
	fmt.Fprintf(b, "  reproduce: %s\n", r.Reproduce)
}

// undecided lists what was neither passed nor failed, one line for each reason.
func (c *checking) undecided(b *strings.Builder) {
	var order []string
	ids := map[string][]string{}
	for _, r := range c.results {
		if r.Verdict != reports.NotObserved && r.Verdict != reports.NotTestable {
			continue
		}
		reason, _, _ := strings.Cut(r.Error, "\n")
		reason = string(r.Verdict) + ": " + ui.Printable(reason)
		if ids[reason] == nil {
			order = append(order, reason)
		}
		if id := strings.Join(r.Rule.IDs, " "); !slices.Contains(ids[reason], id) {
			ids[reason] = append(ids[reason], id)
		}
	}
	for i, reason := range order {
		if i == 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "%s  (%s)\n", c.ui.Paint(reports.Quiet, reason), strings.Join(ids[reason], ", "))
	}
}

// verdict is the error for a complete run. One in which nothing was decided is
// one in which nothing ran.
func (c *checking) verdict() error {
	s := reports.Summarise(c.results)
	switch {
	case s.Verdicts[reports.Failed] > s.Stale:
		return ui.Fail(ui.ExitFailed, nil)
	case s.Stale > 0:
		return ui.Fail(ui.ExitStale, nil)
	case s.Verdicts[reports.Passed]+s.Verdicts[reports.Warned]+s.Verdicts[reports.Expected] == 0:
		return ui.Fail(ui.ExitNothing, errors.New("no check could be decided"))
	}
	return nil
}
