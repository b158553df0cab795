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
	"github.com/mcpsim/mcpsim/internal/explore"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/steps"
)

// runFlags are the flags of `mcpsim run`.
type runFlags struct {
	tags         string
	guarantees   []string
	seed         uint64
	scheduleSeed uint64
	orderSeed    uint64
	disturb      []string
	laws         bool
	racing       bool
	repeat       int
	strict       bool
	failFast     bool
	workers      int
	reports      []string
	traceDir     string
	failedDir    string // as traceDir, but for traces of runs that passed
	list, json   bool
	world        string
	inProcess    bool
	watch        bool
	explore      exploreFlags
	shard        shardFlags
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PATH | PATH:LINE ...]",
		Short: "Run scenarios",
		Long: `Runs scenarios, each in a world of its own, and says for every Rule whether it holds.

A path is a feature file, a folder, or a file with any line inside a scenario or
Rule. Without paths the features that are built in are run; they are also found
under their names, such as features/startup/fast_gate.feature:12.

A rule of a script or a fault of a link that never acted fails its scenario; see
mcpsim help scripts. A Rule that passes is warned of if it has servers, nothing at
all happened in any of its scenarios (no message, connection, process, log line or
change of a state) and no Then promises that with no, not, nothing, never or 0.

Scenarios run in child processes, so that a crash is one failed scenario. These
use one processor each unless GOMAXPROCS is set or --racing lets them race.`,
		Example: `  mcpsim run --tags '@omp and not @real'
  mcpsim run --guarantee OMP-LC-63 --trace /tmp/traces
  mcpsim run features/calls --report html:pages
  mcpsim run features --watch
  mcpsim run features/startup --strict-determinism --repeat 10
  mcpsim run features/universal --explore 200
  mcpsim run --shard 2/8 --report json:2.jsonl
  mcpsim run --report junit:results.xml --report json:results.jsonl`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), f, args) }),
	}
	flags := cmd.Flags()
	f.addVariation(cmd)
	f.addExecution(cmd)
	flags.StringVar(&f.tags, "tags", "", "only scenarios with these tags: a tag expression, see mcpsim help tags")
	flags.StringSliceVar(&f.guarantees, "guarantee", nil, "only Rules with this guarantee `ID` (repeatable)")
	flags.IntVar(&f.repeat, "repeat", 1, "run each scenario so often, with the same seeds")
	flags.IntVar(&f.explore.runs, "explore", 0, "run each scenario `N` times more, each time with something else, and tell groups of failures: see mcpsim help explore")
	flags.DurationVar(&f.explore.time, "for", 0, "explore in rounds for this `TIME`")
	flags.StringSliceVar(&f.explore.vary, "vary", nil, "what exploring varies: "+strings.Join(explore.Kinds(), ", ")+" (absent: all)")
	flags.BoolVar(&f.strict, "strict-determinism", false, "run each scenario at least twice and compare the traces")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop after the first failure")
	flags.StringArrayVar(&f.reports, "report", nil, reportHelp)
	flags.StringVar(&f.traceDir, "trace", "", "write the trace of every run below this `DIR`")
	flags.StringVar(&f.failedDir, "trace-on-failure", "", "write the traces of runs that do not pass below this `DIR`")
	flags.BoolVar(&f.list, "list", false, "list what would run, run nothing")
	flags.BoolVar(&f.json, "json", false, "with --list: one JSON object per scenario and line")
	f.shard.add(cmd)
	flags.BoolVar(&f.inProcess, "in-process", false, "run without child processes, for debugging")
	flags.BoolVar(&f.watch, "watch", false, "go on: when a feature file of the paths is saved, run its scenarios again")
	ui.Complete(cmd, "vary", ui.Values(explore.Kinds()...))
	ui.Complete(cmd, "tags", tagCompletions)
	ui.Complete(cmd, "guarantee", a.guaranteeCompletions)
	ui.Complete(cmd, "report", reportCompletions)
	return cmd
}

// addVariation adds the flags that say how a run differs from others.
func (f *runFlags) addVariation(cmd *cobra.Command) {
	f.addSeeds(cmd)
	flags := cmd.Flags()
	flags.Uint64Var(&f.orderSeed, "order-seed", 0, "seed of another order of what happens at one instant, at each of them; 0 = always the same")
	flags.StringArrayVar(&f.disturb, "disturb", nil, "put a `FAULT` on a link (\"docs cut 3 at name down\") or on all (\"* latency 20ms\") and check the laws of every runtime instead of the Thens; see mcpsim help explore (repeatable)")
	flags.BoolVar(&f.laws, "laws", false, "check the laws of every runtime after the last step, too")
}

func (f *runFlags) addSeeds(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", 1, "seed of faults and latencies")
	flags.Uint64Var(&f.scheduleSeed, "schedule-seed", 0, "seed of the order of what happens at one instant; 0 = by name")
}

