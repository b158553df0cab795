package modern_test

import (
	"strings"
	"time"
)

// arraysOver serves arrays over HTTP with what serve makes of each message.
func arraysOver(status int, body func(v *server, all list) any) func(*server) {
	return func(v *server) {
		v.web.array = func(all list) (int, any) { return status, body(v, all) }
	}
}

// discovered is an answer to server/discover with an id.
func (v *server) discovered(id any) object {
	return object{"jsonrpc": "2.0", "id": id, "result": v.cached(object{"supportedVersions": anyOf(v.versions), "capabilities": v.declared})}
}

// afterWrong does something once a request of a wrong version was refused on a connection, with
// the n-th request after it.
func afterWrong(do func(c *call, n int) *fault) func(*server) {
	return each(func() func(*server) {
		since := map[*int]int{}
		return metaJudge(func(c *call, next func(*call) *fault) *fault {
			f := next(c)
			c.mu.Lock()
			n, bad := since[c.conn]
			if bad {
				since[c.conn]++
			}
			if f != nil && f.code == -32022 && !bad {
				since[c.conn] = 0
			}
			c.mu.Unlock()
			if bad && f == nil {
				return do(c, n)
			}
			return f
		})
	})
}

// longCall lets the tool slow take its time, with a lock that other requests want too.
func longCall(waits func(c *call) bool) func(*server) {
	return func(v *server) {
		turn := make(chan struct{}, 1)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			if c.params["name"] != "slow" && waits(c) {
				turn <- struct{}{}
				<-turn
			}
			return next(c)
		})(v)
		runs("slow", func(c *call, _ handler) (object, *fault) {
			turn <- struct{}{}
			c.wait(1800 * time.Millisecond)
			<-turn
			return say("done")(c)
		})(v)
	}
}

// serverIcons gives the server icons.
func serverIcons(icons any) func(*server) {
	return results(func(_ *call, r object) {
		r["_meta"] = object{prefix + "serverInfo": object{"name": "a", "version": "1", "icons": icons}}
	}, "server/discover")
}

var waysOfMessages = []defect{
	{id: "M-FORM-09", name: "what progress says is a list", over: "http", change: telling("notifications/progress", func(msg object) { asObject(msg["params"])["message"] = list{"one"} })},
	{id: "M-BASE-09", name: "malformed JSON brings the answer before it again", over: "stdio", also: []string{"M-BASE-01", "M-BASE-08"}, change: func(v *server) {
		var last any
		next, in := v.encode, v.in
		v.in = func(msg object) object {
			if msg["id"] != nil {
				last = msg["id"]
			}
			return in(msg)
		}
		v.encode = func(m any) []byte {
			if asObject(asObject(m)["error"])["code"] == -32700 {
				return next(v.discovered(last))
			}
			return next(m)
		}
	}},
	{id: "M-BASE-09", name: "malformed JSON is answered with the first id of all", over: "stdio", also: []string{"M-BASE-08"}, change: earlierID(func(n int) int { return 0 })},
	{id: "M-BASE-09", name: "malformed JSON is answered with the id of the request before the last", over: "stdio", also: []string{"M-BASE-08"}, change: earlierID(func(n int) int { return max(0, n-2) })},
	{id: "M-BASE-10", name: "lists with the id null are served", over: "stdio", change: nullID("tools/list", nil)},
	{id: "M-BASE-11", name: "arrays are answered with arrays over HTTP", over: "http", change: arraysOver(200, func(v *server, all list) any {
		var out list
		for _, one := range all {
			out = append(out, v.discovered(asObject(one)["id"]))
		}
		return out
	})},
	{id: "M-BASE-11", name: "arrays are accepted and never answered", over: "http", change: arraysOver(202, func(*server, list) any { return nil })},
	{id: "M-BASE-11", name: "arrays are answered with nothing", over: "http", change: arraysOver(200, func(*server, list) any { return list{} })},
	{id: "M-BASE-29", name: "lists wait for a call", over: "http", change: longCall(func(c *call) bool { return strings.HasSuffix(c.method, "/list") })},
	{id: "M-BASE-29", name: "what is read waits for a call", over: "stdio", change: longCall(func(c *call) bool { return c.method == "resources/read" })},
	{id: "M-BASE-29", name: "other clients wait for a call", over: "http", change: longCall(func(c *call) bool { return c.method == "server/discover" && c.conn != nil })},
	{id: "M-BASE-29", name: "prompts wait for a call", over: "http", change: longCall(func(c *call) bool { return c.method == "prompts/get" || c.method == "prompts/list" })},
	{id: "M-CACHE-03", name: "the ttlMs of a question is null", over: "stdio", change: questions(func(_ *call, r object) { r["ttlMs"] = nil })},
	{id: "M-DISC-05", name: "a wrong version ends the process", over: "stdio", also: []string{"M-DISC-03"}, change: outgoing(func(c *call, msg object) []object {
		if asObject(msg["error"])["code"] == -32022 {
			c.send(msg)
			c.die()
			return nil
		}
		return []object{msg}
	})},
	{id: "M-DISC-05", name: "behind a wrong version a list is refused", change: afterWrong(func(c *call, _ int) *fault {
		if strings.HasSuffix(c.method, "/list") {
			return refuse(-32600, "wrong version before")
		}
		return nil
	})},
	{id: "M-DISC-05", name: "behind a wrong version the next request is refused", over: "stdio", change: afterWrong(func(_ *call, n int) *fault {
		if n == 0 {
			return refuse(-32600, "wrong version before")
		}
		return nil
	})},
	{id: "M-DISC-05", name: "who names a wrong version is taken for a client with a handshake", over: "http", change: afterWrong(func(*call, int) *fault { return refuse(-32600, "Server not initialized") })},
	{id: "M-DISC-06", name: "prompts can be asked for over HTTP where they were listed only", over: "http", change: each(remembers(byConnection, "prompts/list", "prompts/get"))},
	{id: "M-DISC-06", name: "resources can be read by processes that have listed them only", over: "stdio", change: each(remembers(byConnection, "resources/list", "resources/read"))},
	{id: "M-DISC-07", name: "arguments can be completed where prompts were listed only", over: "http", change: each(remembers(byConnection, "prompts/list", "completion/complete"))},
	{id: "M-DISC-12", name: "once a session is opened lists are those of its revision", over: "http", change: inSession(func(v *server, msg object) bool { return false }, func(v *server) {
		results(func(_ *call, r object) { delete(r, "resultType") }, "tools/list")(v)
	})},
	{id: "M-DISC-12", name: "initialize behind server/discover ends the process", over: "stdio", change: inSession(func(v *server, msg object) bool {
		if msg["method"] == "initialize" && v.calls < 0 {
			v.die()
		}
		if msg["method"] == "server/discover" {
			v.calls = -1
		}
		return true
	}, nil)},
	{id: "M-DISC-12", name: "once a session is opened all else must be of its revision", over: "http", change: inSession(nil, func(v *server) {
		v.metadata = func(c *call) *fault {
			return &fault{-32022, "Unsupported protocol version", object{"supported": list{"2025-11-25"}, "requested": revision}}
		}
	})},
	{id: "M-DISC-21", name: "the second icon of the server is a file", over: "stdio", change: serverIcons(list{object{"src": "https://example.com/a.png"}, object{"src": "file:///srv/icon.png"}})},
	{id: "M-DISC-21", name: "an icon of the server has no source", over: "http", change: serverIcons(list{object{"mimeType": "image/png"}})},
	{id: "M-DISC-21", name: "the icons of the server are an object", over: "stdio", change: serverIcons(object{"src": "https://example.com/a.png"})},
	{id: "M-DISC-21", name: "an icon of the server is a script", over: "http", change: serverIcons(list{object{"src": "javascript:alert(1)"}})},
	{id: "M-DISC-21", name: "an icon of the server is a text", over: "stdio", change: serverIcons(list{"https://example.com/a.png"})},
}

