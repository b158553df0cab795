package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
)

func (a *app) fieldCommand() *cobra.Command {
	f := runFlags{world: gherkin.Virtual, seed: 1, repeat: 1}
	return &cobra.Command{
		Use:   "field [FF-NN]",
		Short: "Failures seen in the field: tell one and run it",
		Long: `Tells what happens in a failure that was seen in the field, in which variants it was
met and what shows each, how to check a client of yours for it or why that cannot be
done, names the servers of the catalogue that show it to one, and runs the Rules that
say what a correct runtime does. Without an id it lists all failures, each with the
number of its variants, Rules and servers.`,
		Example: `  mcpsim field
  mcpsim field FF-20`,
		Args: cobra.MaximumNArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listField()
			}
			return a.runField(cmd.Context(), f, args[0])
		}),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return fieldIDs(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func fieldIDs() []string {
	all, err := features.FieldFailures()
	if err != nil {
		return nil
	}
	var out []string
	for _, f := range all {
		out = append(out, f.ID)
	}
	return out
}

// fieldFailure is one of them; that of an id that none has is empty.
func fieldFailure(id string) (f features.FieldFailure) {
	if all, err := features.FieldFailures(); err == nil {
		if i := slices.IndexFunc(all, func(f features.FieldFailure) bool { return f.ID == id }); i >= 0 {
			f = all[i]
		}
	}
	return f
}

// fieldChecks are the checks of clients that see a field failure whose id they do not have.
func fieldChecks(id string) []string { return fieldFailure(id).Checks }

// fieldInstead is the advice for a field failure that no check of clients sees.
func fieldInstead(id string) string {
	f := fieldFailure(id)
	if f.Unseen == "" {
		return ""
	}
	return f.Unseen + "; mcpsim field " + id + " names servers to try the client with"
}

// listField shows all failures with what covers each.
func (a *app) listField() error {
	all, err := features.FieldFailures()
	if err != nil {
		return err
	}
	rules, err := a.rulesByID()
	if err != nil {
		return err
	}
	for _, f := range all {
		fmt.Fprintf(a.ui.Out, "%s  %-34s %-10s  %-7s  %s\n", f.ID, f.Name,
			words.Count(len(f.Variants), "variant"), words.Count(rules[f.ID], "Rule"), words.Count(len(serversOf(f.ID)), "server"))
	}
	return nil
}

// rulesByID counts the Rules of the features that are built in.
func (a *app) rulesByID() (map[string]int, error) {
	catalogue, err := gherkin.Load(nil, a.features)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, r := range catalogue.Rules() {
		for _, id := range r.IDs {
			count[id]++
		}
	}
	return count, nil
}

func serversOf(id string) []fakeserver.CatalogueEntry {
	return slices.DeleteFunc(fakeserver.Catalogue(), func(e fakeserver.CatalogueEntry) bool { return e.Failure != id })
}

// runField tells one failure and runs its Rules.
func (a *app) runField(ctx context.Context, f runFlags, id string) error {
	all, err := features.FieldFailures()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(f features.FieldFailure) bool { return strings.EqualFold(f.ID, id) || f.Name == id })
	if i < 0 {
		return ui.Usage(fmt.Errorf("no field failure %q%s: mcpsim field lists them", id, words.DidYouMean(strings.ToUpper(id), fieldIDs())))
	}
	failure := all[i]
	fmt.Fprintf(a.ui.Out, "%s %s\n%s\n\n", failure.ID, failure.Name, failure.Story)
	if err := a.tellVariants(failure); err != nil {
		return err
	}
	if failure.Unseen != "" {
		fmt.Fprintf(a.ui.Out, "no check of clients sees it: %s\n\n", failure.Unseen)
	} else {
		fmt.Fprintf(a.ui.Out, "check a client: mcpsim client --command '...' --check %s\n\n", failure.ID)
	}
	for _, s := range serversOf(failure.ID) {
		fmt.Fprintf(a.ui.Out, "mcpsim serve %s%s\n  %s\n\n", s.Name, overHTTP(s), s.Title)
	}
	f.guarantees = []string{failure.ID}
	err = a.run(ctx, f, nil)
	if ui.ExitCode(err) == ui.ExitNothing {
		return ui.Fail(ui.ExitNothing, errors.New("no Rule has this id"))
	}
	return err
}

// tellVariants lists the forms of a failure, each with what shows it.
func (a *app) tellVariants(f features.FieldFailure) error {
	catalogue, err := gherkin.Load(nil, a.features)
	if err != nil {
		return err
	}
	examples, err := catalogue.Select(gherkin.Filter{Guarantees: []string{f.ID}})
	if err != nil {
		return err
	}
	see := ""
	for _, v := range f.Variants {
		shown := v.Test
		if v.Open != "" {
			shown = "not shown: " + v.Open
		}
		for _, e := range examples {
			if e.Name == v.Example && e.Feature.URI == "features/"+v.File+".feature" {
				shown = fmt.Sprintf("%s:%d", e.Feature.URI, e.Line)
				see = cmp.Or(see, shown)
			}
		}
		fmt.Fprintf(a.ui.Out, "- %s (%s)\n", v.What, shown)
	}
	if see != "" {
		fmt.Fprintf(a.ui.Out, "see it: mcpsim timeline %s --open\n", see)
	}
	fmt.Fprintln(a.ui.Out)
	return nil
}

// overHTTP is the flag for a server that shows its fault over HTTP only.
func overHTTP(s fakeserver.CatalogueEntry) string {
	if slices.Contains(s.Over, "stdio") {
		return ""
	}
	return " --http"
}
