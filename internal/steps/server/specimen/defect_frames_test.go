package specimen_test

import (
	"slices"
	"strings"
)

func drop(member string, methods ...string) func(*server) {
	return answers(func(_ *call, msg object) { delete(msg, member) }, methods...)
}

// version changes the member jsonrpc where it applies.
func version(v any, applies func(c *call, msg object) bool) func(*server) {
	return frames(func(c *call, msg object) {
		switch {
		case !applies(c, msg):
		case v == nil:
			delete(msg, "jsonrpc")
		default:
			msg["jsonrpc"] = v
		}
	})
}

func always(*call, object) bool { return true }

func about(method string) func(*call, object) bool {
	return func(c *call, msg object) bool { return c != nil && c.method == method && isResponse(msg) }
}

func failing(_ *call, msg object) bool { return msg["error"] != nil }

func noticing(_ *call, msg object) bool { return msg["method"] != nil && msg["id"] == nil }

func requesting(_ *call, msg object) bool { return msg["method"] != nil && msg["id"] != nil }

// meta gives the result of a method a _meta.
func meta(method, key string) func(*server) {
	return results(func(_ *call, r object) { r["_meta"] = object{key: 1} }, method)
}

// notice lets each call of echo say something first.
func notice(method string, params object) func(*server) {
	return runs("echo", func(c *call, next handler) (object, *fault) {
		c.write(c, object{"jsonrpc": "2.0", "method": method, "params": params})
		return next(c)
	})
}

