package specimen_test

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// mixedDefects mix up what requests at the same time are about, or a revision with what it begins like.
var mixedDefects = []defect{
	{id: "BASE-01", name: "prompts at the same time get each other's messages", change: mixing("prompts/get", anyCall)},
	{id: "BASE-01", name: "completions at the same time get each other's values", over: "stdio", change: mixing("completion/complete", anyCall)},
	{id: "BASE-01", name: "tools at the same time get each other's results", over: "stdio", change: mixing("tools/call", func(c *call) bool { return c.params["name"] == "add" || c.params["name"] == "weather" })},
	{id: "BASE-01", name: "what is read at the same time has the contents of the last URI", change: lastURI},
	{id: "LIFE-03", name: "what begins like a revision is echoed", over: "stdio", change: negotiates(func(o string) string {
		if slices.Contains(accepted, o) || slices.ContainsFunc(accepted, func(known string) bool { return strings.HasPrefix(o, known) }) {
			return o
		}
		return accepted[len(accepted)-1]
	})},
	{id: "HL-30", name: "what begins like a revision is served in the header", over: "http", change: headerless(vers, func(r *http.Request) bool {
		return slices.ContainsFunc(accepted, func(known string) bool { return strings.HasPrefix(r.Header.Get(vers), known) })
	})},
	{id: "HL-30", name: "revisions of the future are served in the header", over: "http", change: headerless(vers, func(r *http.Request) bool { return r.Header.Get(vers) > "2025-11-25" && r.Header.Get(vers) < "3" })},
}

// lastURI reads what was asked for last, under the URI that was asked for.
func lastURI(v *server) {
	var latest any
	handle("resources/read", func(c *call, next handler) (object, *fault) {
		own := c.params["uri"]
		latest = own
		_ = clock.Sleep(c.ctx, c.clk, time.Millisecond)
		c.params = with(c.params, "uri", latest)
		r, f := next(c)
		if contents, _ := r["contents"].(list); f == nil {
			for _, content := range contents {
				content.(object)["uri"] = own
			}
		}
		return r, f
	})(v)
}

// mixedInnocents are correct although answers to different requests are alike, or change.
var mixedInnocents = []innocent{
	{name: "all resources say the same", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if contents, _ := r["contents"].(list); f == nil {
			for _, content := range contents {
				if _, isText := content.(object)["text"]; isText {
					content.(object)["text"] = "not yet written"
				}
			}
		}
		return r, f
	})},
	{name: "prompts are counted", change: func(v *server) {
		n := 0
		handle("prompts/get", func(c *call, next handler) (object, *fault) {
			r, f := next(c)
			if f == nil {
				n++
				r["messages"] = append(slices.Clone(r["messages"].(list)), object{"role": "user", "content": object{"type": "text", "text": string(rune('a' + n%2))}})
			}
			return r, f
		})(v)
	}},
}
