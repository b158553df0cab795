package modern_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// only changes the results of one kind of thing: of a tool, a prompt or a resource.
func only(method, name string, change func(r object)) func(*server) {
	return results(func(c *call, r object) {
		if c.params["name"] == name || c.params["uri"] == name {
			change(r)
		}
	}, method)
}

// refuses makes a method refuse what it is asked in one form.
func refuses(method string, code int, where func(c *call) bool) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if where(c) {
			return nil, refuse(code, "refused")
		}
		return next(c)
	})
}

// recoded changes the codes of the errors of a method, but for those of metadata.
func recoded(method string, from, to int) func(*server) {
	return errors(func(c *call, _, e object) {
		if c.method == method && e["code"] == from && !strings.HasPrefix(fmt.Sprint(e["message"]), "protocolVersion") && !strings.HasPrefix(fmt.Sprint(e["message"]), "clientCapabilities") {
			e["code"] = to
		}
	})
}

// otherDefects are the same mistakes in other places: another method, list or kind of
// message than those before.
var otherMessageDefects = []defect{
	{id: "M-BASE-03", name: "an error has no message", also: []string{"M-TOOL-03"}, change: errors(func(c *call, _, e object) {
		if c.method == "tools/call" {
			delete(e, "message")
		}
	})},
	{id: "M-BASE-03", name: "an error comes with an empty result", change: errors(func(c *call, msg, _ object) {
		if c.method == "prompts/get" {
			msg["result"] = object{}
		}
	})},
	{id: "M-BASE-05", name: "a log message has an id", also: []string{"M-STDIO-14"}, change: frames(func(_ *call, msg object) {
		if msg["method"] == "notifications/message" {
			msg["id"] = "log-1"
		}
	})},
	{id: "M-BASE-06", name: "notifications have no version", change: frames(func(_ *call, msg object) {
		if msg["method"] != nil {
			delete(msg, "jsonrpc")
		}
	})},
	{id: "M-BASE-06", name: "the version is a number", change: frames(func(c *call, msg object) {
		if c.method == "completion/complete" {
			msg["jsonrpc"] = 2.0
		}
	})},
	{id: "M-BASE-07", name: "unknown methods are invalid params", change: recoded("x/unknown", -32601, -32602)},
	{id: "M-BASE-07", name: "unknown methods succeed", also: []string{"M-HM-08"}, change: answeredToo("x/unknown")},
	{id: "M-BASE-18", name: "a missing resource has a code of the specification's", also: []string{"M-RES-01"}, change: recoded("resources/read", -32602, -32099)},
	{id: "M-BASE-19", name: "what needs a URL is -32042", change: runs("change", func(*call, handler) (object, *fault) { return nil, refuse(-32042, "a URL") })},
	{id: "M-BASE-20", name: "an unknown prompt is -32001", also: []string{"M-PRM-01"}, change: recoded("prompts/get", -32602, -32001)},
	{id: "M-BASE-23", name: "calls do not say which server", change: results(func(_ *call, r object) { delete(r, "_meta") }, "tools/call")},
	{id: "M-BASE-23", name: "the server has no version", change: results(func(_ *call, r object) { r["_meta"] = object{prefix + "serverInfo": object{"name": "specimen"}} }, "resources/list")},
	{id: "M-BASE-26", name: "a trace context is none", change: only("tools/call", "echo", func(r object) { r["_meta"] = with(r["_meta"].(object), object{"traceparent": "mine"}) })},
	{id: "M-BASE-37", name: "a message is a page long", change: errors(func(_ *call, _, e object) { e["message"] = strings.Repeat("It is wrong. ", 60) })},
	{id: "M-BASE-16", name: "completions have no resultType", also: []string{"M-FORM-07"}, change: results(func(_ *call, r object) { delete(r, "resultType") }, "completion/complete")},
	{id: "M-BASE-17", name: "the resultType has capitals", change: results(func(_ *call, r object) { r["resultType"] = "Complete" }, "resources/read")},
	{id: "M-CACHE-01", name: "templates have no scope", change: results(func(_ *call, r object) { delete(r, "cacheScope") }, "resources/templates/list")},
	{id: "M-CACHE-04", name: "resources are kept for a year", change: results(func(_ *call, r object) { r["ttlMs"] = 31536000000 }, "resources/read")},
	{id: "M-CACHE-03", name: "questions of a prompt have a scope", change: questions(func(c *call, r object) {
		if c.method == "prompts/get" {
			r["cacheScope"] = "private"
		}
	})},
	{id: "M-BASE-21", name: "calls do not need capabilities", change: forgives(-32602, func(c *call) bool { return c.method == "tools/call" && c.meta[prefix+"protocolVersion"] != nil })},
	{id: "M-BASE-21", name: "calls do not need a version", over: "stdio", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		if c.method == "tools/call" && c.meta[prefix+"protocolVersion"] == nil {
			return nil
		}
		return next(c)
	})},
	{id: "M-BASE-22", name: "who does not say who it is is an internal error", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		if c.meta[prefix+"clientInfo"] == nil {
			return refuse(-32603, "no name")
		}
		return next(c)
	})},
	{id: "M-BASE-33", name: "any trace context is refused", change: wantsMeta(func(c *call) bool { return c.meta["traceparent"] == nil })},
	{id: "M-BASE-33", name: "baggage is refused", change: wantsMeta(func(c *call) bool { return c.meta["baggage"] == nil })},
	{id: "M-BASE-35", name: "clients of another name can read fewer resources", change: handle("resources/list", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if info := asObject(c.meta[prefix+"clientInfo"]); f == nil && info["name"] != "mcpsim" {
			out["resources"] = list{}
			delete(out, "nextCursor")
		}
		return out, f
	})},
	{id: "M-BASE-04", name: "a list without an id is answered", over: "stdio", change: func(v *server) {
		v.in = func(msg object) object {
			if _, there := msg["id"]; !there && msg["method"] == "tools/list" {
				return object{"jsonrpc": "2.0"}
			}
			return msg
		}
	}},
}

