package fakeserver

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

const Everything = `
# A script that uses every kind of value.
name: docs
version: 1.0
revisions: ["2025-03-26"]
capabilities: {tools: {}, big: 9007199254740993, "1": [1.50, 0x10, true, null, "x"]}
tools:
  - plain
  - name: full
    description: |
      two
      lines
    inputSchema: {type: object}
    answer: {structured: {b: 1, a: 2}}
    commit: row
stdio: {ignore: [eof], maxLine: 1MiB}
http: {sessions: false, keepAlive: 15s}
rules:
  - when: {phase: in-call, tool: full, after: 2, until: 1m30s, probability: 0.5}
    times: 3
    do:
      - never
      - answer:
      - delay: 1h
      - error: {code: -1}
      - id: null
      - cursor: null
      - result: null
      - headers: {a: b, c: 1}
      - split: {at: [1, 2]}
      - sse: {events: [{data: ""}, {raw: x}]}
      - offer: {tools: []}
connections:
  - {from: 2, tools: [a], rules: [{do: [never]}]}
`

// Actions for the tests outside the package.
var (
	Never      Action = neverAction{}
	EmptyDelay Action = delayAction{}
)

func TestParseActionsOfAScript(t *testing.T) {
	s, err := Parse("s.yaml", []byte(Everything))
	assert.NilError(t, err)
	empty, hour := "", time.Hour
	assert.DeepEqual(t, s.Rules[0].Do, []Action{
		neverAction{}, answerAction{}, delayAction{For: &hour},
		errorAction{Code: new(-1)}, idAction{As: idNull},
		cursorAction{Next: []byte("null")}, resultAction{Value: []byte("null")},
		headersAction{Set: map[string]string{"a": "b", "c": "1"}},
		splitAction{At: []int{1, 2}},
		sseAction{Events: []sseEvent{{Data: &empty}, {Raw: "x"}}},
		offerAction{Tools: []Tool{}},
	})
}

func TestParseActions(t *testing.T) {
	short, none := 2*time.Second, time.Duration(0)
	do, err := ParseActions("never", "delay: 2s", "delay: 0s", "error:\n  code: -1\n  message: no")
	assert.NilError(t, err)
	assert.DeepEqual(t, do, []Action{neverAction{}, delayAction{For: &short}, delayAction{For: &none}, errorAction{Code: new(-1), Message: new("no")}})
	for text, want := range map[string]string{
		"":         "action 2: there is no action",
		"dealy: 1": `action 2:1:1: unknown action "dealy", did you mean "delay"?`,
		"delay":    "action 2:1:1: delay needs a time such as 250ms",
		"delay: [": "action 2:1:",
	} {
		_, err := ParseActions("never", text)
		assert.ErrorContains(t, err, want)
	}
}

// The words of logins for the tests outside the package.
type (
	MetadataForm = metadataForm
	ClientMethod = clientMethod
)
