package specimen_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	judges "github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// causes are defects that many checks meet. The one that is about it tells it, and no other.
var causes = []defect{
	{id: "PING-01", name: "the second request after the handshake ends the process", over: "stdio", change: after(2, func(s *session) { s.die() })},
	{id: "PING-01", name: "the fourth request ends the process", over: "stdio", change: after(4, func(s *session) { s.die() })},
	{id: "PING-01", name: "nothing is answered from the third request on", over: "stdio", change: after(3, nil)},
	{id: "BASE-01", name: "ids pass through 32 bits", change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			i, _ := strconv.ParseInt(n, 10, 64)
			return json.Number(strconv.Itoa(int(int32(i))))
		}
		return id
	})},
	{id: "BASE-01", name: "ids become strings", change: idOf(func(id any) any {
		if n, ok := numeric(id); ok {
			return n
		}
		return id
	})},
	{id: "BASE-03", name: "pings are answered with null", change: answers(func(_ *call, msg object) { msg["result"] = nil }, "ping")},
	{id: "BASE-03", name: "completions are null", change: answers(func(_ *call, msg object) { msg["result"] = nil }, "completion/complete")},
	{id: "BASE-03", name: "prompts are null", change: answers(func(_ *call, msg object) { msg["result"] = nil }, "prompts/get")},
	{id: "BASE-03", name: "what is read is a list", change: answers(func(_ *call, msg object) { msg["result"] = []any{} }, "resources/read")},
	{id: "BASE-07", name: "all errors have one code", change: errors(func(_ *call, _, e object) { e["code"] = json.Number("-32050") })},
	{id: "BASE-07", name: "what is wrong is answered with an empty result", over: "stdio", change: answers(func(_ *call, msg object) {
		if msg["error"] != nil {
			delete(msg, "error")
			msg["result"] = object{}
		}
	})},
	{id: "COMP-01", name: "completions are served and not declared", change: results(func(_ *call, r object) {
		declared := with(r["capabilities"].(object))
		delete(declared, "completions")
		r["capabilities"] = declared
	}, "initialize")},
	{id: "COMP-04", name: "totals are texts", change: results(func(_ *call, r object) {
		if all, ok := r["completion"].(object); ok {
			r["completion"] = with(all, "total", "4")
		}
	}, "completion/complete")},
	{id: "SUB-09", name: "an update names no resource", change: notices(func(msg object) {
		if msg["method"] == "notifications/resources/updated" {
			msg["params"] = object{}
		}
	})},
	{id: "LIFE-20", name: "there is no session beside the first", over: "http", change: alone(200)},
	{id: "LIFE-20", name: "a session beside the first is refused with 400", over: "http", change: alone(400)},
	{id: "HL-39", name: "a body that calls itself text is a failure of the server", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "POST" && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") && reply(w, 500, "text/plain", "unsupported media type")
	})},
	{id: "BASE-05", name: "changes of lists have the id null", over: "stdio", change: notices(func(msg object) {
		if strings.HasSuffix(msg["method"].(string), "/list_changed") {
			msg["id"] = nil
		}
	})},
	{id: "CAN-02", name: "a cancellation of what is not running is answered", over: "stdio", change: noted("notifications/cancelled", func(s *session, params object) {
		s.mu.Lock()
		running := s.running[token(params["requestId"])]
		s.mu.Unlock()
		if running == nil {
			s.write(nil, object{"jsonrpc": "2.0", "id": nil, "error": object{"code": -32602, "message": "no such request"}})
		}
	})},
	{id: "PING-01", name: "each tenth ping of a session has another answer", change: handle("ping", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		seen, _ := c.slots["pings"].(int)
		c.slots["pings"] = seen + 1
		c.mu.Unlock()
		if seen%10 == 9 {
			return object{"late": true}, nil
		}
		return next(c)
	})},
	{id: "PING-01", name: "pings take 1.8 s", over: "http", change: handle("ping", func(c *call, next handler) (object, *fault) {
		c.wait(1800 * time.Millisecond)
		return next(c)
	})},
	{id: "PROG-04", name: "the token 0 is taken for none", change: onProgress(func(_ *call, p object) []object {
		if n, ok := numeric(p["progressToken"]); ok && n == "0" {
			return nil
		}
		return []object{p}
	})},
	{id: "COMP-01", name: "completions are declared as {} and unknown", change: both(declares("completions", object{}), unknown("completion/complete"))},
	{id: "HL-19", name: "GET leads to a web page", over: "http", change: gets(200, "text/html")},
	{id: "HL-01", name: "GET leads nowhere", over: "http", change: gets(404, "text/plain")},
	{id: "HL-28", name: "DELETE is a failure of the server", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "DELETE" && reply(w, 500, "text/plain", "no")
	})},
	{id: "HL-04", name: "what has no response is answered with null", over: "http", change: func(v *server) {
		v.http.wrap = func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(nulled{w}, r) })
		}
	}},
	{id: "HL-31", name: "no request without MCP-Protocol-Version is served", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Header.Get("Mcp-Protocol-Version") == "" && method(body) != "initialize" && reply(w, 400, "text/plain", "MCP-Protocol-Version is missing")
	})},
	{id: "HL-24", name: "all sessions have one id", over: "http", change: named(func(int) string { return "0f8fad5bd9cb469fa16570867728950e" })},
	{id: "HL-26", name: "unknown sessions are refused with 400", over: "http", change: status("unknown session", 400)},
	{id: "HL-04", name: "requests without a session id are refused, and none is given", over: "http", change: both(named(func(int) string { return "" }),
		before(func(w http.ResponseWriter, r *http.Request, body string) bool {
			return r.Method == "POST" && method(body) != "initialize" && reply(w, 400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Mcp-Session-Id is required"}}`)
		}))},
	{id: "HL-07", name: "event streams of calls are called text", over: "http", change: func(v *server) {
		v.http.streams = func(c *call) bool { return c.method == "tools/call" }
		v.http.wrap = func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(textual{w, r.Method}, r) })
		}
	}},
	{id: "HL-30", name: "an unknown MCP-Protocol-Version is a failure of the server", over: "http", change: status("version", 500)},
	{id: "HL-14", name: "ids of events count anew in each stream", over: "http", change: both(streaming, func(v *server) { v.http.eventID = func(_ *stream, n int) string { return fmt.Sprint(n) } })},
	{id: "PING-01", name: "pings are answered with 204", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Method == "POST" && method(body) == "ping" && reply(w, 204, "", "")
	})},
	{id: "PROG-02", name: "progress falls", change: onProgress(func(_ *call, p object) []object {
		n, _ := numeric(p["progress"])
		f, _ := strconv.ParseFloat(n, 64)
		return []object{with(p, "progress", 100-f)}
	})},
	{id: "LIFE-01", name: "there are no capabilities", change: results(func(_ *call, r object) { delete(r, "capabilities") }, "initialize")},
	{id: "BASE-03", name: "results have an error beside them that is null", change: answers(func(_ *call, msg object) {
		if msg["error"] == nil {
			msg["error"] = nil
		}
	})},
	{id: "BASE-08", name: "malformed JSON ends the process", over: "stdio", change: func(v *server) { v.stdio.garbage = func(s *session, _ string) { s.die() } }},
	{id: "BASE-14", name: "messages are Latin-1", over: "stdio", change: wire(latin1)},
	{id: "LIFE-13", name: "resources/templates/list is never answered", over: "stdio", change: handle("resources/templates/list", func(c *call, _ handler) (object, *fault) { return never(c) })},
	{id: "LIFE-13", name: "resources/templates/list is unknown", change: unknown("resources/templates/list")},
	{id: "HL-40", name: "Accept is compared as one text", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "POST" && r.Header.Get("Accept") != "application/json, text/event-stream" && reply(w, 406, "text/plain", "Not Acceptable")
	})},
	{id: "PING-01", name: "ping is unknown", change: unknown("ping")},
	{id: "BASE-03", name: "results of calls are texts", change: answers(func(_ *call, msg object) {
		if msg["result"] != nil {
			msg["result"] = "done"
		}
	}, "tools/call")},
	{id: "LIFE-13", name: "after an initialized without params all is refused", over: "stdio", change: incoming(func(s *session, msg object) object {
		if msg["method"] == "notifications/initialized" && msg["params"] == nil {
			s.slots["closed"] = true
		}
		if s.slots["closed"] != nil && msg["id"] != nil && msg["method"] != nil && msg["method"] != "ping" {
			s.write(nil, failure(msg["id"], refuse(-32600, "not initialized")))
			return nil
		}
		return msg
	})},
	{id: "PING-01", name: "requests with metadata are refused", over: "stdio", change: refusing(-32602, func(msg object) bool {
		params, _ := msg["params"].(object)
		return params["_meta"] != nil
	})},
	{id: "LIFE-13", name: "requests without params are refused", over: "stdio", change: refusing(-32603, func(msg object) bool { return msg["params"] == nil && msg["method"] != "ping" })},
	{id: "HL-06", name: "all answers over HTTP have the status 200", over: "http", change: func(v *server) {
		v.http.wrap = func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(successful{w}, r) })
		}
	}},
}

