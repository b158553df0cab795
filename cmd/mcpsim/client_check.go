package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/internal/steps/client"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// clientCheckFlags are the flags of `mcpsim client --command`.
type clientCheckFlags struct {
	command string
	stdio   bool
	list    bool
	checks  []string
	timeout time.Duration
	reports []string
	failOn  string
}

const clientCheckHelp = `The contract of --command is that of the official conformance suite (npm's
@modelcontextprotocol/conformance), so that a program written for it can be used
as it is:

  - Its words are separated by white space; quotes and backslashes keep a word
    together. No shell is involved, and nothing is expanded.
  - The URL of the server follows as the last argument.
  - MCP_CONFORMANCE_SCENARIO says what to do, MCP_CONFORMANCE_CONTEXT (JSON) more
    about it, MCP_CONFORMANCE_PROTOCOL_VERSION which revision to offer.
  - The program ends by itself, with 0 if it did what it was asked to do.

The scenarios:

%s
A number timeoutMs in the context is how long to wait for calls, and in the
scenario initialize for the answer to initialize. A program may ignore it; what
it then does not do in time is not observed.

With --stdio the command line of a server follows instead of the URL, word by
word; MCPSIM_SERVER_COMMAND holds the same, quoted for a POSIX shell. The client
has to start it.

A MUST that is not kept fails, a SHOULD warns, a MAY (robustness that users of
other clients missed) informs. --fail-on should makes warnings about SHOULD fail.

Exit codes: 0 nothing failed, 1 a check failed, 2 usage, 4 the program cannot be
started or sends nothing to a correct server, 5 no check ran.`

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

func (f *clientCheckFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.command, "command", "", "the client to check: `'PROGRAM ARGS...'`")
	flags.BoolVar(&f.stdio, "stdio", false, "the client starts its server itself and talks over stdio")
	flags.BoolVar(&f.list, "list", false, "list the checks, run nothing")
	flags.StringSliceVar(&f.checks, "check", nil, "only the check with this `ID` (repeatable)")
	flags.DurationVar(&f.timeout, "timeout", clientcheck.DefaultTimeout, "patience with each run of the client")
	flags.StringArrayVar(&f.reports, "report", nil, "write `FORMAT:FILE`, format as in mcpsim validate, file - for stdout (repeatable)")
	flags.StringVar(&f.failOn, "fail-on", "must", "the level from which a check fails: must or should")
}

func (f *clientCheckFlags) check() error {
	switch {
	case f.timeout <= 0:
		return ui.Usage(fmt.Errorf("--timeout %s: want more than 0", f.timeout))
	case f.failOn != "must" && f.failOn != "should":
		return ui.Usage(fmt.Errorf("--fail-on %s: want must or should", f.failOn))
	}
	return nil
}

func (a *app) clientCheck(ctx context.Context, f clientCheckFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	files, err := parseReports(f.reports)
	if err != nil {
		return ui.Usage(err)
	}
	vocabulary, err := gherkin.NewVocabulary(client.Vocabulary())
	if err != nil {
		return err
	}
	examples, err := f.choose(vocabulary)
	if err != nil {
		return err
	}
	if f.list {
		return a.listClientChecks(examples)
	}
	children := outside.NewProcesses(process.OS())
	defer children.Guard()()
	target, err := a.clientTarget(f, children)
	if err != nil {
		return err
	}
	return a.clientCheckTarget(ctx, f.checking(a.ui, files), vocabulary, target, examples)
}

// clientCheckTarget finds out whether there is a client and runs the checks.
func (a *app) clientCheckTarget(ctx context.Context, c *clientChecking, v *gherkin.Vocabulary, target clientcheck.Target, examples []*gherkin.Example) error {
	jobs := gherkin.Plan(forTransport(examples, target.Transport()), gherkin.Settings{Worlds: []string{gherkin.Target}})
	if len(jobs) == 0 {
		return ui.Fail(ui.ExitNothing, fmt.Errorf("no check is for a client over %s", target.Transport()))
	}
	a.ui.Show("running the client with a correct server")
	bench, err := clientcheck.Open(ctx, target)
	a.ui.Clear()
	if lost := (*clientcheck.UnreachableError)(nil); errors.As(err, &lost) {
		return ui.Fail(ui.ExitUnreachable, err)
	} else if err != nil {
		return err
	}
	c.bench, c.planned = bench, len(jobs)
	return a.clientCheckWith(ctx, c, &gherkin.Executor{Vocabulary: v, NewWorld: client.New(bench), Version: ui.Version()}, jobs)
}

func (a *app) clientCheckWith(ctx context.Context, c *clientChecking, x *gherkin.Executor, jobs []gherkin.Job) error {
	err := gherkin.Run(ctx, jobs, []gherkin.Runner{x}, gherkin.Options{Emit: c.take})
	a.ui.Clear()
	telling := c.tell(reports.Run{Mcpsim: ui.Version(), Go: goruntime.Version(), World: gherkin.Target, Planned: len(jobs)})
	switch {
	case err != nil:
		return err
	case telling != nil:
		return ui.Fail(ui.ExitFailed, telling)
	}
	return c.verdict()
}

// choose loads the checks and selects those of --check. Its errors are usage
// errors.
func (f *clientCheckFlags) choose(v *gherkin.Vocabulary) ([]*gherkin.Example, error) {
	c, err := gherkin.Load(nil, features.Client)
	if err != nil {
		return nil, err
	}
	if err := c.Check(v, gherkin.NewIDs(nil, clientcheck.Families()...)); err != nil {
		return nil, err
	}
	var all []string
	for _, feature := range c.Features {
		for _, rule := range feature.Rules {
			all = append(all, rule.IDs...)
		}
	}
	for _, id := range f.checks {
		if slices.Contains(all, id) {
			continue
		}
		text := "--check " + id + ": no such check; mcpsim client --list shows all"
		if near := words.Nearest(id, all); near != "" {
			text += fmt.Sprintf("\ndid you mean %s?", near)
		}
		return nil, ui.Usage(errors.New(text))
	}
	return c.Select(gherkin.Filter{Guarantees: f.checks})
}

// clientTarget is the client that the command line names.
func (a *app) clientTarget(f clientCheckFlags, children *outside.Processes) (clientcheck.Target, error) {
	argv, err := words.Split(f.command)
	if err == nil && len(argv) == 0 {
		err = errors.New("there is no program in it")
	}
	if err != nil {
		return clientcheck.Target{}, ui.Usage(fmt.Errorf("--command %s: %w", f.command, err))
	}
	t := clientcheck.Target{
		Command: process.Command{Path: argv[0], Args: argv[1:], Env: a.Environ},
		Starter: children.Starter("client", func() {}),
		Timeout: f.timeout,
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
