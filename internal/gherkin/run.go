package gherkin

import (
	"context"
	"slices"
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

// Keep returns runners that outlive [Run], so that the next one finds their processes
// ready, and a function that closes them.
func Keep(runners []Runner) (kept []Runner, end func()) {
	for _, r := range runners {
		kept = append(kept, keptRunner{r})
	}
	return kept, func() {
		for _, r := range runners {
			r.Close()
		}
	}
}

type keptRunner struct{ Runner }

// Close leaves what the runner holds to the next run.
func (keptRunner) Close() {}

// Options say what happens between jobs.
type Options struct {
	FailFast bool // stop after the first failed result
	// Compare fails every result whose trace is not that of attempt 1 of the same
	// scenario and sets its Difference. It needs TraceDir.
	Compare bool
	// TraceDir is the folder below which the trace of every run is written, as
	// path/of.feature/LINE.WORLD[.ATTEMPT].jsonl; empty = no traces.
	TraceDir string
	// TraceFailed leaves out the traces of runs that passed.
	TraceFailed bool
	// Emit receives every answer in the order of the jobs, however many runners
	// there are. It is called from the goroutine that called Run.
	Emit func(Answer)
}

// Run runs jobs on the runners, closes these and returns. The error is that of a
// runner, or the cause of an ended ctx; answers up to then have been emitted.
func Run(ctx context.Context, jobs []Job, runners []Runner, o Options) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if o.TraceDir != "" {
		jobs = slices.Clone(jobs)
		for i := range jobs {
			jobs[i].TraceFile = jobs[i].traceFile(o.TraceDir)
			jobs[i].TraceFailed = o.TraceFailed
			jobs[i].Scenario.Traced = true
		}
	}
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
	c := collector{options: o, jobs: jobs, waiting: map[int]Answer{}}
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
	jobs    []Job
	waiting map[int]Answer
	next    int
	stopped bool
	first   int // the job that was attempt 1 of the current scenario, if its trace was written; else -1
}

func (c *collector) take(f finished) {
	c.waiting[f.index] = f.answer
	for !c.stopped {
		a, ok := c.waiting[c.next]
		if !ok {
			return
		}
		delete(c.waiting, c.next)
		if c.options.Compare {
			c.compare(c.next, &a)
		}
		c.next++
		a.Result.Trace = a.Trace
		c.options.Emit(a)
		c.stopped = c.options.FailFast && a.Result.Verdict == reports.Failed
	}
}

// compare compares the trace of a job with that of the first attempt. If a worker has
// died, which is a failure already, there is nothing to compare.
func (c *collector) compare(job int, a *Answer) {
	r := &a.Result
	if r.Attempt == 1 {
		c.first = -1
		if a.Trace != "" {
			c.first = job
		}
		return
	}
	if a.Trace == "" || c.first < 0 {
		return
	}
	difference, err := diffFiles(c.jobs[c.first].TraceFile, c.jobs[job].TraceFile, r.Attempt)
	if err != nil {
		a.TraceErr = err.Error()
	}
	if r.Difference = difference; difference != nil {
		r.Verdict = reports.Failed
		r.Error = strings.TrimPrefix(r.Error+"\nthis run is not like the first one", "\n")
		r.Reproduce = r.ReproduceLine()
	}
}
