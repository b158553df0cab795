package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// integrationFlags are the flags of `mcpsim integration`.
type integrationFlags struct {
	ports     string
	artifacts string
	fast      bool
	failFast  bool
}

func (a *app) integrationCommand() *cobra.Command {
	var f integrationFlags
	cmd := &cobra.Command{
		Use:   "integration",
		Short: "Run the four acceptance scenarios of a room server and its operator",
		Long: `Starts a room server and an operator at their ports and an MCP provider at a free
one, asks them over HTTP what four scenarios ask, and stops them again:

  01-no-mcp           the room server works without any provider
  02-load-mcp         providers are connected on command
  03-mcp-unavailable  one that cannot be reached is tried, reported and given up
  04-status           all status endpoints tell the same

The waits are real: a run takes 94 seconds. With --fast it takes four, in which
scenario 03 does not see the provider given up; that step is skipped.

Each run leaves DIR/YYYYMMDD-HHMMSS (UTC) with logs of both roles and of the
suite, report.json, junit.xml and the last status. The exit code is 0 if all
scenarios passed and 1 if one did not.`,
		Example: `  mcpsim integration
  mcpsim integration --fast --ports free
  mcpsim integration --fail-fast --artifacts build/integration`,
		Args: cobra.NoArgs,
		RunE: ui.Run(func(cmd *cobra.Command, _ []string) error { return a.integration(cmd.Context(), f) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.ports, "ports", "40801,40802", "listen at the ports `SERVER,OPERATOR` of 127.0.0.1, or at free ones: free")
	flags.StringVar(&f.artifacts, "artifacts", ".artifacts/integration", "make the folder of the run in `DIR`")
	flags.BoolVar(&f.fast, "fast", false, "wait seconds instead of minutes")
	flags.BoolVar(&f.failFast, "fail-fast", false, "skip what follows a scenario that failed")
	return cmd
}

// integration runs the suite against roles of this process.
func (a *app) integration(ctx context.Context, f integrationFlags) error {
	server, operator, err := parsePorts(f.ports)
	if err != nil {
		return ui.Usage(err)
	}
	site, err := openSite(server, operator)
	if err != nil {
		return ui.Usage(err)
	}
	defer site.close()
	folder, err := acceptance.Create(ctx, f.artifacts, clock.Real())
	if err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	if err := site.start(folder); err != nil {
		return err
	}
	suite := f.suite(site, folder)
	suite.Tell = a.showScenario
	a.ui.Hint("room server %s, operator %s; this takes %s", suite.Server, suite.Operator, suite.Waits.Total().Round(time.Second))
	report, status := suite.Run(ctx, folder.Began)
	site.close() // for the ends of the logs
	if err := folder.Finish(report, status); err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	return a.endIntegration(ctx, f, report, folder.Path)
}

func (f integrationFlags) suite(s *site, folder *acceptance.Folder) *acceptance.Suite {
	suite := &acceptance.Suite{
		Server: s.serverURL(), Operator: s.operatorURL(), Available: s.available(), Unavailable: s.unavailable(),
		Waits: acceptance.FullWaits(), FailFast: f.failFast, Clock: clock.Real(), Log: folder.Client,
	}
	if f.fast {
		suite.Waits = acceptance.FastWaits()
	}
	return suite
}

// endIntegration tells the result.
func (a *app) endIntegration(ctx context.Context, f integrationFlags, r acceptance.Report, folder string) error {
	s := r.Summary
	_, err := fmt.Fprintf(a.ui.Out, "\n%s: %d passed%s, %d failed, %d skipped in %s\nartifacts: %s\n", words.Count(s.Total, "scenario"),
		s.Passed, warned(r), s.Failed, s.Skipped, time.Duration(s.Duration).Round(time.Millisecond), folder)
	switch cause := context.Cause(ctx); {
	case cause != nil:
		return ui.Fail(ui.ExitCode(cause), nil)
	case err != nil:
		return ui.Written(err)
	case !r.Failed():
		return nil
	}
	reproduce := []string{"reproduce: mcpsim integration --ports", f.ports}
	if f.fast {
		reproduce = append(reproduce, "--fast")
	}
	_, err = fmt.Fprintln(a.ui.Out, strings.Join(reproduce, " "))
	return errors.Join(ui.Fail(ui.ExitFailed, nil), ui.Written(err))
}

// warned says how many of the scenarios that passed did so with a warning.
func warned(r acceptance.Report) string {
	n := 0
	for _, s := range r.Results {
		if s.Status == acceptance.Warning {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d with a warning)", n)
}

// verdicts are the statuses of the suite in the words of all results.
var verdicts = map[acceptance.Status]reports.Verdict{
	acceptance.Passed: reports.Passed, acceptance.Failed: reports.Failed,
	acceptance.Warning: reports.Warned, acceptance.Skipped: reports.NotTestable,
}

// showScenario shows one scenario, and its steps unless all is well.
func (a *app) showScenario(r acceptance.ScenarioResult) {
	word := tell.Paint(a.ui.Paint).Word(verdicts[r.Status])
	fmt.Fprintf(a.ui.Out, "  %s  %s (%s)\n", word, r.Scenario, time.Duration(r.Duration).Round(time.Millisecond))
	if r.Status == acceptance.Passed {
		return
	}
	if len(r.Results) == 0 {
		fmt.Fprintf(a.ui.Out, "        %s\n", words.Printable(r.Error))
	}
	for _, s := range r.Results {
		fmt.Fprintf(a.ui.Out, "        %s  %s: %s\n", verdicts[s.Status].Word(), s.Step, words.Printable(s.Message))
	}
}

// parsePorts reads the value of --ports; 0 is a free port.
func parsePorts(text string) (server, operator int, err error) {
	if text == "free" {
		return 0, 0, nil
	}
	first, second, _ := strings.Cut(text, ",")
	if server, err = parsePort(first); err == nil {
		operator, err = parsePort(second)
	}
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("--ports %s: want free or two ports, such as 40801,40802", text)
	case server == operator:
		return 0, 0, fmt.Errorf("--ports %s: want two different ports", text)
	}
	return server, operator, nil
}

func parsePort(text string) (int, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 16)
	if err == nil && n == 0 {
		err = strconv.ErrRange
	}
	return int(n), err
}
