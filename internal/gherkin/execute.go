package gherkin

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
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
	// Follow is told of each step before it runs; nil = the caller does not want to know.
	Follow func(Job, reports.Step)
}

// Answer is what became of a job.
type Answer struct {
	Result   reports.Result `json:"result"`
	Trace    string         `json:"trace,omitempty"`     // [Job].TraceFile, if it has been written
	TraceErr string         `json:"trace_err,omitempty"` // why it has not
	Spoiled  bool           `json:"spoiled,omitempty"`   // the process must not run another job
	// Signature is set in failures of scenarios that ask for laws or are disturbed.
	Signature *Signature `json:"signature,omitempty"`
	// Seen are the kinds of events before the failure, each with its server: "conn.lost
	// docs". It is set in failures if the job asks for it.
	Seen  []string     `json:"seen,omitempty"`
	Batch *BatchAnswer `json:"batch,omitempty"` // for a job with a Batch
}

// Run runs one job to its end, whatever becomes of ctx meanwhile. It fails only
// if ctx has ended before: all else that goes wrong is in the answer.
func (x *Executor) Run(ctx context.Context, job Job) (Answer, error) {
	if ctx.Err() != nil {
		return Answer{}, context.Cause(ctx)
	}
	if job.Batch != nil {
		return x.batch(ctx, job)
	}
	return x.playOne(job), nil
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
		*err = &panicError{fmt.Sprint(v), panicStack()}
	}
}

// panicError is a panic of a step or of the world.
type panicError struct{ value, stack string }

func (e *panicError) Error() string { return "panic: " + e.value + "\n" + e.stack }

func isPanic(err error) bool {
	var p *panicError
	return errors.As(err, &p)
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
		Level: levelOf(s.Tags), World: s.World, Seed: s.Seed, ScheduleSeed: s.ScheduleSeed, Racing: s.Racing, Attempt: j.Attempt,
		OrderSeed: s.OrderSeed, Disturb: s.Disturb, Laws: s.Laws,
		Steps: slices.Clone(j.Steps),
	}
}

func (x *Executor) answer(job Job, steps *stepRun, stepErr error, o Outcome, real time.Duration) Answer {
	secrets := redact.New(o.Secrets)
	r := job.result()
	r.Steps = steps.steps
	for i := range r.Steps {
		r.Steps[i].Text = secrets.Text(r.Steps[i].Text)
	}
	r.Virtual, r.Real = o.Elapsed, real
	r.Idle = o.Idle && !job.expectsAbsence()
	judge(&r, stepErr, o.Err)
	r.Error = words.Clip(secrets.Text(r.Error), words.InReport)
	events := redacted(secrets, o.Events)
	if r.Verdict != reports.Passed {
		r.Timeline = tell.Timeline(events, o.Begin, timelineLength)
	}
	r.Reproduce = r.ReproduceLine()
	answer := Answer{Result: r, Spoiled: o.Spoiled}
	if v := job.Scenario.Variation; r.Verdict == reports.Failed && (job.Sign || v.Laws || len(v.Disturb) > 0) {
		all := slices.Collect(events)
		answer.Signature = signature(r, all)
		if job.Sign {
			answer.Seen = seen(all)
		}
	}
	if job.TraceFile != "" && !(job.TraceFailed && r.Verdict == reports.Passed) {
		err := x.writeTrace(job, o.Begin, withEnd(events, o, secrets))
		answer.TraceErr = textOf(err)
		if err == nil {
			answer.Trace = job.TraceFile
		}
	}
	return answer
}

// withEnd yields events, and last that the world says that the scenario has failed.
func withEnd(events iter.Seq[reports.Event], o Outcome, secrets *redact.Redactor) iter.Seq[reports.Event] {
	return func(yield func(reports.Event) bool) {
		var last reports.Event
		for e := range events {
			if last = e; !yield(e) {
				return
			}
		}
		if o.Err != nil {
			first, _, _ := strings.Cut(o.Err.Error(), "\n") // below it are stacks, which are never the same
			last.Event = event.Event{At: o.Begin.Add(o.Elapsed), Actor: stepActor, Kind: reports.ScenarioFail, Err: first}
			yield(secrets.Event(last))
		}
	}
}

// redacted yields events without secrets.
func redacted(secrets *redact.Redactor, events iter.Seq[reports.Event]) iter.Seq[reports.Event] {
	return func(yield func(reports.Event) bool) {
		if events == nil {
			return
		}
		for e := range events {
			if !yield(secrets.Event(e)) {
				return
			}
		}
	}
}

// absence are the words of a Then by which nothing is to happen.
var absence = regexp.MustCompile(`\b(?:0|no|none|not|nothing|never|neither)\b`)

// expectsAbsence reports whether a Then of the scenario promises that something does
// not happen.
func (j Job) expectsAbsence() bool {
	then := false
	for _, s := range j.Steps {
		switch Keyword(strings.TrimSpace(s.Keyword)) {
		case Given, When:
			then = false
		case Then:
			then = true
		}
		if then && absence.MatchString(s.Text) {
			return true
		}
	}
	return false
}

// judge sets verdict and error. A world that ends badly is never only a warning.
func judge(r *reports.Result, stepErr, worldErr error) {
	err := stepErr
	if err == nil {
		err = worldErr
	}
	expected := ExpectedToFail(r.Tags)
	switch {
	case err == nil && expected && len(r.Disturb) == 0:
		r.Verdict, r.Stale = reports.Failed, true
		r.Error = "this expected failure is gone: every step passes; remove @expected-failure"
		return
	case err == nil:
		r.Verdict = reports.Passed
		return
	case expected:
		r.Verdict = reports.Expected
	case verdict.Of(err) != "":
		r.Verdict = verdict.Of(err)
	case worldErr == nil && (slices.Contains(r.Tags, tagShould) || r.Level == "SHOULD" || r.Level == "MAY"):
		r.Verdict = reports.Warned
	default:
		r.Verdict = reports.Failed
	}
	r.Error, r.See, r.Broke = err.Error(), verdict.See(err), verdict.Broken(err)
	if stepErr != nil && worldErr != nil && worldErr.Error() != stepErr.Error() {
		r.Error += "\nand at the end: " + worldErr.Error()
	}
}