var otherDiscoveryDefects = []defect{
	{id: "M-DISC-01", name: "each discovery declares something else", over: "http", change: each(func() func(*server) {
		n := 0
		return results(func(_ *call, r object) {
			n++
			r["capabilities"] = with(r["capabilities"].(object), object{"experimental": object{fmt.Sprint("n", n): object{}}})
		}, "server/discover")
	})},
	{id: "M-DISC-01", name: "the second discovery is refused", change: each(func() func(*server) {
		n := 0
		return handle("server/discover", func(c *call, next handler) (object, *fault) {
			if n++; n > 1 {
				return nil, refuse(-32600, "already discovered")
			}
			return next(c)
		})
	}), also: []string{"M-BASE-29"}},
	{id: "M-DISC-02", name: "there are no capabilities", change: results(func(_ *call, r object) { delete(r, "capabilities") }, "server/discover")},
	{id: "M-DISC-03", name: "calls of any version are served", change: forgives(-32022, func(c *call) bool { return c.method == "tools/call" })},
	{id: "M-DISC-03", name: "resources of any version are read", change: forgives(-32022, func(c *call) bool { return c.method == "resources/read" })},
	{id: "M-DISC-03", name: "supported is one version", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32022 {
			e["data"].(object)["supported"] = revision
		}
	})},
	{id: "M-DISC-09", name: "resources/read is unknown", change: func(v *server) { delete(v.methods, "resources/read") }, also: []string{"M-RES-01"}},
	{id: "M-DISC-11", name: "tasks/list is served", change: answeredToo("tasks/list"), also: []string{"M-TASK-30"}},
}

