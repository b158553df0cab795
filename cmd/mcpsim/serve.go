package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// anyPort is where --http, --sse and --ws listen if nothing else is said.
const anyPort = "127.0.0.1:0"

// network is a transport that listens.
type network struct {
	name, scheme string
	addr         string // empty = not asked for
}

var networkFlags = [3]network{{name: "http", scheme: "http"}, {name: "sse", scheme: "http"}, {name: "ws", scheme: "ws"}}

// serveFlags are the flags of `mcpsim serve`.
type serveFlags struct {
	stdio       bool
	networks    [3]network // those of networkFlags
	expose      bool
	seed        uint64
	record      string
	readyFile   string
	printConfig string
	fixture     string
	list, print bool
}

func (a *app) serveCommand() *cobra.Command {
	f := serveFlags{networks: networkFlags}
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
		RunE: command(func(cmd *cobra.Command, args []string) error {
			args, err := f.takeAddress(args)
			if err != nil {
				return usage(err)
			}
			return a.serve(cmd.Context(), f, args)
		}),
		ValidArgsFunction: completeSpecimens,
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.stdio, "stdio", false, "speak over stdin and stdout")
	flags.StringVar(&f.networks[0].addr, "http", "", "speak streamable HTTP at `ADDR`, such as 127.0.0.1:8080")
	flags.StringVar(&f.networks[1].addr, "sse", "", "speak HTTP+SSE of 2024-11-05 at `ADDR`")
	flags.StringVar(&f.networks[2].addr, "ws", "", "accept WebSockets at `ADDR`")
	for _, n := range networkFlags {
		flags.Lookup(n.name).NoOptDefVal = anyPort
	}
	flags.BoolVar(&f.expose, "expose", false, "allow an address that other machines can reach")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of rules with a probability and of session ids")
	flags.StringVar(&f.record, "record", "", "append what is seen and sent to `FILE`, as JSON Lines")
	flags.StringVar(&f.readyFile, "ready-file", "", "write the URL and the process id to `FILE` once it serves")
	flags.StringVar(&f.printConfig, "print-config", "", "print the settings for `CLIENT` and exit: claude, codex, cursor, vscode")
	flags.StringVar(&f.fixture, "fixture", "", "serve the fixture `NAME`: conformance")
	flags.BoolVar(&f.list, "list", false, "list the named servers and exit")
	flags.BoolVar(&f.print, "print", false, "print the script and exit")
	return cmd
}

// takeAddress gives the argument that is an address to the flag that wants one:
// a flag whose value may be left out takes none from the next argument.
func (f *serveFlags) takeAddress(args []string) ([]string, error) {
	var rest []string
	for _, arg := range args {
		switch n := f.network(); {
		case !isAddress(arg):
			rest = append(rest, arg)
		case n == nil || n.addr != anyPort:
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
func (f *serveFlags) network() (asked *network) {
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

func (a *app) serve(ctx context.Context, f serveFlags, args []string) error {
	if f.list {
		return a.listSpecimens()
	}
	subject, err := f.subject(args)
	if err != nil {
		return usage(err)
	}
	if f.print {
		_, err := io.WriteString(a.ui.out, subject.source)
		return written(err)
	}
	f.agree(subject.script)
	if f.printConfig != "" {
		return a.printConfig(f, subject)
	}
	if err := f.checkTransport(); err != nil {
		return usage(err)
	}
	return a.serveSubject(ctx, f, subject)
}

// agree makes flags and script mean the same transport: either of them can ask for
// HTTP+SSE.
func (f *serveFlags) agree(script *fakeserver.Script) {
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
func (f serveFlags) checkTransport() error {
	one := f.network() != nil || f.stdio
	if !one || f.stdio && f.listens() {
		return errors.New("want one of --stdio, --http, --sse and --ws\nsee: mcpsim serve --help")
	}
	return nil
}

// listens reports whether an address was given.
func (f serveFlags) listens() bool { return f.networks != networkFlags }

// transport names the transport asked for, as scripts and scenarios do.
func (f serveFlags) transport() string {
	if n := f.network(); n != nil {
		return n.name
	}
	return "stdio"
}

// serveSubject serves until a signal comes or stdin ends.
func (a *app) serveSubject(ctx context.Context, f serveFlags, s subject) (err error) {
	options := fakeserver.Options{Roll: vtime.Seed(f.seed).Uint64}
	if f.record != "" {
		journal, err := openJournal(f.record)
		if err != nil {
			return &failure{exitFailed, err}
		}
		defer func() { err = worse(err, journal.close()) }()
		options.Journal = journal.add
	}
	fake, err := fakeserver.New(s.script, options)
	if err != nil {
		return usage(err)
	}
	defer fake.Close()
	a.adviseOn(f, s)
	if f.stdio {
		return a.serveStdio(ctx, f, fake)
	}
	return a.serveHTTP(ctx, f, fake, s.script)
}

// adviseOn says what a person in front of the server should know of it.
func (a *app) adviseOn(f serveFlags, s subject) {
	if s.specimen != nil && !slices.Contains(s.specimen.Over, f.transport()) {
		a.ui.hint("%s misbehaves over %s only", s.specimen.Name, join(s.specimen.Over))
	}
	if s.random() {
		a.ui.hint("seed %d", f.seed)
	}
}

// worse is the error that a command ends with: its own, or that of its record.
func worse(err, record error) error {
	var f *failure
	if record != nil && (err == nil || errors.As(err, &f) && f.err == nil) {
		return &failure{exitFailed, record}
	}
	return err
}

// written is the error of writing the result to stdout.
func written(err error) error {
	if err != nil {
		return &failure{exitFailed, fmt.Errorf("writing to stdout: %w", err)}
	}
	return nil
}
