package manager

import (
	"errors"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// Breaker bounds how often a server is connected anew without being asked: one
// that is connected and lost again and again would keep its runtime busy for
// ever (D-06, F-49). Beyond the bound the connection is dropped, the tools stay,
// and nothing is tried until a reconnect or a start is asked for. The zero
// value bounds nothing, as the seed does.
type Breaker struct {
	Limit  int           // reconnects that are let pass; 0 = all
	Within time.Duration // span in which they are counted
}

// errSuspended is the outcome of a reconnect that the breaker does not let pass,
// with the documented text (F-49).
var errSuspended = errors.New("MCP server crashed too many times; suspending automatic reconnects")

// breaker is that of one server.
type breaker struct {
	passed []time.Time // the last reconnects that were not asked for, oldest first
	open   bool
	asked  bool // the next reconnect was asked for: it does not count
}

// allow reports whether a reconnect may be made now. first is true once, when the
// breaker opens.
func (k *breaker) allow(b Breaker, now time.Time) (ok, first bool) {
	if k.asked || b.Limit <= 0 {
		k.asked = false
		return true, false
	}
	if k.open {
		return false, false
	}
	if len(k.passed) == b.Limit {
		if now.Sub(k.passed[0]) < b.Within {
			k.open = true
			return false, true
		}
		k.passed = k.passed[1:]
	}
	k.passed = append(k.passed, now)
	return true, false
}

// suspended asks the breaker before a reconnect, and logs once that it has opened.
// The callers that wait for a suspended one learn why.
func (s *server) suspended() bool {
	s.m.mu.Lock()
	ok, first := s.breaker.allow(s.m.policy.Breaker, s.clk.Now())
	s.m.mu.Unlock()
	if first {
		s.log(event.Error, errSuspended.Error(), nil)
	}
	return !ok
}

// resetBreaker is for a reconnect that is asked for. One that is under way was
// allowed already.
func (s *server) resetBreaker() {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.breaker = breaker{asked: s.reconnect == nil}
}
