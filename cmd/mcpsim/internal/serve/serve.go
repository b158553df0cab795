// Package serve is `mcpsim serve`: a fake MCP server for any client, correct or
// misbehaving, over stdio or a socket. The servers themselves are package
// fakeserver; this one chooses the script and the transport.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// AnyPort is where --http, --sse and --ws listen if nothing else is said.
const AnyPort = "127.0.0.1:0"

// network is a transport that listens.
type network struct {
	name, scheme string
	addr         string // empty = not asked for
}

var networkFlags = [3]network{{name: "http", scheme: "http"}, {name: "sse", scheme: "http"}, {name: "ws", scheme: "ws"}}

// flags are the flags of `mcpsim serve`.
type flags struct {
	stdio       bool
	networks    [3]network // those of networkFlags
	expose      bool
	seed        uint64
	record      string
	readyFile   string
	printConfig string
	fixture     string
	list, print bool
	json        bool
}

// command is one run of it.
type command struct {
	ui *ui.UI
	flags
}

// Command returns `mcpsim serve`.
func Command(u *ui.UI) *cobra.Command {
	c := &command{ui: u, flags: flags{networks: networkFlags}}
	cmd := &cobra.Command{
		Use:   "serve [SCRIPT.yaml | NAME] --stdio | --http [ADDR] | --sse [ADDR] | --ws [ADDR]",
		Short: "Serve a fake MCP server, correct or misbehaving",
		Long: `Serves a fake MCP server to any client: a correct one that offers the tool
"echo", one that follows a script, or one of the named misbehaving servers that
mcpsim brings along (--list).

--fixture conformance serves what the official conformance suite (npm's
@modelcontextprotocol/conformance) asks of a server.

With --stdio stdin and stdout belong to the protocol, and the end of stdin ends
the server. With --http, --sse and --ws its URL is written to stderr; without ADDR
it takes a free port of 127.0.0.1. Other addresses than loopback need --expose.`,
		Example: `  mcpsim serve --list
  mcpsim serve stuck-cursor --http
  mcpsim serve --print stuck-cursor > my.yaml
  mcpsim serve my.yaml --sse 127.0.0.1:8080 --record seen.jsonl
  mcpsim serve banner-on-stdout --stdio --print-config claude
  mcpsim serve --fixture conformance --http 127.0.0.1:8080
  mcpsim connect -- mcpsim serve banner-on-stdout --stdio`,
		Args: cobra.MaximumNArgs(2),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error {
			args, err := c.takeAddress(args)
			if err != nil {
				return ui.Usage(err)
			}
			return c.serve(cmd.Context(), args)
		}),
		ValidArgsFunction: completeSpecimens,
	}
	c.register(cmd.Flags())
	ui.Complete(cmd, "print-config", ui.Values(slices.Sorted(maps.Keys(clientFormats))...))
	ui.Complete(cmd, "fixture", ui.Values("conformance"))
	return cmd
}

// register defines the flags.
func (f *flags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.stdio, "stdio", false, "speak over stdin and stdout")
	flags.StringVar(&f.networks[0].addr, "http", "", "speak streamable HTTP at `ADDR`, such as 127.0.0.1:8080")
	flags.StringVar(&f.networks[1].addr, "sse", "", "speak HTTP+SSE of 2024-11-05 at `ADDR`")
	flags.StringVar(&f.networks[2].addr, "ws", "", "accept WebSockets at `ADDR`")
	for _, n := range networkFlags {
		flags.Lookup(n.name).NoOptDefVal = AnyPort
	}
	flags.BoolVar(&f.expose, "expose", false, "allow an address that other machines can reach")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of rules with a probability and of session ids")
	flags.StringVar(&f.record, "record", "", "append what is seen and sent to `FILE`, as JSON Lines")
	flags.StringVar(&f.readyFile, "ready-file", "", "write the URL and the process id to `FILE` once it serves")
	flags.StringVar(&f.printConfig, "print-config", "", "print the settings for `CLIENT` and exit: claude, codex, cursor, vscode")
	flags.StringVar(&f.fixture, "fixture", "", "serve the fixture `NAME`: conformance")
	flags.BoolVar(&f.list, "list", false, "list the named servers and exit")
	flags.BoolVar(&f.json, "json", false, "with --list: one JSON object per line")
	flags.BoolVar(&f.print, "print", false, "print the script and exit")
}

