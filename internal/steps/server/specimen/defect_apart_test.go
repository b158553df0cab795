package specimen_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// inherits lets a request succeed whose member has a name that all objects of JavaScript have, or
// of Python.
func inherits(method, member string, result func(name string) object) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		name, _ := c.params[member].(string)
		own := name[strings.LastIndex(name, "/")+1:]
		if slices.Contains([]string{"constructor", "__proto__", "__class__"}, own) {
			return result(name), nil
		}
		return next(c)
	})
}

func emptyContents(uri string) object {
	return object{"contents": list{object{"uri": uri, "text": "[native code]"}}}
}

// refusedAndEnded ends a session although it says that it does not.
func refusedAndEnded(v *server) {
	before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method != "DELETE" {
			return false
		}
		v.http.mux.Lock()
		delete(v.http.live, r.Header.Get(sess))
		v.http.mux.Unlock()
		return reply(w, 405, "", "")
	})(v)
}

// adopting opens a session for every id that could be one of its own.
func adopting(v *server) {
	ended := map[string]bool{}
	before(func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		id := r.Header.Get(sess)
		if len(id) != 32 {
			return false
		}
		v.http.mux.Lock()
		defer v.http.mux.Unlock()
		ended[id] = ended[id] || r.Method == "DELETE"
		if v.http.live[id] == nil && !ended[id] {
			s := v.open(id, nil)
			s.ready, s.revision, s.client = true, "2025-11-25", object{}
			v.http.live[id] = s
		}
		return false
	})(v)
}

// anySession gives a response to whatever session waits for it.
func anySession(v *server) {
	asked := 0
	v.asked = func(*session, int) any { // the lock of the server is held
		asked++
		return fmt.Sprintf("question-%d", asked)
	}
	incoming(func(s *session, msg object) object {
		if kindOf(msg) == response {
			for _, o := range v.everyone() {
				o.resolve(msg)
			}
		}
		return msg
	})(v)
}

// stoppedAnywhere cancels the call of any session.
func stoppedAnywhere(v *server) {
	cancelling(func(s *session, id any, next func()) {
		for _, o := range v.everyone() {
			if c := o.runs(id); c != nil {
				c.mu.Lock()
				c.cancelled = true
				c.mu.Unlock()
				c.stop()
			}
		}
	})(v)
}

// oneAtATime leaves a call without an answer while the same tool is called in its session.
func oneAtATime(v *server) {
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		running, some := c.slots["busy"]
		busy := some && running == c.params["name"]
		if !busy {
			c.slots["busy"] = c.params["name"]
		}
		c.mu.Unlock()
		if busy {
			return nil, nil
		}
		r, f := next(c)
		c.mu.Lock()
		delete(c.slots, "busy")
		c.mu.Unlock()
		return r, f
	})(v)
}

// levelTwice refuses the level that is set.
var levelTwice = handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
	c.mu.Lock()
	same := c.slots["level"] == c.params["level"]
	c.slots["level"] = c.params["level"]
	c.mu.Unlock()
	if same {
		return nil, refuse(-32602, "The level is set already")
	}
	return next(c)
})

// deepTool has arguments in objects and arrays, and looks at them as far as checks says.
func deepTool(looks func(tags list, options object) bool) func(*server) {
	choice := object{"type": "string", "enum": list{"red", "green"}}
	input := schema(list{"tags"}, object{"tags": object{"type": "array", "items": choice},
		"options": schema(list{}, object{"limit": object{"type": "integer", "minimum": 1, "maximum": 9}})})
	return func(v *server) {
		v.tools = append(v.tools, define("filter", "Filters", readOnly, input, nil))
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			if c.params["name"] != "filter" {
				return next(c)
			}
			arguments, _ := c.params["arguments"].(object)
			tags, listed := arguments["tags"].(list)
			options, given := arguments["options"].(object)
			_, there := arguments["options"]
			known := func(o object, name string) bool { _, has := o[name]; return len(o) == 0 || len(o) == 1 && has }
			if !listed || !known(with(arguments, "tags", nil), "options") || there && (!given || !known(options, "limit")) || !looks(tags, options) {
				return wrong("The arguments are wrong"), nil
			}
			return text("Filtered"), nil
		})(v)
	}
}

func isColour(v any) bool { return v == "red" || v == "green" }

func aLimit(options object) bool {
	n, given := options["limit"]
	return !given || number(n) >= 1 && number(n) <= 9
}

