package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func cancelSteps() []gherkin.Step {
	return gherkin.Noun("cancellation", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a tool that takes its time`,
			Manual: "found by calling each that may be called: it succeeds within 2s, and 150ms or more after three times the median of all answers, with less than 64 KiB; not testable if none does",
			Func:   (*chosen).slow},
		{Keyword: gherkin.Given, Pattern: `a tool that is still at work after 2s`, Manual: "found by calling each that may be called; it is taken to need 4.5s; not testable if each has answered", Func: (*chosen).atWork},
		{Keyword: gherkin.When, Pattern: `it is called and cancelled`,
			Manual: "after a third of that time; again, up to three times, while it is answered: a call that the machine has delayed once is over soon the next time", Func: (*check).callAndCancel},
		{Keyword: gherkin.When, Pattern: `it is called and cancelled at once`, Manual: "with a text as its id; over HTTP 20ms later: the two have connections of their own",
			Func: (*check).callAndCancelAtOnce},
		{Keyword: gherkin.When, Pattern: `it is called with the id 0 and cancelled`, Manual: "as soon, which some languages take for no id", Func: (*check).callAndCancelZero},
		{Keyword: gherkin.When, Pattern: `it is called twice, and the first call is cancelled`, Manual: "after a third of its time", Func: (*check).cancelOneOfTwo},
		{Keyword: gherkin.When, Pattern: `the request is cancelled after its answer`, Manual: "that was sent last", Func: (*check).cancelLate},
		{Keyword: gherkin.When, Pattern: `it is called and cancelled by its id as a string`, Manual: "while the id of the call is a number",
			Func: (*check).callAndCancelString},
		{Keyword: gherkin.When, Pattern: `it is called, and another session cancels the request of that id`,
			Manual: "after a third of that time; it has sent none", Func: (*check).cancelElsewhere},
		{Keyword: gherkin.When, Pattern: `(\d+) requests are cancelled as soon as they are sent`,
			Manual:  "10 at a time, each round followed by a ping; over HTTP for a second at most",
			Example: "100 requests are cancelled as soon as they are sent", Func: (*check).cancelRace},
		{Keyword: gherkin.When, Pattern: `initialize is sent and cancelled`, Manual: "at once over stdio, after the answer over HTTP",
			Func: (*check).cancelInitialize},
		{Keyword: gherkin.Then, Pattern: `the call is never answered`, Manual: "within twice its time", Func: (*check).neverAnswered},
		{Keyword: gherkin.Then, Pattern: `other calls succeed as before`, Manual: "the fastest of those that did; each is tried twice; not observed if no other tool has succeeded", Func: (*check).othersSucceed},
		{Keyword: gherkin.Then, Pattern: `the tool works when it is called again`, Manual: "if it has worked before; tried twice, and the second time a while later", Func: (*check).worksAgain},
		{Keyword: gherkin.Then, Pattern: `the call is answered all the same`, Manual: "with a result", Func: isResult},
		{Keyword: gherkin.When, Pattern: `it is called with a progress token and cancelled`,
			Manual: "after a third of that time; then it is watched for twice that time", Func: (*check).cancelWatched},
		{Keyword: gherkin.Then, Pattern: `nothing more comes for it`, Manual: "no progress but what was on its way, and no cancellation; not testable if it is answered all the same, which is the business of another check", Func: (*check).nothingMore},
	})
}

// slowAfter is how long a call takes at least, beyond three times what a list takes and
// what half of all answers take, to be surely running when it is cancelled.
const slowAfter = 150 * time.Millisecond

// longAnswer is how many bytes an answer has at most that does not take its time on the way.
const longAnswer = 64 << 10

func (t *chosen) slow(b *probe.Bench, s *probe.Survey) error {
	usual := max(s.Pace, b.Usual())
	return t.choose(b, func(t *probe.Trial) bool {
		return t.Result() != nil && t.Took >= slowAfter+3*usual && len(t.Answer.Raw) < longAnswer
	},
		fmt.Sprintf("succeeds after %s or more and within %s", slowAfter, probe.TrialTime))
}

// workTime is how long a call is taken to run that has run longer than any is waited for.
const workTime = 9 * probe.TrialTime / 4

func (t *chosen) atWork(b *probe.Bench) error {
	err := t.choose(b, func(t *probe.Trial) bool { return errors.Is(t.Err, probe.ErrSilent) && t.Took >= probe.TrialTime*9/10 },
		fmt.Sprintf("is still at work after %s", probe.TrialTime))
	if err != nil {
		return err
	}
	longer := *t.trial
	longer.Took = workTime
	t.trial = &longer
	return nil
}

// begin calls the slow tool and returns when it is surely running. The caller
// drops the call.
func (c *check) begin(t trial) (*probe.Pending, error) {
	conn, err := c.session()
	if err != nil {
		return nil, err
	}
	c.sent = conn.Size()
	p, err := conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, t.Token), max(conn.Patience(), 3*t.Took))
	if err != nil {
		return nil, err
	}
	if err := c.bench.Sleep(t.Took / 3); err != nil {
		p.Drop()
		return nil, err
	}
	if len(p.Exact()) > 0 {
		p.Drop()
		return nil, verdict.NotObserved("the tool %q was faster this time", t.Tool.Name)
	}
	return p, nil
}

// errPolled says why an answer to a cancelled call tells nothing.
var errPolled = verdict.NotObserved("the answer is to be fetched by polling: it may have been made before the cancellation")

// cancelTimes is how often a call is cancelled that is answered all the same.
const cancelTimes = 3

func (c *check) callAndCancel(t trial, s *probe.Survey) error {
	return c.insist(func() error { return c.callAndCancelOnce(t, s) })
}

// insist cancels until a call is not answered. What a server does each time is its doing: also
// an answer that comes as soon as it is cancelled, which a call that was done would have, too.
func (c *check) insist(cancel func() error) error {
	var early *earlyError
	for i := range cancelTimes {
		err := cancel()
		if at, found := errors.AsType[*earlyError](err); found && (i == 0 || early != nil) {
			early = at
			continue
		}
		if err != nil || c.err != nil {
			return err
		}
	}
	if early != nil {
		return c.remember(early.id, early.answer, nil)
	}
	return nil
}

// earlyError says that a call has succeeded right after it was cancelled.
type earlyError struct {
	id     string
	answer probe.Frame
	why    error
}

func (e *earlyError) Error() string { return e.why.Error() }

func (e *earlyError) Unwrap() error { return e.why }

// callAndCancelOnce keeps an answer that comes later than one that was on its way.
func (c *check) callAndCancelOnce(t trial, s *probe.Survey) error {
	p, err := c.begin(t)
	if err != nil {
		return err
	}
	defer p.Drop()
	if p.Polled() {
		return errPolled
	}
	if err := p.GiveUp(); err != nil {
		return err
	}
	if err := c.bench.Sleep(2 * s.Pace); err != nil {
		return err
	}
	if early := p.Exact(); len(early) > 0 && !probe.Failed(early[0]) { // that the call failed is because of the cancellation
		return &earlyError{p.ID, early[0], verdict.NotObserved("the tool %q was done before the cancellation can have reached it", t.Tool.Name)}
	}
	answer, err := p.Await(max(2*t.Took-p.Took(), time.Millisecond))
	return c.remember(p.ID, answer, err)
}

// apart is the time between two messages that must arrive one after the other, also
// where each has a connection of its own.
const apart = 20 * time.Millisecond

// callAndCancelAtOnce cancels a call that the server has hardly begun with.
func (c *check) callAndCancelAtOnce(t trial) error {
	return c.insist(func() error { return c.cancelAtOnce(t, fmt.Sprintf(`"mcpsim-cancelled-%s"`, c.bench.NextID())) }) // clients may use texts
}

// callAndCancelZero does so once: an id is that of one request.
func (c *check) callAndCancelZero(t trial) error {
	err := c.cancelAtOnce(t, "0")
	if early, found := errors.AsType[*earlyError](err); found {
		return early.why
	}
	return err
}

func (c *check) cancelAtOnce(t trial, id string) error {
	p, err := c.conn.StartAs(id, "tools/call", probe.CallOf(t.Tool, t.Arguments, t.Token), c.conn.Patience())
	if err != nil {
		return err
	}
	defer p.Drop()
	if c.conn.Process == nil {
		if err := c.bench.Sleep(apart); err != nil {
			return err
		}
	}
	if p.Polled() {
		return errPolled
	}
	if err := c.conn.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s}`, p.ID)); err != nil { // a reason may be left out
		return err
	}
	answer, err := p.Await(2 * t.Took)
	if err == nil && p.Took() < t.Took/2 && !probe.Failed(answer) { // that a call failed is because of the cancellation
		return verdict.NotObserved("the tool %q was faster this time", t.Tool.Name)
	}
	return c.remember(p.ID, answer, err)
}

