package tell

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// maxDetails bounds how many failures are told in full.
const maxDetails = 20

// Runs writes the results of scenarios as they come: one line per Rule, grouped by
// feature, then the failures and a summary. Results of one Rule must come one
// after the other. It is not safe for concurrent use. Errors of the writer are
// kept and returned by Close.
type Runs struct {
	out     io.Writer
	paint   Paint
	results []reports.Result
	pending []reports.Result // of the Rule that is not complete yet
	idle    []reports.Result // of Rules in which nothing happened, the first of each
	uri     string
	err     error
}

// NewRuns returns a console on out. A nil paint means no colours.
func NewRuns(out io.Writer, paint Paint) *Runs {
	if paint == nil {
		paint = func(_ Role, s string) string { return s }
	}
	return &Runs{out: out, paint: paint}
}

// Add takes the next result.
func (c *Runs) Add(r reports.Result) {
	if len(c.pending) > 0 && !sameRule(c.pending[0], r) {
		c.flushRule()
	}
	c.pending = append(c.pending, r)
	c.results = append(c.results, r)
}

// Close writes what is left: the last Rule, the failures, the summary. real is
// how long the whole run took. It returns the first error of the writer.
func (c *Runs) Close(run reports.Run, real time.Duration) error {
	if len(c.pending) > 0 {
		c.flushRule()
	}
	c.failures()
	c.warnOfIdle()
	c.summary(run, real)
	return c.err
}

func (c *Runs) printf(format string, args ...any) {
	if c.err == nil {
		_, c.err = fmt.Fprintf(c.out, format, args...)
	}
}

func (c *Runs) flushRule() {
	first := c.pending[0]
	if first.URI != c.uri {
		c.uri = first.URI
		c.printf("%s\n", c.paint(Heading, words.Printable(first.URI)))
	}
	s := reports.Summarise(c.pending)
	var verdict reports.Verdict
	for v := range s.Rules { // the one Rule has one
		verdict = v
	}
	var real time.Duration
	for _, r := range c.pending {
		real += r.Real
	}
	c.printf("  %s  %s  %s %s\n",
		c.paint.Word(verdict),
		words.Printable(first.Rule.Name),
		strings.Join(first.Rule.IDs, " "),
		c.paint(Quiet, fmt.Sprintf("(%s, %s virtual, %s real)", words.Count(s.Ran, "run"), virtual(s.Virtual), human(real))))
	if !slices.ContainsFunc(c.pending, func(r reports.Result) bool { return !r.Idle || r.Verdict != reports.Passed }) {
		c.idle = append(c.idle, first)
	}
	c.pending = nil
}

func sameRule(a, b reports.Result) bool { return a.URI == b.URI && a.Rule.Line == b.Rule.Line }

func (c *Runs) failures() {
	told := 0
	for _, r := range c.results {
		if r.Verdict == reports.Passed || r.Verdict == reports.Expected {
			continue
		}
		if told++; told > maxDetails {
			c.printf("%s %s  reproduce: %s\n", c.paint.Word(r.Verdict), words.Printable(r.Place()), words.Visible(r.Reproduce))
			continue
		}
		c.failure(r)
	}
}

// warnOfIdle names the Rules that hold although nothing happened in any of their
// scenarios: perhaps they prove nothing.
func (c *Runs) warnOfIdle() {
	for _, r := range c.idle {
		c.printf("\n%s %s:%d no message, connection or change of a state happened in this Rule: %s\n",
			c.paint.Word(reports.Warned), words.Printable(r.URI), r.Rule.Line, words.Printable(r.Rule.Name))
	}
}

func (c *Runs) failure(r reports.Result) {
	c.printf("\n%s %s\n", c.paint.Word(r.Verdict), c.paint(Heading, words.Printable(r.Place())))
	c.printf("  Rule: %s  %s\n", words.Printable(r.Rule.Name), strings.Join(r.Rule.IDs, " "))
	c.printf("  Example: %s\n", words.Printable(r.Name))
	for _, l := range r.Explain() {
		c.printf("    %s\n", c.paintLine(words.Printable(l)))
	}
	c.printf("  reproduce: %s\n", words.Visible(r.Reproduce))
	if r.SeeIt != "" {
		c.printf("  see it: %s\n", words.Visible(r.SeeIt))
	}
}

func (c *Runs) paintLine(l string) string {
	switch {
	case strings.HasPrefix(l, string(reports.StepFailed)):
		return c.paint(Bad, l)
	case strings.HasPrefix(l, string(reports.StepSkipped)):
		return c.paint(Quiet, l)
	}
	return l
}

func (c *Runs) summary(run reports.Run, real time.Duration) {
	s := reports.Summarise(c.results)
	rules := 0
	for _, n := range s.Rules {
		rules += n
	}
	c.printf("\n%s: %s\n", words.Count(rules, "rule"), c.verdicts(s.Rules))
	c.printf("%s: %s; %s virtual in %s\n", words.Count(s.Ran, "run"), c.verdicts(s.Verdicts), virtual(s.Virtual), human(real))
	if s.Stale > 0 {
		c.printf("%s passes now: remove its @expected-failure\n", words.Count(s.Stale, "expected failure"))
	}
	if s.Different > 0 {
		c.printf("%s not reproducible\n", words.Count(s.Different, "run"))
	}
	if left := run.Planned - s.Ran; left > 0 {
		c.printf("%s did not happen\n", words.Count(left, "planned run"))
	}
	c.printf("seed %d, schedule seed %d, world %s\n", run.Seed, run.ScheduleSeed, run.World)
}

func (c *Runs) verdicts(n map[reports.Verdict]int) string {
	var out []string
	for _, v := range []reports.Verdict{reports.Passed, reports.Failed, reports.Warned, reports.Expected, reports.NotObserved, reports.NotTestable, reports.NotRun} {
		if n[v] > 0 {
			out = append(out, c.paint(roles[v], fmt.Sprintf("%d %s", n[v], v)))
		}
	}
	if len(out) == 0 {
		return "no result"
	}
	return strings.Join(out, ", ")
}

// virtual is a duration as scenarios count: what is below a millisecond is the
// price of events, not part of the story.
func virtual(d time.Duration) string { return d.Round(time.Millisecond).String() }

// human shortens a real duration.
func human(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(time.Microsecond).String()
}
