package gherkin

import (
	"reflect"
	"time"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// stepRun runs the steps of one scenario and keeps their statuses.
type stepRun struct {
	world  World
	job    Job
	follow func(Job, reports.Step) // is told of each step; nil = nothing is
	steps  []reports.Step
	next   int   // step that is running
	err    error // of the first step that failed

	calm, footprint string // see [Lawful]
}

// blockOf is the block of a step as its function takes it.
func (n Needs) blockOf(e entry) reflect.Value {
	switch {
	case n.Table != nil && e.argument == tableType:
		return reflect.ValueOf(n.Table)
	case n.Doc != nil && e.argument == docStringType:
		return reflect.ValueOf(n.Doc)
	}
	return reflect.Value{}
}

// call runs one step in the world, between a mark of its start and, if it fails,
// a mark of that.
func (r *stepRun) call(e entry, block reflect.Value) error {
	groups := e.expr().FindStringSubmatch(r.steps[r.next].Text)[1:]
	if r.follow != nil {
		r.follow(r.job, r.steps[r.next])
	}
	var doc *DocString
	if block.IsValid() {
		doc, _ = reflect.TypeAssert[*DocString](block)
	}
	if err := r.mark(reports.StepStart, doc, nil); err != nil {
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
		r.err = err                            // as it is: its type may carry a verdict
		_ = r.mark(reports.StepFail, nil, err) // a dead world takes no marks; err says so
	}
	return err
}

func (r *stepRun) mark(kind event.Kind, doc *DocString, failure error) error {
	step := r.steps[r.next]
	return r.world.Do(func() error {
		if f, ok := r.world.(Follower); ok {
			f.Follow(step)
		}
		e := event.Event{At: time.Now(), Actor: stepActor, Kind: kind, Text: step.Keyword + " " + step.Text}
		if doc != nil {
			e.Raw = doc.Content
		}
		if failure != nil {
			e.Err = failure.Error()
		}
		r.world.Emit(e)
		return nil
	})
}
