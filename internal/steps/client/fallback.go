package client

import (
	"time"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func fallbackSteps() []gherkin.Step {
	return gherkin.Noun("fallback", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the client speaks the old transport`, Manual: "not observed if it completes no call with a correct server of HTTP+SSE: see FF-70",
			Func: (*World).speaksOld},
	})
}

// The server of FF-70, and how long its run may take: checks share it.
const (
	oldServer = "http: {legacy: {path: /mcp}}"
	oldLimit  = 10 * time.Second
)

func (w *World) speaksOld() error {
	s := w.bench.Plain(false)
	s.Script, s.Limit = oldServer, min(s.Limit, oldLimit)
	return w.requires(s, func(r *clientcheck.Run) error {
		if err := r.Completed(); err != nil {
			return verdict.NotObserved("the client completes no call over the old transport: %s", err)
		}
		return nil
	})
}