var otherListDefects = []defect{
	{id: "M-PAG-02", name: "a cursor leads on from where it was used last", also: []string{"M-BASE-28"}, change: each(func() func(*server) {
		n := 0
		return handle("resources/list", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if c.params["cursor"] != nil && f == nil {
				n++
				out["resources"] = append(list{object{"uri": fmt.Sprint("note:///n", n), "name": "n"}}, asList(out["resources"])...)
			}
			return out, f
		})
	})},
	{id: "M-PAG-03", name: "the last page has the cursor null", change: results(func(_ *call, r object) {
		if r["nextCursor"] == nil {
			r["nextCursor"] = nil
		}
	}, "prompts/list")},
	{id: "M-PAG-03", name: "cursors are numbers", also: []string{"M-PAG-02", "M-BASE-28"}, change: results(func(_ *call, r object) {
		if r["nextCursor"] != nil {
			r["nextCursor"] = 2
		}
	}, "resources/list")},
	{id: "M-PAG-01", name: "unknown cursors lead to an empty page", change: handle("prompts/list", func(c *call, next handler) (object, *fault) {
		if out, f := next(c); f == nil {
			return out, f
		}
		return c.cached(object{"prompts": list{}}), nil
	})},
	{id: "M-PAG-04", name: "each page of prompts begins with the first", change: func(v *server) {
		v.pageSize = 2
		listed("prompts/list", "prompts", func(items list) list {
			if asObject(items[0])["name"] == v.prompts[0]["name"] {
				return items
			}
			return append(list{v.prompts[0]}, items...)
		})(v)
	}},
	{id: "M-PAG-06", name: "the last page of resources is public", change: func(v *server) {
		v.scope = "private"
		results(func(_ *call, r object) {
			if r["nextCursor"] == nil {
				r["cacheScope"] = "public"
			}
		}, "resources/list")(v)
	}},
	{id: "M-SUB-08", name: "reading a resource tells of a change", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		c.changed("notifications/tools/list_changed", nil)
		return next(c)
	})},
	{id: "M-TOOL-02", name: "two tools have one name", change: func(v *server) {
		v.pageSize = 100
		v.tools = append(v.tools, v.tools[1])
	}},
	{id: "M-TOOL-02", name: "a name has 129 characters", change: func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": strings.Repeat("n", 129), "inputSchema": object{"type": "object"}}, run: say("x")})
	}},
	{id: "M-TOOL-01", name: "an input schema is null", change: listed("tools/list", "tools", func(items list) list {
		items[0] = maps.Clone(items[0].(object))
		items[0].(object)["inputSchema"] = nil
		return items
	})},
	{id: "M-FORM-01", name: "an icon is a script", change: redefines("slow", object{"icons": list{object{"src": "javascript:alert(1)"}}})},
	{id: "M-FORM-01", name: "an icon is nowhere", change: redefines("slow", object{"icons": list{object{"mimeType": "image/png"}}})},
	{id: "M-BASE-27", name: "a reference leads into the network", change: redefines("change", object{"inputSchema": object{"type": "object", "properties": object{"a": object{"$ref": "https://example.com/a.json"}}}})},
	{id: "M-FORM-04", name: "a URI has a blank", change: func(v *server) { v.resources[3]["uri"] = "note:///d e" }},
	{id: "M-FORM-04", name: "a priority is above one", change: func(v *server) { v.resources[3]["annotations"] = object{"priority": 5} }},
	{id: "M-FORM-02", name: "arguments are an object", change: func(v *server) { v.prompts[1]["arguments"] = object{"who": object{}} }},
	{id: "M-FORM-02", name: "required is a word", change: func(v *server) { v.prompts[0]["arguments"] = list{object{"name": "who", "required": "yes"}} }},
}

var otherSubscriptionDefects = []defect{
	{id: "M-SUB-02", name: "updates of another resource are told", change: runs("change", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		subs := slices.Clone(c.subs)
		c.mu.Unlock()
		for _, s := range subs {
			if len(asList(s.filter["resourceSubscriptions"])) > 0 {
				s.c.notify("notifications/resources/updated", object{"uri": "note:///d", "_meta": object{prefix + "subscriptionId": s.c.id}})
			}
		}
		return next(c)
	})},
	{id: "M-SUB-03", name: "an acknowledgement names what nobody asked for", change: func(v *server) {
		v.agree = func(v *server, asked object) object {
			return with(agreeing(v, asked), object{"promptsListChanged": true})
		}
	}},
	{id: "M-SUB-05", name: "a second subscription takes the place of the first", also: []string{"M-STDIO-18", "M-SUB-15"}, change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		for _, s := range c.subs {
			s.end()
		}
		c.mu.Unlock()
		return next(c)
	})},
	{id: "M-SUB-06", name: "the stream of a subscription is cut after a moment", over: "http", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		go func() {
			c.wait(50 * time.Millisecond)
			c.cancel()
		}()
		return next(c)
	})},
	{id: "M-SUB-07", name: "lists of resources change without a word", change: func(v *server) {
		runs("change", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			c.resources = append(slices.Clone(c.resources), object{"uri": fmt.Sprint("note:///e", len(c.resources)), "name": "e"})
			c.mu.Unlock()
			return next(c)
		})(v)
		v.declared["resources"] = object{"listChanged": true, "subscribe": true}
	}},
}

