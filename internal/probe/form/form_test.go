package form_test

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/probe/form"
)

func TestItems(t *testing.T) {
	for _, c := range []struct{ method, item, wrong string }{
		{"tools/list", `{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":false,"x":1},"y":null}`, ""},
		{"tools/list", `{"inputSchema":{}}`, "has no name"},
		{"tools/list", `{"name":7}`, "name is 7, want a string"},
		{"tools/list", `{"name":"a","description":null}`, "description is null, want a string"},
		{"tools/list", `{"name":"a","outputSchema":{"type":"array"}}`, `outputSchema.type is "array", want one of object`},
		{"tools/list", `{"name":"a","annotations":{"readOnlyHint":"yes"}}`, `annotations.readOnlyHint is "yes", want true or false`},
		{"tools/list", `{"name":"a","icons":[{"src":"data:,"},{"mimeType":"image/png"}]}`, `icons[1] has no src`},
		{"tools/list", `{"name":"a","icons":[{"src":"data:,","sizes":"48x48"}]}`, `icons[0].sizes is "48x48", want an array`},
		{"resources/list", `{"uri":"mem://a","name":"a","size":3.0,"annotations":{"audience":["user"],"priority":0.5}}`, ""},
		{"tools/list", `{"name":"a","execution":{"taskSupport":"yes"}}`, `execution.taskSupport is "yes", want one of forbidden, optional, required`},
		{"resources/list", `{"uri":"mem://a","name":"a","mimeType":1}`, "mimeType is 1, want a string"},
		{"resources/templates/list", `{"uriTemplate":"mem://{a}","name":"a","mimeType":1}`, "mimeType is 1, want a string"},
		{"prompts/list", `{"name":"a","arguments":[{"required":true}]}`, "arguments[0] has no name"},
		{"prompts/list", `{"name":"a","arguments":[{"name":"b","required":1}]}`, "arguments[0].required is 1, want true or false"},
		{"resources/list", `{"uri":"urn:isbn:1","name":""}`, ""},
		{"resources/list", `{"uri":"a.txt","name":"a"}`, `uri is "a.txt", want a URI with a scheme`},
		{"resources/list", `{"uri":"mem://a"}`, "has no name"},
		{"resources/list", `{"uri":"mem://ü/a%20b?c=[1]","name":"a"}`, ""},
		{"resources/list", `{"uri":"mem://a b","name":"a"}`, `uri is "mem://a b", want a URI, in which such characters are percent-encoded`},
		{"tools/list", `{"name":"a","icons":[{"src":"javascript:alert(1)"}]}`, `icons[0].src is "javascript:alert(1)", want a URL with http or https, or data`},
		{"resources/list", `{"uri":"mem://a","name":"a","size":"3"}`, `size is "3", want a whole number`},
		{"resources/list", `{"uri":"mem://a","name":"a","annotations":{"audience":["user","model"]}}`, `annotations.audience[1] is "model", want one of user, assistant`},
		{"resources/list", `{"uri":"mem://a","name":"a","annotations":{"priority":7}}`, `annotations.priority is 7, want a number from 0 to 1`},
		{"resources/templates/list", `{"uriTemplate":"mem://{a}","name":"a"}`, ""},
		{"resources/templates/list", `{"uri":"mem://{a}","name":"a"}`, "has no uriTemplate"},
		{"resources/templates/list", `{"uriTemplate":"mem://{a}/{b,c}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"mem:{/path*}{?q,limit}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"mem://{+path}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"mem://{name:3}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"plain","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"urn:{a.b}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"x:{%20}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"mem:{#f}","name":"a"}`, ""},
		{"resources/templates/list", `{"uriTemplate":"mem://{a","name":"a"}`, `uriTemplate is "mem://{a", want a URI template of RFC 6570`},
		{"resources/templates/list", `{"uriTemplate":"mem://a}","name":"a"}`, `uriTemplate is "mem://a}", want a URI template of RFC 6570`},
		{"resources/templates/list", `{"uriTemplate":"mem://{}","name":"a"}`, `uriTemplate is "mem://{}", want a URI template of RFC 6570`},
		{"resources/templates/list", `{"uriTemplate":"mem://{{a}}","name":"a"}`, `uriTemplate is "mem://{{a}}", want a URI template of RFC 6570`},
		{"resources/templates/list", `{"uriTemplate":"mem://{a b}","name":"a"}`, `uriTemplate is "mem://{a b}", want a URI template of RFC 6570`},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"2025-01-12T15:00:58Z"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"2025-01-12T15:00:58.123+02:00"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"2025-01-12"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"2025-01"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"20250112T150058Z"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"2025-01-12 15:00:58"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"2025-01-12T15:00"}}`, ""},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"yesterday"}}`, `annotations.lastModified is "yesterday", want a time as ISO 8601 has it`},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":1736694058}}`, `annotations.lastModified is 1736694058, want a time as ISO 8601 has it`},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"Sun, 12 Jan 2025 15:00:58 GMT"}}`, `annotations.lastModified is "Sun, 12 Jan 2025 15:00:58 GMT", want a time as ISO 8601 has it`},
		{"resources/list", `{"uri":"a:b","name":"a","annotations":{"lastModified":"12.01.2025"}}`, `annotations.lastModified is "12.01.2025", want a time as ISO 8601 has it`},
		{"prompts/list", `{"name":"a","arguments":[{"name":"b","required":true}]}`, ""},
		{"prompts/list", `{"name":"a","arguments":{"b":{}}}`, `arguments is {"b":{}}, want an array`},
		{"prompts/list", `{"name":"a","arguments":[{"required":true}]}`, "arguments[0] has no name"},
		{"x/list", `{}`, ""},
	} {
		check(t, form.Item(false, c.method, item(c.item)), c.item, c.wrong)
	}
}

