package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// overlapSteps are about what happens while a call is under way.
func overlapSteps() []gherkin.Step {
	return gherkin.Noun("call under way", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `it is called twice without waiting`, Manual: "with the same arguments; then both answers are awaited", Func: (*overlap).twice},
		{Keyword: gherkin.When, Pattern: `it is called, and stdin is closed meanwhile`, Manual: "after a third of its time", Func: leaveCalling},
		{Keyword: gherkin.Then, Pattern: `both calls are answered`, Manual: "with results or errors", Func: (*overlap).bothAnswered},
	})
}

// overlap is why one of two calls at once has no answer; nil = both have.
type overlap struct{ missing error }

func (o *overlap) twice(c *check, t trial) error {
	var calls []*probe.Pending
	for range 2 {
		call, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), max(c.conn.Patience(), 4*t.Took))
		if err != nil {
			return err
		}
		defer call.Drop()
		calls = append(calls, call)
	}
	for _, call := range calls {
		_, err := call.Await(max(c.conn.Patience(), 4*t.Took))
		switch {
		case errors.Is(err, probe.ErrSilent):
			o.missing = fmt.Errorf("of two calls of the tool %q at once one is not answered: %w", t.Tool.Name, err)
		case err != nil:
			return err
		}
	}
	return nil
}

func (o *overlap) bothAnswered() error { return o.missing }

// leaveCalling closes standard input while a call goes on.
func leaveCalling(c *check, t trial) error {
	call, err := c.begin(t)
	if err != nil {
		return err
	}
	defer call.Drop()
	if c.conn.Process == nil {
		return errors.New("the server is no process of ours")
	}
	c.conn.Process.CloseStdin()
	return c.bench.Sleep(max(t.Took-call.Took(), time.Millisecond))
}
