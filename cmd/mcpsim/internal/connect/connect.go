// Package connect is `mcpsim connect`: it connects real servers with the real runtime
// and tells what it finds. A command line names [Targets] (targets.go, discover.go); a
// visit is one life of the runtime with them (visit.go), of which a recorder keeps what
// is known about each server (record.go, observe.go); a row is what became of a server,
// with why it failed and what to do next (explain.go); text and JSON show the rows
// (show.go, json.go). The servers of a project for as long as a user likes, --watch,
// are package watch.
package connect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/watch"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// command is one run of `mcpsim connect`: its flags, and where it shows text.
type command struct {
	Targets
	ui          *ui.UI
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

const help = `Connects real servers with the real runtime, on the wall clock, and tells what it
finds: one line for each server with its version, protocol revision, number of
tools and times; with -v the tools under the names that a session sees. Servers
that failed come last, with why, the end of their stderr, and what to do next.
A server without a name of yours is called after its command or package, or as
it calls itself.

A target is one of

  -- COMMAND ARGS...    a server over stdio; no shell is involved
  http(s)://...         a server over streamable HTTP; ws(s)://... one over WebSocket
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
used, else 1. With --watch 0 if q ends it.`

// Command returns `mcpsim connect`.
func Command(u *ui.UI) *cobra.Command {
	c := &command{ui: u}
	cmd := &cobra.Command{
		Use:   "connect [flags] [URL ...] [-- COMMAND ARGS...]",
		Short: "Connect real servers with the real runtime",
		Long:  help,
		Example: `  mcpsim connect -- npx -y @modelcontextprotocol/server-everything
  mcpsim connect http://127.0.0.1:8080/mcp --header 'Authorization: Bearer ${TOKEN}'
  mcpsim connect --discover --list-only
  mcpsim connect --watch ~/project
  mcpsim connect --config .mcp.json --server docs --call docs/search --args '{"q": "x"}'`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			c.timed = cmd.Flags().Changed("timeout")
			if c.watch {
				if err := watch.Check(cmd.Flags(), args, cmd.ArgsLenAtDash()); err != nil {
					return err
				}
				return watch.Run(cmd.Context(), c.ui, watch.Options{Switches: c.switches, JSON: c.json}, args)
			}
			return c.connect(cmd.Context(), args, cmd.ArgsLenAtDash())
		}),
	}
	c.register(cmd.Flags())
	ui.Complete(cmd, "protocol", revisions)
	ui.Complete(cmd, "switch", switches)
	return cmd
}

// register defines the flags.
func (c *command) register(flags *pflag.FlagSet) {
	c.Targets.Register(flags)
	flags.DurationVar(&c.timeout, "timeout", 0, "deadline of each handshake and request, 0 for none; outranks every definition (default 30s)")
	flags.StringVar(&c.revision, "protocol", string(protocol.LatestLegacy), "protocol `REVISION` to offer")
	flags.StringArrayVar(&c.switches, "switch", nil, "behave like another documented version: `NAME=VALUE` (repeatable; see mcpsim help switches)")
	flags.StringVar(&c.call, "call", "", "call this `TOOL`: SERVER/TOOL, its name in the session, or its own name if only one server has it")
	flags.StringVar(&c.args, "args", "{}", "arguments of the call, a `JSON` object")
	flags.StringVar(&c.cache, "cache", "", "keep tool definitions in this `DIR`; without it nothing is kept")
	flags.StringVar(&c.credentials, "credentials", "", "use the tokens of logins kept in this `DIR`, and keep renewed ones there")
	flags.BoolVar(&c.json, "json", false, "one JSON object per line: problems, servers, the call, a summary")
	flags.BoolVar(&c.noWait, "no-wait", false, "show what there is when start-up returns, and end")
	flags.BoolVarP(&c.verbose, "verbose", "v", false, "show the tools of each server")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "show nothing but failures and the result of the call")
	flags.BoolVar(&c.watch, "watch", false, "follow the settings of a directory, by default this one, and show how its servers are")
	c.discover.register(flags)
}

// switches are the values of --switch.
func switches() []string {
	var out []string
	for _, s := range host.Switches() {
		for _, v := range s.Values {
			out = append(out, s.Name+"="+v.Name+"\t"+v.Manual)
		}
	}
	return out
}

// revisions are those that the runtime can offer.
func revisions() []string {
	var out []string
	for _, r := range protocol.Legacy() {
		out = append(out, string(r))
	}
	return out
}

// check returns a usage error for values that cannot be used.
func (c *command) check() error {
	switch {
	case c.timeout < 0:
		return ui.Usage(fmt.Errorf("--timeout %s: want 0 or more", c.timeout))
	case c.verbose && c.quiet, c.json && (c.verbose || c.quiet):
		return ui.Usage(errors.New("--verbose, --quiet and --json: want at most one of them"))
	case c.call == "" && c.args != "{}":
		return ui.Usage(errors.New("--args is for a call: say which tool with --call"))
	}
	if err := CheckRevision(c.revision); err != nil {
		return ui.Usage(fmt.Errorf("--protocol %w", err))
	}
	if err := new(host.Policy).SetAll(c.switches); err != nil {
		return ui.Usage(fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err))
	}
	return c.checkArgs()
}

// CheckRevision returns an error that begins with what was asked for unless the runtime
// can offer this protocol revision.
func CheckRevision(asked string) error {
	revision := protocol.Revision(asked)
	if revision.Era() == protocol.EraLegacy {
		return nil
	}
	known := revisions()
	hint := ui.DidYouMean("", asked, known)
	if revision.Known() {
		hint = "\nthe runtime does not speak this revision yet"
	}
	return fmt.Errorf("%s: want one of %s%s", asked, strings.Join(known, ", "), hint)
}

// checkArgs wants an object. The text is not repeated: it may hold secrets.
func (c *command) checkArgs() error {
	var object map[string]json.RawMessage
	err := json.Unmarshal([]byte(c.args), &object)
	if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) {
		return ui.Usage(fmt.Errorf("--args: not JSON at byte %d: %w\nquote it for the shell: --args '{\"name\": \"value\"}'", bad.Offset, bad))
	}
	if err != nil || object == nil {
		return ui.Usage(errors.New(`--args: want a JSON object, such as '{"name": "value"}'`))
	}
	return nil
}

// connect visits servers and says how that went.
func (c *command) connect(ctx context.Context, args []string, dash int) error {
	if err := c.check(); err != nil {
		return err
	}
	found, err := c.find(ctx, args, dash)
	if err != nil || c.discover.listOnly {
		return err
	}
	v, err := c.newVisit(found)
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
