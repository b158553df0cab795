package modern_test

import (
	"fmt"
	"strings"
)

// freshDefects are servers that are right at the first look at each thing alone.
var freshDefects = []defect{
	{id: "M-DISC-03", name: "any version is served to who has spoken the right one", over: "stdio", change: each(trusting)},
	{id: "M-DISC-03", name: "any version of a call is served to who has spoken the right one", over: "stdio", change: each(func() func(*server) {
		known := memory{}
		return metaJudge(func(c *call, next func(*call) *fault) *fault {
			f := next(c)
			c.mu.Lock()
			defer c.mu.Unlock()
			if known[c.conn] = known[c.conn] || f == nil; f != nil && f.code == -32022 && known[c.conn] && c.method == "tools/call" {
				return nil
			}
			return f
		})
	})},
	{id: "M-MRTR-09", name: "a state is good for other arguments", over: "stdio", change: both(ofText("summarize"), verifies(func(c *call, state string, f *fault) *fault {
		if f != nil && strings.Contains(f.message, "another") && strings.HasPrefix(fmt.Sprint(stateOf(state)["for"]), fmt.Sprint(c.method, " ", c.params["name"])) {
			return nil
		}
		return f
	}))},
	{id: "M-SUB-05", name: "only the newest subscription is told of anything", over: "stdio", also: []string{"M-SUB-17"}, change: func(v *server) {
		next := v.wants
		v.wants = func(s *subscription, m string) bool {
			s.c.mu.Lock()
			newest := len(s.c.subs) > 0 && s.c.subs[len(s.c.subs)-1] == s
			s.c.mu.Unlock()
			return newest && next(s, m)
		}
	}},
	{id: "M-FORM-09", name: "the params of an announcement are an array", also: []string{"M-SUB-04"}, change: telling("notifications/tools/list_changed", func(msg object) { msg["params"] = list{} })},
	{id: "M-FORM-09", name: "what progress says is an object", change: telling("notifications/progress", func(msg object) { asObject(msg["params"])["message"] = object{"text": "half"} })},
	{id: "M-FORM-09", name: "the total of progress is a text", change: telling("notifications/progress", func(msg object) { asObject(msg["params"])["total"] = "4" })},
	{id: "M-FORM-09", name: "what progress says is a number", over: "stdio", change: telling("notifications/progress", func(msg object) { asObject(msg["params"])["message"] = 1 })},
	{id: "M-FORM-09", name: "the total of progress is null", over: "http", change: telling("notifications/progress", func(msg object) { asObject(msg["params"])["total"] = nil })},
	{id: "M-STDIO-21", name: "U+2028 ends a line", over: "stdio", change: endsLinesAt("\u2028")},
	{id: "M-STDIO-21", name: "NEL ends a line", over: "stdio", change: endsLinesAt("\u0085")},
}

// ofText gives a tool a text as its argument.
func ofText(tool string) func(*server) {
	return redefines(tool, object{"inputSchema": object{"type": "object", "properties": object{"text": object{"type": "string"}}, "required": list{"text"}}})
}

// trusting serves any version on connections that have spoken the right one.
func trusting() func(*server) {
	known := memory{}
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		f := next(c)
		c.mu.Lock()
		defer c.mu.Unlock()
		if known[c.conn] = known[c.conn] || f == nil; f != nil && f.code == -32022 && known[c.conn] {
			return nil
		}
		return f
	})
}

// telling changes notifications of a method.
func telling(method string, change func(msg object)) func(*server) {
	return outgoing(func(_ *call, msg object) []object {
		if msg["method"] == method {
			change(msg)
		}
		return []object{msg}
	})
}

// endsLinesAt makes nothing of lines that have a character in them.
func endsLinesAt(character string) func(*server) {
	return func(v *server) {
		v.stdio.onLine = func(line string) bool { return !strings.Contains(line, character) }
	}
}
