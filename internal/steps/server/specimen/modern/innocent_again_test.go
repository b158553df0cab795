package modern_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// family leaves a server with the methods of these capabilities alone.
func family(declared object) func(*server) {
	return func(v *server) {
		v.declared = declared
		for m := range v.methods {
			name, _, _ := strings.Cut(m, "/")
			if name == "completion" {
				name = "completions"
			}
			if _, kept := declared[name]; !kept && m != "server/discover" && m != "subscriptions/listen" {
				delete(v.methods, m)
			}
		}
	}
}

// methodFirst says that a method is unknown before it looks at the metadata.
func methodFirst(v *server) {
	next := v.metadata
	v.metadata = func(c *call) *fault {
		if v.methods[c.method] == nil {
			return refuse(-32601, "Method not found")
		}
		return next(c)
	}
}

// quiet leaves out whatever may be left out.
func quiet(v *server) {
	v.declared = object{"tools": object{}, "prompts": object{}, "resources": object{}, "completions": object{}}
	for i, t := range v.tools {
		v.tools[i].def = with(t.def, object{"description": nil})
	}
	results(func(_ *call, r object) { delete(r, "instructions") }, "server/discover")(v)
	frames(func(_ *call, msg object) {
		if p, ok := msg["params"].(object); ok && msg["method"] == "notifications/progress" {
			msg["params"] = with(p, object{"total": nil})
		}
	})(v)
	runs("slow", func(c *call, next handler) (object, *fault) { // nor does it log
		delete(c.meta, prefix+"logLevel")
		return next(c)
	})(v)
}

// reindent writes JSON as a person would.
func reindent(data []byte) []byte {
	var out bytes.Buffer
	_ = json.Indent(&out, data, "", "  ")
	return out.Bytes()
}

func slowly(d time.Duration) func(*server) {
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		c.wait(d)
		return next(c)
	})
}