func item(value string) (out map[string]json.RawMessage) {
	_ = json.Unmarshal([]byte(value), &out)
	return out
}

func check(t *testing.T, err error, value, wrong string) {
	t.Helper()
	if wrong == "" {
		assert.Check(t, err == nil, "%s: %v", value, err)
		return
	}
	assert.Check(t, err != nil, value)
	if err != nil {
		assert.Check(t, err.Error() == wrong, "%s: %s", value, err)
	}
}

func TestResults(t *testing.T) {
	for _, c := range []struct{ method, result, wrong string }{
		{"tools/call", `{"content":[]}`, ""},
		{"tools/call", `{"toolResult":{}}`, ""},
		{"tools/call", `{"content":[{"type":"resource_link","uri":"a:b","name":"a"},{"type":"audio"}],"isError":true}`, ""},
		{"tools/call", `{}`, "has no content"},
		{"tools/call", `{"content":null}`, "content is null, want an array"},
		{"tools/call", `{"content":[{"text":"a"}]}`, "content[0] has no type"},
		{"tools/call", `{"content":["a"]}`, `content[0] is "a", want an object`},
		{"tools/call", `{"content":[{"type":"json","text":"a"}]}`, `content[0].type is "json", want one of text, image, audio, resource, resource_link`},
		{"tools/call", `{"content":[{"type":"text","text":7}]}`, "content[0].text is 7, want a string"},
		{"tools/call", `{"content":[{"type":"resource","resource":{"text":"a"}}]}`, "content[0].resource has no uri"},
		{"tools/call", `{"content":[],"isError":"true"}`, `isError is "true", want true or false`},
		{"tools/call", `{"content":[],"structuredContent":[1]}`, "structuredContent is [1], want an object"},
		{"resources/read", `{"contents":[{"uri":"a:b","text":""}]}`, ""},
		{"resources/read", `{"contents":[{"text":""}]}`, "contents[0] has no uri"},
		{"resources/read", `{"content":[]}`, "has no contents"},
		{"prompts/get", `{"messages":[{"role":"user","content":{"type":"text","text":""}}]}`, ""},
		{"prompts/get", `{"messages":[{"role":"system","content":{"type":"text","text":""}}]}`, `messages[0].role is "system", want one of user, assistant`},
		{"prompts/get", `{"messages":[{"role":"user","content":[]}]}`, `messages[0].content is [], want an object`},
		{"completion/complete", `{"completion":{"values":["a"],"total":1,"hasMore":false}}`, ""},
		{"completion/complete", `{"completion":{"values":[1]}}`, "completion.values[0] is 1, want a string"},
		{"completion/complete", `{"values":[]}`, "has no completion"},
		{"tools/call", `{"content":[],"IsError":true}`, "has IsError instead of isError"},
		{"tools/call", `{"content":[],"is_error":true}`, "has is_error instead of isError"},
		{"tools/call", `{"content":[],"isError":true,"is_error":true,"errors":1}`, ""},
		{"resources/read", `{"contents":[{"uri":"a:b","text":"","mime-type":"a/b"}]}`, "contents[0] has mime-type instead of mimeType"},
		{"tools/call", `{"content":[{"type":"resource_link","uri":"a","name":"a"}]}`, `content[0].uri is "a", want a URI with a scheme`},
		{"initialize", `{"protocolVersion":"a","capabilities":{"tools":{"listChanged":true},"x":1},"serverInfo":{"name":"a","version":""}}`, ""},
		{"initialize", `{"protocolVersion":"a","capabilities":{"tools":{"listChanged":"yes"}},"serverInfo":{"name":"a","version":"1"}}`,
			`capabilities.tools.listChanged is "yes", want true or false`},
		{"initialize", `{"protocolVersion":"a","capabilities":{"experimental":{"x":true}},"serverInfo":{"name":"a","version":"1"}}`,
			"capabilities.experimental.x is true, want an object"},
		{"initialize", `{"protocolVersion":"a","capabilities":{},"serverInfo":{"name":"a","version":"1","icons":[{"src":"https:b","theme":"blue"}]}}`, ""},
		{"ping", `7`, ""},
	} {
		check(t, form.Result(false, c.method, json.RawMessage(c.result)), c.result, c.wrong)
	}
	check(t, form.Result(false, "tools/call", nil), "an error", "")
}