// earlierID answers malformed JSON with the id of an earlier request, by how many there were.
func earlierID(which func(n int) int) func(*server) {
	return func(v *server) {
		var ids list
		in, next := v.in, v.encode
		v.in = func(msg object) object {
			if msg["id"] != nil {
				ids = append(ids, msg["id"])
			}
			return in(msg)
		}
		v.encode = func(m any) []byte {
			if o := asObject(m); asObject(o["error"])["code"] == -32700 && len(ids) > 0 {
				m = with(o, object{"id": ids[which(len(ids))]})
			}
			return next(m)
		}
	}
}

// inSession is a server of both eras that changes once a session was opened.
func inSession(hears func(v *server, msg object) bool, then func(v *server)) func(*server) {
	return func(v *server) {
		v.legacy = true
		opened := false
		v.in = func(msg object) object {
			if hears != nil {
				hears(v, msg)
			}
			if msg["method"] == "initialize" && metaOf(msg) == nil && !opened && then != nil {
				opened = true
				then(v)
			}
			return msg
		}
	}
}

// logsWith declares no logging and logs with requests of a method.
func logsWith(method string, level any, where func(c *call) bool) func(*server) {
	return both(func(v *server) {
		delete(v.declared, "logging")
		v.web.streams = func(*call) bool { return true }
		runs("slow", func(c *call, next handler) (object, *fault) {
			c.meta = with(c.meta, object{prefix + "logLevel": nil})
			return next(c)
		})(v)
	}, loggedBy(method, level, where))
}

var waysOfLogs = []defect{
	{id: "M-LOG-01", name: "prompts are logged by a server that declares no logging", over: "stdio", change: logsWith("prompts/get", "info", wantsLog)},
	{id: "M-LOG-01", name: "what is read is logged by a server that declares no logging", over: "http", change: logsWith("resources/read", "info", wantsLog)},
	{id: "M-LOG-01", name: "completions are logged by a server that declares no logging", over: "stdio", change: logsWith("completion/complete", "info", wantsLog)},
	{id: "M-LOG-01", name: "a server that declares logs declares no logging", over: "stdio", change: func(v *server) {
		v.declared["logs"] = v.declared["logging"]
		delete(v.declared, "logging")
	}},
	{id: "M-LOG-02", name: "warn is a level", over: "stdio", change: levelToo("warn")},
	{id: "M-LOG-02", name: "levels are read without case", over: "http", change: levelToo("INFO")},
	{id: "M-LOG-02", name: "an empty level is none", over: "stdio", change: levelToo("")},
	{id: "M-LOG-07", name: "the lowest level that was ever asked for counts", over: "stdio", change: each(func() func(*server) {
		lowest := len(levels)
		return metaJudge(func(c *call, next func(*call) *fault) *fault {
			f := next(c)
			wanted, _ := c.meta[prefix+"logLevel"].(string)
			for i, l := range levels {
				c.mu.Lock()
				if l == wanted {
					lowest = min(lowest, i)
					c.meta = with(c.meta, object{prefix + "logLevel": levels[lowest]})
				}
				c.mu.Unlock()
			}
			return f
		})
	})},
}

// levelToo takes a level that there is not.
func levelToo(level string) func(*server) {
	return forgives(-32602, func(c *call) bool {
		given, there := c.meta[prefix+"logLevel"].(string)
		return there && given == level
	})
}
