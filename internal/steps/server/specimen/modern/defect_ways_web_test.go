package modern_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// mirrors adds a tool with parameters that headers mirror, and refuses calls of it for these
// headers.
func mirrors(properties object, wrong func(arguments object, h http.Header) bool) func(*server) {
	return both(func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "route4", "inputSchema": object{"type": "object", "properties": properties}, "annotations": object{"readOnlyHint": true}}, run: say("routed")})
	}, refusesWhere(-32020, func(c *call, h http.Header) bool {
		return c.params["name"] == "route4" && wrong(asObject(c.params["arguments"]), h)
	}))
}

// mirrored is a parameter that a header mirrors.
func mirrored(kind, header string) object { return object{"type": kind, "x-mcp-header": header} }

// lenient decodes base64 as programs do that pass over what does not belong to it.
func lenient(value string) string {
	inner, begins := strings.CutPrefix(value, "=?base64?")
	inner, ends := strings.CutSuffix(inner, "?=")
	if !begins || !ends {
		return value
	}
	kept := strings.Map(func(r rune) rune {
		if strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", r) {
			return r
		}
		return -1
	}, inner)
	text, _ := base64.RawStdEncoding.DecodeString(kept)
	return "=?base64?" + base64.StdEncoding.EncodeToString(text) + "?="
}

// reads changes how a header is read.
func reads(name string, how func(string) string) func(*server) {
	return altered(func(_ *call, h http.Header) {
		if was := h.Get(name); was != "" {
			h.Set(name, how(was))
		}
	})
}

// foreignHost does something with requests that came over another address than loopback.
func foreignHost(host string, do func(w http.ResponseWriter)) func(*server) {
	return func(v *server) {
		v.web.reached = func(at string) bool { return at == host }
		v.web.elsewhere = do
	}
}

// streamsFor lets methods be answered with event streams, of which some stay open.
func streamsFor(change func(v *server), methods ...string) func(*server) {
	return func(v *server) {
		next := v.web.streams
		v.web.streams = func(c *call) bool { return next(c) || ofMethod(methods...)(c) }
		change(v)
	}
}

func staysOpen(methods ...string) func(v *server) {
	return func(v *server) {
		v.web.opens = func(c *call, m object) bool { return m["result"] != nil && ofMethod(methods...)(c) }
	}
}

// identified gives some events an id.
func identified(where func(data string) bool) func(*server) {
	return func(v *server) {
		next := v.web.event
		v.web.event = func(data []byte) string {
			if where(string(data)) {
				return "id: 7\n" + next(data)
			}
			return next(data)
		}
	}
}

// fromPages refuses what comes from a page of the server's own, for some methods.
func fromPages(status int, methods ...string) func(*server) {
	return both(func(v *server) { v.web.status[-32603] = status }, refusesWhere(-32603, func(c *call, h http.Header) bool {
		return h.Get("Origin") != "" && ofMethod(methods...)(c)
	}))
}

