package modern_test

import (
	"encoding/json"
	"fmt"
	"strings"
)

// idOf changes the id of each response.
func idOf(change func(id any) any) func(*server) {
	return frames(func(_ *call, msg object) {
		if _, ok := msg["method"]; !ok && msg["id"] != nil {
			msg["id"] = change(msg["id"])
		}
	})
}

var messageDefects = []defect{
	{id: "M-BASE-01", name: "numbers come back as strings", change: idOf(func(id any) any {
		if n, ok := id.(json.Number); ok {
			return n.String()
		}
		return id
	})},
	{id: "M-BASE-01", name: "string ids come back in small letters", change: idOf(func(id any) any {
		if s, ok := id.(string); ok {
			return strings.ToLower(s)
		}
		return id
	})},
	{id: "M-BASE-01", name: "string ids of digits come back as numbers", change: idOf(func(id any) any {
		if s, ok := id.(string); ok && len(s) < 3 {
			return json.Number(s)
		}
		return id
	})},
	{id: "M-BASE-01", name: "tools/call is answered twice", over: "stdio", change: outgoing(func(c *call, msg object) []object {
		if c.method == "tools/call" && msg["result"] != nil {
			return []object{msg, msg}
		}
		return []object{msg}
	})},
	{id: "M-BASE-02", name: "large ids are rounded", also: []string{"M-BASE-01"}, change: idOf(func(id any) any {
		if n, ok := id.(json.Number); ok {
			f, _ := n.Float64()
			return json.Number(fmt.Sprintf("%.0f", f))
		}
		return id
	})},
	{id: "M-BASE-03", name: "a result comes with error null", change: frames(func(_ *call, msg object) {
		if msg["result"] != nil {
			msg["error"] = nil
		}
	})},
	{id: "M-BASE-03", name: "codes are strings", change: errors(func(_ *call, _, e object) { e["code"] = fmt.Sprint(e["code"]) }), also: []string{"M-BASE-07", "M-DISC-11", "M-DISC-03", "M-BASE-21"}},
	{id: "M-BASE-04", name: "notifications are answered", over: "stdio", change: func(v *server) {
		v.in = func(msg object) object {
			if msg["id"] == nil && strings.HasPrefix(fmt.Sprint(msg["method"]), "notifications/x") {
				return object{"jsonrpc": "2.0"} // which is refused
			}
			return msg
		}
	}},
	{id: "M-BASE-05", name: "progress has an id", change: frames(func(_ *call, msg object) {
		if msg["method"] == "notifications/progress" {
			msg["id"] = 7
		}
	}), also: []string{"M-STDIO-14"}},
	{id: "M-BASE-06", name: "errors have no version", change: errors(func(_ *call, msg, _ object) { delete(msg, "jsonrpc") })},
	{id: "M-BASE-07", name: "unknown methods are refused with -32600", change: errors(func(c *call, _, e object) {
		if c.method == "x/unknown" {
			e["code"] = -32600
		}
	})},
	{id: "M-BASE-14", name: "text is no UTF-8", change: wire(func(s string) string { return strings.ReplaceAll(s, "ü", "\xfc") })},
	{id: "M-BASE-14", name: "text loses what is not ASCII", change: runs("echo", func(c *call, next handler) (object, *fault) {
		return c.result(object{"content": text(strings.Map(ascii, c.params["arguments"].(object)["text"].(string)))}), nil
	})},
	{id: "M-STDIO-14", name: "a tool asks by a request of its own", change: runs("greet", func(c *call, next handler) (object, *fault) {
		c.write(object{"jsonrpc": "2.0", "id": "s1", "method": "elicitation/create", "params": nameForm})
		return next(c)
	})},
	{id: "M-BASE-08", name: "malformed JSON is answered with an id", over: "stdio", change: func(v *server) {
		v.encode = func(m any) []byte {
			if o, ok := m.(object); ok && o["id"] == nil && o["error"] != nil {
				return encode(with(o, object{"id": 1001}))
			}
			return encode(m)
		}
	}, also: []string{"M-BASE-09", "M-BASE-01"}},
	{id: "M-BASE-09", name: "malformed JSON is answered with the last id", over: "stdio", also: []string{"M-BASE-08", "M-BASE-01"}, change: func(v *server) {
		var last any
		v.in = func(msg object) object {
			if msg["id"] != nil {
				last = msg["id"]
			}
			return msg
		}
		v.encode = func(m any) []byte {
			if o, ok := m.(object); ok && o["id"] == nil && o["error"] != nil && o["error"].(object)["code"] == -32700 {
				return encode(with(o, object{"id": last}))
			}
			return encode(m)
		}
	}},
	{id: "M-BASE-10", name: "the id null is served", over: "stdio", change: func(v *server) {
		v.in = func(msg object) object {
			if id, there := msg["id"]; there && id == nil {
				msg["id"] = "null"
			}
			return msg
		}
		v.out = func(_ *call, msg object) []object {
			if msg["id"] == "null" {
				msg["id"] = nil
			}
			return []object{msg}
		}
	}},
	{id: "M-BASE-26", name: "a key of _meta is malformed", change: results(func(_ *call, r object) {
		r["_meta"] = with(r["_meta"].(object), object{"7/bad key": 1})
	})},
	{id: "M-BASE-26", name: "a key of _meta usurps the prefix of MCP", change: results(func(_ *call, r object) { r["_meta"] = with(r["_meta"].(object), object{"com.mcp.x/a": 1}) })},
}

