package clientcheck

import (
	"errors"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// World is what one check runs in: a situation, and what the client did in it.
type World struct {
	bench     *Bench
	situation situation
	run       *run // nil until a When runs the client
	begin     time.Time
	events    []event.Event // of steps that failed
}

// New opens worlds of checks on a bench.
func New(b *Bench) gherkin.NewWorld {
	return func(*testing.T, gherkin.Scenario) gherkin.World {
		return &World{bench: b, begin: b.target.Clock.Now(), situation: plain(b.target.Timeout)}
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
	out := gherkin.Outcome{Begin: w.begin, Elapsed: w.bench.target.Clock.Since(w.begin)}
	if w.run != nil {
		out.Begin = w.run.begin
		for _, e := range w.run.events() {
			out.Events = append(out.Events, reports.Event{Event: e})
		}
	}
	for _, e := range w.events {
		out.Events = append(out.Events, reports.Event{Event: e})
	}
	return out
}

// seen is the run, if the client sent anything in it.
func (w *World) seen() (*run, error) {
	switch {
	case w.run == nil:
		return nil, errors.New("the client has not been run: start with a When")
	case len(w.run.received())+len(w.run.raw())+len(w.run.verbs("GET")) == 0:
		return nil, verdict.NotObserved("the client sent nothing when it was asked for %s; it %s%s",
			w.situation.scenario, w.run.end(), w.run.lastWords())
	}
	return w.run, nil
}
