package specimen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// before sees each request before the server does; true: it is answered.
func before(f func(w http.ResponseWriter, r *http.Request, body string) bool) func(*server) {
	return func(v *server) {
		next := v.http.wrap
		v.http.wrap = func(h http.Handler) http.Handler {
			if next != nil {
				h = next(h)
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				if !f(w, r, string(body)) {
					h.ServeHTTP(w, r)
				}
			})
		}
	}
}

// saying adds a body to the answers to notifications.
func saying(kind, text string) func(*server) {
	return func(v *server) {
		v.http.wrap = func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				if strings.HasPrefix(method(string(body)), "notifications/") {
					w = talkative{w, kind, text}
				}
				h.ServeHTTP(w, r)
			})
		}
	}
}

// talkative says something with the status 202.
type talkative struct {
	http.ResponseWriter
	kind, text string
}

func (w talkative) WriteHeader(code int) {
	if code != http.StatusAccepted {
		w.ResponseWriter.WriteHeader(code)
		return
	}
	reply(w.ResponseWriter, code, w.kind, w.text)
}

// status answers a reason to refuse with another HTTP status.
func status(why string, code int) func(*server) {
	return func(v *server) { v.http.status[why] = code }
}

func reply(w http.ResponseWriter, code int, kind, body string) bool {
	if kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
	return true
}

func method(body string) string {
	var m struct {
		Method string
		ID     json.RawMessage
	}
	_ = json.Unmarshal([]byte(body), &m)
	return m.Method
}

// typed gives JSON answers another Content-Type.
func typed(kind string, methods ...string) func(*server) {
	return func(v *server) {
		before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
			for _, m := range methods {
				if m == method(body) {
					v.http.kind = kind
					return false
				}
			}
			v.http.kind = "application/json"
			if len(methods) == 0 {
				v.http.kind = kind
			}
			return false
		})(v)
	}
}

// headerless lets the server not see a header if a condition holds.
func headerless(name string, when func(r *http.Request) bool) func(*server) {
	return before(func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if when(r) {
			r.Header.Del(name)
		}
		return false
	})
}

func onlyMethod(m string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == m }
}

const vers, sess = "Mcp-Protocol-Version", "Mcp-Session-Id"

