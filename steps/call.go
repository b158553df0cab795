package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// calls is the tool calls of a scenario and whatever else counts as one.
type calls struct {
	noun
	all []*call
}

// call is one tool call, numbered from 1.
type call struct {
	attempt
	tool host.Tool
	args json.RawMessage // nil = none, or not known
	out  host.Output
	read any // of a resource or a prompt: all that was read
}

func callSteps() []gherkin.Step {
	return gherkin.Noun("call", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `tool "([^"]+)" is called`, Manual: "begins a call with empty arguments; calls are numbered from 1",
			Example: `tool "mcp__docs_search" is called`, Func: (*calls).plain},
		{Keyword: gherkin.When, Pattern: `tool "([^"]+)" is called with:`, Manual: "begins a call with these arguments",
			Example: `tool "mcp__docs_search" is called with:`, Func: (*calls).with},
		{Keyword: gherkin.When, Pattern: `tools of "([^"]+)" are called`, Manual: "begins a call of every tool of several servers at one instant",
			Example: `tools of "s1..s20" are called`, Func: (*calls).many},
		{Keyword: gherkin.When, Pattern: `tools of "([^"]+)" are called with:`,
			Manual:  "begins a call of every tool of several servers at one instant, with these arguments",
			Example: `tools of "s1..s20" are called with:`, Func: (*calls).manyWith},
		{Keyword: gherkin.When, Pattern: `the tool of call (\d+) is called again`,
			Manual: "begins a call through the handle of an earlier one, whatever the view shows now", Example: `the tool of call 1 is called again`,
			Func: (*calls).again},
		{Keyword: gherkin.Then, Pattern: `call (\d+) returns "([^"]*)"`, Manual: "compares the text of a successful call", Example: `call 1 returns "ok"`,
			Func: (*call).returns},
		{Keyword: gherkin.Then, Pattern: `call (\d+) returns this text:`, Manual: "compares the text of a successful call that has several lines",
			Example: `call 1 returns this text:`, Func: (*call).returnsLines},
		{Keyword: gherkin.Then, Pattern: `call (\d+) returns the error text "(.*)"`,
			Manual:  "compares the text of a call that failed and was turned into content",
			Example: `call 1 returns the error text "MCP error: Transport closed"`, Func: (*call).returnsError},
		{Keyword: gherkin.Then, Pattern: `call (\d+) returns an error text with "(.*)"`, Manual: "looks for a part of the text of a failed call",
			Example: `call 1 returns an error text with "No response received"`, Func: (*call).returnsErrorPart},
		{Keyword: gherkin.Then, Pattern: `call (\d+) was refused for want of the scopes "([^"]*)"`,
			Manual:  "compares what the program learns from the failure: the scopes that a login would need besides; none if it was no such refusal",
			Example: `call 1 was refused for want of the scopes "write"`, Func: (*call).checkWanted},
		{Keyword: gherkin.Then, Pattern: `call (\d+) returns structured content:`, Manual: "compares structuredContent as JSON",
			Example: `call 1 returns structured content:`, Func: (*call).returnsStructured},
		{Keyword: gherkin.Then, Pattern: `call (\d+) returns this result:`,
			Manual:  "compares the members that the runtime reads of the content of a tool's result, of a resource or of a prompt, as JSON",
			Example: `call 1 returns this result:`, Func: (*call).returnsResult},
		{Keyword: gherkin.Then, Pattern: `the output of call (\d+) says that it is of tool "([^"]*)" of server "([^"]*)", from the provider "([^"]*)"`,
			Manual:  "compares what the output says of the tool: its name on the server, and that of the provider, empty if none is known",
			Example: `the output of call 1 says that it is of tool "search" of server "docs", from the provider ""`, Func: (*call).checkOrigin},
	})
}

// toolNamed is a tool of the view.
func toolNamed(r running, name string) (host.Tool, error) {
	for t := range r.Tools() {
		if t.Name == name {
			return t, nil
		}
	}
	return host.Tool{}, fmt.Errorf("the runtime has no tool %q", name)
}

func (c *calls) plain(t host.Tool) error { return c.callTool(t, nil) }

func (c *calls) with(t host.Tool, block *gherkin.DocString) error {
	args, err := argumentsOf(block)
	if err != nil {
		return err
	}
	return c.callTool(t, args)
}

// argumentsOf reads the arguments of a call.
func argumentsOf(block *gherkin.DocString) (json.RawMessage, error) {
	if !json.Valid([]byte(block.Content)) {
		return nil, errors.New("the arguments are not JSON")
	}
	return json.RawMessage(block.Content), nil
}

