package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// serveFlags are the flags of `mcpsim serve`.
type serveFlags struct {
	stdio bool
	http  string
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve [SCRIPT.yaml] --stdio | --http ADDR",
		Short: "Serve a fake MCP server",
		Long: `Serves a fake MCP server: a correct one that offers the tool "echo", or one that
follows a script, faults included.

With --stdio stdin and stdout belong to the protocol. With --http the server
listens on loopback only, and its URL is written to stderr; port 0 takes a free
one.`,
		Example: `  mcpsim serve --http 127.0.0.1:8080
  mcpsim serve slow.yaml --stdio
  mcpsim connect -- mcpsim serve slow.yaml --stdio`,
		Args: cobra.MaximumNArgs(1),
		RunE: command(func(cmd *cobra.Command, args []string) error { return a.serve(cmd.Context(), f, args) }),
	}
	cmd.Flags().BoolVar(&f.stdio, "stdio", false, "speak over stdin and stdout")
	cmd.Flags().StringVar(&f.http, "http", "", "listen at this loopback `ADDR`, such as 127.0.0.1:8080 or :0")
	return cmd
}

func (a *app) serve(ctx context.Context, f serveFlags, args []string) error {
	if f.stdio == (f.http != "") {
		return usage(errors.New("want either --stdio or --http ADDR\nsee: mcpsim serve --help"))
	}
	script, err := readScript(args)
	if err != nil {
		return usage(err)
	}
	fake, err := fakeserver.New(script, fakeserver.Options{})
	if err != nil {
		return usage(err)
	}
	defer fake.Close()
	if f.stdio {
		return a.serveStdio(ctx, fake)
	}
	return a.serveHTTP(ctx, fake, f.http, script.HTTP.StreamPath())
}

// readScript reads the script, of which at most one byte more than is allowed.
func readScript(args []string) (*fakeserver.Script, error) {
	if len(args) == 0 {
		return &fakeserver.Script{}, nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, fakeserver.MaxScript+1))
	if err != nil {
		return nil, fmt.Errorf("reading the script: %w", err)
	}
	return fakeserver.Parse(args[0], data)
}

// serveStdio is one process life, with the exit code that the script gives it.
// The first signal is a TERM, which a script may ignore; the second one ends
// the program in any case.
func (a *app) serveStdio(ctx context.Context, fake *fakeserver.Server) error {
	code := fake.ServeStdio(fakeserver.Stdio{
		In:   struct{ io.Reader }{a.stdin}, // closing it would not end a read
		Out:  struct{ io.Writer }{a.stdout},
		Err:  struct{ io.Writer }{a.stderr},
		Term: ctx.Done(),
		Kill: make(chan struct{}),
	})
	if code == exitOK {
		return nil
	}
	return &failure{code, nil}
}

// serveHTTP serves until a signal comes.
func (a *app) serveHTTP(ctx context.Context, fake *fakeserver.Server, addr, path string) error {
	l, err := listenLoopback(addr)
	if err != nil {
		return err
	}
	a.ui.hint("serving at %s", config.MaskURL("http://"+l.Addr().String()+path))
	stop := context.AfterFunc(ctx, fake.Close)
	defer stop()
	if err := fake.Serve(l); err != nil {
		return &failure{exitFailed, fmt.Errorf("serving: %w", err)}
	}
	if cause := context.Cause(ctx); cause != nil {
		return &failure{exitCode(cause), nil} // a signal is the usual end
	}
	return nil
}

// listenLoopback listens where only this machine can connect.
func listenLoopback(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, usage(fmt.Errorf("--http %s: want HOST:PORT, such as 127.0.0.1:8080 or :0", addr))
	}
	if host == "" || host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, usage(fmt.Errorf("--http %s: want a loopback address, such as 127.0.0.1:%s", addr, port))
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, &failure{exitFailed, fmt.Errorf("listening: %w", err)}
	}
	return l, nil
}
