package modern_test

import (
	"strings"
	"sync"
	"time"
)

// crossed keeps the params of calls by their ids while they are under way.
func crossed() func(*server) {
	var mu sync.Mutex
	kept := map[string]object{}
	return handle("tools/call", func(c *call, next handler) (object, *fault) {
		mu.Lock()
		kept[key(c.id)] = c.params
		mu.Unlock()
		c.wait(20 * time.Millisecond)
		mu.Lock()
		c.params = kept[key(c.id)]
		mu.Unlock()
		return next(c)
	})
}

// versionFirst judges the version that the metadata names before anything else.
func versionFirst(v *server) {
	v.web.early = func(msg object) *fault {
		meta, _ := metaOf(msg).(object)
		if version, ok := meta[prefix+"protocolVersion"].(string); ok && version != revision {
			return &fault{-32022, "Unsupported protocol version", object{"supported": anyOf(v.versions), "requested": version}}
		}
		return nil
	}
}

var thirdDefects = []defect{
	{id: "M-STDIO-21", name: "a message that comes in pieces is lost", over: "stdio", change: func(v *server) { v.stdio.hasty = true }},
	{id: "M-DISC-21", name: "an icon of the server has a relative address", change: results(func(_ *call, r object) {
		r["_meta"] = object{prefix + "serverInfo": object{"name": "a", "version": "1", "icons": list{object{"src": "/icon.png"}}}}
	}, "server/discover")},
	{id: "M-HL-37", name: "the params of calls are kept by their ids", over: "http", change: each(crossed)},
	{id: "M-BASE-35", name: "a client that nobody knows is refused", change: wantsMeta(func(c *call) bool {
		info, _ := c.meta[prefix+"clientInfo"].(object)
		name, _ := info["name"].(string)
		return name == "" || strings.Contains(name, "mcpsim")
	})},
	{id: "M-FORM-04", name: "templates are under another name", change: results(func(_ *call, r object) {
		r["templates"] = r["resourceTemplates"]
		delete(r, "resourceTemplates")
	}, "resources/templates/list")},
	{id: "M-DISC-09", name: "there is no list of templates", change: func(v *server) { delete(v.methods, "resources/templates/list") }},
	{id: "M-HM-02", name: "an origin that begins like its own is let in", over: "http", change: func(v *server) {
		v.web.origin = func(o string) bool { return o == "" || strings.HasPrefix(o, "http://127.0.0.1") }
	}},
	{id: "M-HM-02", name: "pages without an origin are let in", over: "http", change: func(v *server) {
		next := v.web.origin
		v.web.origin = func(o string) bool { return o == "null" || next(o) }
	}},
	{id: "M-SUB-02", name: "who listens to one resource is told of all", change: func(v *server) { v.gossips = true }},
}