var webDefects = overHTTP(
	defect{id: "HL-01", name: "GET has a path of its own", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 404, "text/plain", "not found")
	}), also: []string{"HL-19"}},
	defect{id: "HL-02", name: "the origin is not looked at", change: func(v *server) { v.http.local = func(string) bool { return true } }},
	defect{id: "HL-02", name: "the origin is not looked at on GET", change: headerless("Origin", onlyMethod("GET"))},
	defect{id: "HL-02", name: "the origin is not looked at on DELETE", change: headerless("Origin", onlyMethod("DELETE"))},
	defect{id: "HL-02", name: "the origin is not looked at on POST", change: headerless("Origin", onlyMethod("POST"))},
	defect{id: "HL-02", name: "origins of foreign sites that begin with localhost are served", change: func(v *server) {
		v.http.local = func(o string) bool { return strings.HasPrefix(strings.TrimPrefix(o, "http://"), "localhost") }
	}},
	defect{id: "HL-02", name: "origins of foreign sites that begin with 127.0.0.1 are served", change: func(v *server) {
		v.http.local = func(o string) bool { return strings.HasPrefix(o, "http://127.0.0.1") }
	}},
	defect{id: "HL-02", name: "pages without an origin are served", change: func(v *server) {
		next := v.http.local
		v.http.local = func(o string) bool { return o == "null" || next(o) }
	}},
	defect{id: "HL-02", name: "the origin is not looked at when a session is opened", change: headerless("Origin", func(r *http.Request) bool { return r.Method == http.MethodPost && r.Header.Get(sess) == "" })},
	defect{id: "HL-02", name: "a foreign origin is refused with 400", change: status("origin", 400)},
	defect{id: "HL-02", name: "a foreign origin is refused with 200 and an error", change: status("origin", 200)},
	defect{id: "HL-02", name: "a foreign origin is refused with 500", change: status("origin", 500)},
	defect{id: "HL-02", name: "any origin is reflected in CORS headers and served", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		if o := r.Header.Get("Origin"); o != "" {
			w.Header().Set("Access-Control-Allow-Origin", o)
			r.Header.Del("Origin")
		}
		return false
	})},
	defect{id: "HL-04", name: "notifications are answered with 200", change: status("notification", 200)},
	defect{id: "HL-04", name: "notifications are answered with 204", change: status("notification", 204)},
	defect{id: "HL-04", name: "notifications are answered with 202 and a body", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return strings.HasPrefix(method(body), "notifications/") && reply(w, 202, "application/json", "{}")
	})},
	defect{id: "HL-04", name: "notifications that are read are answered with 202 and a body", change: saying("application/json", "{}")},
	defect{id: "HL-04", name: "notifications that are read are answered with 202 and a line break after a word", change: saying("text/plain", "Accepted\n")},
	defect{id: "HL-04", name: "notifications/cancelled is answered with 200 and a result", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "notifications/cancelled" && reply(w, 200, "application/json", `{"jsonrpc":"2.0","result":{}}`)
	})},
	defect{id: "HL-04", name: "notifications are answered with an event stream", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return strings.HasPrefix(method(body), "notifications/") && reply(w, 200, "text/event-stream", "")
	})},
	defect{id: "HL-04", name: "the answer 202 says accepted in plain text", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "notifications/initialized" && reply(w, 202, "text/plain", "Accepted")
	})},
	defect{id: "HL-04", name: "the answer 202 to notifications has an empty body that does not end", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		if !strings.HasPrefix(method(body), "notifications/") {
			return false
		}
		w.WriteHeader(http.StatusAccepted)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		return true
	})},
	defect{id: "BASE-03", name: "the event that answers prompts/list is cut off", also: []string{"LIFE-13", "HL-09"}, change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "prompts/list" && reply(w, 200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\n\n")
	})},
	defect{id: "HL-05", name: "responses are answered with 200", change: status("response", 200)},
	defect{id: "HL-05", name: "responses are refused with 400", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Method == "POST" && method(body) == "" && strings.Contains(body, `"result"`) && reply(w, 400, "text/plain", "no method")
	})},
	defect{id: "HL-05", name: "errors of the client are refused with 400", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Method == "POST" && method(body) == "" && strings.Contains(body, `"error"`) && reply(w, 400, "text/plain", "no method")
	})},
	defect{id: "HL-39", name: "errors of JSON-RPC come with HTTP 500", change: func(v *server) { v.http.errorStatus = 500; v.http.streams = func(*call) bool { return false } }},
	defect{id: "HL-06", name: "what is no message is accepted with 202", change: status("invalid", 202)},
	defect{id: "HL-06", name: "what is no message is refused with 200 and an error", change: status("invalid", 200)},
	defect{id: "HL-06", name: "what is no JSON is refused with 200 and an error", change: status("parse", 200)},
	defect{id: "HL-06", name: "messages of JSON-RPC 1.0 are served", change: incomingVersion},
	defect{id: "HL-07", name: "answers have the type text/plain", change: typed("text/plain")},
	defect{id: "HL-07", name: "answers have two types", change: before(func(w http.ResponseWriter, _ *http.Request, _ string) bool {
		w.Header()["content-type"] = []string{"text/html"}
		return false
	})},
	defect{id: "HL-07", name: "answers have the type text/json", change: typed("text/json")},
	defect{id: "HL-07", name: "answers to resources/read have the type text/plain", change: typed("text/plain", "resources/read")},
	defect{id: "HL-07", name: "answers to prompts/list have the type text/html", change: typed("text/html", "prompts/list")},
	defect{id: "HL-07", name: "the answer to initialize has no type", change: typed("", "initialize")},
	defect{id: "HL-07", name: "requests are answered with 202 and the answer comes on the GET stream", also: []string{"HL-20", "LIFE-01"}, change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "tools/list" && reply(w, 202, "", "")
	})},
	defect{id: "HL-07", name: "the answer to tools/list is compressed although it is not wanted", also: []string{"TOOL-01", "HL-08"}, change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		if method(body) == "tools/list" {
			w.Header().Set("Content-Encoding", "br")
			return reply(w, 200, "application/json", "\x1b\x0f\x00\xf8")
		}
		return false
	})},
	defect{id: "HL-08", name: "JSON answers are arrays of one", change: func(v *server) { v.http.fold = func(b []byte) []byte { return []byte("[" + string(b) + "]") } }},
	defect{id: "HL-08", name: "the JSON answer to resources/list is an array of one", change: foldOf("resources", "[%s]")},
	defect{id: "HL-08", name: "the JSON answer to prompts/list comes twice in a row", change: foldOf("prompts", "%[1]s\n%[1]s")},
	defect{id: "HL-08", name: "the JSON answer to ping is cut", also: []string{"PING-01", "HL-07"}, change: func(v *server) {
		v.http.fold = func(b []byte) []byte {
			if bytes.Contains(b, []byte(`"result":{}`)) {
				return b[:len(b)-1]
			}
			return b
		}
	}},
	defect{id: "HL-09", name: "event streams of tools/call end without the answer", change: endsEarly("tools/call")},
	defect{id: "HL-09", name: "event streams of resources/read end without the answer", also: []string{"RES-01", "RES-07"}, change: both(streaming, endsEarly("resources/read"))},
	defect{id: "HL-09", name: "event streams of prompts/list end without the answer", also: []string{"LIFE-13"}, change: both(streaming, endsEarly("prompts/list"))},
	defect{id: "HL-09", name: "event streams of prompts/get, to which no client can come back, end without the answer", change: both(func(v *server) { v.http.resume = false }, plainStreams("data: DATA\n\n"), endsEarly("prompts/get"))},
	defect{id: "HL-10", name: "event streams stay open after the answer", change: func(v *server) { v.http.lag = time.Hour }},
	defect{id: "HL-10", name: "a log message follows the answer on its event stream", change: both(streaming, outgoing(func(_ *session, c *call, msg object) []object {
		if c == nil || c.method != "tools/call" || !isResponse(msg) {
			return []object{msg}
		}
		return []object{msg, {"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": "emergency", "data": "late"}}}
	}))},
	defect{id: "HL-10", name: "event streams of resources/read stay open after the answer", change: func(v *server) {
		streaming(v)
		v.http.lagOf = func(c *call) time.Duration {
			return map[bool]time.Duration{true: time.Hour}[c.method == "resources/read"]
		}
	}},
	defect{id: "HL-10", name: "event streams of failing calls stay open", change: func(v *server) {
		v.http.lagOf = func(c *call) time.Duration { return map[bool]time.Duration{true: time.Hour}[contains(c.params, "no")] }
	}},
	defect{id: "HL-19", name: "GET is answered with 200 and JSON", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 200, "application/json", `{"status":"ok"}`)
	})},
	defect{id: "HL-19", name: "GET is answered with an HTML page", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 200, "text/html", "<h1>MCP</h1>")
	})},
	defect{id: "HL-19", name: "GET is answered with 404", also: []string{"HL-01"}, change: both(func(v *server) { v.http.get = false }, status("method", 404))},
	defect{id: "HL-19", name: "GET is answered with 400", also: []string{"HL-01"}, change: both(func(v *server) { v.http.get = false }, status("method", 400))},
	defect{id: "HL-19", name: "GET is answered with 501", also: []string{"HL-01"}, change: both(func(v *server) { v.http.get = false }, status("method", 501))},
	defect{id: "HL-19", name: "GET is answered with 204", also: []string{"HL-01"}, change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 204, "", "")
	})},
	defect{id: "HL-28", name: "DELETE is answered with 404", change: both(func(v *server) { v.http.remove = false }, status("method", 404))},
	defect{id: "HL-28", name: "DELETE is answered with 500", change: status("delete", 500)},
	defect{id: "HL-28", name: "DELETE is answered with 400", change: both(func(v *server) { v.http.remove = false }, status("method", 400))},
	defect{id: "HL-30", name: "unsupported revisions in the header are served", change: headerless(vers, func(*http.Request) bool { return true })},
	defect{id: "HL-30", name: "unsupported revisions in the header are served on GET", change: headerless(vers, onlyMethod("GET"))},
	defect{id: "HL-30", name: "unsupported revisions in the header are served on DELETE", change: headerless(vers, onlyMethod("DELETE"))},
	defect{id: "HL-30", name: "unsupported revisions are refused with 200 and an error", change: status("version", 200)},
	defect{id: "HL-30", name: "unsupported revisions are refused with 426", change: status("version", 426)},
	defect{id: "HL-30", name: "unsupported revisions are refused with 500", change: status("version", 500)},
	defect{id: "HL-30", name: "revisions in the header that look like a date are served", change: headerless(vers, func(r *http.Request) bool { return len(r.Header.Get(vers)) == 10 })},
	defect{id: "HL-30", name: "revisions of the header are not looked at with notifications", change: before(func(_ http.ResponseWriter, r *http.Request, body string) bool {
		if strings.HasPrefix(method(body), "notifications/") {
			r.Header.Del(vers)
		}
		return false
	})},
	defect{id: "HL-31", name: "requests without a revision in the header are refused", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Header.Get(vers) == "" && r.Method == "POST" && method(body) != "initialize" && reply(w, 400, "text/plain", "missing")
	})},
	defect{id: "HL-32", name: "names of headers matter in their case", change: func(v *server) { v.http.exact = true }},
	defect{id: "HL-33", name: "a client that accepts JSON only gets 500", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Header.Get("Accept") == "application/json" && reply(w, 500, "text/plain", "boom")
	})},
	defect{id: "HL-33", name: "a client that accepts event streams only gets 500", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "POST" && r.Header.Get("Accept") == "text/event-stream" && reply(w, 500, "text/plain", "boom")
	})},
	defect{id: "HL-33", name: "a client that accepts JSON only never gets an answer", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Header.Get("Accept") == "application/json" {
			<-r.Context().Done()
			return true
		}
		return false
	})},
	defect{id: "HL-34", name: "the server redirects to another path", change: redirecting(http.StatusTemporaryRedirect)},
	defect{id: "HL-34", name: "the server redirects for good", change: redirecting(http.StatusMovedPermanently)},
	defect{id: "HL-37", name: "answers to the same id get to the other request", change: crossing},
	defect{id: "HL-37", name: "texts that calls are given are kept by their ids for all sessions", change: crossingTexts()},
	defect{id: "HL-03", name: "the server listens on all addresses", change: func(v *server) { v.http.everywhere = true }},
	defect{id: "LIFE-05", name: "initialize with an unknown revision in the header is refused with 400", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		h := r.Header.Get(vers)
		known := false
		for _, a := range accepted {
			known = known || a == h
		}
		return method(body) == "initialize" && h != "" && !known && reply(w, 400, "text/plain", "unsupported")
	})},
)