var otherRoundDefects = []defect{
	{id: "M-MRTR-03", name: "the modes of elicitation are not looked at", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		f := next(c)
		if client := c.client(); f == nil && client["elicitation"] != nil {
			c.meta = with(c.meta, object{prefix + "clientCapabilities": with(client, object{"elicitation": object{}})})
		}
		return f
	})},
	{id: "M-MRTR-03", name: "a model is given tools that no client has offered to use", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["inputRequests"] = object{"q": object{"method": "sampling/createMessage", "params": object{"messages": list{}, "maxTokens": 10, "tools": list{}}}}
		}
	})},
	{id: "M-MRTR-01", name: "a list asks for input", change: handle("prompts/list", func(c *call, next handler) (object, *fault) {
		if c.client()["elicitation"] != nil {
			return c.result(object{"resultType": "input_required", "inputRequests": object{"q": object{"method": "elicitation/create", "params": nameForm}}}), nil
		}
		return next(c)
	}), also: []string{"M-MRTR-03"}},
	{id: "M-MRTR-02", name: "a state is an object", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["requestState"] = object{"n": 1}
		}
	})},
	{id: "M-MRTR-06", name: "a form has objects in it", change: formOf(object{"mode": "form", "message": "x", "requestedSchema": object{"type": "object", "properties": object{"o": object{"type": "object"}}}}), also: []string{"M-MRTR-11", "M-MRTR-12"}},
	{id: "M-MRTR-18", name: "questions come with a complete result", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["resultType"] = "complete"
			r["content"] = list{}
		}
	})},
	{id: "M-MRTR-14", name: "a form asks for a key of an API", change: formOf(object{"mode": "form", "message": "x", "requestedSchema": object{"type": "object", "properties": object{"api_key": object{"type": "string"}}, "required": list{"api_key"}}})},
	{id: "M-MRTR-15", name: "a URL names a user and a password", change: formOf(object{"mode": "url", "message": "x", "url": "https://me:pw@example.com/"}), also: []string{"M-MRTR-11"}},
	{id: "M-TASK-02", name: "one tool of several is refused with another code", change: both(plainTasks, func(v *server) {
		runs("fail", func(c *call, next handler) (object, *fault) {
			if !declaresTasks(c) {
				return nil, refuse(-32600, "tasks only")
			}
			return next(c)
		})(v)
	})},
	broken("M-SUB-04", "what is told of tasks names no subscription", func(k *tasking) {
		k.told = func(c *call, said object) { c.notify("notifications/tasks", with(said, object{"_meta": nil})) }
	}, "M-TASK-16"),
}

