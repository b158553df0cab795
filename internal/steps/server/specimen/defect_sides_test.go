package specimen_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// sideDefects are of what a server does beside what it was asked for.
var sideDefects = []defect{
	{id: "RES-08", name: "a text is of another type than the listed one", change: contents("file:///docs/readme.md", "mimeType", "text/plain")},
	{id: "RES-08", name: "a picture is of another type than the listed one", change: contents("file:///docs/pixel.png", "mimeType", "image/jpeg")},
	{id: "RES-03", name: "a picture of a tool is called text", also: []string{"TOOL-10"}, change: runs("picture", func(*call, handler) (object, *fault) {
		return object{"content": list{object{"type": "image", "data": pixel, "mimeType": "text/plain"}}}, nil
	})},
	{id: "HL-38", name: "what tools ask comes on the GET stream, where there is one", over: "http", change: elsewhere(func(msg object) bool { return msg["method"] != nil && msg["id"] != nil })},
	{id: "HL-38", name: "what a call logs comes to all sessions", over: "http", change: outgoing(func(s *session, c *call, msg object) []object {
		if msg["method"] == "notifications/message" && c != nil {
			for _, other := range s.everyone() {
				if other != s {
					other.write(nil, msg)
				}
			}
		}
		return []object{msg}
	})},
	{id: "HL-24", name: "session ids are times in nanoseconds", over: "http", change: func(v *server) {
		v.http.sessionID = func(n int) string { return fmt.Sprint(v.clk.Now().UnixNano() + int64(n)*7919) }
	}},
	{id: "TASK-06", name: "tasks are made, and not declared", change: both(tasking("optional"), func(v *server) { delete(v.declared, "tasks") })},
	{id: "TASK-06", name: "a tool that may not be called as a task is called all the same", change: tasked("tools/call", func(c *call, next handler) (object, *fault) {
		if c.params["task"] != nil && c.params["name"] != "job" {
			c.params = with(c.params, "task", nil)
		}
		return next(c)
	})},
	{id: "LIFE-10", name: "a model is asked for with a task", change: runs("sample", askingInstead("sampling", "sampling/createMessage", object{"maxTokens": 10,
		"task": object{"ttl": 1000}, "messages": list{object{"role": "user", "content": object{"type": "text", "text": "Hello?"}}}}))},
	{id: "LIFE-10", name: "a user is sent to a page by a client that has forms only", change: both(visiting("url", "elicitationId"), func(v *server) { v.visits = true })},
	{id: "LIFE-19", name: "a visit has no id", change: visiting("url")},
	{id: "LIFE-19", name: "a visit has no URL", change: visiting("elicitationId")},
	{id: "LIFE-19", name: "the end of another visit is told", change: both(visiting("url", "elicitationId"), notices(func(msg object) {
		if msg["method"] == "notifications/elicitation/complete" {
			msg["params"] = object{"elicitationId": "another"}
		}
	}))},
	{id: "LIFE-19", name: "the roots are asked for by another name", change: runs("roots", askingInstead("roots", "roots/get", nil))},
	{id: "TASK-01", name: "the message of a task is a list", change: created(func(task object) object { return object{"task": with(task, "statusMessage", list{"Working"})} })},
	{id: "TASK-01", name: "a task is kept for less than no time", change: created(func(task object) object { return object{"task": with(task, "ttl", -1)} })},
	{id: "HL-35", name: "events say retry: soon", over: "http", change: plainStreams("id: ID\nretry: soon\ndata: DATA\n\n")},
	{id: "LIFE-17", name: "a user who says no ends the process", over: "stdio", change: incoming(func(s *session, msg object) object {
		if r, ok := msg["result"].(object); ok && r["action"] == "decline" {
			s.die()
		}
		return msg
	})},
	{id: "LIFE-17", name: "a client that refuses ends the process", over: "stdio", change: incoming(func(s *session, msg object) object {
		if isResponse(msg) && msg["error"] != nil && s.awaits(msg["id"]) != nil {
			s.die()
		}
		return msg
	})},
	{id: "LIFE-06", name: "the roots are asked for at once, of a client that has them", over: "stdio", change: handle("initialize", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if _, has := c.client["roots"]; has && f == nil {
			c.after = func() { c.session.write(nil, object{"jsonrpc": "2.0", "id": "early", "method": "roots/list"}) }
		}
		return r, f
	})},
}

// elsewhere sends what a call says on the GET stream, where there is one.
func elsewhere(concerns func(msg object) bool) func(*server) {
	return outgoing(func(s *session, c *call, msg object) []object {
		if c == nil || !concerns(msg) || len(s.listening) == 0 {
			return []object{msg}
		}
		s.write(nil, msg)
		return nil
	})
}

// askingInstead is [asking] as a replacement of what a tool does.
func askingInstead(capability, method string, params object) func(*call, handler) (object, *fault) {
	return func(c *call, _ handler) (object, *fault) { return asking(capability, method, params)(c) }
}

