package modern_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
)

// listed changes the items of a list.
func listed(method, member string, change func(items list) list) func(*server) {
	return results(func(_ *call, r object) { r[member] = change(append(list{}, r[member].(list)...)) }, method)
}

// firstItem changes the first item of each page.
func firstItem(method, member string, members object) func(*server) {
	return listed(method, member, func(items list) list {
		if len(items) > 0 {
			items[0] = with(items[0].(object), members)
		}
		return items
	})
}

var listDefects = []defect{
	{id: "M-DISC-09", name: "prompts are declared, and unknown", change: func(v *server) { delete(v.methods, "prompts/list"); delete(v.methods, "prompts/get") }},
	{id: "M-DISC-09", name: "prompts are served, and not declared", change: func(v *server) { delete(v.declared, "prompts") }},
	{id: "M-DISC-09", name: "prompts/get is unknown", change: func(v *server) { delete(v.methods, "prompts/get") }},
	{id: "M-PAG-01", name: "unknown cursors lead to the first page", change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil {
			delete(c.params, "cursor")
			return next(c)
		}
		return out, f
	})},
	{id: "M-PAG-01", name: "unknown cursors are refused with -32603", change: handle("resources/list", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil {
			f.code = -32603
		}
		return out, f
	})},
	{id: "M-PAG-02", name: "a cursor works once", change: each(onceCursors), also: []string{"M-BASE-28"}},
	{id: "M-PAG-03", name: "the last page leads to the first", change: results(func(c *call, r object) {
		if r["nextCursor"] == nil {
			r["nextCursor"] = base64.StdEncoding.EncodeToString([]byte("resources:0"))
		}
	}, "resources/list")},
	{id: "M-PAG-04", name: "pages overlap", change: results(func(_ *call, r object) {
		if r["nextCursor"] != nil {
			r["nextCursor"] = base64.StdEncoding.EncodeToString([]byte("resources:2"))
		}
	}, "resources/list"), also: []string{"M-PAG-03"}},
	{id: "M-PAG-06", name: "the second page is private", change: results(func(c *call, r object) {
		if c.params["cursor"] != nil {
			r["cacheScope"] = "private"
		}
	}, "tools/list")},
	{id: "M-TOOL-08", name: "tools are in no order, over pages", also: []string{"M-PAG-02"}, change: func(v *server) {
		n := 0
		v.pageSize = 2
		listed("tools/list", "tools", func(items list) list {
			n++
			rand.New(rand.NewPCG(uint64(n), 0)).Shuffle(len(v.tools), func(i, j int) { v.tools[i], v.tools[j] = v.tools[j], v.tools[i] })
			return items
		})(v)
	}},
	{id: "M-TOOL-08", name: "the order of tools changes", change: func(v *server) {
		n := 0
		v.pageSize = 100
		listed("tools/list", "tools", func(items list) list {
			n++
			items[0], items[n%3] = items[n%3], items[0]
			return items
		})(v)
	}},
	{id: "M-SUB-08", name: "reading a list tells of a change", change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		c.changed("notifications/tools/list_changed", nil)
		return next(c)
	})},
}

func onceCursors() func(*server) {
	used := map[string]bool{}
	return handle("tools/list", func(c *call, next handler) (object, *fault) {
		cursor, _ := c.params["cursor"].(string)
		c.mu.Lock()
		again := used[cursor]
		used[cursor] = cursor != ""
		c.mu.Unlock()
		if again {
			out, f := next(c)
			if f == nil {
				out["tools"] = list{}
			}
			return out, f
		}
		return next(c)
	})
}

