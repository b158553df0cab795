package server

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// completion is the noun of steps about completions of arguments.
type completion struct{ *check }

func completeSteps() []Step {
	return gherkin.Noun("completion", []Step{
		{Keyword: When, Pattern: `the completion of an argument is asked for`,
			Manual: "the first one of a prompt, or else of a resource template; of a prompt that does not exist if there is none",
			Func:   (*completion).completeSomething},
		{Keyword: When, Pattern: `the completion of every argument is asked for`,
			Manual: "of prompts and resource templates, 16 at most; not testable without", Func: (*completion).completeAll},
		{Keyword: When, Pattern: `the completion for a prompt that does not exist is asked for`, Manual: "the answer is for a Then to judge",
			Func: (*completion).completeNothing},
		{Keyword: Then, Pattern: `completions come from a server that declares them, and from no other`,
			Manual: "a server that declares them knows the method; one that does not completes nothing", Func: (*completion).completionsDeclared},
		{Keyword: Then, Pattern: `the completion is refused with error -32602, or with -32601 if completions are not declared`,
			Manual: "with exactly this code", Func: (*completion).completionRefused},
		{Keyword: Then, Pattern: `no completion has more than (\d+) values`, Manual: "of those that are answered; not observed if none is",
			Example: "no completion has more than 100 values", Func: (*completion).completionSizes},
	})
}

// completable is an argument that a completion can be asked for.
type completable struct{ ref, argument string }

// nobody is a prompt that does not exist.
var nobody = completable{`{"type":"ref/prompt","name":"mcpsim_no_such_prompt"}`, "mcpsim"}

// maxCompletions is how many arguments are completed.
const maxCompletions = 16

// templateVariable finds the first variable of an expression in a URI template.
var templateVariable = regexp.MustCompile(`\{[+#./;?&]?([A-Za-z0-9_.%]+)`)

// completables are what prompts and templates take.
func (w *completion) completables() ([]completable, error) {
	var out []completable
	if w.c.Declared["prompts"] {
		prompts, err := w.c.ListAll("prompts/list")
		if err != nil {
			return nil, err
		}
		for _, p := range prompts {
			for _, a := range argumentsOf(p) {
				out = append(out, completable{fmt.Sprintf(`{"type":"ref/prompt","name":%s}`, p["name"]), a.Name})
			}
		}
	}
	if w.c.Declared["resources"] {
		templates, _ := w.c.ListAll("resources/templates/list") // a server need not have any
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

func (w *completion) complete(c completable) error {
	return w.request("completion/complete", fmt.Sprintf(`{"ref":%s,"argument":{"name":%s,"value":""}}`, c.ref, probe.Encoded(c.argument)), w.bench.NextID())
}

func (w *completion) completeNothing() error { return w.complete(nobody) }

func (w *completion) completeSomething() error {
	found, err := w.completables()
	if err != nil {
		return err
	}
	return w.complete(append(found, nobody)[0])
}

func (w *completion) completeAll() error {
	found, err := w.completables()
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return verdict.NotTestable("no prompt has an argument, and no resource template a variable")
	}
	w.answers = nil
	for _, c := range found {
		if err := w.complete(c); err != nil {
			return err
		}
		answer, err := w.answered()
		if err != nil {
			return fmt.Errorf("the completion of %s: %w", c.argument, err)
		}
		w.answers = append(w.answers, answer)
	}
	return nil
}

// valuesOf are the values of a completion, or nil if the answer is none.
func valuesOf(answer probe.Frame) []json.RawMessage {
	var result struct {
		Completion struct{ Values []json.RawMessage }
	}
	_ = json.Unmarshal(answer.Members["result"], &result)
	return result.Completion.Values
}

func (w *completion) completionsDeclared(answer probe.Frame) error {
	declared, failure := w.c.Declared["completions"], answer.Failure()
	switch {
	case declared && failure != nil && failure.Code == "-32601":
		return fmt.Errorf("it declares completions and does not know the method: %s", probe.Quote(answer.Raw))
	case !declared && len(valuesOf(answer)) > 0:
		return fmt.Errorf("it does not declare completions and completes: %s", probe.Quote(answer.Raw))
	}
	return nil
}

func (w *completion) completionRefused() error {
	want := "-32602"
	if !w.c.Declared["completions"] {
		want = "-32601"
	}
	return w.isCode(want)
}

func (w *completion) completionSizes(most int) error {
	seen := false
	for _, a := range w.answers {
		values := valuesOf(a)
		seen = seen || values != nil
		if len(values) > most {
			return fmt.Errorf("a completion has %d values: %s", len(values), probe.Quote(a.Raw))
		}
	}
	if !seen {
		return verdict.NotObserved("nothing is completed")
	}
	return nil
}