// refusing refuses requests with a code.
func refusing(code int, which func(msg object) bool) func(*server) {
	return incoming(func(s *session, msg object) object {
		if msg["id"] != nil && msg["method"] != nil && which(msg) {
			s.write(nil, failure(msg["id"], refuse(code, "refused")))
			return nil
		}
		return msg
	})
}

// latin1 is a message as a program writes it that takes characters for bytes.
func latin1(data string) string {
	var out []byte
	for _, r := range data {
		if r > 255 {
			r = '?'
		}
		out = append(out, byte(r))
	}
	return string(out)
}

// after answers requests up to the n-th of a session, and then does something else; nil is
// nothing at all.
func after(n int, then func(*session)) func(*server) {
	return incoming(func(s *session, msg object) object {
		if msg["id"] == nil || msg["method"] == nil || msg["method"] == "initialize" {
			return msg
		}
		seen, _ := s.slots["seen"].(int)
		s.slots["seen"] = seen + 1
		if seen+1 < n {
			return msg
		}
		if then != nil {
			then(s)
		}
		return nil
	})
}

// alone opens no session as long as there is another, as a transport does that serves one.
func alone(code int) func(*server) {
	return func(v *server) {
		before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
			v.http.mux.Lock()
			taken := len(v.http.live) > 0
			v.http.mux.Unlock()
			return taken && method(body) == "initialize" && reply(w, code, "application/json",
				`{"jsonrpc":"2.0","id":`+rawID(body)+`,"error":{"code":-32600,"message":"Invalid Request: Server already initialized"}}`)
		})(v)
	}
}

