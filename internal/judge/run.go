package judge

import (
	"context"
	"errors"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// Trial is the judging of one subject.
type Trial struct {
	World     gherkin.NewWorld       // makes the world of one example, with the subject in it
	More      []Side                 // run checks beside those of World
	Version   string                 // of mcpsim
	Strict    bool                   // a SHOULD that does not hold fails
	FailFast  bool                   // the first failure ends the run
	Reproduce func(id string) string // the command line for one check
	Found     func(reports.Result)   // is told each result, in the order of the jobs
	// TraceDir is the folder below which traces are written, but for those of runs that
	// passed with TraceFailed; empty = none are.
	TraceDir    string
	TraceFailed bool
	Running     *Running // is told what runs; nil = nothing is
}

// errFirstFailure ends a run that is to end with the first failure.
var errFirstFailure = errors.New("a check has failed")

// Run runs jobs of the checks and returns what they found. Those that only sum up what
// the others have seen, and those of [Kind].Alone, come last and one at a time. The end
// of ctx is an error; the results are then those of the checks that had ended before: one
// that is interrupted says nothing about the subject.
func (c *Checks) Run(ctx context.Context, jobs []gherkin.Job, t Trial) ([]reports.Result, error) {
	var results []reports.Result
	var causes Causes
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	emit := func(a gherkin.Answer) {
		if inner.Err() != nil {
			return
		}
		r := t.judge(causes.Settle(c.kind.told(a.Result)))
		c.baseline.expect(&r)
		results = append(results, r)
		t.Found(r)
		if t.FailFast && r.Verdict == reports.Failed {
			stop(errFirstFailure)
		}
	}
	together, alone := c.kind.split(jobs)
	sides := t.sides(c.vocabulary)
	options := gherkin.Options{TraceDir: t.TraceDir, TraceFailed: t.TraceFailed, Emit: emit}
	err := gherkin.Run(inner, together, sides, options)
	if err == nil {
		err = gherkin.Run(inner, alone, sides[:1], options)
	}
	if errors.Is(err, errFirstFailure) {
		return results, nil
	}
	if err == nil {
		c.tellUntold(results, t)
		c.baseline.judge(results, c.partial(jobs))
	}
	return results, err
}

// tellUntold tells what was left to a check that has told nothing in the end.
func (c *Checks) tellUntold(results []reports.Result, t Trial) {
	for _, i := range untold(results) {
		r := t.judge(revived(results[i]))
		c.baseline.expect(&r)
		results[i] = r
		t.Found(r)
	}
}

// partial are the places of jobs whose results say only a part: what one shard of several
// has seen.
func (c *Checks) partial(jobs []gherkin.Job) map[string]bool {
	out := map[string]bool{}
	for _, j := range jobs {
		if c.shard.Of > 1 && c.kind.sumsUp(j) {
			out[place(j.Scenario.URI, j.Scenario.Line)] = true
		}
	}
	return out
}

// told is a result with what the kind knows of its check.
func (k Kind) told(r reports.Result) reports.Result {
	if k.SuiteOf != nil {
		r.Suite = k.SuiteOf(r.Rule.IDs[0])
	}
	if k.Practice != nil {
		r.Rule.Practice = k.Practice(r.Rule.IDs[0])
	}
	return r
}

func (t Trial) judge(r reports.Result) reports.Result {
	r.Reproduce = t.Reproduce(strings.Join(r.Rule.IDs, ","))
	if t.Strict && r.Verdict == reports.Warned && r.Level == "SHOULD" {
		r.Verdict = reports.Failed
	}
	return r
}

// Outcome is what all checks together come to.
type Outcome int

// The outcomes.
const (
	Holds     Outcome = iota // nothing failed
	Fails                    // something failed that was not expected to
	Stale                    // nothing failed, but something that was expected to
	Undecided                // no check could be decided
)

// OutcomeOf is the outcome of the results of a complete run.
func OutcomeOf(results []reports.Result) Outcome {
	s := reports.Summarise(results)
	switch {
	case s.Verdicts[reports.Failed] > s.Stale:
		return Fails
	case s.Stale > 0:
		return Stale
	case s.Verdicts[reports.Passed]+s.Verdicts[reports.Warned]+s.Verdicts[reports.Expected] == 0:
		return Undecided
	}
	return Holds
}
