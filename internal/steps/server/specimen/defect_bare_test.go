package specimen_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// strict refuses requests whose header is written in a way that it does not know.
func strict(header string, known func(value string) bool) func(*server) {
	return before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == http.MethodPost && !known(r.Header.Get(header)) && reply(w, http.StatusBadRequest, "", "")
	})
}

const bothTypes = "application/json, text/event-stream"

// latestToken lets all calls report to the token of the last one.
func latestToken(v *server) {
	var last any
	both(handle("tools/call", func(c *call, next handler) (object, *fault) {
		v.mu.Lock()
		if c.token != nil {
			last = c.token
		}
		v.mu.Unlock()
		return next(c)
	}), onProgress(func(_ *call, p object) []object {
		v.mu.Lock()
		defer v.mu.Unlock()
		return []object{with(p, "progressToken", last)}
	}))(v)
}

// level refuses levels that it does not take.
func level(takes func(c *call, level any) bool) func(*server) {
	return handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		if slices.Contains(levels, fmt.Sprint(c.params["level"])) && !takes(c, c.params["level"]) {
			return nil, refuse(-32602, "Invalid log level")
		}
		return next(c)
	})
}

// bareDefects are about what clients may leave out, add or write in another way.
var bareDefects = []defect{
	{id: "LIFE-13", name: "lists with metadata are refused", change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		if c.params["_meta"] != nil && len(c.params) == 1 {
			return nil, refuse(-32602, "unknown key _meta")
		}
		return next(c)
	})},
	{id: "LIFE-13", name: "prompts with metadata are listed by nobody", change: handle("prompts/list", func(c *call, next handler) (object, *fault) {
		if c.params["_meta"] != nil {
			return nil, refuse(-32603, "Internal error")
		}
		return next(c)
	})},
	{id: "LOG-08", name: "the level notice is refused", change: level(func(_ *call, level any) bool { return level != "notice" })},
	{id: "LOG-08", name: "the levels above error are refused", change: level(func(_ *call, level any) bool { return !slices.Contains(levels[5:], fmt.Sprint(level)) })},
	{id: "LOG-08", name: "a level can be set once", change: level(func(c *call, _ any) bool {
		set := c.slots["set"] != nil
		c.slots["set"] = true
		return !set
	})},
	{id: "LOG-08", name: "the same level is refused the second time", change: level(func(c *call, level any) bool {
		again := c.slots[fmt.Sprint("set ", level)] != nil
		c.slots[fmt.Sprint("set ", level)] = true
		return !again
	})},
	{id: "LOG-08", name: "warning is called warn", change: level(func(_ *call, level any) bool { return level != "warning" })},
	{id: "PING-01", name: "a ping with metadata is refused", change: handle("ping", func(c *call, next handler) (object, *fault) {
		if c.params["_meta"] != nil {
			return nil, refuse(-32602, "ping has no params")
		}
		return next(c)
	})},
	{id: "HL-40", name: "the types in Accept are compared as one text", over: "http", change: strict("Accept", func(v string) bool { return !strings.Contains(v, ",") || v == bothTypes })},
	{id: "HL-40", name: "JSON is looked for in front of Accept", over: "http", change: strict("Accept", func(v string) bool { return !strings.HasPrefix(v, "text/event-stream,") })},
	{id: "HL-40", name: "a Content-Type with a charset is refused", over: "http", change: strict("Content-Type", func(v string) bool { return !strings.Contains(v, ";") })},
	{id: "PRM-02", name: "an argument that is not required is needed", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		given, _ := c.params["arguments"].(object)
		if c.params["name"] == "report" && given["style"] == nil {
			return nil, refuse(-32602, "style is missing")
		}
		return next(c)
	})},
	{id: "COMP-01", name: "a completion with a context is an internal error", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if c.params["context"] != nil {
			return nil, refuse(-32603, "unexpected keyword argument: context")
		}
		return next(c)
	})},
	{id: "TOOL-10", name: "a call without arguments is an internal error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if c.params["arguments"] == nil {
			return nil, refuse(-32603, "arguments is undefined")
		}
		return next(c)
	})},
	{id: "PROG-04", name: "of two calls at once both report to the token of the second one", change: latestToken},
	{id: "RES-08", name: "a resource is read once", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		uri, _ := c.params["uri"].(string)
		c.mu.Lock()
		read := c.session.slots["read "+uri]
		c.session.slots["read "+uri] = true
		c.mu.Unlock()
		if read != nil && strings.HasPrefix(uri, "file:///docs/") {
			return nil, refuse(-32603, "the stream has ended")
		}
		return next(c)
	})},
	{id: "RES-03", name: "images are base64 in lines", change: results(func(_ *call, r object) {
		content, _ := r["content"].(list)
		for i, o := range content {
			if block := o.(object); block["type"] == "image" {
				content[i] = with(block, "data", pixel[:76]+"\n"+pixel[76:])
			}
		}
	}, "tools/call")},
	{id: "RES-03", name: "the type of images is png", change: results(func(_ *call, r object) {
		content, _ := r["content"].(list)
		for i, o := range content {
			if block := o.(object); block["type"] == "image" {
				content[i] = with(block, "mimeType", "png")
			}
		}
	}, "tools/call")},
	{id: "CAN-01", name: "a cancellation without a reason is passed over", change: incoming(func(_ *session, msg object) object {
		if p, _ := msg["params"].(object); msg["method"] == "notifications/cancelled" && p["reason"] == nil {
			return nil
		}
		return msg
	})},
	guard("AUTH-02", "the challenge names the metadata by its path", func(g *guarding) {
		g.challenge = strings.Replace(g.challenge, "http://127.0.0.1", "", 1)
	}),
	{id: "BASE-08", name: "the second malformed JSON ends the process", over: "stdio", change: func(v *server) {
		next := v.stdio.garbage
		v.stdio.garbage = func(s *session, line string) {
			if s.slots["garbage"] != nil {
				s.die()
				return
			}
			s.slots["garbage"] = true
			if next != nil {
				next(s, line)
			}
		}
	}},
	{id: "HL-35", name: "prompts have the type of event streams, and are no events", over: "http", change: typed("text/event-stream", "prompts/get")},
	{id: "TASK-01", name: "no task has a ttl", change: both(tasking("optional"), results(func(_ *call, r object) {
		delete(r, "ttl")
		if task, ok := r["task"].(object); ok {
			r["task"] = with(task, "ttl", nil)
		}
		all, _ := r["tasks"].(list)
		for i, o := range all {
			all[i] = with(o.(object), "ttl", nil)
		}
	}, "tools/call", "tasks/get", "tasks/list"))},
}
