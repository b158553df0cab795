package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/internal/steps/client"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// clientCheckFlags are the flags of `mcpsim client --command`.
type clientCheckFlags struct {
	check    checkFlags
	command  string
	stdio    bool
	features []string
	parallel int
}

// clientChecks is what the checks are about.
func clientChecks() judge.Kind {
	return judge.Kind{
		Name: "client", Command: "mcpsim client", Features: features.Client,
		Source: client.Vocabulary(), Families: clientcheck.Families(), SumsUp: client.SumsUp,
		Stands: fieldChecks, Instead: fieldInstead,
	}
}

const clientCheckHelp = `The contract of --command is that of the official conformance suite (npm's
@modelcontextprotocol/conformance), so that a program written for it can be used
as it is:

  - Its words are separated by white space; quotes and backslashes keep a word
    together. No shell is involved, and nothing is expanded.
  - The URL of the server follows as the last argument.
  - MCP_CONFORMANCE_SCENARIO says what to do, MCP_CONFORMANCE_CONTEXT (JSON) more
    about it, MCP_CONFORMANCE_PROTOCOL_VERSION which revision to offer: 2025-11-25,
    and in the checks that begin with M- 2026-07-28, which has no handshake. These are
    for clients that speak it; the server may then turn out to be an earlier one.
  - The program ends by itself, with 0 if it did what it was asked to do.

The scenarios:

%s
A number timeoutMs in the context is how long to wait for calls, and in the scenario
initialize for the answer to initialize or server/discover. A program may ignore it;
what it then does not do in time is not observed.

With --stdio the command line of a server follows instead of the URL, word by
word; MCPSIM_SERVER_COMMAND holds the same, quoted for a POSIX shell. The client
has to start it.

A MUST that is not kept fails, a SHOULD warns, a MAY (robustness that users of
other clients missed) informs. --fail-on should makes warnings about SHOULD fail.
A --baseline lists below client: what is known to fail; see mcpsim validate --help.

In GitHub Actions findings become annotations, and the job's summary shows them.

--features adds checks of your own, written with the same steps: docs/validate.md
shows one. Runs of the client go on side by side (--jobs); one run serves all checks
that look at the same situation, and checks about single messages look at all runs.

Exit codes: 0 nothing failed, 1 a check failed, 2 usage, 4 the program cannot be
started, sends nothing to a correct server or completes no call with it, 5 no check
ran, 7 nothing failed, but the baseline is stale.`

// scenariosHelp lists what clients are asked to do.
func scenariosHelp() string {
	var b strings.Builder
	for _, s := range clientcheck.Scenarios() {
		origin := "of the official suite"
		if !s.Official {
			origin = "mcpsim's own"
		}
		fmt.Fprintf(&b, "  %s (%s)\n      %s\n", s.Name, origin, s.Task)
	}
	return b.String()
}

func (f *clientCheckFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.command, "command", "", "the client to check: `'PROGRAM ARGS...'`")
	flags.BoolVar(&f.stdio, "stdio", false, "the client starts its server itself and talks over stdio")
	flags.BoolVar(&f.check.list, "list", false, "list the checks, run nothing")
	flags.StringArrayVar(&f.features, "features", nil, "add the checks of this `DIR` or feature file (repeatable)")
	flags.IntVarP(&f.parallel, "jobs", "j", 0, fmt.Sprintf("runs of the client that go on side by side; 0 = %d, or %d if it starts slowly", clientcheck.DefaultParallel, clientcheck.SlowParallel))
	flags.StringSliceVar(&f.check.checks, "check", nil, "only the check with this `ID` (repeatable)")
	flags.DurationVar(&f.check.timeout, "timeout", clientcheck.DefaultTimeout, "patience with each run of the client")
	f.check.beside = 1
	f.check.add(cmd, func() []string { return checkCompletions(clientChecks()) })
}

func (a *app) clientCheck(ctx context.Context, f clientCheckFlags) error {
	files, err := f.check.check(ctx, a.Environ, "")
	if err != nil {
		return err
	}
	if f.parallel < 0 {
		return ui.Usage(fmt.Errorf("--jobs %d: want 0 or more", f.parallel))
	}
	checks, err := clientChecks().Choose(ctx, judge.Choice{Checks: f.check.checks, Features: f.features, Baseline: f.check.baseline, Shard: f.check.shard.shard, Times: f.check.shard.took})
	if err != nil {
		return withCode(err)
	}
	if f.check.list {
		a.listChecks(f.check, checks)
		return nil
	}
	children := outside.NewProcesses(process.OS())
	defer children.Guard()()
	target, err := a.clientTarget(f, children)
	if err != nil {
		return err
	}
	redact := outside.NewRedactor(target.Secrets)
	outside.Hide(a.ui, redact)
	jobs, all, err := f.jobs(ctx, checks, target.Transport())
	if err != nil {
		return withCode(err)
	}
	return a.judge(ctx, trial{
		flags: f.check, files: files, checks: checks, transport: target.Transport(),
		reaching: "running the client with a correct server", reach: func(ctx context.Context, _ telling) (reached, error) {
			return reachClient(ctx, target, jobs, all)
		},
		reproduce: func(id string) string { return f.reproduce(id, redact) },
	})
}

