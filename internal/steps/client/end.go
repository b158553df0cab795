package client

import (
	"errors"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func endSteps() []Step {
	return gherkin.Noun("end", []Step{
		{Keyword: Then, Pattern: `the client has done what it was asked for`, Manual: "called a tool and exited with code 0", Func: done},
		{Keyword: Then, Pattern: `the client ends with code 0`, Manual: "by itself", Func: endsWell},
		{Keyword: Then, Pattern: `the client ends by itself`, Manual: "with whatever code", Func: ends},
	})
}

func done(r *clientcheck.Run) error { return r.Well() }

func endsWell(r *clientcheck.Run) error { return r.EndedWell() }

func ends(r *clientcheck.Run) error {
	if !r.Ended {
		return errors.New("the client " + r.End())
	}
	return nil
}
