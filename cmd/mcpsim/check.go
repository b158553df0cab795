package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// checkFlags are the flags of the commands that judge: validate and client.
type checkFlags struct {
	list, json bool
	checks     []string
	timeout    time.Duration
	budget     time.Duration
	baseline   string
	reports    []string
	failOn     string
	compare    string
	failFast   bool
	beside     int // checks that run side by side
	shard      shardFlags
}

// maxBeside is how many checks run side by side at most: each has sessions and processes of its own.
const maxBeside = 64

// maxTimeout is a year: checks take a multiple of it.
const maxTimeout = 365 * 24 * time.Hour

// add adds the flags that say the same in both commands.
func (f *checkFlags) add(cmd *cobra.Command, checks func() []string) {
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "with --list: one JSON object per check and line")
	flags.DurationVar(&f.budget, "budget", probe.DefaultBudget, "time for all checks together, the most telling first; those that are left then are not run")
	flags.StringVar(&f.compare, "compare", "", "say what got better and worse since the results in `FILE`, which --report json:FILE wrote")
	flags.BoolVar(&f.failFast, "fail-fast", false, "end with the first check that fails")
	flags.StringVar(&f.baseline, "baseline", "", "what is known to fail: a `FILE` as the official suite's --expected-failures")
	flags.StringArrayVar(&f.reports, "report", nil, reportHelp)
	flags.StringVar(&f.failOn, "fail-on", "must", "the level from which a check fails: must or should")
	f.shard.add(cmd)
	ui.Complete(cmd, "check", checks)
	ui.Complete(cmd, "fail-on", func() []string { return []string{"must", "should"} })
	ui.Complete(cmd, "report", reportCompletions)
}

// check refuses values that cannot be used. Its errors are usage errors. record is the file of a recording, if there is one.
func (f *checkFlags) check(ctx context.Context, environ []string, record string) ([]reportFile, error) {
	if err := f.shard.read(ctx, environ); err != nil {
		return nil, err
	}
	switch {
	case f.list && len(f.reports) > 0:
		return nil, ui.Usage(errors.New("--list runs nothing: leave out --report"))
	case f.list && f.shard.text != "":
		return nil, ui.Usage(errors.New("--list shows all checks: leave out --shard"))
	case f.timeout <= 0:
		return nil, ui.Usage(fmt.Errorf("--timeout %s: want more than 0", f.timeout))
	case f.timeout > maxTimeout:
		return nil, ui.Usage(fmt.Errorf("--timeout %s: want at most %s", f.timeout, maxTimeout))
	case f.budget <= 0:
		return nil, ui.Usage(fmt.Errorf("--budget %s: want more than 0", f.budget))
	case f.beside < 1 || f.beside > maxBeside:
		return nil, ui.Usage(fmt.Errorf("-j %d: want 1 to %d", f.beside, maxBeside))
	case f.failOn != "must" && f.failOn != "should":
		return nil, ui.Usage(fmt.Errorf("--fail-on %s: want must or should", f.failOn))
	case f.json && !f.list:
		return nil, ui.Usage(errors.New("--json is for --list: findings are written with --report json:FILE"))
	}
	files, err := parseReports(f.reports)
	if err == nil {
		err = apart(files, record)
	}
	if err != nil {
		return nil, ui.Usage(err)
	}
	return files, nil
}

// trial is the judging of one subject by a command.
type trial struct {
	flags     checkFlags
	files     []reportFile
	checks    *judge.Checks
	transport string
	name      string // of the subject; "" = it needs none
	several   bool   // there are other subjects beside it
	reaching  string // is shown until reach returns
	reach     func(ctx context.Context, tell telling) (reached, error)
	reproduce func(id string) string // the command line for one check
}

// telling tells something, or asks, while nothing else is told.
type telling func(say func())

// reached is a server or a client that has been reached.
type reached interface {
	world() gherkin.NewWorld
	more(n int) []judge.Side // where checks run beside: at most n
	fits(tags []string) bool // whether a check with these tags is for it
	able() error             // why it cannot be used at all, with its exit code; nil = it can
	Close()
	headline() string                // what it is, with its end of line; "" = it has not said it
	remarks([]reports.Result) string // what else was noticed, at the end: lines, or ""
}

// judge reaches the subject, runs the checks and tells what they find, as they find it.
func (a *app) judge(ctx context.Context, t trial) error {
	out := io.Writer(a.ui.Out)
	if taken(t.files) {
		out = a.ui.Err
	}
	_, err := a.judgeOnto(ctx, t, out, &sync.Mutex{})
	return err
}

