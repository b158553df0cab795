package server

import (
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// cancelOneOfTwo keeps the answer to the call that goes on.
func (c *check) cancelOneOfTwo(t trial) error {
	first, err := c.begin(t)
	if err != nil {
		return err
	}
	defer first.Drop()
	c.sent = c.conn.Size()
	second, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), c.conn.Patience())
	if err != nil {
		return err
	}
	defer second.Drop()
	if err := c.bench.Sleep(apart); err != nil {
		return err
	}
	if len(second.Exact()) > 0 {
		return verdict.NotObserved("the tool %q was faster this time", t.Tool.Name)
	}
	if err := first.GiveUp(); err != nil {
		return err
	}
	answer, err := second.Await(c.conn.Patience())
	if err != nil && probe.IsLost(err) && c.losesBehind(t) {
		return verdict.Because("CAN-03", "behind a cancellation one answer is lost: %s", err)
	}
	if both := (overlap{}); err != nil && probe.IsLost(err) && both.twice(c, t) == nil && both.missing != nil {
		return verdict.Because(idCheck, "%s, and none is cancelled; %s", both.missing, err)
	}
	return c.remember(second.ID, answer, err)
}

// losesBehind reports whether the first answer after a cancellation is lost, whatever was asked.
func (c *check) losesBehind(t trial) bool {
	call, err := c.begin(t)
	if err != nil {
		return false
	}
	defer call.Drop()
	if err := call.GiveUp(); err != nil {
		return false
	}
	_, err = c.conn.Call(c.bench.Light(), "")
	return err != nil && probe.IsLost(err)
}
