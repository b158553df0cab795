package modern_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"
)

var headerDefects = []defect{
	{id: "M-HM-05", name: "the version may be missing", over: "http", change: altered(func(c *call, h http.Header) {
		if h.Get("Mcp-Protocol-Version") == "" {
			h.Set("Mcp-Protocol-Version", fmt.Sprint(c.meta[prefix+"protocolVersion"]))
		}
	})},
	{id: "M-HM-06", name: "the version is not compared", over: "http", change: altered(func(c *call, h http.Header) {
		if h.Get("Mcp-Protocol-Version") != "" {
			h.Set("Mcp-Protocol-Version", fmt.Sprint(c.meta[prefix+"protocolVersion"]))
		}
	})},
	{id: "M-HM-07", name: "a wrong version is refused with 200", over: "http", change: func(v *server) { delete(v.web.status, -32022) }},
	{id: "M-HM-08", name: "unknown methods are refused with 200", over: "http", change: func(v *server) { delete(v.web.status, -32601) }},
	{id: "M-HM-09", name: "the method may be missing", over: "http", change: altered(func(c *call, h http.Header) {
		if h.Get("Mcp-Method") == "" {
			h.Set("Mcp-Method", c.method)
		}
	})},
	{id: "M-HM-09", name: "the method is not compared", over: "http", change: altered(func(c *call, h http.Header) {
		if h.Get("Mcp-Method") != "" {
			h.Set("Mcp-Method", c.method)
		}
	})},
	{id: "M-HM-09", name: "no header is looked at", over: "http", change: func(v *server) { v.web.headers = func(*call, http.Header) *fault { return nil } }},
	{id: "M-HM-09", name: "the method is compared without case", over: "http", change: altered(func(c *call, h http.Header) {
		if strings.EqualFold(h.Get("Mcp-Method"), c.method) {
			h.Set("Mcp-Method", c.method)
		}
	})},
	{id: "M-HM-10", name: "the name is not compared", over: "http", also: []string{"M-HM-12", "M-HM-39"}, change: hides("Mcp-Name")},
	{id: "M-HM-10", name: "the name of prompts is not compared", over: "http", change: altered(func(c *call, h http.Header) {
		if c.method == "prompts/get" {
			h.Set("Mcp-Name", "=?base64?"+base64.StdEncoding.EncodeToString([]byte(fmt.Sprint(c.params["name"])))+"?=")
		}
	})},
	{id: "M-HM-11", name: "names are not decoded", over: "http", change: altered(func(c *call, h http.Header) {
		if v := h.Get("Mcp-Name"); strings.HasPrefix(v, "=?base64?") {
			h.Set("Mcp-Name", "undecoded")
		}
	})},
	{id: "M-HM-12", name: "what cannot be decoded passes", over: "http", change: altered(func(c *call, h http.Header) {
		if _, ok := decodeHeader(h.Get("Mcp-Name")); !ok {
			h.Set("Mcp-Name", fmt.Sprint(c.params["name"]))
		}
	})},
	{id: "M-HM-39", name: "the sentinel is read in any case", over: "http", change: altered(func(c *call, h http.Header) {
		h.Set("Mcp-Name", strings.Replace(h.Get("Mcp-Name"), "=?BASE64?", "=?base64?", 1))
	})},
	{id: "M-HM-36", name: "a name too many ends the server's work", over: "http", change: func(v *server) {
		v.web.status[-32603] = 500
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if c.method == "server/discover" && h.Get("Mcp-Name") != "" {
				return refuse(-32603, "Internal error")
			}
			return next(c, h)
		}
	}},
	{id: "M-HM-40", name: "unknown parameters are refused", over: "http", change: func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if h.Get("Mcp-Param-Mcpsim-Nobody") != "" {
				return mismatched("unknown")
			}
			return next(c, h)
		}
	}},
	{id: "M-HM-18", name: "an x-mcp-header has a blank", over: "http", change: annotatedWith(object{"type": "string", "x-mcp-header": "My Region"})},
	{id: "M-HM-18", name: "an x-mcp-header is on a number", over: "http", change: annotatedWith(object{"type": "number", "x-mcp-header": "Size"})},
	{id: "M-HM-18", name: "an x-mcp-header is below items", over: "http", change: annotatedWith(object{"type": "array", "items": object{"type": "string", "x-mcp-header": "One"}})},
	{id: "M-HM-18", name: "an x-mcp-header is empty", over: "http", change: annotatedWith(object{"type": "string", "x-mcp-header": ""})},
	{id: "M-HM-18", name: "an x-mcp-header of a tool that may be called has a blank", over: "http", change: redefines("route", object{
		"inputSchema": object{"type": "object", "properties": object{"region": object{"type": "string", "x-mcp-header": "My Region"}}, "required": list{"region"}}})},
	{id: "M-HM-42", name: "a password is mirrored", over: "http", change: annotatedWith(object{"type": "string", "x-mcp-header": "Pass"})},
	{id: "M-HM-14", name: "parameters are not compared", over: "http", also: []string{"M-HM-13"}, change: func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if f := next(c, h); f != nil && !strings.Contains(f.message, "Mcp-Param") {
				return f
			}
			return nil
		}
	}},
	{id: "M-HM-14", name: "the header of a parameter may be missing", over: "http", change: altered(func(c *call, h http.Header) {
		if arguments, _ := c.params["arguments"].(object); c.params["name"] == "route" {
			for name, header := range map[string]string{"region": "Mcp-Param-Region", "count": "Mcp-Param-Count"} {
				if h.Get(header) == "" && arguments[name] != nil {
					h.Set(header, fmt.Sprint(arguments[name]))
				}
			}
		}
	})},
	{id: "M-HM-48", name: "wrong params are refused with HTTP 500", over: "http", also: []string{"M-HM-28"}, change: func(v *server) { v.web.status[-32602] = 500 }},
	{id: "M-HM-41", name: "parameters within objects are not compared", over: "http", change: func(v *server) { v.web.shallow = true }},
	{id: "M-HM-41", name: "the header of a parameter within an object is compared with one beside it", over: "http", change: func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if arguments := asObject(c.params["arguments"]); h.Get("Mcp-Param-Shelf") != "" && fmt.Sprint(arguments["shelf"]) != h.Get("Mcp-Param-Shelf") {
				return mismatched("Mcp-Param-Shelf")
			}
			return next(c, h)
		}
	}},
	{id: "M-HM-13", name: "bytes in headers are passed over", over: "http", change: altered(func(c *call, h http.Header) {
		for _, name := range []string{"Mcp-Param-Region", "Mcp-Param-Count"} {
			if !plain(h.Get(name)) {
				arguments, _ := c.params["arguments"].(object)
				h.Set(name, fmt.Sprint(arguments[strings.ToLower(strings.TrimPrefix(name, "Mcp-Param-"))]))
			}
		}
	})},
	{id: "M-HM-15", name: "headers of what is not given are wanted", over: "http", change: func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if c.method == "tools/call" && c.params["name"] == "route2" && h.Get("Mcp-Param-Zone") == "" {
				return mismatched("Mcp-Param-Zone")
			}
			return next(c, h)
		}
	}},
	{id: "M-HM-16", name: "numbers are compared as text", over: "http", change: func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if strings.Contains(h.Get("Mcp-Param-Count"), ".") {
				return mismatched("Mcp-Param-Count")
			}
			return next(c, h)
		}
	}},
}

