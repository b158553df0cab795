package explore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Campaign explores scenarios. It has one user.
type Campaign struct {
	Runners  []gherkin.Runner // reused; each is closed when it has nothing to do for a while
	Clock    clock.Clock      // real
	Kinds    []string
	Seed     uint64        // where seeds begin
	PerRound int           // runs of each scenario in one round
	For      time.Duration // rounds are repeated for so long; 0 = one round
	Known    []Failure     // of earlier campaigns: they come first
	// Progress is told how many runs there were, and how many failed.
	Progress func(runs, failed int)

	found    report
	subjects []*subject
}

// errTime ends a round whose time is up.
var errTime = errors.New("the time is up")

// batchTime is the real time that one batch is meant to take at most; a worker has
// [gherkin.JobLimit] for it, also on a busy machine.
const batchTime = 4 * time.Second

// enough is the number of failures after which a scenario is left alone: they are likely
// to be one mistake, and some, such as a freeze, take long.
const enough = 25

// costly is as how many failures one counts that has cost a process: a crash or a freeze,
// which takes ten seconds to be noticed.
const costly = enough

// maxBatch is the number of runs that are asked for at once.
const maxBatch = 64

// Explorable leaves out the Rules of mcpsim itself, which pin journals byte by byte and so
// hold for one seed only. It changes jobs.
func Explorable(jobs []gherkin.Job) []gherkin.Job {
	return slices.DeleteFunc(jobs, func(j gherkin.Job) bool {
		return !slices.ContainsFunc(j.Rule.IDs, func(id string) bool { return !strings.HasPrefix(id, "HARNESS-") })
	})
}

// Run explores. What was found until ctx ended is told.
func (c *Campaign) Run(ctx context.Context, jobs []gherkin.Job) (Report, error) {
	begin := c.Clock.Now()
	for _, j := range jobs {
		c.subjects = append(c.subjects, &subject{job: j})
	}
	inner, cancel := ctx, func() {}
	if c.For > 0 {
		inner, cancel = clock.WithTimeout(ctx, c.Clock, c.For)
	}
	defer cancel()
	err := c.rounds(inner)
	if err != nil && ctx.Err() == nil && inner.Err() != nil {
		err = nil // the time is up
	}
	return c.found.end(c.subjects, c.Clock.Since(begin)), err
}

func (c *Campaign) rounds(ctx context.Context) error {
	if err := c.again(ctx); err != nil {
		return err
	}
	if err := c.probe(ctx); err != nil {
		return err
	}
	for left := c.PerRound; left > 0; {
		n := min(left, max(1, mostAtOnce/max(1, len(c.subjects))))
		var tasks []task
		for _, s := range c.subjects {
			if s.failed >= enough {
				continue
			}
			tasks = append(tasks, s.tasks(s.next(c.Kinds, c.Seed, n))...)
		}
		if len(tasks) == 0 {
			return nil
		}
		if err := c.run(ctx, tasks, nil); err != nil {
			return err
		}
		if c.For == 0 {
			left -= n
		}
	}
	return nil
}

// mostAtOnce bounds the variations that are thought of before they are run, of all scenarios
// together: more are those of further rounds.
const mostAtOnce = 200_000

// again runs what failed in earlier campaigns.
func (c *Campaign) again(ctx context.Context) error {
	var tasks []task
	var asked []Failure
	for _, s := range c.subjects {
		for _, f := range c.Known {
			if f.is(s.job.Scenario) {
				tasks = append(tasks, task{s, []gherkin.Variation{f.Variation}})
				asked = append(asked, f)
			}
		}
	}
	if err := c.run(ctx, tasks, nil); err != nil {
		return err
	}
	c.found.judgeKnown(asked)
	return nil
}

// probe runs each scenario as it is and learns what there is to vary.
func (c *Campaign) probe(ctx context.Context) error {
	var tasks []task
	for _, s := range c.subjects {
		tasks = append(tasks, task{s, []gherkin.Variation{{Seed: c.Seed, Laws: true}}})
	}
	return c.run(ctx, tasks, func(t task, a gherkin.Answer) {
		if a.Batch != nil {
			t.subject.learn(a.Batch.Wire, c.Seed)
			t.subject.cost = a.Batch.Real
		}
	})
}

// task is a batch of one subject.
type task struct {
	subject    *subject
	variations []gherkin.Variation
}

// tasks splits variations into batches that do not take too long.
func (s *subject) tasks(all []gherkin.Variation) []task {
	size := maxBatch
	if s.cost > 0 {
		size = max(1, min(size, int(batchTime/s.cost)))
	}
	var out []task
	for len(all) > 0 {
		n := min(size, len(all))
		out = append(out, task{s, all[:n]})
		all = all[n:]
	}
	return out
}

// run runs tasks; learn is told of each, nil = nothing is.
func (c *Campaign) run(ctx context.Context, tasks []task, learn func(task, gherkin.Answer)) error {
	for len(tasks) > 0 {
		jobs := make([]gherkin.Job, len(tasks))
		for i, t := range tasks {
			jobs[i] = t.subject.job
			jobs[i].Batch = &gherkin.Batch{Variations: t.variations, Wire: learn != nil, Enough: enough}
		}
		var left []task
		next := 0
		err := gherkin.Run(ctx, jobs, c.Runners, gherkin.Options{Emit: func(a gherkin.Answer) {
			t := tasks[next]
			next++
			if learn != nil {
				learn(t, a)
			}
			left = append(left, c.take(t, a)...)
			c.Progress(c.found.runs, c.found.failed)
		}})
		if err != nil {
			return err
		}
		tasks = left
	}
	return nil
}

// take adds an answer to what was found and returns what must be run once more: of a
// worker that has died it is not known in which run.
func (c *Campaign) take(t task, a gherkin.Answer) []task {
	if a.Batch == nil && len(t.variations) > 1 {
		var single []task
		for _, v := range t.variations[:min(enough/costly+1, len(t.variations))] {
			single = append(single, task{t.subject, []gherkin.Variation{v}})
		}
		return single
	}
	if a.Batch == nil {
		c.found.add(died(a, t.variations[0]))
		c.found.runs++
		t.subject.failed += costly
		return nil
	}
	c.found.runs += a.Batch.Runs
	for _, f := range a.Batch.Failures {
		c.found.add(f)
	}
	t.subject.failed += len(a.Batch.Failures)
	if a.Spoiled {
		t.subject.failed += costly
	}
	if t.subject.failed >= enough {
		return nil
	}
	if rest := t.variations[a.Batch.Runs:]; len(rest) > 0 {
		return []task{{t.subject, rest}} // the process was not fit to run more
	}
	return nil
}

// died is the answer for a run in which the worker died.
func died(a gherkin.Answer, v gherkin.Variation) gherkin.Answer {
	r := &a.Result
	r.Seed, r.ScheduleSeed, r.OrderSeed, r.Disturb, r.Laws = v.Seed, v.ScheduleSeed, v.OrderSeed, v.Disturb, v.Laws
	r.Reproduce = r.ReproduceLine()
	if a.Signature == nil {
		a.Signature = gherkin.SignatureOf(*r)
	}
	return a
}
