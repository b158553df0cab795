package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// validateFlags are the flags of `mcpsim validate`.
type validateFlags struct {
	connect.Targets
	revision string
	since    string
	check    checkFlags
	suites   []string
	tags     string
	calls    bool
	idle     time.Duration
	features []string
	record   string
	tokens   tokenFlags
	instance string // URL of another instance; "" = none
	issuer   issuerFlags
}

// beside is how many checks run side by side unless it is said: most of them wait, however
// few processors there are.
const beside = 4

const validateHelp = `Looks at one MCP server from outside and says what is wrong with it, where the
specification asks for it, and how to see it again.

A target is one of

  -- COMMAND ARGS...             a server over stdio; no shell is involved
  http(s)://...                  a server over streamable HTTP
  --config FILE --server NAME    a server of a settings file
  --authorization-server URL     an OAuth authorization server, by its issuer

Several URLs, or a file without --server, are checked side by side: each line begins
with the name of its server, a table at the end compares them, and a report is
written for each, with its name in that of the file.

Revisions up to 2025-11-25 begin with a handshake, 2026-07-28 has none. What the server
speaks is found out, and each era is judged by checks of its own (those of the second
one begin with M-); --spec says which one to speak. --since 2025-11-25 ends with what the
server has to change to serve 2026-07-28, what it does already, and what it need not.

With --instance URL, another instance of a server over HTTP, what was begun at one is
gone on with at the other: from 2026-07-28 on that must make no difference.

A server that wants a token gets that of mcpsim login, or of --token; on a terminal you
are asked whether to log in if there is none. With it comes the
suite auth, which has more to say with --foreign-token, --narrow-token and --broad-token:
tokens for another server, with too few scopes, and with one that implies all others.

--authorization-server URL judges what gives the tokens: metadata, PKCE, redirect URIs,
what answers name, rotation. A client is registered on the spot, or that of --client-id
is used. What only a person who logs in could show is not observed.

The checks are features: --list shows them, --features adds your own, written with
the steps of mcpsim steps --validate. A check that a server can neither pass nor
fail is "not observed" or "not testable", never passed.

Of the server's own tools checks call those with the annotation readOnlyHint, with
arguments made from their schemas, right ones and wrong ones. --allow-calls calls
all but those with the annotation destructiveHint: for a server whose tools may
change what they like, a test installation.

A defect is told once: a check that cannot be decided because of what another one
tells is "not testable: see" that check. Findings are told as they are found; -j
says how many checks run side by side, --budget how long all may take, the most
telling first.

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
authentication, 4 it is unreachable or no client can use it, 5 no check ran,
7 nothing failed, but the baseline is stale.`

func (a *app) validateCommand() *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate [flags] URL... | -- COMMAND ARGS...",
		Short: "Check a server against the specification",
		Long:  fmt.Sprintf(validateHelp, suitesHelp()),
		Example: `  mcpsim validate -- npx -y @modelcontextprotocol/server-everything
  mcpsim validate http://127.0.0.1:8080/mcp --token '${TOKEN}'
  mcpsim validate --since 2025-11-25 -- ./my-server
  mcpsim validate --suite stdio --check PING-01 -- ./my-server
  mcpsim validate --baseline known.yaml --report junit:results.xml -- ./my-server`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			return a.validate(cmd.Context(), f, args, cmd.ArgsLenAtDash())
		}),
	}
	flags := cmd.Flags()
	f.Targets.Register(flags)
	f.tokens.register(flags)
	f.issuer.register(flags)
	flags.StringVar(&f.instance, "instance", "", "another instance of the server is at `URL`: lists, pages, rounds and tasks go on there")
	flags.BoolVar(&f.check.list, "list", false, "list the checks, reach nothing")
	flags.StringSliceVar(&f.check.checks, "check", nil, "only the check with this `ID`, besides those of --suite (repeatable)")
	flags.StringSliceVar(&f.suites, "suite", nil, "only the checks of this suite: `NAME` (repeatable)")
	flags.StringVar(&f.tags, "tags", "", "only checks with these tags: a tag expression such as '@MUST'; see mcpsim help tags")
	flags.StringVar(&f.revision, "spec", "", "protocol `REVISION` to speak, from 2024-11-05 to 2026-07-28; without it 2025-11-25 and 2026-07-28, as far as the server does")
	flags.StringVar(&f.since, "since", "", "say at the end what the server has to change to get from `REVISION`, such as 2025-11-25, to 2026-07-28")
	flags.DurationVar(&f.check.timeout, "timeout", probe.DefaultTimeout, "patience with each answer; three times as much with the first of a process")
	flags.IntVarP(&f.check.beside, "jobs", "j", beside, "checks that run side by side, each with sessions and processes of its own")
	flags.BoolVar(&f.calls, "allow-calls", false, "call every tool that is not marked destructive, not only those marked read-only")
	flags.DurationVar(&f.idle, "idle", 0, "time to watch what idles: 1m for all checks of that; they take as long")
	flags.StringArrayVar(&f.features, "features", nil, "add the checks of this `DIR` or feature file (repeatable)")
	flags.StringVar(&f.record, "record", "", "append what passes to `FILE`, as JSON Lines without secrets (docs/recordings.md)")
	f.check.add(cmd, func() []string { return checkCompletions(server.Checks()) })
	ui.Complete(cmd, "suite", server.Suites)
	ui.Complete(cmd, "spec", specs)
	ui.Complete(cmd, "since", probe.Revisions)
	ui.Complete(cmd, "tags", ui.Values("@MUST", "@SHOULD", "@MAY", "@stdio", "@http", "@sse", "@modern"))
	return cmd
}