// annotatedWith offers a tool more, with a property "password".
func annotatedWith(property object) func(*server) {
	return func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "zz", "inputSchema": object{"type": "object", "properties": object{"password": property}}, "annotations": object{"destructiveHint": true}}, run: say("zz")})
	}
}

var webDefects = []defect{
	{id: "M-HM-02", name: "any origin is served", over: "http", change: func(v *server) { v.web.origin = func(string) bool { return true } }},
	{id: "M-HM-02", name: "an origin that begins as the own one is served", over: "http", change: func(v *server) {
		v.web.origin = func(o string) bool {
			return o == "" || strings.HasPrefix(o, "http://localhost") || strings.HasPrefix(o, "http://127.0.0.1")
		}
	}},
	{id: "M-HM-47", name: "the own origin is refused", over: "http", change: func(v *server) { v.web.origin = func(o string) bool { return o == "" } }},
	{id: "M-HM-03", name: "notifications are answered with 200", over: "http", change: func(v *server) { v.web.notified = 200 }},
	{id: "M-HM-03", name: "notifications are answered with a body", over: "http", change: func(v *server) { v.web.body = "null" }},
	{id: "M-HM-04", name: "answers are plain text", over: "http", change: func(v *server) { v.web.kind = "text/plain" }},
	{id: "M-HM-21", name: "streams stay open", over: "http", change: func(v *server) { v.web.open = true }},
	{id: "M-HM-22", name: "streams may be buffered", over: "http", change: func(v *server) { v.web.stream = func(http.Header) {} }},
	{id: "M-HL-35", name: "events are named", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return "event: answer\ndata: " + string(data) + "\n\n" }
	}},
	{id: "M-HM-44", name: "events have ids", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return fmt.Sprintf("id: %d\ndata: %s\n\n", len(data), data) }
	}},
	{id: "M-HM-30", name: "errors of headers have no id", over: "http", change: errors(func(_ *call, msg, e object) {
		if e["code"] == -32020 {
			delete(msg, "id")
		}
	})},
	{id: "M-HM-30", name: "errors of versions have the id server-error", over: "http", also: []string{"M-BASE-01"}, change: errors(func(_ *call, msg, e object) {
		if e["code"] == -32022 {
			msg["id"] = "server-error"
		}
	})},
	{id: "M-HM-31", name: "mismatches are answered with 200", over: "http", change: func(v *server) { delete(v.web.status, -32020) }},
	{id: "M-HM-31", name: "missing capabilities are answered with 200", over: "http", change: func(v *server) { delete(v.web.status, -32021) }},
	{id: "M-HM-25", name: "GET is answered with 404", over: "http", change: func(v *server) { v.web.verbs = 404 }},
	{id: "M-HM-26", name: "sessions are given", over: "http", change: func(v *server) { v.web.head = func(h http.Header) { h.Set("Mcp-Session-Id", "s1") } }},
	{id: "M-HM-26", name: "unknown sessions are refused", over: "http", change: refusesHeader("Mcp-Session-Id")},
	{id: "M-HM-27", name: "Last-Event-ID is refused", over: "http", change: refusesHeader("Last-Event-ID")},
	{id: "M-HM-35", name: "one form of answer is an internal error", over: "http", change: func(v *server) {
		v.web.status[-32603] = 500
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if !strings.Contains(h.Get("Accept"), "json") {
				return refuse(-32603, "Internal error")
			}
			return next(c, h)
		}
	}},
	{id: "M-HM-24", name: "a call goes on and tells of it elsewhere", over: "http", also: []string{"M-PROG-01"}, change: strayProgress()},
	{id: "M-SUB-15", name: "ten streams are too many", over: "http", also: []string{"M-SUB-01"}, change: func(v *server) {
		n := 0
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			n++
			full := n > 40
			c.mu.Unlock()
			if full {
				return nil, refuse(-32603, "too many")
			}
			return next(c)
		})(v)
	}},
	{id: "M-SUB-16", name: "the acknowledgement comes late", over: "http", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		if len(asObject(c.params["notifications"])) == 0 {
			c.wait(3 * time.Second)
		}
		return next(c)
	}), also: []string{"M-SUB-01"}},
}

func refusesHeader(name string) func(*server) {
	return func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if h.Get(name) != "" {
				return refuse(-32600, "no such session")
			}
			return next(c, h)
		}
	}
}

// strayProgress tells of a call that was left on the stream of a subscription, or of the
// next request.
func strayProgress() func(*server) {
	return func(v *server) {
		var left any
		runs("slow", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if c.ctx.Err() != nil {
				c.mu.Lock()
				left = c.meta["progressToken"]
				c.mu.Unlock()
			}
			return out, f
		})(v)
		v.web.streams = func(*call) bool { return true }
		handle("server/discover", func(c *call, next handler) (object, *fault) {
			c.wait(10 * time.Millisecond)
			c.mu.Lock()
			token := left
			left = nil
			c.mu.Unlock()
			if token != nil {
				c.notify("notifications/progress", object{"progressToken": token, "progress": 9})
			}
			return next(c)
		})(v)
	}
}