func overHTTP(all ...defect) []defect {
	for i := range all {
		all[i].over = "http"
	}
	return all
}

// incomingVersion serves messages whatever jsonrpc they name.
func incomingVersion(v *server) {
	before(func(_ http.ResponseWriter, r *http.Request, body string) bool {
		var m object
		if json.Unmarshal([]byte(body), &m) == nil && m["method"] != nil {
			m["jsonrpc"] = "2.0"
			r.Body = io.NopCloser(bytes.NewReader(encode(m)))
		}
		return false
	})(v)
}

// foldOf changes JSON answers that list such items.
func foldOf(member, format string) func(*server) {
	return func(v *server) {
		v.http.fold = func(b []byte) []byte {
			if bytes.Contains(b, []byte(`"`+member+`":[`)) {
				return fmt.Appendf(nil, format, b)
			}
			return b
		}
	}
}

// endsEarly ends the event streams of a method without the answer.
func endsEarly(method string) func(*server) {
	return outgoing(func(_ *session, c *call, msg object) []object {
		if isResponse(msg) && c != nil && c.method == method {
			return nil
		}
		return []object{msg}
	})
}

func redirecting(code int) func(*server) {
	return before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		if r.URL.Path == "/mcp" {
			http.Redirect(w, r, "/mcp/", code)
			return true
		}
		r.URL.Path = "/mcp"
		return false
	})
}

// crossingTexts keeps the arguments of calls by their ids while they are under way.
func crossingTexts() func(*server) {
	var mu sync.Mutex
	kept := map[string]object{}
	return handle("tools/call", func(c *call, next handler) (object, *fault) {
		mu.Lock()
		kept[token(c.id)] = c.params
		mu.Unlock()
		c.wait(20 * time.Millisecond)
		mu.Lock()
		c.params = kept[token(c.id)]
		mu.Unlock()
		return next(c)
	})
}

// crossing keeps one waiting request for each id: the first gets the answer of the last.
func crossing(v *server) {
	type slot struct{ result any }
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		return r, f
	})(v)
	results(func(c *call, r object) {
		key := "cross " + token(c.id)
		c.mu.Lock()
		defer c.mu.Unlock()
		if s, ok := c.slots[key].(slot); ok {
			for k := range r {
				delete(r, k)
			}
			for k, x := range s.result.(object) {
				r[k] = x
			}
			return
		}
		c.slots[key] = slot{with(r)}
	})(v)
}
