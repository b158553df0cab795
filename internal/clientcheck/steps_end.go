package clientcheck

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func endSteps() []gherkin.Step {
	return []gherkin.Step{
		step(nounEnd, gherkin.Then, `the client has done what it was asked for`, "called a tool and exited with code 0", "the client has done what it was asked for", (*World).done),
		step(nounEnd, gherkin.Then, `the client ends with code 0`, "by itself", "the client ends with code 0", (*World).endsWell),
		step(nounEnd, gherkin.Then, `the client ends by itself`, "with whatever code", "the client ends by itself", (*World).ends),
	}
}

func (w *World) done() error {
	r, err := w.seen()
	if err == nil {
		err = r.well()
	}
	return err
}

func (w *World) endsWell() error {
	r, err := w.seen()
	if err == nil {
		err = r.endedWell()
	}
	return err
}

func (w *World) ends() error {
	r, err := w.seen()
	if err == nil && !r.ended {
		err = errors.New("the client " + r.end())
	}
	return err
}
