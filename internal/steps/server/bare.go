package server

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// bareSteps are about calls that have no arguments, not even an empty object.
func bareSteps() []gherkin.Step {
	return gherkin.Noun("call without arguments", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `each tool that needs no arguments is called without any`,
			Manual: "that has succeeded with {}, three at most; not testable if none has", Func: (*bareCalls).make},
		{Keyword: gherkin.Then, Pattern: `none of them is an internal error`, Manual: "error -32603, or no answer; one that says in other words what it wants is right", Func: (*bareCalls).served},
	})
}

// bareCalls are calls without arguments.
type bareCalls []bareCall

type bareCall struct {
	tool   string
	answer probe.Frame
	err    error
}

// maxBare is how many tools are called without arguments.
const maxBare = 3

func (all *bareCalls) make(c *check, s *probe.Survey) error {
	*all = nil
	for _, t := range s.Trials {
		if string(t.Arguments) != "{}" || t.Result() == nil || len(*all) == maxBare {
			continue
		}
		call := bareCall{tool: t.Tool.Name}
		call.answer, call.err = c.conn.Call("tools/call", fmt.Sprintf(`{"name":%s}`, probe.Encoded(t.Tool.Name)))
		if *all = append(*all, call); call.err != nil {
			c.trouble = true
			break
		}
	}
	return verdict.NotTestableIf(len(*all) == 0, "no tool that may be called has succeeded without arguments")
}

func (all *bareCalls) served() error {
	for _, call := range *all {
		failure := call.answer.Failure()
		switch {
		case call.err != nil:
			return fmt.Errorf("the tool %q, called without arguments: %w", call.tool, call.err)
		case failure != nil && failure.Code == "-32603":
			return unless(false, call.answer, "the tool %q, called without arguments, is an internal error, and with {} it is none", call.tool)
		}
	}
	return nil
}
