package gherkin_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// one wraps steps into a feature with one example.
func one(tags, name string, steps ...string) string {
	return "Feature: f\n\n  @OMP-LC-01\n  Rule: r\n\n    " + tags + "\n    Example: " + name +
		"\n      " + strings.Join(steps, "\n      ") + "\n"
}

func execute(t *testing.T, text string) gherkin.Answer {
	t.Helper()
	return executeTraced(t, text, "")
}

// executeTraced writes the trace to a file.
func executeTraced(t *testing.T, text, file string) gherkin.Answer {
	t.Helper()
	jobs := gherkin.Plan(examples(feature(t, text)), settings)
	assert.Equal(t, len(jobs), 1)
	jobs[0].TraceFile = file
	a, err := executor(t).Run(context.Background(), jobs[0])
	assert.NilError(t, err)
	assert.Check(t, a.Trace == file, a.TraceErr)
	return a
}

func TestVerdicts(t *testing.T) {
	fails := []string{"Given a counter at 1", "When it counts", "Then the counter is 3", "When it counts"}
	holds := []string{"Given a counter at 1", "When it counts", "Then the counter is 2"}
	for _, c := range []struct {
		name    string
		text    string
		verdict reports.Verdict
		error   string
	}{
		{"passes", one("", "e", holds...), reports.Passed, ""},
		{"fails", one("", "e", fails...), reports.Failed, "the counter is 2\n-3\n+2"},
		{"should", one("@should", "e", fails...), reports.Warned, "the counter is 2"},
		{"should passes", one("@should", "e", holds...), reports.Passed, ""},
		{"expected failure", one("@expected-failure", "e", fails...), reports.Expected, "the counter is 2"},
		{"expected failure is gone", one("@expected-failure", "e", holds...), reports.Failed, "remove @expected-failure"},
		{"panic in a step", one("", "e", "When it panics"), reports.Failed, "panic: boom"},
		{"pending step", one("", "e", "When it is left pending"), reports.Failed, "pending"},
		{"skipped step", one("", "e", "When it is left skipped"), reports.Failed, "skipped"},
		{"leak at the end", one("", "e", "When it ends with a leak"), reports.Failed, "a leak"},
		{"leak is no warning", one("@should", "e", "When it ends with a leak"), reports.Failed, "a leak"},
		{"leak as an expected failure", one("@expected-failure", "e", "When it ends with a leak"), reports.Expected, "a leak"},
		{"panic at the end", one("", "e", "When it ends with a broken finish"), reports.Failed, "panic: finish is broken"},
		{"both", one("", "e", "When it ends with a leak", "Then the counter is 9"), reports.Failed, "and at the end: a leak"},
		{"no world", one("", "no world", holds...), reports.Failed, "panic: no world today"},
		{"number too big", one("", "e", "Given a counter at 99999999999999999999"), reports.Failed, "out of range"},
	} {
		r := execute(t, c.text).Result
		assert.Check(t, is.Equal(r.Verdict, c.verdict), c.name)
		assert.Check(t, is.Contains(r.Error, c.error), c.name)
		assert.Check(t, is.Equal(r.Stale, c.name == "expected failure is gone"), c.name)
		assert.Check(t, is.Equal(r.Verdict == reports.Passed, r.Error == ""), c.name)
	}
}

func TestStepsKeepTheirStatusAndKeyword(t *testing.T) {
	r := execute(t, one("", "e", "Given a counter at 1", "And a counter at 2", "Then the counter is 3", "But the counter is 2")).Result
	assert.DeepEqual(t, r.Steps, []reports.Step{
		{Keyword: "Given", Text: "a counter at 1", Line: 8, Status: reports.StepPassed},
		{Keyword: "And", Text: "a counter at 2", Line: 9, Status: reports.StepPassed},
		{Keyword: "Then", Text: "the counter is 3", Line: 10, Status: reports.StepFailed},
		{Keyword: "But", Text: "the counter is 2", Line: 11, Status: reports.StepSkipped},
	})
	assert.Equal(t, r.Reproduce, "mcpsim run x.feature:7 --seed 1")
	assert.DeepEqual(t, r.Timeline, []string{
		"       0.000 ms  step  step.start Given a counter at 1",
		"    1000.000 ms  step  step.start And a counter at 2",
		"    2000.000 ms  step  step.start Then the counter is 3",
		"    3000.000 ms  step  step.fail Then the counter is 3",
	})
}

func TestBlocksReachTheirStep(t *testing.T) {
	text := one("", "text", "Given a counter of these lines:", "# text", `  """`, "  a", "  b", `  """`, "Then the counter is 2",
		`And the lines stood at "x.feature:11:9"`)
	assert.Equal(t, execute(t, text).Result.Error, "")
	table := one("", "table", "Given a counter of these rows:", "  | a |", "  | b |", "  | c |", "Then the counter is 3")
	assert.Equal(t, execute(t, table).Result.Verdict, reports.Passed)
}

func TestSecretsAreNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.jsonl")
	a := executeTraced(t, one("", "e", `Given the secret "hunter2"`, `When it says "hunter2 is it"`), file)
	assert.Equal(t, a.Result.Error, "it said [redacted] is it")
	for _, l := range a.Result.Timeline {
		assert.Check(t, !strings.Contains(l, "hunter2"), l)
	}
	for _, s := range a.Result.Steps {
		assert.Check(t, !strings.Contains(s.Text, "hunter2"), s.Text)
	}
	trace, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Check(t, !strings.Contains(string(trace), "hunter2"), string(trace))
}

func TestTraceIsReadable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "folder", "trace.jsonl")
	executeTraced(t, one("", "e", "Given a counter at 5"), file)
	text, err := os.ReadFile(file)
	assert.NilError(t, err)
	trace, err := reports.ReadTrace(bytes.NewReader(text))
	assert.NilError(t, err)
	assert.Equal(t, trace.Header.Mcpsim, "test")
	assert.DeepEqual(t, trace.Header.Scenario, reports.TraceScenario{URI: "x.feature", Line: 7, Rule: "r", Name: "e"})
	assert.Equal(t, len(trace.Events), 1)
	assert.Equal(t, trace.Events[0].Kind, reports.StepStart)
}

func TestExecutorObeysItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := executor(t).Run(ctx, gherkin.Job{})
	assert.ErrorIs(t, err, context.Canceled)
}

// A scenario in which nothing happened is idle unless a Then promises that.
func TestIdle(t *testing.T) {
	for steps, want := range map[string]bool{
		"When nothing happens":                                             true,
		"When nothing happens\nThen the counter is 1":                      true,
		"When nothing happens\nThen the counter is 0":                      false,
		"When nothing happens\nThen the counter is 1\nAnd it is not lost":  false,
		"When it counts\nThen the counter is 2":                            false,
		"Then the counter is 1\nWhen nothing happens\nAnd nothing happens": true,
		"Then it is not lost\nWhen nothing happens\nThen the counter is 1": false,
	} {
		lines := append([]string{"Given a counter at 1"}, strings.Split(steps, "\n")...)
		if strings.Contains(steps, "is 0") {
			lines[0] = "Given a counter at 0"
		}
		assert.Equal(t, execute(t, one("@virtual", "e", lines...)).Result.Idle, want, steps)
	}
}
