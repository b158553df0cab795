package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
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
	"github.com/mcpsim/mcpsim/runtime/process"
)

// clientCheckFlags are the flags of `mcpsim client --command`.
type clientCheckFlags struct {
	check   checkFlags
	command string
	stdio   bool
}

// clientChecks is what the checks are about.
func clientChecks() judge.Kind {
	return judge.Kind{
		Name: "client", Command: "mcpsim client", Features: features.Client,
		Source: client.Vocabulary(), Families: clientcheck.Families(),
	}
}

const clientCheckHelp = `The contract of --command is that of the official conformance suite (npm's
@modelcontextprotocol/conformance), so that a program written for it can be used
as it is:

  - Its line are separated by white space; quotes and backslashes keep a word
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
A --baseline lists below client: what is known to fail; see mcpsim validate --help.

In GitHub Actions findings become annotations, and the job's summary shows them.

Exit codes: 0 nothing failed, 1 a check failed, 2 usage, 4 the program cannot be
started or sends nothing to a correct server, 5 no check ran, 7 nothing failed, but
the baseline is stale.`

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
	flags.StringSliceVar(&f.check.checks, "check", nil, "only the check with this `ID` (repeatable)")
	flags.DurationVar(&f.check.timeout, "timeout", clientcheck.DefaultTimeout, "patience with each run of the client")
	f.check.add(cmd, func() []string { return checkCompletions(clientChecks()) })
}

func (a *app) clientCheck(ctx context.Context, f clientCheckFlags) error {
	files, err := f.check.check()
	if err != nil {
		return err
	}
	checks, err := clientChecks().Choose(judge.Choice{Checks: f.check.checks, Baseline: f.check.baseline})
	if err != nil {
		return withCode(err)
	}
	if f.check.list {
		return a.listChecks(f.check, checks)
	}
	children := outside.NewProcesses(process.OS())
	defer children.Guard()()
	target, err := a.clientTarget(f, children)
	if err != nil {
		return err
	}
	return a.judge(ctx, trial{
		flags: f.check, files: files, checks: checks, transport: target.Transport(),
		reaching: "running the client with a correct server", reach: func(ctx context.Context) (reached, error) { return reachClient(ctx, target) },
		reproduce: f.reproduce,
	})
}

// reachedClient is a client that has been reached.
type reachedClient struct{ *clientcheck.Bench }

// reachClient runs the client with a correct server and gives an error of that its
// exit code.
func reachClient(ctx context.Context, target clientcheck.Target) (reached, error) {
	bench, err := clientcheck.Open(ctx, target)
	if lost := (*clientcheck.UnreachableError)(nil); errors.As(err, &lost) {
		return nil, ui.Fail(ui.ExitUnreachable, err)
	} else if err != nil {
		return nil, err
	}
	return reachedClient{bench}, nil
}

// Close does nothing: each run of a client has ended.
func (reachedClient) Close() {}

func (c reachedClient) world() gherkin.NewWorld { return client.New(c.Bench) }

func (c reachedClient) headline() string {
	revision, name := c.Info()
	if name == "" {
		return ""
	}
	return fmt.Sprintf("%s speaks %s\n", words.Printable(name), words.Printable(revision))
}

// reproduce is the command line for one check.
func (f *clientCheckFlags) reproduce(id string) string {
	line := []string{"mcpsim", "client", "--command", words.Quote(f.command)}
	if f.stdio {
		line = append(line, "--stdio")
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
		Timeout: f.check.timeout,
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
