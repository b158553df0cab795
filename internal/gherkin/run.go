package gherkin

import (
	"context"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/reports"
)

// Runner runs one job at a time: an [Executor] here, a [Worker] elsewhere.
type Runner interface {
	// Run returns an error only if the job could not be run at all.
	Run(ctx context.Context, job Job) (Answer, error)
	// Close releases what the runner holds. It is called once.
	Close()
}

// Options say what happens between jobs.
type Options struct {
	FailFast bool // stop after the first failed result
	// Compare fails every result whose trace is not that of attempt 1 of the same
	// scenario and sets its Difference. Jobs must ask for their traces.
	Compare bool
	// Emit receives every answer in the order of the jobs, however many runners
	// there are. It is called from the goroutine that called Run.
	Emit func(Answer)
}

// Run runs jobs on the runners, closes these and returns. The error is that of a
// runner, or the cause of an ended ctx; answers up to then have been emitted.
func Run(ctx context.Context, jobs []Job, runners []Runner, o Options) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	q := &queue{jobs: jobs, done: make(chan finished, len(jobs))}
	var all sync.WaitGroup
	for _, r := range runners {
		all.Go(func() {
			defer r.Close()
			q.serve(inner, r)
		})
	}
	go func() { // ends with the runners
		all.Wait()
		close(q.done)
	}()
	c := collector{options: o, waiting: map[int]Answer{}}
	var failure error
	for f := range q.done {
		switch {
		case failure != nil || c.stopped:
		case f.err != nil:
			failure = f.err
			stop(f.err)
		default:
			c.take(f)
			if c.stopped {
				stop(nil)
			}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return failure
}

// finished is an answer on its way from a runner to the collector.
type finished struct {
	index  int
	answer Answer
	err    error
}

// queue hands out jobs in order.
type queue struct {
	jobs []Job
	done chan finished

	mu   sync.Mutex
	next int
}

func (q *queue) take() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == len(q.jobs) {
		return 0, false
	}
	q.next++
	return q.next - 1, true
}

func (q *queue) serve(ctx context.Context, r Runner) {
	for ctx.Err() == nil {
		i, ok := q.take()
		if !ok {
			return
		}
		answer, err := r.Run(ctx, q.jobs[i])
		q.done <- finished{i, answer, err}
		if err != nil {
			return
		}
	}
}

// collector emits answers in order.
type collector struct {
	options Options
	waiting map[int]Answer
	next    int
	stopped bool
	first   Answer // attempt 1 of the current scenario
}

func (c *collector) take(f finished) {
	c.waiting[f.index] = f.answer
	for !c.stopped {
		a, ok := c.waiting[c.next]
		if !ok {
			return
		}
		delete(c.waiting, c.next)
		c.next++
		if c.options.Compare {
			c.compare(&a)
		}
		c.options.Emit(a)
		c.stopped = c.options.FailFast && a.Result.Verdict == reports.Failed
	}
}

func (c *collector) compare(a *Answer) {
	r := &a.Result
	if r.Attempt == 1 {
		c.first = *a
		return
	}
	if a.Trace == "" || c.first.Trace == "" {
		return // a worker died, which is a failure already
	}
	if r.Difference = diffTraces(c.first.Trace, a.Trace, r.Attempt); r.Difference != nil {
		r.Verdict = reports.Failed
		r.Error = strings.TrimPrefix(r.Error+"\nthis run is not like the first one", "\n")
		r.Reproduce = r.ReproduceLine()
	}
}
