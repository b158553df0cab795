package modern_test

import (
	"maps"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
)

// unsaid changes what is done with a subscription that does not say what it is to.
func unsaid(change handler) func(*server) {
	return handle("subscriptions/listen", func(c *call, next handler) (object, *fault) {
		if c.params["notifications"] == nil {
			return change(c)
		}
		return next(c)
	})
}

// looseCursors finds cursors without regard to case.
func looseCursors(v *server) {
	var loose servertest.Loose
	for _, m := range []string{"tools/list", "resources/list"} {
		handle(m, func(c *call, next handler) (object, *fault) {
			if given, ok := c.params["cursor"].(string); ok {
				c.params = with(c.params, object{"cursor": loose.Find(given)})
			}
			r, f := next(c)
			if cursor, ok := r["nextCursor"].(string); ok {
				loose.Give(cursor)
			}
			return r, f
		})(v)
	}
}

// retokened gives all progress another token.
func retokened(token func(c *call) any) func(*server) {
	return frames(func(c *call, msg object) {
		if msg["method"] == "notifications/progress" {
			msg["params"] = with(asObject(msg["params"]), object{"progressToken": token(c)})
		}
	})
}

// strangerDefects lack what they need, or are read too loosely.
var strangerDefects = []defect{
	{id: "M-BASE-39", name: "a subscription that says nothing is never answered", change: unsaid(func(c *call) (object, *fault) { <-c.ctx.Done(); return nil, nil })},
	{id: "M-BASE-39", name: "a subscription that says nothing ends the process", over: "stdio", change: unsaid(func(c *call) (object, *fault) { c.die(); return nil, nil })},
	{id: "M-BASE-39", name: "a subscription that says nothing is an internal error", change: unsaid(func(*call) (object, *fault) { return nil, refuse(-32603, "Cannot read properties of undefined") })},
	{id: "M-PAG-01", name: "cursors are found without regard to case", change: looseCursors},
	{id: "M-FORM-05", name: "what is read has questions that are null", change: results(func(_ *call, r object) { r["inputRequests"] = nil }, "resources/read")},
	{id: "M-FORM-06", name: "results of calls have questions that are null", change: results(func(_ *call, r object) { r["inputRequests"] = nil }, "tools/call")},
	{id: "M-TOOL-05", name: "results with isError say nothing", change: results(func(_ *call, r object) {
		if r["isError"] == true {
			r["content"] = list{}
		}
	}, "tools/call")},
	{id: "M-PROG-04", name: "progress has the id of its request for a token", change: retokened(func(c *call) any { return c.id })},
	{id: "M-SUB-01", name: "a subscription is answered at once", over: "http", change: handle("subscriptions/listen", func(c *call, _ handler) (object, *fault) { return c.result(nil), nil })},
	{id: "M-COMP-01", name: "completions are internal errors", change: handle("completion/complete", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "no") })},
	{id: "M-FORM-04", name: "sizes are null", change: func(v *server) {
		for i, r := range v.resources {
			v.resources[i] = maps.Clone(r)
			v.resources[i]["size"] = nil
		}
	}},
	{id: "M-BASE-08", name: "what is no object ends the process", over: "stdio", change: func(v *server) { v.stdio.break1 = true }},
}

// strangerInnocents are right all the same.
var strangerInnocents = []innocent{
	{name: "acknowledges a subscription that says nothing", change: unsaid(func(c *call) (object, *fault) {
		c.params = with(c.params, object{"notifications": object{}})
		return listen(c)
	})},
}
