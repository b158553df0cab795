package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// read is a tool that may be called, and the beginning of rules for it.
const read = "tools: [{name: work, annotations: {readOnlyHint: true}}]\n"

// defects are servers with one mistake each, by the check that must find it and
// that must be the only one to find anything.
var defects = map[string]subject{
	"TOOL-01 no schema":        listed("tools", `{name: a, description: b}`),
	"TOOL-01 no type":          listed("tools", `{name: a, inputSchema: {properties: {}}}`),
	"TOOL-01 an array":         listed("tools", `{name: a, inputSchema: {type: array}}`),
	"TOOL-01 several types":    listed("tools", `{name: a, inputSchema: {type: [object, "null"]}}`),
	"TOOL-02 too long":         listed("tools", `{name: `+strings.Repeat("n", 129)+`, inputSchema: {type: object}}`),
	"TOOL-02 twice":            listed("tools", `{name: a, inputSchema: {type: object}}, {name: a, inputSchema: {type: object}}`),
	"TOOL-09 no name":          listed("tools", `{title: a, inputSchema: {type: object}}`),
	"TOOL-09 null":             listed("tools", `{name: a, description: null, inputSchema: {type: object}}`),
	"TOOL-09 hint as text":     listed("tools", `{name: a, inputSchema: {type: object}, annotations: {readOnlyHint: "true"}}`),
	"TOOL-09 output no object": listed("tools", `{name: a, inputSchema: {type: object}, outputSchema: {type: array}}`),
	"TOOL-10 no content":       called(`{}`),
	"TOOL-10 null content":     called(`{content: null}`),
	"TOOL-10 one block":        called(`{content: {type: text, text: a}}`),
	"TOOL-10 a string":         called(`{content: [a]}`),
	"TOOL-10 no type":          called(`{content: [{text: a}]}`),
	"TOOL-10 unknown type":     called(`{content: [{type: json, text: a}]}`),
	"TOOL-10 no text":          called(`{content: [{type: text, content: a}]}`),
	"TOOL-10 link without uri": called(`{content: [{type: resource_link, name: a}]}`),
	"TOOL-10 isError as text":  called(`{content: [], isError: "true"}`),
	"TOOL-10 isError of a refusal": {
		line:   answering(`"arguments":{}`, `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"no"}],"isError":"true"}}`),
		script: "tools: [{name: work, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [a], properties: {a: {}}}}]"},
	"TOOL-10 structured text":      called(`{content: [], structuredContent: "a"}`),
	"TOOL-10 dies":                 {script: read + "rules: [{when: {tool: work}, do: [{exit: 1}]}]"},
	"RES-03 image without type":    called(`{content: [{type: image, data: "AAAA"}]}`),
	"RES-03 audio of hex":          called(`{content: [{type: audio, mimeType: audio/wav, data: "0x1"}]}`),
	"RES-03 url alphabet":          readable(`{uri: "mem://a", blob: "__8="}`),
	"RES-03 neither":               readable(`{uri: "mem://a"}`),
	"RES-03 both":                  readable(`{uri: "mem://a", text: a, blob: "YQ=="}`),
	"RES-03 embedded":              called(`{content: [{type: resource, resource: {uri: "mem://a"}}]}`),
	"RES-06 no name":               listed("resources", `{uri: "mem://a"}`),
	"RES-06 no uri":                listed("resources", `{name: a}`),
	"RES-06 a path":                {script: "resources: [/srv/a]"},
	"RES-06 size as text":          listed("resources", `{uri: "mem://a", name: a, size: "7"}`),
	"RES-06 priority":              listed("resources", `{uri: "mem://a", name: a, annotations: {priority: 7}}`),
	"RES-06 last modified":         listed("resources", `{uri: "mem://a", name: a, annotations: {lastModified: yesterday}}`),
	"RES-06 template of braces":    {script: "templates: [{uriTemplate: 'mem://{a}'}]\nrules: [{when: {method: resources/templates/list}, do: [{patch: {resourceTemplates: [{uriTemplate: 'mem://{a', name: a}]}}]}]"},
	"RES-06 template":              {script: "templates: [{uriTemplate: 'mem://{a}'}]\nrules: [{when: {method: resources/templates/list}, do: [{patch: {resourceTemplates: [{uri: 'mem://{a}', name: a}]}}]}]"},
	"RES-07 no contents":           {line: missing, script: resource + `do: [{result: {content: []}}]}]`},
	"RES-07 one content":           {line: missing, script: resource + `do: [{result: {contents: {uri: "mem://a", text: b}}}]}]`},
	"RES-07 no uri":                readable(`{text: a}`),
	"RES-07 type":                  readable(`{uri: "mem://a", text: a, mimeType: 7}`),
	"RES-07 silent":                {line: missing, script: resource + "do: [never]}]"},
	"SUB-10 without subscription":  {script: "capabilities: {tools: {}, resources: {subscribe: true}}\n" + read + "rules: [{when: {tool: work, nth: 1}, do: [{notify: {method: notifications/resources/updated, params: {uri: 'mem://a'}}}]}]"},
	"RES-08 refused":               {line: missing, script: resource + `do: [{error: {code: -32603, message: "permission denied"}}]}]`},
	"RES-08 another":               readable(`{uri: "mem://b", text: a}`),
	"PRM-02 no name":               {script: "prompts: [a]\nrules: [{when: {method: prompts/list}, do: [{patch: {prompts: [{title: a}]}}]}]"},
	"PRM-02 arguments":             {script: "prompts: [a]\nrules: [{when: {method: prompts/list}, do: [{patch: {prompts: [{name: a, arguments: {b: {}}}]}}]}]"},
	"PRM-02 required":              {script: "prompts: [a]\nrules: [{when: {method: prompts/list}, do: [{patch: {prompts: [{name: a, arguments: [{name: b, required: \"no\"}]}]}}]}]"},
	"PRM-03 role":                  prompt(`{messages: [{role: system, content: {type: text, text: a}}]}`),
	"PRM-03 several contents":      prompt(`{messages: [{role: user, content: [{type: text, text: a}]}]}`),
	"PRM-03 text":                  prompt(`{messages: [{role: user, content: a}]}`),
	"PRM-03 no messages":           prompt(`{prompt: a}`),
	"PRM-03 image":                 prompt(`{messages: [{role: user, content: {type: image, mimeType: image/png, data: "%%"}}]}`),
	"TOOL-01 null list":            {script: "tools: [a]\nrules: [{when: {method: tools/list}, do: [{patch: {tools: null}}]}]"},
	"LIFE-13 no array":             {script: "prompts: [a]\nrules: [{when: {method: prompts/list}, do: [{patch: {prompts: {a: {}}}}]}]"},
	"PAG-03 second page":           {script: "tools: [a, b]\npageSize: 1", line: answering(`"cursor":`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no"}}`)},
	"PAG-04 resources":             listed("resources", `{uri: "mem://a", name: a}, {uri: "mem://a", name: b}`),
	"COMP-04 numbers":              completed(`{values: [1]}`),
	"COMP-04 null":                 completed(`{values: null}`),
	"COMP-04 hasMore":              completed(`{values: [a], hasMore: "no"}`),
	"COMP-01 undeclared, nothing":  {script: "capabilities: {prompts: {}}\nprompts: [{name: a, arguments: [b]}]\nrules: [{when: {method: completion/complete}, do: [{result: {completion: {values: []}}}]}]"},
	"COMP-01 the second argument":  {script: "prompts: [{name: a, arguments: [{name: b, values: [c]}, d]}]", line: answering(`{"name":"d"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no"}}`)},
	"COMP-01 nothing can be":       {script: "prompts: [{name: a, arguments: [{name: b, values: [c]}, d]}]", line: answering(`"completion/complete"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no"}}`)},
	"COMP-02 total":                completed(`{values: [a, b], total: 1}`),
	"COMP-02 more":                 completed(`{values: [a, b], total: 2, hasMore: true}`),
	"CAN-01 an error at once":      {script: cancelled, line: answeringCancelled()},
	"CAN-02 refuses null":          {line: answering(`{"requestId": null}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no"}}`)},
	"CAN-02 late":                  {line: answering(`"reason":"late"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"unknown request"}}`)},
	"LIFE-15 no result":            {line: answering(`"x": {"y": 1}`, `{"jsonrpc":"2.0","id":ID,"result":{}}`)},
	"LIFE-16 no result":            {line: afterDiscover()},
	"PING-01 an error":             {line: answering(`"method":"ping"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no"}}`)},
	"PING-01 slow":                 {script: "rules: [{when: {method: ping}, do: [{delay: 1300ms}]}]"},
	"PING-02 during a call":        {script: read + "rules: [{when: {tool: work}, do: [{delay: 3s}]}]", line: blocking()},
	"LIFE-11 much later":           {script: "tools: [a, b]\nrules: [{when: {method: tools/list, until: 1500ms}, do: [{patch: {tools: [{name: a, inputSchema: {type: object}}]}}]}]"},
	"SUB-09 silent":                {script: counter + "]"},
	"SUB-10 not subscribed":        {script: counter + `, ` + updated("a") + `, ` + updated("z") + "]"},
	"SUB-10 unsubscribed":          {script: counter + ", " + updated("a") + "]"},
	"LIFE-13 tools undeclared":     {script: "capabilities: {tools: {}}\n" + read + "rules: [{when: {tool: work}, do: [{notify: notifications/tools/list_changed}]}]"},
	"LIFE-13 updates undeclared":   {script: "capabilities: {tools: {}, resources: {}}\n" + read + "rules: [{when: {tool: work}, do: [{notify: {method: notifications/resources/updated, params: {uri: 'mem://a'}}}]}]"},
	"LIFE-13 prompts/get":          {script: "prompts: [a]", line: answering(`"prompts/get","params":{"name":"a"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no"}}`)},
	"LIFE-13 resources/read":       {script: "resources: ['mem://a']", line: answering(`"resources/read","params":{"uri":"mem://a"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no"}}`)},
	"LIFE-10 any capability":       {script: read, line: asksRegardless()},
	"LIFE-10 tools in sampling":    asksClient("sampling/createMessage", `{messages: [], maxTokens: 9, tools: []}`),
	"LIFE-10 url":                  asksClient("elicitation/create", `{message: a, mode: url, url: "https://a.example", elicitationId: b}`),
	"LIFE-19 no pages":             {script: "capabilities: {tools: {}}\ntools: [{name: a, annotations: {readOnlyHint: true}}]\nrules: [{when: {tool: a}, do: [{error: {code: -32042, message: log in, data: {elicitations: {mode: url}}}}]}]"},
	"LIFE-19 what a model is told": asksClient("sampling/createMessage", `{maxTokens: 1, messages: [{role: user, content: {type: input_text, text: a}}]}`),
	"LIFE-01 tasks":                {script: "capabilities: {tasks: {requests: [a]}}"},
	"LOG-02 capitals":              {script: "capabilities: {logging: {}}", line: answering(`"level": "ERROR"`, `{"jsonrpc":"2.0","id":ID,"result":{}}`)},
	"COMP-03 no kind":              {script: "prompts: [{name: a, arguments: [{name: b, values: [c]}]}]", line: answering(`"ref/mcpsim"`, `{"jsonrpc":"2.0","id":ID,"result":{"completion":{"values":[]}}}`)},
	"COMP-03 nothing":              {script: "prompts: [{name: a, arguments: [{name: b, values: [c]}]}]", line: answering(`"completion/complete","params":{}`, `{"jsonrpc":"2.0","id":ID,"result":{"completion":{"values":[]}}}`)},
	"TOOL-02 other letters":        {script: "tools: [{name: a, annotations: {readOnlyHint: true}, commit: done}]", line: answering(`"name":"A"`, `{"jsonrpc":"2.0","id":ID,"result":{"content":[]}}`)},
	"PRM-02 no arguments":          {script: "prompts: [a]", line: answering(`"prompts/get","params":{"name":"a"}`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"arguments is required"}}`)},
	"RES-07 null":                  {script: "resources: [{uri: \"mem://a\", text: one}]\nrules: [{when: {method: resources/read, params: {uri: \"mem://a\"}}, do: [{result: {contents: [null]}}]}]"},
	"LIFE-13 a hidden tool":        {script: "tools: [{name: a, annotations: {readOnlyHint: true}}, {name: hidden, annotations: {readOnlyHint: true}}]", line: answering(`"name":"hidden"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"Unknown tool: hidden"}}`, `"name":"mcpsim_no_such_tool`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"Unknown tool: mcpsim_no_such_tool"}}`)},
	"HL-25 a notification": {http: true, request: func(r *http.Request, body string) int {
		return when(strings.Contains(body, "notifications/initialized") && r.Header.Get("Mcp-Session-Id") == "", http.StatusAccepted)
	}},
	"HL-25 leaving": {http: true, request: func(r *http.Request, _ string) int {
		return when(r.Method == http.MethodDelete && r.Header.Get("Mcp-Session-Id") == "", http.StatusNoContent)
	}},
	"LIFE-19 maxTokens":     asksClient("sampling/createMessage", `{messages: []}`),
	"LIFE-19 nested schema": asksClient("elicitation/create", `{message: a, requestedSchema: {type: object, properties: {b: {type: object}}}}`),
	"LIFE-19 nothing said":  asksClient("elicitation/create", `{}`),
	"LIFE-21 password":      asksClient("elicitation/create", `{message: a, requestedSchema: {type: object, properties: {password: {type: string}}}}`),
	"LIFE-21 title":         asksClient("elicitation/create", `{message: a, requestedSchema: {type: object, properties: {value: {type: string, title: "Your API key:"}}}}`),
	"BASE-15 in calls":      {script: read + `rules: [{when: {tool: work}, do: [{request: {id: "7", method: sampling/createMessage, params: {messages: [], maxTokens: 1}, reply: done}}]}]`},
	"LIFE-18 one revision":  {http: true, request: cripple},
	"LOG-06 level":          logged(`{level: warn, data: a}`),
	"LOG-06 no data":        logged(`{level: error, message: a}`),
	"LOG-08 notice":         {script: "capabilities: {logging: {}}", line: answering(`{"level":"notice"}`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no"}}`)},
	"LIFE-13 with metadata": {script: "tools: [a]", line: answering(`"tools/list","params":{"_meta"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no"}}`)},
}

const resource = "resources: [{uri: 'mem://a'}]\nrules: [{when: {method: resources/read, params: {uri: 'mem://a'}}, "

func listed(what, items string) subject {
	return subject{script: what + ": [" + map[string]string{"tools": "a", "resources": "'mem://a'"}[what] + "]\nrules: [{when: {method: " + what + "/list}, do: [{patch: {" + what + ": [" + items + "]}}]}]"}
}

func called(result string) subject {
	return subject{script: "tools: [{name: work, annotations: {readOnlyHint: true}, answer: {result: " + result + "}}]"}
}

func readable(content string) subject {
	return subject{line: missing, script: resource + "do: [{result: {contents: [" + content + "]}}]}]"}
}

// missing refuses to read what does not exist, as others may read anything.
func missing(line string) (answer string, mine bool) {
	if !strings.Contains(line, "resources/read") {
		return "", false
	}
	return answering("mcpsim://no/such", `{"jsonrpc":"2.0","id":ID,"error":{"code":-32002,"message":"no"}}`)(line)
}

func prompt(result string) subject {
	return subject{line: func(line string) (string, bool) {
		if strings.Contains(line, `"name":"a"`) {
			return "", false
		}
		return answering(`"prompts/get"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no"}}`)(line)
	}, script: "prompts: [a]\nrules: [{when: {method: prompts/get}, do: [{result: " + result + "}]}]"}
}

func completed(completion string) subject {
	return subject{line: func(line string) (string, bool) {
		if strings.Contains(line, `"name":"a"},"argument"`) {
			return "", false
		}
		return answering(`"completion/complete"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no"}}`)(line)
	}, script: "prompts: [{name: a, arguments: [{name: b, values: [c]}]}]\nrules: [{when: {method: completion/complete}, do: [{result: {completion: " + completion + "}}]}]"}
}

func logged(params string) subject {
	return subject{script: "capabilities: {tools: {}, logging: {}}\nrules: [{when: {method: tools/list, first: 30}, do: [{notify: {method: notifications/message, params: " + params + "}}]}]"}
}

// counter is a server whose tool changes a resource.
const counter = "capabilities: {tools: {}, resources: {subscribe: true}}\n" + `
tools: [{name: work, annotations: {readOnlyHint: true}, commit: done}]
resources: [{uri: "mem://a", text: one}, {uri: "mem://z", text: z}]
rules:
  - when: {method: tools/call, tool: work}
    do: [{offer: {resources: [{uri: "mem://a", text: two}, {uri: "mem://z", text: z}]}}`

func updated(resource string) string {
	return `{notify: {method: notifications/resources/updated, params: {uri: "mem://` + resource + `"}}}`
}

func asksClient(method, params string) subject {
	return subject{script: read + "rules: [{when: {tool: work}, do: [{request: {method: " + method + ", params: " + params + ", reply: done}}]}]"}
}

// asksRegardless asks for a model if the client has declared anything at all.
func asksRegardless() func(string) (string, bool) {
	var able atomic.Bool
	var asked atomic.Int64
	return func(line string) (string, bool) {
		if strings.Contains(line, `"initialize"`) {
			able.Store(strings.Contains(line, `"roots"`))
		}
		if strings.Contains(line, `"tools/call"`) && able.Load() {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":"m%d"`, asked.Add(1)) + `,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}` + "\n" +
				`{"jsonrpc":"2.0",` + idMember.FindString(line) + `,"result":{"content":[]}}`, true
		}
		return "", false
	}
}

// cripple refuses all lists in sessions of one revision.
func cripple(r *http.Request, body string) int {
	return when(r.Header.Get("Mcp-Protocol-Version") == "2025-06-18" && strings.Contains(body, `/list"`), http.StatusBadRequest)
}

const cancelled = read + "rules: [{when: {tool: work}, do: [{delay: 1s}]}]"

// answeringCancelled answers what is cancelled with an error, at once.
func answeringCancelled() func(string) (string, bool) {
	requested := regexp.MustCompile(`"requestId":("[^"]+"|\d+)`)
	return func(line string) (string, bool) {
		m := requested.FindStringSubmatch(line)
		if m == nil || !strings.Contains(line, "not needed") {
			return "", false
		}
		return `{"jsonrpc":"2.0","id":` + m[1] + `,"error":{"code":0,"message":"Request cancelled"}}`, true
	}
}

// afterDiscover answers initialize with nothing once it was asked something before.
func afterDiscover() func(string) (string, bool) {
	var asked atomic.Bool
	return func(line string) (string, bool) {
		if strings.Contains(line, "server/discover") {
			asked.Store(true)
		}
		if !asked.Load() {
			return "", false
		}
		asked.Store(!strings.Contains(line, `"initialize"`)) // the next process knows nothing of it
		return answering(`"initialize"`, `{"jsonrpc":"2.0","id":ID,"result":{}}`)(line)
	}
}

// blocking leaves pings unanswered that come after a call.
func blocking() func(string) (string, bool) {
	var called atomic.Bool
	return func(line string) (string, bool) {
		if strings.Contains(line, `"tools/call"`) || strings.Contains(line, `"initialize"`) {
			called.Store(strings.Contains(line, `"work"`) && !strings.Contains(line, "progressToken"))
		}
		return "", called.Load() && strings.Contains(line, `"method":"ping"`)
	}
}

func TestEachDefectIsOneFinding(t *testing.T) {
	names := slices.Sorted(maps.Keys(defects))
	said := judgetest.OpenPage(t, "said-of-defects.golden", names)
	for i, name := range names {
		if underRace && i%8 != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id, _, _ := strings.Cut(name, " ")
			server := defects[name]
			server.quick = true
			_, results := server.validate(t)
			var found []string
			for _, r := range results {
				if r.Verdict != reports.Failed && r.Verdict != reports.Warned {
					continue
				}
				t.Logf("%v: %s", r.Rule.IDs, r.Error)
				if !slices.Contains(found, r.Rule.IDs[0]) {
					found = append(found, r.Rule.IDs[0])
				}
			}
			assert.Check(t, is.DeepEqual(found, []string{id}))
			said.Says(name, judgetest.Findings(results, judgetest.Of(id)), t.Errorf)
		})
	}
}
