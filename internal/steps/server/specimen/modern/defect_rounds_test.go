package modern_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
)

// questions changes what results ask for.
func questions(change func(c *call, r object)) func(*server) {
	return results(func(c *call, r object) {
		if r["resultType"] == "input_required" {
			change(c, r)
		}
	})
}

// formOf replaces the params of questions to users, of clients that have the mode.
func formOf(params object) func(*server) {
	return askedAs(params, func(c *call) bool { return params["mode"] != "url" || c.opensURLs() })
}

func askedAs(params object, of func(c *call) bool) func(*server) {
	return questions(func(c *call, r object) {
		q := r["inputRequests"].(object)["q"].(object)
		if q["method"] == "elicitation/create" && of(c) {
			r["inputRequests"] = object{"q": object{"method": q["method"], "params": params}}
		}
	})
}

// able adds capabilities that the client has not declared.
func able(where func(c *call) bool) func(*server) {
	return metaJudge(func(c *call, next func(*call) *fault) *fault {
		f := next(c)
		if f == nil && where(c) {
			c.meta = with(c.meta, object{prefix + "clientCapabilities": object{"elicitation": object{}, "sampling": object{}, "roots": object{}}})
		}
		return f
	})
}

var roundDefects = []defect{
	{id: "M-MRTR-01", name: "completion/complete asks for input", change: handle("completion/complete", func(c *call, _ handler) (object, *fault) {
		return c.result(object{"resultType": "input_required", "requestState": "x"}), nil
	}), also: []string{"M-COMP-03", "M-FORM-07", "M-COMP-01"}},
	{id: "M-MRTR-02", name: "a result asks for nothing", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			delete(r, "inputRequests")
			delete(r, "requestState")
		}
	})},
	{id: "M-MRTR-18", name: "a complete result has a state", change: results(func(c *call, r object) {
		if r["resultType"] == "complete" {
			r["requestState"] = "x"
		}
	}, "prompts/get")},
	{id: "M-MRTR-06", name: "a question is of an unknown kind", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["inputRequests"] = object{"q": object{"method": "ping"}}
		}
	})},
	{id: "M-MRTR-06", name: "questions are a list", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["inputRequests"] = list{r["inputRequests"].(object)["q"]}
		}
	})},
	{id: "M-MRTR-03", name: "clients are asked whatever they can do", change: able(always)},
	{id: "M-MRTR-03", name: "capabilities are remembered", change: func(v *server) {
		could := false
		able(func(c *call) bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			_, can := c.client()["elicitation"]
			could = could || can
			return could
		})(v)
	}},
	{id: "M-MRTR-03", name: "a mode is used that was not declared", change: both(askedAs(object{"mode": "url", "message": "x", "url": "https://example.com/login", "elicitationId": "1"}, always), able(always))},
	{id: "M-BASE-24", name: "missing capabilities are -32602", change: coded(-32021, -32602)},
	{id: "M-BASE-24", name: "missing capabilities are not named", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32021 {
			e["data"] = object{}
		}
	})},
	{id: "M-BASE-24", name: "another capability is named", change: errors(func(_ *call, _, e object) {
		if e["code"] == -32021 {
			e["data"] = object{"requiredCapabilities": object{"roots": object{}}}
		}
	})},
	{id: "M-MRTR-07", name: "each process has a key of its own", over: "stdio", change: func(v *server) { v.key = []byte(fmt.Sprintf("%p", v)) }},
	{id: "M-MRTR-07", name: "states are kept by the connection", change: boundStates()},
	{id: "M-MRTR-08", name: "ten questions are too many", change: func(v *server) {
		n := 0
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			out, f := next(c)
			c.mu.Lock()
			defer c.mu.Unlock()
			if out["resultType"] == "input_required" {
				if n++; n > 12 {
					return nil, refuse(-32603, "too many questions")
				}
			}
			return out, f
		})(v)
	}, also: []string{"M-MRTR-05", "M-MRTR-12", "M-MRTR-07", "M-MRTR-03"}},
	{id: "M-MRTR-04", name: "states are not verified", also: []string{"M-MRTR-09"}, change: func(v *server) { v.verify = func(*call, string) *fault { return nil } }},
	{id: "M-MRTR-04", name: "states are verified by their length", also: []string{"M-MRTR-09"}, change: func(v *server) {
		v.verify = func(c *call, state string) *fault {
			if len(state) < 60 {
				return refuse(-32602, "too short")
			}
			return nil
		}
	}},
	{id: "M-MRTR-04", name: "states are JSON in base64, and read without a signature", also: []string{"M-MRTR-09"}, change: unsignedStates},
	{id: "M-MRTR-02", name: "the state of a prompt or a tool is an object", change: questions(func(c *call, r object) {
		if c.params["name"] == "summarize" {
			r["requestState"] = object{"step": 1}
		}
	})},
	{id: "M-MRTR-06", name: "a question to a user has no params", change: formOf(nil)},
	{id: "M-MRTR-06", name: "a form has a list of objects in it", change: formOf(object{"message": "x", "requestedSchema": object{"type": "object", "properties": object{
		"name": object{"type": "string"}, "places": object{"type": "array", "items": object{"type": "object"}}}}})},
	{id: "M-MRTR-06", name: "a form has an object in it", change: formOf(object{"message": "x", "requestedSchema": object{"type": "object", "properties": object{
		"name": object{"type": "string"}, "address": object{"type": "object"}}}})},
	{id: "M-MRTR-09", name: "a state is good for any request", change: func(v *server) {
		next := v.verify
		v.verify = func(c *call, state string) *fault {
			if f := next(c, state); f != nil && !strings.Contains(f.message, "another") {
				return f
			}
			return nil
		}
	}},
	{id: "M-MRTR-05", name: "an answer too many is refused", change: withResponses(func(r object) *fault {
		if len(r) > 1 {
			return refuse(-32602, "unknown answer")
		}
		return nil
	})},
	{id: "M-MRTR-05", name: "a missing answer is refused", change: withResponses(func(r object) *fault {
		if r["q"] == nil {
			return refuse(-32602, "answer missing")
		}
		return nil
	})},
	{id: "M-MRTR-11", name: "malformed answers are taken", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if raw, given := c.params["inputResponses"]; given {
			if _, ok := raw.(object); !ok {
				return say("fine")(c)
			}
		}
		return next(c)
	})},
	{id: "M-MRTR-11", name: "unknown actions are taken for yes", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		out, f := next(c)
		if f != nil && strings.Contains(f.message, "no action") {
			return say("fine")(c)
		}
		return out, f
	})},
	{id: "M-MRTR-12", name: "the program dies of a user who says no", over: "http", change: func(v *server) {
		handle("tools/call", func(c *call, next handler) (object, *fault) {
			if strings.Contains(string(encode(c.params["inputResponses"])), `"decline"`) {
				v.web.dies()
				return nil, nil
			}
			return next(c)
		})(v)
	}},
	{id: "M-MRTR-12", name: "a user who says no is never answered", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		if asObject(asObject(c.params["inputResponses"])["q"])["action"] == "decline" {
			<-c.ctx.Done()
			return nil, nil
		}
		return next(c)
	})},
	{id: "M-MRTR-14", name: "a form asks for a password", change: formOf(object{"mode": "form", "message": "x", "requestedSchema": object{"type": "object", "properties": object{"name": object{"type": "string"}, "password": object{"type": "string"}}}})},
	{id: "M-MRTR-15", name: "a URL is relative", change: formOf(object{"mode": "url", "message": "x", "url": "/login"}), also: []string{"M-MRTR-11"}},
	{id: "M-MRTR-15", name: "a URL has a token", change: formOf(object{"mode": "url", "message": "x", "url": "https://example.com/?access_token=1"}), also: []string{"M-MRTR-11"}},
	{id: "M-MRTR-17", name: "a state has 100 KiB", change: func(v *server) {
		v.resources[0]["name"] = "a"
		v.big = strings.Repeat("x", 100<<10)
	}},
}

