package server

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func completeSteps() []gherkin.Step {
	return gherkin.Noun("completion", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the completion of an argument is asked for`,
			Manual: "the first one of a prompt, or else of a resource template; of a prompt that does not exist if there is none",
			Func:   (*check).completeSomething},
		{Keyword: gherkin.When, Pattern: `the completion of every argument is asked for`,
			Manual: "of prompts and resource templates, 16 at most; not testable without", Func: (*check).completeAll},
		{Keyword: gherkin.When, Pattern: `the completion for a prompt that does not exist is asked for`, Manual: "the answer is for a Then to judge",
			Func: (*check).completeNothing},
		{Keyword: gherkin.Then, Pattern: `completions come from a server that declares them, and from no other`,
			Manual: "a server that declares them knows the method; one that does not completes nothing", Func: completionsDeclared},
		{Keyword: gherkin.Then, Pattern: `the completion is refused with error -32602, or with -32601 if completions are not declared`,
			Manual: "with exactly this code", Func: completionRefused},
		{Keyword: gherkin.Then, Pattern: `no completion has more than (\d+) values`, Manual: "of those that are answered; not observed if none is",
			Example: "no completion has more than 100 values", Func: (*check).completionSizes},
	})
}

// completable is an argument that a completion can be asked for.
type completable struct{ ref, argument string }

// noPrompt is an argument of a prompt that does not exist.
var noPrompt = completable{`{"type":"ref/prompt","name":"mcpsim_no_such_prompt"}`, "mcpsim"}

// maxCompletions is how many arguments are completed.
const maxCompletions = 16

// templateVariable finds the first variable of an expression in a URI template.
var templateVariable = regexp.MustCompile(`\{[+#./;?&]?([A-Za-z0-9_.%]+)`)

// completables are what prompts and templates take.
func (c *check) completables() ([]completable, error) {
	var out []completable
	if c.conn.Declares("prompts") {
		prompts, err := c.conn.ListAll("prompts/list")
		if err != nil {
			return nil, err
		}
		for _, p := range prompts {
			for _, a := range argumentsOf(p) {
				out = append(out, completable{fmt.Sprintf(`{"type":"ref/prompt","name":%s}`, p["name"]), a.Name})
			}
		}
	}
	if c.conn.Declares("resources") {
		templates, _ := c.conn.ListAll("resources/templates/list") // a server need not have any
		for _, t := range templates {
			if m := templateVariable.FindStringSubmatch(probe.Text(t["uriTemplate"])); m != nil {
				out = append(out, completable{fmt.Sprintf(`{"type":"ref/resource","uri":%s}`, t["uriTemplate"]), m[1]})
			}
		}
	}
	return out[:min(len(out), maxCompletions)], nil
}

// promptArgument is an argument that a prompt takes.
type promptArgument struct {
	Name     string
	Required bool
}

func argumentsOf(prompt map[string]json.RawMessage) []promptArgument {
	var out []promptArgument
	_ = json.Unmarshal(prompt["arguments"], &out)
	return out
}

// completion are the params that ask for it.
func (a completable) completion() string {
	return fmt.Sprintf(`{"ref":%s,"argument":{"name":%s,"value":""}}`, a.ref, probe.Encoded(a.argument))
}

func (c *check) complete(a completable) error {
	return c.request("completion/complete", a.completion())
}

func (c *check) completeNothing() error { return c.complete(noPrompt) }

func (c *check) completeSomething() error {
	found, err := c.completables()
	if err != nil {
		return err
	}
	return c.complete(append(found, noPrompt)[0])
}

func (c *check) completeAll() error {
	c.answers = nil
	found, err := c.completables()
	if err == nil && len(found) == 0 {
		err = verdict.NotTestable("no prompt has an argument, and no resource template a variable")
	}
	for _, a := range found {
		if err := c.gather("the completion of "+a.argument, "completion/complete", a.completion()); err != nil {
			return err
		}
	}
	return err
}

// valuesOf are the values of a completion, or nil if the answer is none.
func valuesOf(answer probe.Frame) []json.RawMessage {
	var result struct {
		Completion struct{ Values []json.RawMessage }
	}
	_ = json.Unmarshal(answer.Members["result"], &result)
	return result.Completion.Values
}

func completionsDeclared(c *probe.Conn, answer probe.Frame) error {
	switch declared := c.Declares("completions"); {
	case declared && answer.IsUnknownMethod():
		return unless(false, answer, "it declares completions and does not know the method")
	case !declared && len(valuesOf(answer)) > 0:
		return unless(false, answer, "it does not declare completions and completes")
	}
	return nil
}

func completionRefused(c *probe.Conn, answer probe.Frame) error {
	if !c.Declares("completions") {
		return isCode(answer, "-32601")
	}
	return isCode(answer, "-32602")
}

func (c *check) completionSizes(most int) error {
	seen := false
	for _, a := range c.answers {
		values := valuesOf(a)
		seen = seen || values != nil
		if len(values) > most {
			return unless(false, a, "a completion has %d values", len(values))
		}
	}
	return verdict.NotObservedIf(!seen, "nothing is completed")
}

func promptSteps() []gherkin.Step {
	return gherkin.Noun("prompt", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `each prompt with required arguments is asked for without them`,
			Manual: "16 at most; it does not matter if there are none", Func: (*check).getBare},
		{Keyword: gherkin.Then, Pattern: `each of them is refused with the error (-?\d+)`, Manual: "with exactly this code",
			Example: "each of them is refused with the error -32602", Func: (*check).promptsRefused},
	})
}

// maxPrompts is how many prompts are asked for.
const maxPrompts = 16

func (c *check) getBare() error {
	c.answers = nil
	prompts, err := c.conn.ListAll("prompts/list")
	for _, p := range prompts {
		required := slices.ContainsFunc(argumentsOf(p), func(a promptArgument) bool { return a.Required })
		if !required || len(c.answers) == maxPrompts {
			continue
		}
		if err := c.gather("getting the prompt "+string(p["name"]), "prompts/get", fmt.Sprintf(`{"name":%s}`, p["name"])); err != nil {
			return err
		}
	}
	return err
}

func (c *check) promptsRefused(code string) error {
	for _, a := range c.answers {
		if failure := a.Failure(); failure == nil || failure.Code != code {
			return fmt.Errorf("a prompt without its required arguments is answered with %s", probe.Quote(a.Raw))
		}
	}
	return nil
}