// gets answers every GET.
func gets(code int, kind string) func(*server) {
	return before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, code, kind, "<html>")
	})
}

// nulled answers what it has to say nothing to.
type nulled struct{ http.ResponseWriter }

func (w nulled) WriteHeader(code int) {
	if code != http.StatusAccepted {
		w.ResponseWriter.WriteHeader(code)
		return
	}
	w.Header().Del("Content-Length")
	reply(w.ResponseWriter, http.StatusOK, "application/json", "null")
}
func (w nulled) Unwrap() http.ResponseWriter { return w.ResponseWriter }
func (w nulled) Flush()                      { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// textual calls the event streams of requests text.
type textual struct {
	http.ResponseWriter
	method string
}

func (w textual) WriteHeader(code int) {
	if w.method == http.MethodPost && w.Header().Get("Content-Type") == "text/event-stream" {
		w.Header().Set("Content-Type", "text/plain")
	}
	w.ResponseWriter.WriteHeader(code)
}
func (w textual) Unwrap() http.ResponseWriter { return w.ResponseWriter }
func (w textual) Flush()                      { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// successful gives every answer the status 200.
type successful struct{ http.ResponseWriter }

func (w successful) WriteHeader(int)             { w.ResponseWriter.WriteHeader(http.StatusOK) }
func (w successful) Unwrap() http.ResponseWriter { return w.ResponseWriter }
func (w successful) Flush()                      { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// settled are results as a run tells them: of what several checks have broken the first one tells.
func settled(results []reports.Result) []reports.Result {
	var causes judges.Causes
	for i, r := range results {
		results[i] = causes.Settle(r)
	}
	return results
}

// What the checks say that do not tell a cause is a page, too.
func TestOneCheckTellsACause(t *testing.T) {
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	var keys []string
	for _, d := range slices.Concat(causes, sideCauses, openCauses, strangerCauses, workedCauses) {
		for _, over := range d.overs() {
			keys = append(keys, over+": "+d.name)
		}
	}
	said := judgetest.OpenPage(t, "causes.golden", keys)
	for _, d := range slices.Concat(causes, sideCauses, openCauses, strangerCauses, workedCauses) {
		for _, over := range d.overs() {
			key := over + ": " + d.name
			if !mine(key) || !wanted.MatchString(d.name) {
				continue
			}
			t.Run(key, func(t *testing.T) {
				t.Parallel()
				judgetest.Twice(t, func(problem func(string, ...any)) {
					results := settled(trial{over: over, change: d.change}.judge(t))
					said.Says(key, judgetest.Findings(results, judgetest.Of(d.id))+judgetest.Unjudged(results, usual(t, over)), problem)
					told := blamed(results)
					if ids := slices.Sorted(maps.Keys(told)); strings.Join(ids, " ") != d.id {
						problem("told by %v: %v", ids, told)
					}
				})
			})
		}
	}
}
