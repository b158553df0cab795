package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// call is one tool call of the scenario, numbered from 1.
type call struct {
	attempt
	tool host.Tool
	out  host.Output
}

func callSteps() []Step {
	return gherkin.Noun("call", []Step{
		{Keyword: When, Pattern: `tool "([^"]+)" is called`, Manual: "begins a call with empty arguments; calls are numbered from 1",
			Example: `tool "mcp__docs_search" is called`, Func: (*World).callTool},
		{Keyword: When, Pattern: `tool "([^"]+)" is called with:`, Manual: "begins a call with these arguments",
			Example: `tool "mcp__docs_search" is called with:`, Func: (*World).callToolWith},
		{Keyword: When, Pattern: `tools of "([^"]+)" are called`, Manual: "begins a call of every tool of several servers at one instant",
			Example: `tools of "s1..s20" are called`, Func: (*World).callMany},
		{Keyword: When, Pattern: `tools of "([^"]+)" are called with:`,
			Manual:  "begins a call of every tool of several servers at one instant, with these arguments",
			Example: `tools of "s1..s20" are called with:`, Func: (*World).callManyWith},
		{Keyword: When, Pattern: `the tool of call (\d+) is called again`,
			Manual: "begins a call through the handle of an earlier one, whatever the view shows now", Example: `the tool of call 1 is called again`,
			Func: (*World).callAgain},
		{Keyword: When, Pattern: `the caller gives up call (\d+)`, Manual: "aborts a call", Example: `the caller gives up call 1`,
			Func: (*World).giveUp},
		{Keyword: Then, Pattern: `call (\d+) is pending`, Manual: "checks that a call has not ended", Example: `call 1 is pending`,
			Func: (*World).checkPending},
		{Keyword: Then, Pattern: `call (\d+) returns "([^"]*)"`, Manual: "compares the text of a successful call", Example: `call 1 returns "ok"`,
			Func: (*World).checkText},
		{Keyword: Then, Pattern: `call (\d+) returns this text:`, Manual: "compares the text of a successful call that has several lines",
			Example: `call 1 returns this text:`, Func: (*World).checkLongText},
		{Keyword: Then, Pattern: `call (\d+) returns the error text "(.*)"`,
			Manual:  "compares the text of a call that failed and was turned into content",
			Example: `call 1 returns the error text "MCP error: Transport closed"`, Func: (*World).checkErrorText},
		{Keyword: Then, Pattern: `call (\d+) returns an error text with "(.*)"`, Manual: "looks for a part of the text of a failed call",
			Example: `call 1 returns an error text with "No response received"`, Func: (*World).checkErrorPart},
		{Keyword: Then, Pattern: `call (\d+) returns structured content:`, Manual: "compares structuredContent as JSON",
			Example: `call 1 returns structured content:`, Func: (*World).checkStructured},
		{Keyword: Then, Pattern: `call (\d+) was aborted`, Manual: "checks that a call ended with the caller's own reason and without content",
			Example: `call 1 was aborted`, Func: (*World).checkAborted},
		{Keyword: Then, Pattern: `call (\d+) ended at (\S+)`, Manual: "checks when a call ended, to the millisecond", Example: `call 1 ended at 3s`,
			Func: (*World).checkEnded},
	})
}

func (w *World) callTool(name string) error { return w.begin1(name, nil) }

func (w *World) callToolWith(name string, args *gherkin.DocString) error {
	if !json.Valid([]byte(args.Content)) {
		return errors.New("the arguments are not JSON")
	}
	return w.begin1(name, json.RawMessage(args.Content))
}

func (w *World) begin1(name string, args json.RawMessage) error {
	if w.host == nil {
		return errNoStart
	}
	for t := range w.host.Tools() {
		if t.Name == name {
			return w.beginCall(t, args)
		}
	}
	return fmt.Errorf("the runtime has no tool %q", name)
}

func (w *World) beginCall(t host.Tool, args json.RawMessage) error {
	w.launch(t, args)
	return w.ground.settle()
}

