package shrink

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// Job is what is to be made smaller. It has one user.
type Job struct {
	Runner    gherkin.Runner // is not closed
	Example   *gherkin.Example
	URI       string
	Variation gherkin.Variation
	// Keep are events that the smaller scenario must have as well: their kind, or kind and
	// server, such as "conn.lost docs".
	Keep []string
	// Limit is the number of runs that may be made; 0 = 5,000.
	Limit int
}

// Result is the smaller scenario and what is known of it.
type Result struct {
	Draft     gherkin.Draft
	Variation gherkin.Variation
	Signature gherkin.Signature
	Steps     int // of the original that were run up to the failure
	Runs      int
	Values    []Value // that are left
	Slips     []Slip
	AnySeed   bool // it fails so with other seeds, too
	Whole     bool // the limit was not reached
}

// Value is a time or a number of the smaller scenario.
type Value struct {
	Text   string   // with its key, if it is a member
	Where  string   // its line
	Same   []string // other values with which it fails in the same way
	Others []string // values with which it does not
}

// Slip is a smaller scenario that fails for another reason.
type Slip struct {
	Without   string // what was left out or changed
	Signature gherkin.Signature
}

// PassedError says that there is nothing to make smaller.
type PassedError struct{ Text string }

func (e *PassedError) Error() string { return e.Text }

const (
	defaultLimit = 5000
	maxSlips     = 3
)

// shrinker is a job under way.
type shrinker struct {
	Job
	ctx    context.Context
	model  *model
	want   gherkin.Signature
	known  map[string]bool
	runs   int
	failed error // of the runner, or of ctx
	slips  []Slip
}

// Run makes the scenario smaller.
func (j Job) Run(ctx context.Context) (Result, error) {
	if j.Limit == 0 {
		j.Limit = defaultLimit
	}
	s := &shrinker{Job: j, ctx: ctx, known: map[string]bool{}, model: newModel(j.Example.Draft(), j.Variation.Disturb)}
	answer, err := s.run(s.model.current())
	switch {
	case err != nil:
		return Result{}, err
	case answer.Result.Verdict != reports.Failed:
		return Result{}, &PassedError{"the scenario passes: there is nothing to make smaller; give the seeds with which it fails"}
	case !keeps(answer.Seen, j.Keep):
		return Result{}, &PassedError{fmt.Sprintf("what --keep names does not happen before the failure; there happened %s", strings.Join(answer.Seen, ", "))}
	}
	s.want = *signatureOf(answer)
	before := s.fix()
	s.structure()
	s.smallValues()
	s.structure()
	out := Result{Signature: s.want, Steps: before, Slips: s.slips}
	out.Values, out.AnySeed = s.explain(), s.anySeed()
	out.Draft, j.Variation.Disturb = s.model.current()
	out.Variation, out.Runs, out.Whole = j.Variation, s.runs, s.runs < j.Limit
	return out, s.failed
}

func signatureOf(a gherkin.Answer) *gherkin.Signature {
	if a.Signature != nil {
		return a.Signature
	}
	return gherkin.SignatureOf(a.Result) // the process died
}

// fix marks the step that fails and leaves out those behind it, which were not run. It
// returns how many steps were.
func (s *shrinker) fix() int {
	steps := s.model.steps
	last := -1
	for i, one := range steps {
		if one.String() == s.want.Step {
			last = i
		}
	}
	if last < 0 {
		return len(steps) // it fails at the end
	}
	steps[last].fixed = true
	for _, one := range steps[last+1:] {
		one.gone = true
	}
	return last + 1
}

// run runs a scenario.
func (s *shrinker) run(d gherkin.Draft, disturb []string) (gherkin.Answer, error) {
	v := s.Variation
	v.Disturb = disturb
	job := gherkin.Job{
		Scenario: gherkin.Scenario{
			URI: s.URI, Line: s.Example.Line, Feature: d.Feature, Rule: d.Rule, IDs: d.IDs, Name: d.Name, Tags: s.Example.Tags,
			World: gherkin.Virtual, Variation: v,
		},
		Rule:    reports.Rule{Name: d.Rule, IDs: d.IDs},
		Attempt: 1,
		Sign:    true,
	}
	for _, one := range d.Steps {
		job.Needs = append(job.Needs, one.Needs())
		job.Steps = append(job.Steps, reports.Step{Keyword: string(one.Keyword), Text: one.Text, Status: reports.StepSkipped})
	}
	s.runs++
	return s.Runner.Run(s.ctx, job)
}

// same reports whether the model fails in the same way now. without says what was changed.
func (s *shrinker) same(without string) bool {
	if s.failed != nil || s.runs >= s.Limit {
		return false
	}
	d, disturb := s.model.current()
	key := d.Text() + strings.Join(disturb, "\n")
	if known, ok := s.known[key]; ok {
		return known
	}
	answer, err := s.run(d, disturb)
	if err != nil {
		s.failed = err
		return false
	}
	same := answer.Result.Verdict == reports.Failed && *signatureOf(answer) == s.want && keeps(answer.Seen, s.Keep)
	s.known[key] = same
	if !same && answer.Result.Verdict == reports.Failed {
		s.slipped(without, answer)
	}
	return same
}

// keeps reports whether all events that must be there are.
func keeps(seen, keep []string) bool {
	return !slices.ContainsFunc(keep, func(want string) bool {
		return !slices.ContainsFunc(seen, func(s string) bool { return s == want || strings.HasPrefix(s, want+" ") })
	})
}

// slipped notes another reason to fail. A scenario that cannot be run is none.
func (s *shrinker) slipped(without string, a gherkin.Answer) {
	sig := *signatureOf(a)
	lost := slices.ContainsFunc([]string{"never acted", "never happened", "in this scenario"}, func(s string) bool {
		return strings.Contains(sig.Difference, s)
	})
	i := slices.IndexFunc(a.Result.Steps, func(one reports.Step) bool { return one.Status == reports.StepFailed })
	judges := i < 0 || sig.Step == gherkin.LawStep || gherkin.Keyword(a.Result.Steps[i].Keyword) == gherkin.Then
	if lost || !judges || len(s.slips) == maxSlips ||
		slices.ContainsFunc(s.slips, func(o Slip) bool { return o.Signature == sig }) {
		return
	}
	s.slips = append(s.slips, Slip{without, sig})
}
