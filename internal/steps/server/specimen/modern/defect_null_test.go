package modern_test

import (
	"net/http"
	"strings"
)

// losesWorker lets no call succeed any more once one was cancelled or left.
func losesWorker() func(*server) {
	broken := false
	return func(v *server) {
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			c.mu.Lock()
			gone := broken
			c.mu.Unlock()
			if gone {
				return nil, refuse(-32603, "the worker is gone")
			}
			out, f := next(c)
			c.mu.Lock()
			broken = broken || c.params["name"] == "slow" && c.ctx.Err() != nil
			c.mu.Unlock()
			return out, f
		})(v)
	}
}

// What shows only if something is null, is not there, or runs beside something else.
var nullDefects = []defect{
	{id: "M-TOOL-04", name: "null as arguments is never answered", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if arguments, given := c.params["arguments"]; given && arguments == nil {
			return nil, nil
		}
		return next(c)
	})},
	{id: "M-FORM-07", name: "of nothing to complete the values are null", over: "stdio", change: results(func(c *call, r object) {
		if strings.Contains(string(encode(c.params)), "mcpsim-none") {
			r["completion"] = object{"values": nil}
		}
	}, "completion/complete")},
	{id: "M-SUB-03", name: "what is not listened to is acknowledged with null", over: "stdio", change: func(v *server) {
		next := v.agree
		v.agree = func(v *server, asked object) object {
			return with(next(v, asked), object{"toolsListChanged": nil})
		}
	}},
	{id: "M-MRTR-12", name: "who says cancel meets an internal error", over: "stdio", change: answersTo("greet", func(c *call, r object, next handler) (object, *fault) {
		if r["action"] == "cancel" {
			return nil, refuse(-32603, "Internal error")
		}
		return next(c)
	})},
	{id: "M-CAN-01", name: "after a cancellation no call succeeds", over: "stdio", change: each(losesWorker)},
	unguarded("M-AUTH-01", "whoever comes is served, and there is metadata", func(g *guard) { g.passes = func(*http.Request, string) bool { return true } }),
	{id: "M-HM-24", name: "after a stream was closed no call succeeds", over: "http", change: each(losesWorker)},
}
