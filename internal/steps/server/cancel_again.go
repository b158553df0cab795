package server

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// againTimes is how often a tool is called whose call was cancelled: the first one may still be busy
// with what was cancelled.
const againTimes = 2

// worksAgain calls the tool whose call was cancelled once more. A tool that has not succeeded before
// need not now.
func (c *check) worksAgain(t trial) error {
	if t.Result() == nil || c.sessionless() {
		return nil
	}
	var answer probe.Frame
	var lost error
	for i := range againTimes {
		if i > 0 {
			if err := c.bench.Sleep(t.Took); err != nil {
				return err
			}
		}
		p, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), max(c.conn.Patience(), 3*t.Took))
		if err != nil {
			return err
		}
		answer, err = p.Await(max(c.conn.Patience(), 3*t.Took))
		p.Drop()
		switch {
		case err == nil && lost != nil:
			return verdict.Because("CAN-03", "behind a cancellation one answer is lost: %s", lost)
		case errors.Is(err, probe.ErrSilent) && i == 0:
			lost = err
		case errors.Is(err, probe.ErrSilent):
			return fmt.Errorf("once a call of %q was cancelled no other one of it is answered: %w", t.Tool.Name, err)
		case err != nil || succeeds(answer):
			return err
		}
	}
	return unless(false, answer, "once a call of %q was cancelled it does not succeed any more", t.Tool.Name)
}
