package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/explore"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Limits of plans.
const (
	maxSeeds = 1_000_000_000
	maxItems = 10_000_000
	minAck   = 100 * time.Millisecond
)

// planFlags are the flags of `mcpsim-explore plan`.
type planFlags struct {
	queueFlags
	tags              string
	seed, seeds, span uint64
	vary              []string
	ack               time.Duration
}

func planCommand(u *ui.UI) *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use:   "plan [PATH | PATH:LINE ...]",
		Short: "Put ranges of seeds into the queue",
		Long: `Puts scenarios and ranges of seeds into the queue. The same command again is no
harm: what is there or done is left alone, so it completes what was interrupted.

A range of N seeds from S is what mcpsim run PATH:LINE --explore N --seed S does.`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return f.put(cmd.Context(), u, args) }),
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.tags, "tags", "", "only scenarios with these tags: a tag expression, see mcpsim help tags")
	flags.Uint64Var(&f.seed, "seed", 1, "the first seed")
	flags.Uint64Var(&f.seeds, "seeds", 1000, "how many seeds of each scenario")
	flags.Uint64Var(&f.span, "range", 200, "how many of them are one range: some seconds of work")
	flags.StringSliceVar(&f.vary, "vary", explore.Kinds(), "what exploring varies, see mcpsim help explore")
	flags.DurationVar(&f.ack, "ack-wait", 30*time.Second, "after this silence of its worker a range is given to another one")
	ui.Complete(cmd, "vary", ui.Values(explore.Kinds()...))
	return cmd
}

// check returns a usage error for values that cannot be used.
func (f planFlags) check() error {
	switch {
	case f.seeds < 1 || f.seeds > maxSeeds:
		return ui.Usage(fmt.Errorf("--seeds %d: want 1 to %d", f.seeds, maxSeeds))
	case f.span < 1 || f.span > f.seeds:
		return ui.Usage(fmt.Errorf("--range %d: want 1 to the number of seeds, %d", f.span, f.seeds))
	case f.ack < minAck:
		return ui.Usage(fmt.Errorf("--ack-wait %s: want %s or more", f.ack, minAck))
	}
	for _, kind := range f.vary {
		if !slices.Contains(explore.Kinds(), kind) {
			return ui.Usage(fmt.Errorf("--vary %s: there are %s%s", kind, strings.Join(explore.Kinds(), ", "), words.DidYouMean(kind, explore.Kinds())))
		}
	}
	return nil
}

func (f planFlags) put(ctx context.Context, u *ui.UI, paths []string) error {
	if err := f.check(); err != nil {
		return err
	}
	jobs, err := scenarios(paths, f.tags)
	if err != nil {
		return ui.Usage(err)
	}
	if jobs = explore.Explorable(jobs); len(jobs) == 0 {
		return ui.Fail(ui.ExitNothing, errors.New("these paths hold no scenario that can be explored"))
	}
	if ranges := (f.seeds + f.span - 1) / f.span * uint64(len(jobs)); ranges > maxItems {
		return ui.Usage(fmt.Errorf("%d ranges: want up to %d, so a larger --range", ranges, maxItems))
	}
	q, err := f.open(ctx, u, true)
	if err != nil {
		return err
	}
	defer q.close()
	p := plan{Version: version, Mcpsim: ui.Source(), Seed: f.seed, Seeds: f.seeds, Range: f.span, Kinds: f.vary, Ack: f.ack}
	fresh, err := q.put(ctx, &p, jobs)
	if err != nil {
		return err
	}
	fmt.Fprintf(u.Out, "%s of %s, %d new\n", words.Count(len(p.items()), "range"), words.Count(len(jobs), "scenario"), fresh)
	return nil
}

// put puts a plan into the queue, first what its items need, and returns how many of these
// were neither there nor done.
func (q *queue) put(ctx context.Context, p *plan, jobs []gherkin.Job) (fresh int, err error) {
	for _, job := range jobs {
		key := hashed(job)
		if _, err := q.keep(ctx, jobPrefix+key, job); err != nil {
			return 0, ui.Fail(ui.ExitUnreachable, fmt.Errorf("storing a scenario: %w", err))
		}
		p.Jobs = append(p.Jobs, key)
	}
	if _, err := q.keep(ctx, planKey, p); err != nil {
		return 0, ui.Fail(ui.ExitUnreachable, fmt.Errorf("storing the plan: %w", err))
	}
	there, err := q.plan(ctx)
	if err != nil {
		return 0, err
	}
	if !reflect.DeepEqual(there, *p) {
		return 0, ui.Usage(errors.New("the campaign has another plan: give this one a --campaign of its own"))
	}
	if err := q.hire(ctx, p.Ack); err != nil {
		return 0, ui.Fail(ui.ExitUnreachable, fmt.Errorf("making the queue: %w", err))
	}
	for _, i := range p.items() {
		added, err := q.add(ctx, i)
		if err != nil {
			return fresh, ui.Fail(ui.ExitUnreachable, fmt.Errorf("filling the queue: %w", err))
		}
		if added {
			fresh++
		}
	}
	return fresh, nil
}

// hire makes the consumer that all workers share.
func (q *queue) hire(ctx context.Context, ack time.Duration) error {
	_, err := q.js.CreateOrUpdateConsumer(ctx, q.work, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ack, MaxAckPending: -1,
	})
	return err
}

// add puts an item into the queue if it is neither there nor done.
func (q *queue) add(ctx context.Context, i item) (added bool, err error) {
	done, err := q.read(ctx, resultPrefix+i.key(), &result{})
	if err != nil || done {
		return false, err
	}
	data, err := json.Marshal(i)
	if err != nil {
		return false, err
	}
	_, err = q.js.Publish(ctx, q.work+"."+i.key(), data)
	if refused := (*jetstream.APIError)(nil); errors.As(err, &refused) && strings.Contains(refused.Description, "per subject") {
		return false, nil // it is there
	}
	return err == nil, err
}