var waysOfHeaders = []defect{
	{id: "M-HM-12", name: "what is no base64 is passed over within it", over: "http", change: reads("Mcp-Name", lenient)},
	{id: "M-HM-13", name: "what is no base64 is passed over within a parameter", over: "http", change: reads("Mcp-Param-Region", lenient)},
	{id: "M-HM-15", name: "a number that is not given is compared as 0", over: "http", change: mirrors(object{"depth": mirrored("integer", "Depth")}, func(a object, h http.Header) bool {
		return a["depth"] == nil && h.Get("Mcp-Param-Depth") != "0"
	})},
	{id: "M-HM-15", name: "with one header those of all parameters are wanted", over: "http", change: mirrors(object{"shelf": mirrored("string", "Row"), "floor": mirrored("string", "Floor")}, func(a object, h http.Header) bool {
		return (h.Get("Mcp-Param-Row") == "") != (h.Get("Mcp-Param-Floor") == "")
	})},
	{id: "M-HM-15", name: "of an object that is empty the header is wanted", over: "http", change: refusesWhere(-32020, func(c *call, h http.Header) bool {
		target, there := asObject(c.params["arguments"])["target"]
		return c.params["name"] == "route3" && there && asObject(target)["shelf"] == nil && h.Get("Mcp-Param-Shelf") == ""
	})},
	{id: "M-HM-15", name: "a parameter with a default is compared with it", over: "http", change: mirrors(object{"tier": with(mirrored("string", "Tier"), object{"default": "gold"})}, func(a object, h http.Header) bool {
		return a["tier"] == nil && h.Get("Mcp-Param-Tier") != "gold"
	})},
	{id: "M-HM-16", name: "numbers within objects are compared as text", over: "http", change: mirrors(object{"page": object{"type": "object", "properties": object{"size": mirrored("integer", "Size")}}}, func(a object, h http.Header) bool {
		size := asObject(a["page"])["size"]
		return size != nil && h.Get("Mcp-Param-Size") != fmt.Sprint(size)
	})},
	{id: "M-HM-16", name: "a number with a fraction fails the server", over: "http", change: both(func(v *server) { v.web.status[-32603] = 500 }, refusesWhere(-32603, func(_ *call, h http.Header) bool { return strings.Contains(h.Get("Mcp-Param-Count"), ".") }))},
	{id: "M-HM-17", name: "the content type is looked for with its case", over: "http", change: both(func(v *server) { v.web.exactly, v.web.status[-32603] = "Content-Type", 415 }, refusesWhere(-32603, func(_ *call, h http.Header) bool { return h.Get("Content-Type") == "" }))},
	{id: "M-HM-36", name: "a list with a name has that item alone", over: "http", change: func(v *server) {
		var mu sync.Mutex
		wanted := map[*call]string{}
		judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
			mu.Lock()
			wanted[c] = h.Get("Mcp-Name")
			mu.Unlock()
			return next(c, h)
		})(v)
		handle("tools/list", func(c *call, next handler) (object, *fault) {
			mu.Lock()
			name := wanted[c]
			mu.Unlock()
			if name != "" {
				return c.cached(object{"tools": list{}}), nil
			}
			return next(c)
		})(v)
	}},
	{id: "M-HM-36", name: "a discovery with a name is forbidden", over: "http", change: both(func(v *server) { v.web.status[-32603] = 403 }, refusesWhere(-32603, func(c *call, h http.Header) bool {
		return c.method == "server/discover" && h.Get("Mcp-Name") != ""
	}))},
	{id: "M-HM-39", name: "the end of the sentinel is not looked for", over: "http", change: reads("Mcp-Name", func(was string) string {
		if strings.HasPrefix(was, "=?base64?") && !strings.HasSuffix(was, "?=") {
			return was + "?="
		}
		return was
	})},
	{id: "M-HM-40", name: "lists refuse unknown parameters in headers", over: "http", change: refusesWhere(-32020, func(c *call, h http.Header) bool {
		return c.method == "tools/list" && h.Get("Mcp-Param-Mcpsim-Nobody") != ""
	})},
	{id: "M-HM-40", name: "unknown parameters in headers are arguments", over: "http", change: func(v *server) {
		var mu sync.Mutex
		more := map[*call]bool{}
		judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
			mu.Lock()
			more[c] = h.Get("Mcp-Param-Mcpsim-Nobody") != ""
			mu.Unlock()
			return next(c, h)
		})(v)
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			mu.Lock()
			extra := more[c]
			mu.Unlock()
			if extra {
				return wrong(c, "mcpsim-nobody is no argument")
			}
			return next(c)
		})(v)
	}},
}

