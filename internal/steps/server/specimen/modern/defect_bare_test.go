package modern_test

import (
	"net/http"
	"strings"
)

// strict refuses requests with a header that is written in a way it does not know.
func strict(header string, known func(value string) bool) func(*server) {
	return refusesWhere(-32600, func(_ *call, h http.Header) bool { return !known(h.Get(header)) })
}

// latestToken lets all calls report to the token of the last one.
func latestToken(v *server) {
	var last any
	both(handle("tools/call", func(c *call, next handler) (object, *fault) {
		v.mu.Lock()
		if token := c.meta["progressToken"]; token != nil {
			last = token
		}
		v.mu.Unlock()
		return next(c)
	}), progressing(func(p object) {
		v.mu.Lock()
		defer v.mu.Unlock()
		p["progressToken"] = last
	}))(v)
}

// bareDefects are about what clients may leave out, add or write in another way.
var bareDefects = []defect{
	{id: "M-HM-49", name: "the types in Accept are compared as one text", over: "http", change: strict("Accept", func(v string) bool {
		return !strings.Contains(v, ",") || v == "application/json, text/event-stream"
	})},
	{id: "M-HM-49", name: "the first type in Accept is the only one", over: "http", change: strict("Accept", func(v string) bool { return !strings.HasPrefix(v, "text/event-stream,") })},
	{id: "M-HM-49", name: "types in Accept are parted by comma and blank", over: "http", change: strict("Accept", func(v string) bool { return len(strings.Split(v, ", ")) == len(strings.Split(v, ",")) })},
	{id: "M-HM-49", name: "a type in Accept may have no parameter", over: "http", change: strict("Accept", func(v string) bool { return !strings.Contains(v, ";") })},
	{id: "M-HM-49", name: "a Content-Type with a charset is refused", over: "http", change: strict("Content-Type", func(v string) bool { return !strings.Contains(v, ";") })},
	{id: "M-FORM-02", name: "an argument that is not required is needed", change: both(func(v *server) {
		v.prompts[0]["arguments"] = list{object{"name": "who", "required": true}, object{"name": "how"}}
	}, handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if c.params["name"] == "hello" && asObject(c.params["arguments"])["how"] == nil {
			return nil, refuse(-32602, "how is missing")
		}
		return next(c)
	}))},
	{id: "M-COMP-01", name: "a completion with a context is refused", change: refuses("completion/complete", -32602, func(c *call) bool { return c.params["context"] != nil })},
	{id: "M-FORM-06", name: "a call without arguments is an internal error", change: refuses("tools/call", -32603, func(c *call) bool { return c.params["arguments"] == nil })},
	{id: "M-PROG-04", name: "of two calls at once both report to the token of the second one", change: latestToken, also: []string{"M-PROG-01"}},
	{id: "M-SUB-01", name: "what is listened to is acknowledged twice", over: "stdio", change: told(func(msg object) bool { return msg["method"] == "notifications/subscriptions/acknowledged" },
		func(_ *call, msg object) []object { return []object{msg, msg} })},
	{id: "M-HM-14", name: "0 and false are taken for none", over: "http", change: refusesWhere(-32020, func(_ *call, h http.Header) bool {
		for name := range h {
			if v := h.Get(name); strings.HasPrefix(name, "Mcp-Param-") && (v == "0" || v == "false") {
				return true
			}
		}
		return false
	})},
	unguarded("M-AUTH-02", "the challenge names the metadata by its path", func(g *guard) {
		g.challenge = strings.Replace(g.challenge, "http://127.0.0.1", "", 1)
	}),
	{id: "M-RES-03", name: "blobs are base64 in lines", change: results(func(_ *call, r object) {
		r["contents"] = list{object{"uri": "note:///a", "blob": "aGVs\nbG8="}}
	}, "resources/read"), also: []string{"M-RES-08"}},
	{id: "M-RES-03", name: "the type of an image is png", change: only("tools/call", "slow", func(r object) {
		r["content"] = list{object{"type": "image", "data": "aGk=", "mimeType": "png"}}
	})},
	{id: "M-RES-08", name: "a resource is read once", change: func(v *server) {
		seen := map[any]bool{}
		handle("resources/read", func(c *call, next handler) (object, *fault) {
			v.mu.Lock()
			again := seen[c.params["uri"]] && c.params["uri"] == "note:///d"
			seen[c.params["uri"]] = true
			v.mu.Unlock()
			if again {
				return nil, refuse(-32603, "the stream has ended")
			}
			return next(c)
		})(v)
	}},
	broken("M-TASK-06", "a task that has failed has no error", said("failed", func(out object) { delete(out, "error") })),
}
