package modern_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// reused does something with a page that a cursor has led to before.
func reused(method string, do func(c *call, out object, times int) object) func(*server) {
	return each(func() func(*server) {
		used := map[string]int{}
		return handle(method, func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			cursor, there := c.params["cursor"].(string)
			if f != nil || !there {
				return out, f
			}
			c.mu.Lock()
			used[cursor]++
			n := used[cursor]
			c.mu.Unlock()
			if n > 1 {
				return do(c, out, n), nil
			}
			return out, nil
		})
	})
}

// floods lets a tool report progress n times at once.
func floods(name string, n int, then bool) func(*server) {
	return runs(name, func(c *call, next handler) (object, *fault) {
		flood := func() {
			for i := range n {
				if token := c.meta["progressToken"]; token != nil {
					c.notify("notifications/progress", object{"progressToken": token, "progress": 5 + float64(i)})
				}
			}
		}
		if !then {
			flood()
			return say("done")(c)
		}
		out, f := next(c)
		flood()
		return out, f
	})
}

// uriAs changes the URIs of what was read.
func uriAs(change func(v *server, uri string) string) func(*server) {
	return func(v *server) {
		results(func(c *call, r object) {
			one := asObject(asList(r["contents"])[0])
			r["contents"] = list{with(one, object{"uri": change(v, fmt.Sprint(one["uri"]))})}
		}, "resources/read")(v)
	}
}

var waysOfContent = []defect{
	{id: "M-PAG-02", name: "used again, a cursor leads to an empty page", over: "stdio", also: []string{"M-BASE-28"}, change: reused("tools/list", func(_ *call, out object, _ int) object { out["tools"] = list{}; return out })},
	{id: "M-PAG-02", name: "used again, a cursor leads to the first page", over: "http", also: []string{"M-BASE-28"}, change: reused("resources/list", func(c *call, out object, _ int) object {
		out["resources"] = list{c.resources[0], c.resources[1], c.resources[2]}
		return out
	})},
	{id: "M-PAG-02", name: "each second time a cursor leads to one item fewer", over: "http", also: []string{"M-BASE-28"}, change: reused("tools/list", func(_ *call, out object, times int) object {
		all := asList(out["tools"])
		out["tools"] = append(list{}, all[min(len(all), (times+1)%2):]...)
		return out
	})},
	{id: "M-PROG-03", name: "with the next call the progress of the last one is told", over: "stdio", change: func(v *server) {
		var before any
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			last := before
			before = c.meta["progressToken"]
			c.mu.Unlock()
			if last != nil && c.meta["progressToken"] != last {
				c.notify("notifications/progress", object{"progressToken": last, "progress": 100})
			}
			return next(c)
		})(v)
	}, also: []string{"M-PROG-01"}},
	{id: "M-PROG-05", name: "progress comes all at once at the end", over: "http", change: floods("slow", 60, true)},
	{id: "M-PROG-05", name: "another tool floods", over: "stdio", change: floods("route2", 80, false)},
	{id: "M-PROG-05", name: "a tool that fails floods", over: "stdio", change: runs("echo", func(c *call, _ handler) (object, *fault) {
		for i := range 70 {
			if token := c.meta["progressToken"]; token != nil {
				c.notify("notifications/progress", object{"progressToken": token, "progress": i})
			}
		}
		return wrong(c, "it broke")
	})},
	{id: "M-RES-04", name: "of a path the way upwards is cut out once", over: "stdio", change: givesOut(func(uri string) bool { return strings.Contains(strings.ReplaceAll(uri, "../", ""), "../") })},
	{id: "M-RES-08", name: "all resources have the size of one byte", change: func(v *server) {
		for i, r := range v.resources {
			v.resources[i] = with(r, object{"size": 1})
		}
	}},
	{id: "M-RES-08", name: "URIs of what was read have no scheme", over: "stdio", also: []string{"M-FORM-05"}, change: uriAs(func(_ *server, uri string) string { return strings.TrimPrefix(uri, "note:") })},
	{id: "M-RES-08", name: "what was read has the URI of the first resource", over: "http", change: uriAs(func(v *server, _ string) string { return fmt.Sprint(v.resources[0]["uri"]) })},
	{id: "M-TOOL-05", name: "a wrong type is a protocol error", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if out["isError"] == true && strings.Contains(fmt.Sprint(out["content"]), "type") {
			return nil, refuse(-32602, "Invalid params")
		}
		return out, f
	})},
	{id: "M-TOOL-08", name: "the order of the second page changes", over: "http", change: each(func() func(*server) {
		n := 0
		return handle("tools/list", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			if all := slices.Clone(asList(out["tools"])); f == nil && c.params["cursor"] != nil && len(all) > 1 {
				if n++; n%3 == 0 {
					slices.Reverse(all)
				}
				out["tools"] = all
			}
			return out, f
		})
	}), also: []string{"M-PAG-02"}},
	{id: "M-TOOL-08", name: "each fourth list is upside down", over: "stdio", change: func(v *server) {
		n := 0
		v.pageSize = 100
		listed("tools/list", "tools", func(items list) list {
			if n++; n%4 == 0 {
				slices.Reverse(items)
			}
			return items
		})(v)
	}},
	{id: "M-SUB-08", name: "each list of resources tells of a change of resources", over: "http", change: tellsOf("resources/list", "notifications/resources/list_changed")},
	{id: "M-SUB-08", name: "each list of templates tells of a change of resources", over: "stdio", change: tellsOf("resources/templates/list", "notifications/resources/list_changed")},
}

