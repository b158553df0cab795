package fakeserver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// TestCounts sends ten pings and looks which of them the rule met.
func TestCounts(t *testing.T) {
	for when, want := range map[string]string{
		"method: ping":                          "1 2 3 4 5 6 7 8 9 10",
		"method: pin*":                          "1 2 3 4 5 6 7 8 9 10",
		"method: '*'":                           "1 2 3 4 5 6 7 8 9 10",
		"connection: 1":                         "1 2 3 4 5 6 7 8 9 10",
		"method: pong":                          "",
		"method: ping, verb: POST":              "",
		"method: ping, verb: '*'":               "",
		"method: ping, phase: idle":             "",
		"method: ping, tool: echo":              "",
		"method: ping, connection: 2":           "",
		"method: ping, state: warm":             "",
		"method: ping, nth: 3":                  "3",
		"method: ping, first: 2":                "1 2",
		"method: ping, every: 4":                "4 8",
		"method: ping, after: 7":                "8 9 10",
		"method: ping, until: 2":                "1 2",
		"method: ping, after: 2, until: 4":      "3 4",
		"method: ping, after: 2, nth: 1":        "3",
		"method: ping, after: 2, every: 3":      "5 8",
		"method: ping, after: 4500ms":           "6 7 8 9 10",
		"method: ping, until: 2500ms":           "1 2 3",
		"method: ping, after: 4500ms, first: 2": "6 7",
		"phase: before-initialized":             "",
		"method: ping, probability: 1":          "1 2 3 4 5 6 7 8 9 10",
	} {
		assert.Equal(t, met(t, "when: {"+when+"}"), want, when)
	}
	assert.Equal(t, met(t, "times: 2"), "1 2")
	assert.Equal(t, met(t, "times: 2, when: {method: ping, every: 3}"), "3 6")
}

