package specimen_test

import (
	"context"
	"maps"
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
	{id: "LIFE-17", name: "a form that is accepted is taken as it is", change: runs("elicit", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f == nil && contains(r, "accept") {
			return text("Thank you"), nil
		}
		return r, f
	})},
	{id: "CAN-01", name: "a call that has no answer any more goes on to report progress", over: "http", change: runs("slow", func(c *call, _ handler) (object, *fault) {
		for i := range 10 {
			_ = clock.Sleep(context.Background(), c.clk, 100*time.Millisecond)
			c.report(i + 1)
		}
		if c.ctx.Err() != nil {
			return nil, nil
		}
		return text("Done"), nil
	})},
	{id: "CAN-01", name: "a cancellation ends all calls of the tool", over: "stdio", change: cancelling(func(s *session, id any, next func()) {
		named := s.runs(id)
		s.mu.Lock()
		for _, c := range s.running {
			if named != nil && c.method == "tools/call" && c.params["name"] == named.params["name"] {
				c.cancelled = true
				c.stop()
			}
		}
		s.mu.Unlock()
		next()
	})},
	{id: "LIFE-10", name: "a model is asked to look at what other servers say", change: runs("sample", askingInstead("sampling", "sampling/createMessage", object{
		"maxTokens": 10, "includeContext": "allServers", "messages": list{object{"role": "user", "content": object{"type": "text", "text": "Hello?"}}}}))},
	{id: "RES-01", name: "a name of a template that nothing has is an internal error", over: "stdio", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if uri, _ := c.params["uri"].(string); f != nil && strings.Contains(uri, "mcpsim-no-such-name") {
			return nil, refuse(-32603, "no such name")
		}
		return r, f
	})},
	{id: "SUB-10", name: "who has subscribed to one resource is told of all", change: runs("touch", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		other := !c.subs["note://1"] && slices.Contains(slices.Collect(maps.Values(c.subs)), true)
		c.mu.Unlock()
		r, f := next(c)
		if other {
			c.notify("notifications/resources/updated", object{"uri": "note://1"})
		}
		return r, f
	})},
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
					content.(object)["text"] = "Not yet.\n"
				}
			}
		}
		return r, f
	})},
	{name: "what is not filled in is asked for again", change: runs("elicit", func(c *call, _ handler) (object, *fault) {
		if _, can := c.client["elicitation"]; !can {
			return wrong("The client has no elicitation"), nil
		}
		for range 3 {
			answer, err := c.ask("elicitation/create", object{"message": "Your name?", "requestedSchema": object{
				"type": "object", "properties": object{"name": object{"type": "string"}}, "required": list{"name"}}})
			if err != nil {
				return wrong("%s", err), nil
			}
			said, _ := answer["content"].(object)
			if _, isText := said["name"].(string); isText || answer["action"] != "accept" {
				return text("The user has said %s", answer["action"]), nil
			}
		}
		return wrong("There is no name"), nil
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
