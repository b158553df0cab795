package judge

import (
	"context"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// Trial is the judging of one subject.
type Trial struct {
	World     gherkin.NewWorld       // makes the world of one example, with the subject in it
	Version   string                 // of mcpsim
	Strict    bool                   // a SHOULD that does not hold fails
	Reproduce func(id string) string // the command line for one check
	Seen      func(n int)            // is told how many examples have run
}

// Run runs jobs of the checks and returns what they found. The end of ctx is an
// error; the results are then those of the checks that had ended before: one that
// is interrupted says nothing about the subject.
func (c *Checks) Run(ctx context.Context, jobs []gherkin.Job, t Trial) ([]reports.Result, error) {
	var results []reports.Result
	executor := &gherkin.Executor{Vocabulary: c.vocabulary, NewWorld: t.World, Version: t.Version}
	err := gherkin.Run(ctx, jobs, []gherkin.Runner{executor}, gherkin.Options{Emit: func(a gherkin.Answer) {
		if ctx.Err() == nil {
			results = append(results, t.judge(a.Result))
			t.Seen(len(results))
		}
	}})
	if err == nil {
		c.baseline.judge(results)
	}
	return results, err
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
