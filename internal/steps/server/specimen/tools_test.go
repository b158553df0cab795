package specimen_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

func schema(required list, properties object) object {
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

var (
	readOnly = object{"readOnlyHint": true}
	harmless = object{"readOnlyHint": false, "destructiveHint": false}
)

func define(name, description string, hints, input object, run handler) tool {
	return tool{object{"name": name, "description": description, "annotations": hints, "inputSchema": input}, run}
}

func number(v any) float64 {
	n, _ := v.(json.Number)
	f, _ := n.Float64()
	return f
}

// tools are those of the correct server.
func tools() []tool {
	text1 := object{"type": "string", "description": "What to say"}
	sum := define("add", "Adds two numbers", readOnly, schema(list{"a", "b"}, object{"a": object{"type": "number"}, "b": object{"type": "number"}}), addTool)
	sum.def["outputSchema"] = schema(list{"sum"}, object{"sum": object{"type": "number"}})
	report := define("weather", "Tells the weather", readOnly, schema(list{"city"}, object{
		"city": object{"type": "string", "minLength": 1}, "unit": object{"type": "string", "enum": list{"C", "F"}},
		"days": object{"type": "integer", "minimum": 1, "maximum": 7}}), weatherTool)
	report.def["outputSchema"] = schema(list{"city", "days"}, object{"city": object{"type": "string"},
		"days": object{"type": "array", "items": schema(list{"high"}, object{"high": object{"type": "integer"}})}})
	return []tool{
		define("echo", "Says what it is told", readOnly, schema(list{"text"}, object{"text": text1}), echoTool), sum, report,
		define("slow", "Takes its time and reports progress", readOnly, schema(list{}, object{"seconds": object{"type": "integer", "minimum": 1, "maximum": 10}}), slowTool),
		define("chatter", "Logs at every level", readOnly, schema(list{}, object{}), chatterTool),
		define("roots", "Asks for the roots", readOnly, schema(list{}, object{}), asking("roots", "roots/list", nil)),
		define("sample", "Asks the model", readOnly, schema(list{}, object{}), asking("sampling", "sampling/createMessage", object{"maxTokens": 10, "messages": list{
			object{"role": "user", "content": object{"type": "text", "text": "Hello?"}}}})),
		define("elicit", "Asks the user", readOnly, schema(list{}, object{}), asking("elicitation", "elicitation/create", object{
			"message": "Your name?", "requestedSchema": object{"type": "object", "properties": object{"name": object{"type": "string"}}, "required": list{"name"}}})),
		define("touch", "Changes note 1", harmless, schema(list{}, object{}), touchTool),
		define("add_note", "Adds a note", harmless, schema(list{}, object{}), addNoteTool),
		define("toggle", "Adds or removes the tool extra", harmless, schema(list{}, object{}), toggleTool),
		define("picture", "Shows a picture and a link", readOnly, schema(list{}, object{}), pictureTool),
		define("fail", "Fails", readOnly, schema(list{}, object{}), func(*call) (object, *fault) { return wrong("It failed"), nil }),
	}
}

func echoTool(c *call) (object, *fault) { return text("%s", c.params["text"]), nil }

func structured(o object) object { return with(text("%s", encode(o)), "structuredContent", o) }

func addTool(c *call) (object, *fault) {
	return structured(object{"sum": number(c.params["a"]) + number(c.params["b"])}), nil
}

func weatherTool(c *call) (object, *fault) {
	days := list{}
	for i := range max(1, int(number(c.params["days"]))) {
		days = append(days, object{"high": 20 + i})
	}
	return structured(object{"city": c.params["city"], "days": days}), nil
}

func slowTool(c *call) (object, *fault) {
	seconds := number(c.params["seconds"])
	if seconds == 0 {
		seconds = 1
	}
	const steps = 4
	for i := range steps {
		if !c.wait(time.Duration(seconds * float64(time.Second) / steps)) {
			return nil, nil
		}
		c.progress(float64(i+1), steps)
	}
	return text("Done after %v s", seconds), nil
}

func chatterTool(c *call) (object, *fault) {
	for _, l := range levels {
		c.log(l, "This is "+l)
	}
	return text("Said all"), nil
}

// asking asks the client something if it can be asked.
func asking(capability, method string, params object) handler {
	return func(c *call) (object, *fault) {
		if _, can := c.client[capability]; !can {
			return wrong("The client has no %s", capability), nil
		}
		answer, err := c.ask(method, params)
		if err != nil {
			return wrong("%s", err), nil
		}
		return text("The client said %s", encode(answer)), nil
	}
}

func touchTool(c *call) (object, *fault) {
	c.mu.Lock()
	i := slices.IndexFunc(c.resources, func(r resource) bool { return r.def["uri"] == "note://1" })
	c.touched++
	body := object{"uri": "note://1", "mimeType": "text/plain", "text": fmt.Sprintf("Note 1, touched %d times", c.touched)}
	if i >= 0 {
		c.resources[i].read = func() object { return body }
	}
	c.mu.Unlock()
	c.updated("note://1")
	return text("Touched note 1"), nil
}

func addNoteTool(c *call) (object, *fault) {
	c.mu.Lock()
	c.noted++
	uri, body := fmt.Sprintf("memo://%d", c.noted), fmt.Sprintf("Memo %d", c.noted)
	c.resources = append(c.resources, resource{object{"uri": uri, "name": body, "mimeType": "text/plain"},
		func() object { return object{"uri": uri, "mimeType": "text/plain", "text": body} }})
	c.mu.Unlock()
	if c.declared["resources"] != nil {
		c.broadcast("notifications/resources/list_changed")
	}
	return text("Added %s", uri), nil
}

func toggleTool(c *call) (object, *fault) {
	c.mu.Lock()
	last := len(c.tools) - 1
	if c.tools[last].name() == "extra" {
		c.tools = c.tools[:last]
	} else {
		c.tools = append(c.tools, define("extra", "Is there now and then", readOnly, schema(list{}, object{}),
			func(*call) (object, *fault) { return text("Here I am"), nil }))
	}
	c.mu.Unlock()
	c.broadcast("notifications/tools/list_changed")
	return text("Toggled"), nil
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func pictureTool(c *call) (object, *fault) {
	content := list{object{"type": "image", "data": pixel, "mimeType": "image/png"}}
	if c.revision >= "2025-06-18" {
		content = append(content, object{"type": "resource_link", "uri": "note://1", "name": "Note 1"})
	}
	return object{"content": content}, nil
}

func resources() []resource {
	out := []resource{}
	add := func(def object, body object) {
		body["uri"] = def["uri"]
		if def["mimeType"] != nil {
			body["mimeType"] = def["mimeType"]
		}
		out = append(out, resource{def, func() object { return body }})
	}
	add(object{"uri": "file:///docs/readme.md", "name": "readme", "title": "Read me", "mimeType": "text/markdown", "size": 9}, object{"text": "# Read me"})
	add(object{"uri": "file:///docs/%C3%BCber.txt", "name": "über", "mimeType": "text/plain"}, object{"text": "Grüße 🚀"})
	add(object{"uri": "file:///docs/pixel.png", "name": "pixel", "mimeType": "image/png"}, object{"blob": pixel})
	add(object{"uri": "note://1", "name": "Note 1", "mimeType": "text/plain"}, object{"text": "Note 1"})
	for i := 2; i <= 7; i++ {
		add(object{"uri": fmt.Sprintf("note://%d", i), "name": fmt.Sprintf("Note %d", i)}, object{"text": fmt.Sprintf("Note %d", i)})
	}
	return out
}

func templates() []object {
	return []object{{"uriTemplate": "note://{id}", "name": "Notes", "description": "Notes 1 to 9", "mimeType": "text/plain"}}
}

func prompts() []prompt {
	argument := func(name string, required bool) object {
		return object{"name": name, "description": "The " + name, "required": required}
	}
	return []prompt{
		{object{"name": "greet", "description": "Says hello"}, func(object) string { return "Hello!" }},
		{object{"name": "report", "description": "Writes a report", "arguments": list{argument("city", true), argument("style", false)}},
			func(args object) string { return fmt.Sprintf("Write about %v", args["city"]) }},
	}
}

// unchecked lets a tool run with any arguments.
func unchecked(f func(c *call, name string, args object) (object, *fault)) func(*server) {
	return handle("tools/call", func(c *call, next handler) (object, *fault) {
		name, _ := c.params["name"].(string)
		t, known := c.tool(name)
		args, _ := c.params["arguments"].(object)
		if !known {
			return next(c)
		}
		if err := conform(t.def["inputSchema"].(object), args, "arguments"); err != nil && args != nil {
			if r, e := f(c, name, args); r != nil || e != nil {
				return r, e
			}
		}
		return next(c)
	})
}

// structuredAs replaces the structured content of a tool.
func structuredAs(name string, o any) func(*server) {
	return runs(name, func(*call, handler) (object, *fault) {
		return with(text("%s", encode(o)), "structuredContent", o), nil
	})
}
