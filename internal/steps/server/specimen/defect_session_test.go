package specimen_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

func named(name func(n int) string) func(*server) {
	return func(v *server) { v.http.sessionID = name }
}

// ended knows the sessions that were deleted.
type ended struct {
	mu  sync.Mutex
	ids map[string]bool
}

// afterDelete answers requests in a session that was deleted.
func afterDelete(f func(w http.ResponseWriter, r *http.Request, body string) bool) func(*server) {
	return func(v *server) {
		gone := ended{ids: map[string]bool{}}
		before(func(w http.ResponseWriter, r *http.Request, body string) bool {
			id := r.Header.Get(sess)
			gone.mu.Lock()
			was := gone.ids[id]
			if r.Method == "DELETE" && id != "" {
				gone.ids[id] = true
			}
			gone.mu.Unlock()
			return was && f(w, r, body)
		})(v)
	}
}

func unknownSession(v *server, id string) bool {
	v.http.mux.Lock()
	defer v.http.mux.Unlock()
	return id != "" && v.http.live[id] == nil
}

// strangers answers requests with a session id that was never given.
func strangers(f func(w http.ResponseWriter, r *http.Request, body string) bool) func(*server) {
	return func(v *server) {
		before(func(w http.ResponseWriter, r *http.Request, body string) bool {
			return unknownSession(v, r.Header.Get(sess)) && method(body) != "initialize" && f(w, r, body)
		})(v)
	}
}

func on(m string, code int) func(http.ResponseWriter, *http.Request, string) bool {
	return func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return (m == "" || r.Method == m) && reply(w, code, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Session"}}`)
	}
}

