package server_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// whim is a server that does what it was seen to do no more, or only a part of what a check
// needs: nothing of that is a defect, and a check has to say why it decides nothing.
type whim struct {
	families string // of the checks that meet it
	subject
}

// once is a rule of a tool that does something only the first time that it is called in the life
// of the server.
func once(does string) string {
	return "\nrules:\n  - {when: {tool: work}, do: [" + does + "], times: 1}\n"
}

// legacyWhims are servers with a handshake.
var legacyWhims = map[string]whim{
	"slow once":                       {"CAN PING PROG", overHTTP(read + once("{delay: 900ms}"))},
	"slow once, in streams":           {"CAN PING PROG", overHTTP("http: {answers: sse}\n" + read + once("{delay: 900ms}"))},
	"progress once":                   {"PROG CAN", overHTTP(read + once("{progress: {count: 3, every: 100ms}}"))},
	"progress once without end":       {"PROG CAN", overHTTP(read + once("{progress: {count: 1}}"))},
	"log messages once":               {"LOG", overHTTP("capabilities: {tools: {}, logging: {}}\n" + read + once("{log: {level: error, text: a}}"))},
	"questions once":                  {"LIFE BASE", overHTTP(read + once("{request: {method: roots/list, wait: true}}"))},
	"a change once":                   {"SUB LIFE", overHTTP("prompts: [a]\n" + read + once("{offer: {prompts: [b]}}, {notify: notifications/prompts/list_changed}"))},
	"a change that nobody is told of": {"SUB", overHTTP("prompts: [a]\nhttp: {get: '405'}\n" + read + once("{offer: {prompts: [b]}}"))},
	"lists that differ each time":     {"PAG LIFE TOOL SUB", overHTTP("tools: [a, b]\nrules: [{when: {method: tools/list, every: 2}, do: [{patch: {tools: [{name: b, inputSchema: {type: object}}]}}]}]")},
	"no sessions":                     {"HL LIFE", overHTTP("http: {sessions: false}\n" + read)},
	"no GET":                          {"HL SUB LIFE", overHTTP("http: {get: '405'}\n" + read)},
	"a GET that is silent":            {"HL", overHTTP("http: {get: hang}\n" + read)},
	"streams that are kept":           {"HL", overHTTP("http: {answers: sse, resume: true}\n" + read + "rules: [{when: {tool: work}, do: [{progress: {count: 2, every: 100ms}}, {delay: 300ms}]}]")},
	"streams that end early":          {"HL CAN", overHTTP("http: {answers: sse, resume: true}\n" + read + "rules: [{when: {tool: work}, do: [{progress: {count: 2, every: 100ms}}, {end: eof}]}]")},
	"calls are unknown":               {"TOOL", overHTTP(read + "rules: [{when: {method: tools/call}, do: [{error: {code: -32601}}]}]")},
	"no arguments":                    {"TOOL", overHTTP(read)},
	"schemas that cannot be read":     {"TOOL LIFE", overHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, inputSchema: {type: object, $ref: 'https://a.example/s'}, outputSchema: {type: object, $ref: 'https://a.example/s'}, answer: {structured: {a: 1}}}]")},
	"a result of another form":        {"TOOL", overHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, outputSchema: {type: object, properties: {a: {$ref: 'https://a.example/s'}}}, answer: {structured: {a: 1}}}]")},
	"nothing but tools":               {"RES PRM COMP LOG SUB TASK PAG", overHTTP(read)},
	"nothing at all":                  {"TOOL RES PRM COMP LOG SUB TASK PAG LIFE", overHTTP("capabilities: {}\ntools: []")},
	"resources that are refused":      {"RES SUB", overHTTP("resources: ['mem://a', 'mem://b']\nrules: [{when: {method: resources/read}, do: [{error: {code: -32002}}]}]")},
	"a file that everybody may read":  {"RES", overHTTP("templates: [{uriTemplate: 'file:///{+path}', text: 'root:x:0:0:root'}]\nresources: ['file:///a']")},
	"prompts that are refused":        {"PRM COMP", overHTTP("prompts: [{name: a, arguments: [{name: b, required: true, values: [c]}]}]\nrules: [{when: {method: prompts/get}, do: [{error: {code: -32603}}]}]")},
	"completions once":                {"COMP", overHTTP("prompts: [{name: a, arguments: [{name: b, values: [c]}]}]\nrules: [{when: {method: completion/complete, after: 1}, do: [{result: {completion: {values: []}}}]}]")},
	"a process that dies of a call":   {"PING CAN PROG STDIO", subject{script: read + "rules: [{when: {tool: work}, do: [{delay: 900ms}, {exit: 3}]}]", quick: true}},
	"a process that is slow to leave": {"STDIO", subject{script: read + "stdio: {ignore: [eof]}"}},
	"a process that says much":        {"STDIO", subject{script: read + "rules: [{when: {phase: spawn}, do: [{stderr: {text: a, size: 300000}}]}]"}},
	"tasks of no tool":                {"TASK", overHTTP("capabilities: {tools: {}, tasks: {list: {}, cancel: {}, requests: {tools: {call: {}}}}}\n" + read)},
	"tasks without list and cancel":   {"TASK", subject{script: strings.Replace(withTask("support", "optional").script, "list: {}, cancel: {}, ", "", 1)}},
	"a task that is refused":          {"TASK", withTask("created", `{error: {code: -32603}}`)},
	"a task without a name":           {"TASK", withTask("created", `{result: {task: {status: working}}}`)},
	"a task whose result never comes": {"TASK", withTask("result", "never")},
	"a task whose result is refused":  {"TASK", withTask("result", `{error: {code: -32603}}`)},
	"a task that is over at once":     {"TASK", withTask("cancelled", `{error: {code: -32602, message: it has ended}}`)},
	"a task that never ends":          {"TASK", withTask("last", `{result: {status: input_required, T}}`)},
	"a task whose list is refused":    {"TASK", withTask("listed", `{error: {code: -32603}}`)},
	"tasks whose end is not known":    {"TASK", withTask("ended", `{error: {code: -32001}}`)},
}

