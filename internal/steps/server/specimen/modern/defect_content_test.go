package modern_test

import (
	"fmt"
	"maps"
	"strings"
)

func progressing(change func(params object)) func(*server) {
	return frames(func(_ *call, msg object) {
		if msg["method"] == "notifications/progress" {
			p := maps.Clone(msg["params"].(object))
			msg["params"] = p
			change(p)
		}
	})
}

var contentDefects = []defect{
	{id: "M-RES-01", name: "a missing resource is empty", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil {
			return out, f
		}
		return c.cached(object{"contents": list{}}), nil
	})},
	{id: "M-RES-01", name: "what a template makes of any name is empty", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if uri, _ := c.params["uri"].(string); f != nil && strings.HasPrefix(uri, "note:///") {
			return c.cached(object{"contents": list{}}), nil
		}
		return out, f
	})},
	{id: "M-RES-01", name: "a missing resource is -32603", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil {
			f.code = -32603
		}
		return out, f
	})},
	{id: "M-RES-03", name: "a blob is no base64", change: results(func(_ *call, r object) {
		r["contents"] = list{object{"uri": asObject(r["contents"].(list)[0])["uri"], "blob": "***"}}
	}, "resources/read")},
	{id: "M-RES-04", name: "paths lead out", change: func(v *server) {
		v.resources = append([]object{{"uri": "file:///srv/notes/a.txt", "name": "f"}}, v.resources...)
		handle("resources/read", func(c *call, next handler) (object, *fault) {
			if uri := fmt.Sprint(c.params["uri"]); strings.Contains(uri, "passwd") && strings.Contains(strings.ToLower(strings.ReplaceAll(uri, "%2e", ".")), "..") {
				return c.cached(object{"contents": list{object{"uri": uri, "text": "root:x:0:0:root:/root:/bin/bash\n"}}}), nil
			}
			return next(c)
		})(v)
	}},
	{id: "M-FORM-04", name: "a resource has no name", change: firstItem("resources/list", "resources", object{"name": nil})},
	{id: "M-FORM-04", name: "a template has no uriTemplate", change: firstItem("resources/templates/list", "resourceTemplates", object{"uriTemplate": nil})},
	{id: "M-FORM-05", name: "contents is an object", change: results(func(_ *call, r object) { r["contents"] = object{} }, "resources/read"), also: []string{"M-RES-03"}},
	{id: "M-RES-08", name: "another resource is read", change: results(func(_ *call, r object) {
		r["contents"] = list{object{"uri": "note:///z", "text": "z"}}
	}, "resources/read")},
	{id: "M-PRM-01", name: "an unknown prompt is empty", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil || f.message != "Unknown prompt" {
			return out, f
		}
		return c.result(object{"messages": list{}}), nil
	})},
	{id: "M-PRM-01", name: "a missing argument is passed over", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && f.message == "who is missing" {
			return c.result(object{"messages": list{}}), nil
		}
		return out, f
	})},
	{id: "M-FORM-02", name: "an argument has no name", change: func(v *server) { v.prompts[0]["arguments"] = list{object{"required": true}} }},
	{id: "M-FORM-03", name: "a role is system", change: results(func(_ *call, r object) {
		r["messages"] = list{object{"role": "system", "content": object{"type": "text", "text": "x"}}}
	}, "prompts/get")},
	{id: "M-FORM-03", name: "a content is a list", change: results(func(c *call, r object) {
		if r["messages"] != nil {
			r["messages"] = list{object{"role": "user", "content": text("x")}}
		}
	}, "prompts/get")},
	{id: "M-COMP-01", name: "completions are served, and not declared", change: func(v *server) { delete(v.declared, "completions") }},
	{id: "M-COMP-01", name: "completions are declared, and unknown", also: []string{"M-COMP-03"}, change: func(v *server) { delete(v.methods, "completion/complete") }},
	{id: "M-COMP-02", name: "a completion has 200 values", change: results(func(_ *call, r object) {
		values := list{}
		for i := range 200 {
			values = append(values, fmt.Sprint(i))
		}
		r["completion"] = object{"values": values}
	}, "completion/complete")},
	{id: "M-COMP-02", name: "the total is too small", change: results(func(_ *call, r object) { r["completion"] = object{"values": list{"a", "b"}, "total": 1} }, "completion/complete")},
	{id: "M-FORM-07", name: "values are numbers", change: results(func(_ *call, r object) { r["completion"] = object{"values": list{1, 2}} }, "completion/complete")},
	{id: "M-COMP-03", name: "an unknown reference has no completions", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil {
			return out, f
		}
		return c.result(object{"completion": object{"values": list{}}}), nil
	})},
}

// logging sends log messages anew.
func logging(change func(msg object)) func(*server) {
	return frames(func(_ *call, msg object) {
		if msg["method"] == "notifications/message" {
			msg["params"] = maps.Clone(msg["params"].(object))
			change(msg["params"].(object))
		}
	})
}

var logDefects = []defect{
	{id: "M-LOG-01", name: "logging is not declared", change: func(v *server) { delete(v.declared, "logging") }},
	{id: "M-LOG-02", name: "unknown levels are passed over", change: forgives(-32602, func(c *call) bool { return c.meta[prefix+"logLevel"] != nil })},
	{id: "M-LOG-04", name: "log messages come unasked", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.meta[prefix+"logLevel"] == nil {
			c.notify("notifications/message", object{"level": "info", "data": "x"})
		}
		return next(c)
	})},
	{id: "M-LOG-04", name: "the level is remembered", change: func(v *server) {
		level := any(nil)
		runs("slow", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			was := level
			if wanted := c.meta[prefix+"logLevel"]; wanted != nil {
				level = wanted
			}
			c.mu.Unlock()
			if c.meta[prefix+"logLevel"] == nil && was != nil {
				c.notify("notifications/message", object{"level": "emergency", "data": "x"})
			}
			return next(c)
		})(v)
	}},
	{id: "M-LOG-07", name: "the level is not looked at", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.meta[prefix+"logLevel"] != nil {
			c.notify("notifications/message", object{"level": "debug", "data": "x"})
		}
		return next(c)
	})},
	{id: "M-FORM-08", name: "a log message has no data", change: logging(func(p object) { delete(p, "data") })},
	{id: "M-FORM-08", name: "a level is unknown", change: logging(func(p object) { p["level"] = "warn" })},
}
