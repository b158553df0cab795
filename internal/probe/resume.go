package probe

import (
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// shortestRetry is the pause before a stream is asked for again, whatever the
// server says.
const shortestRetry = 50 * time.Millisecond

// Poll comes back to the event stream of a request that ended before the answer,
// as long as its events say from where: from 2025-11-25 on servers may have their
// clients poll.
func (c *Conn) Poll(found func([]Frame) bool) {
	if !c.Reply.IsStream() || !c.Reply.StreamEnded {
		return
	}
	clk, patience := c.bench.Target.Clock, c.Patience()
	begun, events := clk.Now(), c.Reply.Events
	for LastID(events) != "" && !found(FramesOf(events)) {
		wait, _ := RetryOf(events)
		wait = max(wait, shortestRetry)
		if clk.Since(begun)+wait > patience || clock.Sleep(c.bench.Ctx, clk, wait) != nil {
			return
		}
		s := c.Open(http.MethodGet, nil, LastID(events), c.Listening())
		_ = s.Await(c.bench.Ctx, patience, func(e []Event) bool { return found(FramesOf(e)) })
		s.Cut()
		if !s.Opened() {
			return
		}
		more, _, _ := s.State()
		events = append(events[:len(events):len(events)], more...)
	}
}