func withResponses(judge func(object) *fault) func(*server) {
	return handle("tools/call", func(c *call, next handler) (object, *fault) {
		if r, ok := c.params["inputResponses"].(object); ok {
			if f := judge(r); f != nil {
				return nil, f
			}
		}
		return next(c)
	})
}

// unsignedStates are those of a server that keeps the request in them, and takes them as they
// come.
func unsignedStates(v *server) {
	questions(func(c *call, r object) {
		r["requestState"] = base64.StdEncoding.EncodeToString(encode(object{"name": c.params["name"], "nonce": "1f"}))
	})(v)
	v.verify = func(c *call, state string) *fault {
		text, err := base64.StdEncoding.DecodeString(state)
		var kept struct{ Name string }
		if err != nil || json.Unmarshal(text, &kept) != nil || kept.Name != c.params["name"] {
			return refuse(-32602, "a state of another request")
		}
		return nil
	}
}

func boundStates() func(*server) {
	return func(v *server) {
		given := map[string]*int{}
		questions(func(c *call, r object) {
			c.mu.Lock()
			given[fmt.Sprint(c.conn)] = c.conn
			c.mu.Unlock()
		})(v)
		next := v.verify
		v.verify = func(c *call, state string) *fault {
			c.mu.Lock()
			here := given[fmt.Sprint(c.conn)] != nil
			c.mu.Unlock()
			if !here {
				return refuse(-32602, "unknown state")
			}
			return next(c, state)
		}
	}
}
