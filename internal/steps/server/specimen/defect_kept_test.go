package specimen_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// ofObjects are names that all objects of JavaScript have, and ofPython one of Python.
var ofObjects, ofPython = []string{"constructor", "__proto__"}, []string{"__class__"}

// listMethods are those of all lists.
var listMethods = []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list"}

// found lets a request succeed that names one of these.
func found(method string, names []string, name func(params object) any, result object) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if one, _ := name(c.params).(string); slices.Contains(names, one) {
			return result, nil
		}
		return next(c)
	})
}

func member(name string) func(params object) any {
	return func(params object) any { return params[name] }
}

func ofPrompt(params object) any {
	ref, _ := params["ref"].(object)
	return ref["name"]
}

// completed is a completion without values.
var completed = object{"completion": object{"values": list{}}}

// cursorsFound leads cursors of these names to the first page.
func cursorsFound(v *server) {
	for _, m := range listMethods {
		handle(m, func(c *call, next handler) (object, *fault) {
			if cursor, _ := c.params["cursor"].(string); slices.Contains(ofObjects, cursor) {
				c.params = with(c.params, "cursor", nil)
			}
			return next(c)
		})(v)
	}
}

// usedSessions are those in which a tool was called.
func usedSessions(v *server) func(*session) bool {
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		c.slots["used"] = true
		c.mu.Unlock()
		return next(c)
	})(v)
	return func(s *session) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.slots["used"] != nil
	}
}

// account adds a tool whose result has a least value, and is less for some arguments.
func account(required list, least int, amount func(delta float64) float64) func(*server) {
	return func(v *server) {
		def := define("account", "Says what is left", readOnly, schema(required, object{"delta": object{"type": "number"}}), func(c *call) (object, *fault) {
			return structured(object{"amount": amount(number(c.params["delta"]))}), nil
		})
		def.def["outputSchema"] = schema(list{"amount"}, object{"amount": object{"type": "number", "minimum": least}})
		v.tools = append(v.tools, def)
	}
}

// sharedTasks lets every session ask for the tasks of all.
func sharedTasks(v *server) {
	taskingAs("optional", func(n int) string { return fmt.Sprintf("task-%d", n) })(v)
	for _, m := range []string{"tasks/get", "tasks/result"} {
		handle(m, func(c *call, next handler) (object, *fault) {
			for _, s := range c.everyone() {
				other := *c
				other.session = s
				if r, f := next(&other); f == nil {
					return r, f
				}
			}
			return next(c)
		})(v)
	}
}

// checkedOnce looks at the arguments of a tool until one call of the session has had the right ones.
func checkedOnce(v *server) {
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		name, _ := c.params["name"].(string)
		args, _ := c.params["arguments"].(object)
		t, known := c.tool(name)
		if !known || args == nil {
			return next(c)
		}
		wrong := conform(t.def["inputSchema"].(object), args, "arguments") != nil
		c.mu.Lock()
		before := c.slots["right "+name] != nil
		if !wrong {
			c.slots["right "+name] = true
		}
		c.mu.Unlock()
		if wrong && before {
			return text("Done"), nil
		}
		return next(c)
	})(v)
}

// writtenFor is what is read of what is not there.
func writtenFor(nothing string) func(*server) {
	return handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if uri, _ := c.params["uri"].(string); f != nil && strings.HasPrefix(uri, "note://") {
			return object{"contents": list{object{"uri": uri, "text": nothing}}}, nil
		}
		return r, f
	})
}

// firstKept answers requests of a method with the result of the first one with their name.
func firstKept(method string) func(*server) {
	return func(v *server) {
		kept := map[any]object{}
		handle(method, func(c *call, next handler) (object, *fault) {
			name := c.params["name"]
			r, f := next(c)
			c.mu.Lock()
			defer c.mu.Unlock()
			if f != nil || r["isError"] == true || !slices.Contains([]any{"echo", "report"}, name) {
				return r, f
			}
			if kept[name] == nil {
				kept[name] = r
			}
			r = with(kept[name])
			return r, f
		})(v)
	}
}

// firstCity makes each report of the city of the first one.
func firstCity(v *server) {
	var city any
	handle("prompts/get", func(c *call, next handler) (object, *fault) {
		given, _ := c.params["arguments"].(object)
		c.mu.Lock()
		if city == nil {
			city = given["city"]
		}
		if given["city"] != nil {
			c.params["arguments"] = with(given, "city", city)
		}
		c.mu.Unlock()
		return next(c)
	})(v)
}

// anyTask says of a task that there is not what it would say of the last one of the session.
func anyTask(v *server) {
	tasking("optional")(v)
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if task, ok := r["task"].(object); ok {
			c.mu.Lock()
			c.slots["last task"] = task["taskId"]
			c.mu.Unlock()
		}
		return r, f
	})(v)
	handle("tasks/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		c.mu.Lock()
		last := c.slots["last task"]
		c.mu.Unlock()
		if f == nil || last == nil {
			return r, f
		}
		c.params = with(c.params, "taskId", last)
		return next(c)
	})(v)
}

// tires lets calls of a tool fail once there were a few in a session.
var tires = runs("add", func(c *call, next handler) (object, *fault) {
	c.mu.Lock()
	n, _ := c.slots["sums"].(int)
	c.slots["sums"] = n + 1
	c.mu.Unlock()
	if n > 1 {
		return nil, refuse(-32603, "Cannot add to a closed sum")
	}
	return next(c)
})

