package modern_test

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// mixedDefects mix up what requests at the same time are about, clients that count alike, or a
// version or a capability with what looks like it.
var mixedDefects = []defect{
	{id: "M-BASE-01", name: "calls at the same time get each other's results", over: "http", change: mixing("tools/call", func(c *call) bool { return c.params["name"] == "echo" })},
	{id: "M-BASE-01", name: "what is read at the same time has the contents of the last URI", over: "stdio", change: lastURI},
	{id: "M-BASE-01", name: "completions at the same time get each other's values", over: "http", change: mixing("completion/complete", always)},
	{id: "M-DISC-03", name: "what begins like the version is served", change: forgives(-32022, func(c *call) bool {
		return strings.HasPrefix(fmt.Sprint(c.meta[prefix+"protocolVersion"]), revision)
	})},
	{id: "M-DISC-03", name: "a version of the next day is served", over: "stdio", change: forgives(-32022, func(c *call) bool {
		v := fmt.Sprint(c.meta[prefix+"protocolVersion"])
		return v > revision && v < "2026-08"
	})},
	{id: "M-BASE-24", name: "clients that show forms have to say so", over: "stdio", change: wantsMember("elicitation", "form")},
	{id: "M-BASE-24", name: "a client that has a model is refused for want of it", over: "http", change: wantsMember("sampling", "")},
	{id: "M-MRTR-11", name: "a form that is accepted is taken as it is", over: "stdio", change: answersTo("greet", func(c *call, response object, next handler) (object, *fault) {
		out, f := next(c)
		if f == nil && response["action"] == "accept" {
			return say("Hello you")(c)
		}
		return out, f
	})},
	{id: "M-RES-01", name: "a name of a template that nothing has is an internal error", over: "http", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && strings.Contains(fmt.Sprint(c.params["uri"]), "mcpsim-no-such-name") {
			return nil, refuse(-32603, "no such name")
		}
		return r, f
	})},
	{id: "M-BASE-21", name: "a version need not be said again", over: "stdio", change: each(remembering("protocolVersion"))},
	{id: "M-BASE-21", name: "capabilities need not be said again", over: "stdio", change: each(remembering("clientCapabilities"))},
	{id: "M-SUB-05", name: "subscriptions are told apart by their ids, of all clients", over: "http", change: func(v *server) {
		next := v.wants
		v.wants = func(s *subscription, m string) bool {
			s.c.mu.Lock()
			defer s.c.mu.Unlock()
			for i := len(s.c.subs) - 1; i >= 0; i-- {
				if one := s.c.subs[i]; fmt.Sprint(one.c.id) == fmt.Sprint(s.c.id) {
					return one == s && next(s, m)
				}
			}
			return next(s, m)
		}
	}},
}

// remembering takes metadata that is missing from what the connection has said before.
func remembering(name string) func() func(*server) {
	return func() func(*server) {
		said := map[*int]any{}
		return metaJudge(func(c *call, next func(*call) *fault) *fault {
			c.mu.Lock()
			if value, there := c.meta[prefix+name]; there {
				said[c.conn] = value
			} else if before, known := said[c.conn]; known {
				c.meta[prefix+name] = before
			}
			c.mu.Unlock()
			return next(c)
		})
	}
}

// wantsMember refuses who has declared a capability without a member of it, as if it had not.
func wantsMember(capability, member string) func(*server) {
	return handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		declared, can := c.client()[capability].(object)
		if _, has := declared[member]; f != nil || !can || has || len(declared) > 1 || r["resultType"] != "input_required" {
			return r, f
		}
		for _, q := range asObject(r["inputRequests"]) {
			if needs[fmt.Sprint(asObject(q)["method"])] == capability {
				return nil, lacking(object{capability: object{}})
			}
		}
		return r, f
	})
}

// mixing keeps one result for all requests of a method that run.
func mixing(method string, which func(c *call) bool) func(*server) {
	return func(v *server) {
		var mu sync.Mutex
		var latest object
		handle(method, func(c *call, next handler) (object, *fault) {
			r, f := next(c)
			if f != nil || !which(c) {
				return r, f
			}
			mu.Lock()
			latest = r
			mu.Unlock()
			c.wait(time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			return latest, nil
		})(v)
	}
}

// lastURI reads what was asked for last, under the URI that was asked for.
func lastURI(v *server) {
	var latest any
	handle("resources/read", func(c *call, next handler) (object, *fault) {
		own := c.params["uri"]
		latest = own
		c.wait(time.Millisecond)
		c.params["uri"] = latest
		r, f := next(c)
		if contents, _ := r["contents"].(list); f == nil {
			for _, content := range contents {
				content.(object)["uri"] = own
			}
		}
		return r, f
	})(v)
}
