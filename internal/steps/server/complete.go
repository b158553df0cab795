package server

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func completeSteps() []gherkin.Step {
	return gherkin.Noun("completion", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `completions are asked for`,
			Manual: "of every argument of prompts and resource templates, 64 at most; of a prompt that does not exist if there is none",
			Func:   (*check).completeAny},
		{Keyword: gherkin.When, Pattern: `the completion of every argument is asked for`,
			Manual: "of prompts and resource templates, 64 at most; not testable without", Func: completeAll},
		{Keyword: gherkin.When, Pattern: `the completion for a (prompt|resource template) that does not exist is asked for`, Manual: "the answer is for a Then to judge",
			Example: "the completion for a prompt that does not exist is asked for", Func: (*check).completeNothing},
		{Keyword: gherkin.Then, Pattern: `completions come from a server that declares them, and from no other`,
			Manual: "a server that declares them completes something; one that does not refuses all", Func: (*check).completionsDeclared},
		{Keyword: gherkin.Then, Pattern: `no completion of what is listed is an internal error`,
			Manual: "error -32603; of nothing to offer the completion is empty", Func: completionsServed},
		{Keyword: gherkin.Then, Pattern: `none is refused for its context, nor for the lack of one`, Manual: "from 2025-06-18 on, the first and the last that was answered without one, nor two for the lack of one that were not; not observed if none was", Func: completedInContext},
		{Keyword: gherkin.Then, Pattern: `the completion is refused with error -32602, or with -32601 if completions are not declared`,
			Manual: "with exactly this code", Func: completionRefused},
		{Keyword: gherkin.Then, Pattern: `no completion has more than (\d+) values`, Manual: "of those that are answered; not observed if none is",
			Example: "no completion has more than 100 values", Func: completionSizes},
		{Keyword: gherkin.Then, Pattern: `what each completion says of the rest is true`, Manual: "total is not less than its values, and hasMore fits it",
			Func: completionTotals},
	})
}

// nobodys are references to what does not exist.
var nobodys = map[string]string{
	"prompt":            `{"type":"ref/prompt","name":"mcpsim_no_such_prompt"}`,
	"resource template": `{"type":"ref/resource","uri":"mcpsim://no/such/{mcpsim}"}`,
}

// nobody are params that ask for a completion for what does not exist.
func nobody(thing string) string {
	return `{"ref":` + nobodys[thing] + `,"argument":{"name":"mcpsim","value":""}}`
}

func (c *check) completeNothing(thing string) error {
	return c.request("completion/complete", nobody(thing))
}

// completeAny asks as far as the server has anything to complete, else for what does
// not exist.
func (c *check) completeAny(all *probe.Browse) error {
	if len(all.Completions) > 0 {
		return nil
	}
	return c.completeNothing("prompt")
}

func completeAll(all *probe.Browse) error {
	return verdict.NotTestableIf(len(all.Completions) == 0, "no prompt has an argument, and no resource template a variable")
}

// completionsDeclared wants a server that declares completions to know the method and
// to complete something, and any other to refuse all.
func (c *check) completionsDeclared(all *probe.Browse) error {
	answers := all.Completions
	if len(answers) == 0 {
		answers = []probe.Visit{{Name: "a prompt that does not exist", Answer: c.answer, Err: c.err}}
	}
	declared, refused := c.conn.Declares("completions"), 0
	for _, v := range answers {
		switch {
		case v.Err != nil && declared:
			return fmt.Errorf("it declares completions, and that of %s: %w", v.Name, v.Err)
		case v.Err != nil: // unknown methods are the business of another check
		case declared && v.Answer.IsUnknownMethod():
			return unless(false, v.Answer, "it declares completions and does not know the method")
		case !declared && v.Answer.Members["result"] != nil:
			return unless(false, v.Answer, "it does not declare completions, and answers with a result for %s", v.Name)
		case v.Answer.Failure() != nil:
			refused++
		}
	}
	if declared && len(all.Completions) > 0 && refused == len(answers) {
		return unless(false, answers[0].Answer, "it declares completions and completes none of %d arguments", refused)
	}
	return nil
}

// completionsServed leaves other errors to the server: it may have nothing to offer for
// an argument that it does not know.
func completionsServed(all *probe.Browse, b *probe.Bench) error {
	for _, v := range slices.Concat(all.Completions, all.Fruitless) {
		if failure := v.Answer.Failure(); failure != nil && failure.Code == "-32603" {
			b.RecallBrowse()
			return unless(false, v.Answer, "the completion of %s is an internal error", v.Name)
		}
	}
	return nil
}

