package server_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// useful is a correct server whose own tools, resources and prompts let every
// check be decided, with much that is legal and unusual. The calls that must not
// be made end it.
var useful = strings.ReplaceAll(`
pageSize: 3
tools:
  - {name: work, description: "", annotations: {readOnlyHint: true}}
  - {name: LONG, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [n], additionalProperties: false, properties: {n: {type: integer, minimum: 5}}}}
  - {name: shell, annotations: {readOnlyHint: true}, answer: "root:x:0:0:root:/root:/bin/sh; rm -rf /"}
  - {name: count, annotations: {readOnlyHint: true}, outputSchema: {type: object, required: [n]}, answer: {structured: {n: 7}}}
  - {name: broken, annotations: {readOnlyHint: true}, outputSchema: {type: object, required: [n]}, answer: {error: "no data"}}
  - {name: picture, annotations: {readOnlyHint: true}, answer: {result: {content: [{type: image, mimeType: image/png, data: "AAAA"}]}}}
  - {name: later, raw: {name: later, inputSchema: {type: object}, annotations: {readOnlyHint: true}, execution: {taskSupport: required}}}
  - {name: elsewhere, raw: {name: elsewhere, inputSchema: {type: object, $ref: "https://example.com/s"}, annotations: {readOnlyHint: true}}}
  - {name: grow, annotations: {readOnlyHint: true}, commit: grown}
  - {name: unmarked}
  - {name: drop, annotations: {destructiveHint: true}}
resources:
  - {uri: "file:///srv/notes/a.txt", text: "root:x:0:0: is how the file begins"}
  - {uri: "mem://b", blob: "AAECAw=="}
  - {uri: "mem://c", text: ""}
  - {uri: "mem://d"}
prompts: [{name: a, arguments: [{name: colour, required: true, values: [red, green]}]}, b, c, d]
rules:
  - {when: {tool: work}, do: [{progress: {count: 3, every: 120ms}}, {delay: 60ms}]}
  - {when: {tool: later}, do: [{error: {code: -32601}}]}
  - {when: {tool: drop}, do: [{exit: 1}]}
  - {when: {tool: UNMARKED}, do: [{exit: 1}]}
  - {when: {phase: after-commit, tool: grow}, do: [{offer: {prompts: [{name: a, arguments: [{name: colour, required: true, values: [red]}]}, b, c, z]}}, {notify: notifications/prompts/list_changed}]}
`, "LONG", strings.Repeat("n", 128))

// usefulChecks are those that need something of the server's own.
var usefulChecks = []string{
	"TOOL-04", "TOOL-05", "TOOL-06", "TOOL-07", "RES-03", "RES-04", "RES-05", "PRM-01", "PAG-01", "PAG-02", "PAG-03", "PAG-04", "PAG-05",
	"PROG-01", "PROG-02", "PROG-03", "PROG-04", "PROG-05", "CAN-01", "CAN-03", "CAN-04", "CAN-06", "COMP-01", "COMP-02", "COMP-03",
	"SUB-07", "SUB-08", "LIFE-10",
}

func TestOwnToolsDecideChecks(t *testing.T) {
	for name, s := range map[string]subject{
		"stdio":         {script: strings.ReplaceAll(useful, "UNMARKED", "unmarked")},
		"http":          {script: "http: {resume: true}\n" + strings.ReplaceAll(useful, "UNMARKED", "unmarked"), http: true},
		"calls allowed": {script: useful, calls: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				verdicts, results := s.validate(t)
				for _, r := range results {
					if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
						problem("%v: %s\n%s", r.Rule.IDs, r.Error, strings.Join(r.Timeline, "\n"))
					}
				}
				for _, id := range usefulChecks {
					if id == "SUB-07" && s.http {
						continue // calling its tool again changes nothing that a session beside it could be told of
					}
					if verdicts[id] != reports.Passed {
						problem("%s is %s", id, verdicts[id])
					}
				}
			})
		})
	}
}

// Without a tool that may be called the reason says what would help.
func TestNothingIsCalledUnasked(t *testing.T) {
	for _, c := range []struct {
		script string
		calls  bool
		reason string
	}{
		{script: "tools: [{name: a}]\nrules: [{when: {tool: a}, do: [{exit: 1}]}]", reason: "--allow-calls"},
		{script: "tools: [{name: a, annotations: {destructiveHint: true}}]\nrules: [{when: {tool: a}, do: [{exit: 1}]}]", calls: true, reason: "destructiveHint"},
		{script: "prompts: [a]", reason: "does not declare tools"},
		{script: "tools: [{name: a, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [x], properties: {x: false}}}]", reason: "making arguments: x"},
	} {
		s := subject{script: c.script, calls: c.calls, check: "PROG-02"}
		verdicts, results := s.validate(t)
		assert.Equal(t, verdicts["PROG-02"], reports.NotTestable)
		assert.Assert(t, strings.Contains(results[0].Error, c.reason), results[0].Error)
	}
}
