package specimen_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// silentAbout never answers a request about tasks, in the cases of when; nil = always.
func silentAbout(method string, when func(c *call) bool) func(*server) {
	return tasked(method, func(c *call, next handler) (object, *fault) {
		if when == nil || when(c) {
			return nil, nil
		}
		return next(c)
	})
}

// incomingOld refuses messages of version 1.0 with HTTP 200.
func incomingOld(v *server) {
	before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return strings.Contains(body, `"1.0"`) && reply(w, 200, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`)
	})(v)
}

func withTask(c *call) bool { return c.params["task"] != nil }

// openDefects are of families that have several files, too.
var openDefects = []defect{
	{id: "TASK-01", name: "a call with a task is never answered", change: silentAbout("tools/call", withTask)},
	{id: "TASK-02", name: "tasks/get is never answered", also: []string{"LIFE-13"}, change: silentAbout("tasks/get", nil)},
	{id: "TASK-02", name: "tasks/get is never answered if its metadata names another task", change: silentAbout("tasks/get", func(c *call) bool {
		meta, _ := c.params["_meta"].(object)
		return meta["io.modelcontextprotocol/related-task"] != nil
	})},
	{id: "TASK-04", name: "tasks/cancel is never answered", change: silentAbout("tasks/cancel", nil)},
	{id: "TASK-06", name: "a call without the task that a tool needs is never answered", change: both(tasking("required"), runs("job", func(*call, handler) (object, *fault) { return nil, nil }))},
	{id: "TASK-07", name: "tasks/list is never answered", change: silentAbout("tasks/list", nil)},
	{id: "BASE-01", name: "a long id is cut", change: frames(func(_ *call, m object) {
		if id, ok := m["id"].(string); ok && len(id) > 128 {
			m["id"] = id[:128]
		}
	})},
	{id: "PAG-02", name: "a cursor is good once in a session", change: cursors("tools/list", func(c *call, next handler, cursor string) (object, *fault) {
		c.mu.Lock()
		used := c.slots["used "+cursor]
		c.slots["used "+cursor] = true
		c.mu.Unlock()
		if cursor != "" && used != nil {
			return nil, refuse(-32602, "Invalid cursor")
		}
		return next(c)
	})},
	{id: "RES-06", name: "the size of a resource is a text", change: items("resources/list", "resources", func(i int, r object) {
		if r["size"] != nil {
			r["size"] = fmt.Sprint(r["size"])
		}
	})},
	{id: "RES-06", name: "a template has a brace without end", change: func(v *server) {
		v.templates = append(v.templates, object{"uriTemplate": "memo://{id", "name": "Memos"})
	}},
	{id: "PRM-02", name: "a prompt that takes nothing wants arguments", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if c.params["arguments"] == nil {
			return nil, refuse(-32602, "arguments is missing")
		}
		return next(c)
	})},
	{id: "PROG-04", name: "a token that is a number and one that is its digits are mixed up", change: func(v *server) {
		last := map[string]any{}
		var mu sync.Mutex
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			mu.Lock()
			last[fmt.Sprint(c.token)] = c.token
			mu.Unlock()
			return next(c)
		})(v)
		onProgress(func(c *call, p object) []object {
			mu.Lock()
			defer mu.Unlock()
			return []object{with(p, "progressToken", last[fmt.Sprint(c.token)])}
		})(v)
	}},
	{id: "TASK-03", name: "a task still waits for input once all is answered", change: changing("tasks/get", func(r object) object {
		if r["status"] == "completed" {
			return with(r, "status", "input_required")
		}
		return r
	})},
	{id: "HL-39", name: "an unknown method is an HTTP 500", over: "http", change: func(v *server) {
		v.http.statusOf = func(body []byte) int {
			if strings.Contains(string(body), "-32601") {
				return 500
			}
			return 200
		}
	}},
	{id: "SUB-10", name: "whoever has subscribed, all sessions are told", over: "http", change: func(v *server) {
		subs := map[string]bool{}
		handle("resources/subscribe", func(c *call, next handler) (object, *fault) {
			r, f := next(c)
			c.mu.Lock()
			defer c.mu.Unlock()
			if f == nil {
				subs[c.params["uri"].(string)] = true
				for _, s := range v.opened {
					s.subs[c.params["uri"].(string)] = true
				}
			}
			return r, f
		})(v)
	}},
	{id: "HL-16", name: "a resumed stream begins with the event that is named", over: "http", change: replayed(func(s *session, from *stream, missed []event) []event {
		s.mu.Lock()
		defer s.mu.Unlock()
		if n := len(from.events) - len(missed) - 1; n >= 0 {
			return from.events[n:]
		}
		return missed
	})},
	{id: "HL-14", name: "event ids begin anew in each stream", over: "http", change: func(v *server) {
		v.http.eventID = func(_ *stream, n int) string { return fmt.Sprint(n) }
	}},
	{id: "HL-20", name: "answers come on the GET stream, too", over: "http", change: outgoing(func(s *session, c *call, msg object) []object {
		if c != nil && isResponse(msg) && c.method == "tools/call" {
			s.send(nil, msg)
		}
		return []object{msg}
	})},
	{id: "HL-08", name: "the answer to prompts/list is two JSON texts", over: "http", change: func(v *server) {
		v.http.fold = func(b []byte) []byte {
			if strings.Contains(string(b), `"prompts":[`) {
				return append(append([]byte{}, b...), b...)
			}
			return b
		}
	}},
	{id: "LOG-03", name: "a level of one session is that of all", over: "http", change: handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, s := range c.opened {
			s.level = c.level
		}
		return r, f
	})},
	{id: "LIFE-19", name: "maxTokens is a text", change: runs("sample", askingInstead("sampling", "sampling/createMessage", object{"maxTokens": "10", "messages": list{
		object{"role": "user", "content": object{"type": "text", "text": "Hello?"}}}}))},
	{id: "LIFE-10", name: "a client that shows forms is sent to a page", change: runs("elicit", askingInstead("elicitation", "elicitation/create", object{
		"mode": "url", "message": "Log in", "url": "https://example.com/login", "elicitationId": "e-1"}))},
	{id: "TASK-07", name: "the tasks of other sessions are listed", change: func(v *server) {
		var all list
		tasking("optional")(v)
		next := v.methods["tools/call"]
		v.methods["tools/call"] = func(c *call) (object, *fault) {
			r, f := next(c)
			if task, ok := r["task"].(object); ok {
				c.mu.Lock()
				all = append(all, task)
				c.mu.Unlock()
			}
			return r, f
		}
		v.methods["tasks/list"] = func(c *call) (object, *fault) {
			c.mu.Lock()
			defer c.mu.Unlock()
			return object{"tasks": append(list{}, all...)}, nil
		}
	}, over: "http"},
	{id: "TASK-03", name: "a task that has failed has the result of a success", change: both(changing("tasks/get", func(r object) object {
		if r["status"] == "completed" {
			return with(r, "status", "failed")
		}
		return r
	}))},
	{id: "TASK-02", name: "a task was updated before it was made", change: changing("tasks/get", func(r object) object { return with(r, "lastUpdatedAt", "2025-11-25T10:29:00Z") })},
	{id: "TOOL-09", name: "an output schema is of the type array", change: redefines("echo", "outputSchema", object{"type": "array"})},
	{id: "RES-06", name: "a resource has the priority 7", change: items("resources/list", "resources", func(i int, r object) { r["annotations"] = object{"priority": 7} })},
	{id: "RES-06", name: "a resource is for bots", change: items("resources/list", "resources", func(i int, r object) { r["annotations"] = object{"audience": list{"bot"}} })},
	{id: "SUB-09", name: "changes are told under another URI", change: notices(func(m object) {
		if p, ok := m["params"].(object); ok && m["method"] == "notifications/resources/updated" {
			m["params"] = with(p, "uri", fmt.Sprint(p["uri"])+"0")
		}
	})},
	{id: "HL-19", name: "GET has no answer", over: "http", change: before(func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method == http.MethodGet {
			<-r.Context().Done()
			return true
		}
		return false
	})},
	{id: "SUB-07", name: "an added tool is not announced, and a removed one is", change: announced("notifications/tools/list_changed", func(s *session, msg object) []object {
		if _, there := s.tool("extra"); there {
			return nil
		}
		return []object{msg}
	})},
	{id: "PING-01", name: "a ping is answered with 204", over: "http", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "ping" && reply(w, 204, "", "")
	})},
	{id: "PING-01", name: "the process ends after 100 requests", over: "stdio", change: after(100, func(s *session) { s.die() })},
	{id: "BASE-03", name: "completions have neither a result nor an error", change: answers(func(_ *call, msg object) { delete(msg, "result") }, "completion/complete")},
	{id: "TASK-02", name: "a task is gone as soon as it has ended", change: tasked("tasks/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if r["status"] == "completed" {
			return nil, refuse(-32602, "Task not found")
		}
		return r, f
	})},
	{id: "TASK-04", name: "a task that goes on cannot be cancelled, as if it had ended", change: tasked("tasks/cancel", func(*call, handler) (object, *fault) {
		return nil, refuse(-32602, "The task has ended")
	})},
	{id: "PROG-04", name: "a call with a progress token is never answered", change: runs("slow", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if c.token != nil {
			return nil, nil
		}
		return r, f
	})},
	{id: "TASK-03", name: "the result of a task that has completed is an error", change: tasked("tasks/result", func(c *call, next handler) (object, *fault) {
		if r, f := next(c); f != nil || r == nil {
			return r, f
		}
		return nil, refuse(-32603, "Internal error")
	})},
	{id: "PRM-03", name: "a prompt that takes nothing is an internal error", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if c.params["name"] == "greet" {
			return nil, refuse(-32603, "Internal error")
		}
		return next(c)
	})},
	{id: "BASE-01", name: "numbers of 16 digits lose the last two", change: frames(func(_ *call, m object) {
		if n, ok := numeric(m["id"]); ok && len(n) > 15 {
			m["id"] = json.Number(n[:len(n)-2] + "00")
		}
	})},
}

// untitled leaves the method out of updates of resources.
var untitled = notices(func(m object) {
	if m["method"] == "notifications/resources/updated" {
		delete(m, "method")
	}
})

// openCauses are told by one check, whose own messages need not show them.
var openCauses = []defect{
	{id: "BASE-03", name: "updates have no method", over: "http", change: untitled},
	{id: "STDIO-01", name: "updates have no method", over: "stdio", change: untitled},
}

// openInnocents do what looks like it.
var openInnocents = []innocent{
	{name: "tells of changes below what was subscribed to", change: notices(func(m object) {
		if p, ok := m["params"].(object); ok && m["method"] == "notifications/resources/updated" {
			m["params"] = with(p, "uri", fmt.Sprint(p["uri"])+"#line-1")
		}
	})},
	{name: "tells times of tasks to the second where they change", change: changing("tasks/get", func(r object) object {
		return with(r, "createdAt", "2025-11-25T10:30:00.900Z", "lastUpdatedAt", "2025-11-25T10:30:00Z")
	})},
	{name: "lists no tasks, and cancels none", change: both(tasking("optional"), unknown("tasks/list", "tasks/cancel"), func(v *server) {
		v.declared = with(v.declared, "tasks", object{"requests": object{"tools": object{"call": object{}}}})
	})},
	{name: "refuses messages of version 1.0 with HTTP 200", over: "http", change: incomingOld},
	{name: "answers GET after a second and a half", over: "http", change: func(v *server) {
		before(func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			if r.Method == http.MethodGet {
				_ = clock.Sleep(r.Context(), v.clk, 1500*time.Millisecond)
			}
			return false
		})(v)
	}},
}
