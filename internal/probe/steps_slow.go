package probe

import (
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

func slowSteps() []Step {
	return gherkin.Noun("cancellation", []Step{
		{Keyword: When, Pattern: `it is called with a progress token and cancelled`,
			Manual: "after a third of that time; then it is watched for twice that time", Func: (*World).cancelWatched},
		{Keyword: Then, Pattern: `nothing more comes for it`, Manual: "no answer, and no progress but what was on its way",
			Func: (*World).nothingMore},
	})
}

const watchedToken = `"mcpsim-cancelled"`

// cancelWatched notes the first thing that comes for the call after the answer
// to a ping that was sent after the cancellation: what comes before that was on
// its way.
func (w *World) cancelWatched() error {
	p, err := w.c.start("tools/call", callOf(w.trial.tool, w.trial.arguments, watchedToken), w.c.patience())
	if err != nil {
		return err
	}
	defer p.drop()
	if _, err := p.await(w.trial.took / 3); err == nil {
		return verdict.NotObserved("the tool %q was faster this time", w.trial.tool.name)
	}
	if err := p.giveUp(); err != nil {
		return err
	}
	if err := w.stillAnswers(); err != nil {
		return err
	}
	w.sent = w.c.inbox.size()
	left := max(2*w.trial.took-w.bench.target.Clock.Since(p.begun), time.Millisecond)
	if err := clock.Sleep(w.bench.ctx, w.bench.target.Clock, left); err != nil {
		return err
	}
	w.id, w.err = p.id, nil
	return nil
}

func (w *World) nothingMore() error {
	for _, f := range w.c.inbox.since(w.sent) {
		switch {
		case f.isResponse() && alike(f.id(), w.id):
			return fmt.Errorf("%q is answered although it was cancelled: %s", w.trial.tool.name, quote(f.raw))
		case alike(progressToken(f), watchedToken):
			return fmt.Errorf("%q goes on to tell of progress although it was cancelled: %s", w.trial.tool.name, quote(f.raw))
		}
	}
	return nil
}
