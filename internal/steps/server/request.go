package server

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// requests is the noun of steps about requests of the server's.
type requests struct{ *check }

func requestSteps() []Step {
	return gherkin.Noun("server's request", []Step{
		{Keyword: Given, Pattern: `a fresh session of a client that can do everything`, Manual: "it declares roots, sampling and elicitation",
			Func: (*requests).ableSession},
		{Keyword: When, Pattern: `the roots change (\d+) times`, Manual: "the server is told, and what it asks for thereupon is answered",
			Example: "the roots change 3 times", Func: (*requests).rootsChange},
		{Keyword: When, Pattern: `its tools are called until one asks the client something, which is never answered`,
			Manual: "only with --allow-calls, for the call is given seven timeouts; not observed if none asks", Func: (*requests).leaveAsked},
		{Keyword: Then, Pattern: `that call ends`, Manual: "with a result or an error", Func: (*check).isAnswered},
		{Keyword: Then, Pattern: `no two requests of the server's have the same id`, Manual: "not observed if there were fewer than two",
			Func: (*requests).differentRequests},
	})
}

// everything is the capabilities of a client that has all.
const everything = `{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`

func (w *requests) ableSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.fresh(); err != nil {
		return err
	}
	return w.c.HandshakeAs(everything)
}

// requestQuiet is how long a server may take to ask for what it was told has
// changed.
const requestQuiet = 500 * time.Millisecond

func (w *requests) rootsChange(n int) error {
	w.sent = w.c.Inbox.Size()
	answered := 0
	for range n {
		if err := w.c.Notify("notifications/roots/list_changed", ""); err != nil {
			return err
		}
		if w.c.Pushed() { // else what came came with the answer
			_ = w.c.Inbox.Await(w.bench.Ctx, w.sent, requestQuiet, func(frames []probe.Frame) bool {
				return len(requestsIn(frames)) > answered
			})
		}
		requests := requestsIn(w.c.Inbox.Since(w.sent))
		if len(requests) == 0 { // it does not care
			return nil
		}
		for _, r := range requests[answered:] {
			if err := w.c.Oblige(r); err != nil {
				return err
			}
		}
		answered = len(requests)
	}
	return nil
}

// requestsIn are the requests of the server's among frames.
func requestsIn(frames []probe.Frame) []probe.Frame {
	var out []probe.Frame
	for _, f := range frames {
		if f.IsRequest() {
			out = append(out, f)
		}
	}
	return out
}

// unansweredTimeouts is how many timeouts a call may take that waits for the
// client: the first request of a server has many causes to be slow, and a minute
// is a usual limit.
const unansweredTimeouts = 7

func (w *requests) leaveAsked() error {
	if !w.bench.Target.AllowCalls {
		return verdict.NotTestable("a call may take minutes that waits for the client; --allow-calls allows it")
	}
	tools, err := w.callable()
	if err != nil {
		return err
	}
	for _, t := range tools {
		asked, err := w.leaveUnanswered(t)
		if asked || err != nil {
			return err
		}
	}
	return verdict.NotObserved("no tool that may be called asks the client for anything")
}

// leaveUnanswered calls a tool and answers nothing that it asks for. It reports
// whether it asked.
func (w *requests) leaveUnanswered(t probe.Tool) (asked bool, err error) {
	arguments, err := t.Input.Arguments()
	if err != nil {
		return false, nil // no arguments can be made: another check says so
	}
	limit := unansweredTimeouts * w.bench.Target.Timeout
	p, err := w.c.Start("tools/call", probe.CallOf(t, arguments, ""), limit)
	if err != nil {
		return false, err
	}
	defer p.Drop()
	asks := func(frames []probe.Frame) bool {
		return slices.ContainsFunc(frames, func(f probe.Frame) bool { return f.IsRequest() && f.Method() != "ping" })
	}
	err = w.c.Inbox.Await(w.bench.Ctx, p.Begin, w.c.Patience(), func(frames []probe.Frame) bool {
		return asks(frames) || p.Over.Load() || p.Answered(frames)
	})
	if !asks(w.c.Inbox.Since(p.Begin)) {
		return false, w.unanswered(p, err)
	}
	answer, err := p.Await(limit)
	if err != nil {
		err = fmt.Errorf("%q waits for an answer of the client's: %w within %s", t.Name, err, limit)
	}
	return true, w.remember(p.ID, answer, err)
}

// unanswered gives up a call that takes long without asking for anything.
func (w *requests) unanswered(p *probe.Pending, err error) error {
	if !errors.Is(err, probe.ErrSilent) {
		return err
	}
	w.trouble = true
	return p.GiveUp()
}

func (w *requests) differentRequests() error {
	requests := requestsIn(w.c.Inbox.Since(0))
	if len(requests) < 2 {
		return verdict.NotObserved("the server sent fewer than two requests")
	}
	seen := map[string]bool{}
	for _, r := range requests {
		if seen[r.ID()] {
			return fmt.Errorf("two of its requests have the id %s: %s", r.ID(), probe.Quote(r.Raw))
		}
		seen[r.ID()] = true
	}
	return nil
}
