package modern_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

var discoveryDefects = []defect{
	{id: "M-DISC-01", name: "server/discover is unknown", change: func(v *server) { delete(v.methods, "server/discover") }},
	{id: "M-DISC-02", name: "supportedVersions is empty", also: []string{"M-DISC-03"}, change: results(func(_ *call, r object) { r["supportedVersions"] = list{} }, "server/discover")},
	{id: "M-DISC-02", name: "supportedVersions is a string", change: results(func(_ *call, r object) { r["supportedVersions"] = revision }, "server/discover")},
	{id: "M-DISC-02", name: "listChanged is a word", change: func(v *server) { v.declared["prompts"] = object{"listChanged": "yes"} }},
	{id: "M-DISC-02", name: "a capability is true", change: func(v *server) { v.declared["logging"] = true }},
	{id: "M-DISC-02", name: "instructions is null", change: results(func(_ *call, r object) { r["instructions"] = nil }, "server/discover")},
	{id: "M-DISC-02", name: "another version is named", also: []string{"M-DISC-04"}, change: results(func(_ *call, r object) { r["supportedVersions"] = list{"2099-01-01"} }, "server/discover")},
	{id: "M-DISC-03", name: "a wrong version is refused with -32602", change: coded(-32022, -32602)},
	{id: "M-DISC-03", name: "a wrong version is served", change: forgives(-32022, always)},
	{id: "M-DISC-03", name: "a wrong version is served as an earlier one", change: both(forgives(-32022, always), results(func(c *call, r object) {
		if c.meta[prefix+"protocolVersion"] != revision {
			maps.DeleteFunc(r, func(name string, _ any) bool {
				return slices.Contains([]string{"resultType", "_meta", "ttlMs", "cacheScope"}, name)
			})
		}
	}))},
	{id: "M-DISC-03", name: "the error names no versions", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32022 {
			delete(e, "data")
		}
	})},
	{id: "M-DISC-03", name: "the error does not say what was asked for", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32022 {
			delete(e["data"].(object), "requested")
		}
	})},
	{id: "M-DISC-03", name: "versions are judged by tools/list only", change: forgives(-32022, func(c *call) bool { return c.method == "server/discover" })},
	{id: "M-DISC-04", name: "a version is named that is not spoken", change: results(func(_ *call, r object) { r["supportedVersions"] = list{revision, "2025-11-25"} }, "server/discover")},
	{id: "M-DISC-04", name: "an error names a version that is not spoken", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32022 {
			e["data"].(object)["supported"] = list{revision, "2027-01-01"}
		}
	})},
	{id: "M-DISC-05", name: "a wrong version is remembered", change: each(poisoned)},
	{id: "M-DISC-06", name: "server/discover must come first", over: "stdio", change: each(func() func(*server) { return handshaken("tools/list") })},
	{id: "M-DISC-06", name: "everything needs server/discover before", over: "stdio", change: each(func() func(*server) { return handshaken("") })},
	{id: "M-DISC-06", name: "calls need server/discover before", over: "stdio", change: each(func() func(*server) { return handshaken("tools/call") })},
	{id: "M-DISC-07", name: "tools can be called where they were listed only", over: "stdio", also: []string{"M-DISC-06"}, change: each(listedHere)},
	{id: "M-DISC-08", name: "the second connection is offered less", over: "http", change: each(perConnection)},
	{id: "M-DISC-08", name: "a call takes away a resource", also: []string{"M-DISC-12"}, change: shrinking()},
	{id: "M-DISC-10", name: "initialize is refused without a version", change: func(v *server) {
		v.in = func(msg object) object {
			if msg["method"] == "initialize" && metaOf(msg) == nil {
				return object{"jsonrpc": "2.0", "id": msg["id"], "method": "x/none", "params": object{"_meta": object{prefix + "protocolVersion": revision}}}
			}
			return msg
		}
	}},
	{id: "M-DISC-11", name: "ping is served", change: answeredToo("ping")},
	{id: "M-DISC-11", name: "logging/setLevel is served", change: answeredToo("logging/setLevel")},
	{id: "M-DISC-11", name: "initialize is served", change: answeredToo("initialize")},
	{id: "M-DISC-11", name: "resources/subscribe is served", change: answeredToo("resources/subscribe")},
	{id: "M-DISC-11", name: "removed methods are refused with -32600", change: errors(func(c *call, _, e object) {
		if strings.HasPrefix(c.method, "resources/") && e["code"] == -32601 {
			e["code"] = -32600
		}
	})},
	{id: "M-DISC-12", name: "once discovered no session is opened", over: "stdio", change: both(func(v *server) { v.legacy = true }, discoveredOnce())},
	{id: "M-BASE-28", name: "cursors belong to their connection", over: "http", change: each(boundCursors)},
	{id: "M-BASE-35", name: "another client is offered less", change: handle("prompts/list", func(c *call, next handler) (object, *fault) {
		if info, _ := c.meta[prefix+"clientInfo"].(object); info["name"] != "mcpsim" {
			return c.cached(object{"prompts": list{}}), nil
		}
		return next(c)
	})},
	{id: "M-BASE-29", name: "requests are served one after the other", over: "stdio", change: both(func(v *server) { v.stdio.inline = true }, func(v *server) {
		delete(v.methods, "subscriptions/listen")
		v.declared["tools"], v.declared["resources"] = object{}, object{}
	}, runs("slow", func(c *call, _ handler) (object, *fault) {
		c.wait(1200 * time.Millisecond)
		return say("done")(c)
	}))},
}

