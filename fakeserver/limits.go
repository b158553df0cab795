package fakeserver

import (
	"errors"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/internal/clients"
)

// Limits are what clients cannot exceed. The zero value limits nothing but the size
// of messages, as simulations want it; a server that strangers can reach needs
// [ServingLimits].
type Limits struct {
	// Read is how long a client may take for the head of a request, and again for its
	// body, which otherwise is answered with 408. Answers are not limited.
	Read time.Duration
	// Headers is how many bytes the head of a request may have, about, in 256 lines; more are
	// answered with 431. The journal keeps them. 0 = as net/http has it, 1 MiB.
	Headers int
	// Write is how long a client may take to read each part of an answer; then the
	// connection is cut.
	Write time.Duration
	// Idle is how long a connection without a request stays open.
	Idle time.Duration
	// Connections is how many connections may be open at once, and how many requests may be
	// without an end: event streams, and WebSockets, are such requests. A connection that comes
	// then takes the place of the one that has been without a request for longest, else of the
	// one on whose streams nothing was said for longest, or is closed if all are asked something.
	// A request does the same, and is answered with 503 if there is none; if its connection has
	// fewer than 8, only when there are twice as many.
	Connections int
	// Waiting is how many connections may be open without a request, or with part of its head.
	// The one that has been so for longest is closed for a new one.
	Waiting int
	// Session is how long an HTTP session without a request and without an open
	// stream is remembered.
	Session time.Duration
	// Sessions is how many HTTP sessions are remembered: a new one takes the place of
	// the one that has been idle longest, if any is idle.
	Sessions int
}

// ServingLimits are those of `mcpsim serve`.
func ServingLimits() Limits {
	usual := clients.Usual()
	return Limits{
		Read: usual.Read, Headers: usual.Headers, Write: time.Minute, Idle: usual.Idle, Connections: usual.Connections, Waiting: usual.Waiting,
		Session: 30 * time.Minute, Sessions: 1000,
	}
}

// ofClients are the limits of connections.
func (l Limits) ofClients() clients.Limits {
	return clients.Limits{Read: l.Read, Headers: l.Headers, Idle: l.Idle, Connections: l.Connections, Waiting: l.Waiting}
}

// readBy gives the client of a request so long for its body; done lifts that.
func (s *Server) readBy(w http.ResponseWriter) (done func()) {
	if s.limits.Read == 0 {
		return func() {}
	}
	controller := http.NewResponseController(w)
	_ = controller.SetReadDeadline(s.clk.Now().Add(s.limits.Read))
	return func() { _ = controller.SetReadDeadline(time.Time{}) }
}

// writeBy gives the client so long for the next part of the answer.
func (s *Server) writeBy(w http.ResponseWriter) {
	if s.limits.Write != 0 {
		_ = http.NewResponseController(w).SetWriteDeadline(s.clk.Now().Add(s.limits.Write))
	}
}

// isTimeout reports whether a client took too long.
func isTimeout(err error) bool {
	var late interface{ Timeout() bool }
	return errors.As(err, &late) && late.Timeout()
}

// forgetSessions makes room for a new session; the lock is held.
func (s *Server) forgetSessions() {
	now, busy := s.clk.Now(), s.busy()
	for len(s.sessions) > 0 {
		oldest := s.longestIdle(busy)
		if oldest == nil {
			return
		}
		old := s.limits.Session > 0 && now.Sub(oldest.used) > s.limits.Session
		full := s.limits.Sessions > 0 && len(s.sessions) >= s.limits.Sessions
		if !old && !full {
			return
		}
		s.drop(oldest)
	}
}

// longestIdle is the session that was used longest ago, of those that no request uses
// now; nil = there is none.
func (s *Server) longestIdle(busy map[*conn]bool) (oldest *conn) {
	for _, c := range s.sessions {
		if busy[c] {
			continue
		}
		if oldest == nil || c.used.Before(oldest.used) || c.used.Equal(oldest.used) && c.n < oldest.n {
			oldest = c
		}
	}
	return oldest
}

// busy are the connections that a request uses now.
func (s *Server) busy() map[*conn]bool {
	busy := map[*conn]bool{}
	for _, h := range s.exchanges {
		if !h.ended {
			busy[h.c] = true
		}
	}
	return busy
}

// forgetNameless forgets the oldest HTTP connections that have no session, if there are more
// than sessions may be: no request finds them any more. The lock is held.
func (s *Server) forgetNameless() {
	if s.limits.Sessions == 0 {
		return
	}
	var nameless []*conn
	for _, c := range s.conns {
		if c.transport == "http" && c.session == "" && c != s.modernHTTP {
			nameless = append(nameless, c)
		}
	}
	if len(nameless) <= s.limits.Sessions {
		return
	}
	busy := s.busy()
	for _, c := range nameless[:len(nameless)/2] { // not one each time
		if !busy[c] {
			c.end()
			s.forget(c)
		}
	}
}

// drop ends a session and its connection. Nothing is left of it, so that clients that
// open sessions without end take no memory; its id is one that never was.
func (s *Server) drop(c *conn) {
	c.expireSession(kindSessionExpired)
	c.end()
	s.forget(c)
	delete(s.over, c.session)
}
