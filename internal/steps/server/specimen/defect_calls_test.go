package specimen_test

import (
	"context"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// onProgress changes progress notifications; none are sent for nil.
func onProgress(change func(c *call, p object) []object) func(*server) {
	return outgoing(func(_ *session, c *call, msg object) []object {
		if msg["method"] != "notifications/progress" {
			return []object{msg}
		}
		var all []object
		for _, p := range change(c, msg["params"].(object)) {
			all = append(all, with(msg, "params", p))
		}
		return all
	})
}

// later sends a message about a call after it is answered.
func later(method string, wait time.Duration, send func(c *call)) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		before := c.after
		c.after = func() {
			_ = clock.Sleep(context.Background(), c.clk, wait)
			send(c)
			if before != nil {
				before()
			}
		}
		return next(c)
	})
}

func (c *call) report(v any) {
	if c.token != nil {
		c.write(c, object{"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progressToken": c.token, "progress": v}})
	}
}

// cancelling replaces how cancellations are served.
func cancelling(f func(s *session, id any, next func())) func(*server) {
	return func(v *server) {
		next := v.notes["notifications/cancelled"]
		v.notes["notifications/cancelled"] = func(s *session, p object) { f(s, p["requestId"], func() { next(s, p) }) }
	}
}

func (s *session) runs(id any) *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running[token(id)]
}