var otherWebDefects = []defect{
	{id: "M-HM-05", name: "calls need no version in a header", over: "http", change: inHeader("Mcp-Protocol-Version", "tools/call", func(c *call, was string) bool { return was == "" })},
	{id: "M-HM-06", name: "calls may have another version in the header", over: "http", change: inHeader("Mcp-Protocol-Version", "tools/call", func(c *call, was string) bool { return was != "" })},
	{id: "M-HM-09", name: "calls need no method in a header", over: "http", change: inHeader("Mcp-Method", "tools/call", func(c *call, was string) bool { return was == "" })},
	{id: "M-HM-09", name: "what is read may have another method in the header", over: "http", change: inHeader("Mcp-Method", "resources/read", func(c *call, was string) bool { return was != "" })},
	{id: "M-HM-10", name: "the name is compared without case", over: "http", change: altered(func(c *call, h http.Header) {
		if want, _ := c.params[mirroredNames[c.method]].(string); strings.EqualFold(h.Get("Mcp-Name"), want) {
			h.Set("Mcp-Name", want)
		}
	})},
	{id: "M-HM-10", name: "URIs may be missing", over: "http", change: inHeader("Mcp-Name", "resources/read", func(c *call, was string) bool { return was == "" })},
	{id: "M-HM-11", name: "URIs are not decoded", over: "http", change: altered(func(c *call, h http.Header) {
		if c.method == "resources/read" && strings.HasPrefix(h.Get("Mcp-Name"), "=?base64?") {
			h.Set("Mcp-Name", "undecoded")
		}
	})},
	{id: "M-HM-12", name: "of a prompt what cannot be decoded passes", over: "http", change: inHeader("Mcp-Name", "prompts/get", func(_ *call, was string) bool { _, ok := decodeHeader(was); return !ok })},
	{id: "M-HM-39", name: "of a URI the sentinel is read in any case", over: "http", change: inHeader("Mcp-Name", "resources/read", func(_ *call, was string) bool { return strings.HasPrefix(was, "=?BASE64?") })},
	{id: "M-HM-03", name: "notifications are answered with 204", over: "http", change: func(v *server) { v.web.notified = 204 }},
	{id: "M-HM-25", name: "GET and DELETE are answered with 200", over: "http", change: func(v *server) { v.web.verbs = 200 }},
	{id: "M-HM-22", name: "streams ask to be buffered", over: "http", change: func(v *server) { v.web.stream = func(h http.Header) { h.Set("X-Accel-Buffering", "yes") } }},
	{id: "M-HL-35", name: "events have fields of their own", over: "http", change: func(v *server) {
		v.web.event = func(data []byte) string { return "own: 1\ndata: " + string(data) + "\n\n" }
	}},
	{id: "M-HM-08", name: "unknown methods are refused with 400", over: "http", change: func(v *server) { v.web.status[-32601] = 400 }},
	{id: "M-HM-31", name: "mismatches are answered with 422", over: "http", change: func(v *server) { v.web.status[-32020] = 422 }},
	{id: "M-HM-48", name: "what is no JSON is refused with HTTP 500", over: "http", change: func(v *server) { v.web.status[-32700] = 500 }},
	{id: "M-HM-48", name: "unknown methods are failures of the server", over: "http", also: []string{"M-HM-08"}, change: func(v *server) { v.web.status[-32601] = 501 }},
	{id: "M-HM-16", name: "a decimal point is an invalid character", over: "http", change: func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault {
			count, _ := decodeHeader(h.Get("Mcp-Param-Count"))
			if _, err := json.Number(count).Int64(); count != "" && err != nil {
				return mismatched("Mcp-Param-Count")
			}
			return next(c, h)
		}
	}},
	{id: "M-STDIO-01", name: "each call leaves a line on standard output", over: "stdio", change: func(v *server) {
		v.stdio.frame = func(data []byte) string {
			if strings.Contains(string(data), `"done"`) {
				return string(data) + "\ncalled slow\n"
			}
			return string(data) + "\n"
		}
	}},
	{id: "M-STDIO-12", name: "TERM alone does not end the process", over: "stdio", also: []string{"M-STDIO-11"}, change: func(v *server) { v.stdio.termless = true }},
}

// inHeader corrects a header of a method before it is judged, where it is wrong in one way.
func inHeader(name, method string, where func(c *call, was string) bool) func(*server) {
	right := map[string]func(c *call) string{
		"Mcp-Protocol-Version": func(c *call) string { return fmt.Sprint(c.meta[prefix+"protocolVersion"]) },
		"Mcp-Method":           func(c *call) string { return c.method },
		"Mcp-Name":             func(c *call) string { return fmt.Sprint(c.params[mirroredNames[c.method]]) },
	}
	return altered(func(c *call, h http.Header) {
		if c.method == method && where(c, h.Get(name)) {
			h.Set(name, right[name](c))
		}
	})
}
