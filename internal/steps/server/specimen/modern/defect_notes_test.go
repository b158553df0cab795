package modern_test

import (
	"fmt"
	"net/url"
	"strings"
)

// noteDefects are mistakes that one look at a thing alone does not show.
var noteDefects = []defect{
	{id: "M-BASE-01", name: "string ids lose the blanks around them", change: frames(func(_ *call, msg object) {
		if s, ok := msg["id"].(string); ok {
			msg["id"] = strings.TrimSpace(s)
		}
	})},
	{id: "M-RES-01", name: "a text says that what a template names is not there", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if uri := fmt.Sprint(c.params["uri"]); f != nil && strings.Contains(uri, "mcpsim-no-such-name") {
			return c.cached(object{"contents": list{object{"uri": uri, "mimeType": "text/plain", "text": "Resource not found: " + uri}}}), nil
		}
		return r, f
	})},
	{id: "M-HM-02", name: "an origin that ends with localhost is served", over: "http", change: func(v *server) {
		next := v.web.origin
		v.web.origin = func(o string) bool { return next(o) || strings.HasSuffix(o, "localhost") }
	}},
	{id: "M-HM-10", name: "blanks around a name in its header are passed over", over: "http", change: reads("Mcp-Name", func(was string) string {
		name, _ := decodeHeader(was)
		return strings.TrimSpace(name)
	})},
	{id: "M-HM-10", name: "URIs are compared once their codes are letters", over: "http", change: reads("Mcp-Name", func(was string) string {
		uri, err := url.PathUnescape(was)
		if err != nil {
			return was
		}
		return uri
	})},
	{id: "M-BASE-24", name: "an error names all capabilities that any tool may need", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32021 {
			e["data"] = object{"requiredCapabilities": object{"elicitation": object{}, "sampling": object{}, "roots": object{}}}
		}
	})},
	{id: "M-MRTR-12", name: "who says no to the last of several questions is an internal error", change: func(v *server) {
		plan{rounds: inTurn}.offers(v)
		runs("plan", func(c *call, next handler) (object, *fault) {
			if said := asObject(asObject(c.params["inputResponses"])["what"]); said != nil && said["action"] != "accept" {
				return nil, refuse(-32603, "content is undefined")
			}
			return next(c)
		})(v)
	}},
	{id: "M-CAN-01", name: "a tool whose call was cancelled fails from then on", over: "stdio", change: each(spoiled)},
	{id: "M-HM-24", name: "a tool whose call was left fails from then on", over: "http", change: each(spoiled)},
}

// spoiled fails each call of a tool of which one was cancelled.
func spoiled() func(*server) {
	off := map[string]bool{}
	return handle("tools/call", func(c *call, next handler) (object, *fault) {
		name := fmt.Sprint(c.params["name"])
		c.mu.Lock()
		spoilt := off[name]
		c.mu.Unlock()
		if spoilt {
			return wrong(c, "It was cancelled")
		}
		r, f := next(c)
		c.mu.Lock()
		defer c.mu.Unlock()
		off[name] = off[name] || c.gone
		return r, f
	})
}

// noteInnocents are correct where what changes is told of as what it is.
var noteInnocents = []innocent{
	{name: "the list says how large a resource is and when it was written, of which updates tell", change: handle("resources/list", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		all := asList(r["resources"])
		for i, one := range all {
			if item := asObject(one); item["uri"] == "note:///a" {
				n := c.touches("note:///a")
				all[i] = with(item, object{"size": 20 + n, "annotations": object{"priority": 0.5, "lastModified": fmt.Sprintf("2025-01-12T15:00:%02dZ", n%60)}})
			}
		}
		return r, f
	})},
}
