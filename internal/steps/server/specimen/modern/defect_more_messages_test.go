package modern_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
)

// large changes an id that is a number above 2^31.
func large(change func(n int64) any) func(*server) {
	return idOf(func(id any) any {
		if n, ok := id.(json.Number); ok {
			if i, err := n.Int64(); err == nil && i > 1<<31-1 {
				return change(i)
			}
		}
		return id
	})
}

// answersNotices answers notifications of some methods with an empty result.
func answersNotices(methods ...string) func(*server) {
	return func(v *server) {
		next, out := v.in, v.out
		v.in = func(msg object) object {
			if _, there := msg["id"]; !there {
				for _, m := range methods {
					if msg["method"] == m {
						msg = object{"jsonrpc": "2.0", "id": "notice", "method": "x/notice", "params": object{"_meta": object{
							prefix + "protocolVersion": revision, prefix + "clientCapabilities": object{}}}}
					}
				}
			}
			return next(msg)
		}
		v.methods["x/notice"] = func(c *call) (object, *fault) { return c.result(nil), nil }
		v.out = func(c *call, msg object) []object {
			if msg["id"] == "notice" {
				msg["id"] = nil
			}
			return out(c, msg)
		}
	}
}

// unreadable changes the id of the answer to what is no JSON.
func unreadable(id any) func(*server) {
	return func(v *server) {
		next := v.encode
		v.encode = func(m any) []byte {
			if o, ok := m.(object); ok && asObject(o["error"])["code"] == -32700 {
				m = with(o, object{"id": id})
			}
			return next(m)
		}
	}
}

// nullID serves requests with the id null, and answers them with another one.
func nullID(method string, answer any) func(*server) {
	return func(v *server) {
		in, out := v.in, v.out
		v.in = func(msg object) object {
			if id, there := msg["id"]; there && id == nil && (method == "" || msg["method"] == method) {
				msg["id"] = "null"
			}
			return in(msg)
		}
		v.out = func(c *call, msg object) []object {
			if msg["id"] == "null" {
				msg = maps.Clone(msg)
				if msg["id"] = answer; answer == nil {
					delete(msg, "id")
				}
			}
			return out(c, msg)
		}
	}
}

// unwraps takes the first message of an array for all of it.
func unwraps(v *server) {
	v.web.read = func(data []byte) []byte {
		if all, array := decode(data).(list); array && len(all) > 0 {
			return encode(all[0])
		}
		return data
	}
}

