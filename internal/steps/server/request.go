package server

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func requestSteps() []gherkin.Step {
	return gherkin.Noun("server's request", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a fresh session of a client that can do everything`, Manual: "it declares roots, sampling and elicitation",
			Func: (*check).ableSession},
		{Keyword: gherkin.When, Pattern: `the roots change (\d+) times`, Manual: "the server is told, and what it asks for thereupon is answered",
			Example: "the roots change 3 times", Func: (*check).rootsChange},
		{Keyword: gherkin.When, Pattern: `its tools that ask the client something are called, which is never answered`,
			Manual: "one for roots, one for sampling and one for elicitation; only with --allow-calls, for they are given seven timeouts; not observed if none asks", Func: (*check).leaveAsked},
		{Keyword: gherkin.Then, Pattern: `each call ends`, Manual: "with a result or an error", Func: isAnswered},
		{Keyword: gherkin.Then, Pattern: `no two requests of the server's have the same id`, Manual: "not observed if there were fewer than two",
			Func: differentRequests},
	})
}

func (c *check) ableSession() error {
	return c.freshSessionAs(probe.Capabilities())
}

// requestQuiet is how long a server may take to ask for what it was told has
// changed.
const requestQuiet = 500 * time.Millisecond

// requestsAtMost is how many requests of a server are answered in one check.
const requestsAtMost = 100

func (c *check) rootsChange(n int) error {
	c.sent = c.conn.Size()
	answered := 0
	for range n {
		if err := c.conn.Notify("notifications/roots/list_changed", ""); err != nil {
			return err
		}
		if c.conn.Pushed() { // else what came came with the answer
			_ = c.conn.Await(c.sent, requestQuiet, func(frames []probe.Frame) bool { return len(requestsIn(frames)) > answered })
		}
		requests := requestsIn(c.conn.From(c.sent))
		if len(requests) > requestsAtMost {
			return verdict.NotObserved("the server asks without end: %d requests so far", len(requests))
		}
		if len(requests) == 0 { // it does not care
			return nil
		}
		for _, r := range requests[answered:] {
			if err := c.conn.Oblige(r); err != nil {
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
		if f.IsRequest() && !strings.HasPrefix(f.Method(), "notifications/") { // whose id is the business of another check
			out = append(out, f)
		}
	}
	return out
}

// unansweredTimeouts is how many timeouts a call may take that waits for the
// client: the first request of a server has many causes to be slow, and a minute
// is a usual limit.
const unansweredTimeouts = 7

// leaveAsked calls, for each thing that can be asked, the first tool that asks for it.
// The calls wait side by side.
func (c *check) leaveAsked() error {
	if !c.bench.Target.AllowCalls {
		return verdict.NotTestable("a call may take minutes that waits for the client; --allow-calls allows it")
	}
	a, err := c.bench.Asking()
	if err != nil {
		return err
	}
	if err := a.NoneAsk(); err != nil {
		return err
	}
	var waiting []unanswered
	defer func() {
		for _, w := range waiting {
			w.Drop()
		}
	}()
	for _, method := range probe.Askable() {
		if tools := a.Tools[method]; len(tools) > 0 {
			w, err := c.leaveUnanswered(tools[0], method)
			if err != nil {
				return err
			}
			waiting = append(waiting, w)
		}
	}
	return c.awaitEnds(waiting)
}

// unanswered is a call of a tool that has asked for something, which is not answered.
type unanswered struct {
	*probe.Pending
	tool, method string
	asked        bool
}

func (c *check) leaveUnanswered(t probe.Tool, method string) (unanswered, error) {
	arguments, err := t.Input.Arguments()
	if err != nil {
		return unanswered{}, err
	}
	p, err := c.conn.Start("tools/call", probe.CallOf(t, arguments, ""), unansweredTimeouts*c.bench.Target.Timeout)
	if err != nil {
		return unanswered{}, err
	}
	asked, err := p.AwaitUntil(c.conn.Patience(), func(f probe.Frame) bool { return f.IsRequest() && f.Method() == method })
	if errors.Is(err, probe.ErrSilent) {
		err = nil // it has not asked this time, or waits for a call that has
	}
	return unanswered{p, t.Name, method, asked}, err
}

// awaitEnds remembers the last answer, or why one of the calls has none.
func (c *check) awaitEnds(waiting []unanswered) error {
	limit, asked := unansweredTimeouts*c.bench.Target.Timeout, false
	for _, w := range waiting {
		if !w.asked {
			c.trouble = true
			continue
		}
		asked = true
		answer, err := w.Await(max(limit-w.Took(), time.Millisecond))
		if err != nil {
			err = fmt.Errorf("%q waits for an answer to %s: %w within %s", w.tool, w.method, err, limit)
		}
		if err := c.remember(w.ID, answer, err); err != nil || c.err != nil {
			return err
		}
	}
	return verdict.NotObservedIf(!asked, "no tool has asked the client for anything this time")
}

func differentRequests(all messages) error {
	requests := requestsIn(all)
	if len(requests) < 2 {
		return verdict.NotObserved("the server sent fewer than two requests")
	}
	seen := map[string]bool{}
	for _, r := range requests {
		if seen[r.ID()] {
			return unless(false, r, "two of its requests have the id %s", r.ID())
		}
		seen[r.ID()] = true
	}
	return nil
}
