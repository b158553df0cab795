package modern_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// correct is a server that keeps all of the specification.
func correct(clk clock.Clock) *server {
	v := &server{
		clk: clk, versions: []string{revision}, pageSize: 3, key: []byte("specimen"), ttl: 60000, scope: "public",
		metadata: judgeMeta, in: func(m object) object { return m }, out: func(_ *call, m object) []object { return []object{m} },
		verify: verified, agree: agreeing, encode: encode, web: defaultWeb(), running: map[string]*call{}, seen: object{},
	}
	v.wants = func(s *subscription, m string) bool { return s.filter[memberOf[m]] != nil }
	v.declared = object{
		"tools": object{"listChanged": true}, "prompts": object{}, "completions": object{}, "logging": object{},
		"resources":  object{"subscribe": true, "listChanged": true},
		"extensions": object{"com.example/x": object{}},
	}
	v.methods = map[string]handler{
		"server/discover": func(c *call) (object, *fault) {
			return v.cached(object{"supportedVersions": anyOf(v.versions), "capabilities": v.declared, "instructions": "a specimen"}), nil
		},
		"tools/list": func(c *call) (object, *fault) {
			var all list
			for _, t := range v.offered() {
				all = append(all, t.def)
			}
			return v.page(c, "tools", all)
		},
		"resources/list": func(c *call) (object, *fault) {
			var all list
			for _, r := range v.resources {
				all = append(all, r)
			}
			return v.page(c, "resources", all)
		},
		"resources/templates/list": func(c *call) (object, *fault) {
			return v.page(c, "resourceTemplates", list{object{"uriTemplate": "note:///{n}", "name": "note"}})
		},
		"prompts/list": func(c *call) (object, *fault) {
			var all list
			for _, p := range v.prompts {
				all = append(all, p)
			}
			return v.page(c, "prompts", all)
		},
		"tools/call": callTool, "resources/read": read, "prompts/get": prompt, "completion/complete": complete, "subscriptions/listen": listen,
	}
	v.resources = []object{{"uri": "note:///a", "name": "a"}, {"uri": "note:///b", "name": "b"}, {"uri": "note:///c", "name": "c"}, {"uri": "note:///d", "name": "d"}}
	v.prompts = []object{
		{"name": "hello", "arguments": list{object{"name": "who", "required": true}}}, {"name": "plain"},
		{"name": "interview"},
	}
	v.tools = specimenTools()
	return v
}

func (v *server) offered() []tool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.extra {
		return v.tools
	}
	return append(slices.Clone(v.tools), tool{def: object{"name": "zz_extra", "inputSchema": object{"type": "object"}, "annotations": object{"readOnlyHint": true}}, run: say("extra")})
}

func text(s string) list { return list{object{"type": "text", "text": s}} }

func say(s string) handler {
	return func(c *call) (object, *fault) { return c.result(object{"content": text(s)}), nil }
}

func wrong(c *call, s string) (object, *fault) {
	return c.result(object{"content": text(s), "isError": true}), nil
}

func callTool(c *call) (object, *fault) {
	name, _ := c.params["name"].(string)
	for _, t := range c.offered() {
		if t.name() != name {
			continue
		}
		arguments, _ := c.params["arguments"].(object)
		schema := t.def["inputSchema"].(object)
		for _, r := range asList(schema["required"]) {
			if arguments[r.(string)] == nil {
				return wrong(c, fmt.Sprintf("%s is missing", r))
			}
		}
		if n := mistyped(schema, arguments); n != "" {
			return wrong(c, n+" has the wrong type")
		}
		c.mu.Lock()
		c.calls++
		c.mu.Unlock()
		return t.run(c)
	}
	return nil, refuse(-32602, "Unknown tool")
}