// cancelLate cancels a request that was answered.
func (c *check) cancelLate(answer probe.Frame) error {
	c.sent = c.conn.Size()
	return c.conn.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s,"reason":"late"}`, answer.ID()))
}

func (c *check) neverAnswered(t trial) error {
	switch {
	case c.err == nil && c.sessionless():
		return verdict.NotTestable("the server keeps no sessions, and cannot know whose request a cancellation names")
	case c.err == nil && c.holdsUp(t):
		return verdict.Because(busyCheck, "while %q is running nothing is read", t.Tool.Name)
	case c.err == nil && c.quickNow(t):
		return verdict.NotObserved("the tool %q is faster now than when it was tried first", t.Tool.Name)
	case c.err == nil:
		return unless(false, c.answer, "the call of %q is answered although it was cancelled", t.Tool.Name)
	case errors.Is(c.err, probe.ErrSilent):
		return nil
	}
	return c.err
}

// quickNow reports whether a tool takes less than half of its time when it is called once more: it
// was the machine that was slow.
func (c *check) quickNow(t trial) bool {
	begun := c.bench.Target.Clock.Now()
	_, err := c.conn.Call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
	return err == nil && c.bench.Since(begun) < t.Took/2
}

// othersSucceed calls another tool on the connection of a call that was cancelled.
func (c *check) othersSucceed(t trial, s *probe.Survey) error {
	other := s.Fastest(t.Tool.Name)
	if other == nil {
		return verdict.NotObserved("no other tool has succeeded")
	}
	var answer probe.Frame
	var lost error
	for range 2 {
		var err error
		answer, err = c.call("tools/call", probe.CallOf(other.Tool, other.Arguments, ""))
		switch {
		case err != nil && lost == nil && probe.IsLost(err):
			lost = err
		case err == nil && lost != nil:
			return verdict.Because("CAN-03", "behind a cancellation one answer is lost: %s", lost)
		case err != nil || succeeds(answer):
			return err
		}
	}
	return unless(false, answer, "after %q was cancelled %q does not succeed any more", t.Tool.Name, other.Tool.Name)
}

// holdsUp reports whether a ping waits for a call that is running: then no cancellation of
// it is read in time, which is the business of another check, where that can see it. Another
// tool than the one that was cancelled is tried only if that is too quick: where one call waits
// for the other, one of them took long because it stood behind.
func (c *check) holdsUp(of trial) bool {
	t := trial{of.Trial}
	if s, err := c.bench.Survey(); err == nil && t.Took < longCall {
		for _, one := range s.Trials {
			if one.Result() != nil && one.Took > t.Took {
				t.Trial = one
			}
		}
	}
	if t.Took < longCall {
		return false
	}
	held := false
	_ = c.bench.Aside(func(conn *probe.Conn) error {
		call, err := conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), conn.Patience())
		if err != nil {
			return err
		}
		defer call.Drop()
		ping, err := conn.Start(c.bench.Light(), "", conn.Patience())
		if err != nil {
			return err
		}
		defer ping.Drop()
		if _, err = ping.Await(t.Took / 2); !errors.Is(err, probe.ErrSilent) {
			return err
		}
		done, err := call.Await(conn.Patience())
		if err != nil {
			held = true
			return err
		}
		pong, err := ping.Await(conn.Patience())
		held = err != nil || pong.At.After(done.At) // else the machine was slow
		return err
	})
	return held
}

func (c *check) callAndCancelString(t trial) error {
	p, err := c.begin(t)
	if err != nil {
		return err
	}
	defer p.Drop()
	if err := c.conn.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":"%s"}`, p.ID)); err != nil {
		return err
	}
	answer, err := p.Await(c.conn.Patience())
	return c.remember(p.ID, answer, err)
}

