package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// World is what one check runs in: a connection and what was last sent on it.
type World struct {
	bench *Bench

	c       *conn // nil until a Given opens or takes one
	own     bool  // c is not the warm session
	edits   map[string]*string
	id      string // of the last request
	sent    int    // frames that c had before it
	answer  frame
	err     error // why answer is missing
	answers []frame
	marks   map[string]string
	trouble bool // c must not be used again
	unfit   error

	streams []heardStream // of requests sent at the same time
	had     []sseEvent    // of the first of them, before it was cut
	resumed *stream
	cutIn   time.Duration // that the call took which was cut

	metadata map[string]json.RawMessage // of the protected resource
	refusals []http.Header              // of answers with 403

	trial    *trial       // the call of the tool that was chosen
	misfits  []misfitCall // calls with wrong arguments
	readings []*reading   // of lists
}

// New opens worlds of checks on a bench.
func New(b *Bench) gherkin.NewWorld {
	return func(_ *testing.T, s gherkin.Scenario) gherkin.World { return newWorld(b, s) }
}

func newWorld(b *Bench, s gherkin.Scenario) *World {
	b.beginExcerpt()
	return &World{bench: b, edits: map[string]*string{}, marks: map[string]string{}, unfit: b.unfit(s.Tags)}
}

// Do implements [gherkin.World].
func (w *World) Do(f func() error) error {
	if w.unfit != nil {
		return w.unfit
	}
	return f()
}

// Emit implements [gherkin.World].
func (w *World) Emit(e event.Event) { w.bench.emit(e) }

// Finish gives the connection back or up.
func (w *World) Finish() gherkin.Outcome {
	begin, events := w.bench.endExcerpt()
	if w.c != nil {
		w.c.edits = nil
		switch {
		case w.own:
			w.bench.retire(w.c)
		case w.trouble:
			w.bench.drop()
		}
	}
	out := gherkin.Outcome{Begin: begin, Elapsed: w.bench.target.Clock.Since(begin), Secrets: w.bench.target.Secrets}
	for _, e := range events {
		out.Events = append(out.Events, reports.Event{Event: e})
	}
	return out
}

// take makes c the connection of this check.
func (w *World) take(c *conn, own bool) {
	if w.c != nil && w.own {
		w.bench.retire(w.c)
	}
	w.c, w.own = c, own
	w.sent = c.inbox.size()
	c.edits = w.edits
}

// fresh opens a connection on which nothing was sent.
func (w *World) fresh() error {
	c, err := w.bench.connect()
	if err != nil {
		return err
	}
	w.take(c, true)
	return nil
}

// freshSession opens a session of its own.
func (w *World) freshSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.fresh(); err != nil {
		return err
	}
	return w.c.handshake()
}

// warmSession takes the session that checks share.
func (w *World) warmSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	c, err := w.bench.session()
	if err != nil {
		return fmt.Errorf("opening a session: %w", err)
	}
	w.take(c, false)
	return nil
}

// ready is the precondition of everything but the handshake itself.
func (w *World) ready() error {
	if w.bench.refused != nil {
		return verdict.NotTestable("there is no session: %s", w.bench.refused)
	}
	return nil
}

// remember keeps the outcome of a request.
func (w *World) remember(id string, answer frame, err error) error {
	w.id, w.answer, w.err = id, answer, err
	if err != nil {
		w.trouble = true
	}
	if errors.Is(err, w.bench.ctx.Err()) && err != nil {
		return err
	}
	return nil
}

// request sends a request; its outcome is for a Then to judge.
func (w *World) request(method, params, id string) error {
	if w.c == nil {
		return errors.New("there is no session: start with a Given")
	}
	w.sent = w.c.inbox.size()
	answer, err := w.c.request(message(method, params, id), id)
	return w.remember(id, answer, err)
}

// answered is the answer of the last request, or why there is none.
func (w *World) answered() (frame, error) {
	if w.err != nil {
		return frame{}, w.err
	}
	if w.answer.members == nil {
		return frame{}, errors.New("nothing was asked")
	}
	return w.answer, nil
}
