package specimen_test

import (
	"encoding/hex"
	"maps"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
)

// bare changes what is done with an initialize that has no params.
func bare(change func(s *session, msg object) object) func(*server) {
	return incoming(func(s *session, msg object) object {
		if msg["method"] == "initialize" && msg["params"] == nil {
			return change(s, msg)
		}
		return msg
	})
}

// toldToCallers tells of changes of lists, or of resources, to the session alone whose call has
// caused them.
func toldToCallers(method string) func(*server) {
	return func(v *server) {
		var caller *session
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			caller = c.session
			c.mu.Unlock()
			return next(c)
		})(v)
		outgoing(func(s *session, _ *call, msg object) []object {
			name, _ := msg["method"].(string)
			s.mu.Lock()
			other := caller != s
			s.mu.Unlock()
			if other && strings.HasSuffix(name, method) {
				return nil
			}
			return []object{msg}
		})(v)
	}
}

// newestCounts takes what the newest client can do for what all can do.
func newestCounts(v *server) {
	var newest object
	handle("initialize", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		c.mu.Lock()
		newest, _ = c.params["capabilities"].(object)
		c.mu.Unlock()
		return r, f
	})(v)
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		c.client = maps.Clone(newest)
		c.mu.Unlock()
		return next(c)
	})(v)
}

// looseCursors finds cursors without regard to case.
func looseCursors(v *server) {
	var loose servertest.Loose
	for _, m := range []string{"tools/list", "resources/list", "prompts/list", "resources/templates/list"} {
		handle(m, func(c *call, next handler) (object, *fault) {
			if given, ok := c.params["cursor"].(string); ok {
				c.params = with(c.params, "cursor", loose.Find(given))
			}
			r, f := next(c)
			if cursor, ok := r["nextCursor"].(string); ok {
				loose.Give(cursor)
			}
			return r, f
		})(v)
	}
}

// documents has a template of paths, and serves those of which served is true.
func documents(served func(path string) bool) func(*server) {
	return func(v *server) {
		const template = "doc://{path}"
		v.templates = append(v.templates, object{"uriTemplate": template, "name": "docs"})
		handle("completion/complete", func(c *call, next handler) (object, *fault) {
			if ref, _ := c.params["ref"].(object); ref["uri"] == template {
				return object{"completion": object{"values": list{"readme", "licence", "notes", "guide/start"}}}, nil
			}
			return next(c)
		})(v)
		handle("resources/read", func(c *call, next handler) (object, *fault) {
			uri, _ := c.params["uri"].(string)
			if path, ok := strings.CutPrefix(uri, "doc://"); ok && served(path) {
				return object{"contents": list{object{"uri": uri, "mimeType": "text/plain", "text": "About " + path}}}, nil
			}
			return next(c)
		})(v)
	}
}

// hexed writes a text in hexadecimal, in capitals.
func hexed(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) }

func unhexed(s string) string {
	text, err := hex.DecodeString(s)
	if err != nil {
		return "none"
	}
	return string(text)
}

// ownTools has a tool that shows another one to the session that calls it, and tells no other.
func ownTools(v *server) {
	v.tools = append(v.tools, define("unlock", "Shows another tool", harmless, schema(list{}, object{}), func(c *call) (object, *fault) {
		c.mu.Lock()
		shown, _ := c.slots["shown"].(bool)
		c.slots["shown"] = !shown
		c.mu.Unlock()
		c.notify("notifications/tools/list_changed", nil)
		return text("done"), nil
	}))
	handle("tools/list", func(c *call, _ handler) (object, *fault) {
		all := c.toolDefs()
		c.mu.Lock()
		shown, _ := c.slots["shown"].(bool)
		c.mu.Unlock()
		if shown {
			all = append(all, object{"name": "zz_hidden", "description": "Was hidden", "inputSchema": object{"type": "object"}})
		}
		return page(c, "tools", all)
	})(v)
}

// strangerDefects are about what one session, message or name is to another one.
var strangerDefects = []defect{
	{id: "SUB-07", name: "a list that changes is announced to the session that has changed it", over: "http", change: toldToCallers("list_changed")},
	{id: "SUB-09", name: "a resource that changes is told of to the session that has changed it", over: "http", change: toldToCallers("resources/updated")},
	{id: "LIFE-10", name: "what the newest client can do counts for all", over: "http", change: newestCounts},
	{id: "BASE-29", name: "initialize without params is never answered", over: "stdio", change: bare(func(*session, object) object { return nil })},
	{id: "BASE-29", name: "initialize without params ends the process", over: "stdio", change: bare(func(s *session, _ object) object { s.die(); return nil })},
	{id: "BASE-29", name: "initialize without params is an internal error", over: "stdio", change: bare(func(s *session, msg object) object {
		s.write(nil, failure(msg["id"], refuse(-32603, "Cannot read properties of undefined")))
		return nil
	})},
	{id: "PAG-01", name: "cursors are found without regard to case", change: looseCursors},
	{id: "RES-08", name: "its template takes no slash", change: documents(func(path string) bool { return !strings.ContainsAny(path, "/%") })},
}

// strangerCauses are met by several checks, and told by one.
var strangerCauses = []defect{
	{id: "SUB-07", name: "changes are told to the session that has caused them", over: "http", change: both(toldToCallers("list_changed"), toldToCallers("resources/updated"))},
	{id: "COMP-01", name: "all completions are internal errors", change: handle("completion/complete", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "no") })},
	{id: "RES-06", name: "sizes are null", change: func(v *server) {
		for i, r := range v.resources {
			v.resources[i].def = with(r.def, "size", object(nil))
		}
	}},
	{id: "BASE-15", name: "the client is pinged with the id null", over: "stdio", change: noted("notifications/initialized", func(s *session, _ object) {
		s.write(nil, object{"jsonrpc": "2.0", "id": nil, "method": "ping"})
	})},
	{id: "HL-04", name: "every notification is a failure of the server", over: "http", change: status("notification", http.StatusInternalServerError)},
	{id: "PRM-01", name: "what does not exist is an internal error", over: "stdio", change: errors(func(_ *call, _, e object) {
		if m, _ := e["message"].(string); strings.HasPrefix(m, "Unknown tool") || strings.HasPrefix(m, "Unknown prompt") || strings.HasSuffix(m, "not found") {
			e["code"] = -32603
		}
	})},
}

// strangerInnocents are right all the same.
var strangerInnocents = []innocent{
	{name: "opens a session for an initialize without params", change: bare(func(_ *session, msg object) object {
		return with(msg, "params", object{"protocolVersion": "2025-11-25", "capabilities": object{}})
	})},
	{name: "has cursors in hexadecimal, in either case", change: otherCursors(func(s string) string { return hexed(s) }, func(s string) string { return unhexed(strings.ToLower(s)) })},
	{name: "has a template of paths", change: documents(func(string) bool { return true })},
	{name: "has a template of paths, one of which is gone", change: documents(func(path string) bool { return path != "readme" })},
	{name: "has tools of a session's own", over: "http", change: ownTools},
}
