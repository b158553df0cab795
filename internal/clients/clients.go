// Package clients bounds what the clients of an HTTP server can hold: how many connections there
// are, how many requests have no end, and how long a head may be. Who waits for longest makes room
// for who comes. It does not bound what handlers do with a request: bodies, answers and memory are
// theirs.
package clients

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Limits are what clients cannot exceed. The zero value limits nothing.
type Limits struct {
	// Read is how long a client may take for the head of a request, and for the body of one
	// that is refused.
	Read time.Duration
	// Headers is how many bytes the head of a request may have, about, in 256 lines; more are
	// answered with 431. 0 = as net/http has it, 1 MiB in any number of lines.
	Headers int
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
}

// Usual are the limits of commands that serve.
func Usual() Limits {
	return Limits{Read: 30 * time.Second, Headers: 64 << 10, Idle: 2 * time.Minute, Connections: 4096, Waiting: 512}
}

// OfCommands are the limits of what takes commands, or the answer to a login: of a few clients
// with small requests.
func OfCommands() Limits {
	return Limits{Read: 10 * time.Second, Headers: 64 << 10, Idle: 2 * time.Minute, Connections: 128, Waiting: 32}
}

// Set is the clients of one server. Its methods may be called from any goroutine.
type Set struct {
	limits Limits
	clk    clock.Clock

	mu       sync.Mutex // guards all below, and what it has of clients; never held while anything waits
	all      []*client
	requests int // without an end, but for those of connections that were closed to make room
}

// New returns a set that is empty.
func New(l Limits, clk clock.Clock) *Set { return &Set{limits: l, clk: clk} }

// client is a connection, with its WebSocket after an upgrade.
type client struct {
	socket   net.Conn
	waiting  bool      // without a request: new, idle, or its head is being read
	since    time.Time // waiting, or since something was said on its streams
	requests int       // without an end
	streams  int       // of these, event streams and WebSockets
	upgraded bool      // net/http has given it away
	closed   bool      // by makeRoom
}

// resting reports whether all that a client asked are streams.
func (c *client) resting() bool { return c.requests > 0 && c.streams == c.requests }

type key struct{}

// Bound bounds the clients of a server that does not serve yet, and whose handler is set.
func (s *Set) Bound(server *http.Server) {
	server.ReadHeaderTimeout, server.IdleTimeout, server.MaxHeaderBytes = s.limits.Read, s.limits.Idle, s.limits.Headers
	server.ConnContext, server.ConnState = s.enter, s.connState
	handler := s.ShortHeads(server.Handler)
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := s.admit(r)
		if !ok {
			s.turnDown(w, r, http.StatusServiceUnavailable, "too many requests at once")
			return
		}
		a := &answer{ResponseWriter: w, s: s, c: c}
		defer s.leave(a)
		handler.ServeHTTP(a, r)
	})
}

// Open calls f with each connection that net/http has not given away.
func (s *Set) Open(f func(net.Conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.all {
		if !c.upgraded {
			f(c.socket)
		}
	}
}

// enter keeps a new connection, for which others may have to go.
func (s *Set) enter(ctx context.Context, socket net.Conn) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &client{socket: socket, waiting: true, since: s.clk.Now()}
	s.makeRoom()
	s.all = append(s.all, c)
	if most := s.limits.Connections; most > 0 && s.open() > most {
		s.cut(c)
	}
	return context.WithValue(ctx, key{}, c)
}

// makeRoom closes the connection that has been without a request for longest, or on whose
// streams nothing was said for longest, if another one would be too many.
func (s *Set) makeRoom() {
	waiting, oldest := 0, s.oldest(func(c *client) bool { return c.waiting })
	for _, c := range s.all {
		if c.waiting && !c.closed {
			waiting++
		}
	}
	crowded := s.limits.Waiting > 0 && waiting >= s.limits.Waiting
	full := s.limits.Connections > 0 && s.open() >= s.limits.Connections
	if oldest == nil && full {
		oldest = s.oldest((*client).resting)
	}
	if oldest != nil && (crowded || full) {
		s.cut(oldest)
	}
}

// oldest is the client of those that is so for longest; nil = there is none.
func (s *Set) oldest(of func(*client) bool) (oldest *client) {
	for _, c := range s.all {
		if !c.closed && of(c) && (oldest == nil || c.since.Before(oldest.since)) {
			oldest = c
		}
	}
	return oldest
}

// open is how many connections there are.
func (s *Set) open() int {
	n := 0
	for _, c := range s.all {
		if !c.closed {
			n++
		}
	}
	return n
}

// cut closes a connection. Its requests count no more: their end is only a matter of time.
func (s *Set) cut(c *client) {
	c.closed = true
	s.requests -= c.requests
	socket := c.socket
	if secured, ok := socket.(interface{ NetConn() net.Conn }); ok {
		socket = secured.NetConn() // the other one would wait until it has said so
	}
	_ = socket.Close()
}

// connState keeps the list of connections.
func (s *Set) connState(socket net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(c *client) bool { return c.socket == socket })
	if i < 0 {
		return
	}
	c := s.all[i]
	switch state {
	case http.StateNew, http.StateIdle:
		c.waiting, c.since = true, s.clk.Now()
	case http.StateActive:
		c.waiting = false
	case http.StateHijacked:
		c.waiting, c.upgraded = false, true // until its handler ends
	case http.StateClosed:
		s.all = slices.Delete(s.all, i, i+1)
	}
}
