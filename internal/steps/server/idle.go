package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// idleSteps are about a subscription that is left alone.
func idleSteps() []gherkin.Step {
	return gherkin.Noun("subscription", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a subscription that is left alone`, Manual: "to nothing, on a connection of its own, over HTTP; checks share it", Func: leftAlone},
		{Keyword: gherkin.When, Pattern: `it is looked at once the other checks are made, (\S+) after that at most`,
			Manual:  "a run of many checks does not wait for it; with --idle or with few checks it is left alone for as long as it may be",
			Example: "it is looked at once the other checks are made, 35s after that at most", Func: (*check).lookAgain},
		{Keyword: gherkin.When, Pattern: `it is left alone for (\S+)`, Manual: "from 5s after its beginning on; not observed without --idle", Example: "it is left alone for 35s", Func: (*check).leaveAlone},
		{Keyword: gherkin.Then, Pattern: `it has not ended without an answer`, Manual: "its stream was not closed", Func: notEnded},
		{Keyword: gherkin.Then, Pattern: `something has come on its stream`, Manual: "a comment is enough; not observed if it has ended", Func: keptUp},
	})
}

// leftAlone takes the subscription that nobody uses, and opens it if no check has.
func leftAlone(c *check) error {
	if c.bench.Idle() != nil {
		return nil
	}
	if err := c.freshSession(); err != nil {
		return err
	}
	s, err := c.conn.Subscribe("{}", "")
	if err != nil {
		return verdict.Because("M-SUB-01", "subscriptions/listen: %s", err)
	}
	switch ack, err := s.Acknowledged(); {
	case err != nil:
		return verdict.Because("M-SUB-01", "%s", err)
	case ack.IsUnknownMethod():
		return verdict.NotTestable("the server has no subscriptions")
	case !probe.IsAcknowledgement(ack) || s.Over():
		return verdict.NotTestable("the server keeps open no subscription to nothing")
	}
	c.bench.KeepIdle(c.conn, s)
	c.own = false
	return nil
}

// lookAgain waits as [check.readAgain] does.
func (c *check) lookAgain(d time.Duration) error {
	idle := c.bench.Idle()
	if c.bench.Busy() && c.bench.Target.Idle < d {
		return nil
	}
	return c.bench.Sleep(max(0, d-c.bench.Since(idle.Since)))
}

func (c *check) leaveAlone(d time.Duration) error {
	if err := allowed(c.bench, d); err != nil {
		return err
	}
	idle := c.bench.Idle()
	if err := c.bench.Sleep(max(0, greeting-c.bench.Since(idle.Since))); err != nil {
		return err
	}
	idle.Look()
	return c.bench.Sleep(d)
}

// greeting is how long what comes on a stream may be a greeting.
const greeting = 5 * time.Second

func notEnded(b *probe.Bench) error {
	idle := b.Idle()
	return verdict.FailedIf(idle.Cut(), "the stream of a subscription ended without an answer within %s in which nothing was to be told", b.Since(idle.Since).Round(time.Second))
}

func keptUp(b *probe.Bench) error {
	idle := b.Idle()
	if idle.Over() {
		return verdict.NotObserved("the subscription has ended")
	}
	if idle.Later() > 0 {
		return nil
	}
	return fmt.Errorf("%w, from %s after its beginning to %s", errQuiet, greeting, b.Since(idle.Since).Round(time.Second))
}

// errQuiet is what a silent stream is told with.
var errQuiet = errors.New("not a byte came: clients and proxies give up silent connections, some after 300s")
