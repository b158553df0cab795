package fakeserver_test

import (
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// TestNeverActed says what became of one rule in a session that lists the tools and
// calls "echo" twice.
func TestNeverActed(t *testing.T) {
	const nearest = "the nearest moment was "
	for rule, want := range map[string]string{
		"{do: [delay: 1ms]}":                                                 "",
		"{when: {method: tools/cal}, do: [never]}":                           "never of the rule (method tools/cal) never happened: " + nearest + "tools/call of the tool echo, but it is not tools/cal",
		"{when: {method: prompts/list}, do: [never]}":                        "never of the rule (method prompts/list) never happened: " + nearest + "initialize, but it is not prompts/list",
		"{when: {method: tools/call, tool: bump}, do: [never]}":              "never of the rule (method tools/call, tool bump) never happened: " + nearest + "tools/call of the tool echo, but its tool is not bump",
		"{when: {method: tools/call, nth: 3}, do: [{exit: 1}]}":              "exit of the rule (method tools/call, nth 3) never happened: its moment came 2 times, which its counts leave out",
		"{when: {method: tools/list, every: 2}, do: [{exit: 1}]}":            "exit of the rule (method tools/list, every 2) never happened: its moment came 1 time, which its counts leave out",
		"{when: {method: tools/call, phase: listing}, do: [never]}":          "never of the rule (phase listing, method tools/call) never happened: " + nearest + "tools/call of the tool echo, but its phase is in-call",
		"{when: {phase: closing}, do: [{exit: 1}]}":                          "exit of the rule (phase closing) never happened: " + nearest + "spawn, but its phase is spawn",
		"{when: {method: tools/list, verb: POST}, do: [never]}":              "never of the rule (method tools/list, verb POST) never happened: " + nearest + "tools/list, but its verb is none",
		"{when: {method: tools/list, header: {Accept: x}}, do: [never]}":     "never of the rule (method tools/list) never happened: " + nearest + "tools/list, but its headers differ",
		"{when: {method: tools/list, connection: 2}, do: [never]}":           "never of the rule (method tools/list, connection 2) never happened: " + nearest + "tools/list, but it came on connection 1",
		"{when: {method: tools/list, state: warm}, do: [never]}":             "never of the rule (method tools/list, state warm) never happened: " + nearest + `tools/list, but the state was ""`,
		"{when: {method: tools/list, after: 1h}, do: [never]}":               "never of the rule (method tools/list) never happened: " + nearest + "tools/list, but it came earlier than 1h0m0s",
		"{when: {method: tools/call, until: 500ms}, do: [never]}":            "never of the rule (method tools/call) never happened: " + nearest + "tools/call of the tool echo, but it came later than 500ms",
		"{when: {method: tools/list}, do: [{status: 500}]}":                  "status of the rule (method tools/list) never happened: status has no meaning over stdio",
		"{when: {method: tools/list}, do: [{as: sse}, {delay: 1ms}]}":        "",
		"{when: {method: tools/list}, do: [{delay: 1h}, {exit: 1}]}":         "exit of the rule (method tools/list) never happened: its moment came 1 time, but what came before ended or kept it",
		"{when: {method: tools/list, probability: 0.00000001}, do: [never]}": "",
		"{when: {method: tools/cal, probability: 1}, do: [never]}":           "never of the rule (method tools/cal) never happened: " + nearest + "tools/call of the tool echo, but it is not tools/cal",
		"{when: {method: tools/cal}, do: [never], mayNotHappen: true}":       "",
	} {
		simulate(t, "rules:\n  - "+rule, func(b *bench) {
			l := b.session()
			l.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
			b.after(time.Second)
			l.say(call("2", "x"), call("3", "x"))
			b.after(time.Second)
			missing := b.srv.NeverActed()
			if want == "" {
				assert.Equal(t, len(missing), 0, "%s: %v", rule, missing)
				return
			}
			assert.Equal(t, len(missing), 1, rule)
			assert.Error(t, missing[0], "test.yaml:2: "+want)
		})
	}
}

// A server that is not reached, and rules of connections that never come.
func TestNeverActedWithoutClient(t *testing.T) {
	script := "rules: [{do: [never]}]\nconnections:\n  - number: 2\n    rules:\n      - when: {method: ping}\n        do: [never]"
	simulate(t, script, func(b *bench) {
		missing := b.srv.NeverActed()
		assert.Equal(t, len(missing), 2)
		assert.Error(t, missing[0], "test.yaml:1: never of the rule (any message) never happened: no client came")
		b.spawn().say(initialize, ping("1"))
		missing = b.srv.NeverActed()
		assert.Equal(t, len(missing), 1)
		assert.Error(t, missing[0], "test.yaml:5: never of the rule (method ping) never happened: the nearest moment was ping, but it came on connection 1")
		named, ok := errors.AsType[*fakeserver.UnactedError](missing[0])
		assert.Check(t, ok && named.Place == "test.yaml:5" && named.When == "method ping")
	})
}
