package manager

import (
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// takeRefresh takes the request for a new list of tools if it can be met now, or
// says how long it must wait (see [Notifications.ListPause]); m.mu is held.
func (s *server) takeRefresh() (now bool, pause time.Duration) {
	if !s.refresh || s.conn == nil {
		return false, 0
	}
	if pause = s.m.pause(s.listed); pause > 0 {
		return false, pause
	}
	s.refresh = false
	s.listed = s.m.clk.Now()
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

// pause is how long a refresh must still wait after one that began then.
func (m *Manager) pause(begun time.Time) time.Duration {
	if begun.IsZero() || m.policy.Notifications.ListPause <= 0 {
		return 0
	}
	return max(0, m.policy.Notifications.ListPause-m.clk.Since(begun))
}
