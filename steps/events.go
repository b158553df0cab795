package steps

import (
	"iter"
	"slices"

	"github.com/mcpsim/mcpsim/internal/packed"
	"github.com/mcpsim/mcpsim/reports"
)

// eventLog is everything that happened in a scenario, in canonical order. A month has
// millions of events: what is old is kept in little memory.
type eventLog struct {
	settled packed.List[reports.Event]
	open    []reports.Event // of the newest cause: what is still to come may sort before them
}

// add takes an event whose cause is not less than that of the one before.
func (l *eventLog) add(e reports.Event) {
	if len(l.open) > 0 && e.Cause != l.open[0].Cause {
		reports.Sort(l.open)
		for _, o := range l.open {
			l.settled.Add(o)
		}
		l.open = l.open[:0]
	}
	l.open = append(l.open, e)
}

func (l *eventLog) count() int { return l.settled.Len() + len(l.open) }

// all yields the events so far, in canonical order. The log must not change meanwhile.
func (l *eventLog) all() iter.Seq[reports.Event] {
	return func(yield func(reports.Event) bool) {
		for e := range l.settled.All() {
			if !yield(e) {
				return
			}
		}
		for e := range reports.InOrder(slices.Clone(l.open)) {
			if !yield(e) {
				return
			}
		}
	}
}
