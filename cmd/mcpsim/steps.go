package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/steps/server"
)

func (a *app) stepsCommand() *cobra.Command {
	var validate, asJSON bool
	cmd := &cobra.Command{
		Use:   "steps [WORD]",
		Short: "Show the steps that scenarios can use",
		Long: `Shows the dictionary of steps by noun: an example of each, and what it does.
With a word, only the steps whose noun, example or manual contains it.

Scenarios of mcpsim run and checks of mcpsim validate have different steps:
--validate shows those of checks.`,
		Example: `  mcpsim steps call
  mcpsim steps --validate session`,
		Args: cobra.MaximumNArgs(1),
		RunE: ui.Run(func(_ *cobra.Command, args []string) error {
			if validate {
				return a.steps(server.Vocabulary(), asJSON, args)
			}
			return a.steps(a.vocabulary, asJSON, args)
		}),
	}
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		source := a.vocabulary
		if validate {
			source = server.Vocabulary()
		}
		v, err := gherkin.NewVocabulary(source)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return nouns(v.Steps()), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object per step and line")
	cmd.Flags().BoolVar(&validate, "validate", false, "the steps of features that check servers")
	return cmd
}

func (a *app) steps(vocabulary gherkin.Source, asJSON bool, args []string) error {
	v, err := gherkin.NewVocabulary(vocabulary)
	if err != nil {
		return err
	}
	all := v.Steps()
	found := all
	if len(args) == 1 {
		found = slices.DeleteFunc(slices.Clone(all), func(s gherkin.Step) bool { return !mentions(s, args[0]) })
	}
	if len(found) == 0 {
		return a.noSteps(all, args)
	}
	if !asJSON {
		fmt.Fprint(a.ui.Out, gherkin.Dictionary(found))
		return nil
	}
	for _, s := range found {
		ui.WriteJSON(a.ui.Out, stepLine{ui.LineOf("step"), s.Noun, fmt.Sprint(s.Keyword), s.Pattern, s.Example, s.Manual, s.Virtual})
	}
	return nil
}

// stepLine is one line of --json.
type stepLine struct {
	ui.JSONLine
	Noun    string `json:"noun"`
	Keyword string `json:"keyword"`
	Pattern string `json:"pattern"`
	Example string `json:"example"`
	Manual  string `json:"manual"`
	Virtual bool   `json:"virtual,omitempty"` // it works in the virtual world only
}

func mentions(s gherkin.Step, word string) bool {
	text := strings.ToLower(s.Noun + "\n" + s.Example + "\n" + s.Manual)
	return strings.Contains(text, strings.ToLower(word))
}

func (a *app) noSteps(all []gherkin.Step, args []string) error {
	known := nouns(all)
	if len(args) == 0 {
		return ui.Fail(ui.ExitNothing, errors.New("there are no steps"))
	}
	next := cmp.Or(ui.DidYouMean("", args[0], known), "\nthe nouns are "+strings.Join(known, ", "))
	return ui.Fail(ui.ExitNothing, fmt.Errorf("no step mentions %q%s", args[0], next))
}

// nouns are what steps are about.
func nouns(steps []gherkin.Step) []string {
	var out []string
	for _, s := range steps {
		out = append(out, s.Noun)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
