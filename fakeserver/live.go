package fakeserver

import (
	"encoding/json"
	"fmt"
	"net"
	"slices"
	"strings"
)

// AddRule adds a rule after all others; remove takes it away again.
func (s *Server) AddRule(r Rule) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.added++
	state := &ruleState{Rule: r, id: fmt.Sprintf("live/%d", s.added)}
	s.rules = append(s.rules, state)
	return func() { s.removeRule(state) }
}

// Release lets go on what is held under a label, in the order in which it was
// held; "" means everything. It reports whether there was any.
func (s *Server) Release(label string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var free []*exec
	for _, x := range s.held {
		if label == "" || x.label == label {
			free = append(free, x)
		}
	}
	for _, x := range free {
		if slices.Contains(s.held, x) {
			s.held = without(s.held, x)
			x.run()
		}
	}
	return len(free) > 0
}

// Held is the number of programs that are held now.
func (s *Server) Held() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.held)
}

// Send writes raw text to the client of a connection: a line of stdout, to which
// a line end is added if it has none, or the data of an event on the GET stream.
// Connection 0 is the newest. It reports whether there is such a connection.
func (s *Server) Send(conn int, raw string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.find(conn)
	if c == nil {
		return false
	}
	if c.process == nil {
		c.push(frame{text: []byte(raw)})
		return true
	}
	if !strings.HasSuffix(raw, "\n") {
		raw += "\n"
	}
	c.process.raw([]byte(raw))
	return true
}

// Notify sends a notification on the newest connection. params is marshalled as
// JSON; nil leaves it out. It reports whether there is a connection.
func (s *Server) Notify(method string, params any) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.find(0)
	if c != nil {
		c.push(frame{text: outgoing(nil, method, asJSON(params)), method: method})
	}
	return c != nil
}

// Request asks the client of the newest connection and returns the raw id token,
// or "" if there is no connection. The answer appears in the journal.
func (s *Server) Request(method string, params any) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.find(0)
	if c == nil {
		return ""
	}
	token := json.RawMessage(s.newID())
	c.ask(token, nil)
	c.push(frame{text: outgoing(token, method, asJSON(params)), method: method, id: token})
	return string(token)
}

// find is a connection that has not ended; 0 = the newest.
func (s *Server) find(n int) *conn {
	if n == 0 {
		return s.newest("")
	}
	for _, c := range s.conns {
		if c.n == n && !c.ended {
			return c
		}
	}
	return nil
}

// Exit ends the server's life: the newest process exits with code after what it
// has written, and over HTTP all sessions are forgotten and everything is cut, as
// when a server restarts. It reports whether there was anything to end.
func (s *Server) Exit(code int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	lived := slices.ContainsFunc(s.conns, func(c *conn) bool { return !c.ended })
	if c := s.newest("stdio"); c != nil {
		c.process.exit(code)
	}
	for _, c := range slices.Clone(s.conns) {
		switch {
		case c.ended:
		case c.transport == "ws":
			c.process.die(code)
		case c.transport == "http":
			c.expireSession(kindSessionExpired)
			c.end()
			s.forget(c)
		}
	}
	return s.cutAll() || lived
}

// Drop cuts every open HTTP stream and connection and every WebSocket; sessions
// stay valid. It reports whether there was any.
func (s *Server) Drop() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	dropped := false
	for _, c := range s.conns {
		if c.transport == "ws" && !c.ended {
			c.process.die(codeBroken)
			dropped = true
		}
	}
	return s.cutAll() || dropped
}

// EndStreams ends every open GET stream as a server does that has had enough. It reports
// whether there was any.
func (s *Server) EndStreams() (ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range slices.Clone(s.conns) { // one that is over with its stream is forgotten
		if c.stream != nil {
			c.stream.end(endEOF)
			ended = true
		}
	}
	for _, h := range slices.Clone(s.exchanges) {
		if h.listening { // of no session
			h.end(endEOF)
			ended = true
		}
	}
	return ended
}

// Open is the number of HTTP requests of a verb whose answers have not ended.
func (s *Server) Open(verb Verb) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, h := range s.exchanges {
		if h.verb == verb {
			n++
		}
	}
	return n
}

// ExpireSessions forgets all sessions; requests that carry one meet 404.
func (s *Server) ExpireSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.expireSession(kindSessionExpired)
	}
}

// SetTools changes what later lists show on all connections. Clients are not
// told; use Notify for that.
func (s *Server) SetTools(tools []Tool) { s.setOffer(offerAction{Tools: notNil(tools)}) }

// SetResources is SetTools for resources.
func (s *Server) SetResources(r []Resource) { s.setOffer(offerAction{Resources: notNil(r)}) }

// SetTemplates is SetTools for resource templates.
func (s *Server) SetTemplates(t []Template) { s.setOffer(offerAction{Templates: notNil(t)}) }

// SetPrompts is SetTools for prompts.
func (s *Server) SetPrompts(p []Prompt) { s.setOffer(offerAction{Prompts: notNil(p)}) }

func (s *Server) setOffer(o offerAction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live.override(o)
}

// notNil makes nil the empty list: in an Offer nil means no change.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// State is the state that the action state has put the server into.
func (s *Server) State() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// SetState puts the server into a named state, which rules can ask for.
func (s *Server) SetState(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = name
	s.note(Entry{Kind: kindState, Text: name})
}

// cutAll cuts all HTTP exchanges and sockets, and reports whether there were any.
func (s *Server) cutAll() (cut bool) {
	for _, h := range slices.Clone(s.exchanges) {
		h.out.jump(item{kind: itemReset})
		h.ended = true
		h.stopListening()
		cut = true
	}
	s.clients.Open(func(socket net.Conn) {
		resetSocket(socket)
		cut = true
	})
	return cut
}
