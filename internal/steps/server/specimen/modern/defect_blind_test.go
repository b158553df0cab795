package modern_test

import (
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// counts are which of two headers of one name a server goes by: one of them, where the
// judges take two for a mismatch.
func counts(first bool, names ...string) func(*server) {
	return altered(func(_ *call, h http.Header) {
		for _, name := range names {
			all := h.Values(name)
			if len(all) < 2 {
				continue
			}
			if first {
				h.Set(name, all[0])
			} else {
				h.Set(name, all[len(all)-1])
			}
		}
	})
}

var headerTwiceDefects = []defect{
	{id: "M-HM-37", name: "of two headers the first one counts", over: "http", change: counts(true, "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version")},
	{id: "M-HM-37", name: "of two headers the last one counts", over: "http", change: counts(false, "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version")},
	{id: "M-HM-37", name: "of two names the first one counts", over: "http", change: counts(true, "Mcp-Name")},
	{id: "M-HM-37", name: "of two methods the last one counts", over: "http", change: counts(false, "Mcp-Method")},
	{id: "M-HM-37", name: "of two versions the first one counts", over: "http", change: counts(true, "Mcp-Protocol-Version")},
	{id: "M-HM-04", name: "answers have two content types", over: "http", change: func(v *server) {
		v.web.head = func(h http.Header) { h["content-type"] = []string{"text/html"} }
	}},
	{id: "M-HM-17", name: "names of headers are compared with their case", over: "http", change: func(v *server) { v.web.exactly = "Mcp-Method" }},
	{id: "M-HL-03", name: "the server listens on all addresses", over: "http", change: func(v *server) { v.web.everywhere = true }},
	{id: "M-HL-37", name: "of two requests with one id both get the answer of the first", over: "http", change: each(sharesIDs)},
}

// sharesIDs keeps results by the ids of their requests.
func sharesIDs() func(*server) {
	var mu sync.Mutex
	kept := map[string]object{}
	return results(func(c *call, r object) {
		mu.Lock()
		defer mu.Unlock()
		before, again := kept[key(c.id)]
		if !again {
			kept[key(c.id)] = maps.Clone(r)
			return
		}
		clear(r)
		maps.Copy(r, before)
	})
}

// held changes what a subscription does.
func held(change func(c *call)) func(*server) {
	return handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		change(c)
		return next(c)
	})
}

var idleDefects = []defect{
	{id: "M-HM-23", name: "silent subscriptions have no comments", over: "http", change: held(func(c *call) { c.comment = nil })},
	{id: "M-HM-23", name: "subscriptions have a comment every five minutes", over: "http", change: held(func(c *call) {
		comment := c.comment
		n := 0
		c.comment = func() {
			if n++; n%20 == 0 {
				comment()
			}
		}
	})},
	{id: "M-SUB-06", name: "the stream of a silent subscription is cut after 20 s", over: "http", change: func(v *server) {
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			stop := time.Duration(20) * time.Second
			timer := c.clk.AfterFunc(stop, c.cancel)
			defer timer.Stop()
			return next(c)
		})(v)
	}},
	{id: "M-SUB-06", name: "the stream of a silent subscription ends with its second comment", over: "http", change: held(func(c *call) {
		comment, n := c.comment, 0
		c.comment = func() {
			if n++; n == 2 {
				c.cancel()
				return
			}
			comment()
		}
	})},
}

// ofMeta adds a member to a _meta.
func ofMeta(o object, key string, value any) {
	meta := maps.Clone(asObject(o["_meta"]))
	if meta == nil {
		meta = object{}
	}
	meta[key], o["_meta"] = value, meta
}

// traced adds a trace context to results.
func traced(key string, value any) func(*server) {
	return results(func(_ *call, r object) { ofMeta(r, key, value) }, "tools/call")
}

var metaDefects = []defect{
	{id: "M-BASE-26", name: "a tool has a key of MCP that nobody has defined", change: redefines("echo", object{"_meta": object{prefix + "priority": 1}})},
	{id: "M-BASE-26", name: "a key of MCP is spelled with a capital", change: results(func(_ *call, r object) { ofMeta(r, prefix+"ServerInfo", object{"name": "specimen"}) }, "prompts/get")},
	{id: "M-BASE-26", name: "what is read has a key of MCP that nobody has defined", change: results(func(_ *call, r object) { ofMeta(r, prefix+"etag", "1") }, "resources/read")},
	{id: "M-BASE-26", name: "a traceparent is of zeros", change: traced("traceparent", "00-00000000000000000000000000000000-00f067aa0ba902b7-01")},
	{id: "M-BASE-26", name: "a tracestate is a word", change: traced("tracestate", "sampled")},
	{id: "M-BASE-26", name: "a baggage is an object", change: traced("baggage", object{"user": "1"})},
	{id: "M-SUB-04", name: "results of calls name a subscription", change: traced(prefix+"subscriptionId", 1)},
}

