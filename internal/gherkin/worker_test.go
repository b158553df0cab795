package gherkin_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// many has one example for each way to end.
const many = `Feature: f

  @OMP-LC-01
  Rule: r

    Example: one
      Given a counter at 1
      When it counts
      Then the counter is 2

    Example: crashes
      When it prints
      And it crashes

    Example: two
      When it counts
      Then the counter is 1

    Example: freezes
      When it ends with a freeze

    Example: three
      When it counts
      Then the counter is 1
`

func runAll(t *testing.T, text string, o gherkin.Options, s gherkin.Settings, runners ...gherkin.Runner) []reports.Result {
	t.Helper()
	var out []reports.Result
	o.Emit = func(a gherkin.Answer) { out = append(out, a.Result) }
	err := gherkin.Run(context.Background(), gherkin.Plan(examples(feature(t, text)), s), runners, o)
	assert.NilError(t, err)
	return out
}

func names(results []reports.Result) string {
	var out []string
	for _, r := range results {
		out = append(out, r.Name+" "+string(r.Verdict))
	}
	return strings.Join(out, ", ")
}

func TestACrashIsOneFailedScenario(t *testing.T) {
	for _, runners := range [][]gherkin.Runner{{worker(t)}, {worker(t), worker(t)}} {
		results := runAll(t, many, gherkin.Options{}, settings, runners...)
		assert.Equal(t, names(results), "one passed, crashes failed, two passed, freezes failed, three passed")
		crashed := results[1]
		assert.Check(t, is.Contains(crashed.Error, "the worker process died while it ran this scenario: exit status 2"))
		assert.Check(t, is.Contains(crashed.Error, "panic: foreign goroutine"))
		assert.Check(t, is.Contains(crashed.Error, "gherkin_test.crash"))
		assert.Check(t, is.Equal(crashed.Steps[0].Status, reports.StepUnknown))
		assert.Check(t, is.Equal(crashed.Reproduce, "mcpsim run x.feature:11 --seed 1"))
	}
}

func TestAHangIsOneFailedScenario(t *testing.T) {
	w := worker(t)
	w.Limit = 3 * time.Second // the next one is to end within it on a busy machine, too
	text := one("", "hangs", "When it hangs") + "\n    Example: next\n      When it counts\n"
	results := runAll(t, text, gherkin.Options{}, settings, w)
	assert.Equal(t, names(results), "hangs failed, next passed")
	assert.Check(t, is.Contains(results[0].Error, "the scenario hung"))
	assert.Check(t, is.Contains(results[0].Error, "gherkin_test.hang"))
}

func TestWorkersAndExecutorAgree(t *testing.T) {
	text := one("", "e", "Given a counter at 1", `When it says "x"`)
	job := gherkin.Plan(examples(feature(t, text)), settings)[0]
	here, err := executor(t).Run(context.Background(), job)
	assert.NilError(t, err)
	w := worker(t)
	there, err := w.Run(context.Background(), job)
	assert.NilError(t, err)
	w.Close()
	here.Result.Real, there.Result.Real = 0, 0
	assert.DeepEqual(t, here, there)
}

func TestFailFastStopsAfterTheFirstFailure(t *testing.T) {
	results := runAll(t, many, gherkin.Options{FailFast: true}, settings, worker(t), worker(t))
	assert.Equal(t, names(results), "one passed, crashes failed")
}

func TestAnEndedContextEndsTheRun(t *testing.T) {
	text := one("", "first", "When it counts") + "\n    Example: hangs\n      When it hangs\n"
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	emitted := 0
	err := gherkin.Run(ctx, gherkin.Plan(examples(feature(t, text)), settings), []gherkin.Runner{worker(t)}, gherkin.Options{
		Emit: func(gherkin.Answer) { emitted++; cancel(cause) },
	})
	assert.ErrorIs(t, err, cause)
	assert.Equal(t, emitted, 1)
}

func TestAWorkerThatCannotStartEndsTheRun(t *testing.T) {
	w := worker(t)
	w.Command = func() *exec.Cmd { return exec.Command("/does/not/exist") }
	jobs := gherkin.Plan(examples(feature(t, one("", "e", "When it counts"))), settings)
	err := gherkin.Run(context.Background(), jobs, []gherkin.Runner{w}, gherkin.Options{Emit: func(gherkin.Answer) {}})
	assert.ErrorContains(t, err, "starting a worker")
}

func TestCompareFindsTheFirstDifference(t *testing.T) {
	s := settings
	s.Repeat = 3
	text := one("", "stable", "When it counts") + "\n    Example: unstable\n      When it counts\n      And it changes every time\n"
	results := runAll(t, text, gherkin.Options{Compare: true, TraceDir: t.TempDir()}, s, executor(t))
	assert.Equal(t, len(results), 6)
	for _, r := range results[:4] {
		assert.Check(t, r.Difference == nil, r.Name)
	}
	d := results[4].Difference
	assert.Equal(t, d.Attempt, 2)
	assert.Equal(t, d.Line, 4)
	assert.Check(t, is.Contains(d.First, `"kind":"fake.changed"`))
	assert.Check(t, d.First != d.Other)
	assert.Equal(t, results[4].Verdict, reports.Failed)
	assert.Equal(t, results[4].Reproduce, "mcpsim run x.feature:10 --seed 1 --strict-determinism --repeat 2")
}

func TestServeRefusesNonsense(t *testing.T) {
	err := gherkin.Serve(strings.NewReader("nonsense\n"), &bytes.Buffer{}, executor(t))
	assert.ErrorContains(t, err, "reading a job")
}
