package modern_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"
)

// givesOut gives a file out where a URI leads to it in one way.
func givesOut(leads func(uri string) bool) func(*server) {
	return func(v *server) {
		v.resources = append([]object{{"uri": "file:///srv/notes/a.txt", "name": "f"}}, v.resources...)
		handle("resources/read", func(c *call, next handler) (object, *fault) {
			if uri := fmt.Sprint(c.params["uri"]); strings.Contains(uri, "passwd") && leads(uri) {
				return c.cached(object{"contents": list{object{"uri": uri, "text": "root:x:0:0:root:/root:/bin/bash\n"}}}), nil
			}
			return next(c)
		})(v)
	}
}

// content replaces what the tool slow gives.
func content(items ...any) func(*server) {
	return only("tools/call", "slow", func(r object) { r["content"] = list(items) })
}

// completion replaces all completions.
func completion(members object) func(*server) {
	return results(func(_ *call, r object) { r["completion"] = members }, "completion/complete")
}

// messages replaces the messages of the prompt plain.
func messages(value any) func(*server) {
	return only("prompts/get", "plain", func(r object) { r["messages"] = value })
}

// restricted gives the tool echo an argument more, and a schema that restricts it.
func restricted(schema object) func(*server) {
	return redefines("echo", object{"inputSchema": object{"type": "object", "properties": object{"text": object{"type": "string"}, "x": schema}, "required": list{"text"}}})
}

