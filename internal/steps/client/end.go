package client

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func endSteps() []Step {
	return gherkin.Noun("end", []Step{
		{Keyword: Then, Pattern: `the client has done what it was asked for`, Manual: "called a tool and exited with code 0", Func: (*World).done},
		{Keyword: Then, Pattern: `the client ends with code 0`, Manual: "by itself", Func: (*World).endsWell},
		{Keyword: Then, Pattern: `the client ends by itself`, Manual: "with whatever code", Func: (*World).ends},
	})
}

func (w *World) done() error {
	r, err := w.seen()
	if err == nil {
		err = r.Well()
	}
	return err
}

func (w *World) endsWell() error {
	r, err := w.seen()
	if err == nil {
		err = r.EndedWell()
	}
	return err
}

func (w *World) ends() error {
	r, err := w.seen()
	if err == nil && !r.Ended {
		err = errors.New("the client " + r.End())
	}
	return err
}
