package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/watch"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// connectFlags are the flags of `mcpsim connect`.
type connectFlags struct {
	config      string
	servers     []string
	headers     []string
	env         []string
	timeout     time.Duration
	timed       bool // --timeout was given
	revision    string
	switches    []string
	call        string
	args        string
	cache       string
	credentials string
	json        bool
	noWait      bool
	verbose     bool
	quiet       bool
	watch       bool
	discover    discoverFlags
}

const connectHelp = `Connects real servers with the real runtime, on the wall clock, and tells what it
finds: one line for each server with its version, protocol revision, number of
tools and times; with -v the tools under the names that a session sees. Servers
that failed come last, with why, the end of their stderr, and what to do next.
A server without a name of yours is called after its command or package, or as
it calls itself.

A target is one of

  -- COMMAND ARGS...    a server over stdio; no shell is involved
  http(s)://...         a server over streamable HTTP
  --config FILE         the servers of a settings file, all or those of --server
  --discover            the servers that programs on this machine are set up with,
                        listed first with what was left out and why; the commands
                        in these files are run, unless --list-only is given

  --watch [DIR]         the servers of a project, as long as you like: ~/.qwen and
                        DIR/.qwen/settings.json are followed, DIR/.mcp.json is read
                        (qwen-code profile). On a terminal a table that takes keys,
                        ? explains them; else one line per event. Servers of DIR
                        connect once they are approved.

Without a target .mcp.json is read if it is there. One broken server harms no
other. Headers and variables may refer to the environment, ${NAME}, so that no
secret is on the command line; their values are never shown. Nor are the tokens
of logins in --credentials, which definitions name in "auth".

Start-up is that of the oh-my-pi profile: it returns when all servers have
settled, or after 250ms if every slower one has tools in the --cache. Then the
rest is waited for, each until its own timeout, unless --no-wait is given.

HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected; loopback is never proxied.

Exit codes: 0 all servers are live (and the call succeeded), 3 a server wants
authentication, 4 none could be reached or all died, 2 no definition could be
used, else 1. With --watch 0 for who quits with q.`

func (a *app) connectCommand() *cobra.Command {
	var f connectFlags
	cmd := &cobra.Command{
		Use:   "connect [flags] [URL ...] [-- COMMAND ARGS...]",
		Short: "Connect real servers with the real runtime",
		Long:  connectHelp,
		Example: `  mcpsim connect -- npx -y @modelcontextprotocol/server-everything
  mcpsim connect http://127.0.0.1:8080/mcp --header 'Authorization: Bearer ${TOKEN}'
  mcpsim connect --discover --list-only
  mcpsim connect --watch ~/project
  mcpsim connect --config .mcp.json --server docs --call docs/search --args '{"q": "x"}'`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			f.timed = cmd.Flags().Changed("timeout")
			if f.watch {
				if err := watch.Check(cmd.Flags(), args, cmd.ArgsLenAtDash()); err != nil {
					return err
				}
				return watch.Run(cmd.Context(), a.ui, watch.Options{Switches: f.switches, JSON: f.json}, args)
			}
			return a.connect(cmd.Context(), f, args, cmd.ArgsLenAtDash())
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "", "read the servers of this `FILE`")
	flags.StringArrayVar(&f.servers, "server", nil, "only the server of this `NAME` in --config or --discover (repeatable)")
	flags.StringArrayVar(&f.headers, "header", nil, "send `'NAME: VALUE'` to the URL (repeatable)")
	flags.StringArrayVar(&f.env, "env", nil, "set `NAME=VALUE` for the command (repeatable)")
	flags.DurationVar(&f.timeout, "timeout", 0, "deadline of each handshake and request, 0 for none; outranks every definition (default 30s)")
	flags.StringVar(&f.revision, "protocol", string(protocol.LatestLegacy), "protocol `REVISION` to offer")
	flags.StringArrayVar(&f.switches, "switch", nil, "behave like another documented version: `NAME=VALUE` (repeatable; see mcpsim help switches)")
	flags.StringVar(&f.call, "call", "", "call this `TOOL`: SERVER/TOOL, its name in the session, or its own name if only one server has it")
	flags.StringVar(&f.args, "args", "{}", "arguments of the call, a `JSON` object")
	flags.StringVar(&f.cache, "cache", "", "keep tool definitions in this `DIR`; without it nothing is kept")
	flags.StringVar(&f.credentials, "credentials", "", "use the tokens of logins kept in this `DIR`, and keep renewed ones there")
	flags.BoolVar(&f.json, "json", false, "one JSON object per line: problems, servers, the call, a summary")
	flags.BoolVar(&f.noWait, "no-wait", false, "show what there is when start-up returns, and end")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show the tools of each server")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "show nothing but failures and the result of the call")
	flags.BoolVar(&f.watch, "watch", false, "follow the settings of a directory, by default this one, and show how its servers are")
	f.discover.register(flags)
	completeConnect(cmd)
	return cmd
}

