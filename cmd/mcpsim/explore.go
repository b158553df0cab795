package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/explore"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

const exploreHelp = `mcpsim run --explore N runs each chosen scenario as it is and N times more, each time
with something else:

  seed       other faults by chance, other jitter
  schedule   another order of those who act at one instant, the same all the time
  order      another such order at each instant
  latency    slow links, all of them or one, from 1ms to 31s
  cut        one connection ends at one place: before, inside or behind one message,
             with a reset, a close or the end of one direction; every other run

--vary names some of these, --for 10m goes on in rounds until the time is up.

What is checked depends on what was varied. A scenario keeps its promises whatever
the seed and the order are, so under seed, schedule and order its own Thens are
asked. A connection that ends may change what comes out, and rightly so: under
latency and cut the Givens and Whens are done as far as they can be, the Thens are
not asked. In all runs no goroutine, timer, connection or process may be left,
nothing may hang or panic, and at the end the laws of every runtime are asked for:

  U-07              a server is called connected if it has an open connection, and
                    only then
  U-08              the value of no header and of no variable is to be seen
  U-03              a server that was stopped on purpose stays so
  U-04              a call of a tool that returns its text returns its own; the schemas
                    of tools are what servers have listed
  U-10              no call waits for a server to which there is no connection
  U-01, U-02        a server to which nothing was done is connected as often, and
                    offers its tools, as without the disturbance
  U-02              one server is reconnected and stopped: those beside it keep their
                    connections
  U-03, U-04, U-06  when all servers have been stopped, all calls have ended and
                    no server is connected again, in an hour

Rules of mcpsim itself (HARNESS-nn) are left out: they pin what seed 1 draws. The
step "Then every law holds" asks for them in a scenario of yours, --laws in all.

Failures with the same step, difference and cause (the last event before it of a
server that it names) are one group: how often, in how many scenarios, and one
command that makes it happen again. They are kept in .mcpsim/failures.jsonl below
the working directory and come first the next time; one that passes then is
forgotten.

A disturbance can be given by hand, as a step has it, with * for all links:

  mcpsim run --disturb 'docs cut 3 at name down on connection 1'
  mcpsim run --disturb '* latency 20ms jitter 5ms'`

// exploreFlags are the flags of `mcpsim run` that explore.
type exploreFlags struct {
	runs int
	time time.Duration
	vary []string
}

func (f exploreFlags) wanted() bool { return f.runs != 0 || f.time != 0 }

// defaultRound is the number of runs in a round if only a time is given.
const defaultRound = 50

// batchLimit is the real time that a batch of runs may take; it is planned to take a few
// seconds, and some mistakes hang in every run.
const batchLimit = 30 * time.Second

// maxExplore bounds --explore.
const maxExplore = 1_000_000

// check returns a usage error for values that cannot be used together.
func (f runFlags) checkExplore() error {
	e := f.explore
	switch {
	case !e.wanted() && len(e.vary) > 0:
		return ui.Usage(errors.New("--vary is for --explore N or --for TIME"))
	case !e.wanted():
		return nil
	case e.runs < 0 || e.runs > maxExplore:
		return ui.Usage(fmt.Errorf("--explore %d: want 1 to %d runs of each scenario", e.runs, maxExplore))
	case e.time < 0:
		return ui.Usage(fmt.Errorf("--for %s: want a time such as 10m", e.time))
	case f.world != gherkin.Virtual || f.racing:
		return ui.Usage(errors.New("--explore is for --world virtual, without --racing: what it finds must happen again"))
	case f.repeat > 1 || f.strict || f.failFast || f.traceDir != "" || len(f.reports) > 0 || f.inProcess:
		return ui.Usage(errors.New("--explore makes its own runs and tells groups of failures: leave out --repeat, --strict-determinism, --fail-fast, --trace, --report and --in-process"))
	case f.scheduleSeed != 0 || f.orderSeed != 0 || len(f.disturb) > 0:
		return ui.Usage(errors.New("--explore chooses what to vary: leave out --schedule-seed, --order-seed and --disturb; --seed says where seeds begin"))
	}
	for _, kind := range e.vary {
		if !slices.Contains(explore.Kinds(), kind) {
			return ui.Usage(fmt.Errorf("--vary %s: there are %s%s", kind, strings.Join(explore.Kinds(), ", "), words.DidYouMean(kind, explore.Kinds())))
		}
	}
	return nil
}

