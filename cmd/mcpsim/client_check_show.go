package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/clientcheck"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/steps/suite"
)

// clientChecking takes the results of checks of a client and tells about them.
type clientChecking struct {
	ui      *ui
	flags   clientCheckFlags
	files   []reportFile
	bench   *clientcheck.Bench
	planned int
	begin   time.Time
	results []reports.Result
}

func (c *clientChecking) take(a suite.Answer) {
	r := a.Result
	r.Reproduce = c.flags.reproduce(strings.Join(r.Rule.IDs, ","))
	if r.Verdict == reports.Warned && r.Level == "SHOULD" && c.flags.failOn == "should" {
		r.Verdict = reports.Failed
	}
	c.results = append(c.results, r)
	c.ui.show("%d of %d examples", len(c.results), c.planned)
}

// reproduce is the command line for one check.
func (f *clientCheckFlags) reproduce(id string) string {
	words := []string{"mcpsim", "client", "--command", clientcheck.Quote(f.command)}
	if f.stdio {
		words = append(words, "--stdio")
	}
	if f.timeout != clientcheck.DefaultTimeout {
		words = append(words, "--timeout", f.timeout.String())
	}
	return strings.Join(append(words, "--check", id), " ")
}

// tell writes findings, counts and reports.
func (c *clientChecking) tell(run reports.Run) error {
	out := io.Writer(c.ui.out)
	for _, f := range c.files {
		if f.path == stdoutPath {
			out = c.ui.err
		}
	}
	_, err := io.WriteString(out, c.text())
	for _, f := range c.files {
		err = errors.Join(err, f.write(c.ui.out, run, c.results))
	}
	return err
}

func (c *clientChecking) text() string {
	var b strings.Builder
	if revision, name := c.bench.Info(); name != "" {
		fmt.Fprintf(&b, "%s speaks %s\n", printable(name), printable(revision))
	}
	told := validation{ui: c.ui, results: c.results} // findings about clients look like those about servers
	for _, verdict := range []reports.Verdict{reports.Failed, reports.Warned} {
		for _, r := range c.results {
			if r.Verdict == verdict {
				told.finding(&b, r)
			}
		}
	}
	told.undecided(&b)
	s := reports.Summarise(c.results)
	total, counts := 0, make([]string, 0, 5)
	for _, verdict := range []reports.Verdict{reports.Passed, reports.Failed, reports.Warned, reports.NotObserved, reports.NotTestable} {
		total += s.Rules[verdict]
		counts = append(counts, fmt.Sprintf("%d %s", s.Rules[verdict], verdict))
	}
	fmt.Fprintf(&b, "\n%s: %s; in %s\n", plural(total, "check"), strings.Join(counts, ", "), time.Since(c.begin).Round(time.Millisecond))
	return b.String()
}

// verdict is the error for a complete run. One in which nothing was decided is
// one in which nothing ran.
func (c *clientChecking) verdict() error {
	s := reports.Summarise(c.results)
	switch {
	case s.Verdicts[reports.Failed] > 0:
		return &failure{exitFailed, nil}
	case s.Verdicts[reports.Passed]+s.Verdicts[reports.Warned] == 0:
		return &failure{exitNothing, errors.New("no check could be decided")}
	}
	return nil
}

// listClientChecks prints one line per check, sorted by id: id, level, transport,
// obligation.
func (a *app) listClientChecks(examples []*suite.Example) error {
	var lines []string
	for _, c := range checksOf(examples) {
		lines = append(lines, fmt.Sprintf("%-8s  %-6s  %-5s  %s\n", strings.Join(c.rule.IDs, " "), c.level, c.transport, c.rule.Name))
	}
	slices.Sort(lines)
	_, err := io.WriteString(a.ui.out, strings.Join(lines, ""))
	return outputError(err)
}
