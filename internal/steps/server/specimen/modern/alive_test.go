package modern_test

import (
	"context"
	"time"
)

// alive is how often a subscription without changes sends a comment.
const alive = 15 * time.Second

// keep waits for the end of a subscription, and keeps its stream alive.
func (c *call) keep(s *subscription) {
	defer context.AfterFunc(c.ctx, s.end)()
	timer := c.clk.NewTimer(alive)
	defer timer.Stop()
	for ; ; timer.Reset(alive) {
		select {
		case <-s.done:
			return
		case <-timer.Chan():
			if c.comment != nil {
				c.comment()
			}
		}
	}
}