// completeConnect makes the shell complete values: revisions and switches.
func completeConnect(cmd *cobra.Command) {
	var revisions []string
	for _, r := range protocol.Legacy() {
		revisions = append(revisions, string(r))
	}
	var switches []string
	for _, s := range host.Switches() {
		for _, v := range s.Values {
			switches = append(switches, s.Name+"="+v.Name+"\t"+v.Manual)
		}
	}
	ui.Complete(cmd, "protocol", revisions...)
	ui.Complete(cmd, "switch", switches...)
}

// check returns a usage error for values that cannot be used.
func (f *connectFlags) check() error {
	switch {
	case f.timeout < 0:
		return ui.Usage(fmt.Errorf("--timeout %s: want 0 or more", f.timeout))
	case f.verbose && f.quiet, f.json && (f.verbose || f.quiet):
		return ui.Usage(errors.New("--verbose, --quiet and --json: want at most one of them"))
	case f.call == "" && f.args != "{}":
		return ui.Usage(errors.New("--args is for a call: say which tool with --call"))
	}
	if err := f.checkRevision(); err != nil {
		return err
	}
	if err := new(host.Policy).SetAll(f.switches); err != nil {
		return ui.Usage(fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err))
	}
	return f.checkArgs()
}

func (f *connectFlags) checkRevision() error {
	revision := protocol.Revision(f.revision)
	if revision.Era() == protocol.EraLegacy {
		return nil
	}
	var known []string
	for _, r := range protocol.Legacy() {
		known = append(known, string(r))
	}
	text := fmt.Sprintf("--protocol %s: want one of %s", f.revision, strings.Join(known, ", "))
	switch near := words.Nearest(f.revision, known); {
	case revision.Known():
		text += "\nthe runtime does not speak this revision yet"
	case near != "":
		text += fmt.Sprintf("\ndid you mean %s?", near)
	}
	return ui.Usage(errors.New(text))
}

// checkArgs wants an object. The text is not repeated: it may hold secrets.
func (f *connectFlags) checkArgs() error {
	var object map[string]json.RawMessage
	err := json.Unmarshal([]byte(f.args), &object)
	if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) {
		return ui.Usage(fmt.Errorf("--args: not JSON at byte %d: %w\nquote it for the shell: --args '{\"name\": \"value\"}'", bad.Offset, bad))
	}
	if err != nil || object == nil {
		return ui.Usage(errors.New(`--args: want a JSON object, such as '{"name": "value"}'`))
	}
	return nil
}

// connect visits servers and says how that went.
func (a *app) connect(ctx context.Context, f connectFlags, args []string, dash int) error {
	if err := f.check(); err != nil {
		return err
	}
	found, err := a.find(ctx, f, args, dash)
	if err != nil || f.discover.listOnly {
		return err
	}
	v, err := a.newVisit(f, found)
	if err != nil {
		return err
	}
	defer v.children.Guard()()
	defer v.leave()
	v.start(ctx)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return v.report(ctx)
}

// report shows everything and makes the call, if there is one.
func (v *visit) report(ctx context.Context) error {
	rows := v.rows()
	tool, err := v.chosen(rows)
	for _, r := range rows {
		v.shower.row(r)
	}
	failed := false
	if tool != nil {
		outcome := v.callTool(ctx, *tool)
		if err := context.Cause(ctx); err != nil {
			return err
		}
		v.shower.call(outcome)
		failed = outcome.IsError
	}
	code := verdictOf(rows, failed)
	if err != nil && !slices.ContainsFunc(rows, row.failed) {
		code = ui.ExitUsage // what was to be called is a mistake only if all servers had their say
	}
	v.shower.summary(v.recorder.gateTime(), rows, code)
	if writing := v.ui.Out.Error(); writing != nil {
		return ui.Written(writing)
	}
	if code == ui.ExitOK {
		return nil
	}
	return ui.Fail(code, err)
}
