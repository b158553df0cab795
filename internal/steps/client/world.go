package client

import (
	"errors"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// World is what one check runs in: a situation, and what the client did in it.
type World struct {
	bench     *clientcheck.Bench
	situation clientcheck.Situation
	run       *clientcheck.Run // nil until a When runs the client
	begin     time.Time
	events    []event.Event // of steps that failed
}

// New opens worlds of checks on a bench.
func New(b *clientcheck.Bench) gherkin.NewWorld {
	return func(*testing.T, gherkin.Scenario) gherkin.World {
		return &World{bench: b, begin: b.Target.Clock.Now(), situation: clientcheck.Plain(b.Target.Timeout)}
	}
}

// Do implements [gherkin.World].
func (w *World) Do(f func() error) error { return f() }

// Emit implements [gherkin.World]. Of the steps only the one that failed is kept:
// the excerpt is about the client, and its run may be older than the check.
func (w *World) Emit(e event.Event) {
	if e.Kind == reports.StepFail {
		w.events = append(w.events, e)
	}
}

// Finish shows the run, which may have been that of an earlier check.
func (w *World) Finish() gherkin.Outcome {
	out := gherkin.Outcome{Begin: w.begin, Elapsed: w.bench.Target.Clock.Since(w.begin)}
	if w.run != nil {
		out.Begin = w.run.Begin
		for _, e := range w.run.Events() {
			out.Events = append(out.Events, reports.Event{Event: e})
		}
	}
	for _, e := range w.events {
		out.Events = append(out.Events, reports.Event{Event: e})
	}
	return out
}

// seen is the run, if the client sent anything in it.
func (w *World) seen() (*clientcheck.Run, error) {
	switch {
	case w.run == nil:
		return nil, errors.New("the client has not been run: start with a When")
	case len(w.run.Received())+len(w.run.Raw())+len(w.run.Verbs("GET")) == 0:
		return nil, verdict.NotObserved("the client sent nothing when it was asked for %s; it %s%s",
			w.situation.Scenario, w.run.End(), w.run.LastWords())
	}
	return w.run, nil
}
