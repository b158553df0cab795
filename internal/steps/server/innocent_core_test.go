package server_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/reports"
)

const (
	passed      = reports.Passed
	notObserved = reports.NotObserved
	notTestable = reports.NotTestable
)

// unusual are servers over stdio that do what is legal but rare, and what the
// checks that look at it must say. No check may blame them.
var unusual = map[string]struct {
	server   subject
	verdicts map[string]reports.Verdict
}{
	"asks for roots": {
		subject{script: "rules: [{when: {method: notifications/roots/list_changed}, do: [{request: {method: roots/list}}]}]"},
		map[string]reports.Verdict{"BASE-15": passed},
	},
	"knows batches": {
		subject{script: "revisions: ['2025-03-26']"},
		map[string]reports.Verdict{"BASE-12": passed, "BASE-13": passed, "BASE-27": notTestable},
	},
	"has no version yet": {
		subject{script: `rules: [{when: {method: initialize}, do: [{patch: {serverInfo: {version: ""}}}]}]`},
		map[string]reports.Verdict{"LIFE-01": passed},
	},
	"has metadata": {
		subject{script: `tools: [{name: a, raw: {name: a, inputSchema: {type: object}, _meta: {io.modelcontextprotocol/x: 1, ui/resourceUri: "ui://a", example.com/: 1}}}]`},
		map[string]reports.Verdict{"BASE-26": passed},
	},
	"schemas of draft-07 with patterns of JavaScript": {
		subject{script: `tools: [{name: a, raw: {name: a, inputSchema: {$schema: "http://json-schema.org/draft-07/schema#", type: object, properties: {b: {type: array, items: [{type: string, pattern: "^(?!x)"}]}}}}}]`},
		map[string]reports.Verdict{"BASE-27": passed},
	},
	"schemas of a dialect of its own": {
		subject{script: `tools: [{name: a, raw: {name: a, inputSchema: {$schema: "https://example.com/dialect", type: object}}}]`},
		map[string]reports.Verdict{"BASE-27": notTestable},
	},
	"refuses revisions that it does not know": {
		subject{line: answering(`"1999-01-01"`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"unsupported"}}`)},
		map[string]reports.Verdict{"LIFE-03": passed, "LIFE-04": notObserved},
	},
	"adds tools later and says so": {
		subject{script: `
capabilities: {tools: {listChanged: true}}
tools: [a, b]
rules:
  - when: {method: tools/list, until: 800ms}
    do: [{patch: {tools: [{name: a, inputSchema: {type: object}}]}}]
  - when: {phase: after-init-reply}
    do: [{delay: 850ms}, {notify: notifications/tools/list_changed}]
`},
		map[string]reports.Verdict{"LIFE-11": passed},
	},
	"takes its time for each ping": {
		subject{script: "rules: [{when: {method: ping}, do: [{delay: 350ms}]}]"},
		map[string]reports.Verdict{"STDIO-03": passed, "PING-01": passed},
	},
	"says much on standard error": {
		subject{script: "rules: [{when: {method: initialize}, do: [{stderr: {text: \"starting\\n\", size: 30000}}]}]"},
		map[string]reports.Verdict{"STDIO-10": passed},
	},
	"stops a slow tool": {
		subject{script: working},
		map[string]reports.Verdict{"STDIO-15": passed},
	},
	"asks the client's model for a while": {
		subject{calls: true, script: `
tools: [{name: ask}]
rules:
  - when: {method: tools/call, tool: ask}
    do: [{request: {method: ping}}, {delay: 10s}]
`},
		map[string]reports.Verdict{"LIFE-17": notObserved},
	},
	"logs what was asked for": {
		subject{script: `
capabilities: {tools: {}, logging: {}}
rules:
  - when: {method: logging/setLevel, every: 2}
    do: [{state: loud}]
  - when: {state: loud, method: tools/list}
    do: [{notify: {method: notifications/message, params: {level: info, data: listing}}}]
`},
		map[string]reports.Verdict{"LOG-01": passed, "LOG-02": passed, "LOG-03": passed, "LIFE-14": passed},
	},
}

func TestUnusualProcessesAreNotBlamed(t *testing.T) {
	for name, c := range unusual {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			verdicts, results := c.server.validate(t)
			for id, want := range c.verdicts {
				assert.Check(t, is.Equal(verdicts[id], want), id)
			}
			for _, r := range results {
				blamed := r.Verdict == reports.Failed || r.Verdict == reports.Warned
				assert.Check(t, !blamed, "%v: %s", r.Rule.IDs, r.Error)
			}
		})
	}
}

// A server that dies is quoted: what it said last tells more than its silence.
func TestLastWordsAreShown(t *testing.T) {
	const dies = "rules: [{when: {method: tools/list}, do: [{stderr: \"out of cheese\\n\"}, {exit: 3}]}]"
	_, results := subject{script: dies}.validate(t)
	told := 0
	for _, r := range results {
		if strings.Contains(r.Error, "the process ended") {
			assert.Check(t, is.Contains(r.Error, `with code 3; its stderr ends with "out of cheese"`), r.Rule.IDs)
			told++
		}
	}
	assert.Assert(t, told > 3)
}
