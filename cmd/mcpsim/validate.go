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

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/probe"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/steps/suite"
)

// validateFlags are the flags of `mcpsim validate`. Those of connect name the
// target.
type validateFlags struct {
	connectFlags
	list     bool
	checks   []string
	revision string
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

The checks are features: --list shows them, --features adds your own. They only
read: no tool is called but one that does not exist. A check that a server can
neither pass nor fail is "not observed" or "not testable", never passed.

A MUST that is not kept fails, a SHOULD warns, a MAY (robustness that users of
other servers missed) informs. --fail-on should makes warnings about SHOULD fail.

Exit codes: 0 nothing failed, 1 a check failed, 2 usage, 3 the server wants
authentication, 4 it is unreachable or died before the handshake, 5 no check ran.`

func (a *app) validateCommand() *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate [flags] URL | -- COMMAND ARGS...",
		Short: "Check somebody's server against the specification",
		Long:  validateHelp,
		Example: `  mcpsim validate -- npx -y @modelcontextprotocol/server-everything
  mcpsim validate http://127.0.0.1:8080/mcp --header 'Authorization: Bearer ${TOKEN}'
  mcpsim validate --check STDIO-01 -- ./my-server
  mcpsim validate --report junit:results.xml http://127.0.0.1:8080/mcp`,
		RunE: command(func(cmd *cobra.Command, args []string) error {
			return a.validate(cmd.Context(), f, args, cmd.ArgsLenAtDash())
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "", "take the server from this `FILE`")
	flags.StringArrayVar(&f.servers, "server", nil, "the server of this `NAME` in --config")
	flags.StringArrayVar(&f.headers, "header", nil, "send `'NAME: VALUE'` to the URL (repeatable)")
	flags.StringArrayVar(&f.env, "env", nil, "set `NAME=VALUE` for the command (repeatable)")
	flags.BoolVar(&f.list, "list", false, "list the checks, reach nothing")
	flags.StringSliceVar(&f.checks, "check", nil, "only the check with this `ID` (repeatable)")
	flags.StringVar(&f.revision, "spec", probe.LatestRevision, "protocol `REVISION` to offer: 2024-11-05 to 2025-11-25")
	flags.DurationVar(&f.timeout, "timeout", probe.DefaultTimeout, "patience with each answer; three times as much with the first of a process")
	flags.StringArrayVar(&f.reports, "report", nil, "write `FORMAT:FILE`, format junit or json, file - for stdout (repeatable)")
	flags.StringVar(&f.failOn, "fail-on", "must", "the level from which a check fails: must or should")
	flags.StringArrayVar(&f.features, "features", nil, "add the checks of this `DIR` or feature file (repeatable)")
	return cmd
}

func (f *validateFlags) check() error {
	switch {
	case f.timeout <= 0:
		return usage(fmt.Errorf("--timeout %s: want more than 0", f.timeout))
	case f.failOn != "must" && f.failOn != "should":
		return usage(fmt.Errorf("--fail-on %s: want must or should", f.failOn))
	case !slices.Contains(probe.Revisions(), f.revision):
		return usage(fmt.Errorf("--spec %s: want one of %s", f.revision, strings.Join(probe.Revisions(), ", ")))
	}
	return nil
}

func (a *app) validate(ctx context.Context, f validateFlags, args []string, dash int) error {
	if err := f.check(); err != nil {
		return err
	}
	files, err := parseReports(f.reports)
	if err != nil {
		return usage(err)
	}
	vocabulary, err := suite.NewVocabulary(probe.Steps())
	if err != nil {
		return err
	}
	examples, err := f.choose(vocabulary)
	if err != nil {
		return err
	}
	if f.list {
		return a.listChecks(examples)
	}
	target, err := a.target(f, args, dash)
	if err != nil {
		return err
	}
	jobs := suite.Plan(forTransport(examples, target.Transport()), suite.Settings{Worlds: []string{suite.Target}})
	if len(jobs) == 0 {
		return &failure{exitNothing, fmt.Errorf("no check is for a server over %s", target.Transport())}
	}
	a.ui.show("reaching the server")
	bench, err := probe.Open(ctx, target)
	a.ui.clear()
	if err != nil {
		return unreached(err, target.Secrets)
	}
	defer bench.Close()
	return a.validateWith(ctx, f, &validation{
		ui: a.ui, flags: f, files: files, bench: bench, planned: len(jobs), begin: time.Now(),
		reproduce: f.reproduceLine(args, dash, target.Secrets),
	}, &suite.Executor{Vocabulary: vocabulary, NewWorld: bench.NewWorld, Version: version()}, jobs)
}

func (a *app) validateWith(ctx context.Context, f validateFlags, v *validation, x *suite.Executor, jobs []suite.Job) error {
	err := suite.Run(ctx, jobs, []suite.Runner{x}, suite.Options{Emit: v.take})
	a.ui.clear()
	telling := v.tell(reports.Run{Mcpsim: version(), Go: goruntime.Version(), World: suite.Target, Planned: len(jobs)})
	switch {
	case err != nil:
		return err
	case telling != nil:
		return &failure{exitFailed, telling}
	}
	return v.verdict()
}

// choose loads the checks, those of --features included, and selects those of
// --check. Its errors are usage errors.
func (f *validateFlags) choose(v *suite.Vocabulary) ([]*suite.Example, error) {
	catalogues := make([]*suite.Catalogue, 0, 2)
	own, err := suite.Load(nil, features.Server)
	if err != nil {
		return nil, err
	}
	catalogues = append(catalogues, own)
	if len(f.features) > 0 {
		added, err := suite.Load(f.features, features.Server)
		if err != nil {
			return nil, usage(err)
		}
		catalogues = append(catalogues, added)
	}
	ids := suite.NewIDs(nil, probe.Families()...)
	var examples []*suite.Example
	for _, c := range catalogues {
		if err := c.Check(v, ids); err != nil {
			return nil, usage(err)
		}
		selected, err := c.Select(suite.Filter{Guarantees: f.checks})
		if err != nil {
			return nil, usage(err)
		}
		examples = append(examples, selected...)
	}
	return examples, f.known(catalogues)
}

// known refuses checks that no feature has.
func (f *validateFlags) known(catalogues []*suite.Catalogue) error {
	var all []string
	for _, c := range catalogues {
		for _, feature := range c.Features {
			for _, rule := range feature.Rules {
				all = append(all, rule.IDs...)
			}
		}
	}
	for _, id := range f.checks {
		if slices.Contains(all, id) {
			continue
		}
		text := "--check " + id + ": no such check; mcpsim validate --list shows all"
		if near := suite.Nearest(id, all); near != "" {
			text += fmt.Sprintf("\ndid you mean %s?", near)
		}
		return usage(errors.New(text))
	}
	return nil
}

// forTransport leaves out the checks that are for another transport.
func forTransport(examples []*suite.Example, transport string) []*suite.Example {
	other := "@http"
	if transport == "http" {
		other = "@stdio"
	}
	return slices.DeleteFunc(slices.Clone(examples), func(e *suite.Example) bool { return slices.Contains(e.Tags, other) })
}

// unreached gives an error of [probe.Open] its exit code.
func unreached(err error, secrets []string) error {
	var auth *probe.AuthError
	var lost *probe.UnreachableError
	text := errors.New(newHider(secrets).Text(err.Error()))
	switch {
	case errors.As(err, &auth):
		return &failure{exitAuth, fmt.Errorf("%w\nnext: give a token with --header 'Authorization: Bearer ${TOKEN}'", text)}
	case errors.As(err, &lost):
		return &failure{exitUnreachable, fmt.Errorf("the server cannot be reached: %w", text)}
	}
	return err
}

// listChecks prints one line per check: id, level, transport, requirement.
func (a *app) listChecks(examples []*suite.Example) error {
	seen := map[*suite.Rule]bool{}
	for _, e := range examples {
		if seen[e.Rule] {
			continue
		}
		seen[e.Rule] = true
		level, transport := "", "any"
		for _, t := range e.Tags {
			switch t {
			case "@MUST", "@SHOULD", "@MAY":
				level = t[1:]
			case "@stdio", "@http":
				transport = t[1:]
			}
		}
		if _, err := fmt.Fprintf(a.ui.out, "%-8s  %-6s  %-5s  %s\n", strings.Join(e.Rule.IDs, " "), level, transport, e.Rule.Name); err != nil {
			return outputError(err)
		}
	}
	return nil
}
