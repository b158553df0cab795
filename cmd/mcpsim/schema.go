package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/formats"
)

func (a *app) schemaCommand() *cobra.Command {
	var about strings.Builder
	var names []string
	for _, f := range formats.All() {
		fmt.Fprintf(&about, "  %-11s %s\n", f.Name, f.Manual)
		names = append(names, f.Name)
	}
	return &cobra.Command{
		Use:   "schema " + strings.Join(names, " | "),
		Short: "Print the JSON Schema of a file format",
		Long: `Prints the JSON Schema (2020-12) of

` + about.String() + `
An editor that knows it completes and explains what it reads. With the YAML language
server the first line of a file names it:

  # yaml-language-server: $schema=script.schema.json`,
		Example: `  mcpsim schema scripts > script.schema.json`,
		Args:    cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (out []string, _ cobra.ShellCompDirective) {
			for _, f := range formats.All() {
				if len(args) == 0 {
					out = append(out, f.Name+"\t"+f.Manual)
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: ui.Run(func(_ *cobra.Command, args []string) error {
			for _, f := range formats.All() {
				if len(args) == 1 && f.Name == args[0] {
					fmt.Fprint(a.ui.Out, f.Schema)
					return nil
				}
			}
			text := "want one of " + strings.Join(names, ", ")
			if len(args) == 1 {
				text = fmt.Sprintf("there is no schema of %s: %s%s", args[0], text, ui.DidYouMean("mcpsim schema ", args[0], names))
			}
			return ui.Usage(fmt.Errorf("%s\nsee: mcpsim schema --help", text))
		}),
	}
}
