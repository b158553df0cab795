package form

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

var (
	annotated = may("annotations", object(
		may("audience", listOf(oneOf("user", "assistant"))), may("priority", share), may("lastModified", moment)))
	drawn = may("icons", listOf(object(
		must("src", picture), may("mimeType", text), may("sizes", listOf(text)), may("theme", oneOf("light", "dark")))))
	meta  = may("_meta", object())
	hints = may("annotations", object(may("title", text), may("readOnlyHint", boolean), may("destructiveHint", boolean),
		may("idempotentHint", boolean), may("openWorldHint", boolean)))
	plainly = []member{may("title", text), may("description", text), meta}
	texts   = listOf(text)
)

// described is an object with what most things have, and these members.
func described(all ...member) form { return object(append(append(all, plainly...), drawn)...) }

// presented is described apart from icons, see [Icons].
func presented(all ...member) form { return object(append(all, plainly...)...) }

// items are the forms of what lists hold, apart from the schemas of tools.
var items = map[string]form{
	"tools/list": described(must("name", text),
		may("outputSchema", object(must("type", oneOf("object")))),
		hints,
		may("execution", object(may("taskSupport", oneOf("forbidden", "optional", "required"))))),
	"resources/list":           described(must("uri", address), must("name", text), may("mimeType", text), may("size", count), annotated),
	"resources/templates/list": described(must("uriTemplate", template), must("name", text), may("mimeType", text), annotated),
	"prompts/list": described(must("name", text),
		may("arguments", listOf(described(must("name", text), may("required", boolean))))),
}

// blocks are the forms of contents by their type, apart from data and MIME types.
var blocks = map[string]form{
	"text":          object(must("text", text), annotated, meta),
	"image":         object(annotated, meta),
	"audio":         object(annotated, meta),
	"resource":      object(must("resource", object(must("uri", address), may("mimeType", text), meta)), annotated, meta),
	"resource_link": described(must("uri", address), must("name", text), may("mimeType", text), may("size", count), annotated),
}

// block is a content of a tool's result or of a prompt's message.
func block(raw json.RawMessage) *fault {
	values := members(raw)
	if values == nil {
		return wrong(raw, "an object")
	}
	kind, there := values["type"]
	if !there {
		return &fault{what: "has no type"}
	}
	if f := blocks[plain(kind)]; f != nil {
		return f(raw)
	}
	return within("type", wrong(kind, "one of text, image, audio, resource, resource_link"))
}

// declared is a capability whose members say yes or no.
func declared(members ...string) form {
	var all []member
	for _, name := range members {
		all = append(all, may(name, boolean))
	}
	return object(all...)
}

var (
	capabilities = object(
		may("tools", declared("listChanged")), may("prompts", declared("listChanged")), may("resources", declared("listChanged", "subscribe")),
		may("logging", object()), may("completions", object()), may("tasks", object(may("list", object()), may("cancel", object()), may("requests", valuesOf(valuesOf(object()))))),
		may("experimental", valuesOf(object())), may("extensions", valuesOf(object())))
	implementation = presented(must("name", text), must("version", text), may("websiteUrl", address))
)

// What clients ask for, whatever the revision.
var (
	called = []member{must("content", listOf(block)), may("isError", boolean), meta}
	read   = []member{must("contents", listOf(object(must("uri", text), may("mimeType", text), meta))), meta}
	got    = []member{may("description", text), meta,
		must("messages", listOf(object(must("role", oneOf("user", "assistant")), must("content", block))))}
)

// unknownYet are questions in a result, which clients of the revisions with a handshake do not
// know: they are asked by requests.
func unknownYet(raw json.RawMessage) *fault {
	if len(members(raw)) == 0 {
		return nil // anybody may add members of other meaning
	}
	for _, question := range members(raw) {
		if !jsonparts.IsText(members(question)["method"]) {
			return nil
		}
	}
	return wrong(raw, "nothing: questions are in results from 2026-07-28 on, and requests before")
}

// rounds are the members of a result that asks, which may be in a final one, too.
var rounds = []member{may("inputRequests", object()), may("requestState", text)}