// lostAnswer takes a response for one to whatever session waits for its id, and drops it where that
// is another one than it came from.
func lostAnswer(v *server) {
	asked := 0
	v.asked = func(*session, int) any { // the lock of the server is held
		asked++
		return fmt.Sprintf("question-%d", asked)
	}
	incoming(func(s *session, msg object) object {
		if kindOf(msg) != response {
			return msg
		}
		for _, o := range v.everyone() {
			if o != s {
				o.mu.Lock()
				delete(o.pending, token(msg["id"]))
				o.mu.Unlock()
			}
		}
		return msg
	})(v)
}

// endsForAll ends the subscriptions of every session at once.
func endsForAll(v *server) {
	handle("resources/unsubscribe", func(c *call, next handler) (object, *fault) {
		uri, _ := c.params["uri"].(string)
		all := c.everyone()
		c.mu.Lock()
		for _, s := range all {
			delete(s.subs, uri)
		}
		c.mu.Unlock()
		return next(c)
	})(v)
}

// lastSubscriber has one subscription of each resource, that of the last session.
func lastSubscriber(v *server) {
	handle("resources/subscribe", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		uri, _ := c.params["uri"].(string)
		all := c.everyone()
		c.mu.Lock()
		for _, s := range all {
			if s != c.session {
				delete(s.subs, uri)
			}
		}
		c.mu.Unlock()
		return r, f
	})(v)
}

// staleText says the result of the call before as text.
func staleText(c *call, next handler) (object, *fault) {
	r, f := next(c)
	if r == nil || r["structuredContent"] == nil {
		return r, f
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	said, before := encode(r["structuredContent"]), c.slots["text of "+c.method]
	c.slots["text of "+c.method] = said
	if earlier, ok := before.([]byte); ok && json.Valid(earlier) {
		return with(r, "content", list{object{"type": "text", "text": string(earlier)}}), f
	}
	return r, f
}

// keptDefects are about what a server keeps, and looks up, for others than it was kept for.
var keptDefects = []defect{
	{id: "BASE-28", name: "the answer of another session is dropped, and nothing waits for the right one", over: "http", change: lostAnswer},
	{id: "COMP-03", name: "prompts to complete are looked up in an object", change: found("completion/complete", ofObjects, ofPrompt, completed)},
	{id: "COMP-03", name: "prompts to complete are looked up with getattr", change: found("completion/complete", ofPython, ofPrompt, completed)},
	{id: "TASK-05", name: "tasks are looked up in an object", change: both(tasking("optional"), found("tasks/get", ofObjects, member("taskId"), object{}))},
	{id: "TASK-05", name: "tasks are looked up with getattr", change: both(tasking("optional"), found("tasks/get", ofPython, member("taskId"), object{}))},
	{id: "TASK-08", name: "every session can ask for tasks, which are numbered", over: "http", change: sharedTasks},
	{id: "PAG-01", name: "cursors are looked up in an object", change: cursorsFound},
	{id: "TOOL-03", name: "tools are looked up with getattr", change: found("tools/call", ofPython, member("name"), text("<class 'Tools'>"))},
	{id: "TASK-05", name: "an unknown task is the last one", change: anyTask},
	{id: "TASK-07", name: "tasks that have ended are not listed", change: changing("tasks/list", func(r object) object {
		working := slices.DeleteFunc(slices.Clone(r["tasks"].(list)), func(one any) bool { return one.(object)["status"] != "working" })
		return with(r, "tasks", append(list{}, working...))
	})},
	{id: "TOOL-10", name: "the first result of a tool is kept for all arguments", change: firstKept("tools/call")},
	{id: "TOOL-10", name: "after two calls a tool is an internal error", change: tires},
	{id: "TOOL-10", name: "a tool without arguments is refused for them", change: runs("picture", func(*call, handler) (object, *fault) {
		return nil, refuse(-32602, "Invalid tools/call result")
	})},
	{id: "PRM-03", name: "the first prompt is kept for all arguments", change: firstKept("prompts/get")},
	{id: "PRM-03", name: "the first value of one argument is kept", change: firstCity},
	{id: "TOOL-10", name: "the second result of a tool in a session has a block without a type", change: runs("add_note", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.slots["noted"] != nil && f == nil {
			return object{"content": list{object{"text": "noted"}}}, nil
		}
		c.slots["noted"] = true
		return r, f
	})},
	{id: "COMP-01", name: "prompts are not completed without a context", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if ref, _ := c.params["ref"].(object); ref["type"] == "ref/prompt" && c.params["context"] == nil {
			return nil, refuse(-32602, "context is required")
		}
		return next(c)
	})},
	{id: "TOOL-04", name: "arguments are looked at until some were right", change: checkedOnce},
	{id: "RES-01", name: "what is not there is undefined", change: writtenFor("undefined")},
	{id: "RES-01", name: "what is not there is null", change: writtenFor("null\n")},
	{id: "TOOL-06", name: "what is left is less than nothing", change: account(list{"delta"}, 0, func(delta float64) float64 { return 100 + delta })},
	{id: "TOOL-06", name: "what is left is less than nothing, of an optional argument", change: account(list{}, 0, func(delta float64) float64 { return 5 + delta })},
	{id: "TOOL-07", name: "the text is that of the result before", change: runs("add", staleText)},
	{id: "SUB-09", name: "who unsubscribes ends the subscriptions of all", over: "http", change: endsForAll},
	{id: "SUB-09", name: "a resource has one subscriber, the last one", over: "http", change: lastSubscriber},
	{id: "STDIO-12", name: "once a tool was called neither the end of input nor TERM ends the process", over: "stdio", also: []string{"STDIO-11"}, change: func(v *server) {
		used := usedSessions(v)
		v.stdio.keeps, v.stdio.outlasts = used, used
	}},
	{id: "STDIO-12", name: "once a tool was called TERM is ignored while input is open", over: "stdio", change: func(v *server) { v.stdio.outlasts = usedSessions(v) }},
}