// cancelElsewhere cancels a call from a session that has none of its id.
func (c *check) cancelElsewhere(t trial) error {
	other, err := c.bench.OwnSession()
	if err != nil {
		return err
	}
	defer c.bench.Retire(other)
	if other.Session == c.conn.Session {
		return verdict.Because(idsCheck, "two sessions have the same id, %q", other.Session)
	}
	p, err := c.begin(t)
	if err != nil {
		return err
	}
	defer p.Drop()
	if err := other.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s}`, p.ID)); err != nil {
		return err
	}
	answer, err := p.Await(c.conn.Patience())
	return c.remember(p.ID, answer, err)
}

// cancelInitialize sends the cancellation before the server can have answered,
// where that is possible.
func (c *check) cancelInitialize() error {
	if c.conn.Process == nil {
		if err := c.initialize(); err != nil || c.err != nil || c.answer.Failure() != nil {
			return err
		}
		return c.conn.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s}`, c.id))
	}
	p, err := c.conn.Start("initialize", probe.InitializeParams(c.bench.Target.Revision), c.conn.Patience())
	if err != nil {
		return err
	}
	if err := p.GiveUp(); err != nil {
		return err
	}
	answer, err := p.Overtake()
	if err == nil {
		c.conn.Greeted(answer)
	}
	return c.remember(p.ID, answer, err)
}

