package modern_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
)

// innocent is a server that is correct but unusual: no check may blame it.
type innocent struct {
	name   string
	over   string   // the only transport; "" = both
	blame  []string // ids of checks that blame it all the same, rightly in part
	change func(v *server)
}

var innocents = []innocent{
	{name: "the correct server"},
	{name: "everything is answered with event streams", over: "http", change: func(v *server) { v.web.streams = func(*call) bool { return true } }},
	{name: "nothing is answered with event streams", over: "http", change: func(v *server) { v.web.streams = func(*call) bool { return false } }},
	{name: "each page has one item, for a moment and one user", over: "stdio", change: func(v *server) { v.pageSize, v.ttl, v.scope = 1, 0, "private" }},
	{name: "sessions are opened, too", over: "stdio", change: func(v *server) { v.legacy = true }},
	{name: "a token is wanted", over: "http", change: guarded(func(*guard) {})},
	{name: "calls are answered with tasks", change: plainTasks},
	{name: "calls need tasks, and tasks are told of to nobody", over: "stdio", change: both(requiredTasks, func(v *server) { v.agree = agreeing })},
	{name: "every result has a member more", over: "stdio", change: both(plainTasks, results(func(_ *call, r object) { r["x-extra"] = true }))},
	{name: "prompts only", over: "stdio", change: func(v *server) {
		v.declared = object{"prompts": object{}}
		for m := range v.methods {
			if !strings.HasPrefix(m, "prompts/") && m != "server/discover" && m != "subscriptions/listen" {
				delete(v.methods, m)
			}
		}
	}},
	{name: "what a tool gives is a number", over: "stdio", change: func(v *server) {
		for _, t := range v.tools {
			if t.def["outputSchema"] != nil {
				t.def["outputSchema"] = object{"type": "integer"}
			}
		}
		was := v.methods["tools/call"]
		v.methods["tools/call"] = func(c *call) (object, *fault) {
			r, f := was(c)
			if o, ok := r["structuredContent"].(object); ok {
				r["structuredContent"], r["content"] = o["sum"], text(fmt.Sprint(o["sum"]))
			}
			return r, f
		}
	}},
	{name: "text is escaped", over: "stdio", change: wire(func(s string) string {
		var out strings.Builder
		for _, r := range s {
			if r < 128 {
				out.WriteRune(r)
				continue
			}
			text, _ := json.Marshal(string(r))
			out.WriteString(escaped(string(text)))
		}
		return out.String()
	})},
}

// escaped is a character outside ASCII as JSON escapes it.
func escaped(quoted string) string {
	var out strings.Builder
	for _, u := range utf16.Encode([]rune(strings.Trim(quoted, `"`))) {
		const hex = "0123456789abcdef"
		out.WriteString(`\u` + string([]byte{hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15]}))
	}
	return out.String()
}
