package server

import (
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// usedSteps are about servers that have done some work.
func usedSteps() []gherkin.Step {
	return gherkin.Noun("process", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `tools, prompts and resources are used`,
			Manual: "each tool that may be called and has succeeded within 500ms, 8 at most, a prompt and a resource; not testable if there is nothing of all that",
			Func:   (*check).useEach},
	})
}

const (
	maxUsed  = 8                      // tools
	usedSoon = 500 * time.Millisecond // in which they have succeeded before
)

// useEach awaits every answer: what is at work afterwards, nobody waits for.
func (c *check) useEach(s *probe.Survey, all *probe.Browse) error {
	c.answers = nil
	called := map[string]bool{}
	for _, t := range s.Trials {
		if len(called) == maxUsed || called[t.Tool.Name] || t.Result() == nil || t.Result().IsError || t.Took > usedSoon {
			continue
		}
		called[t.Tool.Name] = true
		if err := c.gather("calling "+t.Tool.Name, "tools/call", probe.CallOf(t.Tool, t.Arguments, "")); err != nil {
			return err
		}
	}
	if err := c.useFirst("prompts/get", all.Prompts); err != nil {
		return err
	}
	if err := c.useFirst("resources/read", all.Resources); err != nil {
		return err
	}
	return verdict.NotTestableIf(len(c.answers) == 0, "the server has no prompt and no resource, and no tool that may be called has succeeded at once")
}

// useFirst repeats the first visit that was not refused.
func (c *check) useFirst(method string, visits []probe.Visit) error {
	i := slices.IndexFunc(visits, func(v probe.Visit) bool { return v.Answer.Members["result"] != nil })
	if i < 0 {
		return nil
	}
	return c.gather(method+" of "+visits[i].Name, method, visits[i].Params)
}
