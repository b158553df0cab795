package server

import (
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// World is what one check runs in: the check, and for each noun what its steps
// tell each other.
type World struct {
	*check
	unfit error // why the check cannot be made of this server, or nil

	calls     misfits
	changes   changes
	chosen    chosen
	levels    levels
	pages     pages
	pipe      pipe
	progress  progress
	readiness readiness
	resource  resource
	resumed   resumption
	streams   streams
	tokens    tokens
}

// New opens worlds of checks on a bench.
func New(b *probe.Bench) gherkin.NewWorld {
	return func(_ *testing.T, s gherkin.Scenario) gherkin.World {
		b.BeginExcerpt()
		return &World{check: &check{bench: b, edits: map[string]*string{}}, unfit: b.Unfit(s.Tags)}
	}
}

// resolvers make what steps are about, and what they judge. What is not there is
// the error of the step.
func resolvers() []any {
	return []any{
		func(w *World) *check { return w.check },
		func(w *World) *probe.Bench { return w.bench },
		(*World).session, (*World).answered, (*World).received, (*World).replied, (*World).eventReply, (*World).process, (*World).items,
		(*World).listening, (*World).oldStream,
		func(w *World) (*probe.Survey, error) { return w.bench.Survey() },

		func(w *World) *misfits { return &w.calls },
		func(w *World) *changes { return &w.changes },
		func(w *World) *chosen { return &w.chosen },
		func(w *World) *levels { return &w.levels },
		func(w *World) *pages { return &w.pages },
		func(w *World) *pipe { return &w.pipe },
		func(w *World) *progress { return &w.progress },
		func(w *World) *readiness { return &w.readiness },
		func(w *World) *resource { return &w.resource },
		func(w *World) *resumption { return &w.resumed },
		func(w *World) *streams { return &w.streams },
		func(w *World) *tokens { return &w.tokens },
		(*streams).open, (*resumption).replayed, (*tokens).document, (*chosen).called,
	}
}

// Do implements [gherkin.World].
func (w *World) Do(f func() error) error {
	if w.unfit != nil {
		return w.unfit
	}
	return f()
}

// Emit implements [gherkin.World].
func (w *World) Emit(e event.Event) { w.bench.Emit(e) }

// Finish gives the connection back or up.
func (w *World) Finish() gherkin.Outcome {
	begin, events := w.bench.EndExcerpt()
	if w.conn != nil {
		w.conn.Edits = nil
		switch {
		case w.own:
			w.bench.Retire(w.conn)
		case w.trouble:
			w.bench.Drop()
		}
	}
	out := gherkin.Outcome{Begin: begin, Elapsed: w.bench.Since(begin), Secrets: w.bench.Target.Secrets}
	for _, e := range events {
		out.Events = append(out.Events, reports.Event{Event: e})
	}
	return out
}
