package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/reports"
)

// guaranteesFlags are the flags of `mcpsim guarantees`.
type guaranteesFlags struct {
	runFlags
	results  string
	missing  bool
	json     bool
	markdown bool
}

func (a *app) guaranteesCommand() *cobra.Command {
	var f guaranteesFlags
	cmd := &cobra.Command{
		Use:   "guarantees [PATH ...]",
		Short: "Show which guarantees are proven",
		Long: `Runs all scenarios, or reads the results of a run, and counts the documented
guarantees by what is known of them:

  passing       every scenario of each Rule with this id passed
  failing       at least one failed
  unproven      some did not run, only warned, or are expected to fail
  none          no Rule with this id ran
  out of scope  the document itself rules it out

With --missing nothing runs: it lists what has no Rule, or one of which not every
scenario can run in the --world or is expected to hold. With --results too it lists
what is not passing.`,
		Example: `  mcpsim guarantees --missing
  mcpsim run --report json:results.jsonl; mcpsim guarantees --results results.jsonl --json`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.showGuarantees(cmd.Context(), f, args) }),
	}
	f.addSeeds(cmd)
	f.addExecution(cmd)
	cmd.Flags().StringVar(&f.results, "results", "", "read these results (written with --report json:`FILE`) instead of running")
	cmd.Flags().BoolVar(&f.missing, "missing", false, "list every guarantee in scope that is not proven, run nothing")
	cmd.Flags().BoolVar(&f.json, "json", false, "one JSON object per guarantee and line")
	cmd.Flags().BoolVar(&f.markdown, "markdown", false, "print the documents with the Rule, file and state of each guarantee")
	return cmd
}

func (a *app) showGuarantees(ctx context.Context, f guaranteesFlags, paths []string) error {
	if err := f.check(); err != nil {
		return err
	}
	switch {
	case f.results != "" && len(paths) > 0:
		return ui.Usage(errors.New("--results and paths: want one of them"))
	case f.markdown && (f.missing || f.json):
		return ui.Usage(errors.New("--markdown shows all guarantees: leave out --missing and --json"))
	}
	all, err := a.guarantees()
	if err != nil {
		return err
	}
	results, err := a.obtain(ctx, f, paths)
	if err != nil {
		return err
	}
	known := judged(all, reports.Coverage(results))
	switch {
	case f.json, f.missing:
		a.guaranteesList(f, known)
	case f.markdown:
		a.guaranteesMarkdown(known, results)
	default:
		a.guaranteesTable(known)
	}
	if err := a.ui.Out.Error(); err != nil {
		return ui.Written(err)
	}
	for _, g := range known {
		if g.State == reports.Failing {
			return ui.Fail(ui.ExitFailed, nil)
		}
	}
	return nil
}

// obtain reads results or makes them.
func (a *app) obtain(ctx context.Context, f guaranteesFlags, paths []string) ([]reports.Result, error) {
	if f.results != "" {
		return readResults(ctx, f.results)
	}
	examples, err := a.choose(f.runFlags, paths)
	if err != nil {
		return nil, err
	}
	jobs := gherkin.Plan(examples, f.settings())
	if len(jobs) == 0 {
		return nil, nil // then no guarantee has a Rule, which is an answer
	}
	if f.missing {
		return supposed(jobs), nil
	}
	s := a.quietRunRecord(f.runFlags, jobs)
	if err := a.execute(ctx, f.runFlags, jobs, s); err != nil && ui.ExitCode(err) != ui.ExitFailed && ui.ExitCode(err) != ui.ExitStale {
		return nil, err
	}
	return s.results, nil
}

// supposed are the results of jobs of which all hold but for those that are
// expected to fail. They show at once which guarantees have no proof.
func supposed(jobs []gherkin.Job) []reports.Result {
	var out []reports.Result
	for _, j := range jobs {
		r := reports.Result{URI: j.Scenario.URI, Line: j.Scenario.Line, Rule: j.Rule, Verdict: reports.Passed}
		if gherkin.ExpectedToFail(j.Scenario.Tags) {
			r.Verdict = reports.Expected
		}
		out = append(out, r)
	}
	return out
}

func readResults(ctx context.Context, name string) ([]reports.Result, error) {
	_, results, err := readRun(ctx, name)
	return results, err
}

// readRun reads a file of results. Its errors are usage errors.
func readRun(ctx context.Context, name string) (reports.Run, []reports.Result, error) {
	file, err := infile.Open(ctx, name)
	if err != nil {
		return reports.Run{}, nil, ui.Usage(fmt.Errorf("reading results: %w", err))
	}
	defer file.Close()
	run, results, err := reports.ReadResults(file)
	if err != nil {
		return run, nil, ui.Usage(fmt.Errorf("reading results: %s: %w", name, err))
	}
	return run, results, nil
}

// judgedGuarantee is a guarantee with its state, as --json shows it.
type judgedGuarantee struct {
	Version    int           `json:"version"`
	ID         string        `json:"id"`
	State      reports.State `json:"state"`
	OutOfScope bool          `json:"out_of_scope"`
	Level      string        `json:"level"`
	Seed       string        `json:"seed"`
	Section    string        `json:"section"`
	Statement  string        `json:"statement"`
}

func judged(all []features.Guarantee, coverage map[string]reports.State) []judgedGuarantee {
	out := make([]judgedGuarantee, len(all))
	for i, g := range all {
		state := coverage[g.ID]
		if state == "" {
			state = reports.None
		}
		out[i] = judgedGuarantee{
			Version: 1, ID: g.ID, State: state, OutOfScope: g.OutOfScope,
			Level: g.Level, Seed: g.Seed, Section: g.Section, Statement: g.Statement,
		}
	}
	return out
}

func (g judgedGuarantee) missing() bool { return !g.OutOfScope && g.State != reports.Passing }

// guaranteesList prints one line for each guarantee, with --missing those that are.
func (a *app) guaranteesList(f guaranteesFlags, all []judgedGuarantee) {
	for _, g := range all {
		switch {
		case f.missing && !g.missing():
		case f.json:
			ui.WriteJSON(a.ui.Out, g)
		default:
			fmt.Fprintf(a.ui.Out, "%-10s  %-8s  %s\n", g.ID, g.State, g.Statement)
		}
	}
}

var idNumber = regexp.MustCompile(`-\d+$`)

// tally counts the guarantees of one prefix.
type tally struct {
	name       string
	total      int
	states     map[reports.State]int
	outOfScope int
}

func (t *tally) add(g judgedGuarantee) {
	t.total++
	if g.OutOfScope {
		t.outOfScope++
		return
	}
	t.states[g.State]++
}

func (a *app) guaranteesTable(all []judgedGuarantee) {
	var rows []*tally // in the order of the registry
	sum := &tally{name: "all", states: map[reports.State]int{}}
	for _, g := range all {
		prefix := idNumber.ReplaceAllString(g.ID, "")
		if n := len(rows); n == 0 || rows[n-1].name != prefix {
			rows = append(rows, &tally{name: prefix, states: map[reports.State]int{}})
		}
		rows[len(rows)-1].add(g)
		sum.add(g)
	}
	w := tabwriter.NewWriter(a.ui.Out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "prefix\ttotal\tpassing\tfailing\tunproven\tnone\tout of scope\t")
	for _, t := range append(rows, sum) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", t.name, t.total, t.states[reports.Passing],
			t.states[reports.Failing], t.states[reports.Unproven], t.states[reports.None], t.outOfScope)
	}
	_ = w.Flush() // the error stays in ui.Out
}