// everySecond drops each second notification of a subscription.
func everySecond(suffix string) func() func(*server) {
	return func() func(*server) {
		seen := map[*call]int{}
		return outgoing(func(c *call, msg object) []object {
			method, _ := msg["method"].(string)
			if !strings.HasSuffix(method, suffix) {
				return []object{msg}
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			if seen[c]++; seen[c]%2 == 0 {
				return nil
			}
			return []object{msg}
		})
	}
}

var secondDefects = []defect{
	{id: "M-SUB-17", name: "each second update of a resource is lost", change: each(everySecond("resources/updated"))},
	{id: "M-SUB-07", name: "each second change of a list is lost", change: each(everySecond("tools/list_changed"))},
	{id: "M-MRTR-04", name: "of a signature the first half is verified", change: func(v *server) {
		v.verify = func(c *call, state string) *fault {
			members := stateOf(state)
			if members == nil {
				return refuse(-32602, "requestState does not verify")
			}
			if want := c.sign(members); len(want) != len(state) || want[:len(want)-20] != state[:len(want)-20] {
				return refuse(-32602, "requestState does not verify")
			}
			return nil
		}
	}},
	{id: "M-RES-08", name: "a template is completed, and leads to nothing", change: both(answered("resources/templates/list", nil), func(v *server) {
		v.methods["resources/templates/list"] = func(c *call) (object, *fault) {
			return v.page(c, "resourceTemplates", list{object{"uriTemplate": "page:///{n}", "name": "page"}})
		}
		v.methods["completion/complete"] = func(c *call) (object, *fault) {
			if ref := asObject(c.params["ref"]); ref["uri"] == "page:///{n}" {
				return c.result(object{"completion": object{"values": list{"one", "two"}}}), nil
			}
			return complete(c)
		}
	})},
	{id: "M-DISC-08", name: "what was called on a connection is first in its list", over: "http", change: each(remembersCalls)},
}

// remembersCalls offers a prompt more on connections that have called something unknown.
func remembersCalls() func(*server) {
	called := map[*int]bool{}
	return func(v *server) {
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			c.mu.Lock()
			called[c.conn] = called[c.conn] || c.method == "x/unknown"
			c.mu.Unlock()
			return next(c)
		})(v)
		results(func(c *call, r object) {
			c.mu.Lock()
			defer c.mu.Unlock()
			if called[c.conn] && c.params["cursor"] == nil {
				r["prompts"] = append(list{object{"name": "again"}}, r["prompts"].(list)...)
			}
		}, "prompts/list")(v)
	}
}

// nth does something with the n-th request of a process.
func nth(n int, do func(v *server)) func(*server) {
	return func(v *server) {
		seen := 0
		next := v.in
		v.in = func(msg object) object {
			if msg["id"] != nil {
				if seen++; seen == n {
					do(v)
					return nil
				}
			}
			return next(msg)
		}
	}
}

var connectionDefects = []defect{
	{id: "M-DISC-01", name: "the second request of a process is never answered", over: "stdio", also: []string{"M-DISC-06"}, change: nth(2, func(*server) {})},
	{id: "M-DISC-01", name: "the third request ends the process", over: "stdio", also: []string{"M-DISC-06"}, change: nth(3, func(v *server) { v.die() })},
	{id: "M-STDIO-03", name: "output is flushed every 800 ms", over: "stdio", change: func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte {
			const period = 800 * time.Millisecond
			_ = (&call{server: v}).pause(period - time.Duration(v.clk.Now().UnixNano())%period)
			return next(m)
		}
	}},
	{id: "M-PROG-03", name: "the last progress comes half a second after the answer", over: "stdio", also: []string{"M-PROG-04"}, change: func(v *server) {
		next := v.out
		v.out = func(c *call, msg object) []object {
			if token := c.meta["progressToken"]; token != nil && msg["result"] != nil && c.params["name"] == "slow" {
				v.clk.AfterFunc(500*time.Millisecond, func() {
					c.send(object{"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progressToken": token, "progress": 5}})
				})
			}
			return next(c, msg)
		}
	}},
}