// addExecution adds the flags that every command which runs scenarios has.
func (f *runFlags) addExecution(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.racing, "racing", false, "let what happens at one instant race, as on a real machine: no two runs are the same")
	flags.IntVarP(&f.workers, "jobs", "j", 0, "scenarios to run at the same time; 0 = one per processor, 16 if --world takes in the real one")
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
	case f.racing && (f.strict || f.scheduleSeed != 0 || f.orderSeed != 0):
		return ui.Usage(errors.New("--racing has no order of events: leave out --strict-determinism, --schedule-seed and --order-seed"))
	case f.world != gherkin.Virtual && (f.laws || len(f.disturb) > 0 || f.orderSeed != 0):
		return ui.Usage(errors.New("--laws, --disturb and --order-seed are for --world virtual"))
	case f.racing && f.world == gherkin.Real:
		return ui.Usage(errors.New("--racing is for --world virtual: in real time everything races"))
	case f.traceDir != "" && f.failedDir != "":
		return ui.Usage(errors.New("--trace and --trace-on-failure: want one of them"))
	case f.json && !f.list:
		return ui.Usage(errors.New("--json is for --list: results are written with --report json:FILE"))
	case f.inProcess && f.workers > 1:
		return ui.Usage(fmt.Errorf("--in-process runs one scenario at a time: leave out -j"))
	}
	if err := f.checkExplore(); err != nil {
		return err
	}
	for _, text := range f.disturb {
		if err := steps.CheckDisturbance(text); err != nil {
			return ui.Usage(fmt.Errorf("--disturb: %w", err))
		}
	}
	return nil
}

func (f *runFlags) worlds() []string {
	if f.world == "all" {
		return []string{gherkin.Virtual, gherkin.Real}
	}
	return []string{f.world}
}

// waiting is how many scenarios run at the same time in the real world, where most of
// their time is spent waiting.
const waiting = 16

// parallel is how many scenarios run at the same time.
func (f *runFlags) parallel(jobs int) int {
	n := f.workers
	switch {
	case n > 0:
	case f.world == gherkin.Virtual:
		n = goruntime.NumCPU()
	default:
		n = waiting
	}
	return min(n, jobs)
}

func (f *runFlags) settings() gherkin.Settings {
	s := gherkin.Settings{
		Worlds: f.worlds(), Racing: f.racing, Repeat: f.repeat,
		Variation: gherkin.Variation{Seed: f.seed, ScheduleSeed: f.scheduleSeed, OrderSeed: f.orderSeed, Disturb: f.disturb, Laws: f.laws || len(f.disturb) > 0},
	}
	if f.strict {
		s.Repeat = max(2, s.Repeat)
	}
	return s
}

func (a *app) run(ctx context.Context, f runFlags, paths []string) error {
	if err := errors.Join(f.check(), f.shard.read(ctx, a.Environ)); err != nil {
		return err
	}
	switch {
	case f.repeat == 0:
		return ui.Usage(errors.New("--repeat 0: want 1 to 100000"))
	case f.list && (len(f.reports) > 0 || f.traceDir != "" || f.failedDir != ""):
		return ui.Usage(errors.New("--list runs nothing: leave out --report, --trace and --trace-on-failure"))
	case f.watch:
		return a.watch(ctx, f, paths)
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
	jobs = f.shard.jobs(jobs)
	if f.list {
		a.list(f, jobs)
		return nil
	}
	if f.explore.wanted() && !f.shard.empty(jobs) {
		if jobs = explore.Explorable(jobs); len(jobs) == 0 {
			return ui.Fail(ui.ExitNothing, errors.New("these scenarios pin what mcpsim itself draws by seed 1: there is nothing to explore"))
		}
		return a.explore(ctx, f, jobs)
	}
	if err := errors.Join(prepareTraces("--trace", f.traceDir), prepareTraces("--trace-on-failure", f.failedDir)); err != nil {
		return ui.Usage(err)
	}
	record := a.newRunRecord(f, jobs, files)
	return a.execute(ctx, f, jobs, record)
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
func (a *app) list(f runFlags, jobs []gherkin.Job) {
	for _, j := range jobs {
		s := j.Scenario
		switch {
		case j.Attempt > 1:
		case f.json:
			ui.WriteJSON(a.ui.Out, struct {
				ui.JSONLine
				URI   string   `json:"uri"`
				Line  int      `json:"line"`
				World string   `json:"world"`
				IDs   []string `json:"ids"`
				Rule  string   `json:"rule"`
				Name  string   `json:"name"`
			}{ui.LineOf("scenario"), s.URI, s.Line, s.World, j.Rule.IDs, s.Rule, s.Name})
		default:
			fmt.Fprintf(a.ui.Out, "%s:%d\t%s\t%s\t%s › %s\n", s.URI, s.Line, s.World, strings.Join(j.Rule.IDs, " "), s.Rule, s.Name)
		}
	}
}

// verdict is the error for a complete run; the record has told the rest. A part of a run
// may have nothing to do.
func verdict(s reports.Summary, part bool) error {
	switch {
	case s.Ran == 0 && part:
		return nil
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
