package probe

import (
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// shortestRetry is the pause before a stream is asked for again, whatever the
// server says.
const shortestRetry = 50 * time.Millisecond

// poll comes back to the event stream of a request that ended before the answer,
// as long as its events say from where: from 2025-11-25 on servers may have their
// clients poll.
func (c *conn) poll(found func([]frame) bool) {
	if !c.reply.isStream() || !c.reply.streamEnded {
		return
	}
	clk, patience := c.bench.target.Clock, c.patience()
	begun, events := clk.Now(), c.reply.events
	for lastID(events) != "" && !found(framesOf(events)) {
		wait, _ := retryOf(events)
		wait = max(wait, shortestRetry)
		if clk.Since(begun)+wait > patience || clock.Sleep(c.bench.ctx, clk, wait) != nil {
			return
		}
		s := c.open(http.MethodGet, nil, lastID(events), c.listening())
		_ = s.await(c.bench.ctx, patience, func(e []sseEvent) bool { return found(framesOf(e)) })
		s.cut()
		if !s.opened() {
			return
		}
		more, _, _ := s.state()
		events = append(events[:len(events):len(events)], more...)
	}
}
