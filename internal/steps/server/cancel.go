package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// cancellation is the noun of steps about requests that are given up.
type cancellation struct{ *chosenTool }

func cancelSteps() []Step {
	return gherkin.Noun("cancellation", []Step{
		{Keyword: Given, Pattern: `a tool that takes its time`,
			Manual: "found by calling each that may be called: it succeeds after 150ms or more, and within 2s; not testable if none does",
			Func:   (*cancellation).slowTool},
		{Keyword: When, Pattern: `it is called and cancelled`, Manual: "after a third of that time", Func: (*cancellation).callAndCancel},
		{Keyword: When, Pattern: `it is called and cancelled by its id as a string`, Manual: "while the id of the call is a number",
			Func: (*cancellation).callAndCancelString},
		{Keyword: When, Pattern: `(\d+) requests are cancelled as soon as they are sent`,
			Manual:  "10 at a time, each round followed by a ping; over HTTP for a second at most",
			Example: "100 requests are cancelled as soon as they are sent", Func: (*cancellation).cancelRace},
		{Keyword: When, Pattern: `initialize is sent and cancelled`, Manual: "at once over stdio, after the answer over HTTP",
			Func: (*cancellation).cancelInitialize},
		{Keyword: Then, Pattern: `the call is never answered`, Manual: "within twice its time", Func: (*cancellation).neverAnswered},
		{Keyword: Then, Pattern: `the call is answered all the same`, Manual: "with a result", Func: (*check).isResult},
	})
}

// slowAfter is how long a call takes at least, beyond what a list takes, to be
// surely running when it is cancelled.
const slowAfter = 150 * time.Millisecond

// slowTool chooses the fastest of the slow ones.
func (w *cancellation) slowTool() error {
	if err := w.callTools(); err != nil {
		return err
	}
	s := w.bench.Survey
	for _, t := range s.Trials {
		if t.Result() != nil && t.Took >= slowAfter+3*s.Pace && (w.trial == nil || t.Took < w.trial.Took) {
			w.trial = t
		}
	}
	if w.trial == nil {
		return verdict.NotTestable("none of the tools called succeeds after %s or more and within %s: %s", slowAfter, probe.TrialTime, s.CalledTools())
	}
	return nil
}

// callBegun calls the slow tool and returns when it is surely running.
func (w *cancellation) callBegun() (*probe.Pending, error) {
	if w.trial == nil || w.c == nil {
		return nil, errNoTool
	}
	w.sent = w.c.Inbox.Size()
	p, err := w.c.Start("tools/call", probe.CallOf(w.trial.Tool, w.trial.Arguments, w.trial.Token), w.c.Patience())
	if err != nil {
		return nil, err
	}
	if err := clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, w.trial.Took/3); err != nil {
		p.Drop()
		return nil, err
	}
	if len(p.Exact()) > 0 {
		p.Drop()
		return nil, verdict.NotObserved("the tool %q was faster this time", w.trial.Tool.Name)
	}
	return p, nil
}

// callAndCancel keeps an answer that comes later than one that was on its way.
func (w *cancellation) callAndCancel() error {
	p, err := w.callBegun()
	if err != nil {
		return err
	}
	defer p.Drop()
	if err := p.GiveUp(); err != nil {
		return err
	}
	clk, pace := w.bench.Target.Clock, w.bench.Survey.Pace
	if err := clock.Sleep(w.bench.Ctx, clk, 2*pace); err != nil {
		return err
	}
	if len(p.Exact()) > 0 {
		return verdict.NotObserved("the tool %q was done before the cancellation can have reached it", w.trial.Tool.Name)
	}
	answer, err := p.Await(2*w.trial.Took - clk.Since(p.Begun))
	return w.remember(p.ID, answer, err)
}

func (w *cancellation) neverAnswered() error {
	switch {
	case w.err == nil:
		return fmt.Errorf("the call of %q is answered although it was cancelled: %s", w.trial.Tool.Name, probe.Quote(w.answer.Raw))
	case errors.Is(w.err, probe.ErrSilent):
		return nil
	}
	return w.err
}

func (w *cancellation) callAndCancelString() error {
	p, err := w.callBegun()
	if err != nil {
		return err
	}
	defer p.Drop()
	if err := w.c.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":"%s"}`, p.ID)); err != nil {
		return err
	}
	answer, err := p.Await(w.c.Patience())
	return w.remember(p.ID, answer, err)
}

// The bounds of the race.
const (
	raceRound = 10                     // requests at the same time
	raceTime  = time.Second            // after it no further round begins
	raceGrace = 100 * time.Millisecond // for answers that were on their way
)

func (w *cancellation) cancelRace(n int) error {
	clk := w.bench.Target.Clock
	begun := clk.Now()
	for done := 0; done < n && clk.Since(begun) < raceTime; done += raceRound {
		if err := w.raceRound(min(raceRound, n-done)); err != nil {
			return err
		}
		id := w.bench.NextID()
		if _, err := w.c.Request(probe.Message("ping", "", id), id); err != nil {
			w.trouble = true
			return fmt.Errorf("a ping after %d cancelled requests: %w", done+raceRound, err)
		}
	}
	return nil
}

func (w *cancellation) raceRound(n int) error {
	method := "ping"
	if w.c.Declared["tools"] {
		method = "tools/list"
	}
	var started []*probe.Pending
	defer func() {
		for _, p := range started {
			p.Drop()
		}
	}()
	for range n {
		p, err := w.c.Start(method, "", w.c.Patience())
		if err != nil {
			return err
		}
		started = append(started, p)
		if err := p.GiveUp(); err != nil {
			return err
		}
	}
	if w.c.Process != nil {
		return nil
	}
	clk := w.bench.Target.Clock
	sent := clk.Now()
	for _, p := range started { // answered or not, both are right
		_, _ = p.Await(raceGrace - clk.Since(sent))
	}
	return nil
}

// cancelInitialize sends the cancellation before the server can have answered,
// where that is possible.
func (w *cancellation) cancelInitialize() error {
	if w.c.Process == nil {
		if err := w.initialize(); err != nil || w.err != nil {
			return err
		}
		return w.c.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s}`, w.id))
	}
	p, err := w.c.Start("initialize", probe.InitializeParams(w.bench.Target.Revision), w.c.Patience())
	if err != nil {
		return err
	}
	if err := p.GiveUp(); err != nil {
		return err
	}
	answer, err := w.c.Overtake(p)
	if err == nil {
		w.c.Greeted(answer)
	}
	return w.remember(p.ID, answer, err)
}
