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

// anyPort is where --http and --sse listen if nothing else is said.
const anyPort = "127.0.0.1:0"

// serveFlags are the flags of `mcpsim serve`.
type serveFlags struct {
	stdio       bool
	http, sse   string // the address; empty = not asked for
	expose      bool
	seed        uint64
	record      string
	readyFile   string
	printConfig string
	list, print bool
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve [SCRIPT.yaml | NAME] --stdio | --http [ADDR] | --sse [ADDR]",
		Short: "Serve a fake MCP server, correct or misbehaving",
		Long: `Serves a fake MCP server to any client: a correct one that offers the tool
"echo", one that follows a script, or one of the named misbehaving servers that
mcpsim brings along (--list).

With --stdio stdin and stdout belong to the protocol, and the end of stdin ends
the server. With --http and --sse its URL is written to stderr; without ADDR it
takes a free port of 127.0.0.1. Other addresses than loopback need --expose.`,
		Example: `  mcpsim serve --list
  mcpsim serve stuck-cursor --http
  mcpsim serve --print stuck-cursor > my.yaml
  mcpsim serve my.yaml --sse 127.0.0.1:8080 --record seen.jsonl
  mcpsim serve banner-on-stdout --stdio --print-config claude
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
	flags.StringVar(&f.http, "http", "", "speak streamable HTTP at `ADDR`, such as 127.0.0.1:8080")
	flags.StringVar(&f.sse, "sse", "", "speak HTTP+SSE of 2024-11-05 at `ADDR`")
	flags.Lookup("http").NoOptDefVal = anyPort
	flags.Lookup("sse").NoOptDefVal = anyPort
	flags.BoolVar(&f.expose, "expose", false, "allow an address that other machines can reach")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of rules with a probability and of session ids")
	flags.StringVar(&f.record, "record", "", "append what is seen and sent to `FILE`, as JSON Lines")
	flags.StringVar(&f.readyFile, "ready-file", "", "write the URL and the process id to `FILE` once it serves")
	flags.StringVar(&f.printConfig, "print-config", "", "print the settings for `CLIENT` and exit: claude, codex, cursor, vscode")
	flags.BoolVar(&f.list, "list", false, "list the named servers and exit")
	flags.BoolVar(&f.print, "print", false, "print the script and exit")
	return cmd
}

// takeAddress gives the argument that is an address to the flag that wants one:
// a flag whose value may be left out takes none from the next argument.
func (f *serveFlags) takeAddress(args []string) ([]string, error) {
	var rest []string
	for _, arg := range args {
		switch {
		case !isAddress(arg):
			rest = append(rest, arg)
		case f.http == anyPort && f.sse == "":
			f.http = arg
		case f.sse == anyPort && f.http == "":
			f.sse = arg
		default:
			return nil, fmt.Errorf("%s: an address needs --http or --sse", arg)
		}
	}
	if len(rest) > 1 {
		return nil, fmt.Errorf("want one script or name, have %q", rest)
	}
	return rest, nil
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
	subject, err := readSubject(args)
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
	switch {
	case f.sse != "" && script.HTTP.Legacy == nil:
		script.HTTP.Legacy = &fakeserver.LegacySSE{}
	case f.http != "" && f.sse == "" && script.HTTP.Legacy != nil:
		f.http, f.sse = "", f.http
	}
}

// checkTransport wants exactly one transport.
func (f serveFlags) checkTransport() error {
	n := 0
	for _, asked := range []bool{f.stdio, f.http != "", f.sse != ""} {
		if asked {
			n++
		}
	}
	if n != 1 {
		return errors.New("want one of --stdio, --http and --sse\nsee: mcpsim serve --help")
	}
	return nil
}

// transport names the transport asked for, as scripts and scenarios do.
func (f serveFlags) transport() string {
	switch {
	case f.http != "":
		return "http"
	case f.sse != "":
		return "sse"
	default:
		return "stdio"
	}
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
	return a.serveHTTP(ctx, f, fake, s.script.HTTP.StreamPath())
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