// apartDefects are about what is told apart: sessions, names, moments and what is within a value.
var apartDefects = []defect{
	{id: "HL-28", name: "DELETE is answered with 405 and ends the session", over: "http", change: refusedAndEnded},
	{id: "HL-27", name: "an unknown id of the form of the server's opens a session", over: "http", change: adopting},
	{id: "BASE-28", name: "an answer of another session is taken", over: "http", change: anySession},
	{id: "CAN-02", name: "a cancellation stops the call of another session", over: "http", change: stoppedAnywhere},
	{id: "TASK-04", name: "a task that was cancelled completes a little later", change: revived("cancelled", "completed")},
	{id: "TASK-08", name: "tasks are numbered", change: taskingAs("optional", func(n int) string { return fmt.Sprintf("task-%d", n) })},
	{id: "TASK-08", name: "ids of tasks are their moments", change: taskingAs("optional", func(n int) string { return fmt.Sprint(1753000000000 + n*7) })},
	{id: "TOOL-03", name: "tools are looked up in an object", change: inherits("tools/call", "name", func(string) object { return text("function Object() { [native code] }") })},
	{id: "PRM-01", name: "prompts are looked up in an object", change: inherits("prompts/get", "name", func(string) object { return object{"messages": list{}} })},
	{id: "RES-01", name: "resources are looked up in an object", change: inherits("resources/read", "uri", emptyContents)},
	{id: "RES-01", name: "names of a template are looked up in an object", change: documents(func(path string) bool {
		return slices.Contains([]string{"readme", "licence", "notes", "guide%2Fstart", "constructor", "__proto__"}, path)
	})},
	{id: "BASE-07", name: "an unknown method beside those of tools is an invalid request", change: func(v *server) {
		v.methods["tools/mcpsim-unknown"] = func(*call) (object, *fault) { return nil, refuse(-32600, "Unsupported") }
	}},
	{id: "BASE-07", name: "methods are found whatever their case", change: func(v *server) {
		v.methods["Tools/list"] = func(c *call) (object, *fault) { return c.methods["tools/list"](c) }
	}},
	{id: "BASE-01", name: "the second of two calls of a tool at once is never answered", change: oneAtATime},
	{id: "LOG-08", name: "the level that is set is refused", change: levelTwice},
	{id: "LOG-03", name: "at the level notice information is sent", change: runs("chatter", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if c.level == "notice" {
			c.write(c, object{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": "info", "data": "This is information"}})
		}
		return r, f
	})},
	{id: "LIFE-17", name: "a call never ends whose form is declined", change: endless("elicit", "decline")},
	{id: "LIFE-17", name: "a call never ends whose form is closed", change: endless("elicit", "cancel")},
	{id: "STDIO-11", name: "a process whose client leaves in a call stays", over: "stdio", change: func(v *server) {
		v.stdio.keeps = func(s *session) bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			return len(s.running) > 0
		}
	}},
	{id: "TOOL-04", name: "only the first item of an array is looked at", change: deepTool(func(tags list, options object) bool { return len(tags) > 0 && isColour(tags[0]) && aLimit(options) })},
	{id: "TOOL-04", name: "the bounds of what is in an object are not looked at", change: deepTool(func(tags list, options object) bool {
		return len(tags) > 0 && !slices.ContainsFunc(tags, func(v any) bool { return !isColour(v) })
	})},
}

// inTurn sends each message that is about no request on another GET stream.
func inTurn(s *session, _ object) []*stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	open := slices.DeleteFunc(slices.Clone(s.listening), func(st *stream) bool { return st.readers == 0 })
	if len(open) == 0 {
		return s.listening[max(0, len(s.listening)-1):] // to be resumed
	}
	n, _ := s.slots["turn"].(int)
	s.slots["turn"] = n + 1
	return open[n%len(open) : n%len(open)+1]
}

// apartInnocents are correct where sessions, names and moments are told apart in a way of their own.
var apartInnocents = []innocent{
	{name: "sends what is about no request on its GET streams in turn", over: "http", change: func(v *server) { v.http.route = inTurn }},
	{name: "tells the same twice, at two moments, on two GET streams", over: "http", change: func(v *server) {
		v.http.route = inTurn
		next := v.notes["notifications/initialized"]
		v.notes["notifications/initialized"] = func(s *session, p object) {
			next(s, p)
			go func() {
				for range 2 {
					if s.pause(1) {
						return
					}
					s.notify("notifications/specimen/tick", nil)
				}
			}()
		}
	}},
	{name: "takes a cursor without characters for none", change: func(v *server) {
		for _, m := range []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list"} {
			handle(m, func(c *call, next handler) (object, *fault) {
				if c.params["cursor"] == "" {
					c.params = with(c.params, "cursor", nil)
				}
				return next(c)
			})(v)
		}
	}},
	{name: "ends no session at DELETE, and says so", over: "http", change: func(v *server) { v.http.remove = false }},
	{name: "serves one call of a tool after the other", change: func(v *server) {
		turn := make(chan struct{}, 1)
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			select {
			case turn <- struct{}{}:
			case <-c.ctx.Done():
				return nil, nil
			}
			defer func() { <-turn }()
			return next(c)
		})(v)
	}},
	{name: "reads objects where texts do", change: deepTool(func(tags list, options object) bool {
		return !slices.ContainsFunc(tags, func(v any) bool { return !isColour(v) }) && aLimit(options)
	})},
}
