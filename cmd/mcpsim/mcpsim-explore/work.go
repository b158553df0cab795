package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/explore"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Times of workers.
const (
	waiting  = time.Second // how long the queue is asked for an item, and for the next try after an error
	patience = 60          // errors in a row after which a worker gives up
)

// workFlags are the flags of `mcpsim-explore work`.
type workFlags struct {
	queueFlags
	processes int
}

func workCommand(u *ui.UI) *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Take ranges from the queue until none is left",
		Long: `Takes ranges from the queue, runs them and stores what came out, until every range
of the campaign is done, by this worker or by others. One that is interrupted gives
back what it has.`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error { return f.work(cmd.Context(), u) }),
	}
	f.add(cmd)
	cmd.Flags().IntVarP(&f.processes, "jobs", "j", 0, "ranges to work at at the same time; 0 = one per processor")
	return cmd
}

func (f workFlags) work(ctx context.Context, u *ui.UI) error {
	if f.processes < 0 {
		return ui.Usage(fmt.Errorf("-j %d: want a number of ranges", f.processes))
	}
	if f.processes == 0 {
		f.processes = goruntime.NumCPU()
	}
	executable, err := os.Executable()
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("finding this program: %w", err))
	}
	q, err := f.open(ctx, u, false)
	if err != nil {
		return err
	}
	defer q.close()
	p, err := q.plan(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	errs := make([]error, f.processes)
	var all sync.WaitGroup
	for i := range errs {
		w := worker{ui: u, queue: q, plan: p, clock: clock.Real(), name: fmt.Sprintf("%s/%d.%d", host(), os.Getpid(), i+1)}
		all.Go(func() {
			if errs[i] = w.work(ctx, child(executable, u.Environ)); errs[i] != nil {
				stop(errs[i])
			}
		})
	}
	all.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return context.Cause(ctx) // the first one
	}
	return nil
}

func host() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// child returns a runner that starts this program again, with one processor: the goroutines
// of a bubble take turns anyway.
func child(executable string, environ []string) *gherkin.Worker {
	return &gherkin.Worker{Clock: clock.Real(), Command: func() *exec.Cmd {
		cmd := exec.Command(executable, workerName)
		cmd.Env = append(slices.Clone(environ), "GOMAXPROCS=1")
		return cmd
	}}
}

// worker takes one item at a time.
type worker struct {
	ui    *ui.UI
	queue *queue
	plan  plan
	clock clock.Clock
	name  string
}

// work takes items until none is left. It survives a queue that is away for a while.
func (w *worker) work(ctx context.Context, runner gherkin.Runner) error {
	runners, end := gherkin.Keep([]gherkin.Runner{runner})
	defer end()
	for failed := 0; ; {
		over, err := w.one(ctx, runners)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil && over:
			return nil
		case err == nil:
			failed = 0
			continue
		}
		if failed++; failed == patience {
			return ui.Fail(ui.ExitUnreachable, fmt.Errorf("giving up after %d errors in a row: %w", patience, err))
		}
		w.ui.Hint("%s: %s; trying again", w.name, words.Printable(err.Error()))
		if err := clock.Sleep(ctx, w.clock, waiting); err != nil {
			return err
		}
	}
}

// one takes an item and works at it; over says that none is left.
func (w *worker) one(ctx context.Context, runners []gherkin.Runner) (over bool, err error) {
	consumer, err := w.queue.js.Consumer(ctx, w.queue.work, consumerName)
	if err != nil {
		return false, fmt.Errorf("asking for a range: %w", err)
	}
	msg, err := consumer.Next(jetstream.FetchMaxWait(waiting))
	switch {
	case errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages):
		return w.over(ctx)
	case err != nil:
		return false, fmt.Errorf("asking for a range: %w", err)
	}
	var i item
	if err := json.Unmarshal(msg.Data(), &i); err != nil {
		return false, errors.Join(fmt.Errorf("reading a range: %w", err), msg.Term())
	}
	if err := w.take(ctx, msg, i, runners); err != nil {
		_ = msg.Nak() // at once; without it after the silence
		return false, err
	}
	return false, nil
}

// over reports whether every item was acknowledged.
func (w *worker) over(ctx context.Context) (bool, error) {
	stream, err := w.queue.js.Stream(ctx, w.queue.work)
	if err != nil {
		return false, fmt.Errorf("asking what is left: %w", err)
	}
	return stream.CachedInfo().State.Msgs == 0, nil
}

// take works at an item unless another worker has done that, and acknowledges it when
// everything is stored. While it does, the queue is told that it lives.
func (w *worker) take(ctx context.Context, msg jetstream.Msg, i item, runners []gherkin.Runner) error {
	done, err := w.queue.read(ctx, resultPrefix+i.key(), &result{})
	if err != nil {
		return err
	}
	if done {
		return msg.DoubleAck(ctx)
	}
	w.ui.Hint("%s: %s from seed %d", w.name, i.Job, i.Seed)
	over := make(chan struct{})
	var beating sync.WaitGroup
	beating.Go(func() { w.beat(msg, over) })
	defer beating.Wait()
	defer close(over)
	begin := w.clock.Now()
	found, err := w.explore(ctx, i, runners)
	if err != nil {
		return err
	}
	r := result{Runs: found.Runs, Failed: found.Failed, Worker: w.name, Took: float64(w.clock.Since(begin)) / float64(time.Millisecond)}
	if meta, err := msg.Metadata(); err == nil {
		r.Delivery = meta.NumDelivered
	}
	if err := w.store(ctx, i, r, found.Groups); err != nil {
		return err
	}
	return msg.DoubleAck(ctx)
}

// store keeps the failures of an item, and then its result: what has a result is complete.
func (w *worker) store(ctx context.Context, i item, r result, groups []explore.Group) error {
	for _, g := range groups {
		f := failure{g.Signature, g.First.Place(), g.First.Reproduce}
		if _, err := w.queue.keep(ctx, failurePrefix+f.key(), f); err != nil {
			return fmt.Errorf("storing a failure: %w", err)
		}
		r.Failures = append(r.Failures, f.key())
	}
	if _, err := w.queue.keep(ctx, resultPrefix+i.key(), r); err != nil {
		return fmt.Errorf("storing a result: %w", err)
	}
	return nil
}

// beat tells the queue that the item is worked at, three times as often as it has to.
func (w *worker) beat(msg jetstream.Msg, over <-chan struct{}) {
	timer := w.clock.NewTimer(w.plan.Ack / 3)
	defer timer.Stop()
	for {
		select {
		case <-over:
			return
		case <-timer.Chan():
			_ = msg.InProgress() // if it is lost, another worker does the same
			timer.Reset(w.plan.Ack / 3)
		}
	}
}

// explore does what the item asks for.
func (w *worker) explore(ctx context.Context, i item, runners []gherkin.Runner) (explore.Report, error) {
	var job gherkin.Job
	ok, err := w.queue.read(ctx, jobPrefix+i.Job, &job)
	if err == nil && !ok {
		err = errors.New("the scenario of a range is not there: " + strings.ToValidUTF8(i.Job, "?"))
	}
	if err != nil {
		return explore.Report{}, err
	}
	c := explore.Campaign{
		Runners: runners, Clock: w.clock, Kinds: w.plan.Kinds, Seed: i.Seed, PerRound: int(min(i.Runs, maxSeeds)),
		Progress: func(int, int) {},
	}
	return c.Run(ctx, []gherkin.Job{job})
}
