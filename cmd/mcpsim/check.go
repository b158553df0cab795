package main

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/reports"
)

// checkFlags are the flags of the commands that judge: validate and client.
type checkFlags struct {
	list, json bool
	checks     []string
	timeout    time.Duration
	baseline   string
	reports    []string
	failOn     string
}

// add adds the flags that say the same in both commands.
func (f *checkFlags) add(cmd *cobra.Command, checks func() []string) {
	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "with --list: one JSON object per check and line")
	flags.StringVar(&f.baseline, "baseline", "", "what is known to fail: a `FILE` as the official suite's --expected-failures")
	flags.StringArrayVar(&f.reports, "report", nil, reportHelp)
	flags.StringVar(&f.failOn, "fail-on", "must", "the level from which a check fails: must or should")
	ui.Complete(cmd, "check", checks)
	ui.Complete(cmd, "fail-on", func() []string { return []string{"must", "should"} })
	ui.Complete(cmd, "report", reportCompletions)
}

// check refuses values that cannot be used. Its errors are usage errors.
func (f *checkFlags) check() ([]reportFile, error) {
	switch {
	case f.timeout <= 0:
		return nil, ui.Usage(fmt.Errorf("--timeout %s: want more than 0", f.timeout))
	case f.failOn != "must" && f.failOn != "should":
		return nil, ui.Usage(fmt.Errorf("--fail-on %s: want must or should", f.failOn))
	case f.json && !f.list:
		return nil, ui.Usage(errors.New("--json is for --list: findings are written with --report json:FILE"))
	}
	files, err := parseReports(f.reports)
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
	reaching  string // is shown until reach returns
	reach     func(ctx context.Context) (reached, error)
	reproduce func(id string) string // the command line for one check
}

// reached is a server or a client that has been reached.
type reached interface {
	world() gherkin.NewWorld
	Close()
	headline() string // what it is, with its end of line; "" = it has not said it
}

// judge reaches the subject, runs the checks and tells what they found.
func (a *app) judge(ctx context.Context, t trial) error {
	jobs, err := t.checks.Jobs(t.transport)
	if err != nil {
		return withCode(err)
	}
	begin := time.Now()
	a.ui.Show("%s", t.reaching)
	s, err := t.reach(ctx)
	a.ui.Clear()
	if err != nil {
		return err
	}
	defer s.Close()
	results, err := t.checks.Run(ctx, jobs, judge.Trial{
		World: s.world(), Version: ui.Version(), Strict: t.flags.failOn == "should", Reproduce: t.reproduce,
		Seen: func(n int) { a.ui.Show("%d of %d examples", n, len(jobs)) },
	})
	a.ui.Clear()
	text := s.headline() + tell.Findings(a.ui.Paint, results, len(jobs), time.Since(begin))
	run := reports.Run{Mcpsim: ui.Version(), Go: goruntime.Version(), World: gherkin.Target, Planned: len(jobs)}
	telling := errors.Join(a.tell(text, t.files, run, results), a.tellGitHub(run, results))
	switch {
	case err != nil:
		return err
	case telling != nil:
		return ui.Fail(ui.ExitFailed, telling)
	}
	return verdictOfChecks(results)
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

// verdictOfChecks is the error for a complete run.
func verdictOfChecks(results []reports.Result) error {
	switch judge.OutcomeOf(results) {
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
func (a *app) listChecks(f checkFlags, checks *judge.Checks) error {
	for _, c := range checks.List() {
		if err := a.listCheck(f, c); err != nil {
			return ui.Written(err)
		}
	}
	return nil
}

func (a *app) listCheck(f checkFlags, c judge.Check) error {
	if f.json {
		return ui.WriteJSON(a.ui.Out, struct {
			ui.JSONLine
			judge.Check
		}{ui.LineOf("check"), c})
	}
	suite := ""
	if c.Suite != "" {
		suite = fmt.Sprintf("%-13s  ", c.Suite)
	}
	_, err := fmt.Fprintf(a.ui.Out, "%-8s  %-6s  %-5s  %s%s\n", strings.Join(c.IDs, " "), c.Level, c.Transport, suite, c.Name)
	return err
}
