package server

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// World is what one check runs in. What its steps share is the check; each noun
// has a type of its own, with what only its steps need.
type World struct {
	*check
	unfit error // why the check cannot be made of this server, or nil

	streams *streams
	resumed *resumption
	tokens  *tokens
	chosen  *chosenTool
	tools   *tools
	pages   *pages
}

// check is a connection and what was last sent on it.
type check struct {
	bench *probe.Bench

	c       *probe.Conn // nil until a Given opens or takes one
	own     bool        // c is not the warm session
	edits   map[string]*string
	id      string // of the last request
	sent    int    // frames that c had before it
	answer  probe.Frame
	err     error // why answer is missing
	answers []probe.Frame
	marks   map[string]string
	trouble bool // c must not be used again
}

// New opens worlds of checks on a bench.
func New(b *probe.Bench) gherkin.NewWorld {
	return func(_ *testing.T, s gherkin.Scenario) gherkin.World {
		b.BeginExcerpt()
		c := &check{bench: b, edits: map[string]*string{}, marks: map[string]string{}}
		heard := &streams{check: c}
		return &World{
			check: c, unfit: b.Unfit(s.Tags),
			streams: heard, resumed: &resumption{streams: heard}, tokens: &tokens{check: c},
			chosen: &chosenTool{check: c}, tools: &tools{check: c}, pages: &pages{check: c},
		}
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
	if w.c != nil {
		w.c.Edits = nil
		switch {
		case w.own:
			w.bench.Retire(w.c)
		case w.trouble:
			w.bench.Drop()
		}
	}
	out := gherkin.Outcome{Begin: begin, Elapsed: w.bench.Target.Clock.Since(begin), Secrets: w.bench.Target.Secrets}
	for _, e := range events {
		out.Events = append(out.Events, reports.Event{Event: e})
	}
	return out
}

// take makes c the connection of this check.
func (w *check) take(c *probe.Conn, own bool) {
	if w.c != nil && w.own {
		w.bench.Retire(w.c)
	}
	w.c, w.own = c, own
	w.sent = c.Inbox.Size()
	c.Edits = w.edits
}

// fresh opens a connection on which nothing was sent.
func (w *check) fresh() error {
	c, err := w.bench.Connect()
	if err != nil {
		return err
	}
	w.take(c, true)
	return nil
}

// freshSession opens a session of its own.
func (w *check) freshSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.fresh(); err != nil {
		return err
	}
	return w.c.Handshake()
}

// warmSession takes the session that checks share.
func (w *check) warmSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	c, err := w.bench.Session()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	w.take(c, false)
	return nil
}

// ready is the precondition of everything but the handshake itself.
func (w *check) ready() error {
	if w.bench.Refused != nil {
		return verdict.NotTestable("there is no session: %s", w.bench.Refused)
	}
	return nil
}

// remember keeps the outcome of a request.
func (w *check) remember(id string, answer probe.Frame, err error) error {
	w.id, w.answer, w.err = id, answer, err
	if err != nil {
		w.trouble = true
	}
	if errors.Is(err, w.bench.Ctx.Err()) && err != nil {
		return err
	}
	return nil
}

// request sends a request; its outcome is for a Then to judge.
func (w *check) request(method, params, id string) error {
	if w.c == nil {
		return errors.New("there is no session: start with a Given")
	}
	w.sent = w.c.Inbox.Size()
	answer, err := w.c.Request(probe.Message(method, params, id), id)
	return w.remember(id, answer, err)
}

// answered is the answer of the last request, or why there is none.
func (w *check) answered() (probe.Frame, error) {
	if w.err != nil {
		return probe.Frame{}, w.err
	}
	if w.answer.Members == nil {
		return probe.Frame{}, errors.New("nothing was asked")
	}
	return w.answer, nil
}