func ascii(r rune) rune {
	if r > 127 {
		return '?'
	}
	return r
}

var resultDefects = []defect{
	{id: "M-BASE-16", name: "results have no resultType", change: results(func(_ *call, r object) {
		if r["resultType"] == "complete" {
			delete(r, "resultType")
		}
	})},
	{id: "M-BASE-16", name: "prompts have no resultType", change: results(func(c *call, r object) {
		if r["resultType"] == "complete" {
			delete(r, "resultType")
		}
	}, "prompts/get")},
	{id: "M-BASE-17", name: "the resultType is done", change: results(func(_ *call, r object) { r["resultType"] = "done" }, "prompts/list")},
	{id: "M-BASE-17", name: "a task is made of a call that has not declared tasks", change: runs("slow", func(c *call, _ handler) (object, *fault) {
		return c.result(object{"resultType": "task", "taskId": "t1"}), nil
	})},
	{id: "M-BASE-23", name: "results do not say which server", change: results(func(_ *call, r object) { delete(r, "_meta") }, "tools/list")},
	{id: "M-BASE-18", name: "an invented code is used", change: runs("change", func(c *call, _ handler) (object, *fault) { return nil, refuse(-32050, "no") })},
	{id: "M-BASE-19", name: "a missing resource is -32002", also: []string{"M-RES-01"}, change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil {
			f.code = -32002
		}
		return out, f
	})},
	{id: "M-BASE-20", name: "a tool fails with -32000", change: runs("change", func(c *call, _ handler) (object, *fault) { return nil, refuse(-32000, "no") })},
	{id: "M-BASE-37", name: "errors have stack traces", change: errors(func(_ *call, _, e object) {
		e["message"] = fmt.Sprint(e["message"], "\n  at main.go:7\n  at main.go:9")
	})},
	{id: "M-CACHE-01", name: "a list has no ttlMs", change: results(func(_ *call, r object) { delete(r, "ttlMs") }, "prompts/list")},
	{id: "M-CACHE-01", name: "a discovery has no hints", change: results(func(_ *call, r object) { delete(r, "ttlMs"); delete(r, "cacheScope") }, "server/discover")},
	{id: "M-CACHE-01", name: "what is read has no scope", change: results(func(_ *call, r object) { delete(r, "cacheScope") }, "resources/read")},
	{id: "M-CACHE-02", name: "ttlMs is negative", change: func(v *server) { v.ttl = -1 }},
	{id: "M-CACHE-02", name: "the scope is shared", change: func(v *server) { v.scope = "shared" }},
	{id: "M-CACHE-02", name: "ttlMs is a string", change: results(func(_ *call, r object) {
		if r["ttlMs"] != nil {
			r["ttlMs"] = "60000"
		}
	})},
	{id: "M-CACHE-02", name: "ttlMs is a fraction", change: results(func(_ *call, r object) { r["ttlMs"] = 0.5 }, "resources/list")},
	{id: "M-CACHE-03", name: "questions have hints", change: results(func(_ *call, r object) {
		if r["resultType"] == "input_required" {
			r["ttlMs"], r["cacheScope"] = 1000, "private"
		}
	})},
	{id: "M-CACHE-04", name: "ttlMs is a year", change: func(v *server) { v.ttl = 365 * 24 * 3600 * 1000 }},
}
