package specimen_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// web is what the server does over HTTP.
type web struct {
	path          string
	sessions      bool
	sessionID     func(n int) string
	streams       func(c *call) bool // whether a request is answered with an event stream
	resume        bool
	get           bool
	remove        bool          // DELETE ends a session
	alive         time.Duration // between comments on silent streams
	status        map[string]int
	eventID       func(st *stream, n int) string
	event         func(st *stream, id, data string) string // one event on the wire
	prime         bool
	lag           time.Duration       // from the answer to the end of its stream
	headers       func(h http.Header) // of every answer
	wrap          func(http.Handler) http.Handler
	guard         func(w http.ResponseWriter, r *http.Request) bool // true: refused
	accepts       func(r *http.Request, kind string) bool
	local         func(origin string) bool
	fold          func(body []byte) []byte               // a JSON answer
	route         func(s *session, msg object) []*stream // where what is about no request goes
	replay        func(s *session, from *stream, missed []event) []event
	kind          string                      // the Content-Type of JSON answers
	lagOf         func(c *call) time.Duration // besides lag
	exact         bool                        // names of headers are compared byte by byte
	everywhere    bool                        // all addresses of the machine
	shared        bool                        // events of all sessions are found
	unknownReplay bool                        // an unknown event id replays all
	primeGET      bool
	polls         bool   // connections of streams end before the answer
	retry         string // what they say before
	streamKind    string // the Content-Type of streams
	plain         bool   // refusals are plain text
	errorStatus   int    // of JSON answers that are errors; 0 = 200
	statusOf      func(body []byte) int
	dropCancels   bool
	mux           sync.Mutex
	live          map[string]*session
	given         int
}

func defaultWeb() web {
	return web{
		path: "/mcp", sessions: true, resume: true, get: true, remove: true, alive: 15 * time.Second, prime: true, primeGET: true, streamKind: "text/event-stream", kind: "application/json",
		sessionID: func(n int) string {
			sum := sha256.Sum256([]byte("session " + strconv.Itoa(n)))
			return hex.EncodeToString(sum[:16])
		},
		streams: func(c *call) bool { return c.method == "tools/call" },
		status: map[string]int{"notification": 202, "response": 202, "parse": 400, "invalid": 400, "origin": 403, "version": 400,
			"no session": 400, "unknown session": 404, "accept": 406, "type": 415, "delete": 204, "method": 405, "initialize": 200, "batch": 400},
		eventID: func(st *stream, n int) string { return fmt.Sprintf("%s-%d", st.name, n) },
		event: func(_ *stream, id, data string) string {
			return "id: " + id + "\ndata: " + data + "\n\n"
		},
		headers: func(http.Header) {},
		guard:   func(http.ResponseWriter, *http.Request) bool { return false },
		accepts: func(r *http.Request, kind string) bool {
			for _, a := range strings.Split(strings.Join(r.Header.Values("Accept"), ","), ",") {
				a, _, _ = strings.Cut(strings.TrimSpace(a), ";")
				major, _, _ := strings.Cut(kind, "/")
				if a == "*/*" || a == kind || a == major+"/*" {
					return true
				}
			}
			return false
		},
		local: func(origin string) bool {
			host := strings.TrimPrefix(strings.TrimPrefix(origin, "http://"), "https://")
			host, _, _ = strings.Cut(host, ":")
			return host == "localhost" || host == "127.0.0.1"
		},
		fold:   func(b []byte) []byte { return b },
		replay: func(_ *session, _ *stream, missed []event) []event { return missed },
		route: func(s *session, _ object) []*stream {
			s.mu.Lock()
			defer s.mu.Unlock()
			for i := len(s.listening) - 1; i >= 0; i-- {
				if s.listening[i].readers > 0 {
					return s.listening[i : i+1]
				}
			}
			return s.listening[max(0, len(s.listening)-1):] // to be resumed
		},
		live: map[string]*session{},
	}
}

// handler is the server's HTTP interface.
func (v *server) handler() http.Handler {
	var h http.Handler = http.HandlerFunc(v.serveHTTP)
	if v.http.wrap != nil {
		h = v.http.wrap(h)
	}
	return h
}

