package modern_test

import (
	"fmt"
	"strings"
)

// asksBy lets a method ask for input wherever a client can be asked.
func asksBy(method string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.client()["elicitation"] != nil {
			return c.result(object{"resultType": "input_required", "inputRequests": object{"q": object{"method": "elicitation/create", "params": nameForm}}}), nil
		}
		return next(c)
	})
}

// answersTo changes what comes of answers to questions of a tool.
func answersTo(name string, wrap func(c *call, response object, next handler) (object, *fault)) func(*server) {
	return runs(name, func(c *call, next handler) (object, *fault) {
		if response := asObject(asObject(c.params["inputResponses"])["q"]); response != nil {
			return wrap(c, response, next)
		}
		return next(c)
	})
}

// secretForm is a form with a property more.
func secretForm(property string, schema object) func(*server) {
	return formOf(object{"mode": "form", "message": "x", "requestedSchema": object{"type": "object", "properties": object{property: schema}}})
}

// urlForm sends a user elsewhere.
func urlForm(url any) defect {
	return defect{id: "M-MRTR-15", over: "stdio", also: []string{"M-MRTR-11"}, change: formOf(object{"mode": "url", "message": "x", "url": url})}
}

func named(d defect, name string) defect { d.name = name; return d }

// verifies replaces what is asked of states.
func verifies(wrap func(c *call, state string, f *fault) *fault) func(*server) {
	return func(v *server) {
		next := v.verify
		v.verify = func(c *call, state string) *fault { return wrap(c, state, next(c, state)) }
	}
}

