package main

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// runFlags are the flags of `mcpsim run`.
type runFlags struct {
	tags         string
	guarantees   []string
	seed         uint64
	scheduleSeed uint64
	repeat       int
	strict       bool
	failFast     bool
	workers      int
	reports      []string
	traceDir     string
	list, json   bool
	world        string
	inProcess    bool
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PATH | PATH:LINE ...]",
		Short: "Run scenarios",
		Long: `Runs scenarios, each in a world of its own, and says for every Rule whether it holds.

A path is a feature file, a folder, or a file with any line inside a scenario or
Rule. Without paths the features that are built in are run; they are also found
under their names, such as features/startup/gate.feature:12.

Scenarios run in child processes, so that a crash is one failed scenario. These
use one processor each unless GOMAXPROCS is set.`,
		Example: `  mcpsim run --tags '@omp and not @real'
  mcpsim run --guarantee OMP-LC-63 --trace /tmp/traces
  mcpsim run features/startup --strict-determinism --repeat 10
  mcpsim run --report junit:results.xml --report json:results.jsonl`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), f, args) }),
	}
	flags := cmd.Flags()
	f.addExecution(cmd)
	flags.StringVar(&f.tags, "tags", "", "only scenarios with these tags: a tag expression, see mcpsim help tags")
	flags.StringSliceVar(&f.guarantees, "guarantee", nil, "only Rules with this guarantee `ID` (repeatable)")
	flags.IntVar(&f.repeat, "repeat", 1, "run each scenario so often, with the same seeds")
	flags.BoolVar(&f.strict, "strict-determinism", false, "run each scenario at least twice and compare the traces")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop after the first failure")
	flags.StringArrayVar(&f.reports, "report", nil, reportHelp)
	flags.StringVar(&f.traceDir, "trace", "", "write the trace of every run below this `DIR`")
	flags.BoolVar(&f.list, "list", false, "list what would run, run nothing")
	flags.BoolVar(&f.json, "json", false, "with --list: one JSON object per scenario and line")
	flags.BoolVar(&f.inProcess, "in-process", false, "run without child processes, for debugging")
	ui.Complete(cmd, "tags", tagCompletions)
	ui.Complete(cmd, "guarantee", a.guaranteeCompletions)
	ui.Complete(cmd, "report", reportCompletions)
	return cmd
}

// addExecution adds the flags that every command which runs scenarios has.
func (f *runFlags) addExecution(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", 1, "seed of faults and latencies")
	flags.Uint64Var(&f.scheduleSeed, "schedule-seed", 0, "seed of the order of what happens at one instant; 0 = by name")
	flags.IntVarP(&f.workers, "jobs", "j", 0, "scenarios to run at the same time; 0 = one per processor, one alone if --world takes in the real one")
	flags.StringVar(&f.world, "world", gherkin.Virtual, "where to run: virtual, real or all")
	ui.Complete(cmd, "world", ui.Values(gherkin.Virtual, gherkin.Real, "all"))
}

// check returns a usage error for values that cannot be used.
func (f *runFlags) check() error {
	switch {
	case f.workers < 0:
		return ui.Usage(fmt.Errorf("-j %d: want a number of scenarios", f.workers))
	case f.repeat < 0 || f.repeat > 100_000:
		return ui.Usage(fmt.Errorf("--repeat %d: want 1 to 100000", f.repeat))
	case !slices.Contains([]string{gherkin.Virtual, gherkin.Real, "all"}, f.world):
		return ui.Usage(fmt.Errorf("--world %s: want virtual, real or all", f.world))
	case f.strict && f.world != gherkin.Virtual:
		return ui.Usage(fmt.Errorf("--strict-determinism needs --world virtual: real time is never the same twice"))
	case f.json && !f.list:
		return ui.Usage(errors.New("--json is for --list: results are written with --report json:FILE"))
	case f.inProcess && f.workers > 1:
		return ui.Usage(fmt.Errorf("--in-process runs one scenario at a time: leave out -j"))
	}
	return nil
}

func (f *runFlags) worlds() []string {
	if f.world == "all" {
		return []string{gherkin.Virtual, gherkin.Real}
	}
	return []string{f.world}
}

// parallel is how many scenarios run at the same time. In real time they would
// disturb each other's timing.
func (f *runFlags) parallel(jobs int) int {
	n := f.workers
	if n == 0 && f.world == gherkin.Virtual {
		n = goruntime.NumCPU()
	}
	return min(max(n, 1), jobs)
}

func (f *runFlags) settings() gherkin.Settings {
	s := gherkin.Settings{
		Worlds: f.worlds(), Seed: f.seed, ScheduleSeed: f.scheduleSeed,
		Repeat: f.repeat, Traces: f.strict || f.traceDir != "",
	}
	if f.strict {
		s.Repeat = max(2, s.Repeat)
	}
	return s
}