// jobs are those of the chosen checks, and those of all checks.
func (f *clientCheckFlags) jobs(ctx context.Context, chosen *judge.Checks, transport string) (jobs, all []gherkin.Job, err error) {
	if jobs, err = chosen.Jobs(transport); err != nil {
		return nil, nil, err
	}
	known, err := clientChecks().Choose(ctx, judge.Choice{Shard: f.check.shard.shard, Times: f.check.shard.took})
	if err == nil {
		all, err = known.Jobs(transport)
	}
	return jobs, all, err
}

// reachedClient is a client that has been reached.
type reachedClient struct {
	*clientcheck.Bench
	redact *outside.Redactor
	stop   context.CancelFunc
	legacy bool // it speaks revisions with a handshake
	modern bool // it speaks the one without
	known  []gherkin.Job
}

// able is nil if the client completes a call with a correct server of any era that it speaks.
func (c *reachedClient) able() error {
	if c.legacy && c.Able(false) == nil || c.modern && c.Able(true) == nil {
		return nil
	}
	see := "CLI-50"
	switch {
	case c.legacy && c.modern:
		see += " and M-CLI-135"
	case c.modern:
		see = "M-CLI-135"
	}
	return ui.Fail(ui.ExitUnreachable, errors.New("the client completes no call with a correct server: see "+see))
}

// fits reports whether the client speaks the era of a check with these tags.
func (c *reachedClient) fits(tags []string) bool {
	switch {
	case slices.Contains(tags, clientcheck.LoginTag):
		return true
	case slices.Contains(tags, clientcheck.ModernTag):
		return c.modern
	}
	return c.legacy
}

// fitting are the jobs that the client speaks the era of.
func (c *reachedClient) fitting(jobs []gherkin.Job) []gherkin.Job {
	return slices.DeleteFunc(slices.Clone(jobs), func(j gherkin.Job) bool { return !c.fits(j.Scenario.Tags) })
}

// reachClient runs the client with a correct server, gives an error of that its exit
// code, and lets the runs begin that jobs need.
func reachClient(ctx context.Context, target clientcheck.Target, jobs, all []gherkin.Job) (reached, error) {
	ctx, stop := context.WithCancel(ctx)
	bench, err := clientcheck.Open(ctx, target)
	redact := outside.NewRedactor(target.Secrets)
	c := &reachedClient{Bench: bench, redact: redact, stop: stop}
	if err == nil {
		c.legacy, c.modern = bench.Eras()
		c.known = c.fitting(all)
		err = client.Prepare(ctx, bench, c.fitting(jobs), c.known)
	}
	switch lost := (*clientcheck.UnreachableError)(nil); {
	case err == nil:
		return c, nil
	case bench != nil:
		c.Close()
		return nil, err
	case errors.As(err, &lost):
		err = ui.Fail(ui.ExitUnreachable, lostText("", lost.Reason, "its output ends with", lost.Output, redact))
	}
	stop()
	return nil, err
}

// Close ends the runs that no check has waited for.
func (c *reachedClient) Close() {
	c.stop()
	c.Wait()
}

func (c *reachedClient) world() gherkin.NewWorld { return client.New(c.Bench, c.known...) }

// more is nothing: runs of a client go on side by side by themselves.
func (*reachedClient) more(int) []judge.Side { return nil }

func (*reachedClient) remarks([]reports.Result) string { return "" }

func (c *reachedClient) headline() string {
	revision, name := c.Info()
	if name == "" {
		return ""
	}
	return fmt.Sprintf("%s speaks %s\n", words.Printable(c.redact.Text(name)), words.Printable(c.redact.Text(revision)))
}

// reproduce is the command line for one check, without secrets.
func (f *clientCheckFlags) reproduce(id string, redact *outside.Redactor) string {
	line := []string{"mcpsim", "client", "--command", words.Quote(redact.Text(f.command))}
	if f.stdio {
		line = append(line, "--stdio")
	}
	for _, file := range f.features {
		line = append(line, "--features", words.Quote(file))
	}
	if f.check.timeout != clientcheck.DefaultTimeout {
		line = append(line, "--timeout", f.check.timeout.String())
	}
	return strings.Join(append(line, "--check", id), " ")
}

// clientTarget is the client that the command line names.
func (a *app) clientTarget(f clientCheckFlags, children *outside.Processes) (clientcheck.Target, error) {
	line, err := words.Split(f.command)
	if err == nil && len(line) == 0 {
		err = errors.New("there is no program in it")
	}
	if err != nil {
		return clientcheck.Target{}, ui.Usage(fmt.Errorf("--command %s: %w", f.command, err))
	}
	t := clientcheck.Target{
		Command: process.Command{Path: line[0], Args: line[1:], Env: a.Environ},
		Starter: children.Starter("client", func() {}),
		Timeout: f.check.timeout, Budget: f.check.budget, Parallel: f.parallel,
		Secrets: outside.ArgSecrets(line),
		Listen:  func() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") },
	}
	if !f.stdio {
		return t, nil
	}
	self, err := os.Executable()
	if err != nil {
		return t, fmt.Errorf("finding this program: %w", err)
	}
	t.Server = func(socket string) []string { return []string{self, relayName, socket} }
	return t, nil
}

// relayName is the hidden subcommand that clients over stdio start as their
// server.
const relayName = "run-relay"

func (a *app) relayCommand() *cobra.Command {
	return &cobra.Command{
		Use:    relayName + " SOCKET",
		Short:  "Stand for the server of a client over stdio; started by that client",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: ui.Run(func(_ *cobra.Command, args []string) error {
			relay.Child(func(string) (string, bool) { return args[0], true }, os.Exit)
			return nil
		}),
	}
}
