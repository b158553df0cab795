package server

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// alikeSteps are about two requests at the same time whose ids differ in their type alone.
func alikeSteps() []gherkin.Step {
	return gherkin.Noun("pair of alike ids", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `it is called with a number as its id, and pinged with the same digits as a text`,
			Manual: "after a third of its time; not observed if it is faster this time", Func: (*check).callAlike},
		{Keyword: gherkin.When, Pattern: `a tool that has succeeded is called with the id (\S+)`, Manual: "the fastest of those that did; not testable if none has", Example: "a tool that has succeeded is called with the id 2147483648", Func: (*check).callWithID},
		{Keyword: gherkin.Then, Pattern: `both are answered, each with its own id`, Manual: "the ping with a result", Func: (*check).bothAnswered},
	})
}

// alike are the answers to a call and to a ping in it, or why there is none.
type alike struct {
	call, ping         probe.Frame
	noAnswer, noPinged error
}

func (c *check) callAlike(t trial) error {
	if err := c.keepsDigits(); err != nil {
		return err
	}
	id, begin := c.bench.NextID(), c.conn.Size()
	call, err := c.conn.StartAs(id, "tools/call", probe.CallOf(t.Tool, t.Arguments, ""), c.conn.Patience())
	if err != nil {
		return err
	}
	defer call.Drop()
	if err := c.bench.Sleep(t.Took / 3); err != nil {
		return err
	}
	switch {
	case len(call.Exact()) > 0:
		return verdict.NotObserved("the tool %q was faster this time", t.Tool.Name)
	case call.Polled():
		return verdict.NotObserved("the answer is to be fetched by polling")
	}
	text := `"` + id + `"`
	ping, err := c.conn.StartAs(text, c.bench.Light(), "", c.conn.Patience())
	if err != nil {
		return err
	}
	defer ping.Drop()
	c.alike = alike{}
	c.alike.ping, c.alike.noPinged = c.exactly(begin, text)
	c.alike.call, c.alike.noAnswer = c.exactly(begin, id)
	c.trouble = c.alike.noPinged != nil || c.alike.noAnswer != nil
	return nil
}

// keepsDigits is not observed if the id of a ping, which is digits as a text, comes back otherwise:
// another example tells that.
func (c *check) keepsDigits() error {
	id := `"` + c.bench.NextID() + `"`
	answer, err := c.conn.Request(c.conn.Message(c.bench.Light(), "", id), id)
	if err != nil {
		return err
	}
	return verdict.NotObservedIf(answer.ID() != id || answer.Failure() != nil, "a ping with the id %s alone is answered with %s", id, probe.Quote(answer.Raw))
}

// callWithID calls the fastest tool with an id of its own.
func (c *check) callWithID(id string, s *probe.Survey) error {
	t := s.Fastest()
	if t == nil {
		return verdict.NotTestable("no tool that may be called has succeeded")
	}
	return c.requestAs(id, "tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
}

// exactly awaits the response whose id is the same JSON token.
func (c *check) exactly(begin int, id string) (answer probe.Frame, err error) {
	err = c.conn.Await(begin, c.conn.Patience(), func(frames []probe.Frame) bool {
		i := slices.IndexFunc(frames, func(f probe.Frame) bool { return f.IsResponse() && f.ID() == id })
		if i >= 0 {
			answer = frames[i]
		}
		return i >= 0
	})
	return answer, err
}

func (c *check) bothAnswered(t trial) error {
	switch a := c.alike; {
	case a.noPinged != nil && a.noAnswer == nil && errors.Is(a.noPinged, probe.ErrSilent):
		return fmt.Errorf("a ping is not answered whose id is as text what the id of a call is that is running: %s", a.noPinged)
	case a.noPinged != nil:
		return a.noPinged
	case a.noAnswer != nil && errors.Is(a.noAnswer, probe.ErrSilent):
		return fmt.Errorf("a call of %q is not answered once a ping has come whose id is the same as text: %s", t.Tool.Name, a.noAnswer)
	case a.noAnswer != nil:
		return a.noAnswer
	case a.ping.Failure() != nil:
		return unless(false, a.ping, "a ping is refused whose id is as text what the id of a call is that is running")
	}
	return nil
}
