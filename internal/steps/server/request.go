package server

import (
	"errors"
	"fmt"
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
		{Keyword: gherkin.When, Pattern: `its tools are called until one asks the client something, which is never answered`,
			Manual: "only with --allow-calls, for the call is given seven timeouts; not observed if none asks", Func: (*check).leaveAsked},
		{Keyword: gherkin.Then, Pattern: `that call ends`, Manual: "with a result or an error", Func: isAnswered},
		{Keyword: gherkin.Then, Pattern: `no two requests of the server's have the same id`, Manual: "not observed if there were fewer than two",
			Func: differentRequests},
	})
}

func (c *check) ableSession() error {
	return c.freshSessionAs(`{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`)
}

// requestQuiet is how long a server may take to ask for what it was told has
// changed.
const requestQuiet = 500 * time.Millisecond

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

func (c *check) leaveAsked() error {
	if !c.bench.Target.AllowCalls {
		return verdict.NotTestable("a call may take minutes that waits for the client; --allow-calls allows it")
	}
	tools, err := c.callable()
	if err != nil {
		return err
	}
	for _, t := range tools {
		asked, err := c.leaveUnanswered(t)
		if asked || err != nil {
			return err
		}
	}
	return verdict.NotObserved("no tool that may be called asks the client for anything")
}

// leaveUnanswered calls a tool and answers nothing that it asks for. It reports
// whether it asked.
func (c *check) leaveUnanswered(t probe.Tool) (asked bool, err error) {
	arguments, err := t.Input.Arguments()
	if err != nil {
		return false, nil // no arguments can be made: another check says so
	}
	limit := unansweredTimeouts * c.bench.Target.Timeout
	p, err := c.conn.Start("tools/call", probe.CallOf(t, arguments, ""), limit)
	if err != nil {
		return false, err
	}
	defer p.Drop()
	asked, err = p.AwaitUntil(c.conn.Patience(), func(f probe.Frame) bool { return f.IsRequest() && f.Method() != "ping" })
	switch {
	case !asked && errors.Is(err, probe.ErrSilent): // it takes long without asking for anything
		c.trouble = true
		return false, p.GiveUp()
	case !asked:
		return false, err
	}
	answer, err := p.Await(limit)
	if err != nil {
		err = fmt.Errorf("%q waits for an answer of the client's: %w within %s", t.Name, err, limit)
	}
	return true, c.remember(p.ID, answer, err)
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
