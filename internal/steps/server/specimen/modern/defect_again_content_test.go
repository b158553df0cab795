package modern_test

import (
	"fmt"
	"strings"
)

var otherContentDefects = []defect{
	{id: "M-TOOL-04", name: "what a closed schema does not allow is passed over", change: redefines("echo", object{
		"inputSchema": object{"type": "object", "properties": object{"text": object{"type": "string"}}, "required": list{"text"}, "additionalProperties": false}})},
	{id: "M-TOOL-04", name: "the choices of an argument are not looked at", change: redefines("slow", object{
		"inputSchema": object{"type": "object", "properties": object{"pace": object{"type": "string", "enum": list{"fast", "slow"}}}}})},
	{id: "M-TOOL-05", name: "a wrong type is an internal error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true && strings.Contains(fmt.Sprint(out["content"]), "type") {
			return nil, refuse(-32603, "Internal error")
		}
		return out, f
	})},
	{id: "M-TOOL-06", name: "a list is promised, and an object given", also: []string{"M-TOOL-07"}, change: redefines("add", object{"outputSchema": object{"type": "array", "items": object{"type": "integer"}}})},
	{id: "M-TOOL-06", name: "a number is promised, and a text given", also: []string{"M-TOOL-07"}, change: both(redefines("add", object{"outputSchema": object{"type": "integer"}}), only("tools/call", "add", func(r object) {
		if r["structuredContent"] != nil {
			r["structuredContent"] = "three"
		}
	}))},
	{id: "M-TOOL-07", name: "structured content has an empty text beside it", change: results(func(c *call, r object) {
		if r["structuredContent"] != nil {
			r["content"] = text("")
		}
	}, "tools/call")},
	{id: "M-FORM-06", name: "isError is a word", change: only("tools/call", "slow", func(r object) { r["isError"] = "false" })},
	{id: "M-FORM-06", name: "a link has no name", change: only("tools/call", "slow", func(r object) { r["content"] = list{object{"type": "resource_link", "uri": "note:///a"}} })},
	{id: "M-FORM-06", name: "a content is of an unknown type", change: only("tools/call", "slow", func(r object) { r["content"] = list{object{"type": "markdown", "text": "x"}} })},
	{id: "M-RES-03", name: "an image has no MIME type", change: only("tools/call", "slow", func(r object) { r["content"] = list{object{"type": "image", "data": "aGk="}} })},
	{id: "M-RES-03", name: "an embedded resource has neither text nor blob", change: only("tools/call", "slow", func(r object) {
		r["content"] = list{object{"type": "resource", "resource": object{"uri": "note:///a"}}}
	})},
	{id: "M-FORM-05", name: "contents have no URI", also: []string{"M-RES-08"}, change: results(func(_ *call, r object) { r["contents"] = list{object{"text": "x"}} }, "resources/read")},
	{id: "M-RES-08", name: "one of the resources cannot be read", change: refuses("resources/read", -32602, func(c *call) bool { return c.params["uri"] == "note:///d" })},
	{id: "M-RES-01", name: "a missing resource is unknown as a method is", change: recoded("resources/read", -32602, -32601)},
	{id: "M-PRM-01", name: "an unknown prompt is an internal error", change: recoded("prompts/get", -32602, -32603)},
	{id: "M-FORM-03", name: "messages are missing", change: only("prompts/get", "plain", func(r object) { delete(r, "messages") })},
	{id: "M-FORM-03", name: "a prompt that takes nothing is an internal error", change: refuses("prompts/get", -32603, func(c *call) bool { return c.params["name"] == "plain" })},
	{id: "M-FORM-03", name: "a content is a text", change: only("prompts/get", "plain", func(r object) { r["messages"] = list{object{"role": "user", "content": "hello"}} })},
	{id: "M-FORM-07", name: "the values are not within a completion", change: results(func(_ *call, r object) { r["values"] = list{"a"}; delete(r, "completion") }, "completion/complete")},
	{id: "M-FORM-07", name: "hasMore is a word", change: results(func(_ *call, r object) { r["completion"] = object{"values": list{"a"}, "hasMore": "no"} }, "completion/complete")},
	{id: "M-COMP-01", name: "what is listed is an internal error", change: refuses("completion/complete", -32603, func(c *call) bool { return asObject(c.params["ref"])["type"] == "ref/resource" })},
	{id: "M-COMP-03", name: "a template of nobody has completions", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if asObject(c.params["ref"])["type"] == "ref/resource" {
			return c.result(object{"completion": object{"values": list{}}}), nil
		}
		return next(c)
	})},
	{id: "M-COMP-03", name: "a prompt of nobody is an internal error", change: recoded("completion/complete", -32602, -32603)},
	{id: "M-PROG-01", name: "progress comes to subscriptions, too", also: []string{"M-SUB-02"}, change: func(v *server) {
		runs("slow", func(c *call, next handler) (object, *fault) {
			if token := c.meta["progressToken"]; token != nil {
				c.changed("notifications/progress", object{"progressToken": token, "progress": 0.5})
			}
			return next(c)
		})(v)
		was := v.wants
		v.wants = func(s *subscription, m string) bool { return m == "notifications/progress" || was(s, m) }
	}},
	{id: "M-PROG-04", name: "the token 0 is none", also: []string{"M-PROG-01"}, change: progressing(func(p object) {
		if fmt.Sprint(p["progressToken"]) == "0" {
			p["progressToken"] = "0"
		}
	})},
	{id: "M-LOG-04", name: "log messages come to subscriptions, too", also: []string{"M-SUB-02"}, change: func(v *server) {
		runs("slow", func(c *call, next handler) (object, *fault) {
			if c.meta[prefix+"logLevel"] != nil {
				c.changed("notifications/message", object{"level": "emergency", "data": "x"})
			}
			return next(c)
		})(v)
		was := v.wants
		v.wants = func(s *subscription, m string) bool { return m == "notifications/message" || was(s, m) }
	}},
	{id: "M-LOG-04", name: "lists are logged unasked", over: "stdio", also: []string{"M-LOG-07"}, change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		c.notify("notifications/message", object{"level": "info", "data": "listing"})
		return next(c)
	})},
	{id: "M-LOG-07", name: "levels are compared as texts", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if wanted, _ := c.meta[prefix+"logLevel"].(string); wanted != "" && "info" >= wanted {
			c.notify("notifications/message", object{"level": "info", "data": "x"})
		}
		return next(c)
	})},
	{id: "M-FORM-08", name: "a level has capitals", change: logging(func(p object) { p["level"] = "WARNING" })},
	{id: "M-CAN-05", name: "a list is cancelled by the server", over: "stdio", change: handle("prompts/list", func(c *call, next handler) (object, *fault) {
		c.notify("notifications/cancelled", object{"requestId": c.id, "reason": "busy"})
		return next(c)
	})},
	{id: "M-STDIO-14", name: "a ping comes with a call", change: runs("slow", func(c *call, next handler) (object, *fault) {
		c.write(object{"jsonrpc": "2.0", "id": 900, "method": "ping"})
		return next(c)
	})},
}