// tellsOf tells of a change where something is only read.
func tellsOf(method, change string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		c.changed(change, nil)
		return next(c)
	})
}

var waysOfSubscriptions = []defect{
	{id: "M-SUB-01", name: "an acknowledgement does not say of what", over: "http", also: []string{"M-SUB-03", "M-DISC-06"}, change: told(isAck, func(_ *call, msg object) []object {
		msg["params"] = with(asObject(msg["params"]), object{"notifications": nil})
		return []object{msg}
	})},
	{id: "M-SUB-05", name: "the end of one silences another", change: silences(func(a, b *subscription) bool {
		return a.c.conn == b.c.conn || a.filter["toolsListChanged"] == b.filter["toolsListChanged"]
	})},
	{id: "M-SUB-05", name: "the end of one silences that with the same filter", over: "stdio", change: silences(func(a, b *subscription) bool { return string(encode(a.filter)) == string(encode(b.filter)) })},
	{id: "M-SUB-05", name: "the end of one silences all resources", over: "http", change: silences(anyOther, "notifications/resources/updated")},
	{id: "M-SUB-14", name: "the answer names another subscription", over: "stdio", change: results(func(_ *call, r object) { ofMeta(r, prefix+"subscriptionId", 1) }, "subscriptions/listen")},
}

func anyOther(*subscription, *subscription) bool { return true }

// silences lets the end of a subscription silence others that are open, of some kinds of
// changes; none = of all.
func silences(which func(ended, other *subscription) bool, kinds ...string) func(*server) {
	return func(v *server) {
		mute := map[*call]bool{}
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			ended := &subscription{c: c, filter: c.agree(c.server, asObject(c.params["notifications"]))}
			c.mu.Lock()
			for _, s := range c.subs {
				if which(ended, s) {
					mute[s.c] = true
				}
			}
			c.mu.Unlock()
			return out, f
		})(v)
		next := v.wants
		v.wants = func(s *subscription, m string) bool {
			v.mu.Lock()
			defer v.mu.Unlock()
			return next(s, m) && !(mute[s.c] && (len(kinds) == 0 || slices.Contains(kinds, m)))
		}
	}
}

// askingResource is a resource that asks a user before it is read.
func askingResource(v *server) {
	v.resources = append([]object{{"uri": "note:///asks", "name": "asks"}}, v.resources...)
	handle("resources/read", func(c *call, next handler) (object, *fault) {
		if c.params["uri"] != "note:///asks" {
			return next(c)
		}
		if _, can := c.client()["elicitation"]; !can {
			return next(c)
		}
		said, out, f := c.ask("elicitation/create", nameForm)
		if out != nil || f != nil {
			return out, f
		}
		return c.cached(object{"contents": list{object{"uri": "note:///asks", "text": said}}}), nil
	})(v)
}

// openQuestions does something with requests that ask, by how many were asked and not answered
// to this method.
func openQuestions(method string, do func(c *call, open int) *fault) func(*server) {
	return each(func() func(*server) {
		open := 0
		return handle(method, func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			c.mu.Lock()
			switch {
			case f == nil && out["resultType"] == "input_required":
				open++
			case f == nil && c.params["inputResponses"] != nil && open > 0:
				open--
			}
			n := open
			c.mu.Unlock()
			if f == nil && out["resultType"] == "input_required" {
				if f := do(c, n); f != nil {
					return nil, f
				}
			}
			return out, f
		})
	})
}