var callDefects = []defect{
	{id: "CAN-01", name: "a cancelled call is answered with its result in the end", also: []string{"STDIO-15"}, change: cancelling(func(*session, any, func()) {})},
	{id: "CAN-01", name: "a cancelled call is answered with an error at once", also: []string{"STDIO-15"}, change: cancelling(func(s *session, id any, next func()) {
		if c := s.runs(id); c != nil && c.method != "initialize" {
			next()
			c.write(c, failure(id, refuse(-32800, "Request cancelled")))
		}
	})},
	{id: "CAN-01", name: "a cancelled call is answered with a result that has isError", also: []string{"STDIO-15"}, change: cancelling(func(s *session, id any, next func()) {
		if c := s.runs(id); c != nil && c.method != "initialize" {
			next()
			c.write(c, object{"jsonrpc": "2.0", "id": id, "result": wrong("Cancelled")})
		}
	})},
	{id: "CAN-01", name: "a cancelled call is answered with its result at once", change: cancelling(func(s *session, id any, next func()) {
		if c := s.runs(id); c != nil && c.method == "tools/call" {
			next()
			c.write(c, object{"jsonrpc": "2.0", "id": id, "result": object{"content": list{object{"type": "text", "text": "done"}}}})
		}
	}), also: []string{"STDIO-15"}},
	{id: "STDIO-15", name: "a cancelled call goes on to report progress", over: "stdio", also: []string{"CAN-01"}, change: cancelling(func(s *session, id any, next func()) {
		if c := s.runs(id); c != nil && c.method == "tools/call" {
			next()
			go func() { // and reads on
				for i := range 3 {
					_ = clock.Sleep(context.Background(), s.clk, 100*time.Millisecond)
					c.report(10 + i)
				}
			}()
		}
	})},
	{id: "CAN-02", name: "the cancellation of an unknown request ends the process", over: "stdio", change: cancelling(func(s *session, id any, next func()) {
		if s.runs(id) == nil {
			s.die()
		}
		next()
	})},
	{id: "CAN-02", name: "the cancellation of an unknown request is answered with an error", over: "stdio", also: []string{"BASE-04"}, change: cancelling(func(s *session, id any, next func()) {
		if s.runs(id) == nil {
			s.write(nil, failure(id, refuse(-32602, "Unknown request")))
		}
		next()
	})},
	{id: "CAN-02", name: "a cancellation without requestId ends the process", over: "stdio", change: cancelling(func(s *session, id any, next func()) {
		if id == nil {
			s.die()
		}
		next()
	})},
	{id: "CAN-02", name: "a cancellation without requestId cancels everything later", over: "stdio", change: both(cancelling(func(s *session, id any, next func()) {
		if id == nil {
			s.slots["none"] = true
		}
		next()
	}), incoming(func(s *session, msg object) object {
		if s.slots["none"] != nil && msg["id"] != nil {
			return nil
		}
		return msg
	}))},
	{id: "CAN-02", name: "the id of a cancelled unknown request is refused later", over: "stdio", also: []string{"CAN-03"}, change: both(cancelling(func(s *session, id any, next func()) {
		if s.runs(id) == nil {
			s.slots["bad"] = true
		}
		next()
	}), handle("ping", func(c *call, next handler) (object, *fault) {
		if c.slots["bad"] != nil {
			return nil, nil
		}
		return next(c)
	}))},
	{id: "CAN-03", name: "a cancellation that comes after the answer ends the process", over: "stdio", also: []string{"CAN-02"}, change: both(
		incoming(func(s *session, msg object) object {
			if msg["method"] == "ping" || msg["method"] == "tools/call" {
				s.slots[token(msg["id"])] = true
			}
			return msg
		}),
		cancelling(func(s *session, id any, next func()) {
			if s.slots[token(id)] != nil && s.runs(id) == nil {
				s.die()
			}
			next()
		}))},
	{id: "CAN-04", name: "initialize can be cancelled", over: "stdio", change: func(v *server) {
		handle("initialize", func(c *call, next handler) (object, *fault) {
			_ = c.wait(50 * time.Millisecond)
			if c.cancelled {
				return nil, nil
			}
			return next(c)
		})(v)
		v.concurrent = true
		v.notes["notifications/cancelled"] = func(s *session, p object) {
			if c := s.runs(p["requestId"]); c != nil {
				c.cancelled = true
				c.stop()
			}
		}
	}},
	{id: "CAN-06", name: "ids of cancellations are compared as text", change: cancelling(func(s *session, id any, next func()) {
		s.mu.Lock()
		for _, c := range s.running {
			if fmt.Sprint(c.id) == fmt.Sprint(id) && c.method != "initialize" {
				c.cancelled = true
				c.stop()
			}
		}
		s.mu.Unlock()
	})},
	{id: "CAN-01", name: "a cancellation cancels everything", also: []string{"CAN-06"}, change: cancelling(func(s *session, _ any, _ func()) {
		s.mu.Lock()
		for _, c := range s.running {
			c.cancelled = true
			c.stop()
		}
		s.mu.Unlock()
	})},
	{id: "TOOL-10", name: "isError of refused arguments is text", change: results(func(_ *call, r object) {
		if r["isError"] == true {
			r["isError"] = "true"
		}
	}, "tools/call")},
	{id: "RES-08", name: "a resource that is listed cannot be read", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		if c.params["uri"] == "note://1" {
			return nil, refuse(-32603, "EACCES")
		}
		return next(c)
	})},
	{id: "PING-01", name: "the answer to ping is pong", change: results(func(_ *call, r object) { r["message"] = "pong" }, "ping")},
	{id: "PING-01", name: "the answer to ping is an error", change: handle("ping", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "no") })},
	{id: "PING-01", name: "ping does not exist", change: unknown("ping")},
	{id: "PING-01", name: "the answer to ping is the text pong", also: []string{"BASE-03"}, change: answers(func(_ *call, msg object) { msg["result"] = "pong" }, "ping")},
	{id: "PING-01", name: "the answer to ping is null", also: []string{"BASE-03"}, change: answers(func(_ *call, msg object) { msg["result"] = nil }, "ping")},
	{id: "PING-01", name: "the answer to ping takes 1.5 s", change: handle("ping", func(c *call, next handler) (object, *fault) { c.wait(1500 * time.Millisecond); return next(c) })},
	{id: "PING-02", name: "pings wait for a call that is running", change: handle("ping", func(c *call, next handler) (object, *fault) {
		for {
			c.mu.Lock()
			busy := false
			for _, o := range c.running {
				busy = busy || o.method == "tools/call"
			}
			c.mu.Unlock()
			if !busy || !c.wait(50*time.Millisecond) {
				return next(c)
			}
		}
	})},
	{id: "PING-02", name: "requests are served one after the other", over: "stdio", change: func(v *server) { v.inline = true }, also: []string{"CAN-01", "STDIO-15"}},
	{id: "PROG-01", name: "progress is reported with the id of the request if no token is given", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.token == nil {
			c.token = c.id
		}
		return next(c)
	})},
	{id: "PROG-01", name: "progress is reported with the token 0 if none is given", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.token == nil {
			c.token = 0
		}
		return next(c)
	})},
	{id: "PROG-01", name: "progress is reported with the token null if none is given", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.token == nil {
			c.write(c, object{"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progressToken": nil, "progress": 1}})
		}
		return next(c)
	})},
	{id: "PROG-01", name: "progress without a token member is reported if none is given", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.token == nil {
			c.write(c, object{"jsonrpc": "2.0", "method": "notifications/progress", "params": object{"progress": 1}})
		}
		return next(c)
	})},
	{id: "PROG-01", name: "the token of an earlier call is used", change: runs("slow", func(c *call, next handler) (object, *fault) {
		if c.token != nil {
			c.slots["token"] = c.token
		} else {
			c.token = c.slots["token"]
		}
		return next(c)
	})},
	{id: "PROG-02", name: "progress is always 50", change: onProgress(func(_ *call, p object) []object { return []object{with(p, "progress", 50)} })},
	{id: "PROG-02", name: "progress falls", change: onProgress(func(_ *call, p object) []object { return []object{with(p, "progress", 100-p["progress"].(float64))} })},
	{id: "PROG-02", name: "the last progress is reported twice", change: onProgress(func(_ *call, p object) []object {
		if p["progress"] == p["total"] {
			return []object{p, p}
		}
		return []object{p}
	})},
	{id: "PROG-02", name: "progress starts anew in the middle", change: onProgress(func(_ *call, p object) []object {
		return []object{with(p, "progress", float64(int(p["progress"].(float64))%3))}
	})},
	{id: "PROG-02", name: "progress is text", change: onProgress(func(_ *call, p object) []object { return []object{with(p, "progress", fmt.Sprint(p["progress"]))} })},
	{id: "PROG-02", name: "progress has no value", change: onProgress(func(_ *call, p object) []object { return []object{with(p, "progress", nil)} })},
	{id: "PROG-03", name: "progress comes after the answer", change: later("tools/call", 50*time.Millisecond, func(c *call) { c.report(100) })},
	{id: "PROG-03", name: "progress comes a second after the answer", change: later("tools/call", time.Second, func(c *call) { c.report(100) })},
	{id: "PROG-03", name: "progress comes right after the answer", change: later("tools/call", 0, func(c *call) { c.report(100) })},
	{id: "PROG-04", name: "tokens that are numbers come back as strings", also: []string{"PROG-01"}, change: onProgress(func(_ *call, p object) []object {
		return []object{with(p, "progressToken", fmt.Sprint(p["progressToken"]))}
	})},
	{id: "PROG-04", name: "tokens that are strings of digits come back as numbers", also: []string{"PROG-01"}, change: onProgress(func(_ *call, p object) []object {
		var n int
		if _, err := fmt.Sscanf(fmt.Sprint(p["progressToken"]), "%d", &n); err == nil {
			return []object{with(p, "progressToken", n)}
		}
		return []object{p}
	})},
	{id: "PROG-04", name: "the token is the id of the request", also: []string{"PROG-01"}, change: onProgress(func(c *call, p object) []object { return []object{with(p, "progressToken", c.id)} })},
	{id: "PROG-04", name: "progress has no token", also: []string{"PROG-01"}, change: onProgress(func(_ *call, p object) []object { return []object{with(p, "progressToken", nil)} })},
	{id: "PROG-04", name: "tokens that are strings lose what is not ASCII", also: []string{"PROG-01"}, change: onProgress(func(_ *call, p object) []object {
		if s, ok := p["progressToken"].(string); ok {
			ascii := ""
			for _, r := range s {
				if r < 128 {
					ascii += string(r)
				}
			}
			return []object{with(p, "progressToken", ascii)}
		}
		return []object{p}
	})},
	{id: "PROG-05", name: "progress is reported 400 times at once", change: runs("slow", func(c *call, next handler) (object, *fault) {
		for i := range 400 {
			c.report(float64(i) / 1000)
		}
		return next(c)
	})},
	{id: "TOOL-04", name: "arguments are not checked", change: unchecked(func(c *call, _ string, _ object) (object, *fault) { return text("Fine"), nil })},
	{id: "TOOL-04", name: "missing arguments are not noticed by one tool", change: unchecked(func(c *call, name string, _ object) (object, *fault) {
		if name == "weather" {
			return structured(object{"city": "?", "days": list{}}), nil
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "numbers are taken for text", change: unchecked(func(c *call, _ string, args object) (object, *fault) {
		if v, ok := args["text"]; ok {
			if _, isText := v.(string); !isText {
				return text("%v", v), nil
			}
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "unknown arguments are accepted where the schema forbids them", change: unchecked(func(c *call, name string, args object) (object, *fault) {
		t, _ := c.tool(name)
		if conform(with(t.def["inputSchema"].(object), "additionalProperties", nil), args, "") == nil {
			return text("Fine"), nil
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "values outside of an enum are accepted", change: unchecked(func(c *call, _ string, args object) (object, *fault) {
		if u, ok := args["unit"].(string); ok && u != "C" && u != "F" {
			return structured(object{"city": "?", "days": list{}}), nil
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "numbers outside of their bounds are accepted", change: unchecked(func(c *call, name string, args object) (object, *fault) {
		if d := number(args["days"]); d < 0 || d > 7 {
			return structured(object{"city": "?", "days": list{}}), nil
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "an empty text is accepted where the schema forbids it", change: unchecked(func(c *call, name string, args object) (object, *fault) {
		if args["city"] == "" {
			return structured(object{"city": "?", "days": list{}}), nil
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "an optional argument of the wrong type is accepted", change: unchecked(func(c *call, name string, args object) (object, *fault) {
		if _, wrong := args["days"].(object); wrong {
			return structured(object{"city": "?", "days": list{}}), nil
		}
		return nil, nil
	})},
	{id: "TOOL-04", name: "wrong arguments end the process", over: "stdio", change: unchecked(func(c *call, _ string, _ object) (object, *fault) { c.session.die(); return nil, nil })},
	{id: "TOOL-04", name: "wrong arguments are never answered", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if contains(r, "arguments.") {
			return nil, nil
		}
		return r, f
	})},
	{id: "TOOL-05", name: "wrong arguments are a protocol error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if contains(r, "arguments.") {
			return nil, refuse(-32602, "Invalid arguments")
		}
		return r, f
	})},
	{id: "TOOL-05", name: "wrong arguments are an internal error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if contains(r, "arguments.") {
			return nil, refuse(-32603, "TypeError: undefined")
		}
		return r, f
	})},
	{id: "TOOL-04", name: "what is wrong with arguments is told in a result without isError", also: []string{"TOOL-05"}, change: results(func(_ *call, r object) {
		if contains(r, "arguments.") {
			delete(r, "isError")
		}
	}, "tools/call")},
	{id: "TOOL-06", name: "structured content has a number as text", change: structuredAs("add", object{"sum": "3"})},
	{id: "TOOL-06", name: "structured content lacks what is required", change: structuredAs("weather", object{"city": "Aachen"})},
	{id: "TOOL-06", name: "structured content has a member that the schema forbids", change: structuredAs("add", object{"sum": 3, "unit": "m"})},
	{id: "TOOL-06", name: "structured content is wrong deep inside", change: structuredAs("weather", object{"city": "Aachen", "days": list{object{"high": 20.5}}})},
	{id: "TOOL-06", name: "a tool with an output schema has no structured content", change: runs("add", func(*call, handler) (object, *fault) { return text("3"), nil })},
	{id: "TOOL-06", name: "structured content is an array", also: []string{"TOOL-10"}, change: structuredAs("add", list{3})},
	{id: "TOOL-06", name: "structured content is null", also: []string{"TOOL-10"}, change: runs("add", func(*call, handler) (object, *fault) {
		r := text("3")
		r["structuredContent"] = nil
		return r, nil
	})},
	{id: "TOOL-07", name: "structured content comes without text", change: results(func(_ *call, r object) {
		if r["structuredContent"] != nil {
			r["content"] = list{}
		}
	}, "tools/call")},
	{id: "TOOL-07", name: "the text of structured content is another one", change: results(func(_ *call, r object) {
		if r["structuredContent"] != nil {
			r["content"] = text("See structuredContent")["content"]
		}
	}, "tools/call")},
}
