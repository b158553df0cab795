package client

import (
	"errors"
	"slices"
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
	tags      []string      // of the scenario
	known     []gherkin.Job // other checks
	situation clientcheck.Situation
	modern    bool               // the client is asked for the revision without a handshake
	run       *clientcheck.Run   // nil until a When runs the client
	cases     []clientcheck.Case // of a client that ran in every situation; nil = in one
	begin     time.Time
	events    []event.Event // of steps that failed

	// A world that only plans is told where the client would run; see [Prepare].
	plan    func(clientcheck.Situation)
	planAll func()
	ahead   bool // preconditions are taken for granted
}

// New opens worlds of checks on a bench. known are the checks in which the cause of a
// finding is looked for.
func New(b *clientcheck.Bench, known ...gherkin.Job) gherkin.NewWorld {
	return func(_ *testing.T, s gherkin.Scenario) gherkin.World {
		w := newWorld(b, s)
		w.known = known
		return w
	}
}

func newWorld(b *clientcheck.Bench, s gherkin.Scenario) *World {
	modern := isModernFor(b, s)
	return &World{bench: b, tags: s.Tags, begin: b.Target.Clock.Now(), modern: modern, situation: b.Plain(modern)}
}

// isModern reports whether a scenario is about clients without a handshake.
func isModern(s gherkin.Scenario) bool { return slices.Contains(s.Tags, clientcheck.ModernTag) }

// isModernFor reports whether a client is to be run without a handshake in a scenario: in one
// about logins if it speaks nothing else.
func isModernFor(b *clientcheck.Bench, s gherkin.Scenario) bool {
	return isModern(s) || slices.Contains(s.Tags, clientcheck.LoginTag) && b.ModernOnly()
}

// Emit implements [gherkin.World]. Of the steps only the one that failed is kept:
// the excerpt is about the client, and its run may be older than the check.
func (w *World) Emit(e event.Event) {
	if e.Kind == reports.StepFail {
		w.events = append(w.events, e)
	}
}

// Finish shows the run, which may have been that of an earlier check.
func (w *World) Finish() gherkin.Outcome {
	out := gherkin.Outcome{Begin: w.begin, Elapsed: w.bench.Target.Clock.Since(w.begin), Secrets: w.bench.Target.Secrets}
	var events []reports.Event
	if w.run != nil {
		if w.cases == nil {
			out.Err = w.notMisled()
		}
		out.Begin = w.run.Begin
		out.Secrets = slices.Concat(out.Secrets, w.run.Secrets())
		for _, e := range w.run.Events() {
			events = append(events, reports.Event{Event: e})
		}
	}
	for _, e := range w.events {
		events = append(events, reports.Event{Event: e})
	}
	out.Events = reports.InOrder(events)
	return out
}

// notMisled is an error if the client never came to where the server misbehaves:
// that it did well then says nothing, nor if only a part was kept. A client that has
// failed has failed.
func (w *World) notMisled() error {
	if len(w.events) > 0 {
		return nil
	}
	if partial := w.run.Partial(); partial != nil {
		return partial
	}
	missing := w.run.Missing()
	if missing == nil {
		return nil
	}
	return verdict.NotObserved("the server could not misbehave: %s", missing)
}

var errNotRun = errors.New("the client has not been run: start with a When")

// seen is the run, if the client sent anything in it.
func (w *World) seen() (*clientcheck.Run, error) {
	switch {
	case w.run == nil:
		return nil, errNotRun
	case w.run.Silent():
		return nil, verdict.NotObserved("the client sent nothing when it was asked for %s; it %s%s",
			w.situation.Scenario, w.run.End(), w.run.LastWords())
	}
	return w.run, nil
}