// launch begins a call of a tool of the view without waiting for anything.
func (w *World) launch(t host.Tool, args json.RawMessage) {
	w.launchCall(t.Server, t, func(ctx context.Context) (host.Output, error) {
		return w.host.CallTool(ctx, t, args)
	})
}

// launchCall begins whatever counts as a call.
func (w *World) launchCall(actor string, t host.Tool, do func(context.Context) (host.Output, error)) {
	c := &call{tool: t}
	w.calls = append(w.calls, c)
	n := len(w.calls)
	c.begin(w, fmt.Sprintf("call %d", n), fmt.Sprintf("%s/call-%d", actor, n), func(ctx context.Context) (err error) {
		c.out, err = do(ctx)
		return err
	})
}

func (w *World) callMany(names string) error {
	return w.chosen().call(expandNames(names), nil)
}

func (w *World) callManyWith(names string, args *gherkin.DocString) error {
	if !json.Valid([]byte(args.Content)) {
		return errors.New("the arguments are not JSON")
	}
	return w.chosen().call(expandNames(names), json.RawMessage(args.Content))
}

func (w *World) callAgain(n int) error {
	c, err := w.call(n)
	if err != nil {
		return err
	}
	return w.beginCall(c.tool, nil)
}

func (w *World) call(n int) (*call, error) { return numbered("call", w.calls, n) }

func (w *World) giveUp(n int) error {
	c, err := w.call(n)
	if err != nil {
		return err
	}
	return c.giveUp()
}

// ended is a call that is over.
func (w *World) ended(n int) (*call, error) {
	c, err := w.call(n)
	if err == nil {
		err = c.ended()
	}
	return c, err
}

func (w *World) checkPending(n int) error {
	c, err := w.call(n)
	if err != nil || c.pending() {
		return err
	}
	return fmt.Errorf("call %d ended at %s: %s", n, c.at, c.outcome())
}

func (c *call) outcome() string {
	if c.err != nil {
		return c.err.Error()
	}
	return c.out.Text
}

func (w *World) checkText(n int, text string) error {
	c, err := w.ended(n)
	if err != nil {
		return err
	}
	if c.err != nil || c.out.IsError {
		return fmt.Errorf("call %d failed: %s", n, c.outcome())
	}
	return same(fmt.Sprintf("the text of call %d", n), c.out.Text, text)
}

func (w *World) checkLongText(n int, text *gherkin.DocString) error {
	return w.checkText(n, text.Content)
}

// failed is a call that failed and was turned into content.
func (w *World) failed(n int) (*call, error) {
	c, err := w.ended(n)
	switch {
	case err != nil:
		return c, err
	case c.err != nil:
		return c, fmt.Errorf("call %d ended with the error %q instead of content", n, c.err)
	case !c.out.IsError:
		return c, fmt.Errorf("call %d succeeded with %q", n, c.out.Text)
	}
	return c, nil
}

func (w *World) checkErrorText(n int, text string) error {
	c, err := w.failed(n)
	if err != nil {
		return err
	}
	return same(fmt.Sprintf("the text of call %d", n), c.out.Text, text)
}

func (w *World) checkErrorPart(n int, part string) error {
	c, err := w.failed(n)
	if err == nil && !strings.Contains(c.out.Text, part) {
		err = fmt.Errorf("the text of call %d is %q", n, c.out.Text)
	}
	return err
}

func (w *World) checkStructured(n int, want *gherkin.DocString) error {
	c, err := w.ended(n)
	if err != nil {
		return err
	}
	return sameJSON(fmt.Sprintf("the structured content of call %d", n), c.out.Structured, want.Content)
}

func (w *World) checkAborted(n int) error {
	c, err := w.ended(n)
	switch {
	case err != nil:
		return err
	case c.out.Text != "":
		return fmt.Errorf("call %d became content: %s", n, c.out.Text)
	}
	return c.aborted()
}

func (w *World) checkEnded(n int, at string) error {
	c, err := w.call(n)
	if err != nil {
		return err
	}
	return c.endedAt(at)
}
