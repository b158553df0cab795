// Package connect is `mcpsim connect`: it connects real servers with the real runtime
// and tells what it finds. A command line names [Targets] (targets.go, discover.go); a
// visit is one life of the runtime with them (visit.go), of which a recorder keeps what
// is known about each server (record.go, observe.go); a row is what became of a server,
// with why it failed and what to do next (explain.go); text and JSON show the rows
// (show.go, json.go). The servers of a project for as long as a user likes, --watch,
// are a view of package session.
package connect

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// command is one run of `mcpsim connect`: its flags, and where it shows text.
type command struct {
	Targets
	ui          *ui.UI
	timeout     time.Duration
	timed       bool // --timeout was given
	chosen      bool // --protocol was given
	revision    string
	era         string
	switches    []string
	hardened    bool
	call        string
	args        string
	cache       string
	credentials string
	record      string
	json        bool
	noWait      bool
	verbose     bool
	quiet       bool
	watch       bool
	follow      Watcher
	offer       Offer
	discover    discoverFlags
	pages       string // --report
	taps        taps
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
                        connect once they are approved. --mcp-config and
                        --session-config outrank them all,
                        --allowed-mcp-server-names bounds them.

Without a target .mcp.json is read if it is there. One broken server harms no
other. Headers and variables may refer to the environment, ${NAME}, so that no
secret is on the command line; their values are never shown. Nor are what URLs and
flags such as --token hold, and the tokens of logins. Those that mcpsim login has
left are used, and renewed; --credentials names another place for them, also for
definitions that name theirs in "auth". Of one text of a server at most 2 kB are shown, and
64 KiB with --json; how much is left out of the middle is said there.

On a terminal you are asked whether to log in to a server that wants it, unless
--json, --quiet or --no-wait is given; elsewhere nothing is ever asked.

Start-up is that of the oh-my-pi profile: it returns when all servers have
settled, or after 250ms if every slower one has tools in the --cache. Then the
rest is waited for, each until its own timeout, unless --no-wait is given.

HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected; loopback is never proxied.

Exit codes: 0 all servers are live (and the call succeeded), 3 a server wants
authentication, 4 none could be reached or all died, 2 no definition could be
used, else 1. With --watch 0 if q ends it.`

// Watcher is what follows the settings of a directory for --watch: a session, which needs
// this package itself.
type Watcher interface {
	// Register defines the flags that go with --watch only.
	Register(flags *pflag.FlagSet)
	// CheckWithout refuses them without it.
	CheckWithout(flags *pflag.FlagSet) error
	// Watch runs until the user quits.
	Watch(cmd *cobra.Command, args, switches []string, asJSON bool) error
}

// Offer asks the user of a terminal whether to log in to a server, and does that: it
// reports whether there is a login now. Package login has it, which needs this package
// itself.
type Offer func(ctx context.Context, u *ui.UI, s config.Server, o LoginOptions) bool

// LoginOptions say how a command that meets a server without a login makes one.
type LoginOptions struct {
	Credentials string            // where it is kept; empty: at the usual place
	Revision    string            // to be spoken, or [Auto]
	Redact      *outside.Redactor // of the command
}

// Command returns `mcpsim connect`.
func Command(u *ui.UI, follow Watcher, offer Offer) *cobra.Command {
	c := &command{ui: u, follow: follow, offer: offer}
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
			c.timed, c.chosen = cmd.Flags().Changed("timeout"), cmd.Flags().Changed("protocol")
			if c.watch && c.record != "" {
				return ui.Usage(errors.New("--record is not for --watch"))
			}
			if c.watch {
				return c.follow.Watch(cmd, args, c.switches, c.json)
			}
			if err := c.follow.CheckWithout(cmd.Flags()); err != nil {
				return err
			}
			return c.connect(cmd.Context(), args, cmd.ArgsLenAtDash())
		}),
	}
	c.register(cmd.Flags())
	ui.Complete(cmd, "protocol", Revisions)
	ui.Complete(cmd, "era", func() []string { return config.Eras })
	ui.Complete(cmd, "switch", SwitchValues)
	return cmd
}

// register defines the flags.
func (c *command) register(flags *pflag.FlagSet) {
	c.Targets.Register(flags)
	flags.DurationVar(&c.timeout, "timeout", 0, "deadline of each handshake, request and list, all pages together, 0 for none; outranks every definition (default 30s)")
	flags.StringVar(&c.revision, "protocol", string(protocol.LatestLegacy), "protocol `REVISION` to speak; auto finds out whether a server speaks 2026-07-28")
	flags.StringVar(&c.era, "era", "", EraManual)
	flags.StringArrayVar(&c.switches, "switch", nil, "behave like another documented version: `NAME=VALUE` (repeatable; see mcpsim help switches)")
	flags.BoolVar(&c.hardened, "hardened", false, "take the safe value of every switch: repeat no call, keep old tools, bound everything")
	flags.StringVar(&c.call, "call", "", "call this `TOOL`: SERVER/TOOL, its name in the session, or its own name if only one server has it")
	flags.StringVar(&c.args, "args", "{}", "arguments of the call, a `JSON` object")
	flags.StringVar(&c.cache, "cache", "", "keep tool definitions in this `DIR`; without it nothing is kept")
	flags.StringVar(&c.credentials, "credentials", "", "use the tokens of logins kept in this `DIR` (default: where mcpsim login keeps them)")
	flags.StringVar(&c.record, "record", "", "append what passes to `FILE`, as JSON Lines without secrets (docs/recordings.md)")
	flags.BoolVar(&c.json, "json", false, "one JSON object per line: problems, servers, the call, a summary")
	flags.StringVar(&c.pages, "report", "", "write `html:DIR`, a page of what the runtime did: a timeline with a column for each server")
	flags.BoolVar(&c.noWait, "no-wait", false, "show what there is when start-up returns, and end")
	flags.BoolVarP(&c.verbose, "verbose", "v", false, "show the tools of each server")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "show nothing but failures and the result of the call")
	flags.BoolVar(&c.watch, "watch", false, "follow the settings of a directory, by default this one, and show how its servers are")
	c.follow.Register(flags)
	c.discover.register(flags)
}

// SwitchValues are the values of --switch, for completion.
func SwitchValues() []string {
	var out []string
	for _, s := range host.Switches() {
		for _, v := range s.Values {
			out = append(out, s.Name+"="+v.Name+"\t"+v.Manual)
		}
	}
	return out
}

// Auto asks each server which era it speaks.
const Auto = "auto"

// Revisions are the values of --protocol, for completion.
func Revisions() []string { return append(revisions(), Auto) }

// revisions are those that the runtime can speak.
func revisions() []string {
	var out []string
	for _, r := range append(protocol.Legacy(), protocol.LatestModern) {
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
	if err := CheckRevision(c.revision); err != nil && c.revision != Auto {
		return ui.Usage(fmt.Errorf("--protocol %w", err))
	}
	if err := CheckEra(c.era); err != nil {
		return ui.Usage(err)
	}
	if spoken := protocol.Revision(c.revision).Era(); c.era != "" && c.era != config.Auto && c.chosen && string(spoken) != c.era {
		return ui.Usage(fmt.Errorf("--era %s and --protocol %s contradict each other: give one of them", c.era, c.revision))
	}
	if err := new(host.Policy).SetAll(c.switches); err != nil {
		return ui.Usage(fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err))
	}
	return c.checkArgs()
}

// CheckRevision returns an error that begins with what was asked for unless the runtime
// can speak this protocol revision.
func CheckRevision(asked string) error {
	if protocol.Revision(asked).Known() {
		return nil
	}
	known := revisions()
	return fmt.Errorf("%s: want one of %s%s", asked, strings.Join(known, ", "), ui.DidYouMean("", asked, known))
}

// Speak has a runtime speak a revision that [CheckRevision] has let pass, or find out.
func Speak(p *host.ConnPolicy, revision string) {
	p.Revision = protocol.LatestLegacy
	switch r := protocol.Revision(revision); {
	case revision == Auto:
		p.Era = protocol.EraUnknown
	case r.Era() == protocol.EraModern:
		p.Era = protocol.EraModern
	default:
		p.Revision = r
	}
}

// EraManual is what --era means.
const EraManual = "which protocol is spoken with servers whose definition does not say: `ERA` is auto (ask each), legacy (up to 2025-11-25) or modern (2026-07-28)"

// CheckEra returns an error for a word that is no era.
func CheckEra(era string) error {
	if era == "" || slices.Contains(config.Eras, era) {
		return nil
	}
	return fmt.Errorf("--era %s: want one of %s%s", era, strings.Join(config.Eras, ", "), ui.DidYouMean("", era, config.Eras))
}

// SpeakEra has a runtime speak an era that [CheckEra] has let pass; the empty one changes
// nothing.
func SpeakEra(p *host.ConnPolicy, era string) {
	switch era {
	case config.Auto:
		p.Era = protocol.EraUnknown
	case config.Legacy, config.Modern:
		p.Era = protocol.Era(era)
	}
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
func (c *command) connect(ctx context.Context, args []string, dash int) (failure error) {
	if err := c.check(); err != nil {
		return err
	}
	found, err := c.find(ctx, args, dash)
	if err != nil || c.discover.listOnly {
		return err
	}
	secrets := outside.Unrecorded(c.ui.Environ, nil, args...)
	secrets = append(secrets, outside.Secrets(found.Servers, outside.Lookup(c.ui.Environ))...)
	var written func() error
	if c.taps.tap, written, err = outside.Record(ctx, c.record, secrets); err != nil {
		return err
	}
	defer func() { failure = cmp.Or(failure, written()) }()
	v, err := c.newVisit(found)
	if err != nil {
		return err
	}
	defer v.children.Guard()()
	err = v.stay(ctx)
	v.leave()
	if writing := v.page.write(v.redact); writing != nil {
		return errors.Join(err, ui.Fail(ui.ExitFailed, writing))
	}
	return err
}

// stay starts the servers and says how that went.
func (v *visit) stay(ctx context.Context) error {
	v.start(ctx)
	v.offerLogins(ctx)
	if err := context.Cause(ctx); err != nil {
		for _, r := range v.rows() { // what is known so far
			v.shower.row(r)
		}
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
