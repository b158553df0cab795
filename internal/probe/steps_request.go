package probe

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func requestSteps() []Step {
	return gherkin.Noun("server's request", []Step{
		{Keyword: Given, Pattern: `a fresh session of a client that can do everything`, Manual: "it declares roots, sampling and elicitation",
			Func: (*World).ableSession},
		{Keyword: When, Pattern: `the roots change (\d+) times`, Manual: "the server is told, and what it asks for thereupon is answered",
			Example: "the roots change 3 times", Func: (*World).rootsChange},
		{Keyword: When, Pattern: `its tools are called until one asks the client something, which is never answered`,
			Manual: "only with --allow-calls, for the call is given seven timeouts; not observed if none asks", Func: (*World).leaveAsked},
		{Keyword: Then, Pattern: `that call ends`, Manual: "with a result or an error", Func: (*World).isAnswered},
		{Keyword: Then, Pattern: `no two requests of the server's have the same id`, Manual: "not observed if there were fewer than two",
			Func: (*World).differentRequests},
	})
}

// everything is the capabilities of a client that has all.
const everything = `{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`

func (w *World) ableSession() error {
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.fresh(); err != nil {
		return err
	}
	return w.c.handshakeAs(everything)
}

// requestQuiet is how long a server may take to ask for what it was told has
// changed.
const requestQuiet = 500 * time.Millisecond

func (w *World) rootsChange(n int) error {
	w.sent = w.c.inbox.size()
	answered := 0
	for range n {
		if err := w.c.notify("notifications/roots/list_changed", ""); err != nil {
			return err
		}
		if w.c.pushed() { // else what came came with the answer
			_ = w.c.inbox.await(w.bench.ctx, w.sent, requestQuiet, func(frames []frame) bool {
				return len(requestsIn(frames)) > answered
			})
		}
		requests := requestsIn(w.c.inbox.since(w.sent))
		if len(requests) == 0 { // it does not care
			return nil
		}
		for _, r := range requests[answered:] {
			if err := w.c.oblige(r); err != nil {
				return err
			}
		}
		answered = len(requests)
	}
	return nil
}

// requestsIn are the requests of the server's among frames.
func requestsIn(frames []frame) []frame {
	var out []frame
	for _, f := range frames {
		if f.isRequest() {
			out = append(out, f)
		}
	}
	return out
}

// oblige answers a request of the server's as a client with no roots, no model
// and no user does.
func (c *conn) oblige(request frame) error {
	outcome := `"error":{"code":-32601,"message":"Method not found"}`
	switch request.method() {
	case "ping":
		outcome = `"result":{}`
	case "roots/list":
		outcome = `"result":{"roots":[]}`
	case "sampling/createMessage":
		outcome = `"error":{"code":-1,"message":"The user has refused"}`
	case "elicitation/create":
		outcome = `"result":{"action":"decline"}`
	}
	return c.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, request.id(), outcome), anything)
}

// unansweredTimeouts is how many timeouts a call may take that waits for the
// client: the first request of a server has many causes to be slow, and a minute
// is a usual limit.
const unansweredTimeouts = 7

func (w *World) leaveAsked() error {
	if !w.bench.target.AllowCalls {
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
func (w *World) leaveUnanswered(t tool) (asked bool, err error) {
	arguments, err := t.input.Arguments()
	if err != nil {
		return false, nil // no arguments can be made: another check says so
	}
	limit := unansweredTimeouts * w.bench.target.Timeout
	p, err := w.c.start("tools/call", callOf(t, arguments, ""), limit)
	if err != nil {
		return false, err
	}
	defer p.drop()
	asks := func(frames []frame) bool {
		return slices.ContainsFunc(frames, func(f frame) bool { return f.isRequest() && f.method() != "ping" })
	}
	err = w.c.inbox.await(w.bench.ctx, p.begin, w.c.patience(), func(frames []frame) bool {
		return asks(frames) || p.over.Load() || p.answered(frames)
	})
	if !asks(w.c.inbox.since(p.begin)) {
		return false, w.unanswered(p, err)
	}
	answer, err := p.await(limit)
	if err != nil {
		err = fmt.Errorf("%q waits for an answer of the client's: %w within %s", t.name, err, limit)
	}
	return true, w.remember(p.id, answer, err)
}

// unanswered gives up a call that takes long without asking for anything.
func (w *World) unanswered(p *pending, err error) error {
	if !errors.Is(err, errSilent) {
		return err
	}
	w.trouble = true
	return p.giveUp()
}

func (w *World) differentRequests() error {
	requests := requestsIn(w.c.inbox.since(0))
	if len(requests) < 2 {
		return verdict.NotObserved("the server sent fewer than two requests")
	}
	seen := map[string]bool{}
	for _, r := range requests {
		if seen[r.id()] {
			return fmt.Errorf("two of its requests have the id %s: %s", r.id(), quote(r.raw))
		}
		seen[r.id()] = true
	}
	return nil
}