// mistyped is the first member of another type than its schema has, also within members; "" = none.
func mistyped(schema, arguments object) string {
	properties, _ := schema["properties"].(object)
	for _, n := range slices.Sorted(maps.Keys(arguments)) {
		p, _ := properties[n].(object)
		if !typed(p["type"], arguments[n]) {
			return n
		}
		if within, is := arguments[n].(object); is && mistyped(p, within) != "" {
			return n + "." + mistyped(p, within)
		}
	}
	return ""
}

func typed(kind, value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return kind == nil || kind == "string"
	case json.Number:
		_, err := v.Int64()
		return kind == nil || kind == "number" || kind == "integer" && err == nil
	case object:
		return kind == nil || kind == "object"
	}
	return kind == nil
}

func read(c *call) (object, *fault) {
	uri, _ := c.params["uri"].(string)
	for _, r := range c.resources {
		if r["uri"] == uri {
			return c.cached(object{"contents": list{object{"uri": uri, "mimeType": "text/plain", "text": fmt.Sprint("of ", uri, " ", c.touches(uri))}}}), nil
		}
	}
	return nil, &fault{-32602, "Resource not found", object{"uri": uri}}
}

func (v *server) touches(uri string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if uri == "note:///a" {
		return v.touched
	}
	return 0
}

func prompt(c *call) (object, *fault) {
	arguments, _ := c.params["arguments"].(object)
	switch c.params["name"] {
	case "hello":
		if arguments["who"] == nil {
			return nil, refuse(-32602, "who is missing")
		}
	case "plain":
	case "interview":
		name, out, f := c.ask("elicitation/create", nameForm)
		if out != nil || f != nil {
			return out, f
		}
		return c.result(object{"messages": list{object{"role": "user", "content": object{"type": "text", "text": "I am " + name}}}}), nil
	default:
		return nil, refuse(-32602, "Unknown prompt")
	}
	return c.result(object{"messages": list{object{"role": "user", "content": object{"type": "text", "text": "hello"}}}}), nil
}

func complete(c *call) (object, *fault) {
	ref, _ := c.params["ref"].(object)
	if ref["name"] != "hello" && ref["uri"] != "note:///{n}" {
		return nil, refuse(-32602, "Unknown reference")
	}
	values := list{"Ada", "Bob"}
	if ref["uri"] != nil {
		values = list{}
		for _, r := range c.resources {
			values = append(values, r["name"])
		}
	}
	return c.result(object{"completion": object{"values": values, "total": len(values), "hasMore": false}}), nil
}

var nameForm = object{"mode": "form", "message": "Who are you?", "requestedSchema": object{"type": "object", "properties": object{"name": object{"type": "string"}}, "required": list{"name"}}}

