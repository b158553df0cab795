package server

import (
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

func slowSteps() []Step {
	return gherkin.Noun("cancellation", []Step{
		{Keyword: When, Pattern: `it is called with a progress token and cancelled`,
			Manual: "after a third of that time; then it is watched for twice that time", Func: (*cancellation).cancelWatched},
		{Keyword: Then, Pattern: `nothing more comes for it`, Manual: "no answer, and no progress but what was on its way",
			Func: (*cancellation).nothingMore},
	})
}

const watchedToken = `"mcpsim-cancelled"`

// cancelWatched notes the first thing that comes for the call after the answer
// to a ping that was sent after the cancellation: what comes before that was on
// its way.
func (w *cancellation) cancelWatched() error {
	p, err := w.c.Start("tools/call", probe.CallOf(w.trial.Tool, w.trial.Arguments, watchedToken), w.c.Patience())
	if err != nil {
		return err
	}
	defer p.Drop()
	if _, err := p.Await(w.trial.Took / 3); err == nil {
		return verdict.NotObserved("the tool %q was faster this time", w.trial.Tool.Name)
	}
	if err := p.GiveUp(); err != nil {
		return err
	}
	if err := w.stillAnswers(); err != nil {
		return err
	}
	w.sent = w.c.Inbox.Size()
	left := max(2*w.trial.Took-w.bench.Target.Clock.Since(p.Begun), time.Millisecond)
	if err := clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, left); err != nil {
		return err
	}
	w.id, w.err = p.ID, nil
	return nil
}

func (w *cancellation) nothingMore() error {
	for _, f := range w.c.Inbox.Since(w.sent) {
		switch {
		case f.IsResponse() && probe.Alike(f.ID(), w.id):
			return fmt.Errorf("%q is answered although it was cancelled: %s", w.trial.Tool.Name, probe.Quote(f.Raw))
		case probe.Alike(probe.ProgressToken(f), watchedToken):
			return fmt.Errorf("%q goes on to tell of progress although it was cancelled: %s", w.trial.Tool.Name, probe.Quote(f.Raw))
		}
	}
	return nil
}