var moreRoundDefects = []defect{
	{id: "M-MRTR-01", name: "a list of tools asks for input", over: "stdio", also: []string{"M-MRTR-03"}, change: asksBy("tools/list")},
	{id: "M-MRTR-01", name: "a discovery asks for input", over: "http", also: []string{"M-MRTR-03"}, change: asksBy("server/discover")},
	{id: "M-MRTR-01", name: "a list of resources is a state", over: "stdio", change: handle("resources/templates/list", func(c *call, _ handler) (object, *fault) {
		return c.result(object{"resultType": "input_required", "requestState": "x"}), nil
	})},
	{id: "M-MRTR-02", name: "inputRequests is null, and there is no state", over: "stdio", change: questions(func(_ *call, r object) { r["inputRequests"] = nil; delete(r, "requestState") })},
	{id: "M-MRTR-18", name: "questions are of no type", over: "stdio", also: []string{"M-BASE-16", "M-FORM-06"}, change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			delete(r, "resultType")
		}
	})},
	{id: "M-MRTR-18", name: "a complete call has the questions of before", over: "http", change: only("tools/call", "slow", func(r object) { r["inputRequests"] = object{} })},
	{id: "M-MRTR-18", name: "a list has a state", over: "stdio", change: results(func(_ *call, r object) { r["requestState"] = "x" }, "tools/list")},
	{id: "M-MRTR-06", name: "a model is asked for no number of tokens", over: "stdio", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["inputRequests"] = object{"q": object{"method": "sampling/createMessage", "params": object{"messages": list{}}}}
		}
	})},
	{id: "M-MRTR-07", name: "answers are kept by the process", over: "http", change: func(v *server) {
		questions(func(c *call, r object) {
			c.mu.Lock()
			c.seen[fmt.Sprintf("%p", c.conn)] = true
			c.mu.Unlock()
			r["requestState"] = fmt.Sprintf("%p", c.conn)
		})(v)
		v.verify = func(c *call, state string) *fault {
			if state != fmt.Sprintf("%p", c.conn) {
				return refuse(-32602, "unknown state")
			}
			return nil
		}
	}, also: []string{"M-MRTR-04", "M-MRTR-09"}},
	{id: "M-MRTR-07", name: "rounds of prompts are kept by the process", over: "stdio", change: each(func() func(*server) {
		asked := map[*int]bool{}
		return handle("prompts/get", func(c *call, next handler) (object, *fault) {
			if c.params["inputResponses"] != nil && !asked[c.conn] {
				return nil, refuse(-32602, "unknown state")
			}
			asked[c.conn] = true
			return next(c)
		})
	})},
	{id: "M-MRTR-08", name: "who is asked holds up everyone", over: "stdio", also: []string{"M-MRTR-07"}, change: each(func() func(*server) {
		waiting := 0
		return both(questions(func(c *call, _ object) {
			c.mu.Lock()
			waiting++
			c.mu.Unlock()
		}), metaJudge(func(c *call, next func(*call) *fault) *fault {
			c.mu.Lock()
			full := waiting > 15
			if c.params["inputResponses"] != nil {
				waiting--
			}
			c.mu.Unlock()
			if full && c.params["inputResponses"] == nil {
				<-c.ctx.Done()
			}
			return next(c)
		}))
	})},
	{id: "M-MRTR-09", name: "a state is good for any tool", over: "stdio", change: verifies(func(c *call, state string, f *fault) *fault {
		if f != nil && strings.Contains(f.message, "another") && strings.HasPrefix(fmt.Sprint(stateOf(state)["for"]), "tools/call ") && c.method == "tools/call" {
			return nil
		}
		return f
	})},
	{id: "M-MRTR-09", name: "a state of a tool is good for a prompt", over: "stdio", change: verifies(func(c *call, state string, f *fault) *fault {
		if f != nil && strings.Contains(f.message, "another") && c.method == "prompts/get" {
			return nil
		}
		return f
	})},
	{id: "M-MRTR-04", name: "an empty state is as good as any", over: "stdio", change: verifies(func(_ *call, state string, f *fault) *fault {
		if state == "" {
			return nil
		}
		return f
	})},
	{id: "M-MRTR-05", name: "no answers at all are refused", over: "stdio", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if r, given := c.params["inputResponses"].(object); given && len(r) == 0 {
			return nil, refuse(-32602, "inputResponses is empty")
		}
		return next(c)
	})},
	{id: "M-MRTR-05", name: "a missing answer is taken for no", over: "http", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if r, given := c.params["inputResponses"].(object); given && r["q"] == nil {
			return say("Hello nobody")(c)
		}
		return next(c)
	})},
	{id: "M-MRTR-05", name: "of prompts an answer too many is refused", over: "stdio", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if r := asObject(c.params["inputResponses"]); len(r) > 1 {
			return nil, refuse(-32602, "unknown answer")
		}
		return next(c)
	})},
	{id: "M-MRTR-11", name: "a number as an answer is taken for yes", over: "stdio", change: runs("greet", func(c *call, next handler) (object, *fault) {
		if value, there := asObject(c.params["inputResponses"])["q"]; there && asObject(value) == nil {
			return say("Hello 7")(c)
		}
		return next(c)
	})},
	{id: "M-MRTR-11", name: "a list of answers is taken for none, and succeeds", over: "http", change: runs("greet", func(c *call, next handler) (object, *fault) {
		if value, there := c.params["inputResponses"]; there && asObject(value) == nil {
			return say("Hello nobody")(c)
		}
		return next(c)
	})},
	{id: "M-MRTR-11", name: "of prompts unknown actions are taken for yes", over: "stdio", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if asObject(asObject(c.params["inputResponses"])["q"])["action"] == "mcpsim" {
			return c.result(object{"messages": list{}}), nil
		}
		return next(c)
	})},
	{id: "M-MRTR-12", name: "who says cancel is never answered", over: "stdio", change: answersTo("greet", func(c *call, r object, next handler) (object, *fault) {
		if r["action"] == "cancel" {
			return nil, nil
		}
		return next(c)
	})},
	{id: "M-MRTR-12", name: "a prompt whose user says no is never answered", over: "http", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		if asObject(asObject(c.params["inputResponses"])["q"])["action"] == "decline" {
			<-c.ctx.Done()
			return nil, nil
		}
		return next(c)
	})},
	{id: "M-MRTR-12", name: "the process ends when a user cancels", over: "stdio", change: answersTo("greet", func(c *call, r object, next handler) (object, *fault) {
		if r["action"] == "cancel" {
			c.die()
			return nil, nil
		}
		return next(c)
	})},
	{id: "M-MRTR-14", name: "a form asks for a token of access", over: "stdio", change: secretForm("accessToken", object{"type": "string"})},
	{id: "M-MRTR-14", name: "a form asks for a secret by its title", over: "http", change: secretForm("value", object{"type": "string", "title": "Your password"})},
	{id: "M-MRTR-14", name: "a form asks for the number of a card", over: "stdio", change: secretForm("credit_card_number", object{"type": "string"})},
	named(urlForm(""), "a URL is empty"),
	named(urlForm("http://example.com/login"), "a URL is one of plain HTTP"),
	named(urlForm("https://example.com/login?password=geheim"), "a URL has a password"),
	{id: "M-MRTR-17", name: "the state of a prompt has 70 KiB", over: "stdio", change: questions(func(c *call, r object) {
		if c.method == "prompts/get" {
			r["requestState"] = strings.Repeat("x", 70<<10)
		}
	})},
	{id: "M-MRTR-17", name: "a state has a byte too many", over: "http", change: func(v *server) {
		questions(func(c *call, r object) {
			if c.params["name"] == "greet" {
				r["requestState"] = strings.Repeat("x", 64<<10)
			}
		})(v)
		v.verify = func(c *call, state string) *fault {
			if len(state) != 64<<10 {
				return verified(c, state)
			}
			return nil
		}
	}},
}
