package specimen_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// handshake changes the result of initialize.
func handshake(members ...any) func(*server) {
	return results(func(_ *call, r object) {
		for i := 0; i < len(members); i += 2 {
			if r[members[i].(string)] = members[i+1]; members[i+1] == nil {
				delete(r, members[i].(string))
			}
		}
	}, "initialize")
}

// negotiates answers with the revision that it is told.
func negotiates(choose func(offered string) string) func(*server) {
	return func(v *server) {
		var offered string
		next := v.methods["initialize"]
		v.methods["initialize"] = func(c *call) (object, *fault) {
			offered, _ = c.params["protocolVersion"].(string)
			r, f := next(c)
			if f == nil {
				r["protocolVersion"] = choose(offered)
			}
			return r, f
		}
	}
}

// opened does something as soon as initialize is answered.
func opened(then func(s *session)) func(*server) {
	return handle("initialize", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		later := c.after
		c.after = func() {
			if later != nil {
				later()
			}
			if f == nil {
				then(c.session)
			}
		}
		return r, f
	})
}

func (s *session) demand(id any, method string, params object) {
	msg := object{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		msg["params"] = params
	}
	s.write(nil, msg)
}

// first refuses or serves requests before initialize.
func early(f func(c *call, method string) (object, *fault)) func(*server) {
	return func(v *server) { v.early = f }
}

// unasked lets a tool ask whether or not the client can be asked.
func unasked(name, method string, params object) func(*server) {
	return runs(name, func(c *call, _ handler) (object, *fault) {
		answer, err := c.ask(method, params)
		if err != nil {
			return wrong("%s", err), nil
		}
		return text("%s", encode(answer)), nil
	})
}

// undeclared removes a capability from what is declared, or declares one.
func declares(name string, value any) func(*server) {
	return func(v *server) { v.declared = with(v.declared, name, value) }
}

// unknown removes methods.
func unknown(methods ...string) func(*server) {
	return func(v *server) {
		for _, m := range methods {
			delete(v.methods, m)
		}
	}
}

func refusesInit(when func(params object) bool) func(*server) {
	return handle("initialize", func(c *call, next handler) (object, *fault) {
		if when(c.params) {
			return nil, refuse(-32602, "Invalid params")
		}
		return next(c)
	})
}

func keys(v any, known ...string) bool {
	o, _ := v.(object)
	for k := range o {
		if !slices.Contains(known, k) {
			return false
		}
	}
	return true
}

var sampleParams = object{"maxTokens": 5, "messages": list{object{"role": "user", "content": object{"type": "text", "text": "?"}}}}