func (c *calls) callTool(t host.Tool, args json.RawMessage) error {
	c.launch(&call{tool: t, args: args}, t.Server, func(ctx context.Context) (host.Output, error) {
		return c.host.Call(ctx, t.Name, args)
	})
	return c.ground.settle()
}

// launchTool begins a call of a tool of the view without waiting for anything.
func (w *World) launchTool(t host.Tool, args json.RawMessage) {
	w.launch(&call{tool: t, args: args}, t.Server, func(ctx context.Context) (host.Output, error) {
		return w.host.CallTool(ctx, t, args)
	})
}

// launchCall begins whatever counts as a call.
func (w *World) launchCall(actor string, t host.Tool, do func(context.Context) (host.Output, error)) {
	w.launch(&call{tool: t}, actor, do)
}

func (w *World) launch(c *call, actor string, do func(context.Context) (host.Output, error)) {
	all := nounOf[calls](w)
	c.got = func() string { return c.out.Text }
	all.all = append(all.all, c)
	n := len(all.all)
	c.begin(w, fmt.Sprintf("call %d", n), fmt.Sprintf("%s/call-%d", actor, n), func(ctx context.Context) (err error) {
		c.out, err = do(ctx)
		return err
	})
}

func (c *calls) many(names string) error { return c.chosen().call(expandNames(names), nil) }

func (c *calls) manyWith(names string, block *gherkin.DocString) error {
	args, err := argumentsOf(block)
	if err != nil {
		return err
	}
	return c.chosen().call(expandNames(names), args)
}

func (c *calls) again(n int) error {
	earlier, err := numbered("call", c.all, n)
	if err != nil {
		return err
	}
	c.launchTool(earlier.tool, nil)
	return c.ground.settle()
}

// call is a call that has ended.
func (c *calls) call(n int) (*call, error) {
	found, err := numbered("call", c.all, n)
	if err == nil {
		err = found.ended()
	}
	return found, err
}

func (c *call) outcome() string {
	if c.err != nil {
		return c.err.Error()
	}
	return c.out.Text
}

func (c *call) returns(text string) error {
	if c.err != nil || c.out.IsError {
		return fmt.Errorf("%s failed: %s", c.name, c.outcome())
	}
	return same("the text of "+c.name, c.out.Text, text)
}

func (c *call) returnsLines(text *gherkin.DocString) error { return c.returns(text.Content) }

// failed fails unless a call failed and was turned into content.
func (c *call) failed() error {
	switch {
	case c.err != nil:
		return fmt.Errorf("%s ended with the error %q instead of content", c.name, c.err)
	case !c.out.IsError:
		return fmt.Errorf("%s succeeded with %q", c.name, c.out.Text)
	}
	return nil
}

func (c *call) returnsError(text string) error {
	if err := c.failed(); err != nil {
		return err
	}
	return same("the text of "+c.name, c.out.Text, text)
}

func (c *call) returnsErrorPart(part string) error {
	err := c.failed()
	if err == nil && !says(c.out.Text, part) {
		err = fmt.Errorf("the text of %s is %q", c.name, c.out.Text)
	}
	return err
}

func (c *call) returnsStructured(want *gherkin.DocString) error {
	return sameJSON("the structured content of "+c.name, c.out.Structured, want.Content)
}

func (c *call) checkOrigin(tool string, server *server, provider string) error {
	return same("the origin of "+c.name, []string{c.out.Tool, c.out.Server, c.out.Provider}, []string{tool, server.name, provider})
}

// returnsResult compares what was read, without the texts that are kept beside it.
func (c *call) returnsResult(want *gherkin.DocString) error {
	read := c.read
	switch r := read.(type) {
	case nil:
		stored, err := json.Marshal(c.out.Content)
		if err != nil {
			return err
		}
		var again []protocol.Content // as a program reads them that has stored them
		if err := json.Unmarshal(stored, &again); err != nil {
			return err
		}
		if diff := same("what was stored of "+c.name, withoutRaw(again), withoutRaw(c.out.Content)); diff != nil {
			return diff
		}
		read = withoutRaw(c.out.Content)
	case protocol.GetPromptResult:
		for i := range r.Messages {
			r.Messages[i].Content.Raw = nil
		}
	}
	members, err := json.Marshal(read)
	if err != nil {
		return err
	}
	return sameJSON("the result of "+c.name, members, want.Content)
}

func withoutRaw(blocks []protocol.Content) []protocol.Content {
	out := slices.Clone(blocks)
	for i := range out {
		out[i].Raw = nil
	}
	return out
}

func (c *call) checkWanted(want []string) error {
	if err := c.ended(); err != nil {
		return err
	}
	return same("the scopes that are wanted", strings.Join(host.WantedScopes(c.out.Err), " "), strings.Join(want, " "))
}
