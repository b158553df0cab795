// Command mcpsim-explore explores scenarios on many machines: it splits seeds into ranges,
// which are the messages of a work queue of NATS JetStream, and workers take them. A range
// is what "mcpsim run --explore" does with one scenario and one seed.
//
// It is a module of its own, as NATS and its server would make mcpsim more than a third
// larger. It is no scheduler: machines and processes are started by others.
package main

import (
	"os"
	"testing"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/steps"
)

func main() {
	system := ui.System{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ()}
	os.Exit(ui.Main(system, os.Args[1:], root))
}

func root(u *ui.UI) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcpsim-explore",
		Short: "Explore millions of seeds on many machines",
		Long: `Splits what mcpsim run --explore does into ranges of seeds and puts them into a work
queue of NATS JetStream, from which workers on any number of machines take them. A
range whose worker dies is given to another one; a result that comes twice counts
once; a failure is kept once. After everything was stopped it goes on where it was.

A token in the variable MCPSIM_EXPLORE_TOKEN is what serve asks for and the others
show. Who can write to the queue chooses what the workers run, in virtual time.`,
		Example: `  mcpsim-explore serve --dir .artifacts/queue
  mcpsim-explore plan --work nats://127.0.0.1:4222 features/universal --seeds 1000000
  mcpsim-explore work --work nats://127.0.0.1:4222
  mcpsim-explore report --work nats://127.0.0.1:4222`,
		Version: ui.Build(),
	}
	cmd.AddCommand(serveCommand(u), planCommand(u), workCommand(u), reportCommand(u), workerCommand(u))
	return cmd
}

// workerName is the hidden subcommand that child processes run.
const workerName = "run-worker"

func workerCommand(u *ui.UI) *cobra.Command {
	return &cobra.Command{
		Use:    workerName,
		Short:  "Run jobs from stdin; started by mcpsim-explore work",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: ui.Run(func(*cobra.Command, []string) error {
			vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
			if err != nil {
				return err
			}
			os.Stdout = os.Stderr // what a step prints: stdout belongs to the answers
			vtime.Main(func(t *testing.T) int {
				return u.Finish(ui.Reader(gherkin.Serve(u.Stdin, u.Stdout, &gherkin.Executor{T: t, Vocabulary: vocabulary, NewWorld: steps.New, Version: ui.Version()})))
			})
			return nil
		}),
	}
}

// scenarios are the jobs that paths name, all features that are built in without paths.
func scenarios(paths []string, tags string) ([]gherkin.Job, error) {
	guarantees, err := features.Guarantees()
	if err != nil {
		return nil, err
	}
	known := make([]string, len(guarantees))
	for i, g := range guarantees {
		known[i] = g.ID
	}
	ids := gherkin.NewIDs(known)
	var filter gherkin.Filter
	if tags != "" {
		if filter.Tags, err = ids.ParseTags(tags); err != nil {
			return nil, err
		}
	}
	vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
	if err != nil {
		return nil, err
	}
	catalogue, err := gherkin.Load(paths, features.FS)
	if err != nil {
		return nil, err
	}
	_, catalogue = catalogue.ForServers()
	if err := catalogue.Check(vocabulary, ids); err != nil {
		return nil, err
	}
	examples, err := catalogue.Select(filter)
	return gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Virtual}}), err
}
