// Package proxy is `mcpsim proxy`: it stands between a client and a real server, and makes
// things go wrong between them. What passes through it is package internal/proxy's; this
// one starts the server or listens, and talks to the person who watches.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/proxy"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// flags are the flags of `mcpsim proxy`.
type flags struct {
	rules  []string
	faults []string
	seed   uint64

	record      string
	secrets     []string // names of variables
	printConfig string

	http, ws  string // where to listen
	to        string
	expose    bool
	readyFile string

	control, tokenEnv string
}

// command is one run of it.
type command struct {
	ui *ui.UI
	flags
	recorder *recording.Writer // nil = nothing is recorded
	takes    *proxy.Control    // nil = no commands are taken
}

// Command returns `mcpsim proxy`.
func Command(u *ui.UI) *cobra.Command {
	c := &command{ui: u}
	cmd := &cobra.Command{
		Use:   "proxy [flags] -- COMMAND... | --http ADDR --to URL | --ws ADDR --to URL",
		Short: "Stand between a client and a real server, and make things go wrong",
		Long: `Starts COMMAND and stands in its place: a client starts mcpsim proxy instead of its
server. Bytes go through as they are, both ways; so do the ends of the pipes,
signals (to the whole process group of the server), stderr and the exit code, which
is 128 + N if the signal N ended the server.

With --http ADDR --to URL it listens at ADDR and stands for the server at URL, at the
same path: event streams pass event by event, redirects to the server become redirects
to the proxy, TLS and HTTP/2 are spoken with the server. --ws does the same for
WebSockets, whose messages no rule meets. Other addresses than loopback need
--expose, and so do requests that name another host.

--fault puts a fault on the link between the client and the proxy, in both directions
or in one (up is towards the server); mcpsim help faults lists them.

--record FILE appends what passes to a file, in the format of docs/recordings.md. What
authorization headers, cookies, queries of URLs, logins and variables named like a
secret hold is not written.

--control ADDR takes commands while client and server talk: add, change and remove
rules and faults, release what is held, see counters and events (docs/proxy.md).
mcpsim proxy ctl gives them.

--rules FILE changes messages on their way. The file is a list of rules as scripts
have them (mcpsim help scripts), or a script of which the rules count:

  - when: {method: tools/call, nth: 2}
    do: [{delay: 2s}, {exit: 137}]

A rule acts on the real answer to what it met, when that has come: the server has
done its work. With from: client it acts on the client's message, before the server
gets that; with from: server, or if it names its method, on what the server sends
of its own accord. Actions that only a fake server can do are refused. Each action
is told on stderr, and at the end which rules never acted.`,
		Example: `  mcpsim proxy -- npx -y @modelcontextprotocol/server-everything stdio
  mcpsim proxy --fault 'latency 20ms jitter 5ms down' -- ./my-server --stdio
  mcpsim proxy --rules faults.yaml -- ./my-server --stdio
  mcpsim proxy --rules faults.yaml --http 127.0.0.1:8081 --to https://docs.example/mcp`,
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			if err := c.checkTarget(cmd.ArgsLenAtDash(), args); err != nil {
				return ui.Usage(fmt.Errorf("%w\nsee: mcpsim proxy --help", err))
			}
			if c.printConfig != "" {
				return c.showConfig(args)
			}
			return c.run(cmd.Context(), args)
		}),
	}
	c.register(cmd.Flags())
	cmd.AddCommand(ctlCommand(u))
	ui.Complete(cmd, "print-config", ui.Values(serve.Clients()...))
	return cmd
}

func (f *flags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.rules, "rules", nil, "follow the rules of `FILE` (repeatable)")
	flags.StringArrayVar(&f.faults, "fault", nil, "put a `FAULT` on the link to the client, such as 'latency 20ms down' (repeatable)")
	flags.StringVar(&f.http, "http", "", "listen at `ADDR`, such as 127.0.0.1:8080 or :0, instead of starting a server")
	flags.StringVar(&f.ws, "ws", "", "like --http, for a server over WebSocket; `ADDR`")
	flags.StringVar(&f.to, "to", "", "stand for the server at `URL`")
	flags.BoolVar(&f.expose, "expose", false, "allow an address that other machines can reach")
	flags.StringVar(&f.readyFile, "ready-file", "", "write the URL and the process id to `FILE` once it listens")
	flags.StringVar(&f.record, "record", "", "append what passes to `FILE`, as JSON Lines without secrets")
	flags.StringArrayVar(&f.secrets, "secret", nil, "take the value of the environment variable `NAME` for a secret (repeatable)")
	flags.StringVar(&f.printConfig, "print-config", "", "print the settings for `CLIENT` and exit: claude, codex, cursor, vscode")
	flags.StringVar(&f.control, "control", "", "take commands over HTTP at `ADDR`, such as 127.0.0.1:0")
	flags.StringVar(&f.tokenEnv, "control-token-env", "", "demand the token in the environment variable `NAME` of commands")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of what is left to chance")
}

