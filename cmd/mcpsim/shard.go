package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/shard"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// shardFlags say which part of a run is run.
type shardFlags struct {
	text, times string

	shard shard.Shard // what the flags say, after read
	took  shard.Times
}

func (f *shardFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.text, "shard", "", "run only the part `NUMBER/OF`, such as 2/8; auto/8 takes the number from JOB_COMPLETION_INDEX; mcpsim merge joins the parts")
	cmd.Flags().StringVar(&f.times, "shard-times", "", "make all parts take about as long, by the results in `FILE`, which --report json:FILE wrote")
}

// read reads the flags. Its errors are usage errors.
func (f *shardFlags) read(ctx context.Context, environ []string) (err error) {
	index, _ := outside.Lookup(environ)("JOB_COMPLETION_INDEX")
	if f.shard, err = shard.Parse(f.text, index); err != nil {
		return ui.Usage(fmt.Errorf("--shard %w", err))
	}
	if f.times == "" {
		return nil
	}
	if f.text == "" {
		return ui.Usage(errors.New("--shard-times needs --shard"))
	}
	results, err := readResults(ctx, f.times)
	f.took = shard.TimesOf(results)
	return err
}

// jobs are those of the shard.
func (f *shardFlags) jobs(jobs []gherkin.Job) []gherkin.Job {
	return f.shard.Jobs(jobs, f.took, func(gherkin.Job) bool { return false })
}

// empty reports whether there is nothing to do since other shards do it.
func (f *shardFlags) empty(jobs []gherkin.Job) bool { return f.shard.Of > 0 && len(jobs) == 0 }

const mergeHelp = `Joins the results of all shards of a run (--shard NUMBER/OF with --report json:FILE)
and tells them as that run would have: the same text, reports and exit code, whatever
the order of the files. A shard that is missing or ended early is named, and the exit
code is 1.

Of a check that sums up what others have seen, and so is run by every shard, the result
counts that says most: one failure fails it. An entry of a --baseline about such a check
is never stale in a shard. Pages (html:DIR) have no timelines here; those of the shards do.`

func (a *app) mergeCommand() *cobra.Command {
	var values []string
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Join the results of the shards of a run",
		Long:  mergeHelp,
		Example: `  mcpsim run --shard 1/2 --report json:1.jsonl     # on one machine
  mcpsim run --shard 2/2 --report json:2.jsonl     # on another one
  mcpsim merge 1.jsonl 2.jsonl --report junit:results.xml --report sarif:results.sarif`,
		Args: cobra.MinimumNArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.merge(cmd.Context(), values, args) }),
	}
	cmd.Flags().StringArrayVar(&values, "report", nil, reportHelp)
	ui.Complete(cmd, "report", reportCompletions)
	return cmd
}

func (a *app) merge(ctx context.Context, values, names []string) error {
	files, err := parseReports(values)
	if err != nil {
		return ui.Usage(err)
	}
	var parts []reports.Part
	for _, name := range names {
		run, results, err := readRun(ctx, name)
		if err != nil {
			return err
		}
		parts = append(parts, reports.Part{Name: words.Printable(name), Run: run, Results: results})
	}
	run, results, gaps, err := reports.Merge(parts)
	if err != nil {
		return ui.Usage(err)
	}
	if err := errors.Join(a.tellMerged(files, run, results), a.writeReports(ctx, files, run, results)); err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	for _, gap := range gaps {
		a.ui.Hint("%s", gap)
	}
	switch {
	case len(gaps) > 0:
		return ui.Fail(ui.ExitFailed, errors.New("these are not all results of the run"))
	case run.World == gherkin.Target:
		return verdictOfChecks(results, false)
	}
	return verdict(reports.Summarise(results), false)
}

// tellMerged tells results as the run would have that was not split. It took as long as
// all of them together.
func (a *app) tellMerged(files []reportFile, run reports.Run, results []reports.Result) error {
	out, paint := a.resultsTo(files)
	var took time.Duration
	for _, r := range results {
		took += r.Real
	}
	if run.World != gherkin.Target {
		console := tell.NewRuns(out, paint)
		for _, r := range results {
			console.Add(r)
		}
		return console.Close(run, took)
	}
	findings := tell.NewFindings(out, a.ui.Paint)
	for _, r := range results {
		findings.Add(r)
	}
	return findings.Close(slices.Clone(results), run.Planned, took, "")
}