func (a *app) validate(ctx context.Context, f validateFlags, args []string, dash int) (failure error) {
	files, err := f.check.check(ctx, a.Environ, f.record)
	if err != nil {
		return err
	}
	if f.check.list && f.record != "" {
		return ui.Usage(errors.New("--list reaches nothing: leave out --record"))
	}
	if err := f.issuer.check(len(args) > 0 || f.Config != ""); err != nil {
		return err
	}
	if f.issuer.url != "" {
		return a.validateIssuer(ctx, f, files)
	}
	if err := f.checkRevisions(); err != nil {
		return ui.Usage(err)
	}
	if f.idle < 0 {
		return ui.Usage(fmt.Errorf("--idle %s: want 0 or more", f.idle))
	}
	checks, err := server.Checks().Choose(ctx, judge.Choice{
		Checks: f.check.checks, Suites: f.suites, Tags: f.tags, Features: f.features, Baseline: f.check.baseline, Shard: f.check.shard.shard, Times: f.check.shard.took,
	})
	if err != nil {
		return withCode(err)
	}
	if f.check.list {
		a.listChecks(f.check, checks)
		return nil
	}
	if err := f.tokens.known(outside.Lookup(a.Environ)); err != nil {
		return ui.Usage(err)
	}
	if args, err = f.tokens.apply(&f.Targets, args); err != nil {
		return ui.Usage(err)
	}
	aims, err := a.aims(ctx, f, args, dash)
	if err != nil {
		return err
	}
	if err := f.checkInstance(aims); err != nil {
		return ui.Usage(err)
	}
	secrets := outside.Unrecorded(a.Environ, nil, args...)
	for _, one := range aims {
		secrets = append(secrets, one.Secrets...)
	}
	tap, written, err := outside.Record(ctx, f.record, secrets)
	if err != nil {
		return err
	}
	defer func() { failure = cmp.Or(failure, written()) }()
	children := outside.NewProcesses(nil)
	defer children.Guard()()
	var trials []trial
	for _, one := range aims {
		one.Around = func(os process.Starter) process.Starter {
			if tap != nil {
				os = tap.Starter(os)
			}
			return children.Around(os, "", func() {})
		}
		if tap != nil && one.HTTP != nil {
			one.HTTP = tap.RoundTripper(one.HTTP)
		}
		trials = append(trials, trial{
			flags: f.check, files: files, checks: checks, transport: one.Transport(), name: one.name,
			reaching: "reaching the server", reach: func(ctx context.Context, tell telling) (reached, error) { return a.reach(ctx, one, tell) },
			reproduce: one.flags.reproduceLine(one.args, one.dash, outside.NewRedactor(one.Secrets)),
		})
	}
	if len(trials) == 1 {
		return a.judge(ctx, trials[0])
	}
	return a.judgeAll(ctx, trials)
}

// checkRevisions refuses revisions that there are not, and those that exclude each other.
func (f *validateFlags) checkRevisions() error {
	switch {
	case f.revision != "" && !slices.Contains(specs(), f.revision):
		return fmt.Errorf("--spec %s: want one of %s", f.revision, strings.Join(specs(), ", "))
	case f.since != "" && !slices.Contains(probe.Revisions(), f.since):
		return fmt.Errorf("--since %s: want the revision that the server comes from, one of %s", f.since, strings.Join(probe.Revisions(), ", "))
	case f.since != "" && f.revision != "":
		return fmt.Errorf("--since %s looks at both eras, --spec %s at one: want one of the two", f.since, f.revision)
	}
	return nil
}

// specs are the revisions that can be probed, oldest first.
func specs() []string { return append(probe.Revisions(), probe.ModernRevision) }

// suitesHelp lists the suites, one per line.
func suitesHelp() string {
	var b strings.Builder
	for _, s := range probe.Suites() {
		fmt.Fprintf(&b, "  %-13s  %s (%s)\n", s.Name, s.Manual, strings.Join(s.Families, " "))
	}
	fmt.Fprintf(&b, "  %-13s  %s\n", probe.OwnSuite, "those of --features")
	return b.String()
}