var moreToolDefects = []defect{
	{id: "M-TOOL-03", name: "an unknown tool is an internal error", over: "http", change: recoded("tools/call", -32602, -32603)},
	{id: "M-TOOL-03", name: "an unknown tool is unknown as a method is", over: "stdio", change: recoded("tools/call", -32602, -32601)},
	{id: "M-TOOL-03", name: "an unknown tool has no content", over: "stdio", also: []string{"M-FORM-06"}, change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && f.message == "Unknown tool" {
			return c.result(object{"content": list{}}), nil
		}
		return out, f
	})},
	{id: "M-TOOL-04", name: "an argument of the wrong type is taken", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if arguments := asObject(c.params["arguments"]); c.params["name"] == "echo" && arguments["text"] != nil {
			return say(fmt.Sprint(arguments["text"]))(c)
		}
		return next(c)
	})},
	{id: "M-TOOL-04", name: "bounds of numbers are not looked at", over: "http", change: restricted(object{"type": "integer", "minimum": 1, "maximum": 10})},
	{id: "M-TOOL-04", name: "a missing argument ends the process", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true && strings.Contains(fmt.Sprint(out["content"]), "missing") {
			c.die()
		}
		return out, f
	})},
	{id: "M-TOOL-04", name: "the length of texts is not looked at", over: "stdio", change: redefines("echo", object{"inputSchema": object{"type": "object", "properties": object{"text": object{"type": "string", "maxLength": 5000, "minLength": 1}}, "required": list{"text"}}})},
	{id: "M-TOOL-05", name: "of one tool a missing argument is a protocol error", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true && c.params["name"] == "add" {
			return nil, refuse(-32602, "Invalid arguments")
		}
		return out, f
	})},
	{id: "M-TOOL-05", name: "a missing argument is an internal error", over: "http", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true && strings.Contains(fmt.Sprint(out["content"]), "missing") {
			return nil, refuse(-32603, "KeyError: 'text'")
		}
		return out, f
	})},
	{id: "M-TOOL-06", name: "a member too many is in what is closed", over: "stdio", change: both(redefines("add", object{"outputSchema": object{"type": "object", "properties": object{"sum": object{"type": "integer"}}, "required": list{"sum"}, "additionalProperties": false}}), only("tools/call", "add", func(r object) {
		if r["structuredContent"] != nil {
			r["structuredContent"], r["content"] = object{"sum": 2, "unit": "m"}, text(`{"sum":2,"unit":"m"}`)
		}
	}))},
	{id: "M-TOOL-06", name: "structured content is null", over: "http", change: only("tools/call", "add", func(r object) {
		if r["isError"] != true {
			r["structuredContent"] = nil
		}
	})},
	{id: "M-TOOL-07", name: "of structured content there is a summary alone", over: "stdio", change: only("tools/call", "add", func(r object) {
		if r["structuredContent"] != nil {
			r["content"] = text("The sum is there.")
		}
	})},
	{id: "M-TOOL-07", name: "beside structured content there is nothing", over: "http", change: only("tools/call", "add", func(r object) {
		if r["structuredContent"] != nil {
			r["content"] = list{}
		}
	})},
	{id: "M-TOOL-07", name: "the text has an earlier value", over: "stdio", change: only("tools/call", "add", func(r object) {
		if r["structuredContent"] != nil {
			r["content"] = text(`{"sum":-1}`)
		}
	})},
	{id: "M-FORM-06", name: "the result of a call is the text itself", over: "stdio", also: []string{"M-BASE-16", "M-BASE-03"}, change: frames(func(c *call, msg object) {
		if c.params["name"] == "slow" && msg["result"] != nil {
			msg["result"] = "done"
		}
	})},
	{id: "M-FORM-05", name: "the text of a resource is an object", over: "stdio", also: []string{"M-RES-03"}, change: results(func(_ *call, r object) {
		r["contents"] = list{with(asObject(asList(r["contents"])[0]), object{"text": object{"a": 1}})}
	}, "resources/read")},
	{id: "M-FORM-05", name: "the contents are called content", over: "http", also: []string{"M-RES-08"}, change: results(func(_ *call, r object) { r["content"] = r["contents"]; delete(r, "contents") }, "resources/read")},
	{id: "M-FORM-05", name: "a MIME type is null", over: "stdio", change: results(func(_ *call, r object) {
		r["contents"] = list{with(asObject(asList(r["contents"])[0]), object{"mimeType": 7})}
	}, "resources/read")},
	{id: "M-RES-03", name: "a blob is base64 of URLs", over: "stdio", change: results(func(c *call, r object) {
		r["contents"] = list{object{"uri": c.params["uri"], "blob": base64.RawURLEncoding.EncodeToString([]byte{0xfb, 0xff, 0xfe, 1})}}
	}, "resources/read")},
	{id: "M-RES-03", name: "a blob is a data URI", over: "http", change: results(func(c *call, r object) {
		r["contents"] = list{object{"uri": c.params["uri"], "blob": "data:image/png;base64,aGk="}}
	}, "resources/read")},
	{id: "M-FORM-03", name: "the audio of a prompt is no base64", over: "stdio", change: messages(list{object{"role": "user", "content": object{"type": "audio", "data": "not base64!", "mimeType": "audio/wav"}}})},
	{id: "M-RES-04", name: "percent-encoded paths lead out", over: "stdio", change: givesOut(func(uri string) bool { return strings.Contains(strings.ToLower(uri), "%2e%2e") })},
	{id: "M-RES-04", name: "paths lead out whose slashes are encoded", over: "http", change: givesOut(func(uri string) bool { return strings.Contains(strings.ToLower(uri), "..%2f") })},
	{id: "M-RES-04", name: "paths that begin rightly lead out", over: "http", change: givesOut(func(uri string) bool {
		return strings.HasPrefix(uri, "file:///srv/notes/") && strings.Contains(uri, "/../")
	})},
	{id: "M-RES-01", name: "a missing resource is null", over: "stdio", also: []string{"M-FORM-05"}, change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil {
			return out, f
		}
		return c.cached(object{"contents": list{object{"uri": c.params["uri"], "text": "null"}}}), nil
	})},
	{id: "M-RES-01", name: "a missing resource is told as its text", over: "http", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil {
			return out, f
		}
		return c.cached(object{"contents": list{object{"uri": c.params["uri"], "text": "Error: not found"}}}), nil
	})},
	{id: "M-PRM-01", name: "a missing argument is an internal error", over: "stdio", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && f.message == "who is missing" {
			return nil, refuse(-32603, "undefined")
		}
		return out, f
	})},
	{id: "M-PRM-01", name: "an unknown prompt is unknown as a method is", over: "http", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && f.message == "Unknown prompt" {
			return nil, refuse(-32601, "Unknown prompt")
		}
		return out, f
	})},
	{id: "M-FORM-03", name: "the description of a prompt is a list", over: "stdio", change: only("prompts/get", "plain", func(r object) { r["description"] = list{"hello"} })},
	{id: "M-COMP-01", name: "completions of prompts are unknown", over: "stdio", change: refuses("completion/complete", -32603, func(c *call) bool { return asObject(c.params["ref"])["type"] == "ref/prompt" }), also: []string{"M-COMP-03"}},
	{id: "M-COMP-01", name: "completions of templates alone are served, and not declared", over: "http", also: []string{"M-COMP-03"}, change: both(func(v *server) { delete(v.declared, "completions") }, refuses("completion/complete", -32601, func(c *call) bool { return asObject(c.params["ref"])["type"] == "ref/prompt" }))},
	{id: "M-COMP-02", name: "a completion has 101 values", over: "stdio", change: completion(object{"values": strings101()})},
	{id: "M-COMP-02", name: "there is more, and the total says that it is all", over: "http", change: completion(object{"values": list{"a", "b"}, "total": 2, "hasMore": true})},
	{id: "M-COMP-02", name: "the total is greater, and there is no more", over: "stdio", change: completion(object{"values": list{"a", "b"}, "total": 9, "hasMore": false})},
	{id: "M-COMP-03", name: "an unknown reference is an invalid request", over: "http", change: recoded("completion/complete", -32602, -32600)},
	{id: "M-COMP-03", name: "completions of a prompt of nobody are those of another", over: "stdio", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if ref := asObject(c.params["ref"]); ref["type"] == "ref/prompt" && ref["name"] != "hello" {
			return c.result(object{"completion": object{"values": list{"Ada"}}}), nil
		}
		return next(c)
	})},
	{id: "M-FORM-07", name: "the values are null", over: "http", change: completion(object{"values": nil})},
	{id: "M-FORM-07", name: "values are objects with labels", over: "stdio", change: completion(object{"values": list{object{"value": "a", "label": "A"}}})},
	{id: "M-PROG-01", name: "progress has a token of the server's", over: "stdio", also: []string{"M-PROG-04"}, change: progressing(func(p object) { p["progressToken"] = "server-1" })},
	{id: "M-PROG-01", name: "progress has the id of the request as its token", over: "http", also: []string{"M-PROG-04"}, change: frames(func(c *call, msg object) {
		if msg["method"] == "notifications/progress" {
			msg["params"] = with(asObject(msg["params"]), object{"progressToken": c.id})
		}
	})},
	{id: "M-PROG-01", name: "the token of an earlier call is used for one without", over: "stdio", change: func(v *server) {
		var last any
		runs("slow", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			token := last
			if t := c.meta["progressToken"]; t != nil {
				last = t
			}
			c.mu.Unlock()
			if c.meta["progressToken"] == nil && token != nil {
				c.notify("notifications/progress", object{"progressToken": token, "progress": 1})
			}
			return next(c)
		})(v)
	}},
	{id: "M-PROG-02", name: "the last progress comes twice", over: "stdio", change: outgoing(func(_ *call, msg object) []object {
		if p := asObject(msg["params"]); msg["method"] == "notifications/progress" && p["progress"] == 4 {
			return []object{msg, msg}
		}
		return []object{msg}
	})},
	{id: "M-PROG-02", name: "progress begins again with each phase", over: "http", change: progressing(func(p object) { p["progress"] = p["progress"].(int) % 3 })},
	{id: "M-PROG-02", name: "progress is a percentage that is told as text", over: "stdio", change: progressing(func(p object) { p["progress"] = fmt.Sprint(p["progress"].(int)*25, "%") })},
	{id: "M-PROG-03", name: "the progress of all comes right behind the answer", over: "stdio", also: []string{"M-PROG-04", "M-PROG-01"}, change: func(v *server) {
		held := map[*call][]object{}
		outgoing(func(c *call, msg object) []object {
			c.mu.Lock()
			defer c.mu.Unlock()
			if msg["method"] == "notifications/progress" {
				held[c] = append(held[c], msg)
				return nil
			}
			all := append([]object{msg}, held[c]...)
			delete(held, c)
			return all
		})(v)
	}},
	{id: "M-PROG-03", name: "the answer comes before the last progress over HTTP", over: "http", also: []string{"M-PROG-04", "M-HM-21"}, change: func(v *server) {
		v.web.opens = func(c *call, m object) bool { return false }
		outgoing(func(c *call, msg object) []object {
			if token := c.meta["progressToken"]; token != nil && msg["result"] != nil && c.params["name"] == "slow" {
				return []object{msg, {"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progressToken": token, "progress": 9}}}
			}
			return []object{msg}
		})(v)
	}},
	{id: "M-PROG-04", name: "tokens lose what is not ASCII", over: "stdio", also: []string{"M-PROG-01"}, change: progressing(func(p object) {
		if s, ok := p["progressToken"].(string); ok {
			p["progressToken"] = strings.Map(ascii, s)
		}
	})},
	{id: "M-PROG-04", name: "tokens of digits come back as numbers", over: "http", also: []string{"M-PROG-01"}, change: progressing(func(p object) {
		if s, ok := p["progressToken"].(string); ok && len(s) == 1 {
			p["progressToken"] = json.Number(s)
		}
	})},
	{id: "M-PROG-04", name: "who gives the token 0 is told of no progress", over: "stdio", change: outgoing(func(c *call, msg object) []object {
		if msg["method"] == "notifications/progress" && fmt.Sprint(c.meta["progressToken"]) == "0" {
			return nil
		}
		return []object{msg}
	})},
	{id: "M-PROG-05", name: "progress comes for each of a thousand rows", over: "stdio", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if token := c.meta["progressToken"]; token != nil {
			for i := range 120 {
				if !c.wait(5 * time.Millisecond) {
					break
				}
				c.notify("notifications/progress", object{"progressToken": token, "progress": float64(i) / 1000})
			}
		}
		return next(c)
	})},
}