var waysOfStreams = []defect{
	{id: "M-HL-03", name: "over another address everything is forbidden", over: "http", change: foreignHost("192.0.2.7", func(w http.ResponseWriter) { w.WriteHeader(403) })},
	{id: "M-HL-03", name: "the server listens on a second address", over: "http", change: foreignHost("192.0.2.8", nil)},
	{id: "M-HL-03", name: "the server listens on an address of version 6", over: "http", change: foreignHost("2001:db8::7", nil)},
	{id: "M-HL-03", name: "over another address the server hangs up", over: "http", change: foreignHost("192.0.2.7", func(w http.ResponseWriter) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
	})},
	{id: "M-HL-35", name: "events of calls have the name of their method", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string {
			if strings.Contains(string(data), `"content"`) {
				return "event: tools/call\ndata: " + string(data) + "\n\n"
			}
			return "data: " + string(data) + "\n\n"
		}
	}},
	{id: "M-HL-37", name: "of two requests with one id the second one is never answered", over: "http", change: sharedIDs(func(c *call, n int) (object, *fault, bool) {
		if n > 1 {
			<-c.ctx.Done()
			return nil, nil, true
		}
		return nil, nil, false
	})},
	{id: "M-HL-37", name: "of two requests with one id both get the answer of the second", over: "http", change: func(v *server) {
		var mu sync.Mutex
		last := map[string]object{}
		results(func(c *call, r object) {
			mu.Lock()
			last[key(c.id)] = maps.Clone(r)
			mu.Unlock()
			c.wait(5 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			newest := last[key(c.id)]
			clear(r)
			maps.Copy(r, newest)
		})(v)
	}},
	{id: "M-HM-21", name: "streams of lists stay open", over: "http", change: streamsFor(staysOpen("tools/list"), "tools/list")},
	{id: "M-HM-21", name: "streams of prompts stay open", over: "http", change: streamsFor(staysOpen("prompts/get"), "prompts/get")},
	{id: "M-HM-22", name: "streams of prompts may be buffered", over: "http", change: streamsFor(func(v *server) {
		v.web.streamOf = func(c *call, h http.Header) {
			if c.method == "prompts/get" {
				h.Del("X-Accel-Buffering")
			}
		}
	}, "prompts/get")},
	{id: "M-HM-23", name: "a comment comes at once, and none later", over: "http", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		comment := c.comment
		c.comment = nil
		defer c.clk.AfterFunc(time.Second, comment).Stop()
		return next(c)
	})},
	{id: "M-HM-23", name: "comments wait for the next event", over: "http", change: func(v *server) { v.web.unflushed = true }},
	{id: "M-HM-27", name: "calls refuse Last-Event-ID", over: "http", change: refusesWhere(-32600, func(c *call, h http.Header) bool { return c.method == "tools/call" && h.Get("Last-Event-ID") != "" })},
	{id: "M-HM-35", name: "who accepts event streams alone has an unsupported media type", over: "http", change: both(func(v *server) { v.web.status[-32603] = 415 }, refusesWhere(-32603, func(_ *call, h http.Header) bool { return !strings.Contains(h.Get("Accept"), "json") }))},
	{id: "M-HM-44", name: "answers on streams have ids", over: "http", change: identified(has(`"result"`))},
	{id: "M-HM-44", name: "progress has ids", over: "http", change: identified(has("notifications/progress"))},
	{id: "M-HM-47", name: "calls of its own pages are forbidden", over: "http", change: fromPages(403, "tools/call")},
	{id: "M-HM-47", name: "lists are not found by its own pages", over: "http", change: fromPages(404, "tools/list", "resources/list", "prompts/list")},
	{id: "M-HM-47", name: "the own origin is wanted with its port", over: "http", change: originsOf("", "http://127.0.0.1:80")},
	{id: "M-SUB-15", name: "subscriptions whose streams have broken keep the workers of all others", over: "http", also: []string{"M-CAN-03"}, change: brokenStreams(func(c *call, broken int) {
		if broken > 64 && c.method != "subscriptions/listen" {
			<-c.ctx.Done()
		}
	})},
	{id: "M-SUB-15", name: "behind broken streams an acknowledgement takes three seconds", over: "http", also: []string{"M-SUB-01"}, change: brokenStreams(func(c *call, broken int) {
		if broken > 64 && c.method == "subscriptions/listen" {
			c.wait(3 * time.Second)
		}
	})},
	{id: "M-SUB-16", name: "an acknowledgement is plain text", over: "http", also: []string{"M-SUB-01", "M-HM-04"}, change: func(v *server) {
		v.web.streamOf = func(c *call, h http.Header) {
			if c.method == "subscriptions/listen" {
				h.Set("Content-Type", "text/plain")
			}
		}
	}},
	{id: "M-SUB-16", name: "an acknowledgement comes with the first comment", over: "http", also: []string{"M-SUB-01", "M-DISC-06", "M-SUB-04"}, change: func(v *server) {
		v.web.lazy = true
		held(func(c *call) { c.sendsLate() })(v)
	}},
}

// sendsLate sends a comment three seconds later.
func (c *call) sendsLate() {
	comment := c.comment
	c.clk.AfterFunc(3*time.Second, func() {
		if c.ctx.Err() == nil {
			comment()
		}
	})
}

// sharedIDs does something with the n-th request under way of an id.
func sharedIDs(do func(c *call, n int) (object, *fault, bool)) func(*server) {
	return func(v *server) {
		var mu sync.Mutex
		busy := map[string]int{}
		for name, next := range v.methods {
			v.methods[name] = func(c *call) (object, *fault) {
				mu.Lock()
				busy[key(c.id)]++
				n := busy[key(c.id)]
				mu.Unlock()
				c.wait(time.Millisecond)
				if out, f, done := do(c, n); done {
					return out, f
				}
				return next(c)
			}
		}
	}
}

// brokenStreams does something with requests, by how many subscriptions had their streams
// closed by clients.
func brokenStreams(do func(c *call, broken int)) func(*server) {
	return func(v *server) {
		broken := 0
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			c.mu.Lock()
			broken++
			c.mu.Unlock()
			return out, f
		})(v)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			c.mu.Lock()
			n := broken
			c.mu.Unlock()
			do(c, n)
			return next(c)
		})(v)
	}
}
