package fakeserver_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

func TestTemplatesMakeResources(t *testing.T) {
	d := talk(t, parse(t, `
resources: [{uri: "x://fixed/1", text: fixed}]
templates:
  - {uriTemplate: "x://fixed/{n}", text: "made from {n}", mimeType: text/html}
  - {uriTemplate: "x://{a}/{b}.txt", text: "{b} of {a}{a}"}
  - {uriTemplate: "x://silent/{n}/y"}
`))
	d.ask(initialize)
	for uri, want := range map[string]string{
		"x://fixed/1":      `{"uri":"x://fixed/1","mimeType":"text/plain","text":"fixed"}`,
		"x://fixed/2":      `{"uri":"x://fixed/2","mimeType":"text/html","text":"made from 2"}`,
		"x://p/q.txt":      `{"uri":"x://p/q.txt","mimeType":"text/plain","text":"q of pp"}`,
		"x://{b}/q.txt":    `"text":"q of {b}{b}"`, // a value is no template
		"x://fixed/":       "Resource not found",
		"x://fixed/2/3":    "Resource not found",
		"x://p/q.txt.old":  "Resource not found",
		"x://p.txt":        "Resource not found",
		"x://silent/1/y":   "Resource not found",
		"other://fixed/22": "Resource not found",
	} {
		assert.Check(t, cmp.Contains(d.ask(question("1", "resources/read", `{"uri":"`+uri+`"}`)), want), uri)
		found := !strings.Contains(want, "not found")
		assert.Check(t, strings.Contains(d.ask(question("1", "resources/subscribe", `{"uri":"`+uri+`"}`)), `"result":{}`) == found, uri)
	}
}

func TestPromptsWithExactMessages(t *testing.T) {
	d := talk(t, parse(t, `
prompts:
  - name: p
    arguments: [who, {name: what, required: true}]
    messages:
      - {role: assistant, content: {type: text, text: "{who}, {what}, {else}"}}
`))
	d.ask(initialize)
	got := d.ask(question("1", "prompts/get", `{"name":"p","arguments":{"who":"say \"hi\"\n","what":"{who}"}}`))
	assert.Equal(t, got, `{"jsonrpc":"2.0","id":1,"result":{"messages":[{"role":"assistant","content":{"type":"text",`+
		`"text":"say \"hi\"\n, {who}, {else}"}}]}}`)
	assert.Check(t, cmp.Contains(d.ask(question("1", "prompts/get", `{"name":"p"}`)), "Missing argument: what"))
}

func TestAnswersWithArguments(t *testing.T) {
	d := talk(t, parse(t, `tools: [{name: greet, answer: "{who}, {n} {else} {who}"}]`))
	d.ask(initialize)
	got := d.ask(question("1", "tools/call", `{"name":"greet","arguments":{"who":"say \"hi\"\n{n}","n":7}}`))
	assert.Equal(t, got, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"say \"hi\"\n{n}, {n} {else} say \"hi\"\n{n}"}]}}`)
}

// withCapabilities is initialize of a client that declares them.
func withCapabilities(capabilities string) string {
	return strings.Replace(initialize, `"capabilities":{}`, `"capabilities":`+capabilities, 1)
}

// TestRepliedRequests calls a tool that asks the client and tells what it said.
func TestRepliedRequests(t *testing.T) {
	const script = `
rules:
  - when: {tool: echo}
    do: [request: {method: elicitation/create, params: {message: "about {text}", n: "{missing}"}, reply: "heard {answer}"}]
`
	for name, c := range map[string]struct{ capabilities, says, want string }{
		"answer": {
			`{"elicitation":{}}`, `"result":{"action":"decline"}`,
			`{"content":[{"type":"text","text":"heard {\"action\":\"decline\"}"}]}`,
		},
		"error": {
			`{"elicitation":{}}`, `"error":{"code":1,"message":"no"}`,
			`{"content":[{"type":"text","text":"heard {\"code\":1,\"message\":\"no\"}"}],"isError":true}`,
		},
		"undeclared": {
			`{"sampling":{}}`, "",
			`{"content":[{"type":"text","text":"The client has not declared elicitation"}],"isError":true}`,
		},
	} {
		simulate(t, script, func(b *bench) {
			l := b.spawn()
			l.say(withCapabilities(c.capabilities), initialized)
			l.out.take()
			l.say(call("1", `say "hi"`))
			if c.says != "" {
				l.hears(`{"jsonrpc":"2.0","id":"s-1","method":"elicitation/create","params":{"message":"about say \"hi\"","n":"{missing}"}}`)
				l.say(`{"jsonrpc":"2.0","id":"s-1",` + c.says + `}`)
			}
			assert.Equal(t, l.out.take(), `{"jsonrpc":"2.0","id":1,"result":`+c.want+"}\n", name)
		})
	}
}

// What an exact request asks has no arguments of the call in it.
func TestExactRequests(t *testing.T) {
	simulate(t, `rules: [{when: {tool: echo}, do: [request: {method: m, params: {a: "about {text}"}, exact: true}]}]`, func(b *bench) {
		l := b.spawn()
		l.say(initialize, initialized)
		l.out.take()
		l.say(call("1", "x"))
		l.hears(`{"jsonrpc":"2.0","id":"s-1","method":"m","params":{"a":"about {text}"}}`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}]}}`)
	})
}
