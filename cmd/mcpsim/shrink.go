package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/shrink"
	"github.com/mcpsim/mcpsim/internal/words"
)

// shrinkFlags are the flags of `mcpsim shrink`.
type shrinkFlags struct {
	run   runFlags
	out   string
	keep  []string
	limit int
}

func (a *app) shrinkCommand() *cobra.Command {
	f := shrinkFlags{run: runFlags{world: gherkin.Virtual}}
	cmd := &cobra.Command{
		Use:   "shrink PATH:LINE",
		Short: "Make a failing scenario smaller",
		Long: `Makes a scenario that fails smaller as long as it fails for the same reason: the same
step with the same difference, after the same last event of a server that it names.
Servers, steps, rows, and rules, actions and members of blocks are left out, times
are brought towards nothing and counts towards one. --keep names more events that
must happen before the failure, such as "server.state docs".

What is left is a feature file. Comments in it say how it fails, which values may be
others, and which must be what they are; and, if a smaller scenario was met that fails
for another reason, what was left out then and both reasons.

The seeds and disturbances are those with which it fails, as mcpsim run shows them.`,
		Example: `  mcpsim shrink features/reload/pool.feature:14 --seed 7
  mcpsim shrink big.feature:12 --disturb 'docs cut 3 at name down' -o small.feature`,
		Args: cobra.ExactArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.shrink(cmd.Context(), f, args[0]) }),
	}
	flags := cmd.Flags()
	f.run.addVariation(cmd)
	flags.StringVarP(&f.out, "output", "o", "", "write the smaller scenario to this `FILE` instead of stdout")
	flags.StringArrayVar(&f.keep, "keep", nil, "an `EVENT` that must happen, too: its kind, or kind and server (repeatable)")
	flags.IntVar(&f.limit, "limit", 5000, "make at most `N` runs")
	return cmd
}

func (a *app) shrink(ctx context.Context, f shrinkFlags, place string) error {
	if err := f.run.check(); err != nil {
		return err
	}
	if f.limit < 1 {
		return ui.Usage(fmt.Errorf("--limit %d: want a number of runs", f.limit))
	}
	if f.out != "" {
		if err := cmp.Or(outfile.CheckApart(f.out, fileOf(place)), outfile.Check(f.out)); err != nil {
			return ui.Usage(fmt.Errorf("-o %s: %w", f.out, err))
		}
	}
	examples, err := a.choose(f.run, []string{place})
	switch {
	case err != nil:
		return err
	case len(examples) != 1:
		return ui.Usage(fmt.Errorf("%s: want one scenario, here are %d: name the line of one, or of one row of its examples", place, len(examples)))
	}
	runners, err := a.runners(1, false)
	if err != nil {
		return err
	}
	defer runners[0].Close()
	result, err := shrink.Job{
		Runner: runners[0], Example: examples[0], URI: examples[0].Feature.URI,
		Variation: f.run.settings().Variation, Keep: f.keep, Limit: f.limit,
	}.Run(ctx)
	var passed *shrink.PassedError
	if errors.As(err, &passed) {
		return ui.Fail(ui.ExitNothing, err)
	}
	if err != nil {
		return err
	}
	return a.writeShrunk(ctx, f, place, result)
}

// writeShrunk writes the smaller scenario, and a summary if that goes to a file.
func (a *app) writeShrunk(ctx context.Context, f shrinkFlags, place string, r shrink.Result) error {
	name := f.out
	if name == "" {
		name = "small.feature"
	}
	text := r.Text(name, place)
	summary := fmt.Sprintf("%s became %d in %s", words.Count(r.Steps, "step"), len(r.Draft.Steps), words.Count(r.Runs, "run"))
	if !r.Whole {
		summary += "; --limit ended it early"
	}
	a.ui.Hint("%s", summary)
	if f.out == "" {
		_, err := io.WriteString(a.ui.Out, text)
		return err
	}
	err := outfile.WriteContext(ctx, f.out, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			fmt.Fprint(a.ui.Out, strings.TrimPrefix(strings.TrimPrefix(line, "#"), " "))
		}
	}
	return nil
}
