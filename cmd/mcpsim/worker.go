package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"
	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// workerName is the hidden subcommand that child processes run.
const workerName = "run-worker"

func (a *app) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    workerName,
		Short:  "Run jobs from stdin; started by mcpsim run",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   ui.Run(func(*cobra.Command, []string) error { return a.work() }),
	}
}

// work serves jobs. Whatever a step prints goes to stderr: stdout belongs to the
// answers.
func (a *app) work() error {
	vocabulary, err := gherkin.NewVocabulary(a.vocabulary)
	if err != nil {
		return err
	}
	os.Stdout = os.Stderr
	return a.simulate(func(t *testing.T) error {
		return ui.Reader(gherkin.Serve(a.Stdin, a.Stdout, a.executor(t, vocabulary)))
	})
}

func (a *app) executor(t *testing.T, v *gherkin.Vocabulary) *gherkin.Executor {
	return &gherkin.Executor{T: t, Vocabulary: v, NewWorld: a.newWorld, Version: ui.Version()}
}

// worker returns a runner that starts this program again.
func worker(executable string, environ []string) *gherkin.Worker {
	return &gherkin.Worker{
		Clock: clockwork.NewRealClock(),
		Command: func() *exec.Cmd {
			cmd := exec.Command(executable, workerName)
			cmd.Env = environ
			return cmd
		},
	}
}

// oneProcessor gives a worker one processor unless GOMAXPROCS says otherwise: the
// goroutines of a bubble take turns anyway.
func oneProcessor(environ []string) []string {
	if slices.ContainsFunc(environ, func(s string) bool { return strings.HasPrefix(s, "GOMAXPROCS=") }) {
		return environ
	}
	return append(slices.Clone(environ), "GOMAXPROCS=1")
}
