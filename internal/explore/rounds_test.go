package explore

import (
	"context"
	"errors"
	goruntime "runtime"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// counting counts variations and runs none. It says when it has had its fill.
type counting struct {
	n, most int
	full    context.CancelCauseFunc
}

func (c *counting) Run(_ context.Context, job gherkin.Job) (gherkin.Answer, error) {
	c.n += len(job.Batch.Variations)
	if c.n > c.most {
		c.full(errFull)
	}
	return gherkin.Answer{Batch: &gherkin.BatchAnswer{Runs: len(job.Batch.Variations)}}, nil
}

func (c *counting) Close() {}

var errFull = errors.New("interrupted")

// What is to be run is thought of in rounds: a number that no machine ends with costs no
// memory, and can be interrupted. All that were asked for are run.
func TestManyRunsAreThoughtOfInRounds(t *testing.T) {
	for runs, most := range map[int]int{1 << 40: 1_000_000, 2_500: 1 << 40} {
		ctx, cancel := context.WithCancelCause(t.Context())
		runner := &counting{most: most, full: cancel}
		c := Campaign{Runners: []gherkin.Runner{runner}, Clock: clock.Real(), Kinds: Kinds(), Seed: 1, PerRound: runs, Progress: func(int, int) {}}
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		_, err := c.Run(ctx, make([]gherkin.Job, 500))
		goruntime.ReadMemStats(&after)
		used := after.TotalAlloc - before.TotalAlloc
		assert.Check(t, used < 2<<30, "%d bytes", used)
		if runs == 2_500 {
			assert.NilError(t, err)
			assert.Equal(t, runner.n, 500+500*runs) // each once as it is
		} else {
			assert.ErrorIs(t, err, errFull)
			assert.Check(t, runner.n < most+mostAtOnce, runner.n)
		}
		cancel(nil)
	}
}
