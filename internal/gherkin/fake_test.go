package gherkin_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cucumber/godog"
	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// asWorker makes the test binary a worker process.
const asWorker = "MCPSIM_SUITE_TEST_WORKER=1"

func TestMain(m *testing.M) {
	if slices.Contains(os.Environ(), asWorker) {
		if err := gherkin.Serve(os.Stdin, os.Stdout, executor(nil)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeWorld counts. It has no clock: each event is a second after the last one.
type fakeWorld struct {
	scenario gherkin.Scenario
	count    int
	events   []reports.Event
	outcome  gherkin.Outcome
	inDo     bool
	place    string // of the last doc string
}

var zero = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func newFake(_ *testing.T, s gherkin.Scenario) gherkin.World {
	if s.Name == "no world" {
		panic("no world today")
	}
	return &fakeWorld{scenario: s}
}

func (w *fakeWorld) Do(f func() error) error {
	w.inDo = true
	defer func() { w.inDo = false }()
	return f()
}

func (w *fakeWorld) Emit(e event.Event) {
	if !w.inDo {
		panic("Emit outside Do")
	}
	n := len(w.events)
	e.At = zero.Add(time.Duration(n) * time.Second)
	w.events = append(w.events, reports.Event{Event: e, Cause: uint64(n)})
}

func (w *fakeWorld) Finish() gherkin.Outcome {
	if w.outcome.Spoiled && w.outcome.Err == nil {
		panic("finish is broken")
	}
	o := w.outcome
	o.Begin, o.Elapsed, o.Events = zero, time.Duration(w.count)*time.Second, reports.InOrder(w.events)
	return o
}

var unstable = 0 // differs from run to run of one process

func fakeSteps() []gherkin.Step {
	step := func(k gherkin.Keyword, pattern, example string, f any) gherkin.Step {
		return gherkin.Step{Noun: "counter", Keyword: k, Pattern: pattern, Example: example, Manual: "-", Func: f}
	}
	return []gherkin.Step{
		step(gherkin.Given, `a counter at (\d+)`, "a counter at 1", func(w *fakeWorld, n int) error { w.count = n; return nil }),
		step(gherkin.Given, `a counter of these lines:`, "a counter of these lines:", func(w *fakeWorld, s *gherkin.DocString) error {
			w.place = fmt.Sprintf("%s:%d:%d", s.URI, s.Line, s.Column)
			w.count = len(strings.Split(s.Content, "\n"))
			return nil
		}),
		step(gherkin.Then, `the lines stood at "([^"]+)"`, `the lines stood at "f:1:1"`, func(w *fakeWorld, place string) error {
			if w.place != place {
				return fmt.Errorf("they stood at %s", w.place)
			}
			return nil
		}),
		step(gherkin.Given, `a counter of these rows:`, "a counter of these rows:", func(w *fakeWorld, s *godog.Table) error {
			w.count = len(s.Rows)
			return nil
		}),
		step(gherkin.Given, `the secret "([^"]*)"`, `the secret "s3cret"`, func(w *fakeWorld, s string) error {
			w.outcome.Secrets = append(w.outcome.Secrets, s)
			return nil
		}),
		step(gherkin.When, `it counts`, "it counts", func(w *fakeWorld) error { w.count++; return nil }),
		step(gherkin.When, `it says "([^"]*)"`, `it says "x"`, func(w *fakeWorld, s string) error {
			w.Emit(event.Event{Actor: "fake", Kind: "fake.said", Text: s})
			return fmt.Errorf("it said %s", s)
		}),
		step(gherkin.When, `it changes every time`, "it changes every time", func(w *fakeWorld) error {
			unstable++
			w.Emit(event.Event{Actor: "fake", Kind: "fake.changed", N: unstable})
			return nil
		}),
		step(gherkin.When, `it panics`, "it panics", func(*fakeWorld) error { panic("boom") }),
		step(gherkin.When, `it crashes`, "it crashes", crash),
		step(gherkin.When, `it hangs`, "it hangs", hang),
		step(gherkin.When, `it prints`, "it prints", func(*fakeWorld) error { fmt.Fprintln(os.Stderr, "noise"); return nil }),
		step(gherkin.When, `it is left (pending|skipped)`, "it is left pending", func(_ *fakeWorld, how string) error {
			return map[string]error{"pending": godog.ErrPending, "skipped": godog.ErrSkip}[how]
		}),
		step(gherkin.When, `nothing happens`, "nothing happens", func(w *fakeWorld) error { w.outcome.Idle = true; return nil }),
		step(gherkin.When, `it ends with a (leak|broken finish|freeze)`, "it ends with a leak", func(w *fakeWorld, how string) error {
			w.outcome.Spoiled = how != "leak"
			if how != "broken finish" {
				w.outcome.Err = errors.New("a " + how)
			}
			return nil
		}),
		step(gherkin.Then, `it is not lost`, "it is not lost", func(*fakeWorld) error { return nil }),
		step(gherkin.Then, `the counter is (\d+)`, "the counter is 2", func(w *fakeWorld, n int) error {
			if w.count != n {
				return fmt.Errorf("the counter is %d\n-%d\n+%d", w.count, n, w.count)
			}
			return nil
		}),
	}
}

// crash panics where nobody can recover.
func crash(*fakeWorld) error {
	go func() { panic("foreign goroutine") }()
	select {}
}

func hang(*fakeWorld) error {
	hanging := make(chan int)
	<-hanging
	return nil
}

func vocabulary(t testing.TB) *gherkin.Vocabulary {
	v, err := gherkin.NewVocabulary(gherkin.Source{Steps: fakeSteps()})
	if t != nil {
		assert.NilError(t, err)
	}
	return v
}

func executor(t testing.TB) *gherkin.Executor {
	return &gherkin.Executor{Vocabulary: vocabulary(t), NewWorld: newFake, Version: "test"}
}

// worker returns a runner in a child process. It is not closed: Run does that.
func worker(t testing.TB) *gherkin.Worker {
	executable, err := os.Executable()
	assert.NilError(t, err)
	return &gherkin.Worker{
		Clock: clockwork.NewRealClock(),
		Command: func() *exec.Cmd {
			cmd := exec.Command(executable)
			cmd.Env = append(os.Environ(), asWorker)
			return cmd
		},
	}
}

var ids = gherkin.NewIDs([]string{"OMP-LC-01", "OMP-LC-02", "OMP-LC-63"})

// feature parses a file that must be correct.
func feature(t testing.TB, text string) *gherkin.Feature {
	t.Helper()
	f, problems := gherkin.ParseFeature("x.feature", []byte(text))
	assert.Equal(t, len(problems), 0, "%v", problems)
	problems = f.Check(vocabulary(t), ids)
	assert.Equal(t, len(problems), 0, "%v", problems)
	return f
}

// examples returns all examples of a feature.
func examples(f *gherkin.Feature) []*gherkin.Example {
	var out []*gherkin.Example
	for _, r := range f.Rules {
		out = append(out, r.Examples...)
	}
	return out
}

var settings = gherkin.Settings{Worlds: []string{gherkin.Virtual}, Variation: gherkin.Variation{Seed: 1}}
