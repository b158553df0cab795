package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// leaveSteps are about clients that leave a request by closing its stream.
func leaveSteps() []gherkin.Step {
	return gherkin.Noun("cancellation", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `its stream is closed while it works, and others are asked for meanwhile`,
			Manual: "after a third of its time, with a progress token; a subscription stays open, and twice its time is watched", Func: (*check).leaveCall},
		{Keyword: gherkin.When, Pattern: `(\d+) requests are sent, and their connections closed at once`, Manual: "server/discover; some 300µs to 1.2ms later, when their answers may be on their way", Example: "20 requests are sent, and their connections closed at once", Func: (*check).leaveMany},
		{Keyword: gherkin.Then, Pattern: `nothing more comes for it elsewhere`, Manual: "neither its answer nor its progress, on any other stream", Func: (*check).nothingElsewhere},
	})
}

// leaveCall closes the stream of a call that works.
func (c *check) leaveCall(t trial) error {
	p, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, watchedToken), c.conn.Patience())
	if err != nil {
		return err
	}
	_, err = p.Await(t.Took / 3)
	p.Drop()
	if !errors.Is(err, probe.ErrSilent) || len(p.Exact()) > 0 {
		return verdict.NotObserved("the tool %q was faster this time", t.Tool.Name)
	}
	c.id, c.sent = p.ID, c.conn.Size()
	if _, err := c.call(c.bench.Light(), ""); err != nil {
		return fmt.Errorf("after the stream of a call was closed: %w", err)
	}
	return c.bench.Sleep(max(2*t.Took, 100*time.Millisecond))
}

func (c *check) nothingElsewhere() error {
	for _, f := range c.conn.From(c.sent) {
		if f.Answers(c.id) || probe.Alike(probe.ProgressToken(f), watchedToken) {
			return unless(false, f, "for a call whose stream was closed there still comes")
		}
	}
	return nil
}

// A request is left that has hardly been sent, and later and later ones.
const (
	leavingStep  = 300 * time.Microsecond
	leavingSteps = 5
)

func (c *check) leaveMany(n int) error {
	for i := range n {
		p, err := c.conn.Start(c.bench.Light(), "", c.conn.Patience())
		if err != nil {
			return err
		}
		if err := c.bench.Sleep(time.Duration(i%leavingSteps) * leavingStep); err != nil { // an answer takes its time
			p.Drop()
			return err
		}
		p.Drop()
	}
	return nil
}
