package gherkin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// stepRun runs the steps of one scenario with godog and keeps their statuses.
type stepRun struct {
	world World
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
func (r *stepRun) run(v *Vocabulary, job Job) error {
	var said bytes.Buffer
	status := godog.TestSuite{
		Name: job.Scenario.URI,
		Options: &godog.Options{
			Format:          silent,
			Output:          &said,
			NoColors:        true,
			Strict:          true,
			Concurrency:     1,
			FeatureContents: []godog.Feature{{Name: job.Scenario.URI, Contents: []byte(job.Content)}},
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

func (r *stepRun) register(sc *godog.ScenarioContext, v *Vocabulary) {
	for _, e := range v.entries {
		if !r.mayUse(e) {
			continue
		}
		switch handler := r.handler(e); e.Keyword {
		case Given:
			sc.Given(e.expr, handler)
		case When:
			sc.When(e.expr, handler)
		case Then:
			sc.Then(e.expr, handler)
		}
	}
	sc.StepContext().After(r.after)
}

// mayUse skips entries that match no step: registering is not free.
func (r *stepRun) mayUse(e entry) bool {
	for _, s := range r.steps {
		if e.expr.MatchString(s.Text) {
			return true
		}
	}
	return false
}

// handler is the function of e without its first parameter, which is the world.
func (r *stepRun) handler(e entry) any {
	t := e.fn.Type()
	in := make([]reflect.Type, 0, t.NumIn())
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	shape := reflect.FuncOf(in, []reflect.Type{errorType}, false)
	call := func(args []reflect.Value) []reflect.Value {
		out := reflect.New(errorType).Elem()
		if err := r.call(e, args); err != nil {
			out.Set(reflect.ValueOf(err))
		}
		return []reflect.Value{out}
	}
	return reflect.MakeFunc(shape, call).Interface()
}

// call runs one step in the world, between a mark of its start and, if it fails,
// a mark of that.
func (r *stepRun) call(e entry, args []reflect.Value) error {
	world := reflect.ValueOf(r.world)
	if want := e.fn.Type().In(0); !world.Type().AssignableTo(want) {
		return fmt.Errorf("the step works on %s, the world is a %s", want, world.Type())
	}
	if err := r.mark(reports.StepStart, nil); err != nil {
		return err
	}
	err := r.world.Do(func() (err error) {
		defer recoverInto(&err)
		err, _ = e.fn.Call(append([]reflect.Value{world}, args...))[0].Interface().(error)
		return err
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