const watchedToken = `"mcpsim-cancelled"`

// cancelWatched notes the first thing that comes for the call after the answer
// to a ping that was sent after the cancellation: what comes before that was on
// its way.
func (c *check) cancelWatched(t trial) error {
	p, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, watchedToken), c.conn.Patience())
	if err != nil {
		return err
	}
	defer p.Drop()
	if _, err := p.Await(t.Took / 3); err == nil {
		return verdict.NotObserved("the tool %q was faster this time", t.Tool.Name)
	}
	if err := p.GiveUp(); err != nil {
		return err
	}
	if err := c.stillAnswers(); err != nil {
		return err
	}
	c.sent = c.conn.Size()
	if err := c.bench.Sleep(max(2*t.Took-p.Took(), time.Millisecond)); err != nil {
		return err
	}
	c.id, c.err = p.ID, nil
	return nil
}

func (c *check) nothingMore(t trial) error {
	more := probe.Frame{}
	for _, f := range c.conn.From(c.sent) {
		switch {
		case f.Answers(c.id): // it is no news then that there was more before
			return verdict.Because("CAN-01", "%q is answered although it was cancelled", t.Tool.Name)
		case more.Members == nil && probe.Alike(probe.ProgressToken(f), watchedToken):
			more = f
		case f.Method() == "notifications/cancelled" && probe.Alike(string(f.Param("requestId")), c.id):
			return unless(false, f, "the cancellation of %q comes back", t.Tool.Name)
		}
	}
	return unless(more.Members == nil, more, "%q goes on to tell of progress although it was cancelled", t.Tool.Name)
}
