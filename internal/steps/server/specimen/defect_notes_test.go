package specimen_test

import (
	"fmt"
	"strings"
	"time"
)

// noteDefects are mistakes that one look at a thing alone does not show: a second session, a second call,
// an argument that may be left out, or what a text says.
var noteDefects = []defect{
	{id: "BASE-01", name: "string ids lose the blanks around them", change: idOf(func(id any) any {
		if s, ok := id.(string); ok {
			return strings.TrimSpace(s)
		}
		return id
	})},
	{id: "HL-02", name: "origins of foreign sites that end with localhost are served", over: "http", change: func(v *server) {
		next := v.http.local
		v.http.local = func(o string) bool { return next(o) || strings.HasSuffix(o, "localhost") }
	}},
	{id: "HL-37", name: "an id that another session has used is refused", over: "http", change: func(v *server) {
		used := map[string]*session{}
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			owner := used[token(c.id)]
			if owner == nil {
				used[token(c.id)] = c.session
			}
			c.mu.Unlock()
			if owner != nil && owner != c.session {
				return nil, refuse(-32600, "The id was used")
			}
			return next(c)
		})(v)
	}},
	{id: "LOG-03", name: "a level of one session is that of all, and only what is slow logs", over: "http", change: both(
		runs("chatter", func(c *call, next handler) (object, *fault) { c.wait(1100 * time.Millisecond); return next(c) }),
		handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
			r, f := next(c)
			c.mu.Lock()
			defer c.mu.Unlock()
			for _, s := range c.opened {
				s.level = c.level
			}
			return r, f
		}))},
	{id: "RES-01", name: "a text says that what a template names is not there", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if uri, _ := c.params["uri"].(string); f != nil && strings.Contains(uri, "mcpsim-no-such-name") {
			return object{"contents": list{object{"uri": uri, "mimeType": "text/plain", "text": "Resource not found: " + uri}}}, nil
		}
		return r, f
	})},
	{id: "CAN-01", name: "a tool whose call was cancelled fails from then on", over: "stdio", change: both(cancelling(func(s *session, id any, next func()) {
		s.mu.Lock()
		if tool := s.slots["tool of "+token(id)]; tool != nil {
			s.slots[fmt.Sprint("cancelled ", tool)] = true
		}
		s.mu.Unlock()
		next()
	}), handle("tools/call", func(c *call, next handler) (object, *fault) {
		name := c.params["name"] // before they are the arguments
		c.mu.Lock()
		off := c.slots[fmt.Sprint("cancelled ", name)] != nil
		c.slots["tool of "+token(c.id)] = name
		c.mu.Unlock()
		if off {
			return wrong("It was cancelled"), nil
		}
		return next(c)
	}))},
	{id: "TOOL-06", name: "a flag makes a text of the structured content", over: "stdio", change: flagged},
	{id: "TOOL-04", name: "texts may be longer than the schema allows", over: "stdio", change: bounded(object{"type": "string", "maxLength": 20})},
	{id: "TOOL-04", name: "texts need not match the pattern", over: "stdio", change: bounded(object{"type": "string", "pattern": "^[a-z]+$"})},
}

// flagged is a tool with an optional flag, whose structured content is only there without it.
func flagged(v *server) {
	v.tools = append(v.tools, tool{object{"name": "count", "description": "Counts", "annotations": object{"readOnlyHint": true},
		"inputSchema":  object{"type": "object", "properties": object{"verbose": object{"type": "boolean"}}},
		"outputSchema": object{"type": "object", "properties": object{"n": object{"type": "integer"}}, "required": list{"n"}}},
		func(c *call) (object, *fault) {
			if c.params["verbose"] == true {
				return text("3 notes"), nil
			}
			return structured(object{"n": 3}), nil
		}})
}

// bounded is a tool that takes a text for what its schema forbids.
func bounded(limits object) func(*server) {
	return func(v *server) {
		v.tools = append(v.tools, tool{object{"name": "label", "description": "Labels", "annotations": object{"readOnlyHint": true},
			"inputSchema": object{"type": "object", "properties": object{"label": limits}, "required": list{"label"}}},
			func(c *call) (object, *fault) {
				if _, isText := c.params["label"].(string); !isText {
					return wrong("The label is no text"), nil
				}
				return text("Labelled"), nil
			}})
	}
}

// noteInnocents are correct where what changes is told of as what it is.
var noteInnocents = []innocent{
	{name: "the list says how large a resource is and when it was written, of which updates tell", change: handle("resources/list", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		all, _ := r["resources"].(list)
		for i, one := range all {
			if item, _ := one.(object); item["uri"] == "note://1" {
				c.mu.Lock()
				all[i] = with(with(item, "size", 20+c.touched), "annotations", object{"priority": 0.5, "lastModified": fmt.Sprintf("2025-01-12T15:00:%02dZ", c.touched%60)})
				c.mu.Unlock()
			}
		}
		return r, f
	})},
}
