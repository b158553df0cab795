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
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/words"
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
	tls         string // the file for the certificate
	seed        uint64
	record      string
	sessionIdle time.Duration
	sessionsMax int
	readyFile   string
	printConfig string
	fixture     string
	replay      string
	of          string
	strict      bool
	timeScale   float64
	list, print bool
	json        bool
}

// command is one run of it.
type command struct {
	ui *ui.UI
	flags
	tap *recording.Tap // nil = nothing is recorded
}

// Command returns `mcpsim serve`.
func Command(u *ui.UI) *cobra.Command {
	c := &command{ui: u, flags: flags{networks: networkFlags}}
	cmd := &cobra.Command{
		Use:   "serve [SCRIPT.yaml | NAME | --replay FILE] --stdio | --http [ADDR] | --sse [ADDR] | --ws [ADDR]",
		Short: "Serve a fake MCP server, correct or misbehaving",
		Long: `Serves a fake MCP server to any client: a correct one that offers the tool
"echo", one that follows a script, or one of the named misbehaving servers that
mcpsim brings along (--list).

--replay FILE answers as the server of a recording did (mcpsim proxy --record, see
docs/recordings.md): by method, tool and arguments; what was asked several times is
answered in that order. A request that the recording does not have is refused with an
error that names the nearest one in it.

--fixture conformance serves what the official conformance suite (npm's
@modelcontextprotocol/conformance) asks of a server. --fixture auth-login asks for a
token and is the authorization server that gives it; --fixture auth-… are others like it
that lie, move or fail (--list --fixture auth).

With --stdio stdin and stdout belong to the protocol, and the end of stdin ends
the server. With --http, --sse and --ws its URL is written to stderr; without ADDR
it takes a free port of 127.0.0.1. Other addresses than loopback need --expose.
--tls FILE makes it https or wss, with a certificate of this run that is written to FILE;
over HTTP/2 the action "goaway" ends a connection as a server that is shut down does.

A client has 30 s for the head of a request, as long again for its body, and a
minute to take each part of an answer; a connection without a request is closed
after 2 minutes. Event streams may stay open as long as they like.`,
		Example: `  mcpsim serve --list
  mcpsim serve stuck-cursor --http
  mcpsim serve --print stuck-cursor > my.yaml
  mcpsim serve my.yaml --http --tls ca.pem   # then: NODE_EXTRA_CA_CERTS=ca.pem
  mcpsim serve my.yaml --sse 127.0.0.1:8080 --record seen.jsonl
  mcpsim serve banner-on-stdout --stdio --print-config claude
  mcpsim serve --replay field.jsonl --time-scale 0.1 --stdio
  mcpsim serve --fixture conformance --http 127.0.0.1:8080
  mcpsim serve --fixture auth-step-up --http
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
	ui.Complete(cmd, "fixture", ui.Values(fixtureNames()...))
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
	flags.StringVar(&f.tls, "tls", "", "speak TLS, and HTTP/2 to clients that do, and write the certificate that they are to trust to `FILE`")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of rules with a probability and of session ids")
	flags.StringVar(&f.record, "record", "", "append what passes to `FILE`, as JSON Lines without secrets (docs/recordings.md)")
	limits := fakeserver.ServingLimits()
	flags.DurationVar(&f.sessionIdle, "session-idle", limits.Session, "forget an HTTP session after so long without a request; 0 = never")
	flags.IntVar(&f.sessionsMax, "sessions", limits.Sessions, "remember at most so many HTTP sessions: the one that idles longest makes room; 0 = all")
	flags.StringVar(&f.readyFile, "ready-file", "", "write the URL and the process id to `FILE` once it serves")
	flags.StringVar(&f.printConfig, "print-config", "", "print the settings for `CLIENT` and exit: claude, codex, cursor, vscode")
	flags.StringVar(&f.fixture, "fixture", "", "serve the fixture `NAME`: conformance, or auth-login and others that ask for a token")
	flags.StringVar(&f.replay, "replay", "", "answer as the server of the recording `FILE` did")
	flags.StringVar(&f.of, "of", "", "with --replay: the server whose command or URL has this `TEXT` in it, if the recording is of several")
	flags.BoolVar(&f.strict, "strict", false, "with --replay: answer only what was asked then, as often as it was, and end with code 1 if a client asks more")
	flags.Float64Var(&f.timeScale, "time-scale", 1, "multiply the waits and times of the script by `FACTOR`, such as 0.1")
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
		case n != nil && n.addr == AnyPort && isPort(arg):
			return nil, fmt.Errorf("--%s %s: want HOST:PORT, such as 127.0.0.1:%s", n.name, arg, arg)
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
	return err == nil && isPort(port)
}

// isPort reports whether s is a number, of a port or too large for one.
func isPort(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (c *command) serve(ctx context.Context, args []string) error {
	if c.json && !c.list {
		return ui.Usage(errors.New("--json is for --list"))
	}
	if c.list {
		c.showList()
		return nil
	}
	if err := c.checkReplay(args); err != nil {
		return ui.Usage(err)
	}
	subject, err := c.subject(ctx, args)
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
	if c.sessionIdle < 0 || c.sessionsMax < 0 {
		return ui.Usage(errors.New("--session-idle and --sessions: want 0 or more"))
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
	if f.stdio && f.tls != "" {
		return errors.New("--tls is for --http, --sse and --ws")
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
	options := fakeserver.Options{Roll: vtime.Seed(c.seed).Uint64, Limits: fakeserver.ServingLimits()}
	options.Limits.Session, options.Limits.Sessions = c.sessionIdle, c.sessionsMax
	options.TimeScale = c.timeScale
	if s.known != nil {
		options.Unknown = s.known.Unknown
		defer func() { err = c.tellRefused(s, err) }()
	}
	written, err := c.startRecording(ctx)
	if err != nil {
		return err
	}
	defer func() { err = worse(err, written()) }()
	c.tapped(&options)
	fake, err := fakeserver.New(s.script, options)
	if err != nil {
		return ui.Usage(err)
	}
	defer fake.Close()
	c.adviseOn(s)
	defer c.warnOfIdle(fake)
	if c.stdio {
		return c.serveStdio(ctx, fake, s.name)
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

// warnOfIdle says at the end which rules never acted: what a client did well without
// them proves nothing.
func (c *command) warnOfIdle(fake *fakeserver.Server) {
	for _, err := range fake.NeverActed() {
		c.ui.Hint("warning: %s", words.Printable(err.Error()))
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
