package specimen_test

import "strings"

// crossesProgress sends the progress of a call on the stream of one that is under way beside it.
func crossesProgress(v *server) {
	runs("slow", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		under, _ := c.slots["under way"].([]*call)
		c.slots["under way"] = append(under, c)
		c.mu.Unlock()
		return next(c)
	})(v)
	next := v.out
	v.out = func(s *session, c *call, msg object) []object {
		if msg["method"] != "notifications/progress" || c == nil {
			return next(s, c, msg)
		}
		c.mu.Lock()
		under, _ := s.slots["under way"].([]*call)
		c.mu.Unlock()
		for _, other := range under {
			if other != c && !other.answered && other.send != nil {
				other.send(msg)
				return nil
			}
		}
		return next(s, c, msg)
	}
}

// What shows only if something is null, is not there, or runs beside something else.
var nullDefects = []defect{
	{id: "TOOL-04", name: "null as arguments is never answered", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if arguments, given := c.params["arguments"]; given && arguments == nil {
			return nil, nil
		}
		return next(c)
	})},
	{id: "COMP-04", name: "of nothing to complete the values are null", over: "stdio", change: values(func(c *call, o object) {
		if strings.Contains(string(encode(c.params)), "mcpsim-none") {
			o["values"] = nil
		}
	})},
	{id: "COMP-01", name: "nothing to complete is an internal error", over: "stdio", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if strings.Contains(string(encode(c.params)), "mcpsim-none") {
			return nil, refuse(-32603, "list index out of range")
		}
		return next(c)
	})},
	{id: "SUB-09", name: "an update names its resource otherwise", over: "stdio", also: []string{"RES-05"}, change: announced("notifications/resources/updated", func(_ *session, msg object) []object {
		return []object{with(msg, "params", object{"resource": msg["params"].(object)["uri"]})}
	})},
	{id: "HL-11", name: "progress comes on the stream of the call beside it", over: "http", change: both(streaming, crossesProgress)},
	{id: "CAN-01", name: "after a cancellation no call succeeds", over: "stdio", change: both(cancelling(func(s *session, id any, next func()) {
		if c := s.runs(id); c != nil && c.method == "tools/call" {
			s.slots["broken"] = true
		}
		next()
	}), handle("tools/call", func(c *call, next handler) (object, *fault) {
		if c.slots["broken"] != nil {
			return nil, refuse(-32603, "the worker is gone")
		}
		return next(c)
	}))},
}