// judgeOnto is judge that tells onto out, while it holds turn.
func (a *app) judgeOnto(ctx context.Context, t trial, out io.Writer, turn *sync.Mutex) ([]reports.Result, error) {
	jobs, err := t.checks.Jobs(t.transport)
	if err != nil {
		return nil, withCode(err)
	}
	old, err := t.flags.old(ctx)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	telling := tell.NewFindings(out, a.ui.Paint)
	telling.Brief = len(t.flags.checks) == 0
	watch := watched(a.ui, t, len(jobs), begin, turn)
	s, err := t.reach(ctx, watch.tell)
	if err != nil {
		watch.stop()
		return nil, err
	}
	defer s.Close()
	jobs = slices.DeleteFunc(jobs, func(j gherkin.Job) bool { return !s.fits(j.Scenario.Tags) })
	if watch.plan(len(jobs)); len(jobs) == 0 && !t.flags.shard.empty(jobs) {
		watch.stop()
		return nil, withCode(t.checks.NoneFits())
	}
	watch.tell(func() { telling.Headline(s.headline()) })
	traces, forget, err := tracesFor(t.files, len(jobs))
	if err != nil {
		watch.stop()
		return nil, fmt.Errorf("making a folder for traces: %w", err)
	}
	defer forget()
	results, err := t.checks.Run(ctx, jobs, judge.Trial{
		TraceDir: traces.dir, TraceFailed: traces.failed,
		World: s.world(), More: s.more(min(t.flags.beside, len(jobs)) - 1), Version: ui.Version(), Strict: t.flags.failOn == "should", FailFast: t.flags.failFast,
		Reproduce: t.reproduce, Running: &watch.running,
		Found: func(r reports.Result) { watch.found(func() { telling.Add(r) }) },
	})
	watch.stop()
	remarks := s.remarks(results)
	if t.flags.compare != "" {
		remarks += "\nsince " + words.Printable(t.flags.compare) + ":\n" + tell.Compare(old, results)
	}
	run := reports.Run{Mcpsim: ui.Version(), Go: goruntime.Version(), World: gherkin.Target, Planned: len(jobs), Shard: t.flags.shard.shard.String()}
	var failure error
	watch.tell(func() {
		failure = errors.Join(telling.Close(results, len(jobs), time.Since(begin), remarks), a.writeReports(ctx, t.files, run, results), a.tellGitHub(run, results))
	})
	switch {
	case err != nil:
		return results, err
	case failure != nil:
		return results, ui.Fail(ui.ExitFailed, failure)
	}
	if err := verdictOfChecks(results, t.flags.shard.shard.Of > 0); err != nil {
		return results, err
	}
	return results, s.able()
}

// old are the results to compare with. Its errors are usage errors.
func (f *checkFlags) old(ctx context.Context) ([]reports.Result, error) {
	if f.compare == "" {
		return nil, nil
	}
	file, err := infile.Open(ctx, f.compare)
	if err != nil {
		return nil, ui.Usage(fmt.Errorf("--compare: %w", err))
	}
	defer file.Close()
	_, results, err := reports.ReadResults(file)
	if err != nil {
		return nil, ui.Usage(fmt.Errorf("--compare %s: %w", f.compare, err))
	}
	return results, nil
}

// withCode gives an error of package judge its exit code.
func withCode(err error) error {
	var mistake *judge.UsageError
	var none *judge.NoneError
	switch {
	case errors.As(err, &mistake):
		return ui.Usage(mistake.Err)
	case errors.As(err, &none):
		return ui.Fail(ui.ExitNothing, err)
	}
	return err
}

// verdictOfChecks is the error for a complete run. A part of a run may decide nothing.
func verdictOfChecks(results []reports.Result, part bool) error {
	outcome := judge.OutcomeOf(results)
	if outcome == judge.Undecided && part {
		return nil
	}
	switch outcome {
	case judge.Fails:
		return ui.Fail(ui.ExitFailed, nil)
	case judge.Stale:
		return ui.Fail(ui.ExitStale, nil)
	case judge.Undecided:
		return ui.Fail(ui.ExitNothing, errors.New("no check could be decided"))
	}
	return nil
}

// listChecks prints one line per check: id, level, transport, suite if there are
// some, requirement.
func (a *app) listChecks(f checkFlags, checks *judge.Checks) {
	for _, c := range checks.List() {
		if f.json {
			ui.WriteJSON(a.ui.Out, struct {
				ui.JSONLine
				judge.Check
			}{ui.LineOf("check"), c})
			continue
		}
		suite := ""
		if c.Suite != "" {
			suite = fmt.Sprintf("%-13s  ", c.Suite)
		}
		fmt.Fprintf(a.ui.Out, "%-8s  %-6s  %-5s  %s%s\n", strings.Join(c.IDs, " "), c.Level, c.Transport, suite, c.Name)
	}
}
