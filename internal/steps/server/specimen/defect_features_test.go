package specimen_test

import (
	"strings"
)

// refusal answers with a result what is refused.
func refusal(method string, result object) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil {
			return result, nil
		}
		return r, f
	})
}

// items changes each item of a list.
func items(method, member string, change func(i int, item object)) func(*server) {
	return results(func(_ *call, r object) {
		all, _ := r[member].(list)
		out := list{}
		for i, o := range all {
			item := with(o.(object))
			change(i, item)
			out = append(out, item)
		}
		r[member] = out
	}, method)
}

func renamed(from, to string) func(*server) {
	return func(v *server) { redefines(from, "name", to)(v) }
}

func contents(uri string, members ...any) func(*server) {
	return results(func(c *call, r object) {
		if c.params["uri"] == uri {
			r["contents"] = list{with(r["contents"].(list)[0].(object), members...)}
		}
	}, "resources/read")
}

// leaves serves paths that lead out of /docs/.
func leaves(plain func(uri string) string) func(*server) {
	return handle("resources/read", func(c *call, next handler) (object, *fault) {
		uri, _ := c.params["uri"].(string)
		if strings.Contains(plain(uri), "../") {
			return object{"contents": list{object{"uri": uri, "text": "root:x:0:0:root:/root:/bin/bash\n"}}}, nil
		}
		return next(c)
	})
}

