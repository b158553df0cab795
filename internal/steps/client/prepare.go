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
func Prepare(ctx context.Context, b *clientcheck.Bench, jobs, all []gherkin.Job) error {
	ahead := &plan{bench: b, ahead: true, everything: map[bool]bool{}}
	if err := ahead.make(ctx, jobs); err != nil {
		return err
	}
	all = distinct(slices.Concat(all, jobs)) // these may be of features of one's own
	all = slices.DeleteFunc(all, func(j gherkin.Job) bool { return !ahead.everything[isModern(j.Scenario)] })
	if err := ahead.make(ctx, all); err != nil {
		return err
	}
	b.Start(ahead.cases...)
	if len(all) == 0 {
		return nil
	}
	held := &plan{bench: b, everything: map[bool]bool{}}
	if err := held.make(ctx, all); err != nil {
		return err
	}
	b.Expect(held.cases)
	return nil
}

// plan collects the situations of jobs.
type plan struct {
	bench      *clientcheck.Bench
	ahead      bool // it takes preconditions for granted, rather than to wait for their runs
	cases      []clientcheck.Case
	everything map[bool]bool // whether a job asks for all situations, of the era with a handshake (false) and of that without
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
			w.plan = func(s clientcheck.Situation) { p.add(clientcheck.Case{Situation: s, Name: name}) }
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

// add adds a situation that is not yet there.
func (p *plan) add(c clientcheck.Case) {
	known := func(o clientcheck.Case) bool { return o.Situation == c.Situation }
	if !slices.ContainsFunc(p.cases, known) && c.Situation != p.bench.Plain(c.Modern) {
		p.cases = append(p.cases, c)
	}
}
