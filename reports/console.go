package reports

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Role is what a piece of console text is, for whoever colours it.
type Role int

// The roles. Colour never carries meaning alone: each text says it in words.
const (
	Plain Role = iota
	Good
	Bad
	Doubtful
	Heading
	Quiet
)

// Paint gives a text the look of its role. Without colours it returns s.
type Paint func(role Role, s string) string

// maxDetails bounds how many failures are told in full.
const maxDetails = 20

// Console writes results for a person as they come: one line per Rule, grouped
// by feature, then the failures and a summary. Results of one Rule must come one
// after the other. It is not safe for concurrent use. Errors of the writer are
// kept and returned by Close.
type Console struct {
	out     io.Writer
	paint   Paint
	results []Result
	pending []Result // of the Rule that is not complete yet
	uri     string
	err     error
}

// NewConsole returns a console on out. A nil paint means no colours.
func NewConsole(out io.Writer, paint Paint) *Console {
	if paint == nil {
		paint = func(_ Role, s string) string { return s }
	}
	return &Console{out: out, paint: paint}
}

// Add takes the next result.
func (c *Console) Add(r Result) {
	if len(c.pending) > 0 && c.pending[0].rule() != r.rule() {
		c.flushRule()
	}
	c.pending = append(c.pending, r)
	c.results = append(c.results, r)
}

// Close writes what is left: the last Rule, the failures, the summary. real is
// how long the whole run took. It returns the first error of the writer.
func (c *Console) Close(run Run, real time.Duration) error {
	if len(c.pending) > 0 {
		c.flushRule()
	}
	c.failures()
	c.summary(run, real)
	return c.err
}

func (c *Console) printf(format string, args ...any) {
	if c.err == nil {
		_, c.err = fmt.Fprintf(c.out, format, args...)
	}
}

var verdictWords = map[Verdict]string{
	Passed: "pass", Failed: "FAIL", Warned: "warn", KnownGap: "gap", Expected: "gap", NotObserved: "none", NotTestable: "skip",
}

var roles = map[Verdict]Role{
	Passed: Good, Failed: Bad, Warned: Doubtful, KnownGap: Doubtful, Expected: Doubtful, NotObserved: Quiet, NotTestable: Quiet,
}

func (c *Console) flushRule() {
	first := c.pending[0]
	if first.URI != c.uri {
		c.uri = first.URI
		c.printf("%s\n", c.paint(Heading, first.URI))
	}
	s := Summarise(c.pending)
	var verdict Verdict
	var real time.Duration
	for _, r := range c.pending {
		verdict = worse(verdict, r.Verdict)
		real += r.Real
	}
	c.printf("  %s  %s  %s %s\n",
		c.paint(roles[verdict], fmt.Sprintf("%-4s", verdictWords[verdict])),
		first.Rule.Name,
		strings.Join(first.Rule.IDs, " "),
		c.paint(Quiet, fmt.Sprintf("(%s, %s virtual, %s real)", count(s.Ran, "run"), virtual(s.Virtual), human(real))))
	c.pending = nil
}

func (c *Console) failures() {
	told := 0
	for _, r := range c.results {
		if r.Verdict == Passed || r.Verdict == KnownGap || r.Verdict == Expected {
			continue
		}
		if told++; told > maxDetails {
			c.printf("%s %s  reproduce: %s\n", c.paint(roles[r.Verdict], verdictWords[r.Verdict]), r.Place(), r.Reproduce)
			continue
		}
		c.failure(r)
	}
}

func (c *Console) failure(r Result) {
	c.printf("\n%s %s\n", c.paint(roles[r.Verdict], verdictWords[r.Verdict]), c.paint(Heading, r.Place()))
	c.printf("  Rule: %s  %s\n", r.Rule.Name, strings.Join(r.Rule.IDs, " "))
	c.printf("  Example: %s\n", r.Name)
	for _, l := range failureText(r) {
		c.printf("    %s\n", c.paintLine(l))
	}
	c.printf("  reproduce: %s\n", r.Reproduce)
}

func (c *Console) paintLine(l string) string {
	switch {
	case strings.HasPrefix(l, string(StepFailed)):
		return c.paint(Bad, l)
	case strings.HasPrefix(l, string(StepSkipped)):
		return c.paint(Quiet, l)
	}
	return l
}

func (c *Console) summary(run Run, real time.Duration) {
	s := Summarise(c.results)
	rules := 0
	for _, n := range s.Rules {
		rules += n
	}
	c.printf("\n%s: %s\n", count(rules, "rule"), c.verdicts(s.Rules))
	c.printf("%s: %s; %s virtual in %s\n", count(s.Ran, "run"), c.verdicts(s.Verdicts), virtual(s.Virtual), human(real))
	if s.Stale > 0 {
		c.printf("%s passes now: remove its @known-gap\n", count(s.Stale, "known gap"))
	}
	if s.Different > 0 {
		c.printf("%s not reproducible\n", count(s.Different, "run"))
	}
	if left := run.Planned - s.Ran; left > 0 {
		c.printf("%s did not happen\n", count(left, "planned run"))
	}
	c.printf("seed %d, schedule seed %d, world %s\n", run.Seed, run.ScheduleSeed, run.World)
}

func (c *Console) verdicts(n map[Verdict]int) string {
	var out []string
	for _, v := range []Verdict{Passed, Failed, Warned, KnownGap, Expected, NotObserved, NotTestable} {
		if n[v] > 0 {
			out = append(out, c.paint(roles[v], fmt.Sprintf("%d %s", n[v], v)))
		}
	}
	return strings.Join(out, ", ")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
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
