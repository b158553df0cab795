package modern_test

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
)

// remembers refuses a method from whoever has not asked for another one before, by what a
// connection, a process or a client is known by.
func remembers(by func(c *call) any, first, then string) func() func(*server) {
	return func() func(*server) {
		known := map[any]bool{}
		return metaJudge(func(c *call, next func(*call) *fault) *fault {
			if f := next(c); f != nil {
				return f
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.method == first {
				known[by(c)] = true
			}
			if c.method == then && !known[by(c)] {
				return refuse(-32603, "unknown here")
			}
			return nil
		})
	}
}

func byConnection(c *call) any { return c.conn }

// boundTo refuses cursors of a list but on the connection that they were given on.
func boundTo(method string) func() func(*server) {
	return func() func(*server) {
		given := map[string]*int{}
		return handle(method, func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			here, known := given[fmt.Sprint(c.params["cursor"])]
			c.mu.Unlock()
			if c.params["cursor"] != nil && (!known || here != c.conn) {
				return nil, refuse(-32602, "Invalid cursor")
			}
			out, f := next(c)
			if f == nil && out["nextCursor"] != nil {
				c.mu.Lock()
				given[fmt.Sprint(out["nextCursor"])] = c.conn
				c.mu.Unlock()
			}
			return out, f
		})
	}
}

// initialized changes the answer to initialize of a server that opens no sessions.
func initialized(change func(msg object)) func(*server) {
	return func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte {
			if e := asObject(asObject(m)["error"]); e["code"] == -32022 && asObject(e["data"])["requested"] == "2025-11-25" {
				o := maps.Clone(m.(object))
				o["error"] = maps.Clone(e)
				change(o)
				m = o
			}
			return next(m)
		}
	}
}