// results are the forms of what requests are answered with.
var results = map[string]form{
	"initialize": object(must("protocolVersion", text), must("capabilities", capabilities), must("serverInfo", implementation),
		may("instructions", text), meta),
	"server/discover": object(must("supportedVersions", some(text)), must("capabilities", capabilities), may("instructions", text),
		may("_meta", object(may("io.modelcontextprotocol/serverInfo", presented(may("name", text), may("version", text), may("websiteUrl", address)))))),
	"tools/call":          object(append(called, may("structuredContent", object()), may("inputRequests", unknownYet))...),
	"resources/read":      object(append(read, may("inputRequests", unknownYet))...),
	"prompts/get":         object(append(got, may("inputRequests", unknownYet))...),
	"completion/complete": object(must("completion", object(must("values", texts), may("total", count), may("hasMore", boolean))), meta),
}

// What the revision without a handshake has of another form.
var (
	modernItems = map[string]form{
		"tools/list": described(must("name", text), may("outputSchema", object()), hints),
	}
	modernResults = map[string]form{
		"tools/call":     object(append(called, rounds...)...),
		"resources/read": object(append(read, rounds...)...),
		"prompts/get":    object(append(got, rounds...)...),
	}
)

// notices are the forms of the params of notifications.
var notices = map[string]form{
	"notifications/message": object(must("data", anything), may("logger", text),
		must("level", oneOf("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"))),
	"notifications/progress":          object(must("progressToken", token), must("progress", number), may("total", number), may("message", text)),
	"notifications/resources/updated": object(must("uri", text)),
}

// choices are values with the texts that stand for them.
var choices = listOf(object(must("const", text), must("title", text)))

// selection is what the items of an array are that a user is asked for: some of given values.
func selection(raw json.RawMessage) *fault {
	if f := object(may("type", oneOf("string")), may("enum", texts), may("anyOf", choices))(raw); f != nil {
		return f
	}
	if its := members(raw); its["enum"] == nil && its["anyOf"] == nil {
		return wrong(raw, "a choice: enum or anyOf")
	}
	return nil
}

// property is a value that a user is asked for: a plain one, or a choice of some.
var property = byMember("type", map[string]form{
	"string": described(may("format", oneOf("email", "uri", "date", "date-time")), may("minLength", count), may("maxLength", count),
		may("enum", texts), may("enumNames", texts), may("oneOf", choices), may("default", text)),
	"number":  described(may("minimum", number), may("maximum", number), may("default", number)),
	"integer": described(may("minimum", number), may("maximum", number), may("default", number)),
	"boolean": described(may("default", boolean)),
	"array": described(must("items", selection), may("minItems", count), may("maxItems", count),
		may("default", texts)),
})

// unmixed is contents of which none or all are results of tools, as models want them.
func unmixed(raw json.RawMessage) *fault {
	var contents []struct{ Type string }
	_ = jsonparts.Unmarshal(raw, &contents)
	results := 0
	for _, c := range contents {
		if c.Type == "tool_result" {
			results++
		}
	}
	if results != 0 && results != len(contents) {
		return wrong(raw, "nothing but results of tools beside one")
	}
	return nil
}

// said is what a message of a conversation with a model holds: one content or several.
func said(raw json.RawMessage) *fault {
	if strings.HasPrefix(string(raw), "[") {
		if f := listOf(saying)(raw); f != nil {
			return f
		}
		return unmixed(raw)
	}
	return saying(raw)
}

// sayings are the contents of such a message, by their type.
var sayings = map[string]form{
	"text":        object(must("text", text)),
	"image":       object(must("data", text), must("mimeType", text)),
	"audio":       object(must("data", text), must("mimeType", text)),
	"tool_use":    object(must("id", text), must("name", text), must("input", object())),
	"tool_result": object(must("toolUseId", text), must("content", listOf(block))),
}

// saying is one of [sayings].
func saying(raw json.RawMessage) *fault {
	if f := object(must("type", text))(raw); f != nil {
		return f
	}
	kind := members(raw)["type"]
	if f := sayings[plain(kind)]; f != nil {
		return f(raw)
	}
	return within("type", wrong(kind, "one of text, image, audio, tool_use, tool_result"))
}

// requests are the forms of the params of what servers ask.
var requests = map[string]form{
	"sampling/createMessage": object(must("maxTokens", number),
		must("messages", listOf(object(must("role", oneOf("user", "assistant")), must("content", said)))),
		may("systemPrompt", text), may("temperature", number), may("stopSequences", texts), may("metadata", object()),
		may("includeContext", oneOf("none", "thisServer", "allServers")),
		may("modelPreferences", object(may("hints", listOf(object(may("name", text)))),
			may("costPriority", share), may("speedPriority", share), may("intelligencePriority", share))),
		may("tools", listOf(object(must("name", text), must("inputSchema", object())))),
		may("toolChoice", object(may("mode", oneOf("auto", "none", "required")))), meta),
	"elicitation/create": elicited,
	"roots/list":         object(meta),
}