func TestIcons(t *testing.T) {
	for implementation, wrong := range map[string]string{
		`{"name":"a"}`:                                               "",
		`{"icons":[{"src":"data:,"}]}`:                               "",
		`{"icons":[{"src":"/icon.png"}]}`:                            `icons[0].src is "/icon.png", want a URL with http or https, or data`,
		`{"icons":[{"src":"https://example.com/a","theme":"blue"}]}`: `icons[0].theme is "blue", want one of light, dark`,
	} {
		check(t, form.Icons(json.RawMessage(implementation)), implementation, wrong)
	}
}

func asking(property string) string {
	return `{"message":"?","requestedSchema":{"type":"object","properties":{"a":` + property + `}}}`
}

// Some forms differ without a handshake.
func TestModernForms(t *testing.T) {
	plural := item(`{"name":"a","outputSchema":{"type":"array"}}`)
	assert.NilError(t, form.Item(true, "tools/list", plural))
	assert.Error(t, form.Item(false, "tools/list", plural), `outputSchema.type is "array", want one of object`)
	assert.NilError(t, form.Item(true, "prompts/list", item(`{"name":"a"}`)))
	for _, value := range []string{"[1]", "null", "7", `"a"`} {
		call := json.RawMessage(`{"content":[],"structuredContent":` + value + `}`)
		assert.NilError(t, form.Result(true, "tools/call", call))
		assert.Error(t, form.Result(false, "tools/call", call), "structuredContent is "+value+", want an object")
	}
	check(t, form.Result(true, "server/discover", json.RawMessage(`{"supportedVersions":[],"capabilities":{}}`)), "no version", "supportedVersions is [], want one at least")
	check(t, form.Result(true, "server/discover", json.RawMessage(`{"supportedVersions":["a"],"capabilities":{},"_meta":{"io.modelcontextprotocol/serverInfo":{"title":1}}}`)),
		"a title", "_meta.io.modelcontextprotocol/serverInfo.title is 1, want a string")
}

