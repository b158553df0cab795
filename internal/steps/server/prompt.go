package server

import (
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// prompts is the noun of steps about prompts.
type prompts struct{ *check }

func promptSteps() []Step {
	return gherkin.Noun("prompt", []Step{
		{Keyword: When, Pattern: `each prompt with required arguments is asked for without them`,
			Manual: "16 at most; it does not matter if there are none", Func: (*prompts).getBare},
		{Keyword: Then, Pattern: `each of them is refused with the error (-?\d+)`, Manual: "with exactly this code",
			Example: "each of them is refused with the error -32602", Func: (*prompts).promptsRefused},
	})
}

// maxPrompts is how many prompts are asked for.
const maxPrompts = 16

func (w *prompts) getBare() error {
	prompts, err := w.c.ListAll("prompts/list")
	if err != nil {
		return err
	}
	w.answers = nil
	for _, p := range prompts {
		required := slices.ContainsFunc(argumentsOf(p), func(a promptArgument) bool { return a.Required })
		if !required || len(w.answers) == maxPrompts {
			continue
		}
		answer, err := w.c.Call("prompts/get", fmt.Sprintf(`{"name":%s}`, p["name"]))
		if err != nil {
			w.trouble = true
			return fmt.Errorf("getting the prompt %s: %w", p["name"], err)
		}
		w.answers = append(w.answers, answer)
	}
	return nil
}

func (w *prompts) promptsRefused(code string) error {
	for _, a := range w.answers {
		if failure := a.Failure(); failure == nil || failure.Code != code {
			return fmt.Errorf("a prompt without its required arguments is answered with %s", probe.Quote(a.Raw))
		}
	}
	return nil
}