func strings101() (out list) {
	for i := range 101 {
		out = append(out, fmt.Sprint("v", i))
	}
	return out
}

// loggedBy tells of log messages with requests other than slow.
func loggedBy(method string, level any, where func(c *call) bool) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if where(c) {
			c.notify("notifications/message", object{"level": level, "data": "x"})
		}
		return next(c)
	})
}

func wantsLog(c *call) bool { return c.meta[prefix+"logLevel"] != nil }

var moreLogDefects = []defect{
	{id: "M-LOG-01", name: "logging is null", over: "stdio", change: func(v *server) { v.declared["logging"] = nil }, also: []string{"M-DISC-02"}},
	{id: "M-LOG-01", name: "lists are logged by a server that declares no logging", over: "http", change: both(func(v *server) {
		delete(v.declared, "logging")
		v.web.streams = func(*call) bool { return true }
		runs("slow", func(c *call, next handler) (object, *fault) {
			c.meta = with(c.meta, object{prefix + "logLevel": nil})
			return next(c)
		})(v)
	}, loggedBy("tools/list", "error", wantsLog))},
	{id: "M-LOG-02", name: "an unknown level is an invalid request", over: "stdio", change: errors(func(c *call, _, e object) {
		if wantsLog(c) && e["message"] == "Invalid log level" {
			e["code"] = -32600
		}
	})},
	{id: "M-LOG-02", name: "a level that is a number is taken", over: "http", change: forgives(-32602, func(c *call) bool { _, number := c.meta[prefix+"logLevel"].(json.Number); return number })},
	{id: "M-LOG-02", name: "calls take any level", over: "stdio", change: forgives(-32602, func(c *call) bool { return c.method == "tools/call" && wantsLog(c) })},
	{id: "M-LOG-04", name: "what is read is logged unasked", over: "stdio", change: loggedBy("resources/read", "info", func(c *call) bool { return !wantsLog(c) })},
	{id: "M-LOG-07", name: "the order of levels is upside down", over: "stdio", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if wanted, _ := c.meta[prefix+"logLevel"].(string); wanted == "emergency" {
			c.notify("notifications/message", object{"level": "warning", "data": "x"})
		}
		return next(c)
	})},
	{id: "M-LOG-07", name: "one level below is logged, too", over: "http", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if wanted, _ := c.meta[prefix+"logLevel"].(string); wanted == "emergency" {
			c.notify("notifications/message", object{"level": "alert", "data": "x"})
		}
		return next(c)
	})},
	{id: "M-FORM-08", name: "a level is a number", over: "stdio", change: logging(func(p object) { p["level"] = 4 })},
	{id: "M-FORM-08", name: "a logger is an object", over: "http", change: logging(func(p object) { p["logger"] = object{"name": "x"} })},
	{id: "M-CAN-05", name: "a discovery is cancelled by the server", over: "stdio", change: handle("server/discover", func(c *call, next handler) (object, *fault) {
		c.notify("notifications/cancelled", object{"requestId": c.id})
		return next(c)
	})},
	{id: "M-CAN-05", name: "nothing is cancelled by the server", over: "stdio", change: runs("slow", func(c *call, next handler) (object, *fault) {
		c.notify("notifications/cancelled", object{"reason": "done"})
		return next(c)
	})},
	{id: "M-CAN-05", name: "a call that fails is cancelled on its stream", over: "http", also: []string{"M-TOOL-05"}, change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true {
			c.notify("notifications/cancelled", object{"requestId": c.id, "reason": "failed"})
		}
		return out, f
	})},
	{id: "M-STDIO-14", name: "a list asks for the roots", over: "stdio", change: handle("resources/list", func(c *call, next handler) (object, *fault) {
		c.write(object{"jsonrpc": "2.0", "id": 901, "method": "roots/list"})
		return next(c)
	})},
	{id: "M-STDIO-14", name: "a subscription brings pings", over: "stdio", change: held(func(c *call) {
		c.clk.AfterFunc(1e7, func() { c.write(object{"jsonrpc": "2.0", "id": "p1", "method": "ping", "params": object{}}) })
	})},
	{id: "M-STDIO-14", name: "who can be asked is asked on its stream", over: "http", change: runs("summarize", func(c *call, next handler) (object, *fault) {
		if c.client()["sampling"] != nil {
			c.write(object{"jsonrpc": "2.0", "id": "s1", "method": "sampling/createMessage", "params": maps.Clone(object{"messages": list{}, "maxTokens": 1})})
		}
		return next(c)
	})},
}
