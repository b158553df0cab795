package steps

import (
	"fmt"
	"time"
)

// maxStarts is how often one server may be connected within a virtual
// millisecond. More is a crash loop without any delay: the runtime that is
// documented has no limit, and time would never go on.
const maxStarts = 200

// crashLoop counts the connections of one server.
type crashLoop struct {
	since time.Time
	n     int
}

// add counts one more and reports whether it is the one too many.
func (c *crashLoop) add(now time.Time) bool {
	if now.Sub(c.since) >= time.Millisecond {
		c.since, c.n = now, 0
	}
	c.n++
	return c.n == maxStarts+1
}

// crashLoopError ends a scenario whose server is connected and lost for ever at
// one moment.
type crashLoopError struct {
	server string
	at     time.Duration
}

func (e *crashLoopError) Error() string {
	return fmt.Sprintf("storm: server %q was connected and lost %d times within one virtual millisecond at %s: let it live a while (delay before exit), or set the switch \"reconnect.breaker\" to \"5-per-30s\"",
		e.server, maxStarts, e.at)
}

// connected watches for a crash loop and ends the simulation then. In the real
// world every start takes its time.
func (s *server) connected(now time.Time) {
	g, virtual := s.w.ground.(*virtualGround)
	if virtual && s.loop.add(now) {
		g.sim().Fail(&crashLoopError{s.name, s.w.since(now)})
	}
}
