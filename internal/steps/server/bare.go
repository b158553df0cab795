package server

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// bareSteps are about calls that have no arguments, not even an empty object.
func bareSteps() []gherkin.Step {
	return gherkin.Noun("call without arguments", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `each tool that needs no arguments is called without any`,
			Manual: "that has succeeded with {}, three at most; not testable if none has", Func: (*bareCalls).make},
		{Keyword: gherkin.When, Pattern: `each prompt that needs no arguments is asked for without any`,
			Manual: "that was answered with {}, three at most; not testable if none was", Func: (*bareCalls).prompts},
		{Keyword: gherkin.Then, Pattern: `none of them is refused`, Manual: "as none was with an empty object", Func: (*bareCalls).unrefused},
		{Keyword: gherkin.When, Pattern: `a tool is called by its name in other letters`,
			Manual: "one that has succeeded, in capitals, or else in small letters; not testable if no name has letters, or another tool is called so", Func: otherLetters},
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

func (all *bareCalls) prompts(c *check, browsed *probe.Browse) error {
	*all = nil
	for _, v := range browsed.Prompts {
		if !strings.HasSuffix(v.Params, `"arguments":{}}`) || v.Answer.Members["result"] == nil || len(*all) == maxBare {
			continue
		}
		call := bareCall{tool: v.Name}
		call.answer, call.err = c.conn.Call("prompts/get", fmt.Sprintf(`{"name":%s}`, probe.Encoded(v.Name)))
		if *all = append(*all, call); call.err != nil {
			c.trouble = true
			break
		}
	}
	return verdict.NotTestableIf(len(*all) == 0, "no prompt was answered without arguments")
}

func (all *bareCalls) unrefused() error {
	for _, call := range *all {
		if call.err != nil {
			return fmt.Errorf("the prompt %q, asked for without arguments: %w", call.tool, call.err)
		}
		if call.answer.Failure() != nil {
			return unless(false, call.answer, "the prompt %q, asked for without arguments, is refused, and with {} it is not", call.tool)
		}
	}
	return nil
}

// otherLetters calls a tool by a name that is not its own, as names tell small letters and
// capitals apart.
func otherLetters(c *check, s *probe.Survey) error {
	taken := func(name string) bool {
		return slices.ContainsFunc(s.Trials, func(t *probe.Trial) bool { return t.Tool.Name == name })
	}
	c.conn.Misfits(true)
	defer c.conn.Misfits(false)
	for _, t := range s.Trials {
		for _, name := range []string{strings.ToUpper(t.Tool.Name), strings.ToLower(t.Tool.Name)} {
			if t.Result() != nil && t.Took < time.Second && !taken(name) {
				return c.request("tools/call", fmt.Sprintf(`{"name":%s,"arguments":%s}`, probe.Encoded(name), t.Arguments))
			}
		}
	}
	return verdict.NotTestable("no tool has succeeded whose name can be written in other letters")
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
