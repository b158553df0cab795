package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// validateFlags are the flags of `mcpsim validate`.
type validateFlags struct {
	connect.Targets
	revision string
	check    checkFlags
	suites   []string
	tags     string
	calls    bool
	idle     time.Duration
	features []string
}

// serverChecks is what the checks are about.
func serverChecks() judge.Kind {
	return judge.Kind{
		Name: "server", Command: "mcpsim validate", Features: features.Server,
		Source: server.Vocabulary(), Families: probe.Families(), Suites: suiteNames(), SuiteOf: probe.SuiteOf,
	}
}

const validateHelp = `Looks at one MCP server from outside and says what is wrong with it, where the
specification asks for it, and how to see it again.

A target is one of

  -- COMMAND ARGS...             a server over stdio; no shell is involved
  http(s)://...                  a server over streamable HTTP
  --config FILE --server NAME    a server of a settings file

The checks are features: --list shows them, --features adds your own, written with
the steps of mcpsim steps --validate. A check that a server can neither pass nor
fail is "not observed" or "not testable", never passed.

Of the server's own tools checks call those with the annotation readOnlyHint, with
arguments made from their schemas, right ones and wrong ones. --allow-calls calls
all but those with the annotation destructiveHint: for a server whose tools may
change what they like, a test installation.

A MUST that is not kept fails, a SHOULD warns, a MAY (robustness that users of
other servers missed) informs. --fail-on should makes warnings about SHOULD fail.

A --baseline names what is known to fail, in the file format of the official
conformance suite: it is reported as expected and fails nothing, and an entry that
passes fails the run, so that nothing stays listed that has been mended.

  server:
    - LIFE-07                               # the whole check
    - TOOL-03:it is a protocol error        # one example of it

In GitHub Actions findings become annotations, and the job's summary shows them.

Suites:

%s
Exit codes: 0 nothing failed, 1 a check failed, 2 usage, 3 the server wants
authentication, 4 it is unreachable or died before the handshake, 5 no check ran,
7 nothing failed, but the baseline is stale.`

func (a *app) validateCommand() *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate [flags] URL | -- COMMAND ARGS...",
		Short: "Check a server against the specification",
		Long:  fmt.Sprintf(validateHelp, suitesHelp()),
		Example: `  mcpsim validate -- npx -y @modelcontextprotocol/server-everything
  mcpsim validate http://127.0.0.1:8080/mcp --header 'Authorization: Bearer ${TOKEN}'
  mcpsim validate --suite stdio --check PING-01 -- ./my-server
  mcpsim validate --baseline known.yaml --report junit:results.xml -- ./my-server`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			return a.validate(cmd.Context(), f, args, cmd.ArgsLenAtDash())
		}),
	}
	flags := cmd.Flags()
	f.Targets.Register(flags)
	flags.BoolVar(&f.check.list, "list", false, "list the checks, reach nothing")
	flags.StringSliceVar(&f.check.checks, "check", nil, "only the check with this `ID`, besides those of --suite (repeatable)")
	flags.StringSliceVar(&f.suites, "suite", nil, "only the checks of this suite: `NAME` (repeatable)")
	flags.StringVar(&f.tags, "tags", "", "only checks with these tags: a tag expression such as '@MUST'; see mcpsim help tags")
	flags.StringVar(&f.revision, "spec", probe.LatestRevision, "protocol `REVISION` to offer: 2024-11-05 to 2025-11-25")
	flags.DurationVar(&f.check.timeout, "timeout", probe.DefaultTimeout, "patience with each answer; three times as much with the first of a process")
	flags.BoolVar(&f.calls, "allow-calls", false, "call every tool that is not marked destructive, not only those marked read-only")
	flags.DurationVar(&f.idle, "idle", 0, "time to watch what idles: 1m for all checks of that; they take as long")
	flags.StringArrayVar(&f.features, "features", nil, "add the checks of this `DIR` or feature file (repeatable)")
	f.check.add(cmd, func() []string { return checkCompletions(serverChecks()) })
	ui.Complete(cmd, "suite", suiteNames)
	ui.Complete(cmd, "spec", probe.Revisions)
	ui.Complete(cmd, "tags", ui.Values("@MUST", "@SHOULD", "@MAY", "@stdio", "@http", "@sse"))
	return cmd
}

func (a *app) validate(ctx context.Context, f validateFlags, args []string, dash int) error {
	files, err := f.check.check()
	if err != nil {
		return err
	}
	if !slices.Contains(probe.Revisions(), f.revision) {
		return ui.Usage(fmt.Errorf("--spec %s: want one of %s", f.revision, strings.Join(probe.Revisions(), ", ")))
	}
	checks, err := serverChecks().Choose(judge.Choice{
		Checks: f.check.checks, Suites: f.suites, Tags: f.tags, Features: f.features, Baseline: f.check.baseline,
	})
	if err != nil {
		return withCode(err)
	}
	if f.check.list {
		return a.listChecks(f.check, checks)
	}
	target, err := a.target(f, args, dash)
	if err != nil {
		return err
	}
	children := outside.NewProcesses(nil)
	target.Around = func(os process.Starter) process.Starter { return children.Around(os, "", func() {}) }
	defer children.Guard()()
	return a.judge(ctx, trial{
		flags: f.check, files: files, checks: checks, transport: target.Transport(),
		reaching: "reaching the server", reach: func(ctx context.Context) (reached, error) { return reachServer(ctx, target) },
		reproduce: f.reproduceLine(args, dash, target.Secrets),
	})
}

// suiteNames are those of --suite.
func suiteNames() []string {
	var out []string
	for _, s := range probe.Suites() {
		out = append(out, s.Name)
	}
	return append(out, probe.OwnSuite)
}

// suitesHelp lists the suites, one per line.
func suitesHelp() string {
	var b strings.Builder
	for _, s := range probe.Suites() {
		fmt.Fprintf(&b, "  %-13s  %s (%s)\n", s.Name, s.Manual, strings.Join(s.Families, " "))
	}
	fmt.Fprintf(&b, "  %-13s  %s\n", probe.OwnSuite, "those of --features")
	return b.String()
}
