package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	goruntime "runtime"
	"runtime/debug"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// app is the program with everything outside that a command may touch.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        []string
	features       fs.FS // embedded
	guarantees     func() ([]features.Guarantee, error)
	vocabulary     gherkin.Source
	newWorld       gherkin.NewWorld
	// enter runs a program that simulates and exits with its code; it does not
	// return.
	enter func(program func(t *testing.T) int)

	ui *ui
}

// main runs a command line and returns the exit code.
func (a *app) main(args []string) (code int) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	stop := catchSignals(cancel)
	defer stop()
	a.ui = newUI(a.stdout, a.stderr, a.environ, cancel)
	defer func() {
		if v := recover(); v != nil {
			a.ui.bug(fmt.Errorf("%v\n%s", v, debug.Stack()))
			code = exitBug
		}
	}()
	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.ui.out)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && !coded(err) {
		err = usage(fmt.Errorf("%w\nsee: mcpsim --help", err)) // from cobra: an unknown command
	}
	return a.finish(err)
}

// finish says what went wrong, if it has not been said, and returns the code.
func (a *app) finish(err error) int {
	if err == nil {
		err = a.ui.out.err
		if err != nil {
			err = &failure{exitFailed, fmt.Errorf("writing to stdout: %w", err)}
		}
	}
	code := exitCode(err)
	switch {
	case code == exitBug:
		a.ui.bug(err)
	case err != nil && err.Error() != "" && code != exitBrokenPipe:
		a.ui.error(err)
	}
	return code
}

// simulate runs program where bubbles can be opened, and exits with its result.
// It does not return.
func (a *app) simulate(program func(t *testing.T) error) error {
	a.enter(func(t *testing.T) int { return a.finish(program(t)) })
	return errors.New("entering the simulation: it came back")
}

// catchSignals ends ctx at the first interrupt; the second one ends the process.
// A broken pipe must not end it silently: it becomes an error of the write.
func catchSignals(cancel context.CancelCauseFunc) (stop func()) {
	ends := make(chan os.Signal, 1)
	pipes := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(ends, os.Interrupt, syscall.SIGTERM)
	signal.Notify(pipes, syscall.SIGPIPE)
	joined := make(chan struct{})
	go func() {
		defer close(joined)
		select {
		case s := <-ends:
			signal.Stop(ends)
			cancel(&interrupted{s})
		case <-done:
		}
	}()
	return func() {
		signal.Stop(ends)
		signal.Stop(pipes)
		close(done)
		<-joined
	}
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "mcpsim",
		Short: "Simulate MCP clients, servers and everything that goes wrong between them",
		Long: `mcpsim runs the executable specification of MCP client runtimes. Each documented
guarantee is a Rule with scenarios; fake servers and an emulated network produce
the failures, and a virtual clock makes hours pass in milliseconds.`,
		Example: `  mcpsim run                                 every guarantee
  mcpsim run features/startup/fast_gate.feature:12  one scenario, by any of its lines
  mcpsim connect --config .mcp.json          what the runtime makes of real servers
  mcpsim guarantees --missing                which guarantees are not proven`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.ui.setColor() },
	}
	root.PersistentFlags().StringVar(&a.ui.color, "color", "auto", "colours: auto, always or never")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.runCommand(), a.connectCommand(), a.serveCommand(), a.controlCommand(), a.integrationCommand(), a.validateCommand(), a.clientCommand())
	root.AddCommand(a.guaranteesCommand(), a.stepsCommand(), a.versionCommand(), a.workerCommand(), a.relayCommand())
	root.AddCommand(topics()...)
	return root
}

// command adapts a function to cobra. An error without a code is a bug: every
// other kind of failure says what it is.
func command(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if err != nil && !coded(err) {
			err = &failure{exitCode(err), err}
		}
		return err
	}
}

func coded(err error) bool {
	var f *failure
	return errors.As(err, &f)
}

// goVersion names the toolchain and the platform.
func goVersion() string {
	return fmt.Sprintf("%s %s/%s", goruntime.Version(), goruntime.GOOS, goruntime.GOARCH)
}
