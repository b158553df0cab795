package reports

import (
	"cmp"
	"iter"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// Event is one event of a scenario with the number of the stimulus that it
// happened in (vtime's Sim.Cause; 0 in real time).
type Event struct {
	event.Event
	Cause uint64
}

// The kinds of events that the scenario itself adds to a trace; their actor is
// "step".
const (
	StepStart event.Kind = "step.start" // Text = the step with its keyword, [Raw = its doc string]
	StepFail  event.Kind = "step.fail"  // Text = the step with its keyword, Err

	// ScenarioFail is last in the trace of a scenario that fails although every step
	// passes, or that its world fails too. Err
	ScenarioFail event.Kind = "scenario.fail"
)

// Sort brings events into canonical order: by cause, instant, actor, and within
// one actor as they came. In real time, where every cause is 0, that is the
// order of time.
func Sort(events []Event) {
	slices.SortStableFunc(events, func(a, b Event) int {
		return cmp.Or(
			cmp.Compare(a.Cause, b.Cause),
			a.At.Compare(b.At),
			cmp.Compare(a.Actor, b.Actor),
		)
	})
}

// InOrder sorts events, see [Sort], and yields them.
func InOrder(events []Event) iter.Seq[Event] {
	Sort(events)
	return slices.Values(events)
}