func completedInContext(all *probe.Browse, b *probe.Bench) error {
	for _, v := range all.Contextual {
		if v.Answer.Members["result"] != nil {
			b.RecallBrowse()
			return unless(false, v.Answer, "the completion of %s is refused, unless it has a context", v.Name)
		}
	}
	return each(all.InContext, "no completion was answered", func(v probe.Visit) error {
		return stillServed(v, b, fmt.Sprintf("the completion of %s with a context", v.Name), fmt.Sprintf("the completion of %s is refused if it has a context", v.Name))
	})
}

func completionRefused(c *probe.Conn, b *probe.Bench, answer probe.Frame) error {
	if c.Declares("completions") {
		if answer.IsUnknownMethod() {
			return verdict.Because("COMP-01", "completions are declared, and the method is unknown")
		}
		wrong := isCode(answer, "-32602")
		if failure := answer.Failure(); wrong != nil && failure != nil && failsAlike(b, failure.Code) {
			return verdict.Because("COMP-01", "the completion of what is listed is refused with the same error; %s", wrong)
		}
		return wrong
	}
	wrong := isCode(answer, "-32601")
	if wrong == nil {
		return nil
	}
	all, err := b.Browse()
	if err != nil {
		return err
	}
	completes := func(v probe.Visit) bool { return v.Answer.Members["result"] != nil }
	if completes(probe.Visit{Answer: answer}) || slices.ContainsFunc(all.Completions, completes) {
		return verdict.Because("COMP-01", "completions are not declared, and answered")
	}
	return wrong
}

// failsAlike reports whether what is listed is completed no better than what does not exist: one
// completion is the same internal error, or all are the same error.
func failsAlike(b *probe.Bench, code string) bool {
	all, err := b.Browse()
	if err != nil || len(all.Completions) == 0 {
		return false
	}
	alike := 0
	for _, v := range all.Completions {
		if failure := v.Answer.Failure(); failure != nil && failure.Code == code {
			alike++
		}
	}
	return alike == len(all.Completions) || alike > 0 && code == "-32603"
}

// completion is one that something was answered with.
type completion struct {
	Values  []json.RawMessage
	Total   *float64
	HasMore *bool
}

// completionOf is nil if the answer is none, or has members of other types.
func completionOf(answer probe.Frame) *completion {
	var result struct{ Completion *completion }
	if jsonparts.Unmarshal(answer.Members["result"], &result) != nil {
		return nil
	}
	return result.Completion
}

// eachCompletion judges those that were answered.
func eachCompletion(all *probe.Browse, b *probe.Bench, judge func(*completion) error) error {
	seen := false
	for _, v := range all.Completions {
		found := completionOf(v.Answer)
		if found == nil {
			continue // what is wrong with it is the business of another check
		}
		seen = true
		if err := judge(found); err != nil {
			b.RecallBrowse()
			return fmt.Errorf("the completion of %s %w: %s", v.Name, err, probe.Quote(v.Answer.Raw))
		}
	}
	return verdict.NotObservedIf(!seen, "nothing is completed")
}

func completionSizes(all *probe.Browse, b *probe.Bench, most int) error {
	return eachCompletion(all, b, func(c *completion) error {
		return verdict.FailedIf(len(c.Values) > most, "has %d values", len(c.Values))
	})
}

func completionTotals(all *probe.Browse, b *probe.Bench) error {
	return eachCompletion(all, b, func(c *completion) error {
		n := float64(len(c.Values))
		switch {
		case c.Total == nil:
			return nil
		case *c.Total < n:
			return fmt.Errorf("has %v values and a total of %v", n, *c.Total)
		case c.HasMore != nil && *c.HasMore != (*c.Total > n):
			return fmt.Errorf("has %v values, a total of %v, and hasMore is %t", n, *c.Total, *c.HasMore)
		}
		return nil
	})
}

func completionForms(all *probe.Browse, b *probe.Bench) error {
	return visitForms(b, slices.Concat(all.Completions, all.Fruitless), "completion/complete", "nothing is completed")
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
		required := slices.ContainsFunc(probe.ArgumentsOf(p), func(a probe.Argument) bool { return a.Required })
		if !required || probe.Text(p["name"]) == "" || len(c.answers) == maxPrompts {
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
			return refused(false, a, "a prompt without its required arguments is not refused")
		}
	}
	return nil
}