func (v *server) serveHTTP(w http.ResponseWriter, r *http.Request) {
	v.http.headers(w.Header())
	switch origin := r.Header.Get("Origin"); {
	case v.http.guard(w, r):
		return
	case r.URL.Path != v.http.path:
		w.WriteHeader(http.StatusNotFound)
		return
	case origin != "" && !v.http.local(origin):
		v.reject(w, "origin", nil, refuse(-32600, "Forbidden origin"))
		return
	}
	switch r.Method {
	case http.MethodPost:
		v.post(w, r)
	case http.MethodGet:
		v.listen(w, r)
	case http.MethodDelete:
		v.remove(w, r)
	default:
		w.Header().Set("Allow", "POST, GET, DELETE")
		v.reject(w, "method", nil, refuse(-32600, "Method not allowed"))
	}
}

// reject answers with an HTTP error and its body.
func (v *server) reject(w http.ResponseWriter, why string, id any, f *fault) {
	status := v.http.status[why]
	if status == 202 || status == 204 {
		w.WriteHeader(status)
		return
	}
	if v.http.plain {
		http.Error(w, f.message, status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(v.encode(failure(id, f)))
}

// session finds the session of a request, or refuses it.
func (v *server) session(w http.ResponseWriter, r *http.Request, id any) *session {
	if !v.http.sessions {
		s := v.open("", nil)
		s.ready, s.revision, s.client = true, "2025-11-25", object{}
		return s
	}
	name := r.Header.Get("Mcp-Session-Id")
	v.http.mux.Lock()
	s := v.http.live[name]
	v.http.mux.Unlock()
	switch {
	case name == "":
		v.reject(w, "no session", id, refuse(-32600, "Mcp-Session-Id is missing"))
	case s == nil:
		v.reject(w, "unknown session", id, refuse(-32001, "Session not found"))
	}
	return s
}

// version refuses revisions that the server does not support.
func (v *server) version(w http.ResponseWriter, r *http.Request, id any) bool {
	name := r.Header.Get("Mcp-Protocol-Version")
	if name == "" || slices.Contains(v.revisions, name) {
		return true
	}
	v.reject(w, "version", id, refuse(-32600, "Unsupported protocol version"))
	return false
}

func (v *server) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	plain, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if strings.TrimSpace(plain) != "application/json" {
		v.reject(w, "type", nil, refuse(-32600, "Content-Type must be application/json"))
		return
	}
	if !v.http.accepts(r, "application/json") && !v.http.accepts(r, "text/event-stream") {
		v.reject(w, "accept", nil, refuse(-32600, "Not acceptable"))
		return
	}
	m, f := decode(body)
	switch msg := m.(type) {
	case object:
		v.take(w, r, msg)
	case list:
		v.batch(w, r, msg)
	default:
		if f == nil {
			f = refuse(-32600, "Invalid Request")
		}
		v.reject(w, "parse", nil, f)
	}
}

func (v *server) take(w http.ResponseWriter, r *http.Request, msg object) {
	id := msg["id"]
	if !validID(id) {
		id = nil
	}
	k := kindOf(msg)
	if k == malformed {
		v.reject(w, "invalid", id, refuse(-32600, "Invalid Request"))
		return
	}
	if k == request && msg["method"] == "initialize" {
		v.initialize(w, r, msg)
		return
	}
	s := v.session(w, r, id)
	if s == nil || !v.version(w, r, id) {
		return
	}
	if msg = s.in(s, msg); msg == nil {
		v.passOver(w, r, k)
		return
	}
	switch k {
	case notification:
		s.note(msg)
		w.WriteHeader(v.http.status["notification"])
	case response:
		s.resolve(msg)
		w.WriteHeader(v.http.status["response"])
	default:
		v.answer(w, r, s, s.begin(msg, nil))
	}
}

// passOver does not answer a message, as far as HTTP allows.
func (v *server) passOver(w http.ResponseWriter, r *http.Request, k kind) {
	switch k {
	case notification:
		w.WriteHeader(v.http.status["notification"])
	case response:
		w.WriteHeader(v.http.status["response"])
	default:
		<-r.Context().Done()
	}
}

// gaveUp reports whether the request was cancelled.
func (c *call) gaveUp() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cancelled
}