var frameDefects = []defect{
	{id: "BASE-03", name: "results come with error: null", change: answers(func(_ *call, msg object) {
		if msg["error"] == nil {
			msg["error"] = nil
		}
	})},
	{id: "BASE-03", name: "results of tools/call come with error: null", change: answers(func(_ *call, msg object) {
		if msg["error"] == nil {
			msg["error"] = nil
		}
	}, "tools/call")},
	{id: "BASE-03", name: "the result of resources/read comes with error: null", change: answers(func(_ *call, msg object) {
		if msg["error"] == nil {
			msg["error"] = nil
		}
	}, "resources/read")},
	{id: "BASE-03", name: "errors come with result: null", change: errors(func(_ *call, msg, _ object) { msg["result"] = nil })},
	{id: "BASE-03", name: "errors come with an empty result", change: errors(func(_ *call, msg, _ object) { msg["result"] = object{} })},
	{id: "BASE-03", name: "the error for an unknown tool comes with result: null", change: errors(func(_ *call, msg, _ object) { msg["result"] = nil }, "tools/call")},
	{id: "BASE-03", name: "codes of errors are strings", change: errors(func(_ *call, _, e object) { e["code"] = "-32602" })},
	{id: "BASE-03", name: "codes of errors are fractions", change: errors(func(_ *call, _, e object) { e["code"] = 32602.5 })},
	{id: "BASE-03", name: "errors have no code", change: errors(func(_ *call, _, e object) { delete(e, "code") })},
	{id: "BASE-03", name: "errors have no message", change: errors(func(_ *call, _, e object) { delete(e, "message") })},
	{id: "BASE-03", name: "messages of errors are objects", change: errors(func(_ *call, _, e object) { e["message"] = object{"text": e["message"]} })},
	{id: "BASE-03", name: "errors of prompts/get have no message", change: errors(func(_ *call, _, e object) { delete(e, "message") }, "prompts/get")},
	{id: "BASE-03", name: "errors of resources/read have null as message", change: errors(func(_ *call, _, e object) { e["message"] = nil }, "resources/read")},
	{id: "BASE-03", name: "errors are strings", change: errors(func(_ *call, msg, e object) { msg["error"] = e["message"] })},
	{id: "BASE-03", name: "the answer to ping has neither result nor error", also: []string{"PING-01"}, change: drop("result", "ping")},
	{id: "BASE-03", name: "the answer to logging/setLevel has neither result nor error", change: drop("result", "logging/setLevel")},
	{id: "BASE-03", name: "the answer to resources/subscribe has neither result nor error", also: []string{"RES-05"}, change: drop("result", "resources/subscribe")},
	{id: "BASE-03", name: "the result of logging/setLevel is null", change: answers(func(_ *call, msg object) {
		if msg["result"] != nil {
			msg["result"] = nil
		}
	}, "logging/setLevel")},
	{id: "BASE-05", name: "progress carries an id", also: []string{"PROG-01", "BASE-15"}, change: notices(func(msg object) {
		if msg["method"] == "notifications/progress" {
			msg["id"] = 77
		}
	})},
	{id: "BASE-05", name: "notifications carry id: null", change: notices(func(msg object) { msg["id"] = nil })},
	{id: "BASE-05", name: "announcements of changed lists carry an id", also: []string{"BASE-15"}, change: notices(func(msg object) {
		if strings.HasSuffix(msg["method"].(string), "list_changed") {
			msg["id"] = "n1"
		}
	})},
	{id: "BASE-05", name: "log messages carry an id", also: []string{"BASE-15"}, change: notices(func(msg object) {
		if msg["method"] == "notifications/message" {
			msg["id"] = "log"
		}
	})},
	{id: "BASE-06", name: "messages have no jsonrpc", change: version(nil, always)},
	{id: "BASE-06", name: "messages are of JSON-RPC 1.0", change: version("1.0", always)},
	{id: "BASE-06", name: "jsonrpc is a number", change: version(2.0, always)},
	{id: "BASE-06", name: "errors have no jsonrpc", change: version(nil, failing)},
	{id: "BASE-06", name: "notifications have no jsonrpc", change: version(nil, noticing)},
	{id: "BASE-06", name: "requests of the server have no jsonrpc", change: version(nil, requesting)},
	{id: "BASE-06", name: "results of tools/call have no jsonrpc", change: version(nil, about("tools/call"))},
	{id: "BASE-06", name: "results of resources/read are of version 2", change: version("2", about("resources/read"))},
	{id: "BASE-06", name: "results of prompts/get have no jsonrpc", change: version(nil, about("prompts/get"))},
	{id: "BASE-06", name: "results of completion/complete have no jsonrpc", change: version(nil, about("completion/complete"))},
	{id: "BASE-14", name: "each message starts with a byte order mark", also: []string{"STDIO-01"}, change: wire(func(s string) string { return "\ufeff" + s })},
	{id: "BASE-14", name: "the output starts with a byte order mark", over: "stdio", also: []string{"STDIO-01"}, change: func(v *server) { v.stdio.hello = "\ufeff" }},
	{id: "BASE-14", name: "output is Latin-1", change: wire(func(s string) string {
		var b strings.Builder
		for _, r := range s {
			if r > 127 && r < 256 {
				b.WriteByte(byte(r))
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	})},
	{id: "BASE-14", name: "input is read in pieces of 64 KiB that lose the character between them", change: runs("echo", func(c *call, next handler) (object, *fault) {
		said, _ := c.params["text"].(string)
		var whole strings.Builder
		for piece := range slices.Chunk([]byte(said), 64<<10) {
			whole.WriteString(strings.ToValidUTF8(string(piece), "\ufffd"))
		}
		c.params = with(c.params, "text", whole.String())
		return next(c)
	})},
	{id: "BASE-14", name: "long texts of tools are cut within a character", change: wire(func(s string) string { return strings.ReplaceAll(s, "ü", "\xc3") })},
	{id: "BASE-14", name: "characters beyond the first plane are written as two surrogates in UTF-8", change: wire(func(s string) string {
		var b strings.Builder
		for _, r := range s {
			if r < 0x10000 {
				b.WriteRune(r)
				continue
			}
			r -= 0x10000
			for _, half := range []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff} {
				b.Write([]byte{0xe0 | byte(half>>12), 0x80 | byte(half>>6&0x3f), 0x80 | byte(half&0x3f)})
			}
		}
		return b.String()
	})},
	{id: "BASE-14", name: "the text of a resource is not UTF-8", change: wire(func(s string) string { return strings.ReplaceAll(s, "Grüße", "Gr\xfc\xdfe") })},
	{id: "BASE-15", name: "all requests of the server have the same id", change: func(v *server) { v.asked = func(*session, int) any { return "ask" } }},
	{id: "BASE-15", name: "requests of the server count anew with each call", change: func(v *server) {
		v.asked = func(*session, int) any { return 1 }
	}},
	{id: "BASE-26", name: "keys of _meta have blanks", change: meta("tools/call", "my key")},
	{id: "BASE-26", name: "keys of _meta of tools/list start with a dash", change: meta("tools/list", "-key")},
	{id: "BASE-26", name: "keys of _meta usurp modelcontextprotocol.api/ up to 2025-06-18", change: both(upTo("2025-06-18"), meta("tools/call", "modelcontextprotocol.api/own"))},
	{id: "BASE-26", name: "keys of _meta of resources/read usurp mcp.dev/ up to 2025-06-18", change: both(upTo("2025-06-18"), meta("resources/read", "mcp.dev/own"))},
	{id: "BASE-26", name: "keys of _meta of prompts/get have an empty label", change: meta("prompts/get", "com..example/x")},
	{id: "BASE-26", name: "keys of _meta of a tool usurp tools.mcp.com/", change: redefines("echo", "_meta", object{"tools.mcp.com/x": true})},
	{id: "BASE-26", name: "keys of _meta of contents have a slash at the end of the name", change: results(func(_ *call, r object) {
		r["contents"] = list{with(r["contents"].(list)[0].(object), "_meta", object{"example.com/a/b": 1})}
	}, "resources/read")},
	{id: "BASE-27", name: "an input schema has a type that does not exist", change: redefines("echo", "inputSchema", object{"type": "object", "properties": object{"text": object{"type": "str"}}})},
	{id: "BASE-27", name: "the input schema's required is a boolean on a property", change: redefines("add", "inputSchema", object{"type": "object", "properties": object{"a": object{"type": "number", "required": true}, "b": object{"type": "number"}}})},
	{id: "BASE-27", name: "properties of a schema are an array", change: redefines("roots", "inputSchema", object{"type": "object", "properties": list{"a"}})},
	{id: "BASE-27", name: "a schema refers to a definition that is not there", change: redefines("sample", "inputSchema", object{"type": "object", "properties": object{"a": object{"$ref": "#/$defs/none"}}})},
	{id: "BASE-27", name: "an output schema has a negative minLength", change: redefines("weather", "outputSchema", object{"type": "object", "properties": object{"city": object{"type": "string", "minLength": -1}}})},
	{id: "BASE-27", name: "an enum is no array", change: redefines("slow", "inputSchema", object{"type": "object", "properties": object{"seconds": object{"enum": "1"}}})},
	{id: "BASE-27", name: "the last tool's schema has required: null", change: redefines("fail", "inputSchema", object{"type": "object", "required": "all"})},
}
