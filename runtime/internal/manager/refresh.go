package manager

import (
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// takeRefresh takes the request for a new list of tools if it can be met now, or
// says how long it must wait (see [Notifications.ListPause]); m.mu is held. Looking
// once more after a notice is a request that comes later (see [Notifications.Settle]).
func (s *server) takeRefresh() (now bool, wait time.Duration) {
	unasked := !s.refresh
	switch {
	case s.conn == nil, unasked && s.again.IsZero():
		return false, 0
	case unasked:
		wait = s.clk.Until(s.again)
	}
	pace := s.m.policy.Notifications.pace()
	if wait = max(wait, s.paced.Wait(pace, s.m.clk.Now())); wait > 0 {
		return false, wait
	}
	s.refresh, s.unasked = false, unasked
	if unasked {
		s.again = time.Time{}
	}
	s.paced.Begin(pace, s.m.clk.Now())
	return true, 0
}

// throttledText is what the log says, once per connection, of a server that
// announces changes faster than they are followed (FF-43).
const throttledText = "lists change faster than they are refreshed"

// throttled takes note of a pause between two refreshes and logs the first one.
func (s *server) throttled() {
	s.m.mu.Lock()
	first := !s.throttle
	s.throttle = true
	s.m.mu.Unlock()
	if first {
		s.log(event.Warn, throttledText, nil)
	}
}