// modernWhims are those without one.
var modernWhims = map[string]whim{
	"slow once":                     {"M", modernHTTP(read + once("{delay: 900ms}"))},
	"questions once":                {"M", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}}]" + once("{result: {resultType: input_required, requestState: s, inputRequests: {a: {method: roots/list}}}}"))},
	"a state that means nothing":    {"M", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, rounds: [{inputs: {a: {method: elicitation/create, params: {mode: form, message: Who?, requestedSchema: {type: object, properties: {who: {type: string}}}}}}}]}]")},
	"tasks that only work":          {"M-TASK M-BASE", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, task: {takes: 300ms}}]")},
	"a task that never ends":        {"M-TASK", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, task: {takes: 1h}}]")},
	"a task that asks and fails":    {"M-TASK", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, task: {inputs: {a: {method: roots/list}}, fails: {code: -32000, message: a}}}]")},
	"tasks that are forgotten":      {"M-TASK", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, task: {takes: 300ms}}]\nrules: [{when: {method: tasks/get, after: 3}, do: [{error: {code: -32602}}]}]")},
	"a task once":                   {"M-TASK", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, task: {}}]" + strings.Replace(once("{result: {resultType: complete, content: []}}"), "tool: work", "tool: work, after: 1", 1))},
	"subscriptions to nothing":      {"M-SUB", modernHTTP(read)},
	"a subscription that is ended":  {"M-SUB", modernHTTP("prompts: [a]\n" + read + "rules: [{when: {method: subscriptions/listen}, do: [{end: eof}]}]")},
	"subscriptions are not known":   {"M-SUB M-HL", modernHTTP("prompts: [a]\n" + read + "rules: [{when: {method: subscriptions/listen}, do: [{error: {code: -32601}}]}]")},
	"a change once":                 {"M-SUB M-PAG", modernHTTP("prompts: [a]\n" + read + once("{offer: {prompts: [b]}}, {notify: notifications/prompts/list_changed}"))},
	"mirrored parameters":           {"M-HL M-HEAD", modernHTTP("tools: [{name: work, annotations: {readOnlyHint: true}, inputSchema: {type: object, properties: {n: {type: boolean, x-mcp-header: N}}}}]")},
	"a process that dies of a call": {"M-STDIO M-CAN M-PROG", subject{modern: true, script: "era: modern\n" + read + "rules: [{when: {tool: work}, do: [{delay: 900ms}, {exit: 3}]}]"}},
	"nothing at all":                {"M", modernHTTP("capabilities: {}\ntools: []")},
}

func overHTTP(script string) subject { return subject{script: script, http: true} }

func modernHTTP(script string) subject {
	return subject{script: "era: modern\n" + script, http: true, modern: true}
}

// undecided is what checks do not decide of a server that has nothing, in the same words.
var undecided judgetest.Usual

// What checks say of servers that do something once, or only in part, is a page: what they
// cannot decide they name, and blame nothing.
func TestWhims(t *testing.T) {
	whims := map[string]whim{}
	for era, some := range map[string]map[string]whim{"legacy": legacyWhims, "modern": modernWhims} {
		for name, w := range some {
			whims[era+": "+name] = w
		}
	}
	keys := slices.Sorted(maps.Keys(whims))
	said := judgetest.OpenPage(t, "whims.golden", keys)
	for _, key := range keys {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			w := whims[key]
			for _, id := range allChecks(t) {
				if slices.ContainsFunc(strings.Fields(w.families), func(f string) bool { return strings.HasPrefix(id, f+"-") }) {
					w.some = append(w.some, id)
				}
			}
			judgetest.Twice(t, func(problem func(string, ...any)) {
				_, results := w.validate(t)
				all, but := func(reports.Result) bool { return true }, ""
				if empty := strings.SplitAfter(key, ": ")[0] + "nothing at all"; key != empty {
					but = undecided.Over(empty, func() string { _, results := whims[empty].validate(t); return judgetest.Unjudged(results, "") })
				}
				said.Says(key, judgetest.Findings(results, all)+judgetest.Unjudged(results, but), problem)
			})
		})
	}
}