func (a *app) run(ctx context.Context, f runFlags, paths []string) error {
	if err := f.check(); err != nil {
		return err
	}
	files, err := parseReports(f.reports)
	if err != nil {
		return ui.Usage(err)
	}
	examples, err := a.choose(f, paths)
	if err != nil {
		return err
	}
	jobs := gherkin.Plan(examples, f.settings())
	if len(jobs) == 0 {
		return nothingMatched(f, len(examples))
	}
	if f.list {
		return a.list(f, jobs)
	}
	if err := prepareTraces(f.traceDir); err != nil {
		return ui.Usage(err)
	}
	session := a.newSession(f, jobs, files)
	return a.execute(ctx, f, jobs, session)
}

// choose loads, checks and selects. Its errors are usage errors.
func (a *app) choose(f runFlags, paths []string) ([]*gherkin.Example, error) {
	ids, err := a.ids()
	if err != nil {
		return nil, err
	}
	filter := gherkin.Filter{Guarantees: f.guarantees}
	for _, id := range f.guarantees {
		if err := ids.CheckID(id); err != nil {
			return nil, ui.Usage(fmt.Errorf("--guarantee: %w", err))
		}
	}
	if f.tags != "" {
		if filter.Tags, err = ids.ParseTags(f.tags); err != nil {
			return nil, ui.Usage(err)
		}
	}
	vocabulary, err := gherkin.NewVocabulary(a.vocabulary)
	if err != nil {
		return nil, err
	}
	catalogue, err := gherkin.Load(paths, a.features)
	if err == nil {
		_, catalogue = catalogue.ForServers() // their steps are those of mcpsim validate
		err = catalogue.Check(vocabulary, ids)
	}
	if err != nil {
		return nil, ui.Usage(err)
	}
	examples, err := catalogue.Select(filter)
	if err != nil {
		return nil, ui.Usage(err)
	}
	return examples, nil
}

// ids is the registry of guarantee ids.
func (a *app) ids() (*gherkin.IDs, error) {
	all, err := a.guarantees()
	if err != nil {
		return nil, err
	}
	known := make([]string, len(all))
	for i, g := range all {
		known[i] = g.ID
	}
	return gherkin.NewIDs(known), nil
}

func nothingMatched(f runFlags, examples int) error {
	text := "no scenario matches"
	switch {
	case examples > 0:
		text = fmt.Sprintf("none of the %s matched can run in the %s world: try --world all", words.Count(examples, "scenario"), f.world)
	case f.tags != "" || len(f.guarantees) > 0:
		text += " --tags and --guarantee among these paths; mcpsim run --list shows what there is"
	default:
		text += ": these paths hold no .feature file with a scenario for mcpsim run (features tagged @target are for mcpsim validate)"
	}
	return ui.Fail(ui.ExitNothing, errors.New(text))
}

// list prints one line per scenario and world: place, Rule ids, names.
func (a *app) list(f runFlags, jobs []gherkin.Job) error {
	for _, j := range jobs {
		if j.Attempt > 1 {
			continue
		}
		if err := a.listJob(f, j); err != nil {
			return ui.Written(err)
		}
	}
	return nil
}

func (a *app) listJob(f runFlags, j gherkin.Job) error {
	s := j.Scenario
	if !f.json {
		_, err := fmt.Fprintf(a.ui.Out, "%s:%d\t%s\t%s\t%s › %s\n", s.URI, s.Line, s.World, strings.Join(j.Rule.IDs, " "), s.Rule, s.Name)
		return err
	}
	return ui.WriteJSON(a.ui.Out, struct {
		ui.JSONLine
		URI   string   `json:"uri"`
		Line  int      `json:"line"`
		World string   `json:"world"`
		IDs   []string `json:"ids"`
		Rule  string   `json:"rule"`
		Name  string   `json:"name"`
	}{ui.LineOf("scenario"), s.URI, s.Line, s.World, j.Rule.IDs, s.Rule, s.Name})
}

// verdict is the error for a complete run; the session has told the rest.
func verdict(s reports.Summary) error {
	switch {
	case s.Ran == 0:
		return ui.Fail(ui.ExitNothing, errors.New("nothing ran"))
	case s.Different > 0:
		return ui.Fail(ui.ExitNotReproducible, nil)
	case s.Verdicts[reports.Failed] > s.Stale:
		return ui.Fail(ui.ExitFailed, nil)
	case s.Stale > 0:
		return ui.Fail(ui.ExitStale, nil)
	}
	return nil
}