var lifeDefects = []defect{
	{id: "LIFE-01", name: "the handshake has no protocolVersion", change: handshake("protocolVersion", nil)},
	{id: "LIFE-01", name: "the handshake has no capabilities", also: []string{"LIFE-13"}, change: handshake("capabilities", nil)},
	{id: "LIFE-01", name: "capabilities are a list of names", change: handshake("capabilities", list{"tools", "resources"})},
	{id: "LIFE-01", name: "the handshake has no serverInfo", change: handshake("serverInfo", nil)},
	{id: "LIFE-01", name: "serverInfo has no version", change: handshake("serverInfo", object{"name": "specimen"})},
	{id: "LIFE-01", name: "serverInfo has no name", change: handshake("serverInfo", object{"version": "1"})},
	{id: "LIFE-01", name: "the version is a number", change: handshake("serverInfo", object{"name": "specimen", "version": 1})},
	{id: "LIFE-01", name: "serverInfo is a string", change: handshake("serverInfo", "specimen/1.0")},
	{id: "LIFE-01", name: "the revision is a number", change: handshake("protocolVersion", 20251125)},
	{id: "LIFE-01", name: "serverInfo has a title of null", change: handshake("serverInfo", object{"name": "specimen", "version": "1", "title": nil})},
	{id: "LIFE-01", name: "listChanged is a word", change: declares("tools", object{"listChanged": "true"})},
	{id: "LIFE-01", name: "a capability is the value true", change: declares("logging", true)},
	{id: "LIFE-01", name: "instructions are an object", change: handshake("instructions", object{"text": "Use me"})},
	{id: "LIFE-04", name: "2025-06-18 is answered with an older revision than the newest", also: []string{"LIFE-02"}, change: negotiates(func(o string) string {
		if o == "2025-06-18" {
			return "2025-03-26"
		}
		if slices.Contains(accepted, o) {
			return o
		}
		return "2025-11-25"
	})},
	{id: "LIFE-03", name: "each revision is echoed", change: negotiates(func(o string) string { return o })},
	{id: "LIFE-03", name: "revisions of the future are echoed", change: negotiates(func(o string) string {
		if o > "2025-11-25" || slices.Contains(accepted, o) {
			return o
		}
		return "2025-11-25"
	})},
	{id: "LIFE-03", name: "revisions of the past are echoed", change: negotiates(func(o string) string {
		if o < "2024-11-05" || slices.Contains(accepted, o) {
			return o
		}
		return "2025-11-25"
	})},
	{id: "LIFE-03", name: "an unknown revision is answered with the word latest", also: []string{"LIFE-01"}, change: negotiates(func(o string) string {
		if slices.Contains(accepted, o) {
			return o
		}
		return "latest"
	})},
	{id: "LIFE-03", name: "an unknown revision is never answered", change: handle("initialize", func(c *call, next handler) (object, *fault) {
		if o, _ := c.params["protocolVersion"].(string); !slices.Contains(accepted, o) {
			return nil, nil
		}
		return next(c)
	})},
	{id: "LIFE-04", name: "the oldest revision is offered instead of an unknown one", change: negotiates(func(o string) string {
		if slices.Contains(accepted, o) {
			return o
		}
		return "2024-11-05"
	})},
	{id: "LIFE-04", name: "the last but one revision is offered instead of an unknown one", change: negotiates(func(o string) string {
		if slices.Contains(accepted, o) {
			return o
		}
		return "2025-06-18"
	})},
	{id: "LIFE-06", name: "roots are asked for before initialized", change: opened(func(s *session) { s.demand("r", "roots/list", nil) }), over: "stdio", also: []string{"LIFE-10"}},
	{id: "LIFE-06", name: "the model is asked before initialized", over: "stdio", also: []string{"LIFE-10"}, change: opened(func(s *session) { s.demand(1, "sampling/createMessage", sampleParams) })},
	{id: "LIFE-06", name: "roots are asked for a second after initialize if initialized did not come", over: "stdio", also: []string{"LIFE-10"}, change: opened(func(s *session) {
		go func() {
			if clock.Sleep(context.Background(), s.clk, 200*time.Millisecond); !s.ready && !s.shut {
				s.demand("r", "roots/list", nil)
			}
		}()
	})},
	{id: "LIFE-07", name: "tools/list is served before initialize", over: "stdio", change: early(func(c *call, method string) (object, *fault) {
		if h := c.methods[method]; h != nil {
			return h(c)
		}
		return nil, refuse(-32601, "Method not found")
	})},
	{id: "LIFE-07", name: "tools/list before initialize is never answered", over: "stdio", change: early(func(*call, string) (object, *fault) { return nil, nil })},
	{id: "LIFE-07", name: "tools/list before initialize ends the process", over: "stdio", also: []string{"LIFE-16"}, change: early(func(c *call, _ string) (object, *fault) { c.session.die(); return nil, nil })},
	{id: "LIFE-08", name: "pings before initialized are refused", change: handle("ping", func(c *call, next handler) (object, *fault) {
		if !c.ready {
			return nil, refuse(-32600, "Not initialized")
		}
		return next(c)
	})},
	{id: "LIFE-08", name: "pings before initialized are not answered", over: "stdio", change: handle("ping", func(c *call, next handler) (object, *fault) {
		if !c.ready {
			return nil, nil
		}
		return next(c)
	})},
	{id: "LIFE-09", name: "a log level before initialized ends the process", over: "stdio", change: handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		if !c.ready {
			c.session.die()
		}
		return next(c)
	})},
	{id: "LIFE-09", name: "after a log level before initialized nothing works", over: "stdio", change: both(handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		if !c.ready {
			c.slots["poisoned"] = true
		}
		return next(c)
	}), handle("tools/list", func(c *call, next handler) (object, *fault) {
		if c.slots["poisoned"] != nil {
			return nil, refuse(-32603, "Not ready")
		}
		return next(c)
	}))},
	{id: "LIFE-10", name: "roots are asked for without the capability", over: "stdio", change: noted("notifications/initialized", func(s *session, _ object) { s.demand("r", "roots/list", nil) })},
	{id: "LIFE-10", name: "a tool asks for roots without the capability", change: unasked("roots", "roots/list", nil)},
	{id: "LIFE-10", name: "a tool asks the model without the capability", change: unasked("sample", "sampling/createMessage", sampleParams)},
	{id: "LIFE-10", name: "a tool asks the user without the capability", change: unasked("elicit", "elicitation/create", object{"message": "?", "requestedSchema": object{"type": "object", "properties": object{}}})},
	{id: "LIFE-10", name: "a prompt asks the model without the capability", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		_, _ = c.ask("sampling/createMessage", sampleParams)
		return next(c)
	})},
	{id: "LIFE-11", name: "the tools appear a second after the handshake", over: "stdio", change: both(noted("notifications/initialized", func(s *session, _ object) {
		s.slots["begun"] = s.clk.Now()
	}), handle("tools/list", func(c *call, next handler) (object, *fault) {
		if begun, ok := c.slots["begun"].(time.Time); ok && c.clk.Since(begun) < time.Second {
			return object{"tools": list{}}, nil
		}
		return next(c)
	}))},
	{id: "LIFE-19", name: "a form has an object in it", change: asksUser(object{"message": "Where?", "requestedSchema": object{"type": "object", "properties": object{
		"address": object{"type": "object", "properties": object{"street": object{"type": "string"}}}}}})},
	{id: "LIFE-19", name: "a form has a list of objects in it", change: asksUser(object{"message": "Where?", "requestedSchema": object{"type": "object", "properties": object{
		"places": object{"type": "array", "items": object{"type": "object", "properties": object{"street": object{"type": "string"}}}}}}})},
	{id: "LIFE-19", name: "a form has a list of any texts in it", change: asksUser(object{"message": "Which?", "requestedSchema": object{"type": "object", "properties": object{
		"tags": object{"type": "array", "items": object{"type": "string"}}}}})},
	{id: "LIFE-19", name: "a form is asked for without params", change: asksUser(nil)},
	{id: "LIFE-21", name: "a form asks for a password", change: asksUser(object{"message": "Log in", "requestedSchema": object{"type": "object", "properties": object{
		"user": object{"type": "string"}, "password": object{"type": "string"}}}})},
	{id: "LIFE-12", name: "a second initialize ends the process", over: "stdio", change: handle("initialize", func(c *call, next handler) (object, *fault) {
		if c.revision != "" {
			c.session.die()
		}
		return next(c)
	})},
	{id: "LIFE-12", name: "a second initialize is never answered", over: "stdio", change: handle("initialize", func(c *call, next handler) (object, *fault) {
		if c.revision != "" {
			return nil, nil
		}
		return next(c)
	})},
	{id: "LIFE-12", name: "after a second initialize the session is dead", over: "stdio", change: handle("initialize", func(c *call, next handler) (object, *fault) {
		again := c.revision != ""
		r, f := next(c)
		if again {
			c.revision = ""
		}
		return r, f
	})},
	{id: "LIFE-13", name: "tools are served but not declared", change: declares("tools", nil)},
	{id: "LIFE-13", name: "prompts are served but not declared", change: declares("prompts", nil)},
	{id: "LIFE-13", name: "resources are served but not declared", change: declares("resources", nil)},
	{id: "LIFE-13", name: "logging is served but not declared", also: []string{"LOG-01"}, change: declares("logging", nil)},
	{id: "LIFE-13", name: "tools are declared but not served", change: unknown("tools/list", "tools/call")},
	{id: "LIFE-13", name: "prompts are declared but not served", change: unknown("prompts/list", "prompts/get")},
	{id: "LIFE-13", name: "resources are declared but not served", also: []string{"RES-05"}, change: unknown("resources/list", "resources/read", "resources/subscribe", "resources/templates/list")},
	{id: "LIFE-13", name: "logging is declared but not served", also: []string{"LIFE-14"}, change: unknown("logging/setLevel")},
	{id: "LIFE-13", name: "resources are served, and resources/templates/list is unknown", change: unknown("resources/templates/list")},
	{id: "LIFE-13", name: "resources/templates/list is an internal error", also: []string{"RES-06"}, change: handle("resources/templates/list", func(*call, handler) (object, *fault) {
		return nil, refuse(-32603, "boom")
	})},
	{id: "RES-06", name: "the list of templates is called templates", change: results(func(_ *call, r object) {
		r["templates"] = r["resourceTemplates"]
		delete(r, "resourceTemplates")
	}, "resources/templates/list")},
	{id: "RES-06", name: "the list of templates is null", change: results(func(_ *call, r object) { r["resourceTemplates"] = nil }, "resources/templates/list")},
	{id: "LIFE-13", name: "prompts are listed but prompts/get does not exist", also: []string{"PRM-01"}, change: unknown("prompts/get")},
	{id: "LIFE-13", name: "tools are listed but tools/call does not exist", also: []string{"TOOL-03"}, change: unknown("tools/call")},
	{id: "LIFE-13", name: "resources are listed but resources/read does not exist", also: []string{"RES-01"}, change: unknown("resources/read")},
	{id: "LIFE-13", name: "declared tools are listed with an internal error", change: handle("tools/list", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "boom") }), also: []string{"TOOL-01"}},
	{id: "LIFE-13", name: "declared prompts are listed with an internal error", change: handle("prompts/list", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "boom") })},
	{id: "LIFE-14", name: "completions declared as {} are not served", also: []string{"LIFE-13", "COMP-01"}, change: both(declares("completions", object{}), unknown("completion/complete"))},
	{id: "LIFE-14", name: "prompts declared as {} are not served", also: []string{"LIFE-13"}, change: both(declares("prompts", object{}), unknown("prompts/list", "prompts/get"))},
	{id: "LIFE-15", name: "unknown capabilities are refused", change: refusesInit(func(p object) bool {
		return !keys(p["capabilities"], "roots", "sampling", "elicitation", "experimental", "tasks")
	})},
	{id: "LIFE-15", name: "unknown members of clientInfo are refused", change: refusesInit(func(p object) bool {
		return !keys(p["clientInfo"], "name", "version", "title", "icons", "websiteUrl", "description")
	})},
	{id: "LIFE-15", name: "unknown members of initialize are refused", change: refusesInit(func(p object) bool {
		return !keys(p, "protocolVersion", "capabilities", "clientInfo", "_meta")
	})},
	{id: "LIFE-16", name: "an unknown request before initialize ends the process", over: "stdio", change: early(func(c *call, method string) (object, *fault) {
		if c.methods[method] == nil {
			c.session.die()
		}
		return nil, refuse(-32600, "Not initialized")
	})},
	{id: "LIFE-16", name: "after an unknown request initialize is refused", over: "stdio", change: both(early(func(c *call, method string) (object, *fault) {
		if strings.HasPrefix(method, "server/") {
			c.slots["spoilt"] = true
		}
		return nil, refuse(-32600, "Not initialized")
	}), refusesLate)},
	{id: "LIFE-16", name: "the session behind an unknown request has no tools", over: "stdio", change: both(early(func(c *call, method string) (object, *fault) {
		if c.methods[method] == nil {
			c.slots["spoilt"] = true
		}
		return nil, refuse(-32600, "Not initialized")
	}), handle("tools/list", func(c *call, next handler) (object, *fault) {
		if c.slots["spoilt"] != nil {
			return object{"tools": list{}}, nil
		}
		return next(c)
	}))},
	{id: "LIFE-17", name: "a user who says no is an internal error", change: runs("elicit", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f == nil && contains(r, "decline") {
			return nil, refuse(-32603, "user declined")
		}
		return r, f
	})},
	{id: "LIFE-17", name: "a client that refuses is an internal error", change: runs("sample", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f == nil && contains(r, "refused") {
			return nil, refuse(-32603, "sampling failed")
		}
		return r, f
	})},
	{id: "LIFE-17", name: "a tool that asks the model waits for ever", change: patient("sample")},
	{id: "LIFE-17", name: "a tool that asks the user waits for ever", change: patient("elicit")},
	{id: "LIFE-17", name: "a tool that asks for roots waits for ever", change: patient("roots")},
}

func refusesLate(v *server) {
	handle("initialize", func(c *call, next handler) (object, *fault) {
		if c.slots["spoilt"] != nil {
			return nil, refuse(-32600, "Expected initialize first")
		}
		return next(c)
	})(v)
}

// patient lets a tool wait for ever for the client.
func patient(name string) func(*server) { return endless(name, "did not answer") }

// insistent lets a tool wait for ever for a client that refuses.
func insistent(name string) func(*server) { return endless(name, "refused") }

// endless lets a call never end whose result would say a word.
func endless(name, word string) func(*server) {
	return runs(name, func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f == nil && contains(r, word) {
			<-c.ctx.Done()
			return nil, nil
		}
		return r, f
	})
}

// asksUser changes what the user is asked.
func asksUser(params object) func(*server) {
	return runs("elicit", func(c *call, _ handler) (object, *fault) {
		return asking("elicitation", "elicitation/create", params)(c)
	})
}
