package specimen_test

import (
	"net/http"
	"strings"
)

// nth changes the results of a method from the n-th of a session on; of one about a name or URI
// alone if about is not "".
func nth(method, about string, n int, change func(r object)) func(*server) {
	return results(func(c *call, r object) {
		if about != "" && c.params["name"] != about && c.params["uri"] != about {
			return
		}
		c.mu.Lock()
		count, _ := c.slots["results of "+method].(int)
		c.slots["results of "+method] = count + 1
		c.mu.Unlock()
		if count+1 >= n {
			change(r)
		}
	}, method)
}

// firstItem changes the first item of a list in a result.
func firstItem(member string, changes ...any) func(object) {
	return func(r object) {
		if items, _ := r[member].(list); len(items) > 0 {
			r[member] = append(list{with(items[0].(object), changes...)}, items[1:]...)
		}
	}
}

// What is wrong with a later answer alone, of any kind.
var wholeDefects = []defect{
	{id: "RES-07", name: "what is read of a resource has no uri from the second time on", change: nth("resources/read", "file:///docs/readme.md", 2, func(r object) {
		r["contents"] = list{object{"text": "# Read me"}}
	})},
	{id: "RES-03", name: "a picture of no text has no MIME type", change: runs("echo", func(c *call, next handler) (object, *fault) {
		if c.params["text"] == "" {
			return object{"content": list{object{"type": "image", "data": pixel}}}, nil
		}
		return next(c)
	})},
	{id: "PRM-03", also: []string{"PRM-02"}, name: "a prompt that is asked for without any arguments has the role system", change: results(func(c *call, r object) {
		if c.params["arguments"] == nil {
			r["messages"] = list{object{"role": "system", "content": object{"type": "text", "text": "Hello"}}}
		}
	}, "prompts/get")},
	{id: "COMP-04", name: "later completions say hasMore as a text", change: nth("completion/complete", "", 6, func(r object) {
		r["completion"] = with(r["completion"].(object), "hasMore", "no")
	})},
	{id: "RES-06", name: "resources have no name when they are listed again", change: nth("resources/list", "", 4, firstItem("resources", "name", nil))},
	{id: "PRM-02", name: "prompts have a number as their title when they are listed again", change: nth("prompts/list", "", 3, firstItem("prompts", "title", 7))},
	{id: "TOOL-09", name: "tools have a number as their title when they are listed again", change: nth("tools/list", "", 4, firstItem("tools", "title", 7))},
	{id: "LIFE-13", name: "prompts are null when they are listed again", change: nth("prompts/list", "", 3, func(r object) { r["prompts"] = nil })},
	{id: "PAG-05", name: "later pages end with a cursor of null", change: nth("prompts/list", "", 3, func(r object) {
		if _, more := r["nextCursor"]; !more {
			r["nextCursor"] = nil
		}
	})},
	{id: "LIFE-13", over: "stdio", name: "reading a resource tells of a change that is not declared", change: both(declares("prompts", object{}), handle("resources/read", func(c *call, next handler) (object, *fault) {
		c.write(c, object{"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"})
		return next(c)
	}))},
	{id: "PROG-02", also: []string{"PROG-04"}, name: "progress stands still for a token that is a number", change: onProgress(func(c *call, p object) []object {
		if _, text := c.token.(string); !text {
			p = with(p, "progress", 1)
		}
		return []object{p}
	})},
	{id: "LOG-03", name: "only errors are kept to the level", change: runs("chatter", func(c *call, next handler) (object, *fault) {
		if c.level == "warning" || c.level == "info" {
			c.write(c, object{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": "debug", "data": "x"}})
		}
		return next(c)
	})},
	{id: "LIFE-13", name: "a tool is listed, and unknown when it is called", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		name := c.params["name"]
		r, f := next(c)
		if name == "picture" || f != nil && strings.HasPrefix(f.message, "Unknown tool") {
			return nil, refuse(-32602, "Unknown tool")
		}
		return r, f
	})},
	{id: "BASE-01", name: "errors have ids that are numbers", change: frames(func(_ *call, m object) {
		if id, text := m["id"].(string); text && m["error"] != nil && strings.Trim(id, "0123456789") == "" {
			m["id"] = len(id)
		}
	})},
	{id: "RES-05", name: "a second subscription is refused", change: handle("resources/subscribe", func(c *call, next handler) (object, *fault) {
		uri, _ := c.params["uri"].(string)
		c.mu.Lock()
		twice := c.subs[uri]
		c.mu.Unlock()
		if twice {
			return nil, refuse(-32600, "Already subscribed")
		}
		return next(c)
	})},
	{id: "CAN-02", over: "http", name: "cancelling what is not running is an HTTP 500", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "notifications/cancelled" && strings.Contains(body, "987654") && reply(w, 500, "", "")
	})},
	{id: "HL-25", over: "http", name: "GET without a session is served", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method != http.MethodGet || r.Header.Get(sess) != "" {
			return false
		}
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		return true
	})},
}

// wholeInnocents do what looks like it.
var wholeInnocents = []innocent{
	{name: "sends no items once there are none", change: nth("prompts/list", "", 4, func(r object) { r["prompts"] = list{} })},
	{name: "answers what it does not know with nothing", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if uri, _ := c.params["uri"].(string); f != nil && strings.HasPrefix(uri, "memo://") {
			return object{"contents": list{}}, nil
		}
		return r, f
	})},
	{name: "logs what is above the level alone", change: runs("chatter", func(c *call, _ handler) (object, *fault) {
		c.log("emergency", "This is all")
		return text("Said all"), nil
	})},
}