var moreDiscoveryDefects = []defect{
	{id: "M-DISC-01", name: "server/discover is for those who can do something", over: "http", change: wantsMeta(func(c *call) bool { return c.method != "server/discover" || len(c.client()) > 0 })},
	{id: "M-DISC-04", name: "an earlier version is named, and initialize answers with another one", over: "stdio", change: func(v *server) {
		v.legacy = true
		results(func(_ *call, r object) { r["supportedVersions"] = list{revision, "2025-11-25", "2024-11-05"} }, "server/discover")(v)
	}},
	{id: "M-DISC-04", name: "a version is named that server/discover alone speaks", over: "stdio", change: both(
		results(func(_ *call, r object) { r["supportedVersions"] = list{revision, "2027-01-01"} }, "server/discover"),
		forgives(-32022, func(c *call) bool {
			return c.method == "server/discover" && c.meta[prefix+"protocolVersion"] == "2027-01-01"
		}))},
	{id: "M-DISC-04", name: "a draft is named that is not spoken", over: "http", change: results(func(_ *call, r object) { r["supportedVersions"] = list{"DRAFT-2026-v1", revision} }, "server/discover")},
	{id: "M-DISC-05", name: "the version of the first request counts for all", over: "stdio", also: []string{"M-DISC-03"}, change: each(func() func(*server) {
		first := map[*int]any{}
		return metaJudge(func(c *call, next func(*call) *fault) *fault {
			c.mu.Lock()
			if first[c.conn] == nil {
				first[c.conn] = c.meta[prefix+"protocolVersion"]
			}
			if c.meta != nil {
				c.meta = with(c.meta, object{prefix + "protocolVersion": first[c.conn]})
			}
			c.mu.Unlock()
			return next(c)
		})
	})},
	{id: "M-DISC-06", name: "subscriptions need server/discover before", over: "stdio", also: []string{"M-SUB-01"}, change: each(remembers(byConnection, "server/discover", "subscriptions/listen"))},
	{id: "M-DISC-06", name: "resources are read where they were listed only", over: "stdio", change: each(remembers(byConnection, "resources/list", "resources/read"))},
	{id: "M-DISC-06", name: "prompts are there where they were listed only", over: "http", change: each(remembers(byConnection, "prompts/list", "prompts/get"))},
	{id: "M-DISC-07", name: "tools can be called over HTTP where they were listed only", over: "http", also: []string{"M-DISC-06", "M-HM-17"}, change: each(remembers(byConnection, "tools/list", "tools/call"))},
	{id: "M-DISC-08", name: "each process has other resources", over: "stdio", change: func() func(v *server) {
		var n atomic.Int32
		return func(v *server) {
			v.resources = append(v.resources, object{"uri": fmt.Sprintf("note:///own-%d", n.Add(1)), "name": "own"})
		}
	}()},
	{id: "M-DISC-08", name: "each connection has other descriptions", over: "http", change: each(func() func(*server) {
		numbers := map[*int]int{}
		return listed2("tools/list", "tools", func(c *call, items list) list {
			c.mu.Lock()
			defer c.mu.Unlock()
			if numbers[c.conn] == 0 {
				numbers[c.conn] = len(numbers) + 1
			}
			for i := range items {
				items[i] = with(asObject(items[i]), object{"description": fmt.Sprint("for connection ", numbers[c.conn])})
			}
			return items
		})
	})},
	{id: "M-DISC-10", name: "initialize is unknown", over: "stdio", change: initialized(func(msg object) { msg["error"] = object{"code": -32601, "message": "Method not found"} })},
	{id: "M-DISC-10", name: "initialize is refused with the version that was asked for alone", over: "http", change: initialized(func(msg object) { delete(msg["error"].(object)["data"].(object), "supported") })},
	{id: "M-DISC-10", name: "initialize is refused with a word", over: "stdio", change: initialized(func(msg object) {
		msg["error"] = object{"code": -32022, "message": "Unsupported protocol version", "data": object{"supported": "the latest"}}
	})},
	{id: "M-DISC-10", name: "initialize is never answered", over: "stdio", change: func(v *server) {
		v.in = func(msg object) object {
			if msg["method"] == "initialize" && metaOf(msg) == nil {
				return nil
			}
			return msg
		}
	}},
	{id: "M-DISC-12", name: "once a session is opened server/discover is unknown", over: "stdio", change: both(func(v *server) { v.legacy = true }, func(v *server) {
		v.in = func(msg object) object {
			if msg["method"] == "initialize" {
				delete(v.methods, "server/discover")
			}
			return msg
		}
	})},
	{id: "M-DISC-11", name: "resources/unsubscribe is served", over: "stdio", change: answeredToo("resources/unsubscribe")},
	{id: "M-BASE-28", name: "cursors of resources belong to their connection", over: "http", change: each(boundTo("resources/list"))},
	{id: "M-BASE-28", name: "cursors belong to their process", over: "stdio", change: each(boundTo("tools/list"))},
	{id: "M-BASE-28", name: "elsewhere a cursor leads to the first page", over: "http", change: each(func() func(*server) {
		given := map[string]*int{}
		return handle("tools/list", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			if here, known := given[fmt.Sprint(c.params["cursor"])]; c.params["cursor"] != nil && known && here != c.conn {
				delete(c.params, "cursor")
			}
			c.mu.Unlock()
			out, f := next(c)
			if f == nil && out["nextCursor"] != nil {
				c.mu.Lock()
				given[fmt.Sprint(out["nextCursor"])] = c.conn
				c.mu.Unlock()
			}
			return out, f
		})
	})},
	{id: "M-BASE-28", name: "cursors of prompts belong to their process", over: "stdio", change: func(v *server) {
		v.pageSize = 2
		each(boundTo("prompts/list"))(v)
	}},
	{id: "M-BASE-35", name: "another client is not served", over: "stdio", change: wantsMeta(func(c *call) bool {
		info := asObject(c.meta[prefix+"clientInfo"])
		return info == nil || info["name"] == "mcpsim"
	})},
	{id: "M-BASE-35", name: "other clients are offered fewer tools", over: "stdio", change: listed2("tools/list", "tools", func(c *call, items list) list {
		if info := asObject(c.meta[prefix+"clientInfo"]); info["name"] != "mcpsim" {
			return slices.DeleteFunc(items, func(t any) bool { return asObject(t)["name"] == "change" })
		}
		return items
	})},
	{id: "M-BASE-35", name: "clients of another name get other descriptions", over: "http", change: listed2("prompts/list", "prompts", func(c *call, items list) list {
		info := asObject(c.meta[prefix+"clientInfo"])
		for i := range items {
			items[i] = with(asObject(items[i]), object{"description": fmt.Sprint("for ", info["name"])})
		}
		return items
	})},
	{id: "M-BASE-29", name: "calls wait for each other, and lists for calls", over: "http", change: func(v *server) {
		turn := make(chan struct{}, 1)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			turn <- struct{}{}
			<-turn
			return next(c)
		})(v)
		runs("slow", func(c *call, _ handler) (object, *fault) {
			turn <- struct{}{}
			c.wait(18e8)
			<-turn
			return say("done")(c)
		})(v)
	}},
}

// listed2 is [listed] for a change that depends on the request.
func listed2(method, member string, change func(c *call, items list) list) func(*server) {
	return results(func(c *call, r object) { r[member] = change(c, append(list{}, r[member].(list)...)) }, method)
}
