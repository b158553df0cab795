package specimen_test

import (
	"slices"
	"sync"
)

// announced changes the notifications of a method.
func announced(method string, f func(s *session, msg object) []object) func(*server) {
	return outgoing(func(s *session, _ *call, msg object) []object {
		if msg["method"] == method {
			return f(s, msg)
		}
		return []object{msg}
	})
}

// stale lists the tools as they were when they were listed first.
func stale(v *server) {
	var once sync.Once
	var kept []object
	v.methods["tools/list"] = func(c *call) (object, *fault) {
		once.Do(func() { kept = c.toolDefs() })
		return page(c, "tools", kept)
	}
}

// toldALevel sends log messages only once a level was set.
var toldALevel = both(
	handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		c.slots["level"] = true
		return next(c)
	}),
	announced("notifications/message", func(s *session, msg object) []object {
		if s.slots["level"] == nil {
			return nil
		}
		return []object{msg}
	}),
)

func silent(*session, object) []object { return nil }

// values changes completions.
func values(change func(c *call, completion object)) func(*server) {
	return results(func(c *call, r object) {
		completion := with(r["completion"].(object))
		r["completion"] = completion
		change(c, completion)
	}, "completion/complete")
}

var utilityDefects = []defect{
	{id: "COMP-01", name: "completion is served but not declared", also: []string{"LIFE-13"}, change: declares("completions", nil)},
	{id: "COMP-01", name: "completion is declared but not served", also: []string{"LIFE-13", "LIFE-14", "COMP-03"}, change: unknown("completion/complete")},
	{id: "COMP-01", name: "completion of prompts is an error", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if contains(c.params, "ref/prompt") {
			return nil, refuse(-32601, "Only resources can be completed")
		}
		return next(c)
	})},
	{id: "COMP-01", name: "completion of templates is an error", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if contains(c.params, "ref/resource") {
			return nil, refuse(-32603, "Not implemented")
		}
		return next(c)
	})},
	{id: "COMP-01", name: "completions have no values", also: []string{"COMP-04"}, change: values(func(_ *call, o object) { delete(o, "values") })},
	{id: "COMP-01", name: "completions are a list beside the member completion", also: []string{"COMP-04"}, change: results(func(_ *call, r object) { r["values"] = list{"a"}; delete(r, "completion") }, "completion/complete")},
	{id: "COMP-01", name: "values of completions are objects", also: []string{"COMP-04"}, change: values(func(_ *call, o object) { o["values"] = list{object{"value": "a"}} })},
	{id: "COMP-02", name: "completions have 150 values", change: values(func(_ *call, o object) {
		all := list{}
		for _, c := range cities {
			all = append(all, c)
		}
		o["values"] = all
	})},
	{id: "COMP-02", name: "completions of a template have 101 values", change: values(func(c *call, o object) {
		if contains(c.params, "ref/resource") {
			all := list{}
			for _, c := range cities[:101] {
				all = append(all, c)
			}
			o["values"] = all
		}
	})},
	{id: "COMP-03", name: "completion for an unknown prompt is empty", change: refusal("completion/complete", object{"completion": object{"values": list{}}})},
	{id: "COMP-03", name: "completion for an unknown prompt is an internal error", change: recode(-32602, -32603, "completion/complete")},
	{id: "COMP-03", name: "completion for an unknown template is empty", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && contains(c.params, "ref/resource") {
			return object{"completion": object{"values": list{}}}, nil
		}
		return r, f
	})},
	{id: "COMP-03", name: "completion for an unknown template is an internal error", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && contains(c.params, "ref/resource") {
			f.code = -32603
		}
		return r, f
	})},
	{id: "LOG-01", name: "log messages are sent but logging is not declared", also: []string{"LIFE-13"}, change: both(declares("logging", nil), unknown("logging/setLevel"))},
	{id: "LOG-02", name: "any level is accepted", change: refusal("logging/setLevel", object{})},
	{id: "LOG-02", name: "an unknown level is an internal error", change: recode(-32602, -32603, "logging/setLevel")},
	{id: "LOG-02", name: "a missing level is accepted", change: handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		if c.params["level"] == nil {
			return object{}, nil
		}
		return next(c)
	})},
	{id: "LOG-02", name: "a level that is a number is accepted", change: handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		if _, isText := c.params["level"].(string); !isText {
			return object{}, nil
		}
		return next(c)
	})},
	{id: "LOG-02", name: "the level null is accepted", change: handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		if level, given := c.params["level"]; given && level == nil {
			return object{}, nil
		}
		return next(c)
	})},
	{id: "LOG-03", name: "nothing but debug is left out", change: runs("chatter", func(c *call, _ handler) (object, *fault) {
		for _, l := range levels {
			if l != "debug" || c.level == "debug" {
				c.write(c, object{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": l, "data": "x"}})
			}
		}
		return text("Said all"), nil
	})},
	{id: "LOG-03", name: "the level is not looked at", change: handle("logging/setLevel", func(*call, handler) (object, *fault) { return object{}, nil }), also: []string{"LOG-02"}},
	{id: "LOG-03", name: "the level filters the wrong way round", change: runs("chatter", func(c *call, _ handler) (object, *fault) {
		for i, l := range levels {
			if i <= slices.Index(levels, c.level) {
				c.write(c, object{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": l, "data": "x"}})
			}
		}
		return text("Said all"), nil
	})},
	{id: "LOG-03", name: "one level below the one that is set gets through", change: runs("chatter", func(c *call, _ handler) (object, *fault) {
		for i, l := range levels {
			if i+1 >= slices.Index(levels, c.level) {
				c.write(c, object{"jsonrpc": "2.0", "method": "notifications/message", "params": object{"level": l, "data": "x"}})
			}
		}
		return text("Said all"), nil
	})},
	{id: "LOG-03", name: "the level of one session is that of all", over: "http", change: handle("logging/setLevel", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		for _, s := range c.everyone() {
			s.level = c.level
		}
		return r, f
	})},
	{id: "LOG-01", name: "log messages have a level that does not exist", also: []string{"LOG-06", "BASE-06", "LOG-03"}, change: announced("notifications/message", func(_ *session, msg object) []object {
		return []object{with(msg, "params", with(msg["params"].(object), "level", "warn"))}
	})},
	{id: "LOG-01", name: "log messages have no data", also: []string{"LOG-06", "BASE-06"}, change: announced("notifications/message", func(_ *session, msg object) []object {
		return []object{with(msg, "params", with(msg["params"].(object), "data", nil))}
	})},
	{id: "LOG-06", name: "log messages have a message instead of data, and come once a level is set", also: []string{"BASE-06"},
		change: both(toldALevel, announced("notifications/message", func(_ *session, msg object) []object {
			return []object{with(msg, "params", object{"level": "info", "message": "text"})}
		}))},
	{id: "LOG-01", name: "a level can be set and is logged at, but logging is not declared", also: []string{"LIFE-13"}, change: both(toldALevel, declares("logging", nil))},
	{id: "SUB-07", name: "a change of the tools is not announced", change: announced("notifications/tools/list_changed", silent)},
	{id: "SUB-07", name: "a change of the resources is not announced", change: announced("notifications/resources/list_changed", silent)},
	{id: "SUB-07", name: "a change of the tools is announced as one of the prompts", change: announced("notifications/tools/list_changed", func(_ *session, msg object) []object {
		return []object{with(msg, "method", "notifications/prompts/list_changed")}
	})},
	{id: "SUB-07", name: "a change of the tools is announced under a wrong name", change: announced("notifications/tools/list_changed", func(_ *session, msg object) []object {
		return []object{with(msg, "method", "notifications/tools/listChanged")}
	})},
	{id: "SUB-08", name: "each tools/list announces a change", change: later("tools/list", 0, func(c *call) { c.notify("notifications/tools/list_changed", nil) })},
	{id: "SUB-08", name: "each prompts/list announces a change", change: later("prompts/list", 0, func(c *call) { c.notify("notifications/prompts/list_changed", nil) })},
	{id: "SUB-08", name: "each resources/read announces a change", change: later("resources/read", 0, func(c *call) { c.notify("notifications/resources/list_changed", nil) })},
	{id: "SUB-08", name: "a change of the tools is announced twice", change: announced("notifications/tools/list_changed", func(_ *session, msg object) []object { return []object{msg, msg} })},
	{id: "SUB-08", name: "a change of the tools is announced, and the list stays old", change: stale},
	{id: "SUB-08", name: "a change is announced every second", change: noted("notifications/initialized", func(s *session, _ object) {
		go func() {
			for range 40 {
				if s.pause(1) {
					return
				}
				s.notify("notifications/tools/list_changed", nil)
			}
		}()
	})},
	{id: "RES-05", name: "an update of a resource comes without a subscription", also: []string{"SUB-10"}, change: runs("touch", func(c *call, _ handler) (object, *fault) {
		c.notify("notifications/resources/updated", object{"uri": "note://1"})
		return text("Touched note 1"), nil
	})},
	{id: "SUB-09", name: "an update of the last resource never comes", change: both(announced("notifications/resources/updated", silent), func(v *server) {
		v.resources = append(v.resources[1:], v.resources[0])
	})},
	{id: "RES-08", name: "a template is completed, and leads to nothing", change: both(func(v *server) {
		v.templates = []object{{"uriTemplate": "page:///{n}", "name": "page"}}
	}, handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if ref, _ := c.params["ref"].(object); ref["uri"] == "page:///{n}" {
			return object{"completion": object{"values": []any{"one", "two"}}}, nil
		}
		return next(c)
	}))},
	{id: "SUB-09", name: "each second update of a resource is lost", change: everyOther(1)},
	{id: "SUB-09", name: "the first update of a resource is lost, and every other one after it", change: everyOther(0)},
	{id: "RES-05", name: "an update of a resource never comes", also: []string{"SUB-09"}, change: announced("notifications/resources/updated", silent)},
	{id: "RES-05", name: "an update names another resource", also: []string{"SUB-09"}, change: announced("notifications/resources/updated", func(_ *session, msg object) []object {
		return []object{with(msg, "params", object{"uri": "note://2"})}
	})},
	{id: "RES-05", name: "an update names no resource", also: []string{"SUB-09"}, change: announced("notifications/resources/updated", func(_ *session, msg object) []object {
		return []object{with(msg, "params", object{})}
	})},
	{id: "RES-05", name: "updates go on after unsubscribing", also: []string{"SUB-10"}, change: handle("resources/unsubscribe", func(*call, handler) (object, *fault) { return object{}, nil })},
	{id: "RES-05", name: "subscribing is an error", change: handle("resources/subscribe", func(*call, handler) (object, *fault) { return nil, refuse(-32603, "boom") })},
	{id: "RES-05", name: "subscribing does not exist", also: []string{"LIFE-13"}, change: unknown("resources/subscribe")},
	{id: "RES-05", name: "unsubscribing does not exist", also: []string{"LIFE-13"}, change: unknown("resources/unsubscribe")},
	{id: "RES-05", name: "subscribing is answered with a text", change: answers(func(_ *call, msg object) {
		if msg["result"] != nil {
			msg["result"] = "ok"
		}
	}, "resources/subscribe"), also: []string{"BASE-03"}},
}

// everyOther loses the updates of resources in a session whose number, from 0 on, leaves this rest.
func everyOther(rest int) func(*server) {
	return announced("notifications/resources/updated", func(s *session, msg object) []object {
		n, _ := s.slots["updates"].(int)
		if s.slots["updates"] = n + 1; n%2 == rest {
			return nil
		}
		return []object{msg}
	})
}