// visiting adds a tool that sends the user to a page, with some of the members that this takes.
func visiting(members ...string) func(*server) {
	return func(v *server) {
		v.tools = append(v.tools, define("log_in", "Sends the user to a page", readOnly, schema(list{}, object{}), func(c *call) (object, *fault) {
			can, _ := c.client["elicitation"].(object)
			if can["url"] == nil && !c.visits || can == nil {
				return wrong("The client shows no pages"), nil
			}
			id := fmt.Sprintf("visit-%s-%d", c.id, c.requests)
			params := object{"mode": "url", "message": "Log in"}
			for _, m := range members {
				params[m] = map[string]string{"url": "https://example.com/login", "elicitationId": id}[m]
			}
			answer, err := c.ask("elicitation/create", params)
			if err != nil {
				return wrong("%s", err), nil
			}
			if answer["action"] == "accept" {
				c.write(c, object{"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": object{"elicitationId": id}})
			}
			return text("The client said %s", encode(answer)), nil
		}))
	}
}

// sideCauses are defects that checks meet by the way. The one that is about it tells it, and no
// other.
var sideCauses = []defect{
	{id: "LIFE-20", name: "a session ends when another one is opened", over: "http", change: func(v *server) {
		before(func(_ http.ResponseWriter, _ *http.Request, body string) bool {
			if method(body) == "initialize" {
				v.http.mux.Lock()
				clear(v.http.live)
				v.http.mux.Unlock()
			}
			return false
		})(v)
	}},
	{id: "LIFE-14", name: "logging is declared as an empty object, and unknown", change: func(v *server) { delete(v.methods, "logging/setLevel") }},
	{id: "HL-21", name: "all that is sent comes on the GET stream, too", over: "http", change: outgoing(func(s *session, c *call, msg object) []object {
		if c != nil && len(s.listening) > 0 {
			s.push(s.listening[len(s.listening)-1], string(s.encode(msg)))
		}
		return []object{msg}
	})},
	{id: "HL-26", name: "sessions that have ended are answered with HTTP 200 and an error without id", over: "http", change: strangers(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method != "DELETE" && reply(w, 200, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
	})},
	{id: "HL-26", name: "a GET with a session that is not known is refused with 400", over: "http", change: strangers(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "GET" && reply(w, 400, "", "")
	})},
	{id: "HL-04", name: "a cancellation of nothing is answered with an error", over: "http", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return strings.Contains(body, `"notifications/cancelled"`) && !strings.HasPrefix(body, "[") && strings.Contains(body, "987654") &&
			reply(w, 200, "application/json", `{"jsonrpc":"2.0","id":987654,"error":{"code":-32600,"message":"No such request"}}`)
	})},
	{id: "BASE-04", name: "the end of the handshake is answered", over: "http", change: func(v *server) {
		v.http.wrap = func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				if method(string(body)) == "notifications/initialized" {
					w = polite{w}
				}
				h.ServeHTTP(w, r)
			})
		}
	}},
	{id: "LIFE-01", name: "every _meta is a list", change: results(func(_ *call, r object) { r["_meta"] = list{"x"} })},
	{id: "TOOL-04", name: "wrong arguments are never answered, on event streams", over: "http", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if r, f := next(c); f != nil || !contains(r, "arguments.") || r["isError"] != true {
			return r, f
		}
		<-c.ctx.Done()
		return nil, nil
	})},
	{id: "PAG-02", name: "every second time a page begins an item earlier", change: shifting()},
	{id: "PAG-03", name: "cursors are passed over", change: handle("resources/list", func(c *call, next handler) (object, *fault) {
		c.params = with(c.params, "cursor", nil)
		return next(c)
	})},
	{id: "PRM-01", name: "a prompt that is not there has no messages", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && !strings.Contains(f.message, "argument") {
			return object{"messages": list{}}, nil
		}
		return r, f
	})},
	{id: "LIFE-19", name: "the status of a task is in a member of its notification", over: "http", change: tasked("tasks/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f == nil {
			c.after = func() { c.session.notify("notifications/tasks/status", object{"task": r}) }
		}
		return r, f
	})},
}

// polite answers what it is to take.
type polite struct{ http.ResponseWriter }

func (w polite) WriteHeader(code int) {
	if code != http.StatusAccepted {
		w.ResponseWriter.WriteHeader(code)
		return
	}
	reply(w.ResponseWriter, http.StatusOK, "application/json", `{"jsonrpc":"2.0","id":null,"result":{}}`)
}

// shifting gives every second page that a cursor leads to an item of the page before.
func shifting() func(*server) {
	return handle("tools/list", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		all, _ := r["tools"].(list)
		if f != nil || c.params["cursor"] == nil || len(all) == 0 {
			return r, f
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		n, _ := c.slots["pages"].(int)
		if c.slots["pages"] = n + 1; n%2 == 1 {
			r = with(r, "tools", append(list{c.tools[0].def}, all...))
		}
		return r, f
	})
}