var otherInnocents = []innocent{
	{name: "tools only", change: family(object{"tools": object{}, "logging": object{}})},
	{name: "resources only", change: family(object{"resources": object{"subscribe": true}})},
	{name: "nothing at all", change: family(object{})},
	{name: "prompts only, and unknown methods are seen first", change: both(family(object{"prompts": object{}}), methodFirst)},
	{name: "resources only, and no subscription is taken", change: both(family(object{"resources": object{}}), methodFirst, handle("subscriptions/listen", func(*call, handler) (object, *fault) {
		return nil, refuse(-32603, "Subscription limit reached")
	}))},
	{name: "resources only, without subscriptions", change: both(family(object{"resources": object{}}), methodFirst, func(v *server) { delete(v.methods, "subscriptions/listen") })},
	{name: "one tool", over: "http", change: func(v *server) { v.tools = v.tools[1:2] }},
	{name: "no tools, although they are declared", change: func(v *server) { v.tools = nil }},
	{name: "no resources, although they are declared", over: "stdio", change: func(v *server) { v.resources = nil }},
	{name: "a thousand tools", over: "http", change: func(v *server) {
		v.pageSize = 400
		for i := range 1000 {
			v.tools = append(v.tools, tool{def: object{"name": fmt.Sprintf("t%04d", i), "inputSchema": object{"type": "object"}, "annotations": object{"destructiveHint": true}}, run: say("x")})
		}
	}},
	{name: "all on one page", over: "stdio", change: func(v *server) { v.pageSize = 1000 }},
	{name: "the cursor of the second page is empty", change: func(v *server) {
		v.pageSize = 5
		handle("tools/list", func(c *call, next handler) (object, *fault) {
			const second = "dG9vbHM6NQ==" // tools:5
			if c.params["cursor"] == "" {
				c.params = with(c.params, object{"cursor": second})
			}
			out, f := next(c)
			if f == nil && out["nextCursor"] == second {
				out["nextCursor"] = ""
			}
			return out, f
		})(v)
	}},
	{name: "what may be left out is left out", change: quiet},
	{name: "members that nobody knows", change: frames(func(_ *call, msg object) {
		msg["x-node"] = "n7"
		if r, ok := msg["result"].(object); ok && r["content"] != nil {
			msg["result"] = with(r, object{"x-took": 3})
		}
	})},
	{name: "keys of a vendor in every _meta", over: "stdio", change: results(func(_ *call, r object) {
		r["_meta"] = with(asObject(r["_meta"]), object{"com.example/request": "r1", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})
	})},
	{name: "a full introduction", over: "http", change: results(func(_ *call, r object) {
		info := object{"name": "specimen", "version": "1.0", "title": "Specimen ☃", "description": "d", "websiteUrl": "https://example.com", "icons": list{object{"src": "data:image/png;base64,aGk=", "sizes": list{"any"}, "theme": "dark"}}}
		r["_meta"] = with(asObject(r["_meta"]), object{prefix + "serverInfo": info})
	})},
	{name: "errors have data", change: errors(func(_ *call, _, e object) {
		if e["data"] == nil {
			e["data"] = list{"more", 1}
		}
	})},
	{name: "JSON is indented", over: "http", change: func(v *server) {
		v.web.streams = func(*call) bool { return false }
		v.encode = func(m any) []byte {
			if o, ok := m.(object); ok && o["method"] == nil {
				return reindent(encode(m))
			}
			return encode(m)
		}
	}},
	{name: "slashes and angle brackets are escaped", change: wire(func(s string) string {
		return strings.NewReplacer("/", `\/`, "<", `\u003c`).Replace(s)
	})},
	{name: "blanks around everything", over: "stdio", change: wire(func(s string) string { return strings.ReplaceAll(s, `","`, `" , "`) })},
	{name: "events are named message, and have CRLF", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return "event: message\r\ndata: " + string(data) + "\r\n\r\n" }
	}},
	{name: "comments before every event", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return ": alive\n\ndata: " + string(data) + "\n\n" }
	}},
	{name: "an event has many lines of data, and no blank after the colon", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string {
			return "data:" + strings.ReplaceAll(string(reindent(data)), "\n", "\ndata:") + "\n\n"
		}
	}},
	{name: "lines of streams end with CR", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return "data: " + string(data) + "\r\r" }
	}},
	{name: "the content type has a charset", over: "http", change: func(v *server) { v.web.kind = "application/json; charset=utf-8" }},
	{name: "the content type has capitals", over: "http", change: func(v *server) { v.web.kind = "Application/JSON" }},
	{name: "cookies, and headers of all kinds", over: "http", change: func(v *server) {
		v.web.head = func(h http.Header) {
			h.Set("Set-Cookie", "lb=7; Path=/")
			h.Set("Cache-Control", "no-store")
			h.Set("Strict-Transport-Security", "max-age=1")
		}
	}},
	{name: "every answer ends its connection", over: "http", change: func(v *server) { v.web.head = func(h http.Header) { h.Set("Connection", "close") } }},
	{name: "connections are closed after their answers, without a word", over: "http", change: func(v *server) { v.web.hangsUp = true }},
	{name: "wrong params are refused with 200", over: "http", blame: []string{"M-HM-28"}, change: func(v *server) { v.web.status[-32602] = 200 }},
	{name: "notifications are refused", over: "http", change: func(v *server) {
		v.web.notified, v.web.body = 400, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"no notifications"}}`
	}},
	{name: "one form of answer is refused with 406, and without an id", over: "http", change: func(v *server) {
		v.web.status[-32600] = 406
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			if a := h.Get("Accept"); !strings.Contains(a, "json") || !strings.Contains(a, "event-stream") {
				return refuse(-32600, "Not Acceptable")
			}
			return next(c, h)
		}
		errors(func(_ *call, msg, e object) {
			if e["message"] == "Not Acceptable" {
				delete(msg, "id")
			}
		})(v)
	}},
	{name: "every answer takes 300ms", over: "stdio", change: slowly(300 * time.Millisecond)},
	{name: "every request is copied to standard error", over: "stdio", blame: []string{"M-STDIO-10"}, change: func(v *server) { v.stdio.logs = true }},
	{name: "questions have no state", change: both(questions(func(_ *call, r object) { delete(r, "requestState") }), func(v *server) {
		for _, m := range []string{"tools/call", "prompts/get"} {
			handle(m, func(c *call, next handler) (object, *fault) {
				if c.params["inputResponses"] != nil && c.params["requestState"] == nil {
					c.params = with(c.params, object{"requestState": c.sign(object{"n": 1, "greeting": "Hello"})})
				}
				return next(c)
			})(v)
		}
	})},
	{name: "forms name no mode", change: formOf(with(nameForm, object{"mode": nil}))},
	{name: "the first answer is a state alone", over: "http", change: runs("greet", func(c *call, next handler) (object, *fault) {
		if c.params["requestState"] == nil && c.client()["elicitation"] != nil {
			out, f := next(c)
			if f == nil {
				delete(out, "inputRequests")
			}
			return out, f
		}
		return next(c)
	})},
	{name: "nothing is logged and no progress made", over: "stdio", change: runs("slow", func(c *call, _ handler) (object, *fault) { c.wait(400 * time.Millisecond); return say("done")(c) })},
	{name: "progress is counted in fractions, with messages", over: "http", change: progressing(func(p object) {
		p["progress"], p["message"] = float64(p["progress"].(int))/10, "on it"
		delete(p, "total")
	})},
	{name: "schemas of draft-07", over: "stdio", change: func(v *server) {
		for i, t := range v.tools {
			v.tools[i].def = with(t.def, object{"inputSchema": with(t.def["inputSchema"].(object), object{"$schema": "http://json-schema.org/draft-07/schema#"})})
		}
	}},
	{name: "schemas refer to parts of themselves", over: "http", change: redefines("add", object{"outputSchema": object{
		"type": "object", "$defs": object{"n": object{"type": "integer"}}, "properties": object{"sum": object{"$ref": "#/$defs/n"}}, "required": list{"sum"}}})},
	{name: "a call has content of every kind", over: "stdio", change: only("tools/call", "slow", func(r object) {
		r["content"] = list{object{"type": "image", "data": "aGk=", "mimeType": "image/png"}, object{"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
			object{"type": "resource_link", "uri": "note:///a", "name": "a"}, object{"type": "resource", "resource": object{"uri": "note:///x", "text": "x"}, "annotations": object{"audience": list{"user"}, "lastModified": "2025-01-12T15:00:58Z"}}}
	})},
	{name: "a call has no content", over: "http", change: only("tools/call", "slow", func(r object) { r["content"] = list{} })},
	{name: "a resource has two contents, one of bytes", change: results(func(c *call, r object) {
		uri := c.params["uri"]
		r["contents"] = append(slices.Clone(asList(r["contents"])), object{"uri": uri, "blob": "aGk="})
	}, "resources/read")},
	{name: "completions have values alone", over: "stdio", change: results(func(_ *call, r object) { r["completion"] = object{"values": list{"Ada"}} }, "completion/complete")},
	{name: "prompts have no messages", over: "http", change: results(func(_ *call, r object) {
		if r["messages"] != nil {
			r["messages"] = list{}
		}
	}, "prompts/get")},
	{name: "subscriptions end after five seconds, with an answer", over: "http", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		go func() {
			if !c.wait(5 * time.Second) {
				return
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			for _, s := range c.subs {
				if s.c == c {
					s.end()
				}
			}
		}()
		return next(c)
	})},
	{name: "both eras, and no sessions but over HTTP", over: "http", change: func(v *server) { v.legacy = true }},
	{name: "initialize opens a session also with metadata", change: func(v *server) { v.legacy, v.greets = true, true }},
	{name: "refusals for want of a token have no body", over: "http", change: guarded(func(g *guard) { g.body = "" })},
	{name: "the version in the body is judged before headers are", over: "http", change: versionFirst},
	{name: "names of the longest kind", over: "http", change: func(v *server) {
		for i, t := range v.tools {
			if t.name() == "echo" {
				v.tools[i].def = with(t.def, object{"name": strings.Repeat("Az09_-.", 18) + "xy"})
			}
		}
	}},
	{name: "two lists of other lives and scopes", over: "stdio", change: func(v *server) {
		results(func(_ *call, r object) { maps.Copy(r, object{"ttlMs": 0, "cacheScope": "private"}) }, "resources/read")(v)
		results(func(_ *call, r object) { r["ttlMs"] = 86400000 }, "prompts/list")(v)
	}},
}
