package modern_test

import (
	"fmt"
	"maps"
)

// told changes what a subscription is told.
func told(which func(object) bool, change func(c *call, msg object) []object) func(*server) {
	return outgoing(func(c *call, msg object) []object {
		if which(msg) {
			return change(c, msg)
		}
		return []object{msg}
	})
}

// changesToo lets the tool change tell of something else.
func changesToo(method string, params object) func(*server) {
	return runs("change", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		subs := append([]*subscription{}, c.subs...)
		c.mu.Unlock()
		for _, s := range subs {
			p := maps.Clone(params)
			if p == nil {
				p = object{}
			}
			p["_meta"] = object{prefix + "subscriptionId": s.c.id}
			s.c.notify(method, p)
		}
		return next(c)
	})
}

var moreSubscriptionDefects = []defect{
	{id: "M-SUB-01", name: "the acknowledgement is the result", over: "stdio", change: handle("subscriptions/listen", func(c *call, _ handler) (object, *fault) { return c.result(nil), nil })},
	{id: "M-SUB-02", name: "who listens to tools is told of prompts", over: "stdio", change: changesToo("notifications/prompts/list_changed", nil)},
	{id: "M-SUB-02", name: "who listens to lists is told of resources", over: "http", change: changesToo("notifications/resources/updated", object{"uri": "note:///z"})},
	{id: "M-SUB-03", name: "of resources the acknowledgement is true", over: "stdio", change: func(v *server) {
		v.agree = func(v *server, asked object) object {
			out := agreeing(v, asked)
			if out["resourceSubscriptions"] != nil {
				out["resourceSubscriptions"] = true
			}
			return out
		}
	}},
	{id: "M-SUB-03", name: "one resource of several is acknowledged", over: "http", change: func(v *server) {
		v.agree = func(v *server, asked object) object {
			out := agreeing(v, asked)
			if uris := asList(out["resourceSubscriptions"]); len(uris) > 1 {
				out["resourceSubscriptions"] = uris[:1]
			}
			return out
		}
	}, also: []string{"M-SUB-17"}},
	{id: "M-SUB-05", name: "two subscriptions are told of a change once", over: "stdio", change: func(v *server) {
		v.wants = func(s *subscription, m string) bool {
			s.c.mu.Lock()
			defer s.c.mu.Unlock()
			for _, o := range s.c.subs {
				if o.filter[memberOf[m]] != nil {
					return o == s
				}
			}
			return false
		}
	}},
	{id: "M-SUB-05", name: "a second subscription with the same filter is refused", over: "stdio", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		for _, s := range c.subs {
			if string(encode(s.filter)) == string(encode(c.agree(c.server, asObject(c.params["notifications"])))) {
				c.mu.Unlock()
				return nil, refuse(-32600, "already listening")
			}
		}
		c.mu.Unlock()
		return next(c)
	})},
	{id: "M-SUB-07", name: "changes of a list are told to who listens to it alone", over: "stdio", change: func(v *server) {
		next := v.wants
		v.wants = func(s *subscription, m string) bool {
			return next(s, m) && (len(s.filter) == 1 || m == "notifications/resources/updated")
		}
	}},
	{id: "M-SUB-07", name: "of a list that has become shorter nothing is told", over: "http", change: told(isChange, func(c *call, msg object) []object {
		c.mu.Lock()
		defer c.mu.Unlock()
		if msg["method"] == "notifications/tools/list_changed" && !c.extra {
			return nil
		}
		return []object{msg}
	})},
	{id: "M-SUB-17", name: "the first update of a resource is lost, and every other one after it", change: told(isUpdate, func(c *call, msg object) []object {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.touched%2 == 1 {
			return nil
		}
		return []object{msg}
	})},
	{id: "M-SUB-17", name: "updates of resources have no URI", over: "stdio", change: told(isUpdate, func(c *call, msg object) []object {
		msg["params"] = with(asObject(msg["params"]), object{"uri": nil})
		return []object{msg}
	}), also: []string{"M-SUB-02"}},
	{id: "M-SUB-17", name: "updates come as changes of the list", over: "http", change: told(isUpdate, func(c *call, msg object) []object {
		return []object{{"jsonrpc": "2.0", "method": "notifications/resources/list_changed", "params": object{"_meta": asObject(msg["params"])["_meta"]}}}
	}), also: []string{"M-SUB-02"}},
	{id: "M-SUB-04", name: "updates of resources name the subscription without the prefix", over: "stdio", change: told(isUpdate, func(c *call, msg object) []object {
		msg["params"] = with(asObject(msg["params"]), object{"_meta": object{"subscriptionId": c.id}})
		return []object{msg}
	})},
	{id: "M-SUB-06", name: "a subscription ends after a call, without a word", over: "http", change: runs("change", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		c.mu.Lock()
		subs := append([]*subscription{}, c.subs...)
		c.mu.Unlock()
		for _, s := range subs {
			s.c.cancel()
		}
		return out, f
	})},
	{id: "M-SUB-14", name: "the answer names the subscription as a text", over: "stdio", change: results(func(c *call, r object) { ofMeta(r, prefix+"subscriptionId", fmt.Sprint(c.id, "")) }, "subscriptions/listen")},
	{id: "M-SUB-14", name: "the answer is of the type ended", over: "stdio", also: []string{"M-BASE-17"}, change: results(func(_ *call, r object) { r["resultType"] = "ended" }, "subscriptions/listen")},
	{id: "M-SUB-14", name: "the answer names the subscription beside its _meta", over: "stdio", change: results(func(c *call, r object) {
		r["_meta"] = with(asObject(r["_meta"]), object{prefix + "subscriptionId": nil})
		r["subscriptionId"] = c.id
	}, "subscriptions/listen")},
	{id: "M-STDIO-19", name: "updates of resources go on after the end", over: "stdio", change: after(func(s *subscription) bool { return s.filter["resourceSubscriptions"] != nil }, "resourceSubscriptions")},
	{id: "M-STDIO-19", name: "changes of lists go on after the end", over: "stdio", change: after(func(s *subscription) bool { return s.filter["toolsListChanged"] != nil }, "toolsListChanged")},
	{id: "M-STDIO-19", name: "each second cancellation of a subscription is lost", over: "stdio", change: each(func() func(*server) {
		n := 0
		return func(v *server) {
			v.in = func(msg object) object {
				if id := asObject(msg["params"])["requestId"]; msg["method"] == "notifications/cancelled" {
					v.mu.Lock()
					defer v.mu.Unlock()
					if c := v.running[key(id)]; c != nil && c.method == "subscriptions/listen" {
						if n++; n%2 == 1 {
							return nil
						}
					}
				}
				return msg
			}
		}
	})},
	{id: "M-STDIO-18", name: "calls wait while many listen", over: "stdio", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		c.mu.Lock()
		full := len(c.subs) > 15
		c.mu.Unlock()
		if full && c.method != "subscriptions/listen" {
			<-c.ctx.Done()
			return nil
		}
		return next(c)
	})},
	{id: "M-STDIO-18", name: "of many subscriptions one ends the process", over: "stdio", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		many := len(c.subs) > 15
		c.mu.Unlock()
		if many {
			c.die()
		}
		return next(c)
	})},
	{id: "M-STDIO-18", name: "of many requests beside subscriptions some are dropped", over: "stdio", change: func(v *server) {
		n := 0
		v.in = func(msg object) object {
			v.mu.Lock()
			defer v.mu.Unlock()
			if len(v.subs) > 10 && msg["method"] == "server/discover" {
				if n++; n%10 == 0 {
					return nil
				}
			}
			return msg
		}
	}},
}

func isUpdate(msg object) bool { return msg["method"] == "notifications/resources/updated" }

// after keeps subscriptions when they have ended, for a part of what they were told of.
func after(which func(s *subscription) bool, member string) func(*server) {
	return func(v *server) {
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			s := &subscription{c: c, filter: object{}, done: make(chan struct{})}
			agreed := agreeing(v, asObject(c.params["notifications"]))
			if s.filter[member] = agreed[member]; which(&subscription{filter: agreed}) {
				v.mu.Lock()
				v.subs = append(v.subs, s)
				v.mu.Unlock()
			}
			return out, f
		})(v)
	}
}
