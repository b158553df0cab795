package fakeserver_test

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// changing tells of everything that can change, asks and works in tasks.
const changing = `
era: modern
modern: {ttl: 90s, scope: private}
tools:
  - {name: bumps}
  - {name: asks, answer: "Hello, {who.name} of {dirs}", rounds: [{inputs: {who: {method: elicitation/create, params: {message: Who?}}}}, {state: true}, {inputs: {dirs: {method: roots/list}}}]}
  - {name: asksOdd, rounds: [{inputs: {odd: {method: x/odd}, who: {method: elicitation/create, params: {message: Who?}}}}]}
  - {name: works, task: {takes: 1h, poll: 2s}}
  - {name: must, answer: "Bye, {who.name}", task: {required: true, inputs: {who: {method: elicitation/create, params: {}}}}}
  - {name: breaks, task: {fails: {code: -32603, message: disk full}}}
  - {name: logs}
resources: [{uri: "doc:a", rounds: [{inputs: {who: {method: elicitation/create, params: {message: Who?}}}}]}]
prompts: [{name: p}]
rules:
  - when: {tool: bumps}
    do: [{notify: notifications/tools/list_changed}, {notify: notifications/prompts/list_changed}, {notify: notifications/resources/list_changed}, {notify: {method: notifications/resources/updated, params: {uri: "doc:a"}}}, {notify: {method: notifications/resources/updated, params: {uri: "doc:b"}}}, {notify: n}]
  - when: {tool: logs}
    do: [{log: {level: debug, text: d}}, {log: {level: error, text: e}}, {progress: {count: 1}}]
`

// drawnOrDated are what no test knows: seals and moments.
var drawnOrDated = regexp.MustCompile(`requestState\\":\\"[\w-]+|2026-01-01T00:00:[\d.]+Z`)

// TestModernPages: what a server without a handshake tells of, asks and works on.
func TestModernPages(t *testing.T) {
	const able = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"roots":{},"extensions":{"io.modelcontextprotocol/tasks":{}}},"progressToken":"t","io.modelcontextprotocol/logLevel":"warning"}`
	call := func(id int, name, more string) string {
		return asking(id, "tools/call", `{`+able+`,"name":"`+name+`"`+more+`}`)
	}
	const who = `,"inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}}}`
	talk := []string{
		asking(1, "subscriptions/listen", `{`+able+`,"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["doc:a"],"x":true}}`),
		asking(2, "subscriptions/listen", `{`+able+`,"notifications":{"toolsListChanged":true,"promptsListChanged":false}}`), asking(3, "subscriptions/listen", `{`+able+`,"notifications":{"resourcesListChanged":true}}`), asking(4, "subscriptions/listen", `{`+able+`,"notifications":{}}`),
		call(5, "bumps", ""), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, call(6, "bumps", ""), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`, call(7, "bumps", ""),
		call(10, "asks", ""), call(11, "asks", who), call(12, "asks", `,"requestState":"forged"`), call(13, "asks", `,"requestState":7`), call(23, "asks", `,"requestState":"`+base64.RawURLEncoding.EncodeToString([]byte("1 a seal"))+`"`), call(14, "asks", `,"inputResponses":{"other":{}}`), call(15, "asks", `,"inputResponses":7`),
		asking(16, "tools/call", `{`+aboutMe+`,"name":"asks"}`), asking(17, "tools/call", `{`+strings.Replace(aboutMe, `"elicitation":{"form":{}}`, "", 1)+`,"name":"asks"}`), asking(18, "resources/read", `{`+able+`,"uri":"doc:a"}`), asking(19, "resources/read", `{`+able+`,"uri":"doc:a"`+who+`}`), asking(20, "prompts/get", `{`+able+`,"name":"p"}`), asking(21, "tools/list", `{`+able+`}`), asking(22, "server/discover", `{`+able+`}`),
		call(30, "works", ""), asking(31, "tasks/get", `{`+able+`,"taskId":"task-1"}`), asking(32, "tasks/get", `{`+able+`}`), asking(33, "tasks/cancel", `{`+able+`,"taskId":"none"}`), asking(34, "tasks/update", `{`+able+`,"taskId":"none"}`), call(35, "must", ""), call(36, "breaks", ""), asking(37, "tools/call", `{`+aboutMe+`,"name":"must"}`), asking(38, "tools/call", `{`+aboutMe+`,"name":"works"}`), asking(39, "tasks/get", `{`+aboutMe+`,"taskId":"task-1"}`),
		call(42, "asksOdd", ""), call(43, "asksOdd", who), call(40, "logs", ""), asking(41, "tools/call", `{`+aboutMe+`,"name":"logs"}`),
	}
	var p page
	p.overStdio(t, "changing", changing, talk...)
	p.overHTTP(t, "changing", changing, talk...)
	p.overHTTP(t, "changing, in event streams", changing+"http: {answers: sse}\n", talk...)
	golden.Assert(t, drawnOrDated.ReplaceAllString(inShort.Replace(strings.ReplaceAll(p.String(), able, "ABLE")), "…"), "modern.golden")
}

// TestReplacedRules: a rule of a proxy can be replaced by one that is right, and by no other.
func TestReplacedRules(t *testing.T) {
	rules := &fakeserver.RuleSet{}
	id, err := rules.Add(fakeserver.Rule{Do: []fakeserver.Action{fakeserver.Never}})
	assert.NilError(t, err)
	assert.NilError(t, rules.Replace(id, fakeserver.Rule{When: fakeserver.When{Method: "ping"}, Do: []fakeserver.Action{fakeserver.Never}}))
	assert.ErrorContains(t, rules.Replace(id, fakeserver.Rule{}), "a rule needs do:")
	assert.ErrorContains(t, rules.Replace(id, fakeserver.Rule{When: fakeserver.When{Phase: "idle"}, Do: []fakeserver.Action{fakeserver.Never}}), "a proxy does not know the phase idle")
	assert.ErrorContains(t, rules.Replace("none", fakeserver.Rule{Do: []fakeserver.Action{fakeserver.Never}}), `there is no rule "none"`)
	_, err = rules.Add(fakeserver.Rule{When: fakeserver.When{Endpoint: "token"}, Do: []fakeserver.Action{fakeserver.Never}})
	assert.ErrorContains(t, err, "a proxy has no endpoints of a login")
	_, err = rules.Add(fakeserver.Rule{})
	assert.ErrorContains(t, err, "a rule needs do:")
}