// checkTarget wants one server: a command after --, or a URL and where to listen.
func (f flags) checkTarget(dash int, args []string) error {
	listens := f.http != "" || f.ws != ""
	switch {
	case f.http != "" && f.ws != "":
		return errors.New("want one of --http and --ws")
	case listens && f.to == "":
		return errors.New("--http and --ws need --to URL: the server that is asked")
	case !listens && f.to != "":
		return errors.New("--to needs --http ADDR or --ws ADDR: where to listen")
	case listens && len(args) > 0:
		return errors.New("want a command or --to, not both")
	case !listens && (dash != 0 || len(args) == 0):
		return errors.New("want the command of a server after --, or --http ADDR --to URL")
	}
	return nil
}

func (c *command) run(ctx context.Context, args []string) (failure error) {
	rules := fakeserver.NewRuleSet(vtime.Seed(c.seed).Uint64)
	for _, name := range c.rules {
		if err := addRules(ctx, rules, name); err != nil {
			return ui.Usage(err)
		}
	}
	link, err := c.link()
	if err == nil {
		err = c.knowsSecrets()
	}
	if err != nil {
		return ui.Usage(err)
	}
	p := proxy.New(proxy.Options{Rules: rules, Link: link, Tell: c.tell})
	defer p.Close()
	defer c.warn(p)
	stop, err := c.takeCommands(p)
	if err != nil {
		return err
	}
	defer stop()
	if c.record != "" {
		if c.recorder, err = recording.Append(ctx, c.record, ui.Version(), outside.Unrecorded(c.ui.Environ, c.secrets, append(slices.Clone(args), c.to)...)); err != nil {
			return ui.Fail(ui.ExitFailed, err)
		}
		p.Record = c.recorder
		defer func() { failure = worse(failure, c.recorder.Close()) }()
	}
	if c.to != "" {
		return c.listen(ctx, p)
	}
	return c.stdio(p, args)
}

// knowsSecrets wants each variable of --secret to be set: what is behind a name that is mistyped would be
// recorded.
func (c *command) knowsSecrets() error {
	for _, name := range c.secrets {
		if _, set := outside.Lookup(c.ui.Environ)(name); !set {
			return fmt.Errorf("--secret %s: the variable is not set", name)
		}
	}
	return nil
}

// addRules adds the rules of a file.
func addRules(ctx context.Context, set *fakeserver.RuleSet, name string) error {
	data, err := infile.Read(ctx, name, fakeserver.MaxScript)
	if err != nil {
		return fmt.Errorf("reading the rules: %w", err)
	}
	rules, err := fakeserver.Origin{File: name}.ParseRules(data)
	if err != nil {
		if script, failed := fakeserver.Parse(name, data); failed == nil {
			rules, err = script.Rules, nil
		}
	}
	for _, r := range rules {
		if err == nil {
			_, err = set.Add(r)
		}
	}
	return err
}

// worse is the error that the command ends with: its own, or that of its record.
func worse(err, record error) error {
	var f *ui.Failure
	if record != nil && (err == nil || errors.As(err, &f) && f.Err == nil) {
		return ui.Fail(ui.ExitFailed, record)
	}
	return err
}

// tell says what was done to a message.
func (c *command) tell(d proxy.Done) {
	c.say("%s", d)
	if c.takes != nil {
		c.takes.Tell(d)
	}
	if c.recorder != nil {
		c.recorder.Add(recording.Entry{At: d.At, Kind: recording.Act, Conn: d.Conn, Text: d.Action + ", to " + d.To, Place: d.Place})
	}
}

// say says something on stderr, where the server's own words are as well.
func (c *command) say(format string, args ...any) {
	c.ui.Hint("mcpsim proxy: %s", words.Printable(fmt.Sprintf(format, args...)))
}

// link is the link with the faults of the command line; nil if there are none.
func (c *command) link() (*proxy.Link, error) {
	if len(c.faults) == 0 && c.control == "" {
		return nil, nil
	}
	link := proxy.NewLink(c.seed, c.tell)
	for _, text := range c.faults {
		if _, err := link.Add(text); err != nil {
			link.Close()
			return nil, fmt.Errorf("--fault %q: %w\nsee: mcpsim help faults", text, err)
		}
	}
	return link, nil
}

// warn says at the end what never acted: what went well without it proves nothing.
func (c *command) warn(p *proxy.Proxy) {
	for _, err := range slices.Concat(p.Rules.NeverActed(), p.Link.NeverActed()) {
		c.say("warning: %s", err)
	}
}
