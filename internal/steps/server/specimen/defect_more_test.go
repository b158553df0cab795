package specimen_test

import (
	"context"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// moreDefects are of families that have several files.
var moreDefects = []defect{
	{id: "BASE-01", name: "calls at the same time get each other's results", change: mixing("tools/call", func(c *call) bool { return c.params["name"] == "echo" })},
	{id: "BASE-27", name: "a pattern has a group without an end", change: patterned("^(a|b$")},
	{id: "BASE-27", name: "a pattern repeats nothing", change: patterned("*.txt")},
	{id: "BASE-28", name: "a response that belongs to no request ends the process", over: "stdio", change: incoming(func(s *session, msg object) object {
		if isResponse(msg) && s.awaits(msg["id"]) == nil {
			s.die()
			return nil
		}
		return msg
	})},
	{id: "BASE-28", name: "after a response that belongs to no request nothing is answered", change: incoming(func(s *session, msg object) object {
		if isResponse(msg) && s.awaits(msg["id"]) == nil {
			s.slots["stuck"] = true
		}
		if s.slots["stuck"] == true {
			return nil
		}
		return msg
	})},
	{id: "BASE-28", name: "a response that belongs to no request is refused as an unknown method", over: "stdio", change: incoming(func(s *session, msg object) object {
		if isResponse(msg) && s.awaits(msg["id"]) == nil {
			s.write(nil, failure(msg["id"], refuse(-32601, "Method not found")))
			return nil
		}
		return msg
	})},
	{id: "BASE-29", name: "a call without a name is an internal error", change: lacking("tools/call", "name")},
	{id: "BASE-29", name: "reading without a URI is an internal error", change: lacking("resources/read", "uri")},
	{id: "BASE-29", name: "a prompt without a name is an internal error", change: lacking("prompts/get", "name")},
	{id: "BASE-08", name: "malformed JSON is an invalid request", over: "stdio", change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.write(nil, failure(nil, refuse(-32600, "Invalid Request"))) }
	}},
	{id: "CAN-01", name: "a call of 3 s is answered although it is cancelled", change: deafFor(3 * time.Second)},
	{id: "BASE-08", name: "a line that is no JSON ends the process once the next one is answered", over: "stdio", change: func(v *server) {
		v.stdio.garbage = func(s *session, _ string) { s.slots["doomed"] = true }
		outgoing(func(s *session, _ *call, msg object) []object {
			if s.slots["doomed"] == true {
				go func() { _ = clock.Sleep(context.Background(), s.clk, time.Millisecond); s.die() }()
			}
			return []object{msg}
		})(v)
	}},
}

// awaits is where the answer to a request of the server's is waited for; nil = it is not.
func (s *session) awaits(id any) chan object {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pending[token(id)]
}

// deafFor adds a tool that is busy for a while, and not to be cancelled.
func deafFor(d time.Duration) func(*server) {
	var deaf sync.Map // calls
	return both(func(v *server) {
		v.tools = append(v.tools, define("digest", "Takes long", readOnly, schema(list{}, object{}), func(c *call) (object, *fault) {
			deaf.Store(c, true)
			_ = clock.Sleep(context.Background(), c.clk, d)
			return text("Done"), nil
		}))
	}, cancelling(func(s *session, id any, next func()) {
		if _, is := deaf.Load(s.runs(id)); !is {
			next()
		}
	}))
}

// lacking fails a method whose params lack what it needs, as a program does that looks at
// nothing before.
func lacking(method, member string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.params[member] == nil {
			return nil, refuse(-32603, "Cannot read properties of undefined")
		}
		return next(c)
	})
}

// patterned has a tool whose argument has a pattern.
func patterned(pattern string) func(*server) {
	return redefines("echo", "inputSchema", object{"type": "object", "properties": object{"text": object{"type": "string", "pattern": pattern}}, "required": list{"text"}})
}

// mixing keeps one result for all requests of a method that run.
func mixing(method string, which func(c *call) bool) func(*server) {
	return func(v *server) {
		var mu sync.Mutex
		var latest object
		handle(method, func(c *call, next handler) (object, *fault) {
			mixed := which(c)
			r, f := next(c)
			if f != nil || !mixed {
				return r, f
			}
			mu.Lock()
			latest = r
			mu.Unlock()
			_ = clock.Sleep(context.Background(), c.clk, time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			return latest, nil
		})(v)
	}
}

func anyCall(*call) bool { return true }
