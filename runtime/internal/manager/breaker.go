package manager

import (
	"errors"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// Breaker bounds how often a server is connected anew without being asked: one
// that is connected and lost again and again would keep its runtime busy for
// ever (D-06, F-49). Beyond the bound the connection is dropped, the tools stay,
// and nothing is tried until somebody asks for a reconnect or a start. The zero
// value bounds nothing, as the seed does.
type Breaker struct {
	Limit  int           // reconnects that are let pass; 0 = all
	Within time.Duration // span in which they are counted
}

// errSuspended is the outcome of a reconnect that the breaker does not let pass,
// with the documented text (F-49).
var errSuspended = errors.New("MCP server crashed too many times; suspending automatic reconnects")

// fuse is the breaker of one server.
type fuse struct {
	passed []time.Time // the last reconnects that nobody asked for, oldest first
	blown  bool
	asked  bool // somebody asked for the next reconnect: it does not count
}

// pass reports whether a reconnect may be made now. first is true once, when the
// fuse blows.
func (f *fuse) pass(b Breaker, now time.Time) (ok, first bool) {
	if f.asked || b.Limit <= 0 {
		f.asked = false
		return true, false
	}
	if f.blown {
		return false, false
	}
	if len(f.passed) == b.Limit {
		if now.Sub(f.passed[0]) < b.Within {
			f.blown = true
			return false, true
		}
		f.passed = f.passed[1:]
	}
	f.passed = append(f.passed, now)
	return true, false
}

// suspended asks the fuse before a reconnect, and logs once that it has blown.
func (s *server) suspended() bool {
	s.m.mu.Lock()
	ok, first := s.fuse.pass(s.m.policy.Breaker, s.clk.Now())
	s.m.mu.Unlock()
	if first {
		s.log(event.Error, errSuspended.Error(), nil)
	}
	return !ok
}

// refuse takes the place of a reconnect: the connection goes, the tools stay, and
// whoever waits learns why.
func (s *server) refuse() {
	out := s.askReconnect()
	s.release()
	s.m.mu.Lock()
	s.reconnect = nil
	s.m.mu.Unlock()
	s.setState(Failed, errSuspended)
	out.settle(errSuspended)
	s.m.settleFirst(s, errSuspended)
}

// pardon resets the fuse because somebody asks for a reconnect. One that is under
// way has passed the fuse already.
func (s *server) pardon() {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.fuse = fuse{asked: s.reconnect == nil}
}
