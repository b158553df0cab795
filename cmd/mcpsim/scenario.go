package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/scenario"
	"github.com/mcpsim/mcpsim/internal/words"
)

// scenarioFlags are the flags of `mcpsim scenario`.
type scenarioFlags struct {
	dir     string
	of      string
	noTimes bool
	force   bool
}

func (a *app) scenarioCommand() *cobra.Command {
	var f scenarioFlags
	cmd := &cobra.Command{
		Use:   "scenario RECORDING -o DIR",
		Short: "Make of a recording a server and a scenario to go on with",
		Long: `Reads what passed between a client and a server (mcpsim proxy --record) and writes
into DIR what a person goes on editing:

  server.yaml    the script of a fake server that answers as the recorded one did:
                 by method, tool and arguments. What was asked again and answered
                 differently is told apart by nth; notifications come after what
                 they came after; waits of more than 50 ms are delays.
  field.feature  a scenario in which a client does what the recorded one did, and
                 expects what came.

It says what of the recording is in neither. Then the feature is run, and the recorded
client talks to the new server in virtual time: each message is compared with the
recorded one, ids aside. The exit code is 1 if any differs.`,
		Example: `  mcpsim proxy --record field.jsonl -- npx -y @modelcontextprotocol/server-everything stdio
  mcpsim scenario field.jsonl -o field
  mcpsim run field
  mcpsim serve field/server.yaml --stdio`,
		Args: cobra.ExactArgs(1),
		RunE: ui.Run(func(cmd *cobra.Command, args []string) error { return a.scenario(cmd.Context(), f, args[0]) }),
	}
	cmd.Flags().StringVarP(&f.dir, "out", "o", "", "write into `DIR`, which is made if it is not there")
	cmd.Flags().StringVar(&f.of, "of", "", "the server whose command or URL has this `TEXT` in it, if the recording is of several")
	cmd.Flags().BoolVar(&f.noTimes, "no-times", false, "leave waits out")
	cmd.Flags().BoolVar(&f.force, "force", false, "overwrite what is there")
	return cmd
}

const (
	serverFile  = "server.yaml"
	featureFile = "field.feature"
)

func (a *app) scenario(ctx context.Context, f scenarioFlags, name string) error {
	if f.dir == "" {
		return ui.Usage(errors.New("want -o DIR: where to write\nsee: mcpsim scenario --help"))
	}
	entries, err := recording.ReadFile(ctx, name)
	if err != nil {
		return ui.Usage(err)
	}
	conversation, err := scenario.Understand(entries, f.of)
	if err != nil {
		return ui.Usage(fmt.Errorf("%s: %w", name, err))
	}
	made := scenario.Make(conversation, scenario.Options{NoTimes: f.noTimes, Source: filepath.Base(name)})
	script, err := fakeserver.Parse(filepath.Join(f.dir, serverFile), made.Server)
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("the recording is too much for a script: %w", err))
	}
	if err := f.write(made); err != nil {
		return err
	}
	fmt.Fprintf(a.ui.Out, "%s: %s\n", name, made.Summary)
	for _, lost := range made.Lost {
		fmt.Fprintf(a.ui.Out, "lost: %s\n", lost)
	}
	fmt.Fprintf(a.ui.Out, "wrote %s and %s\n", filepath.Join(f.dir, serverFile), filepath.Join(f.dir, featureFile))
	holds := a.featureHolds(ctx, f)
	return a.simulate(func(t *testing.T) error { return cmp.Or(a.compareScenario(t, made, script), holds) })
}

// featureHolds runs the feature that was written.
func (a *app) featureHolds(ctx context.Context, f scenarioFlags) error {
	path := filepath.Join(f.dir, featureFile)
	run := runFlags{seed: 1, workers: 1, world: gherkin.Virtual}
	examples, err := a.choose(run, []string{path})
	if err != nil {
		return err
	}
	jobs := gherkin.Plan(examples, run.settings())
	if err := a.execute(ctx, run, jobs, a.quietRunRecord(run, jobs)); err != nil {
		fmt.Fprintf(a.ui.Out, "%s does not hold; see: mcpsim run %s\n", path, words.Quote(path))
		return ui.Fail(ui.ExitFailed, nil)
	}
	fmt.Fprintf(a.ui.Out, "%s holds\n", path)
	return nil
}

// write writes both files.
func (f scenarioFlags) write(made *scenario.Scenario) error {
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return ui.Usage(fmt.Errorf("-o: %w", err))
	}
	files := []struct {
		name string
		text []byte
	}{{serverFile, made.Server}, {featureFile, made.Feature}}
	for _, file := range files {
		if _, err := os.Lstat(filepath.Join(f.dir, file.name)); err == nil && !f.force {
			return ui.Usage(fmt.Errorf("%s is there already: --force overwrites it", filepath.Join(f.dir, file.name)))
		}
	}
	for _, file := range files {
		err := outfile.Write(filepath.Join(f.dir, file.name), func(w io.Writer) error {
			_, err := w.Write(file.text)
			return err
		})
		if err != nil {
			return ui.Fail(ui.ExitFailed, err)
		}
	}
	return nil
}

// compareScenario replays the recording and tells what is different.
func (a *app) compareScenario(t *testing.T, made *scenario.Scenario, script *fakeserver.Script) error {
	report, err := made.Check(t, script)
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("replaying: %w", err))
	}
	for _, d := range report.Differences {
		fmt.Fprintf(a.ui.Out, "differs: %s\n", d)
	}
	if n := len(report.Differences); n > 0 {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("%d of %d differ", n, report.Compared))
	}
	fmt.Fprintf(a.ui.Out, "replayed: all %d are the same\n", report.Compared)
	return nil
}
