package modern_test

import (
	"fmt"
	"net/http"
	"strings"
)

// asksTwice lets the tool greet ask for a name, and then for one more.
func asksTwice(v *server) {
	runs("greet", func(c *call, next handler) (object, *fault) {
		text, _ := c.params["requestState"].(string)
		answer := asObject(asObject(c.params["inputResponses"])["q"])
		if answer["action"] != "accept" || text == "" || c.verify(c, text) != nil || fmt.Sprint(stateOf(text)["n"]) == "2" {
			return next(c)
		}
		if _, f := c.heard("elicitation/create", answer); f != nil {
			return nil, f
		}
		if _, isText := asObject(answer["content"])["name"].(string); !isText {
			return nil, refuse(-32602, "the name is no text")
		}
		return c.result(object{"resultType": "input_required", "requestState": c.sign(object{"n": 2, "greeting": "Hello"}),
			"inputRequests": object{"q": object{"method": "elicitation/create", "params": with(nameForm, object{"message": "And of your friend?"})}}}), nil
	})(v)
}

// formless asks the client for its directories wherever a user would be asked.
func formless(v *server) {
	results(func(_ *call, r object) {
		for key := range asObject(r["inputRequests"]) {
			r["inputRequests"] = object{key: object{"method": "roots/list"}}
		}
	})(v)
}

var moreInnocents = []innocent{
	{name: "descriptions tell how often they were read", change: func(v *server) {
		n := 0
		results(func(c *call, r object) {
			items := append(list{}, asList(r["prompts"])...)
			c.mu.Lock()
			defer c.mu.Unlock()
			for i := range items {
				n++
				items[i] = with(asObject(items[i]), object{"description": fmt.Sprint("read ", n, " times")})
			}
			r["prompts"] = items
		}, "prompts/list")(v)
	}},
	{name: "arguments that are null are refused", over: "http", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		for _, value := range asObject(c.params["arguments"]) {
			if value == nil {
				return nil, refuse(-32602, "an argument is null")
			}
		}
		return next(c)
	})},
	{name: "the metadata may be read by the page that asks", over: "http", change: guarded(func(g *guard) { g.shared, g.echoed = "", true })},
	{name: "the token of --broad-token is not accepted", over: "http", change: guarded(func(g *guard) { g.known = []string{"Bearer good", "Bearer narrow"} })},
	{name: "tasks are made, and there are no subscriptions to lists that change, as it says", blame: []string{"M-SUB-01", "M-HM-27"}, change: both(offersTasks(func(*tasking) {}), func(v *server) { delete(v.methods, "subscriptions/listen") })},
	{name: "two questions of a task are open at once", blame: []string{"M-TASK-09"}, change: offersTasks(func(k *tasking) { k.places, k.keys = true, [2]string{"1", "2"} })},
	{name: "what a question comes to names the time", change: func(v *server) {
		n := 0
		results(func(c *call, r object) {
			if c.params["requestState"] != nil && r["content"] != nil {
				n++
				r["content"] = list{object{"type": "text", "text": fmt.Sprint("at ", n)}}
			}
		}, "tools/call")(v)
	}},
	{name: "a model is asked, and no user", over: "stdio", change: formless},
	{name: "an empty state is none", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if c.params["requestState"] == "" {
			c.params = with(c.params, object{"requestState": nil})
		}
		return next(c)
	})},
	{name: "a tool asks twice", over: "stdio", change: asksTwice},
	{name: "a form asks for a limit of tokens, and for a kind of card", over: "stdio", change: formOf(with(nameForm, object{"requestedSchema": object{"type": "object", "properties": object{
		"name": object{"type": "string"}, "token_limit": object{"type": "string"}, "card_type": object{"type": "string"}, "postcard": object{"type": "string"}}, "required": list{"name"}}}))},
	{name: "a name beside a method that has none is refused", over: "http", change: refusesWhere(-32020, func(c *call, h http.Header) bool {
		return mirroredNames[c.method] == "" && h.Get("Mcp-Name") != ""
	})},
	{name: "a change of a resource is told twice", over: "stdio", change: told(isUpdate, func(_ *call, msg object) []object { return []object{msg, msg} })},
	{name: "requests are judged one after the other", over: "http", change: func(v *server) {
		turn := make(chan struct{}, 1)
		metaJudge(func(c *call, next func(*call) *fault) *fault {
			turn <- struct{}{}
			defer func() { <-turn }()
			return next(c)
		})(v)
	}},
	{name: "a token is wanted, and every answer ends its connection", over: "http", change: both(guarded(func(*guard) {}), func(v *server) {
		v.web.head = func(h http.Header) { h.Set("Connection", "close") }
	})},
	{name: "what is mirrored has a name that ends in key", over: "http", change: annotatedAs("sortKey", "Sort-Key")},
	{name: "errors tell of names that are not ASCII", change: errors(func(c *call, _, e object) {
		if name, ok := c.params["name"].(string); ok {
			e["message"] = strings.TrimSpace(fmt.Sprint(e["message"], " ", name))
		}
	})},
}