func TestRequests(t *testing.T) {
	for _, c := range []struct{ method, params, wrong string }{
		{"roots/list", ``, ""},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"text","text":""}}],"maxTokens":9}`, ""},
		{"sampling/createMessage", `{"messages":[]}`, "has no maxTokens"},
		{"sampling/createMessage", `{"messages":[{"role":"system","content":{}}],"maxTokens":9}`, `messages[0].role is "system", want one of user, assistant`},
		{"elicitation/create", `{"message":"?","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`, ""},
		{"elicitation/create", `{"mode":"url","message":"?","url":"https://a","elicitationId":"e"}`, ""},
		{"elicitation/create", `{"mode":"url","message":"?","url":"https://a"}`, "has no elicitationId"},
		{"elicitation/create", `{"message":"?","requestedSchema":{"type":"object","properties":{"a":{"type":"object"}}}}`,
			`requestedSchema.properties.a.type is "object", want one of array, boolean, integer, number, string`},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":[{"type":"tool_result","toolUseId":"a","content":[]},{}]}],"maxTokens":9}`, "messages[0].content[1] has no type"},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"input_text","text":"a"}}],"maxTokens":9}`, `messages[0].content.type is "input_text", want one of text, image, audio, tool_use, tool_result`},
		{"sampling/createMessage", `{"messages":[{"role":"user","content":{"type":"image","data":""}}],"maxTokens":9}`, "messages[0].content has no mimeType"},
		{"sampling/createMessage", `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":[]}]}],"maxTokens":9}`, "messages[0].content[0].input is [], want an object"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"tools":[{"name":"a"}]}`, "tools[0] has no inputSchema"},
		{"roots/list", `{"_meta":[]}`, "_meta is [], want an object"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"modelPreferences":{"costPriority":2}}`, "modelPreferences.costPriority is 2, want a number from 0 to 1"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"includeContext":"some"}`, `includeContext is "some", want one of none, thisServer, allServers`},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"toolChoice":{"mode":"any"}}`, `toolChoice.mode is "any", want one of auto, none, required`},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"systemPrompt":1}`, "systemPrompt is 1, want a string"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"temperature":"1"}`, `temperature is "1", want a number`},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"metadata":1}`, "metadata is 1, want an object"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"stopSequences":[1]}`, "stopSequences[0] is 1, want a string"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"modelPreferences":{"hints":[{"name":1}]}}`, "modelPreferences.hints[0].name is 1, want a string"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"modelPreferences":{"speedPriority":2}}`, "modelPreferences.speedPriority is 2, want a number from 0 to 1"},
		{"sampling/createMessage", `{"messages":[],"maxTokens":9,"modelPreferences":{"intelligencePriority":2}}`, "modelPreferences.intelligencePriority is 2, want a number from 0 to 1"},
		{"elicitation/create", `{"message":"?"}`, "has no requestedSchema"},
		{"elicitation/create", `{"mode":"url","message":"?"}`, "has no url"},
		{"elicitation/create", asking(`{"type":"array","items":{"enum":["a"]},"default":["a"]}`), ""},
		{"elicitation/create", asking(`{"type":"string","oneOf":[{"const":"a","title":"A"}],"default":"a"}`), ""},
		{"elicitation/create", asking(`{"type":"string","format":"phone"}`),
			`requestedSchema.properties.a.format is "phone", want one of email, uri, date, date-time`},
		{"elicitation/create", asking(`{"type":"number","default":"1"}`), `requestedSchema.properties.a.default is "1", want a number`},
		{"elicitation/create", ``, "has no message"},
	} {
		check(t, form.Request(c.method, params(c.params)), c.method+c.params, c.wrong)
	}
}

// A question that a result asks may leave the URL of a page open, and nothing else.
func TestQuestions(t *testing.T) {
	for _, c := range []struct{ method, params, wrong string }{
		{"elicitation/create", `{"mode":"url","message":"?","url":"not yet"}`, ""},
		{"elicitation/create", `{"mode":"url","message":"?","url":7}`, "url is 7, want a URI with a scheme"},
		{"elicitation/create", `{"mode":"url","url":"not yet"}`, "has no message"},
		{"elicitation/create", `{"message":"?","url":"not yet"}`, "has no requestedSchema"},
		{"roots/list", ``, ""},
	} {
		check(t, form.Question(c.method, params(c.params)), c.method+c.params, c.wrong)
	}
}

// params are those of a message, nil if it has none.
func params(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

func TestNotices(t *testing.T) {
	for _, c := range []struct{ method, params, wrong string }{
		{"message", `{"level":"info","data":null}`, ""},
		{"message", `{"level":"info"}`, "has no data"},
		{"message", `{"level":"INFO","data":1}`, `level is "INFO", want one of debug, info, notice, warning, error, critical, alert, emergency`},
		{"progress", `{"progressToken":"a","progress":0.5,"total":1}`, ""},
		{"progress", `{"progressToken":null,"progress":0.5}`, "progressToken is null, want a string or a number"},
		{"progress", `{"progressToken":7,"progress":"50%"}`, `progress is "50%", want a number`},
		{"resources/updated", ``, "has no uri"},
		{"tools/list_changed", ``, ""},
	} {
		check(t, form.Notice("notifications/"+c.method, params(c.params)), c.method+c.params, c.wrong)
	}
}
