package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// formerSteps are about answers that were kept of another request.
func formerSteps() []gherkin.Step {
	return gherkin.Noun("request with other values", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `each prompt with arguments is asked for with one value, and then with another`, Manual: "for all of them, 8 at most; not testable if no prompt has arguments", Func: (*formers).prompts},
		{Keyword: gherkin.When, Pattern: `each fast tool that takes a text is given one, and then another`, Manual: "of those that may be called and succeed, 8 at most; not testable if there is none", Func: (*formers).tools},
		{Keyword: gherkin.Then, Pattern: `no prompt is made of the values before`, Manual: "has these, and not its own; not observed if none repeats its values", Func: (*formers).promptsOwn},
		{Keyword: gherkin.Then, Pattern: `no call has the result of the one before`, Manual: "the same, which has the text of that one, and not its own; not observed if none repeats its text", Func: (*formers).resultsOwn},
		{Keyword: gherkin.Then, Pattern: `none is refused for its arguments that takes none`, Manual: "with error -32602, of tools whose schema has no properties; not observed if there is none", Func: refusedForNothing},
		{Keyword: gherkin.Then, Pattern: `none that only reads, and has succeeded, is an error when it is called again`, Manual: "-32602 or -32603, of fast ones, three times, 8 of them at most; others are called twice, and judged by what is asked of every answer; not observed if none reads", Func: (*check).readsAgain},
	})
}

// The values of two requests that are alike but for these, each argument's its own.
const former, latter = "mcpsim-former", "mcpsim-latter"

func valueOf(value string, nth int) string { return fmt.Sprintf("%s-%d.", value, nth) }

// maxFormer is how many prompts and tools are asked for twice.
const maxFormer = 8

// formers are pairs of such requests.
type formers []pairOf

type pairOf struct {
	name    string
	values  int             // how many arguments have one
	before  json.RawMessage // the result for what is usually given; nil = it does not repeat that
	answers [2]probe.Frame
}

// ask sends both.
func (all *formers) ask(c *check, method string, pair pairOf, params func(value string) string) error {
	for i, value := range []string{former, latter} {
		var err error
		if pair.answers[i], err = c.conn.Call(method, params(value)); err != nil {
			c.trouble = true
			return fmt.Errorf("%s %q: %w", method, pair.name, err)
		}
	}
	*all = append(*all, pair)
	return nil
}

