package client

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

// everywhereStep is the step after which all runs of the client are judged.
const everywhereStep = "the client runs in every situation"

// SumsUp reports whether a job judges all runs of the client.
func SumsUp(j gherkin.Job) bool {
	return slices.ContainsFunc(j.Steps, func(s reports.Step) bool { return s.Text == everywhereStep })
}

// runsEverywhere makes the steps that follow judge all runs of the client.
func (w *World) runsEverywhere() error {
	if w.planAll != nil {
		w.planAll()
		return errPlanned
	}
	w.cases = w.bench.Everything(w.modern)
	w.bench.Start(w.cases...)
	for _, c := range w.cases {
		if _, err := w.bench.Play(c.Situation); w.bench.Stopped() != nil {
			return err
		}
	}
	return nil
}

// each makes a step of what judges one run: it judges the run of the scenario, or each
// of them if the client ran in every situation.
func each(judge func(*clientcheck.Run) error) func(*World) error {
	return func(w *World) error { return w.each(judge) }
}

func (w *World) each(judge func(*clientcheck.Run) error) error {
	if w.cases == nil {
		r, err := w.seen()
		if err != nil {
			return err
		}
		return judge(r)
	}
	var first error
	undecided := verdict.NotObserved("the client sent nothing in any situation")
	seen, decided := 0, 0
	for _, c := range w.cases {
		r, err := w.bench.Play(c.Situation)
		if late := w.bench.Late(); late != nil {
			return late
		}
		if err != nil || r.Silent() {
			continue // said by the check that the situation belongs to
		}
		switch err := judge(r); {
		case err == nil:
			decided++
		case verdict.Of(err) != "":
			undecided = err
		default:
			decided++
			if seen++; first == nil {
				first, w.run = fmt.Errorf("%w\nseen first in the situation of %s", err, c.Name), r
			}
		}
	}
	switch {
	case first != nil:
		return fmt.Errorf("%w; in %d of %d situations", first, seen, len(w.cases))
	case decided == 0:
		return undecided
	}
	return nil
}
