package modern_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

func originsOf(served ...string) func(*server) {
	return func(v *server) {
		v.web.origin = func(o string) bool {
			for _, s := range served {
				if s == o || strings.HasSuffix(s, "*") && strings.HasPrefix(o, strings.TrimSuffix(s, "*")) {
					return true
				}
			}
			return false
		}
	}
}

// strays lets messages of calls that were left come with what others ask for.
func strays(stray func(c *call, left *call) object, elsewhere string) func(*server) {
	return func(v *server) {
		var left *call
		runs("slow", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if c.ctx.Err() != nil {
				c.mu.Lock()
				left = c
				c.mu.Unlock()
			}
			return out, f
		})(v)
		v.web.streams = func(*call) bool { return true }
		handle(elsewhere, func(c *call, next handler) (object, *fault) {
			c.wait(10 * time.Millisecond)
			c.mu.Lock()
			l := left
			left = nil
			c.mu.Unlock()
			if l != nil {
				c.write(stray(c, l))
			}
			return next(c)
		})(v)
	}
}

var moreWebDefects = []defect{
	{id: "M-HM-02", name: "an origin with the host of the server in it is served", over: "http", change: func(v *server) {
		v.web.origin = func(o string) bool {
			return o == "" || strings.Contains(o, "127.0.0.1") || strings.Contains(o, "localhost")
		}
	}},
	{id: "M-HM-02", name: "the origin null is served", over: "http", change: originsOf("", "http://127.0.0.1*", "http://localhost", "null")},
	{id: "M-HM-02", name: "a foreign origin is refused with 400", over: "http", change: func(v *server) {
		v.web.origin = func(string) bool { return true }
		refusesWhere(-32600, func(_ *call, h http.Header) bool { return strings.Contains(h.Get("Origin"), "evil") })(v)
	}},
	{id: "M-HM-02", name: "origins of https are served", over: "http", change: originsOf("", "http://127.0.0.1*", "http://localhost", "https://*")},
	{id: "M-HM-47", name: "the own origin is served without its port alone", over: "http", change: originsOf("", "http://localhost")},
	{id: "M-HM-03", name: "notifications are answered with an empty object", over: "http", change: func(v *server) { v.web.body = "{}" }},
	{id: "M-HM-03", name: "notifications are answered with 201", over: "http", change: func(v *server) { v.web.notified = 201 }},
	{id: "M-HM-04", name: "errors are problems of HTTP", over: "http", change: func(v *server) {
		v.web.kindOf = func(_ *call, m object) string {
			if m["error"] != nil {
				return "application/problem+json"
			}
			return ""
		}
	}},
	{id: "M-BASE-07", name: "unknown methods lead to a page of HTML", over: "http", change: both(
		wire(func(data string) string {
			if strings.Contains(data, "-32601") {
				return "<h1>Not found</h1>"
			}
			return data
		}),
		func(v *server) {
			v.web.kindOf = func(_ *call, m object) string {
				if e, ok := m["error"].(object); ok && e["code"] == -32601 {
					return "text/html"
				}
				return ""
			}
		})},
	{id: "M-HM-04", name: "lists are HTML", over: "http", change: func(v *server) {
		v.web.kindOf = func(c *call, _ object) string {
			if c.method == "resources/list" {
				return "text/html"
			}
			return ""
		}
	}},
	{id: "M-HM-04", name: "an answer is an array of one", over: "http", change: func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte {
			if r := asObject(asObject(m)["result"]); r["completion"] != nil {
				return next(list{m})
			}
			return next(m)
		}
	}},
	{id: "M-HM-21", name: "streams of calls that fail stay open", over: "http", also: []string{"M-TOOL-05"}, change: func(v *server) {
		v.web.opens = func(c *call, m object) bool { return asObject(m["result"])["isError"] == true }
	}},
	{id: "M-HM-21", name: "the streams of slow calls end with nothing on them", over: "http", change: func(v *server) {
		next := v.web.event
		v.web.event = func(data []byte) string {
			if strings.Contains(string(data), `"text":"done"`) || strings.Contains(string(data), "notifications/progress") {
				return ""
			}
			return next(data)
		}
	}},
	{id: "M-HM-21", name: "the stream of one tool stays open", over: "http", change: func(v *server) {
		v.web.opens = func(c *call, m object) bool { return c.params["name"] == "echo" && m["result"] != nil }
	}},
	{id: "M-HM-22", name: "the streams of subscriptions may be buffered", over: "http", change: func(v *server) {
		v.web.streamOf = func(c *call, h http.Header) {
			if c.method == "subscriptions/listen" {
				h.Del("X-Accel-Buffering")
			}
		}
	}},
	{id: "M-HM-22", name: "streams of calls may be buffered", over: "http", change: func(v *server) {
		v.web.streamOf = func(c *call, h http.Header) {
			if c.method == "tools/call" {
				h.Set("X-Accel-Buffering", "")
			}
		}
	}},
	{id: "M-HL-35", name: "errors are events of the name error", over: "http", also: []string{"M-TOOL-05"}, change: func(v *server) {
		v.web.event = func(data []byte) string {
			if strings.Contains(string(data), `"isError":true`) {
				return "event: error\ndata: " + string(data) + "\n\n"
			}
			return "data: " + string(data) + "\n\n"
		}
	}},
	{id: "M-HL-35", name: "an event has no colon behind its name", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return "message\ndata: " + string(data) + "\n\n" }
	}},
	{id: "M-HM-44", name: "events of subscriptions are numbered", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string {
			if strings.Contains(string(data), "acknowledged") {
				return "id: 1\ndata: " + string(data) + "\n\n"
			}
			return "data: " + string(data) + "\n\n"
		}
	}},
	{id: "M-HM-44", name: "streams begin with an event that has an id alone", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return "id: 0\ndata:\n\ndata: " + string(data) + "\n\n" }
	}},
	{id: "M-HM-30", name: "errors of metadata have the id null", over: "http", change: errors(func(c *call, msg, _ object) {
		if c.meta[prefix+"clientCapabilities"] == nil {
			msg["id"] = nil
		}
	})},
	{id: "M-HM-30", name: "unknown methods are refused with an empty id", over: "http", also: []string{"M-BASE-01"}, change: errors(func(_ *call, msg, e object) {
		if e["code"] == -32601 {
			msg["id"] = ""
		}
	})},
	{id: "M-HM-30", name: "errors of calls have the id null", over: "http", change: errors(func(c *call, msg, _ object) {
		if c.method == "tools/call" {
			msg["id"] = nil
		}
	})},
	{id: "M-HM-31", name: "mismatches of names are answered with 200", also: []string{"M-HM-10", "M-HM-12", "M-HM-39"}, over: "http", change: func(v *server) {
		v.web.statusOf = func(_ *call, e object) int {
			if strings.HasSuffix(fmt.Sprint(e["message"]), "Mcp-Name") {
				return 200
			}
			return v.web.status[e["code"].(int)]
		}
	}},
	{id: "M-HM-31", name: "missing capabilities are answered with 403", over: "http", change: func(v *server) { v.web.status[-32021] = 403 }},
	{id: "M-HM-48", name: "an unknown tool is answered with HTTP 500", over: "http", change: statusFor(-32602, 500, func(c *call) bool { return c.method == "tools/call" && c.meta[prefix+"clientCapabilities"] != nil })},
	{id: "M-HM-48", name: "a body that calls itself text is a failure", over: "http", change: func(v *server) {
		v.web.status[-32603] = 500
		refusesWhere(-32603, func(_ *call, h http.Header) bool { return !strings.Contains(h.Get("Content-Type"), "json") })(v)
	}},
	{id: "M-HM-25", name: "GET is answered with an event stream", over: "http", change: func(v *server) {
		v.web.verb = map[string]int{"GET": 200}
	}},
	{id: "M-HM-25", name: "DELETE is answered with 204", over: "http", change: func(v *server) { v.web.verb = map[string]int{"DELETE": 204} }},
	{id: "M-HM-25", name: "GET without a session is answered with 400", over: "http", change: func(v *server) { v.web.verb = map[string]int{"GET": 400} }},
	{id: "M-HM-26", name: "errors give a session", over: "http", change: func(v *server) {
		v.web.answerHead = func(_ *call, m object, h http.Header) {
			if m["error"] != nil {
				h.Set("Mcp-Session-Id", "s1")
			}
		}
	}},
	{id: "M-HM-26", name: "unknown sessions are not found", over: "http", change: func(v *server) {
		v.web.status[-32603] = 404
		refusesWhere(-32603, func(_ *call, h http.Header) bool { return h.Get("Mcp-Session-Id") != "" })(v)
	}},
	{id: "M-HM-26", name: "calls refuse sessions", over: "http", change: refusesWhere(-32600, func(c *call, h http.Header) bool { return c.method == "tools/call" && h.Get("Mcp-Session-Id") != "" })},
	{id: "M-HM-27", name: "an event id that is unknown is not found", over: "http", change: func(v *server) {
		v.web.status[-32603] = 404
		refusesWhere(-32603, func(_ *call, h http.Header) bool { return h.Get("Last-Event-ID") != "" })(v)
	}},
	{id: "M-HM-27", name: "subscriptions refuse Last-Event-ID", over: "http", change: refusesWhere(-32600, func(c *call, h http.Header) bool {
		return c.method == "subscriptions/listen" && h.Get("Last-Event-ID") != ""
	})},
	{id: "M-HM-27", name: "who comes back is answered without a word", also: []string{"M-HM-04"}, over: "http", change: handleHeader("Last-Event-ID", func(c *call) (object, *fault) { return nil, nil })},
	{id: "M-HM-35", name: "who accepts JSON alone is refused with 500", over: "http", change: func(v *server) {
		v.web.status[-32603] = 500
		refusesWhere(-32603, func(_ *call, h http.Header) bool { return !strings.Contains(h.Get("Accept"), "event-stream") })(v)
	}},
	{id: "M-HM-35", name: "who accepts JSON alone is not found", over: "http", change: func(v *server) {
		v.web.status[-32603] = 404
		refusesWhere(-32603, func(_ *call, h http.Header) bool { return !strings.Contains(h.Get("Accept"), "event-stream") })(v)
	}},
	{id: "M-HM-35", name: "who accepts JSON alone waits for ever for a call", over: "http", change: func(v *server) {
		var mu sync.Mutex
		alone := map[*call]bool{}
		judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
			mu.Lock()
			alone[c] = !strings.Contains(h.Get("Accept"), "event-stream")
			mu.Unlock()
			return next(c, h)
		})(v)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			mu.Lock()
			stuck := alone[c] && c.method == "server/discover"
			mu.Unlock()
			if stuck {
				<-c.ctx.Done()
			}
			return next(c)
		})(v)
	}},
	{id: "M-HL-37", name: "of two requests with one id the second one is refused", over: "http", change: func(v *server) {
		var mu sync.Mutex
		busy := map[string]int{}
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			mu.Lock()
			busy[key(c.id)]++
			n := busy[key(c.id)]
			mu.Unlock()
			c.wait(time.Millisecond)
			if n > 1 {
				return refuse(-32600, "this id is in use")
			}
			return next(c)
		})(v)
	}},
	{id: "M-HM-24", name: "log messages of a call that was left come elsewhere", over: "http", also: []string{"M-LOG-04"}, change: strays(func(*call, *call) object {
		return object{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": "emergency", "data": "left"}}
	}, "server/discover")},
	{id: "M-HM-24", name: "the answer of a call that was left comes elsewhere", over: "http", also: []string{"M-BASE-01"}, change: strays(func(_, left *call) object {
		return object{"jsonrpc": "2.0", "id": left.id, "result": left.cached(object{"content": text("done")})}
	}, "server/discover")},
	{id: "M-HM-24", name: "a stream that is closed ends the server's work", over: "http", change: func(v *server) {
		runs("slow", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if c.ctx.Err() != nil {
				v.web.dies()
			}
			return out, f
		})(v)
	}},
	{id: "M-HM-24", name: "a call that was left goes on and holds up all others", over: "http", change: func(v *server) {
		turn := make(chan struct{}, 1)
		runs("slow", func(c *call, next handler) (object, *fault) {
			select {
			case turn <- struct{}{}:
			case <-c.ctx.Done():
				return nil, nil
			}
			out, f := next(c)
			if c.ctx.Err() == nil {
				<-turn
			}
			return out, f
		})(v)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			select {
			case turn <- struct{}{}:
				<-turn
				return next(c)
			case <-c.ctx.Done():
				return refuse(-32603, "cancelled")
			}
		})(v)
	}},
	{id: "M-SUB-15", name: "streams that have broken are counted for ever", over: "http", also: []string{"M-SUB-01", "M-SUB-04"}, change: func(v *server) {
		open := 0
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			open++
			full := open > 64
			c.mu.Unlock()
			if full {
				<-c.ctx.Done()
				return nil, nil
			}
			return next(c)
		})(v)
	}},
	{id: "M-SUB-15", name: "streams that have broken end the server's work", over: "http", also: []string{"M-SUB-01"}, change: func(v *server) {
		broken := 0
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			c.mu.Lock()
			broken++
			many := broken == 60
			c.mu.Unlock()
			if many {
				v.web.dies()
			}
			return out, f
		})(v)
	}},
	{id: "M-SUB-16", name: "the acknowledgement waits for the first change", over: "http", also: []string{"M-SUB-01", "M-DISC-06", "M-SUB-04"}, change: func(v *server) { v.web.lazy = true }},
	{id: "M-SUB-16", name: "a subscription is answered with JSON", over: "http", also: []string{"M-SUB-01"}, change: handle("subscriptions/listen", func(c *call, _ handler) (object, *fault) { return c.result(nil), nil })},
	{id: "M-HM-23", name: "comments come each minute", over: "http", change: held(func(c *call) {
		comment, n := c.comment, 0
		c.comment = func() {
			if n++; n%4 == 0 {
				comment()
			}
		}
	})},
}

// handleHeader answers requests that have a header.
func handleHeader(name string, answer handler) func(*server) {
	return func(v *server) {
		var mu sync.Mutex
		marked := map[*call]bool{}
		judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
			mu.Lock()
			marked[c] = h.Get(name) != ""
			mu.Unlock()
			return next(c, h)
		})(v)
		for method, next := range v.methods {
			v.methods[method] = func(c *call) (object, *fault) {
				mu.Lock()
				here := marked[c]
				mu.Unlock()
				if here {
					return answer(c)
				}
				return next(c)
			}
		}
	}
}
