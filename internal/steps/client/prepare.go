package client

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// Prepare finds out in which situations jobs run the client, and lets these runs begin
// side by side, so that the checks find them made. all are the jobs of which "every
// situation" speaks; they run only if a job asks for that.
//
// The runs of a slow client cost most of the time, so none is begun for a check before its
// preconditions hold.
func Prepare(ctx context.Context, b *clientcheck.Bench, jobs, all []gherkin.Job) error {
	ahead := newPlan(b)
	ahead.ahead = true
	if err := ahead.make(ctx, jobs); err != nil {
		return err
	}
	all = distinct(slices.Concat(all, jobs)) // these may be of features of one's own
	all = slices.DeleteFunc(all, func(j gherkin.Job) bool { return !ahead.everything[isModernFor(b, j.Scenario)] })
	if err := ahead.make(ctx, all); err != nil {
		return err
	}
	b.Start(ahead.cases...)
	if b.Slow {
		all = distinct(slices.Concat(jobs, all))
	}
	if len(all) == 0 {
		return nil
	}
	held := newPlan(b)
	if err := held.make(ctx, all); err != nil {
		return err
	}
	b.Start(held.cases...)
	b.Expect(held.cases)
	return nil
}

// plan collects the situations of jobs.
type plan struct {
	bench      *clientcheck.Bench
	ahead      bool // it does not wait for the runs of preconditions
	cases      []clientcheck.Case
	everything map[bool]bool      // whether a job asks for all situations, of the era with a handshake (false) and of that without
	told       map[[2]string]bool // the checks that have a situation, by their file and name
}

func newPlan(b *clientcheck.Bench) *plan {
	return &plan{bench: b, everything: map[bool]bool{}, told: map[[2]string]bool{}}
}

// distinct leaves out the jobs whose scenario is there already.
func distinct(jobs []gherkin.Job) (out []gherkin.Job) {
	seen := map[string]bool{}
	for _, job := range jobs {
		place := fmt.Sprint(job.Scenario.URI, job.Scenario.Line)
		if !seen[place] {
			out = append(out, job)
		}
		seen[place] = true
	}
	return out
}

// errPlanned ends a scenario that was only asked for its situation.
var errPlanned = verdict.NotObserved("this is only planned")

// make takes each job up to where the client would run. A job that does not come so
// far, because a precondition does not hold, adds no situation.
func (p *plan) make(ctx context.Context, jobs []gherkin.Job) error {
	vocabulary, err := Compiled()
	if err != nil {
		return err
	}
	for _, job := range jobs {
		name := strings.Join(job.Rule.IDs, " ") + ", " + job.Scenario.Name
		open := func(_ *testing.T, s gherkin.Scenario) gherkin.World {
			w := newWorld(p.bench, s)
			w.ahead = p.ahead
			w.plan = func(s clientcheck.Situation) { p.add(clientcheck.Case{Situation: s, Name: name, Rank: p.rank(job)}) }
			w.planAll = func() { p.everything[w.modern] = true }
			return w
		}
		executor := &gherkin.Executor{Vocabulary: vocabulary, NewWorld: open}
		if _, err := executor.Run(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// rank is that of the next situation of a job: the first one of a check tells most.
func (p *plan) rank(job gherkin.Job) clientcheck.Rank {
	check := [2]string{job.Scenario.URI, job.Rule.Name}
	if p.told[check] {
		return clientcheck.Variation
	}
	p.told[check] = true
	return clientcheck.Telling
}

// add adds a situation that is not yet there.
func (p *plan) add(c clientcheck.Case) {
	known := func(o clientcheck.Case) bool { return o.Situation == c.Situation }
	if !slices.ContainsFunc(p.cases, known) && c.Situation != p.bench.Plain(c.Modern) {
		p.cases = append(p.cases, c)
	}
}
