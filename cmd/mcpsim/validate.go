package main

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// validateFlags are the flags of `mcpsim validate`. Those of connect name the
// target.
type validateFlags struct {
	connectFlags
	list     bool
	checks   []string
	revision string
	suites   []string
	tags     string
	baseline string
	calls    bool
	idle     time.Duration
	reports  []string
	failOn   string
	features []string
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
		Short: "Check somebody's server against the specification",
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
	flags.StringVar(&f.config, "config", "", "take the server from this `FILE`")
	flags.StringArrayVar(&f.servers, "server", nil, "the server of this `NAME` in --config")
	flags.StringArrayVar(&f.headers, "header", nil, "send `'NAME: VALUE'` to the URL (repeatable)")
	flags.StringArrayVar(&f.env, "env", nil, "set `NAME=VALUE` for the command (repeatable)")
	flags.BoolVar(&f.list, "list", false, "list the checks, reach nothing")
	flags.StringSliceVar(&f.checks, "check", nil, "only the check with this `ID`, besides those of --suite (repeatable)")
	flags.StringSliceVar(&f.suites, "suite", nil, "only the checks of this suite: `NAME` (repeatable)")
	flags.StringVar(&f.tags, "tags", "", "only checks with these tags: a tag expression such as '@MUST'; see mcpsim help tags")
	flags.StringVar(&f.revision, "spec", probe.LatestRevision, "protocol `REVISION` to offer: 2024-11-05 to 2025-11-25")
	flags.DurationVar(&f.timeout, "timeout", probe.DefaultTimeout, "patience with each answer; three times as much with the first of a process")
	flags.BoolVar(&f.calls, "allow-calls", false, "call every tool that is not marked destructive, not only those marked read-only")
	flags.DurationVar(&f.idle, "idle", 0, "time to watch what idles: 1m for all checks of that; they take as long")
	flags.StringVar(&f.baseline, "baseline", "", "what is known to fail: a `FILE` as the official suite's --expected-failures")
	flags.StringArrayVar(&f.reports, "report", nil, reportHelp)
	flags.StringVar(&f.failOn, "fail-on", "must", "the level from which a check fails: must or should")
	flags.StringArrayVar(&f.features, "features", nil, "add the checks of this `DIR` or feature file (repeatable)")
	return cmd
}

func (f *validateFlags) check() error {
	switch {
	case f.timeout <= 0:
		return ui.Usage(fmt.Errorf("--timeout %s: want more than 0", f.timeout))
	case f.failOn != "must" && f.failOn != "should":
		return ui.Usage(fmt.Errorf("--fail-on %s: want must or should", f.failOn))
	case !slices.Contains(probe.Revisions(), f.revision):
		return ui.Usage(fmt.Errorf("--spec %s: want one of %s", f.revision, strings.Join(probe.Revisions(), ", ")))
	}
	return nil
}

func (a *app) validate(ctx context.Context, f validateFlags, args []string, dash int) error {
	if err := f.check(); err != nil {
		return err
	}
	files, err := parseReports(f.reports)
	if err != nil {
		return ui.Usage(err)
	}
	vocabulary, err := gherkin.NewVocabulary(server.Vocabulary())
	if err != nil {
		return err
	}
	chosen, err := f.choose(vocabulary)
	if err != nil {
		return err
	}
	known, err := f.known(chosen.rules)
	if err != nil {
		return err
	}
	if f.list {
		return a.listChecks(chosen.examples)
	}
	target, err := a.target(f, args, dash)
	if err != nil {
		return err
	}
	jobs := gherkin.Plan(forTransport(chosen.examples, target.Transport()), gherkin.Settings{Worlds: []string{gherkin.Target}})
	if len(jobs) == 0 {
		return ui.Fail(ui.ExitNothing, fmt.Errorf("no check that was asked for is for a server over %s", target.Transport()))
	}
	return a.validateTarget(ctx, &validation{
		checking: checking{
			ui: a.ui, failOn: f.failOn, files: files, planned: len(jobs), begin: time.Now(),
			reproduce: f.reproduceLine(args, dash, target.Secrets),
		},
		environ: a.Environ, known: known,
	}, vocabulary, target, jobs)
}

// validateTarget reaches the server and runs the checks. No process is left when
// it returns, nor when a second interrupt ends the program in it.
func (a *app) validateTarget(ctx context.Context, v *validation, vocabulary *gherkin.Vocabulary, target probe.Target, jobs []gherkin.Job) error {
	children := outside.NewProcesses(nil)
	target.Around = func(os process.Starter) process.Starter { return children.Around(os, "", func() {}) }
	defer children.Guard()()
	a.ui.Show("reaching the server")
	bench, err := probe.Open(ctx, target)
	a.ui.Clear()
	if err != nil {
		return unreached(err, target.Secrets)
	}
	defer bench.Close()
	v.bench = bench
	executor := &gherkin.Executor{Vocabulary: vocabulary, NewWorld: server.New(bench), Version: ui.Version()}
	err = gherkin.Run(ctx, jobs, []gherkin.Runner{executor}, gherkin.Options{Emit: func(answer gherkin.Answer) {
		if ctx.Err() == nil { // an interrupted check says nothing about the server
			v.take(answer)
		}
	}})
	a.ui.Clear()
	if err == nil {
		v.known.judge(v.results)
	}
	telling := v.tell(reports.Run{Mcpsim: ui.Version(), Go: goruntime.Version(), World: gherkin.Target, Planned: len(jobs)})
	switch {
	case err != nil:
		return err
	case telling != nil:
		return ui.Fail(ui.ExitFailed, telling)
	}
	return v.verdict()
}

// unreached gives an error of [probe.Open] its exit code.
func unreached(err error, secrets []string) error {
	var auth *probe.AuthError
	var lost *probe.UnreachableError
	text := errors.New(outside.NewRedactor(secrets).Text(err.Error()))
	switch {
	case errors.As(err, &auth):
		return ui.Fail(ui.ExitAuth, fmt.Errorf("%w\nnext: give a token with --header 'Authorization: Bearer ${TOKEN}'", text))
	case errors.As(err, &lost):
		return ui.Fail(ui.ExitUnreachable, fmt.Errorf("the server cannot be reached: %w", text))
	}
	return err
}
