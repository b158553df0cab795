package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/internal/words"
)

func (a *app) stepsCommand() *cobra.Command {
	var validate bool
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
				return a.steps(server.Vocabulary(), args)
			}
			return a.steps(a.vocabulary, args)
		}),
	}
	cmd.Flags().BoolVar(&validate, "validate", false, "the steps of features that check servers")
	return cmd
}

func (a *app) steps(vocabulary gherkin.Source, args []string) error {
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
	_, err = fmt.Fprint(a.ui.Out, gherkin.Dictionary(found))
	return ui.Written(err)
}

func mentions(s gherkin.Step, word string) bool {
	text := strings.ToLower(s.Noun + "\n" + s.Example + "\n" + s.Manual)
	return strings.Contains(text, strings.ToLower(word))
}

func (a *app) noSteps(all []gherkin.Step, args []string) error {
	var nouns []string
	for _, s := range all {
		nouns = append(nouns, s.Noun)
	}
	nouns = slices.Compact(nouns)
	if len(args) == 0 {
		return ui.Fail(ui.ExitNothing, errors.New("there are no steps"))
	}
	next := "the nouns are " + strings.Join(nouns, ", ")
	if n := words.Nearest(args[0], nouns); n != "" {
		next = "did you mean " + n + "?"
	}
	return ui.Fail(ui.ExitNothing, fmt.Errorf("no step mentions %q\n%s", args[0], next))
}