var moreMessageDefects = []defect{
	{id: "M-BASE-01", name: "the id 0 is none", over: "stdio", change: frames(func(_ *call, msg object) {
		if _, notice := msg["method"]; !notice && fmt.Sprint(msg["id"]) == "0" {
			delete(msg, "id")
		}
	})},
	{id: "M-BASE-01", name: "ids lose what is not ASCII", over: "http", change: idOf(func(id any) any {
		if s, ok := id.(string); ok {
			return strings.Map(ascii, s)
		}
		return id
	})},
	{id: "M-BASE-01", name: "errors of calls have the id null", over: "stdio", change: errors(func(c *call, msg, _ object) {
		if c.method == "tools/call" {
			msg["id"] = nil
		}
	})},
	{id: "M-BASE-02", name: "ids have 32 bits", over: "stdio", also: []string{"M-BASE-01"}, change: large(func(n int64) any { return int32(n) })}, //nolint:gosec // that is the defect
	{id: "M-BASE-02", name: "large ids have exponents", over: "http", also: []string{"M-BASE-01"}, change: large(func(n int64) any { return json.Number(fmt.Sprintf("%e", float64(n))) })},
	{id: "M-BASE-02", name: "large ids come back as strings", over: "stdio", also: []string{"M-BASE-01"}, change: large(func(n int64) any { return fmt.Sprint(n) })},
	{id: "M-BASE-02", name: "large ids are cut at 2^53", over: "http", change: large(func(n int64) any { return min(n, 1<<53-1) })},
	{id: "M-BASE-03", name: "an error is a text", over: "http", also: []string{"M-TOOL-03"}, change: errors(func(c *call, msg, e object) {
		if c.method == "tools/call" {
			msg["error"] = e["message"]
		}
	})},
	{id: "M-BASE-03", name: "completions are beside their result", over: "stdio", change: frames(func(c *call, msg object) {
		if c.method == "completion/complete" && msg["result"] != nil {
			msg["result"] = nil
		}
	})},
	{id: "M-BASE-04", name: "a resource is read without an id", over: "stdio", change: answersNotices("resources/read")},
	{id: "M-BASE-04", name: "progress of the client is answered", over: "stdio", change: answersNotices("notifications/progress")},
	{id: "M-BASE-04", name: "initialized is still answered", over: "stdio", change: answersNotices("notifications/initialized")},
	{id: "M-BASE-05", name: "changes of lists have an id", over: "stdio", also: []string{"M-STDIO-14"}, change: frames(func(_ *call, msg object) {
		if isChange(msg) {
			msg["id"] = 1
		}
	})},
	{id: "M-BASE-05", name: "acknowledgements have the id of their subscription", over: "http", also: []string{"M-STDIO-14", "M-SUB-01"}, change: frames(func(c *call, msg object) {
		if isAck(msg) {
			msg["id"] = c.id
		}
	})},
	{id: "M-BASE-05", name: "progress has the id null", over: "stdio", also: []string{"M-STDIO-14"}, change: frames(func(_ *call, msg object) {
		if msg["method"] == "notifications/progress" {
			msg["id"] = nil
		}
	})},
	{id: "M-BASE-06", name: "acknowledgements have no version", over: "stdio", change: frames(func(_ *call, msg object) {
		if isAck(msg) {
			delete(msg, "jsonrpc")
		}
	})},
	{id: "M-BASE-06", name: "questions are of JSON-RPC 1.0", over: "http", change: frames(func(_ *call, msg object) {
		if asObject(msg["result"])["inputRequests"] != nil {
			msg["jsonrpc"] = "1.0"
		}
	})},
	{id: "M-BASE-07", name: "unknown methods are internal errors", also: []string{"M-HM-08"}, over: "http", change: recoded("x/unknown", -32601, -32603)},
	{id: "M-BASE-07", name: "unknown methods of known things have invalid params", over: "stdio", change: errors(func(c *call, _, e object) {
		if strings.HasPrefix(c.method, "tools/") && e["code"] == -32601 {
			e["code"] = -32602
		}
	})},
	{id: "M-BASE-14", name: "output begins with a byte order mark", over: "stdio", also: []string{"M-STDIO-01"}, change: func(v *server) { v.stdio.hello = "\uFEFF" }},
	{id: "M-BASE-14", name: "characters beyond 2^16 are two surrogates", over: "stdio", change: wire(func(s string) string { return strings.ReplaceAll(s, "🚀", "\xed\xa0\xbd\xed\xba\x80") })},
	{id: "M-BASE-14", name: "text is read as Latin-1", over: "http", change: runs("echo", func(c *call, _ handler) (object, *fault) {
		var out strings.Builder
		for _, b := range []byte(c.params["arguments"].(object)["text"].(string)) {
			out.WriteRune(rune(b))
		}
		return c.result(object{"content": text(out.String())}), nil
	})},
	{id: "M-BASE-08", name: "malformed JSON is an internal error", change: func(v *server) {
		v.encode = func(m any) []byte {
			if o, ok := m.(object); ok && strings.Contains(fmt.Sprint(o["error"]), "-32700") {
				return encode(with(o, object{"error": object{"code": -32603, "message": "SyntaxError"}}))
			}
			return encode(m)
		}
	}},
	{id: "M-BASE-08", name: "malformed JSON is answered with the id 0", over: "stdio", change: unreadable(0), also: []string{"M-BASE-01"}},
	{id: "M-BASE-08", name: "malformed JSON is answered with an empty id", over: "stdio", change: unreadable(""), also: []string{"M-BASE-01"}},
	{id: "M-BASE-08", name: "malformed JSON is answered with the id 0 over HTTP", also: []string{"M-BASE-01"}, over: "http", change: unreadable(0)},
	{id: "M-BASE-08", name: "malformed JSON is taken for an empty object, and succeeds", also: []string{"M-BASE-01"}, over: "http", change: func(v *server) {
		v.web.read = func(data []byte) []byte {
			if _, ok := decode(data).(object); !ok {
				return encode(object{"jsonrpc": "2.0", "id": "1", "method": "server/discover", "params": object{"_meta": object{prefix + "protocolVersion": revision, prefix + "clientCapabilities": object{}}}})
			}
			return data
		}
		v.web.headers = func(c *call, h http.Header) *fault {
			if c.id == "1" {
				return nil
			}
			return judgeHeaders(c, h)
		}
	}},
	{id: "M-BASE-09", name: "malformed JSON ends what is under way", over: "stdio", change: func(v *server) {
		handle("server/discover", func(c *call, next handler) (object, *fault) {
			if !c.wait(5) {
				return nil, nil
			}
			return next(c)
		})(v)
		next := v.encode
		v.encode = func(m any) []byte {
			if o, ok := m.(object); ok && asObject(o["error"])["code"] == -32700 {
				v.stopAll()
			}
			return next(m)
		}
	}},
	{id: "M-BASE-10", name: "the id null is served over HTTP", over: "http", change: nullID("", 0)},
	{id: "M-BASE-10", name: "the id null is answered with the id 0", also: []string{"M-BASE-01"}, over: "stdio", change: nullID("", 0)},
	{id: "M-BASE-10", name: "the id null is answered without an id", over: "stdio", change: nullID("", nil)},
	{id: "M-BASE-11", name: "an array of one is taken for what is in it", over: "http", change: unwraps},
	{id: "M-BASE-11", name: "an array ends the process", over: "stdio", also: []string{"M-STDIO-07"}, change: func(v *server) {
		v.stdio.arrays, v.in = true, func(msg object) object {
			if msg["id"] == "b1" {
				v.die()
				return nil
			}
			return msg
		}
	}},
	{id: "M-BASE-22", name: "lists are for those who say who they are", over: "stdio", change: wantsMeta(func(c *call) bool { return c.meta[prefix+"clientInfo"] != nil || c.method != "tools/list" })},
	{id: "M-BASE-22", name: "calls are for those who say who they are", over: "http", change: wantsMeta(func(c *call) bool { return c.meta[prefix+"clientInfo"] != nil || c.method != "tools/call" })},
	{id: "M-BASE-22", name: "what is read is for those who say who they are", over: "stdio", change: wantsMeta(func(c *call) bool { return c.meta[prefix+"clientInfo"] != nil || c.method != "resources/read" })},
	{id: "M-BASE-32", name: "calls refuse unknown keys", over: "stdio", change: wantsMeta(func(c *call) bool { return c.meta["com.example/x"] == nil || c.method != "tools/call" })},
	{id: "M-BASE-32", name: "keys without a prefix are refused", over: "http", change: wantsMeta(func(c *call) bool { return c.meta["mcpsim"] == nil })},
	{id: "M-BASE-33", name: "any tracestate is refused", over: "stdio", change: wantsMeta(func(c *call) bool { return c.meta["tracestate"] == nil })},
	{id: "M-BASE-33", name: "a baggage that is none is refused", over: "http", change: wantsMeta(func(c *call) bool {
		return c.meta["baggage"] == nil || strings.Contains(fmt.Sprint(c.meta["baggage"]), "=")
	})},
	{id: "M-BASE-30", name: "the prefix of an extension is empty", over: "stdio", change: func(v *server) { v.declared["extensions"] = object{"/tasks": object{}} }},
	{id: "M-BASE-30", name: "an extension is called by a URL", over: "stdio", change: func(v *server) { v.declared["extensions"] = object{"https://example.com/x": object{}} }},
	{id: "M-BASE-30", name: "a label of an extension has an underscore", over: "http", change: func(v *server) { v.declared["extensions"] = object{"com.my_company/x": object{}} }},
	{id: "M-BASE-21", name: "no metadata is as good as any", over: "stdio", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		if c.meta == nil {
			return nil
		}
		return next(c)
	})},
	{id: "M-BASE-21", name: "clientCapabilities may be null", over: "stdio", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		if value, there := c.meta[prefix+"clientCapabilities"]; there && value == nil {
			return nil
		}
		return next(c)
	})},
}