var featureDefects = []defect{
	{id: "TOOL-01", name: "a tool has no input schema", change: redefines("fail", "inputSchema", nil)},
	{id: "TOOL-01", name: "the input schema of a tool on the last page is null", change: items("tools/list", "tools", func(_ int, o object) {
		if o["name"] == "fail" {
			o["inputSchema"] = nil
		}
	})},
	{id: "TOOL-01", name: "the input schema of a tool is of type string", change: items("tools/list", "tools", func(_ int, o object) {
		if o["name"] == "roots" {
			o["inputSchema"] = object{"type": "string"}
		}
	})},
	{id: "TOOL-01", name: "the input schema of a tool has no type", change: items("tools/list", "tools", func(_ int, o object) {
		if o["name"] == "roots" {
			o["inputSchema"] = object{"properties": object{}}
		}
	})},
	{id: "TOOL-01", name: "the input schema is called input_schema", change: items("tools/list", "tools", func(_ int, o object) {
		o["input_schema"] = o["inputSchema"]
		delete(o, "inputSchema")
	})},
	{id: "TOOL-01", name: "tools/list has no tools", also: []string{"LIFE-13"}, change: results(func(_ *call, r object) { delete(r, "tools") }, "tools/list")},
	{id: "TOOL-01", name: "tools/list has tools: null", also: []string{"LIFE-13"}, change: results(func(_ *call, r object) { r["tools"] = nil }, "tools/list")},
	{id: "TOOL-01", name: "tools are an object by name", also: []string{"LIFE-13"}, change: results(func(_ *call, r object) { r["tools"] = object{"echo": object{}} }, "tools/list")},
	{id: "TOOL-01", name: "a tool has no name", also: []string{"TOOL-09", "TOOL-02"}, change: items("tools/list", "tools", func(_ int, o object) {
		if o["name"] == "fail" {
			delete(o, "name")
		}
	})},
	{id: "TOOL-01", name: "the output schema of a tool is an array's", also: []string{"TOOL-09", "BASE-27"}, change: redefines("add", "outputSchema", object{"type": "array"})},
	{id: "TOOL-02", name: "a name of a tool has a blank", change: renamed("picture", "show picture")},
	{id: "TOOL-02", name: "a name of a tool has a slash", change: renamed("picture", "show/picture")},
	{id: "TOOL-02", name: "a name of a tool has a letter beyond ASCII", change: renamed("picture", "übersicht")},
	{id: "TOOL-02", name: "a name of a tool has 129 characters", change: renamed("picture", strings.Repeat("p", 129))},
	{id: "TOOL-02", name: "a name of a tool is empty", change: renamed("fail", "")},
	{id: "TOOL-02", name: "two tools on different pages have one name", change: renamed("fail", "echo")},
	{id: "TOOL-02", name: "a name of a tool ends with a comma", change: renamed("fail", "fail,")},
	{id: "TOOL-03", name: "an unknown tool is a result", change: refusal("tools/call", text("No such tool"))},
	{id: "TOOL-03", name: "an unknown tool is never answered", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil {
			return nil, nil
		}
		return r, f
	})},
	{id: "TOOL-03", name: "an unknown tool is a result with isError", change: refusal("tools/call", wrong("Unknown tool"))},
	{id: "TOOL-03", name: "an unknown tool is refused with -32601", change: recode(-32602, -32601, "tools/call")},
	{id: "TOOL-03", name: "an unknown tool is refused with -32603", change: recode(-32602, -32603, "tools/call")},
	{id: "RES-01", name: "a missing resource is refused with -32603", change: recode(-32002, -32603)},
	{id: "RES-01", name: "a missing resource is refused with code 0", change: recode(-32002, 0)},
	{id: "RES-01", name: "a missing resource has no contents", change: refusal("resources/read", object{"contents": list{}})},
	{id: "RES-01", name: "a missing resource has an empty text", change: refusal("resources/read", object{"contents": list{object{"uri": "x:", "text": ""}}})},
	{id: "RES-01", name: "a missing resource is told in its text", change: refusal("resources/read", object{"contents": list{object{"uri": "x:", "text": "Error: not found"}}})},
	{id: "RES-01", name: "a missing resource is never answered", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil {
			return nil, nil
		}
		return r, f
	})},
	{id: "RES-03", name: "a blob is base64 for URLs", change: contents("file:///docs/pixel.png", "blob", "-_-_")},
	{id: "RES-03", name: "a blob is not padded", change: contents("file:///docs/pixel.png", "blob", "aGVsbG8")},
	{id: "RES-03", name: "a blob is hexadecimal with a prefix", change: contents("file:///docs/pixel.png", "blob", "0x89504e47:0d")},
	{id: "RES-03", name: "a blob is a URL of data", change: contents("file:///docs/pixel.png", "blob", "data:image/png;base64,"+pixel)},
	{id: "RES-03", name: "a picture is base64 in its text", change: both(contents("file:///docs/pixel.png", "text", pixel), contents("file:///docs/pixel.png", "blob", nil))},
	{id: "RES-03", name: "contents have neither text nor blob", also: []string{"RES-07"}, change: contents("file:///docs/pixel.png", "blob", nil)},
	{id: "RES-03", name: "contents on a later page of the list have no text", also: []string{"RES-07"}, change: contents("note://7", "text", nil)},
	{id: "RES-03", name: "contents have no uri", also: []string{"RES-07"}, change: contents("note://2", "uri", nil)},
	{id: "RES-03", name: "a text is an object", also: []string{"RES-07"}, change: contents("note://3", "text", object{"a": 1})},
	{id: "RES-03", name: "a picture of a tool has no MIME type", also: []string{"TOOL-10"}, change: runs("picture", func(*call, handler) (object, *fault) {
		return object{"content": list{object{"type": "image", "data": pixel}}}, nil
	})},
	{id: "RES-03", name: "a picture of a tool is not base64", also: []string{"TOOL-10"}, change: runs("picture", func(*call, handler) (object, *fault) {
		return object{"content": list{object{"type": "image", "data": "<png>", "mimeType": "image/png"}}}, nil
	})},
	{id: "RES-03", name: "contents are an object", also: []string{"RES-07"}, change: results(func(_ *call, r object) { r["contents"] = r["contents"].(list)[0] }, "resources/read")},
	{id: "RES-04", name: "paths with ../ are followed", change: leaves(func(uri string) string { return uri })},
	{id: "RES-04", name: "paths with %2e%2e/ are followed", change: leaves(func(uri string) string {
		if strings.Contains(uri, "../") {
			return ""
		}
		return strings.NewReplacer("%2e", ".", "%2E", ".", "%2f", "/", "%2F", "/").Replace(uri)
	})},
	{id: "PRM-01", name: "an unknown prompt is a result", change: refusal("prompts/get", object{"messages": list{}})},
	{id: "PRM-01", name: "an unknown prompt is refused with -32603", change: recode(-32602, -32603, "prompts/get")},
	{id: "PRM-01", name: "an unknown prompt is refused with -32002", change: recode(-32602, -32002, "prompts/get")},
	{id: "PRM-01", name: "a missing argument of a prompt is not noticed", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && strings.HasPrefix(f.message, "Missing") {
			return object{"messages": list{object{"role": "user", "content": object{"type": "text", "text": "Write about undefined"}}}}, nil
		}
		return r, f
	})},
	{id: "PRM-01", name: "a missing argument of a prompt is an internal error", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && strings.HasPrefix(f.message, "Missing") {
			return nil, refuse(-32603, "KeyError: city")
		}
		return r, f
	})},
	{id: "PRM-01", name: "an unknown prompt ends the process", over: "stdio", change: handle("prompts/get", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if f != nil && strings.HasPrefix(f.message, "Unknown") {
			c.session.die()
		}
		return r, f
	})},
}
