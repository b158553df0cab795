package fakeserver

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// welcome gives a connection that initializes its session.
func (s *Server) welcome(h *exchange) {
	if !s.script.HTTP.sessions() || h.c.sessionless {
		h.c.sessionless = true
		return
	}
	if h.c.session == "" {
		h.c.mintSession("")
	}
	h.setHeaders(map[string]string{sessionHeader: h.c.session})
}

// mintSession gives the connection a session; id "" = a new one.
func (c *conn) mintSession(id string) {
	s := c.s
	s.forgetSessions()
	if id == "" {
		s.minted++
		n := strconv.Itoa(s.minted)
		id = fmt.Sprintf("%016x%016x", s.rand("session", s.name, n, "high"), s.rand("session", s.name, n, "low"))
	}
	c.session, c.expired = id, false
	s.sessions[id] = c
	c.note(Entry{Kind: KindSessionMinted, ID: id})
}

// expireSession makes every request with a session of the connection meet 404.
func (c *conn) expireSession(why EntryKind) {
	if c.session == "" || c.expired {
		return
	}
	c.expired = true
	c.note(Entry{Kind: why, ID: c.session})
}

// admit checks what a correct server checks before it looks at a message.
func (h *exchange) admit(x *exec) bool {
	if x.msg.method == "initialize" || x.modern {
		return true
	}
	status, text := h.objection()
	if status == 0 {
		return true
	}
	h.rpcStatus(status, reply{id: idOrNull(x.msg.id), err: &rpcError{Code: codeInvalidRequest, Message: text}})
	return false
}

// objection is the status and text with which a request is refused; 0 = it is not.
func (h *exchange) objection() (status int, text string) {
	revision := h.request.Header.Get(revisionHeader)
	if revision != "" && !slices.Contains(h.c.s.script.revisions(), revision) {
		return http.StatusBadRequest, "Bad Request: unsupported protocol version " + strconv.Quote(revision)
	}
	switch {
	case h.c.sessionless || !h.c.s.script.HTTP.sessions():
		return 0, ""
	case h.session == "":
		return http.StatusBadRequest, "Bad Request: " + sessionHeader + " header is required"
	case h.c.s.ofSession(h.session) == nil || h.c.expired:
		return http.StatusNotFound, "Session not found"
	default:
		return 0, ""
	}
}

func idOrNull(id []byte) []byte {
	if id == nil {
		return []byte("null")
	}
	return id
}

// serveDelete ends the session.
func (h *exchange) serveDelete() {
	if h.c.s.script.onlyPosts() {
		h.refuseVerb()
		return
	}
	if !h.c.s.script.HTTP.sessions() || h.c.sessionless {
		h.setHeaders(map[string]string{"Allow": "GET, POST"})
		h.refuse(http.StatusMethodNotAllowed, "there are no sessions")
		return
	}
	if status, text := h.objection(); status != 0 {
		h.refuse(status, text)
		return
	}
	h.c.expireSession(kindSessionEnded)
	if h.c.stream != nil {
		h.c.stream.end(endEOF)
	}
	h.status(http.StatusOK, nil, nil)
	h.c.end()
	h.c.s.forget(h.c)
}