func poisoned() func(*server) {
	bad := memory{}
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		f := next(c)
		c.mu.Lock()
		defer c.mu.Unlock()
		if f != nil && f.code == -32022 {
			bad[c.conn] = true
		}
		if f == nil && bad[c.conn] {
			return refuse(-32600, "wrong version before")
		}
		return f
	})
}

// handshaken refuses a method, or for "" all but server/discover, on connections that have asked
// for nothing else before.
func handshaken(method string) func(*server) {
	known := memory{}
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		c.mu.Lock()
		was := known[c.conn]
		known[c.conn] = true
		c.mu.Unlock()
		if !was && (c.method == method || method == "" && c.method != "server/discover") {
			return refuse(-32600, "server/discover must come first")
		}
		return next(c)
	})
}

func listedHere() func(*server) {
	known := memory{}
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.method == "tools/list" {
			known[c.conn] = true
		}
		if c.method == "tools/call" && !known[c.conn] && c.params["name"] == "add" {
			return refuse(-32602, "Unknown tool")
		}
		return next(c)
	})
}

func perConnection() func(*server) {
	n := 0
	numbers := map[*int]int{}
	return handle("prompts/list", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		if numbers[c.conn] == 0 {
			n++
			numbers[c.conn] = n
		}
		odd := numbers[c.conn]%2 == 0
		c.mu.Unlock()
		if c.conn == nil || odd {
			return c.cached(object{"prompts": list{object{"name": fmt.Sprint("only-here-", odd)}}}), nil
		}
		return next(c)
	})
}

func shrinking() func(*server) {
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		if c.method == "x/unknown" {
			c.mu.Lock()
			c.prompts = append([]object{{"name": fmt.Sprint("after-", len(c.prompts))}}, c.prompts...)
			c.mu.Unlock()
		}
		return next(c)
	})
}

func answeredToo(method string) func(*server) {
	return func(v *server) {
		v.methods[method] = func(c *call) (object, *fault) { return c.result(nil), nil }
	}
}

func discoveredOnce() func(*server) {
	return func(v *server) {
		v.methods["server/discover"] = func(next handler) handler {
			return func(c *call) (object, *fault) { v.legacy = false; return next(c) }
		}(v.methods["server/discover"])
		v.in = func(msg object) object {
			if msg["method"] == "server/discover" {
				v.legacy = false
			}
			return msg
		}
	}
}

func boundCursors() func(*server) {
	given := map[string]*int{}
	return handle("tools/list", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		here := given[fmt.Sprint(c.params["cursor"])]
		c.mu.Unlock()
		if c.params["cursor"] != nil && here != nil && here != c.conn {
			return nil, refuse(-32602, "Invalid cursor")
		}
		out, f := next(c)
		if f == nil && out["nextCursor"] != nil {
			c.mu.Lock()
			if given[fmt.Sprint(out["nextCursor"])] == nil || c.params["cursor"] == nil {
				given[fmt.Sprint(out["nextCursor"])] = c.conn
			}
			c.mu.Unlock()
		}
		return out, f
	})
}

var metadataDefects = []defect{
	{id: "M-BASE-21", name: "clientCapabilities may be missing", change: forgives(-32602, always)},
	{id: "M-BASE-21", name: "a missing version is taken for the newest", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		if f := next(c); f != nil && c.meta[prefix+"protocolVersion"] != nil {
			return f
		}
		return nil
	})},
	{id: "M-BASE-21", name: "metadata is refused with -32600", change: errors(func(c *call, _, e object) {
		if strings.HasSuffix(fmt.Sprint(e["message"]), "is missing") && c.method == "server/discover" {
			e["code"] = -32600
		}
	})},
	{id: "M-BASE-21", name: "only server/discover looks at capabilities", change: forgives(-32602, func(c *call) bool { return c.method == "tools/list" })},
	{id: "M-HM-28", name: "malformed metadata is refused with 200", over: "http", change: func(v *server) { delete(v.web.status, -32602) }},
	{id: "M-BASE-22", name: "clientInfo is wanted", change: wantsMeta(func(c *call) bool { return c.meta[prefix+"clientInfo"] != nil })},
	{id: "M-BASE-32", name: "unknown capabilities are refused", change: wantsMeta(func(c *call) bool { return c.client()["x-mcpsim"] == nil })},
	{id: "M-BASE-32", name: "unknown extensions are refused", change: wantsMeta(func(c *call) bool { return c.client()["extensions"] == nil })},
	{id: "M-BASE-32", name: "unknown keys are refused", change: wantsMeta(func(c *call) bool { return c.meta["com.example/x"] == nil })},
	{id: "M-BASE-33", name: "malformed trace contexts are refused", change: wantsMeta(func(c *call) bool { return c.meta["traceparent"] != "mcpsim" })},
	{id: "M-BASE-30", name: "an extension has no prefix", change: func(v *server) { v.declared["extensions"] = object{"tasks": object{}} }},
	{id: "M-BASE-30", name: "an extension is malformed", change: func(v *server) { v.declared["extensions"] = object{"7.example/x": object{}} }},
}

func wantsMeta(ok func(c *call) bool) func(*server) {
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		if f := next(c); f != nil || ok(c) {
			return f
		}
		return refuse(-32602, "Invalid metadata")
	})
}
