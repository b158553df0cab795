package probe

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

func cancelSteps() []Step {
	return gherkin.Noun("cancellation", []Step{
		{Keyword: Given, Pattern: `a tool that takes its time`,
			Manual: "found by calling each that may be called: it succeeds after 150ms or more, and within 2s; not testable if none does",
			Func:   (*World).slowTool},
		{Keyword: When, Pattern: `it is called and cancelled`, Manual: "after a third of that time", Func: (*World).callAndCancel},
		{Keyword: When, Pattern: `it is called and cancelled by its id as a string`, Manual: "while the id of the call is a number",
			Func: (*World).callAndCancelString},
		{Keyword: When, Pattern: `(\d+) requests are cancelled as soon as they are sent`,
			Manual:  "10 at a time, each round followed by a ping; over HTTP for a second at most",
			Example: "100 requests are cancelled as soon as they are sent", Func: (*World).cancelRace},
		{Keyword: When, Pattern: `initialize is sent and cancelled`, Manual: "at once over stdio, after the answer over HTTP",
			Func: (*World).cancelInitialize},
		{Keyword: Then, Pattern: `the call is never answered`, Manual: "within twice its time", Func: (*World).neverAnswered},
		{Keyword: Then, Pattern: `the call is answered all the same`, Manual: "with a result", Func: (*World).isResult},
	})
}

// slowAfter is how long a call takes at least, beyond what a list takes, to be
// surely running when it is cancelled.
const slowAfter = 150 * time.Millisecond

// slowTool chooses the fastest of the slow ones.
func (w *World) slowTool() error {
	if err := w.callTools(); err != nil {
		return err
	}
	s := w.bench.survey
	for _, t := range s.trials {
		if t.result() != nil && t.took >= slowAfter+3*s.pace && (w.trial == nil || t.took < w.trial.took) {
			w.trial = t
		}
	}
	if w.trial == nil {
		return verdict.NotTestable("none of the tools called succeeds after %s or more and within %s: %s", slowAfter, trialTime, s.calledTools())
	}
	return nil
}

// callBegun calls the slow tool and returns when it is surely running.
func (w *World) callBegun() (*pending, error) {
	if w.trial == nil || w.c == nil {
		return nil, errNoTool
	}
	w.sent = w.c.inbox.size()
	p, err := w.c.start("tools/call", callOf(w.trial.tool, w.trial.arguments, w.trial.token), w.c.patience())
	if err != nil {
		return nil, err
	}
	if err := clock.Sleep(w.bench.ctx, w.bench.target.Clock, w.trial.took/3); err != nil {
		p.drop()
		return nil, err
	}
	if len(p.exact()) > 0 {
		p.drop()
		return nil, verdict.NotObserved("the tool %q was faster this time", w.trial.tool.name)
	}
	return p, nil
}

// callAndCancel keeps an answer that comes later than one that was on its way.
func (w *World) callAndCancel() error {
	p, err := w.callBegun()
	if err != nil {
		return err
	}
	defer p.drop()
	if err := p.giveUp(); err != nil {
		return err
	}
	clk, pace := w.bench.target.Clock, w.bench.survey.pace
	if err := clock.Sleep(w.bench.ctx, clk, 2*pace); err != nil {
		return err
	}
	if len(p.exact()) > 0 {
		return verdict.NotObserved("the tool %q was done before the cancellation can have reached it", w.trial.tool.name)
	}
	answer, err := p.await(2*w.trial.took - clk.Since(p.begun))
	return w.remember(p.id, answer, err)
}

func (w *World) neverAnswered() error {
	switch {
	case w.err == nil:
		return fmt.Errorf("the call of %q is answered although it was cancelled: %s", w.trial.tool.name, quote(w.answer.raw))
	case errors.Is(w.err, errSilent):
		return nil
	}
	return w.err
}

func (w *World) callAndCancelString() error {
	p, err := w.callBegun()
	if err != nil {
		return err
	}
	defer p.drop()
	if err := w.c.notify("notifications/cancelled", fmt.Sprintf(`{"requestId":"%s"}`, p.id)); err != nil {
		return err
	}
	answer, err := p.await(w.c.patience())
	return w.remember(p.id, answer, err)
}

// The bounds of the race.
const (
	raceRound = 10                     // requests at the same time
	raceTime  = time.Second            // after it no further round begins
	raceGrace = 100 * time.Millisecond // for answers that were on their way
)

func (w *World) cancelRace(n int) error {
	clk := w.bench.target.Clock
	begun := clk.Now()
	for done := 0; done < n && clk.Since(begun) < raceTime; done += raceRound {
		if err := w.raceRound(min(raceRound, n-done)); err != nil {
			return err
		}
		id := w.bench.nextID()
		if _, err := w.c.request(message("ping", "", id), id); err != nil {
			w.trouble = true
			return fmt.Errorf("a ping after %d cancelled requests: %w", done+raceRound, err)
		}
	}
	return nil
}

func (w *World) raceRound(n int) error {
	method := "ping"
	if w.c.declared["tools"] {
		method = "tools/list"
	}
	var started []*pending
	defer func() {
		for _, p := range started {
			p.drop()
		}
	}()
	for range n {
		p, err := w.c.start(method, "", w.c.patience())
		if err != nil {
			return err
		}
		started = append(started, p)
		if err := p.giveUp(); err != nil {
			return err
		}
	}
	if w.c.process != nil {
		return nil
	}
	clk := w.bench.target.Clock
	sent := clk.Now()
	for _, p := range started { // answered or not, both are right
		_, _ = p.await(raceGrace - clk.Since(sent))
	}
	return nil
}

// cancelInitialize sends the cancellation before the server can have answered,
// where that is possible.
func (w *World) cancelInitialize() error {
	if w.c.process == nil {
		if err := w.initialize(); err != nil || w.err != nil {
			return err
		}
		return w.c.notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s}`, w.id))
	}
	p, err := w.c.start("initialize", initializeParams(w.bench.target.Revision), w.c.patience())
	if err != nil {
		return err
	}
	if err := p.giveUp(); err != nil {
		return err
	}
	answer, err := w.c.overtake(p)
	if err == nil {
		w.c.greeted(answer)
	}
	return w.remember(p.id, answer, err)
}

// overtake awaits an answer that may never come: no longer than a ping sent after
// it takes, and a while.
func (c *conn) overtake(p *pending) (frame, error) {
	id := c.bench.nextID()
	c.ids[id] = true
	if err := c.send(message("ping", "", id), anything); err != nil {
		return frame{}, err
	}
	err := c.inbox.await(c.bench.ctx, p.begin, c.patience(), func(frames []frame) bool {
		return p.answered(frames) || slices.ContainsFunc(frames, func(f frame) bool { return f.isResponse() && alike(f.id(), id) })
	})
	if err != nil {
		return frame{}, c.explain(err)
	}
	return p.await(overtakeAfter)
}