var toolDefects = []defect{
	{id: "M-TOOL-01", name: "a tool has no input schema", change: firstItem("tools/list", "tools", object{"inputSchema": nil})},
	{id: "M-TOOL-01", name: "an input schema is of strings", change: firstItem("tools/list", "tools", object{"inputSchema": object{"type": "string"}})},
	{id: "M-TOOL-02", name: "a name has a blank", change: func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "two words", "inputSchema": object{"type": "object"}}, run: say("x")})
	}},
	{id: "M-FORM-01", name: "a hint is a string", change: redefines("change", object{"annotations": object{"readOnlyHint": "no"}})},
	{id: "M-FORM-01", name: "a description is a number", change: redefines("slow", object{"description": 7})},
	{id: "M-BASE-27", name: "a schema is invalid", change: redefines("change", object{"inputSchema": object{"type": "object", "properties": object{"a": object{"minimum": "7"}}}})},
	{id: "M-BASE-27", name: "a reference leads nowhere", change: redefines("change", object{"inputSchema": object{"type": "object", "properties": object{"a": object{"$ref": "#/$defs/none"}}}})},
	{id: "M-TOOL-03", name: "an unknown tool succeeds", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil {
			return out, f
		}
		return say("fine")(c)
	})},
	{id: "M-TOOL-03", name: "an unknown tool is told in a result", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && f.message == "Unknown tool" {
			return wrong(c, "unknown")
		}
		return out, f
	})},
	{id: "M-TOOL-04", name: "a missing argument is taken for nothing", change: func(v *server) {
		for i, t := range v.tools {
			if t.name() == "echo" {
				v.tools[i].def = with(t.def, object{"inputSchema": object{"type": "object", "properties": object{"text": object{"type": "string"}}, "required": list{"text"}}})
				v.tools[i].run = say("x")
			}
		}
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			if c.params["name"] == "echo" {
				return say(fmt.Sprint(asObject(c.params["arguments"])["text"]))(c)
			}
			return next(c)
		})(v)
	}},
	{id: "M-TOOL-05", name: "a missing argument is a protocol error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true {
			return nil, refuse(-32602, "Invalid arguments")
		}
		return out, f
	})},
	{id: "M-FORM-06", name: "content is a string", change: results(func(c *call, r object) {
		if c.params["name"] == "slow" {
			r["content"] = "done"
		}
	}, "tools/call")},
	{id: "M-FORM-06", name: "a content has no type", change: results(func(c *call, r object) {
		if c.params["name"] == "slow" {
			r["content"] = list{object{"text": "done"}}
		}
	}, "tools/call")},
	{id: "M-TOOL-06", name: "structured content is of another type", also: []string{"M-TOOL-07"}, change: results(func(c *call, r object) {
		if r["structuredContent"] != nil {
			r["structuredContent"] = object{"sum": "three"}
		}
	}, "tools/call")},
	{id: "M-TOOL-06", name: "structured content is missing", change: results(func(c *call, r object) { delete(r, "structuredContent") }, "tools/call")},
	{id: "M-TOOL-07", name: "structured content is not there as text", change: results(func(c *call, r object) {
		if r["structuredContent"] != nil {
			r["content"] = text("three")
		}
	}, "tools/call")},
	{id: "M-PROG-01", name: "progress comes without a token", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.meta["progressToken"] == nil {
			c.notify("notifications/progress", object{"progressToken": "none", "progress": 1})
		}
		return next(c)
	})},
	{id: "M-PROG-02", name: "progress stands still", change: progressing(func(p object) { p["progress"] = 1 })},
	{id: "M-PROG-02", name: "progress goes backwards", change: progressing(func(p object) { p["progress"] = 4 - p["progress"].(int) })},
	{id: "M-PROG-03", name: "progress comes after the answer", over: "stdio", change: outgoing(func(c *call, msg object) []object {
		if token := c.meta["progressToken"]; token != nil && c.params["name"] == "slow" && msg["result"] != nil {
			return []object{msg, {"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progressToken": token, "progress": 9}}}
		}
		return []object{msg}
	})},
	{id: "M-PROG-04", name: "tokens come back as strings", also: []string{"M-PROG-01"}, change: progressing(func(p object) { p["progressToken"] = fmt.Sprint(p["progressToken"]) })},
	{id: "M-PROG-05", name: "progress floods", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if token := c.meta["progressToken"]; token != nil {
			for i := range 200 {
				c.notify("notifications/progress", object{"progressToken": token, "progress": float64(i) / 1000})
			}
		}
		return next(c)
	})},
}
