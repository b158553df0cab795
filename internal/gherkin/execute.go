package gherkin

import (
	"context"
	"fmt"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

// timelineLength is how many events a failure shows.
const timelineLength = 40

// Executor runs jobs in this process, one at a time. A panic in a goroutine that
// is not supervised by the world ends the process: use a [Worker] if that
// matters.
type Executor struct {
	T          *testing.T // only opens bubbles
	Vocabulary *Vocabulary
	NewWorld   NewWorld
	Version    string // of mcpsim, for traces
}

// Answer is what became of a job.
type Answer struct {
	Result  reports.Result `json:"result"`
	Trace   string         `json:"trace,omitempty"`   // as written, if it was asked for
	Spoiled bool           `json:"spoiled,omitempty"` // the process must not run another job
}

// Run runs one job to its end, whatever becomes of ctx meanwhile. It fails only
// if ctx has ended before: all else that goes wrong is in the answer.
func (x *Executor) Run(ctx context.Context, job Job) (Answer, error) {
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	begin := time.Now()
	world, err := x.open(job.Scenario)
	if err != nil {
		return job.failed(err, time.Since(begin)), nil
	}
	steps := &stepRun{world: world, job: job, steps: slices.Clone(job.Steps)}
	stepErr := steps.run(x.Vocabulary)
	outcome := finish(world)
	return x.answer(job, steps, stepErr, outcome, time.Since(begin)), nil
}

// Close does nothing.
func (x *Executor) Close() {}

func (x *Executor) open(s Scenario) (w World, err error) {
	defer recoverInto(&err)
	return x.NewWorld(x.T, s), nil
}

func finish(w World) (o Outcome) {
	err := error(nil)
	defer func() {
		if err != nil {
			o.Err = err
		}
	}()
	defer recoverInto(&err)
	return w.Finish()
}

// recoverInto turns a panic into an error with its stack.
func recoverInto(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("panic: %v\n%s", v, panicStack())
	}
}

// panicStack is the stack below the call of panic.
func panicStack() string {
	stack := string(debug.Stack())
	if i := strings.Index(stack, "\npanic("); i >= 0 {
		stack = stack[i+1:]
	}
	return strings.TrimSpace(stack)
}

// failed is the answer for a job whose steps were not seen.
func (j Job) failed(err error, real time.Duration) Answer {
	r := j.result()
	r.Verdict, r.Error, r.Real = reports.Failed, err.Error(), real
	for i := range r.Steps {
		r.Steps[i].Status = reports.StepUnknown
	}
	r.Reproduce = r.ReproduceLine()
	return Answer{Result: r}
}

func (j Job) result() reports.Result {
	s := j.Scenario
	return reports.Result{
		URI: s.URI, Line: s.Line, Feature: s.Feature, Rule: j.Rule, Name: s.Name, Tags: s.Tags,
		Level: levelOf(s.Tags), World: s.World, Seed: s.Seed, ScheduleSeed: s.ScheduleSeed, Attempt: j.Attempt,
		Steps: slices.Clone(j.Steps),
	}
}

func (x *Executor) answer(job Job, steps *stepRun, stepErr error, o Outcome, real time.Duration) Answer {
	secrets := redact.New(o.Secrets)
	events := secrets.Events(o.Events)
	reports.Sort(events)
	r := job.result()
	r.Steps = steps.steps
	for i := range r.Steps {
		r.Steps[i].Text = secrets.Text(r.Steps[i].Text)
	}
	r.Virtual, r.Real = o.Elapsed, real
	judge(&r, stepErr, o.Err)
	r.Error = secrets.Text(r.Error)
	if r.Verdict != reports.Passed {
		r.Timeline = tell.Timeline(events, o.Begin, timelineLength)
	}
	r.Reproduce = r.ReproduceLine()
	answer := Answer{Result: r, Spoiled: o.Spoiled}
	if job.Trace {
		answer.Trace = traceText(x.trace(job, o.Begin, events))
	}
	return answer
}

// judge sets verdict and error. A world that ends badly is never only a warning.
func judge(r *reports.Result, stepErr, worldErr error) {
	err := stepErr
	if err == nil {
		err = worldErr
	}
	expected := ExpectedToFail(r.Tags)
	switch {
	case err == nil && expected:
		r.Verdict, r.Stale = reports.Failed, true
		r.Error = "this expected failure is gone: every step passes; remove @expected-failure"
		return
	case err == nil:
		r.Verdict = reports.Passed
		return
	case expected:
		r.Verdict = reports.Expected
	case verdict.Of(stepErr) != "":
		r.Verdict = verdict.Of(stepErr)
	case worldErr == nil && (slices.Contains(r.Tags, tagShould) || r.Level == "SHOULD" || r.Level == "MAY"):
		r.Verdict = reports.Warned
	default:
		r.Verdict = reports.Failed
	}
	r.Error = err.Error()
	if stepErr != nil && worldErr != nil && worldErr.Error() != stepErr.Error() {
		r.Error += "\nand at the end: " + worldErr.Error()
	}
}

func (x *Executor) trace(job Job, begin time.Time, events []reports.Event) reports.Trace {
	s := job.Scenario
	return reports.Trace{Events: events, Header: reports.TraceHeader{
		Mcpsim: x.Version, Go: goruntime.Version(), World: s.World, Seed: s.Seed, ScheduleSeed: s.ScheduleSeed, Begin: begin,
		Scenario: reports.TraceScenario{URI: s.URI, Line: s.Line, Rule: s.Rule, Name: s.Name},
	}}
}
