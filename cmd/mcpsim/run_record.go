package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// runRecord takes the answers of one run as they come and tells about them.
type runRecord struct {
	app        *app
	ui         *ui.UI
	run        reports.Run
	begin      time.Time
	console    *tell.Runs // nil: only progress is shown
	results    []reports.Result
	failed     int
	files      []reportFile
	traceErr   error
	keptTraces bool                    // traces stay when the command has ended
	stop       context.CancelCauseFunc // ends the run early
}

func (a *app) newRunRecord(f runFlags, jobs []gherkin.Job, files []reportFile) *runRecord {
	s := a.quietRunRecord(f, jobs)
	s.files = files
	s.console = tell.NewRuns(a.resultsTo(files))
	return s
}

// quietRunRecord only counts and shows progress.
func (a *app) quietRunRecord(f runFlags, jobs []gherkin.Job) *runRecord {
	return &runRecord{app: a, ui: a.ui, begin: time.Now(), run: reports.Run{
		Mcpsim: ui.Version(), Go: goruntime.Version(), World: f.world,
		Seed: f.seed, ScheduleSeed: f.scheduleSeed, Planned: len(jobs), Shard: f.shard.shard.String(),
	}}
}

// execute runs jobs and ends the record. With --in-process it does not return.
func (a *app) execute(ctx context.Context, f runFlags, jobs []gherkin.Job, s *runRecord) error {
	if !f.inProcess {
		runners, err := a.runners(f.parallel(len(jobs)), f.racing)
		if err != nil {
			return err
		}
		return s.follow(ctx, jobs, runners, f)
	}
	vocabulary, err := gherkin.NewVocabulary(a.vocabulary)
	if err != nil {
		return err
	}
	return a.simulate(func(t *testing.T) error {
		return s.follow(ctx, jobs, []gherkin.Runner{a.executor(t, vocabulary)}, f)
	})
}

// runners returns n child processes to be. Goroutines that are to race need more
// than one processor.
func (a *app) runners(n int, racing bool) ([]gherkin.Runner, error) {
	executable, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	environ := a.Environ
	if !racing {
		environ = oneProcessor(environ)
	}
	runners := make([]gherkin.Runner, n)
	for i := range runners {
		runners[i] = worker(executable, environ)
	}
	return runners, nil
}

func (s *runRecord) follow(ctx context.Context, jobs []gherkin.Job, runners []gherkin.Runner, f runFlags) error {
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	traces, forget, err := f.traces(s.files, len(jobs))
	if err != nil {
		return fmt.Errorf("making a folder for traces: %w", err)
	}
	defer forget()
	s.keptTraces = traces.keep
	s.progress()
	err = gherkin.Run(ctx, jobs, runners, gherkin.Options{
		FailFast: f.failFast, Compare: f.strict, TraceDir: traces.dir, TraceFailed: traces.failed, Emit: s.take,
	})
	s.ui.Clear()
	return s.end(ctx, err)
}

// traces are those that the user wants, or that a comparison or pages need, in a folder that
// forget removes.
func (f runFlags) traces(files []reportFile, runs int) (t traces, forget func(), err error) {
	switch dir := cmp.Or(f.traceDir, f.failedDir); {
	case dir != "":
		t = traces{failed: f.traceDir == "" && !f.strict, keep: true}
		t.dir, err = filepath.Abs(dir)
		return t, func() {}, err
	case f.strict:
		t.dir, err = os.MkdirTemp("", "mcpsim-traces-")
		return t, func() { _ = os.RemoveAll(t.dir) }, err
	}
	return tracesFor(files, runs)
}

// seeIt is the command line that shows what happened in a run: its trace if that is kept, or
// in virtual time the scenario, which happens in the same way again.
func seeIt(r reports.Result, kept bool) string {
	switch {
	case kept && r.Trace != "":
		name := r.Trace
		if dir, err := os.Getwd(); err == nil {
			if near, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(near) {
				name = near
			}
		}
		return "mcpsim timeline " + words.Quote(name) + " --open"
	case r.World == gherkin.Virtual && !r.Racing:
		again, _ := strings.CutPrefix(r.ReproduceLine(), "mcpsim run ")
		again, _, _ = strings.Cut(again, " --strict-determinism")
		return "mcpsim timeline " + again + " --open"
	}
	return ""
}

func (s *runRecord) take(a gherkin.Answer) {
	if r := &a.Result; r.Verdict != reports.Passed {
		r.SeeIt = seeIt(*r, s.keptTraces)
	}
	s.results = append(s.results, a.Result)
	if a.Result.Verdict == reports.Failed {
		s.failed++
	}
	s.ui.Clear()
	if s.console != nil {
		s.console.Add(a.Result)
	}
	if a.TraceErr != "" {
		s.traceErr = errors.New(a.TraceErr)
		s.stop(s.traceErr)
	}
	s.progress()
}

func (s *runRecord) progress() {
	s.ui.Show("%d of %d runs, %d failed", len(s.results), s.run.Planned, s.failed)
}

// end tells what there is to tell, even of a run that was cut short, and returns
// the verdict or what cut it short.
func (s *runRecord) end(ctx context.Context, err error) error {
	var telling error
	if s.console != nil {
		telling = s.console.Close(s.run, time.Since(s.begin))
	}
	telling = errors.Join(telling, s.app.writeReports(ctx, s.files, s.run, s.results))
	switch {
	case err != nil && s.traceErr != nil:
		return ui.Fail(ui.ExitFailed, s.traceErr)
	case err != nil:
		return err
	case telling != nil:
		return ui.Fail(ui.ExitFailed, telling)
	}
	return verdict(reports.Summarise(s.results), s.run.Shard != "")
}
