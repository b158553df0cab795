package specimen_test

import "slices"

// quick adds a tool that reports all progress at once: two calls of it are hardly ever under way
// at the same time.
func quick(v *server) {
	v.tools = append(v.tools, define("quick", "Reports at once", readOnly, schema(list{}, object{}), func(c *call) (object, *fault) {
		c.progress(1, 2)
		c.progress(2, 2)
		return text("Done"), nil
	}))
}

// eager lets the slow tool report once before it begins.
var eager = runs("slow", func(c *call, next handler) (object, *fault) {
	c.progress(0, 4)
	return next(c)
})

// accompanied adds the contents of other resources to what is read of one.
func accompanied(others func(c *call, uri string) []string) func(*server) {
	return handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil {
			return r, f
		}
		all := append(list{}, r["contents"].(list)...)
		for _, uri := range others(c, c.params["uri"].(string)) {
			if beside, known := c.resource(uri); known {
				all = append(all, beside.read())
			}
		}
		return object{"contents": all}, nil
	})
}

// again changes the result of a tool from its n-th call in a session on.
func again(name string, n int, change func(r object)) func(*server) {
	return runs(name, func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		count, _ := c.slots["calls of "+name].(int)
		c.slots["calls of "+name] = count + 1
		c.mu.Unlock()
		r, f := next(c)
		if r != nil && count+1 >= n {
			r = with(r)
			change(r)
		}
		return r, f
	})
}

// everywhere is contents of a type, in sessions of all revisions, of a tool or of a prompt.
func everywhere(block object, tool bool) func(*server) {
	if tool {
		return runs("picture", func(*call, handler) (object, *fault) { return object{"content": list{block}}, nil })
	}
	return results(func(c *call, r object) {
		if c.params["name"] == "greet" {
			r["messages"] = list{object{"role": "user", "content": block}}
		}
	}, "prompts/get")
}

var (
	audioBlock = object{"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}
	linkBlock  = object{"type": "resource_link", "uri": "note://1", "name": "Note 1"}
)

// What a server mixes up with what stands, runs, or came before beside it.
var besideDefects = []defect{
	{id: "PROG-04", name: "all calls under way report to the token of the last one, which others have done by then", also: []string{"PROG-02"}, change: both(quick, both(eager, latestToken))},
	{id: "PROG-04", name: "all calls under way report to one token, on streams of their own", over: "http", change: both(streaming, both(quick, both(eager, latestToken)))},
	{id: "RES-08", name: "what was read before comes with each resource", change: accompanied(func(c *call, uri string) []string {
		c.mu.Lock()
		defer c.mu.Unlock()
		before, _ := c.session.slots["read"].([]string)
		c.session.slots["read"] = append(before[:len(before):len(before)], uri)
		return before
	})},
	{id: "RES-08", name: "the next resource comes with each one", change: accompanied(func(c *call, uri string) []string {
		for i, r := range c.resources {
			if r.def["uri"] == uri {
				return []string{c.resources[(i+1)%len(c.resources)].def["uri"].(string)}
			}
		}
		return nil
	})},
	{id: "RES-08", name: "two resources come together", change: accompanied(func(_ *call, uri string) []string {
		return map[string][]string{"note://2": {"note://3"}, "note://3": {"note://2"}}[uri]
	})},
	{id: "RES-08", name: "a resource is that whose URI begins with its own", change: both(func(v *server) {
		v.resources = append(v.resources, resource{object{"uri": "note://11", "name": "Note 11"}, func() object { return object{"uri": "note://11", "text": "Note 11"} }})
	}, handle("resources/read", func(c *call, next handler) (object, *fault) {
		if c.params["uri"] == "note://1" {
			c.params = object{"uri": "note://11"}
		}
		return next(c)
	}))},
	{id: "LIFE-23", name: "sound is sent to clients that know none", change: everywhere(audioBlock, true)},
	{id: "LIFE-23", name: "links are sent to clients that know none", change: everywhere(linkBlock, true)},
	{id: "LIFE-23", name: "prompts have sound for clients that know none", change: everywhere(audioBlock, false)},
	{id: "TOOL-06", name: "the second answer has no structured content", change: again("add", 2, func(r object) { delete(r, "structuredContent") })},
	{id: "TOOL-06", name: "the structured content of the second answer is of another form", also: []string{"TOOL-07"}, change: again("add", 2, func(r object) { r["structuredContent"] = object{"sum": "7"} })},
	{id: "SUB-09", name: "a subscription takes the place of the one before", change: both(func(v *server) {
		first, rest := v.resources[:7], v.resources[7:]
		v.resources = slices.Concat(first[:3], first[4:], first[3:4], rest) // the one that changes is subscribed to last
	}, handle("resources/subscribe", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		clear(c.subs)
		c.mu.Unlock()
		return next(c)
	}))},
	{id: "SUB-09", name: "the end of one subscription is that of all", change: handle("resources/unsubscribe", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		clear(c.subs)
		c.mu.Unlock()
		return next(c)
	})},
}

// besideInnocents do what looks like it.
var besideInnocents = []innocent{
	{name: "has resources that are indices of others", change: both(func(v *server) {
		for _, name := range []string{"note://all", "note://new"} {
			v.resources = append(v.resources[:1:1], append([]resource{{object{"uri": name, "name": name}, func() object { return object{"uri": name, "text": "Index"} }}}, v.resources[1:]...)...)
		}
	}, accompanied(func(_ *call, uri string) []string {
		return map[string][]string{"note://all": {"note://new", "note://2", "note://3"}, "note://new": {"note://3"}}[uri]
	}))},
	{name: "has a quick tool and a slow one that report progress", change: both(quick, eager)},
	{name: "sends sound and links to clients that know them", change: runs("picture", func(c *call, _ handler) (object, *fault) {
		content := list{object{"type": "image", "data": pixel, "mimeType": "image/png"}}
		if c.revision >= "2025-03-26" {
			content = append(content, audioBlock)
		}
		if c.revision >= "2025-06-18" {
			content = append(content, linkBlock)
		}
		return object{"content": content}, nil
	})},
	{name: "has a tool that works once", change: again("add", 2, func(r object) {
		delete(r, "structuredContent")
		r["isError"] = true
	})},
}
