package modern_test

import (
	"fmt"
	"maps"
	"strings"
)

// changes are notifications of subscriptions, acknowledgements left out.
func isChange(msg object) bool {
	m, _ := msg["method"].(string)
	return strings.HasSuffix(m, "list_changed") || strings.HasSuffix(m, "resources/updated")
}

func isAck(msg object) bool { return msg["method"] == "notifications/subscriptions/acknowledged" }

// subscribed changes the metadata of what a subscription is told.
func subscribed(which func(object) bool, change func(c *call, meta object)) func(*server) {
	return frames(func(c *call, msg object) {
		if which(msg) {
			params := maps.Clone(msg["params"].(object))
			meta := maps.Clone(params["_meta"].(object))
			params["_meta"], msg["params"] = meta, params
			change(c, meta)
		}
	})
}

var subscriptionDefects = []defect{
	{id: "M-SUB-01", name: "nothing is acknowledged", change: outgoing(func(_ *call, msg object) []object {
		if isAck(msg) {
			return nil
		}
		return []object{msg}
	})},
	{id: "M-SUB-01", name: "a change comes before the acknowledgement", change: outgoing(func(c *call, msg object) []object {
		if isAck(msg) && asObject(msg["params"].(object)["notifications"])["toolsListChanged"] == true {
			return []object{{"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": object{"_meta": object{prefix + "subscriptionId": c.id}}}, msg}
		}
		return []object{msg}
	})},
	{id: "M-SUB-01", name: "an empty filter is refused", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		if len(asObject(c.params["notifications"])) == 0 {
			return nil, refuse(-32602, "nothing to listen to")
		}
		return next(c)
	})},
	{id: "M-SUB-04", name: "acknowledgements name the subscription as a string", change: subscribed(isAck, func(c *call, meta object) { meta[prefix+"subscriptionId"] = fmt.Sprint(c.id) })},
	{id: "M-SUB-04", name: "changes name no subscription", change: subscribed(isChange, func(_ *call, meta object) { delete(meta, prefix+"subscriptionId") })},
	{id: "M-SUB-02", name: "all subscriptions are told of everything", change: func(v *server) { v.wants = func(*subscription, string) bool { return true } }},
	{id: "M-SUB-03", name: "everything is acknowledged", change: func(v *server) { v.agree = func(_ *server, asked object) object { return asked } }},
	{id: "M-SUB-03", name: "what was asked for is not acknowledged", also: []string{"M-SUB-07"}, change: func(v *server) {
		v.agree = func(v *server, asked object) object { return with(agreeing(v, asked), object{"toolsListChanged": nil}) }
	}},
	{id: "M-SUB-05", name: "the end of one ends all", change: func(v *server) {
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			c.mu.Lock()
			for _, s := range c.subs {
				s.end()
			}
			c.mu.Unlock()
			return out, f
		})(v)
	}},
	{id: "M-SUB-07", name: "changes are not told", change: func(v *server) { v.wants = func(*subscription, string) bool { return false } }},
	{id: "M-SUB-17", name: "updates of resources are not told", change: func(v *server) {
		next := v.wants
		v.wants = func(s *subscription, m string) bool { return m != "notifications/resources/updated" && next(s, m) }
	}},
	{id: "M-SUB-17", name: "updates of the last resource are not told", change: func(v *server) {
		v.resources = append(v.resources[1:], v.resources[0])
		next := v.wants
		v.wants = func(s *subscription, m string) bool { return m != "notifications/resources/updated" && next(s, m) }
	}},
	{id: "M-STDIO-19", name: "subscriptions never end", over: "stdio", change: func(v *server) {
		handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			v.mu.Lock()
			v.subs = append(v.subs, &subscription{c: c, filter: agreeing(v, asObject(c.params["notifications"])), done: make(chan struct{})})
			v.mu.Unlock()
			return out, f
		})(v)
	}},
	{id: "M-CAN-05", name: "a call is cancelled by the server", change: runs("slow", func(c *call, next handler) (object, *fault) {
		c.notify("notifications/cancelled", object{"requestId": c.id})
		return next(c)
	})},
	{id: "M-SUB-06", name: "subscriptions end without a word", over: "stdio", change: func(v *server) { v.stdio.silent = true }},
	{id: "M-SUB-14", name: "the answer does not name the subscription", over: "stdio", change: results(func(_ *call, r object) {
		meta := maps.Clone(r["_meta"].(object))
		delete(meta, prefix+"subscriptionId")
		r["_meta"] = meta
	}, "subscriptions/listen")},
	{id: "M-STDIO-18", name: "the tenth subscription is refused", over: "stdio", change: handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		full := len(c.subs) > 10
		c.mu.Unlock()
		if full {
			return nil, refuse(-32603, "too many")
		}
		return next(c)
	})},
}
