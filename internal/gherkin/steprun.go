package gherkin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// stepRun runs the steps of one scenario with godog and keeps their statuses.
type stepRun struct {
	world World
	job   Job
	steps []reports.Step
	next  int   // step that is running
	err   error // of the first step that failed
}

// silent is godog's name for a formatter that writes nothing. Results come from
// step hooks: godog's reporters lose Rules.
const silent = "mcpsim-silent"

type silentFormatter struct{ *godog.BaseFmt }

func (silentFormatter) Summary() {}

func init() {
	godog.Format(silent, "writes nothing", func(name string, out io.Writer) godog.Formatter {
		return silentFormatter{godog.NewBaseFmt(name, out)}
	})
}

// run returns the error of the first step that failed, or of godog itself.
func (r *stepRun) run(v *Vocabulary) error {
	var said bytes.Buffer
	status := godog.TestSuite{
		Name: r.job.Scenario.URI,
		Options: &godog.Options{
			Format:          silent,
			Output:          &said,
			NoColors:        true,
			Strict:          true,
			Concurrency:     1,
			FeatureContents: []godog.Feature{{Name: r.job.Scenario.URI, Contents: []byte(r.job.Content)}},
		},
		ScenarioInitializer: func(sc *godog.ScenarioContext) { r.register(sc, v) },
	}.Run()
	switch {
	case r.err != nil:
		return r.err
	case status != 0:
		return fmt.Errorf("running the scenario: godog ended with %d\n%s", status, said.String())
	case r.next != len(r.steps):
		return fmt.Errorf("running the scenario: %d of %d steps were run", r.next, len(r.steps))
	}
	return nil
}

// register gives godog the texts of the steps as they are, each under every
// keyword that knows it: godog decides which is meant, and whether it is unknown.
func (r *stepRun) register(sc *godog.ScenarioContext, v *Vocabulary) {
	known := map[string]bool{}
	for _, s := range r.steps {
		if known[s.Text] {
			continue
		}
		known[s.Text] = true
		literal := regexp.MustCompile("^" + regexp.QuoteMeta(s.Text) + "$")
		for _, e := range v.entries {
			if e.expr.MatchString(s.Text) {
				r.add(sc, e, literal)
			}
		}
	}
	sc.StepContext().After(r.after)
}

// add gives godog one entry with a pattern that has no groups.
func (r *stepRun) add(sc *godog.ScenarioContext, e entry, pattern *regexp.Regexp) {
	switch handler := r.handler(e); e.Keyword {
	case Given:
		sc.Given(pattern, handler)
	case When:
		sc.When(pattern, handler)
	case Then:
		sc.Then(pattern, handler)
	}
}

// handler is what godog calls for a step: a function of its block alone.
func (r *stepRun) handler(e entry) any {
	switch e.argument {
	case tableType:
		return func(t *godog.Table) error { return r.call(e, reflect.ValueOf(t)) }
	case docStringType:
		return func(d *godog.DocString) error { return r.call(e, reflect.ValueOf(r.locate(d))) }
	}
	return func() error { return r.call(e, reflect.Value{}) }
}

// call runs one step in the world, between a mark of its start and, if it fails,
// a mark of that.
func (r *stepRun) call(e entry, block reflect.Value) error {
	groups := e.expr.FindStringSubmatch(r.steps[r.next].Text)[1:]
	if err := r.mark(reports.StepStart, nil); err != nil {
		return err
	}
	use := use{world: reflect.ValueOf(r.world), groups: groups, block: block}
	run := func() error { return e.run(use) }
	if patient, ok := r.world.(Awaiter); ok && e.Keyword == Then {
		run = func() error { return patient.Await(func() error { return e.run(use) }) }
	}
	err := r.world.Do(func() (err error) {
		defer recoverInto(&err)
		return run()
	})
	if err != nil {
		r.err = err                       // as it is: its type may carry a verdict
		_ = r.mark(reports.StepFail, err) // a dead world takes no marks; err says so
	}
	return err
}

func (r *stepRun) mark(kind event.Kind, failure error) error {
	step := r.steps[r.next]
	return r.world.Do(func() error {
		e := event.Event{At: time.Now(), Actor: stepActor, Kind: kind, Text: step.Keyword + " " + step.Text}
		if failure != nil {
			e.Err, _, _ = strings.Cut(failure.Error(), "\n")
		}
		r.world.Emit(e)
		return nil
	})
}

// after keeps the status of the step that has just ended. An error of any kind,
// godog's ErrPending and ErrSkip included, is a failure.
func (r *stepRun) after(ctx context.Context, _ *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
	if r.next < len(r.steps) {
		switch {
		case err != nil:
			r.steps[r.next].Status = reports.StepFailed
		case status == godog.StepPassed:
			r.steps[r.next].Status = reports.StepPassed
		}
	}
	r.next++
	if r.err == nil {
		r.err = err
	}
	return ctx, nil
}
