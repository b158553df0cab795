package server

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

// summing is how a check that judges what all others have seen goes on when the time for all of
// them is over: what was seen by then is told, and nothing is right for not having been seen.
type summing struct {
	last bool // it is made after all others
	sums bool // its step judges the whole run
}

// whole makes a step of what judges all that was seen so far, for checks tagged @last.
func whole(judge func(*probe.Bench) error) func(*World) error {
	return func(w *World) error {
		w.sums = true
		if err := judge(w.bench); err != nil {
			return err
		}
		if spent := w.bench.Spent(); verdict.Of(spent) == reports.NotRun {
			return spent
		}
		return nil
	}
}

// summed is the error of a step for which there is no time, spent, or of one that judges the whole
// run what it has found nevertheless. The steps before it do what they can.
func (w *World) summed(spent error, f func() error) error {
	if !w.last || verdict.Of(spent) != reports.NotRun {
		return spent
	}
	err := w.ofEra(f())
	if err == nil {
		return nil
	}
	if _, late := errors.AsType[*probe.BudgetError](err); late || !w.sums || verdict.Of(err) != "" {
		return spent
	}
	if told := w.ofRun(err); told != nil {
		return told
	}
	return err
}