// explore runs a campaign and tells what it found.
func (a *app) explore(ctx context.Context, f runFlags, jobs []gherkin.Job) error {
	known, err := explore.LoadFailures(explore.FailuresFile)
	if err != nil {
		return ui.Usage(err)
	}
	runners, err := a.runners(f.parallel(len(jobs)), false)
	if err != nil {
		return err
	}
	for _, r := range runners {
		if w, ok := r.(*gherkin.Worker); ok {
			w.Limit = batchLimit
		}
	}
	kinds := f.explore.vary
	if len(kinds) == 0 {
		kinds = explore.Kinds()
	}
	c := explore.Campaign{
		Runners: runners, Clock: clock.Real(), Kinds: kinds, Seed: f.seed, PerRound: f.explore.runs, For: f.explore.time, Known: known,
		Progress: func(runs, failed int) { a.ui.Show("%d runs, %d failed", runs, failed) },
	}
	if c.PerRound == 0 {
		c.PerRound = defaultRound
	}
	found, err := c.Run(ctx, jobs)
	a.ui.Clear()
	a.tellExplored(found, len(runners), f.seed)
	keeping := explore.KeepFailures(explore.FailuresFile, found.Failures, found.Fixed)
	switch {
	case err != nil:
		return err
	case keeping != nil:
		return ui.Fail(ui.ExitFailed, keeping)
	case found.Failed > 0:
		return ui.Fail(ui.ExitFailed, nil)
	}
	return nil
}

// maxGroups is the number of groups that are shown.
const maxGroups = 30

func (a *app) tellExplored(r explore.Report, processes int, seed uint64) {
	for i, g := range r.Groups {
		if i == maxGroups {
			fmt.Fprintf(a.ui.Out, "… and %s more\n\n", words.Count(len(r.Groups)-i, "group"))
			break
		}
		a.tellGroup(g, r.Runs)
	}
	if n := len(r.Fixed); n > 0 {
		fmt.Fprintf(a.ui.Out, "%s of earlier runs passed: forgotten\n", words.Count(n, "failure"))
	}
	text := words.Count(len(r.Groups), "group") + " of failures"
	if len(r.Groups) == 0 {
		text = "no failure"
	}
	fmt.Fprintf(a.ui.Out, "%s: %s in %s\n", words.Count(r.Scenarios, "scenario"), text, words.Count(r.Runs, "run"))
	if r.Places > 0 && r.Cuts > 0 {
		fmt.Fprintf(a.ui.Out, "cut at %d of %s\n", r.Cuts, words.Count(r.Places, "place"))
	}
	fmt.Fprintf(a.ui.Out, "%.0f runs/s, %s, %s, seed %d\n",
		float64(r.Runs)/max(r.Took.Seconds(), 0.001), r.Took.Round(time.Millisecond), words.Count(processes, "worker"), seed)
}

func (a *app) tellGroup(g explore.Group, runs int) {
	out := a.ui.Out
	fmt.Fprintf(out, "%s  %s\n", a.ui.Paint(tell.Bad, "FAIL"), words.Printable(g.Step))
	for line := range strings.Lines(g.Difference) {
		fmt.Fprintf(out, "  %s\n", words.Printable(strings.TrimRight(line, "\n")))
	}
	if g.Cause != "" {
		fmt.Fprintf(out, "  before that: %s\n", words.Printable(g.Cause))
	}
	var kinds []string
	for _, kind := range explore.Kinds() {
		if n := g.Kinds[kind]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, n))
		}
	}
	fmt.Fprintf(out, "  %d of %s, %s: %s\n", g.Runs, words.Count(runs, "run"), words.Count(len(g.Scenarios), "scenario"), strings.Join(kinds, ", "))
	fmt.Fprintf(out, "  reproduce: %s\n", words.Printable(g.First.Reproduce))
	fmt.Fprintf(out, "  make it smaller: %s\n\n", words.Printable(strings.Replace(g.First.Reproduce, "mcpsim run ", "mcpsim shrink ", 1)))
}
