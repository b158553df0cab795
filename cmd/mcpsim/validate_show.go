package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/probe"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/steps/suite"
)

// validation takes the results of checks and tells about them.
type validation struct {
	ui        *ui
	environ   []string
	flags     validateFlags
	files     []reportFile
	known     *baseline
	bench     *probe.Bench
	planned   int
	begin     time.Time
	results   []reports.Result
	reproduce func(id string) string
}

func (v *validation) take(a suite.Answer) {
	r := a.Result
	r.Reproduce = v.reproduce(strings.Join(r.Rule.IDs, ","))
	if r.Verdict == reports.Warned && r.Level == "SHOULD" && v.flags.failOn == "should" {
		r.Verdict = reports.Failed
	}
	v.results = append(v.results, r)
	v.ui.show("%d of %d examples", len(v.results), v.planned)
}

// tell writes findings, counts and reports.
func (v *validation) tell(run reports.Run) error {
	out := io.Writer(v.ui.out)
	for _, f := range v.files {
		if f.path == stdoutPath {
			out = v.ui.err
		}
	}
	_, err := io.WriteString(out, v.text())
	for _, f := range v.files {
		err = errors.Join(err, f.write(v.ui.out, run, v.results))
	}
	return errors.Join(err, v.tellGitHub(run))
}

// tellGitHub annotates the job and appends to its summary if this is a job of
// GitHub Actions. Annotations are read from stderr too, and stdout may be a report.
func (v *validation) tellGitHub(run reports.Run) error {
	env := lookup(v.environ)
	if value, _ := env("GITHUB_ACTIONS"); value != "true" {
		return nil
	}
	err := reports.WriteAnnotations(v.ui.err, v.results)
	name, _ := env("GITHUB_STEP_SUMMARY")
	if name == "" {
		return err
	}
	f, opening := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644) // other steps have written to it
	if opening != nil {
		return errors.Join(err, fmt.Errorf("writing the summary of the job: %w", opening))
	}
	return errors.Join(err, reports.WriteMarkdown(f, run, v.results), f.Close())
}

func (v *validation) text() string {
	var b strings.Builder
	if revision, server := v.bench.Info(); revision != "" {
		fmt.Fprintf(&b, "%s speaks %s", printable(server), printable(revision))
		if median, n := v.bench.StartUp(); n > 0 {
			fmt.Fprintf(&b, ", and answers %s after its start", median.Round(time.Millisecond))
		}
		fmt.Fprintln(&b)
	}
	for _, verdict := range []reports.Verdict{reports.Failed, reports.Warned} {
		for _, r := range v.results {
			if r.Verdict == verdict && !r.Stale {
				v.finding(&b, r)
			}
		}
	}
	v.expected(&b)
	v.undecided(&b)
	v.counts(&b)
	return b.String()
}

// expected lists what the baseline knows, and what it knows no more.
func (v *validation) expected(b *strings.Builder) {
	separator := "\n"
	line := func(role reports.Role, word, text string) {
		fmt.Fprintf(b, "%s%s %s\n", separator, v.ui.paint(role, word), printable(text))
		separator = ""
	}
	for _, r := range v.results {
		if r.Verdict != reports.Expected {
			continue
		}
		text := fmt.Sprintf("%s %s  %s (%s)", strings.Join(r.Rule.IDs, " "), r.Level, r.Rule.Name, r.Name)
		if r.Expected != "" {
			text += ": " + r.Expected
		}
		line(reports.Quiet, "expected", text)
	}
	for _, r := range v.results {
		if r.Stale {
			line(reports.Bad, "stale", r.Error)
		}
	}
}

// counts is the last line.
func (v *validation) counts(b *strings.Builder) {
	s := reports.Summarise(v.results)
	total := 0
	for _, n := range s.Rules {
		total += n
	}
	fmt.Fprintf(b, "\n%s:", plural(total, "check"))
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
	fmt.Fprintf(b, "; in %s\n", time.Since(v.begin).Round(time.Millisecond))
	if left := v.planned - len(v.results); left > 0 {
		fmt.Fprintf(b, "%s did not run\n", plural(left, "example"))
	}
}

// finding tells one failure in full.
func (v *validation) finding(b *strings.Builder, r reports.Result) {
	word, role := "FAIL", reports.Bad
	if r.Verdict == reports.Warned {
		word, role = "warn", reports.Doubtful
	}
	fmt.Fprintf(b, "\n%s %s %s  %s\n", v.ui.paint(role, word), strings.Join(r.Rule.IDs, " "), r.Level, v.ui.paint(reports.Heading, r.Rule.Name))
	fmt.Fprintf(b, "  example: %s\n", r.Name)
	for l := range strings.SplitSeq(r.Error, "\n") {
		fmt.Fprintf(b, "  %s\n", printable(l))
	}
	for l := range strings.SplitSeq(r.Rule.Text, "\n") {
		fmt.Fprintf(b, "  %s\n", l)
	}
	for _, l := range r.Timeline {
		fmt.Fprintf(b, "    %s\n", printable(l))
	}
	fmt.Fprintf(b, "  reproduce: %s\n", r.Reproduce)
}

// undecided lists what was neither passed nor failed, one line for each reason.
func (v *validation) undecided(b *strings.Builder) {
	var order []string
	ids := map[string][]string{}
	for _, r := range v.results {
		if r.Verdict != reports.NotObserved && r.Verdict != reports.NotTestable {
			continue
		}
		reason, _, _ := strings.Cut(r.Error, "\n")
		reason = string(r.Verdict) + ": " + printable(reason)
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
		fmt.Fprintf(b, "%s  (%s)\n", v.ui.paint(reports.Quiet, reason), strings.Join(ids[reason], ", "))
	}
}

// verdict is the error for a complete run. One in which nothing was decided is
// one in which nothing ran.
func (v *validation) verdict() error {
	s := reports.Summarise(v.results)
	switch {
	case s.Verdicts[reports.Failed] > s.Stale:
		return &failure{exitFailed, nil}
	case s.Stale > 0:
		return &failure{exitStale, nil}
	case s.Verdicts[reports.Passed]+s.Verdicts[reports.Warned]+s.Verdicts[reports.Expected] == 0:
		return &failure{exitNothing, errors.New("no check could be decided")}
	}
	return nil
}