// families are what the methods of these requests begin with.
var families = []string{"sampling", "elicitation", "roots"}

// elicited asks a user for values, or to visit a page.
func elicited(raw json.RawMessage) *fault {
	if f := object(must("message", text), may("mode", oneOf("form", "url")), meta)(raw); f != nil {
		return f
	}
	if plain(members(raw)["mode"]) == "url" {
		return object(must("url", address), must("elicitationId", text))(raw)
	}
	return object(must("requestedSchema",
		object(must("type", oneOf("object")), must("properties", valuesOf(property)), may("required", texts))))(raw)
}

// Request says what is wrong with the params of a request of the server's; nil = nothing.
func Request(method string, params json.RawMessage) error {
	if family, _, _ := strings.Cut(method, "/"); requests[method] == nil && slices.Contains(families, family) {
		return errors.New("there is no such request to clients")
	}
	return check(requests[method], orEmpty(params))
}

// Question says what is wrong with the params of a question that a result asks, apart from
// the URL that a user is to visit; nil = nothing. It has no id: it is answered when the user has.
func Question(method string, params json.RawMessage) error {
	if values := members(params); method == "elicitation/create" && plain(values["mode"]) == "url" {
		if jsonparts.IsText(values["url"]) {
			values["url"] = json.RawMessage(`"https://example.com"`)
		}
		values["elicitationId"] = json.RawMessage(`"one"`)
		params, _ = json.Marshal(values)
	}
	return Request(method, params)
}

// Item says what is wrong with an item of a list, apart from the schemas of a tool;
// nil = nothing. modern is that it is of the revision without a handshake.
func Item(modern bool, method string, item map[string]json.RawMessage) error {
	raw, err := json.Marshal(item)
	if err != nil {
		return err
	}
	return check(of(modern, method, modernItems, items), raw)
}

// of is the form of a method in an era.
func of(modern bool, method string, its, earlier map[string]form) form {
	if f := its[method]; modern && f != nil {
		return f
	}
	return earlier[method]
}

// Result says what is wrong with the result of a request of a method, apart from data and
// MIME types of contents; nil = nothing, or there is none. modern is that it is of the
// revision without a handshake.
func Result(modern bool, method string, result json.RawMessage) error {
	if result == nil || method == "tools/call" && members(result)["toolResult"] != nil { // as before 2024-11-05
		return nil
	}
	return check(of(modern, method, modernResults, results), result)
}

// Icons says what is wrong with the icons of a server, in what it says of itself; nil =
// nothing, or it has none.
func Icons(implementation json.RawMessage) error { return check(object(drawn), implementation) }

// LoginCode is the error of 2025-11-25 for a request that users have to visit pages for first.
const LoginCode = "-32042"

var missingLogin = object(must("elicitations", listOf(object(must("mode", oneOf("url")), must("elicitationId", text), must("url", address), must("message", text)))))

// Login says what is wrong with the data of an error that has the [LoginCode]; nil = nothing.
func Login(data json.RawMessage) error { return check(missingLogin, orEmpty(data)) }

// Notice says what is wrong with the params of a notification; nil = nothing.
func Notice(method string, params json.RawMessage) error {
	return check(notices[method], orEmpty(params))
}

// told are the forms of the params of notifications that [Notice] is not about, or not in all
// their members: what progress is, and whose, is judged by the call that it is of.
var told = map[string]form{
	"notifications/message":              nil,
	"notifications/progress":             object(may("total", number), may("message", text), meta),
	"notifications/elicitation/complete": object(must("elicitationId", text)),
	"notifications/tasks/status": object(must("taskId", text), must("status", oneOf("working", "input_required", "completed", "failed", "cancelled")),
		must("createdAt", text), must("lastUpdatedAt", text)),
}

// Told says what is wrong with the params of any notification but a log message; nil = nothing.
func Told(method string, params json.RawMessage) error {
	f, known := told[method]
	if !known {
		f = object(meta)
	}
	return check(f, orEmpty(params))
}

// orEmpty are params: {} if there are none.
func orEmpty(params json.RawMessage) json.RawMessage {
	if params != nil {
		return params
	}
	return json.RawMessage("{}")
}

// check judges a value by its form; nil = any is right.
func check(f form, raw json.RawMessage) error {
	if f == nil {
		return nil
	}
	if fault := f(raw); fault != nil {
		return fault
	}
	return nil
}
