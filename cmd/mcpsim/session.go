package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	goruntime "runtime"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/tell"
	"github.com/mcpsim/mcpsim/reports"
)

// session takes the answers of one run as they come and tells about them.
type session struct {
	ui       *ui.UI
	run      reports.Run
	begin    time.Time
	console  *tell.Runs // nil: only progress is shown
	results  []reports.Result
	failed   int
	files    []reportFile
	traceDir string
	traceErr error
	stop     context.CancelCauseFunc // ends the run early
}

func (a *app) newSession(f runFlags, jobs []gherkin.Job, files []reportFile) *session {
	s := a.quietSession(f, jobs)
	s.files, s.traceDir = files, f.traceDir
	var out io.Writer = a.ui.Out
	paint := a.ui.Paint
	if taken(files) {
		out, paint = a.ui.Err, nil
	}
	s.console = tell.NewRuns(out, paint)
	return s
}

// quietSession only counts and shows progress.
func (a *app) quietSession(f runFlags, jobs []gherkin.Job) *session {
	return &session{ui: a.ui, begin: time.Now(), run: reports.Run{
		Mcpsim: ui.Version(), Go: goruntime.Version(), World: f.world,
		Seed: f.seed, ScheduleSeed: f.scheduleSeed, Planned: len(jobs),
	}}
}

// execute runs jobs and ends the session. With --in-process it does not return.
func (a *app) execute(ctx context.Context, f runFlags, jobs []gherkin.Job, s *session) error {
	if !f.inProcess {
		runners, err := a.runners(f.parallel(len(jobs)))
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

func (a *app) runners(n int) ([]gherkin.Runner, error) {
	executable, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	runners := make([]gherkin.Runner, n)
	for i := range runners {
		runners[i] = a.worker(executable)
	}
	return runners, nil
}

func (s *session) follow(ctx context.Context, jobs []gherkin.Job, runners []gherkin.Runner, f runFlags) error {
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	s.progress()
	err := gherkin.Run(ctx, jobs, runners, gherkin.Options{FailFast: f.failFast, Compare: f.strict, Emit: s.take})
	s.ui.Clear()
	return s.end(err)
}

func (s *session) take(a gherkin.Answer) {
	s.results = append(s.results, a.Result)
	if a.Result.Verdict == reports.Failed {
		s.failed++
	}
	s.ui.Clear()
	if s.console != nil {
		s.console.Add(a.Result)
	}
	if s.traceDir != "" && a.Trace != "" {
		if err := writeTrace(s.traceDir, a); err != nil {
			s.traceErr = err
			s.stop(err)
		}
	}
	s.progress()
}

func (s *session) progress() {
	s.ui.Show("%d of %d runs, %d failed", len(s.results), s.run.Planned, s.failed)
}

// end tells what there is to tell, even of a run that was cut short, and returns
// the verdict or what cut it short.
func (s *session) end(err error) error {
	var telling error
	if s.console != nil {
		telling = s.console.Close(s.run, time.Since(s.begin))
	}
	telling = errors.Join(telling, writeReports(s.ui, s.files, s.run, s.results))
	switch {
	case err != nil && s.traceErr != nil:
		return ui.Fail(ui.ExitFailed, s.traceErr)
	case err != nil:
		return err
	case telling != nil:
		return ui.Fail(ui.ExitFailed, telling)
	}
	return verdict(reports.Summarise(s.results))
}