// initialize opens a session.
func (v *server) initialize(w http.ResponseWriter, r *http.Request, msg object) {
	s := v.open("", nil)
	s.send = func(_ *call, m object) {
		for _, st := range v.http.route(s, m) {
			s.push(st, string(v.encode(m)))
		}
	}
	if msg = s.in(s, msg); msg == nil {
		return
	}
	params, _ := msg["params"].(object)
	if _, ok := params["protocolVersion"].(string); ok && v.http.sessions {
		v.http.mux.Lock()
		v.http.given++
		s.id = v.http.sessionID(v.http.given)
		v.http.live[s.id] = s
		v.http.mux.Unlock()
		w.Header().Set("Mcp-Session-Id", s.id)
	}
	v.answer(w, r, s, s.begin(msg, nil))
}

// answer serves a request and answers it with JSON or an event stream.
func (v *server) answer(w http.ResponseWriter, r *http.Request, s *session, c *call) {
	streaming := v.http.streams(c)
	if !v.http.accepts(r, "text/event-stream") {
		streaming = false
	} else if !v.http.accepts(r, "application/json") {
		streaming = true
	}
	if !streaming {
		v.answerJSON(w, r, s, c)
		return
	}
	st := s.newStream()
	offered, _ := c.params["protocolVersion"].(string) // of initialize
	primed := v.http.prime && max(s.revision, offered) >= "2025-11-25" && slices.Contains(v.revisions, "2025-11-25")
	if primed {
		s.push(st, "")
	}
	c.send = func(m object) { s.push(st, string(v.encode(m))) }
	c.after = func() {
		lag := v.http.lag
		if v.http.lagOf != nil {
			lag = v.http.lagOf(c)
		}
		_ = clock.Sleep(context.Background(), v.clk, lag)
		s.end(st)
	}
	go c.serve()
	if v.http.polls && primed { // there is something to come back to
		w.Header().Set("Content-Type", v.http.streamKind)
		s.mu.Lock()
		first := st.events[:min(1, len(st.events))]
		s.mu.Unlock()
		for _, e := range first {
			_, _ = io.WriteString(w, v.http.event(st, e.id, e.data))
		}
		_, _ = io.WriteString(w, v.http.retry)
		return
	}
	v.flow(w, r, s, st, nil, 0)
	if v.http.dropCancels {
		c.stop()
	}
}

func (v *server) answerJSON(w http.ResponseWriter, r *http.Request, s *session, c *call) {
	done := make(chan []byte, 8)
	c.send = func(m object) {
		if _, ok := m["method"]; ok {
			if m["id"] != nil {
				s.send(c, m) // there is no better stream
			}
			return
		}
		select {
		case done <- v.encode(m):
		default:
		}
	}
	c.after = func() { close(done) }
	go c.serve()
	var body []byte
	select {
	case body = <-done:
	case <-r.Context().Done():
		return
	}
	if body == nil && !c.gaveUp() {
		<-r.Context().Done()
		return
	}
	if body == nil { // cancelled
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.Header()["Content-Type"] = []string{v.http.kind}
	if v.http.statusOf != nil {
		w.WriteHeader(v.http.statusOf(body))
	}
	if v.http.errorStatus != 0 && bytes.Contains(body, []byte(`"error":`)) {
		w.WriteHeader(v.http.errorStatus)
	}
	_, _ = w.Write(v.http.fold(body))
}

// remove serves DELETE.
func (v *server) remove(w http.ResponseWriter, r *http.Request) {
	if !v.http.remove {
		w.Header().Set("Allow", "POST, GET")
		v.reject(w, "method", nil, refuse(-32600, "Sessions end by themselves"))
		return
	}
	s := v.session(w, r, nil)
	if s == nil || !v.version(w, r, nil) {
		return
	}
	v.http.mux.Lock()
	delete(v.http.live, s.id)
	v.http.mux.Unlock()
	s.close()
	s.mu.Lock()
	for _, st := range s.streams {
		close(st.changed)
		st.changed = make(chan struct{})
	}
	s.mu.Unlock()
	w.WriteHeader(v.http.status["delete"])
}
