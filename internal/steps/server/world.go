package server

import (
	"errors"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// World is what one check runs in: the check, and for each noun what its steps
// tell each other.
type World struct {
	*check
	ids           []string // of the check
	notApplicable error    // why the check cannot be made of this server, or nil
	*plain
	summing

	calls       misfits
	bare        bareCalls
	formers     formers
	changes     changes
	crossing    crossing
	chosen      chosen
	keeping     keeping
	levels      levels
	left        leftWork
	overlap     overlap
	meanwhile   meanwhile
	texts       texts
	mirroring   mirroring
	rounds      asking
	subscribing subscribing
	pages       pages
	pings       pings
	pipe        pipe
	progress    progress
	readiness   readiness
	resource    resource
	resumed     resumption
	streams     streams
	tasks       tasked
	tokens      tokens
}

// NewEras opens worlds of checks, each on the bench of its era.
func NewEras(e *probe.Eras) gherkin.NewWorld {
	worlds := map[*probe.Bench]gherkin.NewWorld{}
	for _, b := range e.All() {
		worlds[b] = New(b)
	}
	return func(t *testing.T, s gherkin.Scenario) gherkin.World { return worlds[e.For(s.Tags)](t, s) }
}

// New opens worlds of checks on a bench.
func New(b *probe.Bench) gherkin.NewWorld {
	known := &plain{plainForms: map[string]error{}, status: map[string]int{}, tokenless: map[string]int{}}
	return func(_ *testing.T, s gherkin.Scenario) gherkin.World {
		b.BeginExcerpt()
		return &World{
			check: &check{bench: b, edits: map[string]*string{}},
			ids:   s.IDs, notApplicable: b.NotApplicable(s.Tags), plain: known, summing: summing{last: s.Last()},
		}
	}
}

// resolvers make what steps are about, and what they judge. What is not there is
// the error of the step.
func resolvers() []any {
	return []any{
		func(w *World) *check { return w.check },
		func(w *World) *probe.Bench { return w.bench },
		(*World).session, (*World).answered, (*World).received, (*World).replied, (*World).process, (*World).items,
		(*World).listening, (*World).oldStream,
		func(w *World) (*probe.Survey, error) { return w.bench.Survey() },
		func(w *World) (*probe.Browse, error) { return w.bench.Browse() },
		func(w *World) (*probe.Watch, error) { return w.bench.Watch() },
		func(w *World) (*probe.Asking, error) { return w.bench.Asking() },
		func(w *World) (*probe.Tasks, error) { return w.bench.Tasks() },

		func(w *World) *misfits { return &w.calls },
		func(w *World) *bareCalls { return &w.bare },
		func(w *World) *formers { return &w.formers },
		func(w *World) *changes { return &w.changes },
		func(w *World) *chosen { return &w.chosen },
		func(w *World) *keeping { return &w.keeping },
		func(w *World) *levels { return &w.levels },
		func(w *World) *overlap { return &w.overlap },
		func(w *World) *asking { return &w.rounds },
		func(w *World) *subscribing { return &w.subscribing },
		func(w *World) *meanwhile { return &w.meanwhile },
		func(w *World) *leftWork { return &w.left },
		func(w *World) *texts { return &w.texts },
		func(w *World) *crossing { return &w.crossing },
		func(w *World) *mirroring { return &w.mirroring },
		func(w *World) *pages { return &w.pages },
		func(w *World) *pings { return &w.pings },
		func(w *World) *pipe { return &w.pipe },
		func(w *World) *progress { return &w.progress },
		func(w *World) *readiness { return &w.readiness },
		func(w *World) *resource { return &w.resource },
		func(w *World) *resumption { return &w.resumed },
		func(w *World) *streams { return &w.streams },
		func(w *World) *tasked { return &w.tasks },
		func(w *World) *tokens { return &w.tokens },
		(*streams).open, (*resumption).replayed, (*tokens).document, (*chosen).called,
	}
}

// Do implements [gherkin.World]. What was seen only in part is not observed.
func (w *World) Do(f func() error) error { return w.ofEra(w.do(f)) }

func (w *World) do(f func() error) error {
	if w.notApplicable != nil {
		return w.notApplicable
	}
	if spent := w.bench.Spent(); spent != nil {
		return w.summed(spent, f)
	}
	err := w.ofEra(f())
	w.failed = w.failed || err != nil && (verdict.Of(err) == "" || verdict.See(err) != "")
	if verdict.See(err) == listsCheck && w.bench.Stopped() == nil && w.forgets() {
		return w.ofForgotten(err)
	}
	if verdict.Of(err) != "" || w.bench.Stopped() != nil {
		return err
	}
	if partial := w.bench.Partial(w.conn); partial != nil {
		w.trouble = true
		return partial
	}
	_, flooded := errors.AsType[*probe.FloodError](err)
	if _, late := errors.AsType[*probe.BudgetError](err); late || flooded { // in a step of another check, too
		return verdict.NotObserved("%s", err)
	}
	if err != nil {
		return w.ofFailures(err, w.cause(err))
	}
	return nil
}

// Emit implements [gherkin.World].
func (w *World) Emit(e event.Event) { w.bench.Emit(e) }

// Finish gives the connection back or up.
func (w *World) Finish() gherkin.Outcome {
	w.subscribing.finish()
	begin, events := w.bench.EndExcerpt()
	if w.conn != nil {
		w.conn.Edits, w.conn.MetaEdits, w.conn.Capabilities, w.conn.SmallHeaders = nil, nil, "", false
		if w.trouble && !w.own {
			w.bench.Drop()
		}
		w.leave()
	}
	out := gherkin.Outcome{Begin: begin, Elapsed: w.bench.Since(begin), Secrets: w.bench.Target.Secrets}
	var all []reports.Event
	for _, e := range events {
		all = append(all, reports.Event{Event: e})
	}
	out.Events = reports.InOrder(all)
	return out
}
