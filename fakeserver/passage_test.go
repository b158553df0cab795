package fakeserver_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// TestAProxyRefuses what only a fake server can do, by name and with the reason.
func TestAProxyRefuses(t *testing.T) {
	refused := map[string]string{
		"{as: sse}":              "a proxy cannot do as: the real server chooses the form of its answers",
		"{batch: 2}":             "a proxy cannot do batch: each answer of the real server is passed on by itself",
		"{commit: x}":            "a proxy cannot do commit: only a fake server keeps a ledger",
		"{ignore: [term]}":       "a proxy cannot do ignore: what the process ignores is up to the real server; use exit, never or a fault of the link",
		"{offer: {tools: []}}":   "a proxy cannot do offer: the real server has its own lists; patch their answers",
		"{progress: {count: 1}}": "a proxy cannot do progress: only a fake server knows how far its work is; use notify",
		"{request: ping}":        "a proxy cannot do request: the real server would get an answer to what it did not ask",
		"{session: mint}":        "a proxy cannot do session: sessions are the real server's; use headers or status",
		"{stdin: stop}":          "a proxy cannot do stdin: the real server reads for itself; use the fault stall up",
		"{stream: eof}":          "a proxy cannot do stream: use the verb GET with end or drop",
	}
	for _, sse := range []string{"bom: true", "end: reset", "cut: 1, eol: crlf", "cut: 1, bom: true", "cut: 1, noSpace: true", "cut: 1, multiline: true",
		"cut: 1, event: x", "cut: 1, number: true", "cut: 1, unterminated: true", "cut: 1, events: [{comment: x}]"} {
		refused["{sse: {"+sse+"}}"] = "a proxy can do of sse only cut and end: the real server writes its events"
	}
	for action, why := range refused {
		rules, err := fakeserver.Origin{File: "r.yaml"}.ParseRules([]byte("[{do: [" + action + "]}]"))
		assert.NilError(t, err, action)
		_, err = fakeserver.NewRuleSet(nil).Add(rules[0])
		assert.Assert(t, err != nil && strings.HasSuffix(err.Error(), ": "+why), "%s: %v", action, err)
	}
	for _, phase := range []string{"idle", "after-commit"} {
		rules, err := fakeserver.Origin{File: "r.yaml"}.ParseRules([]byte("[{when: {phase: " + phase + "}, do: [never]}]"))
		assert.NilError(t, err, phase)
		_, err = fakeserver.NewRuleSet(nil).Add(rules[0])
		assert.Assert(t, err != nil && strings.HasSuffix(err.Error(), ": a proxy does not know the phase "+phase), "%v", err)
	}
}

// TestRulesAreReplaced by others, and none that is not there.
func TestRulesAreReplaced(t *testing.T) {
	rules, err := fakeserver.Origin{File: "r.yaml"}.ParseRules([]byte("[{do: [never]}, {do: [{exit: 1}, duplicate]}]"))
	assert.NilError(t, err)
	set := fakeserver.NewRuleSet(nil)
	id, err := set.Add(rules[0])
	assert.NilError(t, err)
	assert.Error(t, set.Replace("rule-9", rules[1]), `there is no rule "rule-9"`)
	assert.NilError(t, set.Replace(id, rules[1]))
	never := set.NeverActed()
	assert.Equal(t, len(never), 1)
	assert.ErrorContains(t, never[0], "exit, duplicate of the rule ")
}
