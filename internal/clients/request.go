package clients

import (
	"net/http"
	"slices"
)

const (
	// fewRequests are as many as a connection may always have at once: those of HTTP/2 that have
	// more cannot keep others from asking.
	fewRequests = 8
	// mostLines is how many header lines a request may have: many short ones take ten times the
	// memory of their texts.
	mostLines = 256
)

// admit counts a request, for which an idle connection may have to go.
func (s *Set) admit(r *http.Request) (c *client, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok = r.Context().Value(key{}).(*client); !ok {
		c = &client{} // of a server that was given another context
	}
	most, few := s.limits.Connections, c.requests < fewRequests
	if few {
		most *= 2
	}
	if most > 0 && s.requests >= most {
		idle := s.oldest(func(o *client) bool { return o != c && o.resting() })
		if !few || idle == nil {
			return nil, false
		}
		s.cut(idle)
	}
	c.requests++
	if !c.closed {
		s.requests++
	}
	return c, true
}

// leave is the end of a request, and of the connection that it was given.
func (s *Set) leave(a *answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := a.c
	c.requests--
	if a.stream {
		c.streams--
	}
	if !c.closed {
		s.requests--
	}
	if c.upgraded {
		s.all = slices.DeleteFunc(s.all, func(o *client) bool { return o == c })
	}
}

// said notes that something was said on a stream.
func (s *Set) said(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.since = s.clk.Now()
}

// ShortHeads refuses requests whose heads have too many lines. [Set.Bound] has it, too.
func (s *Set) ShortHeads(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.limits.Headers > 0 && lines(r) > mostLines {
			s.turnDown(w, r, http.StatusRequestHeaderFieldsTooLarge, "too many headers")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// lines is how many header lines a request has.
func lines(r *http.Request) (n int) {
	for _, values := range r.Header {
		n += len(values)
	}
	return n
}

// turnDown answers a request whose body is not wanted, for which net/http would wait.
func (s *Set) turnDown(w http.ResponseWriter, r *http.Request, status int, text string) {
	if s.limits.Read > 0 {
		_ = http.NewResponseController(w).SetReadDeadline(s.clk.Now().Add(s.limits.Read)) // recorders in tests cannot
	}
	if r.ProtoMajor == 1 { // of HTTP/2 it would end what else the connection is for
		w.Header().Set("Connection", "close")
	}
	http.Error(w, text, status)
}
