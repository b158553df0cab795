package fakeserver

import (
	"context"
	"net"
	"net/http"
	"slices"
	"time"
)

// client is a connection of [Server.Serve], with its WebSocket after an upgrade. It is guarded by
// the server's lock.
type client struct {
	socket   net.Conn
	waiting  bool      // without a request: new, idle, or its head is being read
	since    time.Time // waiting
	requests int       // without an end
	upgraded bool      // net/http has given it away
	closed   bool      // by makeRoom
}

type clientKey struct{}

// enter keeps a new connection, for which others may have to go.
func (s *Server) enter(ctx context.Context, socket net.Conn) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &client{socket: socket, waiting: true, since: s.clk.Now()}
	s.makeRoom()
	s.clients = append(s.clients, c)
	if most := s.limits.Connections; most > 0 && s.openClients() > most {
		c.close()
	}
	return context.WithValue(ctx, clientKey{}, c)
}

// makeRoom closes the connection that has been without a request for longest, if another one
// would be too many.
func (s *Server) makeRoom() {
	var oldest *client
	waiting := 0
	for _, c := range s.clients {
		if !c.waiting || c.closed {
			continue
		}
		waiting++
		if oldest == nil || c.since.Before(oldest.since) {
			oldest = c
		}
	}
	crowded := s.limits.Waiting > 0 && waiting >= s.limits.Waiting
	full := s.limits.Connections > 0 && s.openClients() >= s.limits.Connections
	if oldest != nil && (crowded || full) {
		oldest.close()
	}
}

// openClients is how many connections there are.
func (s *Server) openClients() int {
	n := 0
	for _, c := range s.clients {
		if !c.closed {
			n++
		}
	}
	return n
}

// close cuts a connection. Its end comes to connState.
func (c *client) close() {
	c.closed = true
	socket := c.socket
	if secured, ok := socket.(interface{ NetConn() net.Conn }); ok {
		socket = secured.NetConn() // the other one would wait until it has said so
	}
	_ = socket.Close()
}

// connState keeps the list of connections.
func (s *Server) connState(socket net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.clients, func(c *client) bool { return c.socket == socket })
	if i < 0 {
		return
	}
	c := s.clients[i]
	switch state {
	case http.StateNew, http.StateIdle:
		c.waiting, c.since = true, s.clk.Now()
	case http.StateActive:
		c.waiting = false
	case http.StateHijacked:
		c.waiting, c.upgraded = false, true // until its handler ends
	case http.StateClosed:
		s.clients = slices.Delete(s.clients, i, i+1)
	}
}

// fewRequests are as many as a connection may always have at once: those of HTTP/2 that have more
// cannot keep others from asking.
const fewRequests = 8

// admit counts a request, or refuses it; left is its end.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) (left func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := r.Context().Value(clientKey{}).(*client)
	if !ok {
		c = &client{} // of a server that was given another context
	}
	most := s.limits.Connections
	if c.requests < fewRequests {
		most *= 2
	}
	if most > 0 && s.requests >= most {
		s.turnDown(w, r, http.StatusServiceUnavailable, "too many requests at once")
		return nil, false
	}
	s.requests++
	c.requests++
	return func() { s.leave(c) }, true
}

// leave is the end of a request, and of the connection that it was given.
func (s *Server) leave(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests--
	c.requests--
	if c.upgraded {
		s.clients = slices.DeleteFunc(s.clients, func(o *client) bool { return o == c })
	}
}

// turnDown answers a request whose body is not wanted, for which net/http would wait.
func (s *Server) turnDown(w http.ResponseWriter, r *http.Request, status int, text string) {
	s.readBy(w)
	if r.ProtoMajor == 1 { // of HTTP/2 it would end what else the connection is for
		w.Header().Set("Connection", "close")
	}
	http.Error(w, text, status)
}