// takeAddress gives the argument that is an address to the flag that wants one:
// a flag whose value may be left out takes none from the next argument.
func (f *flags) takeAddress(args []string) ([]string, error) {
	var rest []string
	for _, arg := range args {
		switch n := f.network(); {
		case !isAddress(arg):
			rest = append(rest, arg)
		case n == nil || n.addr != AnyPort:
			return nil, fmt.Errorf("%s: an address needs --http, --sse or --ws", arg)
		default:
			n.addr = arg
		}
	}
	if len(rest) > 1 {
		return nil, fmt.Errorf("want one script or name, have %q", rest)
	}
	return rest, nil
}

// network is the one that was asked for; nil if there is none, or several.
func (f *flags) network() (asked *network) {
	for i := range f.networks {
		n := &f.networks[i]
		switch {
		case n.addr == "":
		case asked != nil:
			return nil
		default:
			asked = n
		}
	}
	return asked
}

// isAddress reports whether s is HOST:PORT with a port in digits.
func isAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

func (c *command) serve(ctx context.Context, args []string) error {
	if c.json && !c.list {
		return ui.Usage(errors.New("--json is for --list"))
	}
	if c.list {
		return c.showList()
	}
	subject, err := c.subject(args)
	if err != nil {
		return ui.Usage(err)
	}
	if c.print {
		_, err := io.WriteString(c.ui.Out, subject.source)
		return ui.Written(err)
	}
	c.agree(subject.script)
	if c.printConfig != "" {
		return c.showConfig(subject)
	}
	if err := c.checkTransport(); err != nil {
		return ui.Usage(err)
	}
	return c.serveSubject(ctx, subject)
}

// agree makes flags and script mean the same transport: either of them can ask for
// HTTP+SSE.
func (f *flags) agree(script *fakeserver.Script) {
	http, sse := &f.networks[0], &f.networks[1]
	switch f.transport() {
	case "sse":
		if script.HTTP.Legacy == nil {
			script.HTTP.Legacy = &fakeserver.LegacySSE{}
		}
	case "http":
		if script.HTTP.Legacy != nil {
			http.addr, sse.addr = "", http.addr
		}
	case "ws":
		if script.HTTP.WebSocket == nil {
			script.HTTP.WebSocket = &fakeserver.WebSocket{}
		}
	}
}

// checkTransport wants exactly one transport.
func (f flags) checkTransport() error {
	one := f.network() != nil || f.stdio
	if !one || f.stdio && f.listens() {
		return errors.New("want one of --stdio, --http, --sse and --ws\nsee: mcpsim serve --help")
	}
	return nil
}

// listens reports whether an address was given.
func (f flags) listens() bool { return f.networks != networkFlags }

// transport names the transport asked for, as scripts and scenarios do.
func (f flags) transport() string {
	if n := f.network(); n != nil {
		return n.name
	}
	return "stdio"
}

// serveSubject serves until a signal comes or stdin ends.
func (c *command) serveSubject(ctx context.Context, s subject) (err error) {
	options := fakeserver.Options{Roll: vtime.Seed(c.seed).Uint64}
	if c.record != "" {
		journal, err := openJournal(c.record)
		if err != nil {
			return ui.Fail(ui.ExitFailed, err)
		}
		defer func() { err = worse(err, journal.close()) }()
		options.Journal = journal.add
	}
	fake, err := fakeserver.New(s.script, options)
	if err != nil {
		return ui.Usage(err)
	}
	defer fake.Close()
	c.adviseOn(s)
	if c.stdio {
		return c.serveStdio(ctx, fake)
	}
	return c.serveHTTP(ctx, fake, s.script)
}

// adviseOn says what a person in front of the server should know of it.
func (c *command) adviseOn(s subject) {
	if s.specimen != nil && !slices.Contains(s.specimen.Over, c.transport()) {
		c.ui.Hint("%s misbehaves over %s only", s.specimen.Name, join(s.specimen.Over))
	}
	if s.random() {
		c.ui.Hint("seed %d", c.seed)
	}
}

// worse is the error that a command ends with: its own, or that of its record.
func worse(err, record error) error {
	var f *ui.Failure
	if record != nil && (err == nil || errors.As(err, &f) && f.Err == nil) {
		return ui.Fail(ui.ExitFailed, record)
	}
	return err
}