var sessionDefects = overHTTP(
	defect{id: "HL-23", name: "session ids have blanks", change: named(func(n int) string { return fmt.Sprintf("session %032d", n*7919) })},
	defect{id: "HL-23", name: "session ids have letters beyond ASCII", change: named(func(n int) string { return fmt.Sprintf("sitzüng-%032d", n*7919) })},
	defect{id: "HL-24", name: "session ids count", change: named(func(n int) string { return fmt.Sprintf("%d", n) })},
	defect{id: "HL-24", name: "session ids count in hexadecimal with a long prefix", change: named(func(n int) string { return fmt.Sprintf("aaaaaaaa-bbbb-cccc-dddd-%012x", n) })},
	defect{id: "HL-24", name: "session ids are times", change: named(func(n int) string { return fmt.Sprintf("17638000%05d", n*13) })},
	defect{id: "HL-24", name: "all sessions have one id", change: named(func(int) string { return "0f8fad5bd9cb469fa16570867728950e" })},
	defect{id: "HL-24", name: "each answer has another session id", change: func(v *server) {
		var nth atomic.Int64
		v.http.headers = func(h http.Header) {
			h.Set(sess, fmt.Sprintf("%08x-1111-4222-8333-%012x", nth.Add(1)*2654435761, nth.Load()*40503))
		}
	}},
	defect{id: "HL-24", name: "session ids are four characters", change: named(func(n int) string { return fmt.Sprintf("%04x", n*7919%65536) })},
	defect{id: "HL-04", name: "no session that was given is known", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Header.Get(sess) != "" && reply(w, 404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
	})},
	defect{id: "HL-04", name: "requests without a session id are refused, and none is given", change: func(v *server) {
		named(func(int) string { return "" })(v)
		before(func(w http.ResponseWriter, r *http.Request, body string) bool {
			return method(body) != "initialize" && reply(w, 400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Mcp-Session-Id is required"}}`)
		})(v)
	}},
	defect{id: "HL-24", name: "all sessions have one id, and resumable streams", change: both(streaming, named(func(int) string { return "0f8fad5bd9cb469fa16570867728950e" }))},
	defect{id: "HL-38", name: "progress comes on the GET stream, where there is one", change: outgoing(func(s *session, c *call, msg object) []object {
		s.mu.Lock()
		listening := slices.Clone(s.listening)
		s.mu.Unlock()
		if len(listening) == 0 || msg["method"] != "notifications/progress" {
			return []object{msg}
		}
		s.push(listening[len(listening)-1], string(s.encode(msg)))
		return nil
	})},
	defect{id: "HL-25", name: "requests without a session are refused with 404", change: status("no session", 404)},
	defect{id: "HL-25", name: "requests without a session are refused with 500", change: status("no session", 500)},
	defect{id: "HL-25", name: "requests without a session are refused with 200 and an error", change: status("no session", 200)},
	defect{id: "HL-25", name: "GET without a session is refused with 404", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && r.Header.Get(sess) == "" && reply(w, 404, "", "")
	})},
	defect{id: "HL-26", name: "DELETE ends nothing", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "DELETE" && reply(w, 204, "", "")
	})},
	defect{id: "HL-26", name: "a request in an ended session is refused with 400", change: afterDelete(on("POST", 400))},
	defect{id: "HL-26", name: "a request in an ended session is answered with 200 and an error", change: afterDelete(on("POST", 200))},
	defect{id: "HL-26", name: "a GET in an ended session is refused with 400", change: afterDelete(on("GET", 400))},
	defect{id: "HL-26", name: "a GET in an ended session opens a stream", change: afterDelete(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 200, "text/event-stream", ": hello\n\n")
	})},
	defect{id: "HL-26", name: "a second DELETE is answered with 204", change: afterDelete(on("DELETE", 204))},
	defect{id: "HL-26", name: "a second DELETE is answered with 500", change: afterDelete(on("DELETE", 500))},
	defect{id: "HL-26", name: "an ended session still lists tools", change: afterDelete(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "tools/list" && reply(w, 200, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}`, rawID(body)))
	})},
	defect{id: "HL-26", name: "a notification in an ended session is accepted", change: afterDelete(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return strings.HasPrefix(method(body), "notifications/") && reply(w, 202, "", "")
	})},
	defect{id: "HL-27", name: "an unknown session is refused with 400", also: []string{"HL-26"}, change: status("unknown session", 400)},
	defect{id: "HL-27", name: "an unknown session is refused with 401", also: []string{"HL-26"}, change: status("unknown session", 401)},
	defect{id: "HL-27", name: "an unknown session is answered with 200 and an error", also: []string{"HL-26"}, change: status("unknown session", 200)},
	defect{id: "HL-27", name: "an unknown session is refused with 503", also: []string{"HL-26"}, change: status("unknown session", 503)},
	defect{id: "HL-27", name: "an unknown session is served as a new one", also: []string{"HL-26"}, change: strangers(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Method == "POST" && method(body) == "ping" && reply(w, 200, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, rawID(body)))
	})},
	defect{id: "HL-27", name: "GET with an unknown session opens a stream", also: []string{"HL-26"}, change: strangers(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 200, "text/event-stream", ": hello\n\n")
	})},
	defect{id: "HL-29", name: "initialize with a stale session is refused with 404", change: staleInit(404)},
	defect{id: "HL-29", name: "initialize with a stale session is refused with 400", change: staleInit(400)},
	defect{id: "HL-29", name: "initialize with a stale session gives the stale id again", change: func(v *server) {
		before(func(_ http.ResponseWriter, r *http.Request, body string) bool {
			if id := r.Header.Get(sess); method(body) == "initialize" && id != "" {
				v.http.mux.Lock()
				next := v.http.sessionID
				v.http.sessionID = func(int) string { v.http.sessionID = next; return id }
				v.http.mux.Unlock()
			}
			return false
		})(v)
	}},
	defect{id: "HL-22", name: "a second GET is refused for ever", change: oneGET(func(w http.ResponseWriter) bool { return reply(w, 409, "", "") })},
	defect{id: "HL-22", name: "a GET after a lost one is refused with 400 for a minute", change: oneGET(func(w http.ResponseWriter) bool { return reply(w, 400, "", "") })},
	defect{id: "HL-36", name: "a silent GET stream is not kept alive", change: func(v *server) { v.http.alive = 0 }},
	defect{id: "HL-20", name: "answers come on the GET stream too", change: leaking(func(m object) bool { return isResponse(m) })},
	defect{id: "HL-20", name: "answers to calls come on the GET stream alone where there is one", change: outgoing(func(s *session, c *call, msg object) []object {
		s.mu.Lock()
		listening := slices.Clone(s.listening)
		s.mu.Unlock()
		if len(listening) == 0 || c == nil || c.method != "tools/call" || !isResponse(msg) {
			return []object{msg}
		}
		s.push(listening[len(listening)-1], string(s.encode(msg)))
		return nil
	})},
	defect{id: "HL-20", name: "answers to tools/call come on the GET stream too", change: func(v *server) {
		v.out = func(s *session, c *call, msg object) []object {
			if isResponse(msg) && c != nil && c.method == "tools/call" {
				s.send(nil, msg)
			}
			return []object{msg}
		}
	}},
	defect{id: "HL-21", name: "announcements go to all GET streams", change: func(v *server) {
		v.http.route = func(s *session, _ object) []*stream {
			s.mu.Lock()
			defer s.mu.Unlock()
			return append([]*stream{}, s.listening...)
		}
	}},
	defect{id: "HL-21", name: "what a tool has changed is announced on all GET streams", change: func(v *server) {
		choose := v.http.route
		v.http.route = func(s *session, msg object) []*stream {
			if msg["method"] != "notifications/resources/updated" {
				return choose(s, msg)
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			return slices.Clone(s.listening)
		}
	}},
	defect{id: "HL-21", name: "progress comes on the GET stream too", change: leaking(func(m object) bool { return m["method"] == "notifications/progress" })},
	defect{id: "HL-21", name: "log messages of a call come on the GET stream too", change: leaking(func(m object) bool { return m["method"] == "notifications/message" })},
)

// leaking sends some messages of requests to the GET stream as well.
func leaking(which func(m object) bool) func(*server) {
	return outgoing(func(s *session, c *call, msg object) []object {
		if c != nil && which(msg) {
			s.send(nil, msg)
		}
		return []object{msg}
	})
}

func rawID(body string) string {
	v, _ := decode([]byte(body))
	o, _ := v.(object)
	return string(encode(o["id"]))
}

func staleInit(code int) func(*server) {
	return before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return method(body) == "initialize" && r.Header.Get(sess) != "" && reply(w, code, "text/plain", "Session not found")
	})
}

// oneGET refuses all GETs of a session but the first.
func oneGET(refused func(http.ResponseWriter) bool) func(*server) {
	return func(v *server) {
		seen := ended{ids: map[string]bool{}}
		before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
			id := r.Header.Get(sess)
			if r.Method != "GET" || unknownSession(v, id) {
				return false
			}
			seen.mu.Lock()
			was := seen.ids[id]
			seen.ids[id] = true
			seen.mu.Unlock()
			return was && refused(w)
		})(v)
	}
}
