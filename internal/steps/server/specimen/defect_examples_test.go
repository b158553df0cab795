package specimen_test

import (
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/netem"
)

// exampleDefects are those that only one example of their check meets.
var exampleDefects = []defect{
	{id: "LIFE-17", name: "a tool that asks for roots waits for ever after a refusal", change: insistent("roots")},
	{id: "LIFE-17", name: "a tool that asks the user waits for ever after a refusal", change: insistent("elicit")},
	{id: "LIFE-18", name: "sessions of 2024-11-05 have no calls", change: unlikeOthers("2024-11-05", "tools/call")},
	{id: "LIFE-18", name: "sessions of 2025-03-26 have no list of prompts", change: unlikeOthers("2025-03-26", "prompts/list")},
	{id: "LIFE-19", name: "changes of lists have a list of params", change: notices(func(msg object) {
		if strings.HasSuffix(msg["method"].(string), "/list_changed") {
			msg["params"] = list{}
		}
	})},
	{id: "HL-17", name: "a stream that is resumed after an event of nobody ends without an answer", over: "http", change: func(v *server) {
		v.http.guard = func(_ http.ResponseWriter, r *http.Request) bool {
			if strings.HasPrefix(r.Header.Get("Last-Event-ID"), "mcpsim-no") {
				panic(http.ErrAbortHandler)
			}
			return false
		}
	}},
	{id: "STDIO-21", name: "a line with a line end of Unicode in it is dropped", over: "stdio", change: func(v *server) {
		v.stdio.line = func(_ *netem.Process, raw string) bool { return strings.ContainsAny(raw, "\u0085\u2028\u2029") }
	}},
}

// unlikeOthers fails a method in the sessions of a revision.
func unlikeOthers(revision, method string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.revision == revision {
			return nil, refuse(-32603, "Internal error")
		}
		return next(c)
	})
}