// TestArguments calls a tool in several ways and looks which calls the rule met.
func TestArguments(t *testing.T) {
	calls := []string{
		`{"name":"a"}`,
		`{"name":"a","arguments":{"x":1}}`,
		`{"name":"a","arguments":{"y":[true,{"z":"\u00e9"}],"x":1},"_meta":{"progressToken":7}}`,
		`{"name":"b","arguments":{"x":1}}`,
	}
	for when, want := range map[string]string{
		"method: tools/call":                   "1 2 3 4",
		"args: {}":                             "1",
		"args: {x: 1}":                         "2 4",
		"args: {x: 1}, tool: a":                "2",
		"args: {x: 1.0}, tool: b":              "4",
		"args: {x: '1'}":                       "",
		"args: {x: 1, nth: 2}":                 "",
		"args: {x: 1}, nth: 2":                 "4",
		"args: {y: [true]}":                    "",
		"params: {name: a}":                    "1",
		"params: {}":                           "",
		"params: {name: b, arguments: {x: 1}}": "4",
		"args: {x: 1, y: [true, {z: é}]}":      "3",
		"params: {name: a, arguments: {x: 1, y: [true, {z: é}]}}":    "3",
		"params: {name: a, arguments: {x: 1}}, method: prompts/list": "",
	} {
		var out []string
		simulate(t, "rules: [{when: {"+when+"}, do: [never]}]", func(b *bench) {
			l := b.spawn()
			for i, params := range calls {
				l.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`, i+1, params))
				if l.out.take() == "" {
					out = append(out, fmt.Sprint(i+1))
				}
			}
		})
		assert.Equal(t, strings.Join(out, " "), want, when)
	}
}

// met sends pings at 0s, 1s … and lists those that the rule left without answer.
func met(t *testing.T, rule string) string {
	t.Helper()
	var out []string
	simulate(t, "rules: [{"+rule+", do: [never]}]", func(b *bench) {
		l := b.spawn()
		for i := range 10 {
			id := fmt.Sprint(i + 1)
			l.say(ping(id))
			if l.out.take() == "" {
				out = append(out, id)
			}
			b.after(time.Second)
		}
	})
	return strings.Join(out, " ")
}

func TestProbabilityIsDecidedBySeed(t *testing.T) {
	once, twice := met(t, "when: {probability: 0.5}"), met(t, "when: {probability: 0.5}")
	assert.Equal(t, once, twice)
	n := len(strings.Fields(once))
	assert.Check(t, n > 0 && n < 10, once)
}

func TestRulesAddUp(t *testing.T) {
	script := `
rules:
  - {when: {method: ping}, do: [delay: 1s]}
  - {when: {method: ping, nth: 2}, do: [error: 5, delay: 1s]}
`
	simulate(t, script, func(b *bench) {
		l := b.session()
		l.say(ping("1"), ping("2"))
		b.after(time.Second)
		l.hears(pong("1"))
		b.after(time.Second)
		l.hears(`{"jsonrpc":"2.0","id":2,"error":{"code":5,"message":"Scripted error"}}`)
	})
}

// TestBeforeInitialized is a server that wants to see initialized first.
func TestBeforeInitialized(t *testing.T) {
	simulate(t, "rules: [{when: {phase: before-initialized}, do: [error: -32602]}]", func(b *bench) {
		l := b.spawn()
		l.say(initialize, ping("1"), initialized, ping("2"))
		l.hears(initAnswer, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Scripted error"}}`, pong("2"))
	})
}

func TestCommitThenFault(t *testing.T) {
	script := "tools: [{name: echo, answer: {echo: true}, commit: row}]\nrules: [{when: {phase: after-commit, nth: 1}, do: [delay: 1s, never]}]"
	simulate(t, script, func(b *bench) {
		l := b.session()
		l.say(call("1", "x"), call("2", "x"))
		l.hears(echoed("2", "x"))
		b.after(time.Minute)
		l.hears()
		assert.Equal(t, len(b.srv.Ledger()), 2)
	})
}

func TestNewChecksWhatParseChecks(t *testing.T) {
	for want, script := range map[string]*fakeserver.Script{
		"none of era legacy":    {Revisions: []string{"2026-07-28"}},
		"none of era modern":    {Era: "modern", Revisions: []string{"2025-11-25"}},
		"modern is for servers": {Modern: fakeserver.ModernScript{TTL: time.Minute}},
		"a round has inputs":    {Era: "modern", Tools: []fakeserver.Tool{{Name: "a", Rounds: []fakeserver.Round{{}}}}},
		"pageSize":              {PageSize: -1},
		"capabilities":          {Capabilities: []byte("5")},
		"slash":                 {HTTP: fakeserver.HTTPScript{Path: "mcp"}},
		"answers":               {HTTP: fakeserver.HTTPScript{Answers: "xml"}},
		"get":                   {HTTP: fakeserver.HTTPScript{Get: "200"}},
		"tool needs a name":     {Tools: []fakeserver.Tool{{}}},
		"is not JSON":           {Tools: []fakeserver.Tool{{Name: "a", InputSchema: []byte("{")}}},
		"number or by from":     {Connections: []fakeserver.Connection{{}}},
		"at least one action":   {Rules: []fakeserver.Rule{{}}},
		"action is nil":         {Rules: []fakeserver.Rule{{Do: []fakeserver.Action{nil}}}},
		"delay: needs a time":   {Rules: []fakeserver.Rule{{Do: []fakeserver.Action{fakeserver.EmptyDelay}}}},
		"times":                 rule(fakeserver.Rule{Times: -1}),
		"probability":           rule(fakeserver.Rule{When: fakeserver.When{Probability: 2}}),
		"a count":               rule(fakeserver.Rule{When: fakeserver.When{Nth: -1}}),
		"phase":                 rule(fakeserver.Rule{When: fakeserver.When{Phase: "x"}}),
		"verb":                  rule(fakeserver.Rule{When: fakeserver.When{Verb: "x"}}),
	} {
		_, err := fakeserver.New(script, fakeserver.Options{})
		assert.ErrorContains(t, err, want)
	}
}

func rule(r fakeserver.Rule) *fakeserver.Script {
	r.Do = []fakeserver.Action{fakeserver.Never}
	return &fakeserver.Script{Rules: []fakeserver.Rule{r}}
}