var waysOfRounds = []defect{
	{id: "M-MRTR-02", name: "a prompt asks for nothing", over: "http", change: questions(func(c *call, r object) {
		if c.method == "prompts/get" {
			delete(r, "inputRequests")
			delete(r, "requestState")
		}
	})},
	{id: "M-MRTR-02", name: "the state of a prompt is a number", over: "stdio", change: questions(func(c *call, r object) {
		if c.method == "prompts/get" {
			r["requestState"] = 7
		}
	})},
	{id: "M-MRTR-02", name: "a second round asks for nothing", over: "http", change: both(twoRounds(nil, nameForm), questions(func(_ *call, r object) {
		if asObject(r["inputRequests"])["q2"] != nil {
			delete(r, "inputRequests")
			delete(r, "requestState")
		}
	}))},
	{id: "M-MRTR-07", name: "rounds of resources are kept by the process", over: "stdio", change: both(askingResource, each(func() func(*server) {
		asked := map[*int]bool{}
		return handle("resources/read", func(c *call, next handler) (object, *fault) {
			if c.params["inputResponses"] != nil && !asked[c.conn] {
				return nil, refuse(-32602, "unknown state")
			}
			asked[c.conn] = true
			return next(c)
		})
	}))},
	{id: "M-MRTR-08", name: "many open questions end the process", over: "stdio", change: openQuestions("tools/call", func(c *call, open int) *fault {
		if open > 10 {
			c.die()
		}
		return nil
	})},
	{id: "M-MRTR-08", name: "of prompts ten open questions are too many", over: "http", change: openQuestions("prompts/get", func(_ *call, open int) *fault {
		if open > 10 {
			return refuse(-32603, "too many questions")
		}
		return nil
	})},
	{id: "M-MRTR-08", name: "while many are asked lists wait", over: "http", change: func(v *server) {
		open := 0
		openQuestions("tools/call", func(c *call, n int) *fault { open = n; return nil })(v)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			if strings.HasSuffix(c.method, "/list") && open > 10 {
				<-c.ctx.Done()
			}
			return next(c)
		})(v)
	}},
	{id: "M-MRTR-09", name: "a state of a prompt is good for a tool", over: "http", change: verifies(func(c *call, state string, f *fault) *fault {
		if f != nil && strings.Contains(f.message, "another") && strings.HasPrefix(fmt.Sprint(stateOf(state)["for"]), "prompts/get ") {
			return nil
		}
		return f
	})},
	{id: "M-MRTR-09", name: "a state is good for any tool that asks a user", over: "http", change: both(func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "greet2", "inputSchema": object{"type": "object"}, "annotations": object{"readOnlyHint": true}}, run: asks("elicitation/create", nameForm)})
	}, verifies(func(c *call, state string, f *fault) *fault {
		if f != nil && strings.Contains(f.message, "another") && strings.Contains(fmt.Sprint(stateOf(state)["for"]), "greet") && strings.Contains(fmt.Sprint(c.params["name"]), "greet") {
			return nil
		}
		return f
	}))},
	{id: "M-MRTR-17", name: "the state of a second round has 80 KiB", over: "stdio", change: twoRounds(object{"big": strings.Repeat("x", 80<<10)}, nameForm)},
	{id: "M-MRTR-17", name: "the state of a resource has 70 KiB", over: "http", change: both(askingResource, questions(func(c *call, r object) {
		if c.method == "resources/read" {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.big = strings.Repeat("x", 70<<10)
			r["requestState"] = c.sign(stateOf(fmt.Sprint(r["requestState"])))
			c.big = ""
		}
	}), verifies(func(_ *call, state string, f *fault) *fault {
		if len(state) > 70<<10 {
			return nil
		}
		return f
	}))},
	{id: "M-MRTR-14", name: "a form of the second round asks for a password", over: "stdio", change: twoRounds(nil, object{"mode": "form", "message": "x", "requestedSchema": object{"type": "object", "properties": object{"password": object{"type": "string"}}}})},
	{id: "M-MRTR-15", name: "a URL of the second round is relative", over: "http", change: twoRounds(nil, object{"mode": "url", "message": "x", "url": "/login", "elicitationId": "1"})},
	{id: "M-CACHE-03", name: "questions of a resource have a scope", over: "http", change: both(askingResource, questions(func(c *call, r object) {
		if c.method == "resources/read" {
			r["cacheScope"] = "private"
		}
	}))},
}

// twoRounds lets the tool greet ask once more, with more in its state.
func twoRounds(more object, params object) func(*server) {
	return runs("greet", func(c *call, next handler) (object, *fault) {
		state, _ := c.params["requestState"].(string)
		if second, _ := stateOf(state)["second"].(bool); second {
			return say("hello")(c)
		}
		out, f := next(c)
		if f != nil || out["resultType"] != "complete" || params["mode"] == "url" && !c.opensURLs() {
			return out, f
		}
		members := object{"second": true, "n": 2}
		maps.Copy(members, more)
		return c.result(object{"resultType": "input_required", "inputRequests": object{"q2": object{"method": "elicitation/create", "params": params}}, "requestState": c.sign(members)}), nil
	})
}