// needs is the capability of a question.
var needs = map[string]string{"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}

func lacking(capabilities object) *fault {
	return &fault{-32021, "A capability is missing", object{"requiredCapabilities": capabilities}}
}

// ask returns what the client answers to a question, or what to answer the request with
// until it has.
func (c *call) ask(method string, params object) (answer string, out object, f *fault) {
	declared, can := c.client()[needs[method]]
	if modes := asObject(declared); can && method == "elicitation/create" && len(modes) > 0 && modes["form"] == nil {
		return "", nil, lacking(object{"elicitation": object{"form": object{}}})
	}
	if !can {
		return "", nil, lacking(object{needs[method]: object{}})
	}
	question := object{"method": method}
	if params != nil {
		question["params"] = params
	}
	again := c.result(object{"resultType": "input_required", "inputRequests": object{"q": question}, "requestState": c.sign(object{"n": 1, "greeting": "Hello"})})
	state, given := c.params["requestState"]
	raw, answered := c.params["inputResponses"]
	if given {
		text, ok := state.(string)
		if !ok {
			return "", nil, refuse(-32602, "requestState is no string")
		}
		if f := c.verify(c, text); f != nil {
			return "", nil, f
		}
	}
	if !given || !answered {
		return "", again, nil
	}
	responses, ok := raw.(object)
	if !ok {
		return "", nil, refuse(-32602, "inputResponses is no object")
	}
	one, there := responses["q"]
	if !there {
		return "", again, nil
	}
	response, ok := one.(object)
	if !ok {
		return "", nil, refuse(-32602, "an answer is no object")
	}
	said, f := c.heard(method, response)
	greeting, _ := stateOf(state.(string))["greeting"].(string)
	return greeting + " " + said, nil, f
}

// heard reads the answer of a client.
func (c *call) heard(method string, response object) (string, *fault) {
	if method == "sampling/createMessage" {
		content, ok := response["content"].(object)
		if !ok {
			return "", refuse(-32602, "the answer has no content")
		}
		return fmt.Sprint(content["text"]), nil
	}
	switch response["action"] {
	case "accept":
		content, ok := response["content"].(object)
		if !ok {
			return "", refuse(-32602, "the answer has no content")
		}
		return fmt.Sprint(content["name"]), nil
	case "decline", "cancel":
		return "nobody", nil
	}
	return "", refuse(-32602, "the answer has no action")
}

func asks(method string, params object) handler {
	return func(c *call) (object, *fault) {
		said, out, f := c.ask(method, params)
		if out != nil || f != nil {
			return out, f
		}
		return c.result(object{"content": text(said)}), nil
	}
}

func specimenTools() []tool {
	reading := object{"readOnlyHint": true}
	one := func(name string, properties object, required list, run handler) tool {
		schema := object{"type": "object", "properties": properties}
		if required != nil {
			schema["required"] = required
		}
		return tool{def: object{"name": name, "description": name, "inputSchema": schema, "annotations": reading}, run: run}
	}
	number := object{"type": "integer"}
	add := one("add", object{"a": number, "b": number}, list{"a", "b"}, func(c *call) (object, *fault) {
		arguments := c.params["arguments"].(object)
		a, _ := arguments["a"].(json.Number).Int64()
		b, _ := arguments["b"].(json.Number).Int64()
		return c.result(object{"content": text(fmt.Sprintf(`{"sum":%d}`, a+b)), "structuredContent": object{"sum": a + b}}), nil
	})
	add.def["outputSchema"] = object{"type": "object", "properties": object{"sum": number}, "required": list{"sum"}}
	change := one("change", object{}, nil, func(c *call) (object, *fault) {
		c.mu.Lock()
		c.extra = !c.extra
		c.touched++
		c.mu.Unlock()
		c.changed("notifications/tools/list_changed", nil)
		c.changed("notifications/resources/updated", object{"uri": "note:///a"})
		return c.result(object{"content": text("changed")}), nil
	})
	delete(change.def, "annotations")
	return []tool{
		add,
		one("echo", object{"text": object{"type": "string"}}, list{"text"}, func(c *call) (object, *fault) {
			return c.result(object{"content": text(c.params["arguments"].(object)["text"].(string))}), nil
		}),
		one("greet", object{}, nil, asks("elicitation/create", nameForm)),
		one("route", object{"region": object{"type": "string", "x-mcp-header": "Region"}, "count": object{"type": "integer", "x-mcp-header": "Count"}}, list{"region", "count"}, say("routed")),
		one("route2", object{"zone": object{"type": "string", "x-mcp-header": "Zone"}}, nil, say("routed")),
		one("route3", object{"target": object{"type": "object", "properties": object{"shelf": object{"type": "string", "x-mcp-header": "Shelf"}}}}, nil, say("routed")),
		one("slow", object{}, nil, func(c *call) (object, *fault) {
			c.log("debug")
			for i := range 4 {
				if c.stdio.stubborn {
					_ = c.pause(100 * time.Millisecond)
				} else if !c.wait(100 * time.Millisecond) {
					return nil, refuse(-32603, "cancelled")
				}
				c.progress(i + 1)
			}
			c.log("warning")
			return c.result(object{"content": text("done")}), nil
		}),
		one("summarize", object{}, nil, asks("sampling/createMessage", object{"messages": list{}, "maxTokens": 10})),
		change,
	}
}