func (all *formers) prompts(c *check, browsed *probe.Browse) error {
	*all = nil
	prompts, err := c.conn.ListAll("prompts/list")
	for _, p := range prompts {
		arguments := probe.ArgumentsOf(p)
		if len(arguments) == 0 || probe.Text(p["name"]) == "" || len(*all) == maxFormer {
			continue
		}
		params := func(value string) string {
			given := map[string]string{}
			for i, a := range arguments {
				given[a.Name] = valueOf(value, i)
			}
			text, _ := json.Marshal(given)
			return fmt.Sprintf(`{"name":%s,"arguments":%s}`, p["name"], text)
		}
		var before json.RawMessage
		for _, v := range browsed.Prompts {
			if result := v.Answer.Members["result"]; v.Name == probe.Text(p["name"]) && strings.Contains(string(result), sample.Plain) {
				before = result
			}
		}
		if err := all.ask(c, "prompts/get", pairOf{name: probe.Text(p["name"]), values: len(arguments), before: before}, params); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return verdict.NotTestableIf(len(*all) == 0, "no prompt has arguments")
}

func (all *formers) tools(c *check, s *probe.Survey) error {
	*all = nil
	tried := map[string]bool{}
	for _, t := range s.Trials {
		with, _, ok := t.Tool.Input.Texted()
		if !ok || t.Result() == nil || t.Took > structuredFast || tried[t.Tool.Name] || len(*all) == maxFormer {
			continue
		}
		tried[t.Tool.Name] = true
		if _, err := with(valueOf(former, 0)); err != nil {
			continue
		}
		params := func(value string) string {
			arguments, _ := with(valueOf(value, 0)) // a text as long as the other one
			return probe.CallOf(t.Tool, arguments, "")
		}
		var before json.RawMessage
		if slices.ContainsFunc(t.Result().Content, func(block map[string]json.RawMessage) bool { return probe.Text(block["text"]) == sample.Plain }) {
			before = t.Answer.Members["result"]
		}
		if err := all.ask(c, "tools/call", pairOf{name: t.Tool.Name, values: 1, before: before}, params); err != nil {
			return err
		}
	}
	return verdict.NotTestableIf(len(*all) == 0, "no tool that may be called, and succeeds, takes a text")
}

// kept judges pairs of which the first answer repeats its value, or the usual answer does.
func (all *formers) kept(what string, wrong func(one, two string) bool) error {
	judged := false
	for _, pair := range *all {
		one, two := string(pair.answers[0].Members["result"]), string(pair.answers[1].Members["result"])
		frozen := pair.before != nil && sameValue(one, two) && sameValue(string(pair.before), two)
		if !strings.Contains(one, former) && !frozen || two == "" {
			continue
		}
		judged = true
		if frozen && !strings.Contains(two, latter) || pair.keeps(one, two) && wrong(one, two) {
			return unless(false, pair.answers[1], "the %s %q, asked for with %q after it was with other values, is that of those", what, pair.name, latter)
		}
	}
	return verdict.NotObservedIf(!judged, "no %s repeats what it is given", what)
}

// keeps reports whether the second result has a value of the first, and not its own.
func (pair pairOf) keeps(one, two string) bool {
	for i := range pair.values {
		if before := valueOf(former, i); strings.Contains(one, before) && strings.Contains(two, before) && !strings.Contains(two, valueOf(latter, i)) {
			return true
		}
	}
	return false
}

func (all *formers) promptsOwn() error {
	return all.kept("prompt", func(string, string) bool { return true })
}

// resultsOwn asks for the very result: a tool may well tell what it was given before.
func (all *formers) resultsOwn() error { return all.kept("tool", sameValue) }

// refusedForNothing judges the calls of tools that take no arguments, and are refused again. What is
// listed, and not found, is the business of another check; what comes and goes may be away.
func refusedForNothing(c *check, s *probe.Survey, b *probe.Bench) error {
	bare := slices.DeleteFunc(slices.Clone(s.Trials), func(t *probe.Trial) bool { return t.Err != nil || !t.Tool.Input.Bare() })
	unknown, err := c.call("tools/call", noTool)
	if err != nil {
		return err
	}
	wrongly := func(t *probe.Trial, answer probe.Frame) bool {
		failure := answer.Failure()
		return failure != nil && failure.Code == "-32602" && !likeUnknown(t.Tool.Name, unknown, answer)
	}
	return each(bare, "no tool that may be called takes no arguments", func(t *probe.Trial) error {
		if !wrongly(t, t.Answer) {
			return nil
		}
		again, err := c.call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
		if err != nil || !wrongly(t, again) || !c.lists(t.Tool.Name) {
			return err
		}
		return blame(b, t, "it takes no arguments, and is refused with the error for wrong ones: %s", probe.Quote(t.Answer.Raw))
	})
}

// readTimes is how often a call is made again that has succeeded, and otherTimes the same of tools that
// do more than read: in a session of its own, so that there is a second one.
const readTimes, otherTimes = 3, 2

// readsAgain makes calls again, several of tools that only read: of others a second one may well be an error.
func (c *check) readsAgain(s *probe.Survey) error {
	items, err := c.conn.ListAll("tools/list")
	if err != nil {
		return err
	}
	read := false
	for _, t := range fastOnes(s.Trials) {
		reads, times := onlyReads(items, t.Tool.Name), otherTimes
		if reads {
			times, read = readTimes, true
		}
		for range times {
			answer, err := c.conn.Call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
			if err != nil {
				c.trouble = true
				return fmt.Errorf("the tool %q, called again: %w", t.Tool.Name, err)
			}
			if failure := answer.Failure(); failure != nil && reads && slices.Contains([]string{"-32602", "-32603"}, failure.Code) {
				return unless(false, answer, "the tool %q has succeeded with %s, and when it is called so again it is an error", t.Tool.Name, probe.Quote(t.Arguments))
			}
		}
	}
	return verdict.NotObservedIf(!read, "no tool that only reads succeeds fast")
}

// onlyReads reports whether a tool has readOnlyHint.
func onlyReads(items []probe.Item, name string) bool {
	return slices.ContainsFunc(items, func(item probe.Item) bool {
		var says struct{ ReadOnlyHint bool }
		return probe.Text(item["name"]) == name && jsonparts.Unmarshal(item["annotations"], &says) == nil && says.ReadOnlyHint
	})
}
