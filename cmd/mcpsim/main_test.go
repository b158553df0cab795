package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The scripts run this binary as mcpsim, with a vocabulary and features of its
// own, so that they can provoke what the real ones must never do.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"mcpsim":      func() { os.Exit(testApp().main(os.Args[1:])) },
		"rude-client": rudeClient,

		"hostile-server": hostileServer,
		"hostile-client": hostileClient,
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			_, err := os.Stat("/dev/full")
			return name == "devfull" && err == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a shell command and wants this exit code: exits CODE COMMAND.
// Its output goes to the files out and err.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: exits CODE 'COMMAND'")
	}
	cmd := exec.Command("sh", "-c", args[1])
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("WORK"), "GITHUB_ACTIONS=")
	var out, err strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &err
	failure := cmd.Run()
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(out.String()), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(err.String()), 0o666))
	if code := fmt.Sprint(cmd.ProcessState.ExitCode()); code != args[0] {
		ts.Fatalf("%s: exit code %s (%v), want %s\n%s\n%s", args[1], code, failure, args[0], out.String(), err.String())
	}
}

func testApp() *app {
	return &app{
		System: ui.System{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ()},
		features: fstest.MapFS{
			"startup/gate.feature": {Data: []byte(gateFeature)},
			"calls/calls.feature":  {Data: []byte(callsFeature)},
		},
		guarantees: func() ([]features.Guarantee, error) {
			return []features.Guarantee{
				{ID: "OMP-LC-01", Level: "S", Seed: "000", Statement: "it holds"},
				{ID: "OMP-LC-02", Level: "S", Seed: "000", Statement: "it counts"},
				{ID: "ROOM-01", Level: "S", Seed: "002", Statement: "nobody proves it"},
				{ID: "ROOM-02", OutOfScope: true, Statement: "nobody has to"},
			}, nil
		},
		vocabulary: gherkin.Source{Steps: testSteps()},
		newWorld:   newTestWorld,
		enter:      vtime.Main,
	}
}

const gateFeature = `@omp
Feature: Gate

  @OMP-LC-01
  Rule: It holds

    Example: an hour passes
      When 1h0m0s pass

    @real
    Example: only in real time
      When 1ms pass
`

const callsFeature = `@room @virtual
Feature: Calls

  @OMP-LC-02
  Rule: It counts

    Scenario Outline: <n> seconds
      When <n>s pass

      Examples:
        | n |
        | 1 |
        | 2 |
`

// testWorld is a bubble, or nothing at all in real time.
type testWorld struct {
	pump   *vtime.Pump
	begin  time.Time
	events []reports.Event
}

func newTestWorld(t *testing.T, s gherkin.Scenario) gherkin.World {
	w := &testWorld{}
	if s.World == gherkin.Virtual {
		w.pump = vtime.Start(t, vtime.Config{Seed: vtime.Seed(s.Seed), ScheduleSeed: s.ScheduleSeed})
	}
	_ = w.Do(func() error { w.begin = time.Now(); return nil })
	return w
}

func (w *testWorld) Do(f func() error) error {
	if w.pump == nil {
		return f()
	}
	return w.pump.Do(f)
}

func (w *testWorld) Emit(e event.Event) {
	cause := uint64(0)
	if w.pump != nil {
		cause = w.pump.Sim().Cause()
	}
	w.events = append(w.events, reports.Event{Event: e, Cause: cause})
}

func (w *testWorld) Finish() gherkin.Outcome {
	o := gherkin.Outcome{Begin: w.begin, Events: reports.InOrder(w.events), Secrets: []string{"hunter2"}}
	if w.pump != nil {
		_ = w.Do(func() error { o.Elapsed = time.Since(w.begin); return nil })
		o.Err = w.pump.Stop()
	}
	return o
}

var (
	runsSoFar int                 // differs from run to run of one worker
	never     = make(chan string) // made outside every bubble
)

func testSteps() []gherkin.Step {
	step := func(noun string, k gherkin.Keyword, pattern, example string, f any) gherkin.Step {
		return gherkin.Step{Noun: noun, Keyword: k, Pattern: pattern, Example: example, Manual: "for tests", Func: f}
	}
	return []gherkin.Step{
		step("time", gherkin.When, `(\d\S*) pass`, "250ms pass", func(w *testWorld, d string) error {
			span, err := time.ParseDuration(d)
			if err != nil || w.pump == nil {
				return err
			}
			return w.pump.Sim().Sleep(span)
		}),
		step("failure", gherkin.When, `it fails with "(.*)"`, `it fails with "x"`, func(_ *testWorld, text string) error {
			return errors.New(text)
		}),
		step("failure", gherkin.When, `it crashes`, "it crashes", func(*testWorld) error {
			go func() { panic("foreign goroutine") }()
			select {}
		}),
		step("failure", gherkin.When, `it differs`, "it differs", func(w *testWorld) error {
			runsSoFar++
			w.Emit(event.Event{At: time.Now(), Actor: "a", Kind: "pid", N: runsSoFar})
			return nil
		}),
		step("failure", gherkin.When, `mcpsim is interrupted by "(\w+)"`, `mcpsim is interrupted by "INT"`, func(_ *testWorld, signal string) error {
			number := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM}[signal]
			if err := signalParent(number); err != nil {
				return err
			}
			<-never // until mcpsim ends this worker
			return nil
		}),
	}
}
