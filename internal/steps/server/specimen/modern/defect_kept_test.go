package modern_test

import (
	"fmt"
	"slices"
	"strings"
)

// ofObjects are names that all objects of JavaScript have, and ofPython one of Python.
var ofObjects, ofPython = []string{"constructor", "__proto__"}, []string{"__class__"}

// found lets a request succeed that names one of these.
func found(method string, names []string, name func(params object) any, members object) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if one, _ := name(c.params).(string); slices.Contains(names, one) {
			return c.result(with(members, nil)), nil
		}
		return next(c)
	})
}

func ofPrompt(params object) any { return asObject(params["ref"])["name"] }

var completed = object{"completion": object{"values": list{}}}

// tasksFound acknowledges requests about tasks of these names.
func tasksFound(names []string) func(k *tasking) {
	return func(k *tasking) {
		k.unknown = func(c *call) *fault {
			if id, _ := c.params["taskId"].(string); slices.Contains(names, id) {
				return nil
			}
			return refuse(-32602, "Task not found")
		}
	}
}

// cursorsFound leads cursors of these names to the first page.
func cursorsFound(v *server) {
	for _, m := range []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list"} {
		handle(m, func(c *call, next handler) (object, *fault) {
			if cursor, _ := c.params["cursor"].(string); slices.Contains(ofObjects, cursor) {
				delete(c.params, "cursor")
			}
			return next(c)
		})(v)
	}
}

// usedOnce reports whether a tool was called.
func usedOnce(v *server) func() bool {
	used := false
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		used = true
		c.mu.Unlock()
		return next(c)
	})(v)
	return func() bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		return used
	}
}

// staleText says the result of the call before as text.
func staleText(v *server) {
	before := ""
	runs("add", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if r["structuredContent"] == nil {
			return r, f
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		said := string(c.encode(r["structuredContent"]))
		if before != "" {
			r["content"] = text(before)
		}
		before = said
		return r, f
	})(v)
}

// firstKept answers requests of a method with the result of the first one with their name.
func firstKept(method string, names ...string) func(*server) {
	kept := map[string]object{}
	return handle(method, func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		name, _ := c.params["name"].(string)
		c.mu.Lock()
		defer c.mu.Unlock()
		if f != nil || out["isError"] == true || !slices.Contains(names, name) {
			return out, f
		}
		if kept[name] == nil {
			kept[name] = out
		}
		return with(kept[name], nil), nil
	})
}

// checkedOnce looks at the arguments of a tool until one call has had the right ones.
func checkedOnce(v *server) {
	right := map[string]bool{}
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		name, _ := c.params["name"].(string)
		c.mu.Lock()
		defer c.mu.Unlock()
		switch {
		case f == nil && out["isError"] != true:
			right[name] = true
		case f == nil && right[name]:
			return with(out, object{"isError": nil, "content": text("done")}), nil
		}
		return out, f
	})(v)
}

// keptDefects are about what a server keeps, and looks up, for others than it was kept for.
var keptDefects = []defect{
	{id: "M-COMP-03", name: "prompts to complete are looked up in an object", change: found("completion/complete", ofObjects, ofPrompt, completed)},
	{id: "M-COMP-03", name: "prompts to complete are looked up with getattr", change: found("completion/complete", ofPython, ofPrompt, completed)},
	broken("M-TASK-07", "tasks are looked up in an object", tasksFound(ofObjects)),
	broken("M-TASK-07", "an unknown task is there once there is another one", func(k *tasking) {
		k.unknown = func(c *call) *fault {
			c.mu.Lock()
			defer c.mu.Unlock()
			if len(k.all) > 0 {
				return nil
			}
			return refuse(-32602, "Task not found")
		}
	}),
	broken("M-TASK-07", "tasks are looked up with getattr", tasksFound(ofPython)),
	{id: "M-PAG-01", name: "cursors are looked up in an object", change: cursorsFound},
	{id: "M-RES-01", name: "what is not there is None", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		uri, _ := c.params["uri"].(string)
		if out, f := next(c); f == nil || !strings.Contains(uri, "mcpsim-no-such-name") {
			return out, f
		}
		return c.result(object{"contents": list{object{"uri": uri, "text": "None"}}}), nil
	})},
	{id: "M-FORM-06", name: "the first result of a tool is kept for all arguments", change: func(v *server) { firstKept("tools/call", "echo")(v) }},
	{id: "M-FORM-06", name: "a tool without arguments is refused for them", change: runs("slow", func(*call, handler) (object, *fault) {
		return nil, refuse(-32602, "Invalid tools/call result")
	})},
	{id: "M-FORM-03", name: "the first prompt is kept for all arguments", change: func(v *server) {
		handle("prompts/get", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if who := asObject(c.params["arguments"])["who"]; f == nil && who != nil {
				out["messages"] = list{object{"role": "user", "content": object{"type": "text", "text": fmt.Sprint("Hello, ", who)}}}
			}
			return out, f
		})(v)
		firstKept("prompts/get", "hello")(v)
	}},
	{id: "M-COMP-01", name: "prompts are not completed without a context", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if asObject(c.params["ref"])["type"] == "ref/prompt" && c.params["context"] == nil {
			return nil, refuse(-32602, "context is required")
		}
		return next(c)
	})},
	{id: "M-TOOL-04", name: "arguments are looked at until some were right", change: checkedOnce},
	{id: "M-TOOL-06", name: "what is promised to be no less than nothing is less", change: redefines("add", object{
		"outputSchema": object{"type": "object", "properties": object{"sum": object{"type": "integer", "minimum": 0}}, "required": list{"sum"}}})},
	{id: "M-TOOL-07", name: "the text is that of the result before", change: staleText},
	{id: "M-STDIO-12", name: "once a tool was called TERM is ignored while input is open", over: "stdio", change: func(v *server) { v.stdio.ignores = usedOnce(v) }},
}
