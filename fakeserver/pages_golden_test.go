package fakeserver_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// full offers something of everything.
const full = `
name: full
version: 2.1.0
instructions: ask first
tools:
  - {name: plain, title: Plain, description: d, inputSchema: {type: object, required: [n], properties: {"n": {type: integer}, text: {type: string}}}, annotations: {readOnlyHint: true}, answer: {text: "it is done ~\u007f <&> ü"}}
  - {name: gives, answer: {structured: {a: 1}}, outputSchema: {type: object}}
  - {name: fails, answer: {error: "no"}, commit: row}
  - {name: exact, answer: {result: {content: [], x: 1}}}
  - {name: echoes, answer: {echo: true}}
  - {name: own, raw: {name: own, inputSchema: 7}}
resources: [{uri: "doc:a", name: A, description: d, mimeType: text/markdown, text: one}, {uri: "doc:b", blob: AA==}]
templates: [{uriTemplate: "doc:{x}/{y}", name: T, description: d, text: "{x} of {y}", arguments: [{name: x, values: [aa, ab, b]}]}]
prompts: [{name: greet, description: d, text: "hi {who}", arguments: [{name: who, description: d, required: true, values: [ann, anton, bob]}, {name: how}]}, {name: exact, messages: [{role: assistant, content: {type: text, text: "{how}"}}], arguments: [{name: how}]}]
pageSize: 2
`

// asking is a request.
func asking(id int, method, params string) string {
	if params == "" {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params)
}

// asked are requests of each kind, right and wrong.
var asked = []struct{ method, params string }{
	{"ping", ""}, {"ping", "[]"}, {"x/unknown", "{}"}, {"logging/setLevel", `{"level":"error"}`}, {"logging/setLevel", `{"level":"loud"}`}, {"logging/setLevel", ""},
	{"tools/list", ""}, {"tools/list", `{"cursor":"dG9vbHM6Mg"}`}, {"tools/list", `{"cursor":"dG9vbHM6NA"}`}, {"tools/list", `{"cursor":"dG9vbHM6Ng"}`}, {"tools/list", `{"cursor":"x"}`}, {"tools/list", `{"cursor":7}`}, {"tools/list", `{"cursor":"dG9vbHM6LTE"}`}, {"tools/list", `{"cursor":"cHJvbXB0czoy"}`},
	{"resources/list", ""}, {"resources/templates/list", ""}, {"prompts/list", ""},
	{"tools/call", `{"name":"plain","arguments":{"n":1}}`}, {"tools/call", `{"name":"plain"}`}, {"tools/call", `{"name":"plain","arguments":{"n":"1"}}`}, {"tools/call", `{"name":"plain","arguments":[]}`}, {"tools/call", `{"name":"gives"}`}, {"tools/call", `{"name":"fails","arguments":{}}`}, {"tools/call", `{"name":"exact"}`},
	{"tools/call", `{"name":"echoes","arguments":{"text":"t","x":1}}`}, {"tools/call", `{"name":"echoes","arguments":{"x":1}}`}, {"tools/call", `{"name":"own"}`}, {"tools/call", `{"name":"none"}`}, {"tools/call", `{"name":7}`}, {"tools/call", ""},
	{"resources/read", `{"uri":"doc:a"}`}, {"resources/read", `{"uri":"doc:b"}`}, {"resources/read", `{"uri":"doc:1/2"}`}, {"resources/read", `{"uri":"doc:none"}`}, {"resources/read", `{}`}, {"resources/subscribe", `{"uri":"doc:a"}`}, {"resources/subscribe", `{"uri":"doc:none"}`}, {"resources/unsubscribe", `{"uri":"doc:a"}`}, {"resources/unsubscribe", `{"uri":"doc:b"}`},
	{"prompts/get", `{"name":"greet","arguments":{"who":"ann"}}`}, {"prompts/get", `{"name":"greet"}`}, {"prompts/get", `{"name":"greet","arguments":{"who":7}}`}, {"prompts/get", `{"name":"exact","arguments":{"how":"so"}}`}, {"prompts/get", `{"name":"none"}`},
	{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":"an"}}`}, {"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"none","value":""}}`}, {"completion/complete", `{"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"who","value":""}}`},
	{"completion/complete", `{"ref":{"type":"ref/resource","uri":"doc:{x}/{y}"},"argument":{"name":"x","value":"a"}}`}, {"completion/complete", `{"ref":{"type":"ref/resource","uri":"doc:none"},"argument":{"name":"x","value":""}}`}, {"completion/complete", `{"ref":{"type":"ref/other"},"argument":{"name":"x","value":""}}`}, {"completion/complete", `{}`}, {"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{}}`}, {"completion/complete", `{"ref":{"type":"ref/resource","uri":"doc:{x}/{y}"},"argument":{"name":"none","value":"a"}}`}, {"completion/complete", `{"ref":7,"argument":7}`},
	{"initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`}, {"server/discover", `{}`}, {"initialize", `{"protocolVersion":7}`}, {"initialize", `{}`}, {"initialize", ""},
}

// legacyTalk is a session in which everything is asked.
func legacyTalk(revision string) []string {
	out := []string{asking(1, "tools/list", ""), strings.Replace(initialize, "2025-11-25", revision, 1), initialized}
	for i, a := range asked {
		out = append(out, asking(10+i, a.method, a.params))
	}
	return append(out, `nonsense`, `{"jsonrpc":"2.0"}`, `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `[]`, `[`+ping("90")+`,`+ping("91")+`]`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`, `{"jsonrpc":"2.0","method":"notifications/unknown"}`, `{"jsonrpc":"2.0","id":99,"result":{}}`)
}

const aboutMe = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}`

// modernTalk is the same without a handshake, and what is wrong without one.
func modernTalk() []string {
	var out []string
	for i, a := range append(asked, []struct{ method, params string }{
		{"subscriptions/listen", `{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["doc:a"]}}`}, {"subscriptions/listen", `{"notifications":{}}`}, {"subscriptions/listen", `{}`}, {"subscriptions/listen", `{"notifications":[]}`},
	}...) {
		params := strings.Replace(a.params, "{", "{"+aboutMe+",", 1)
		if a.params == "" || a.params == "{}" {
			params = "{" + aboutMe + "}"
		}
		out = append(out, asking(10+i, a.method, params))
	}
	for i, meta := range []string{
		`{}`, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, `{"io.modelcontextprotocol/protocolVersion":7}`, `{"io.modelcontextprotocol/protocolVersion":"1999-01-01","io.modelcontextprotocol/clientCapabilities":{}}`,
		`{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}`, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}`, `7`,
		`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"loud"}`, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":7}`,
	} {
		out = append(out, asking(80+i, "tools/list", `{"_meta":`+meta+`}`))
	}
	return append(out, asking(99, "tools/list", ""), fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, 11+len(asked)), `[`+ping("90")+`]`, `nonsense`)
}

// overTheWeb are requests that only HTTP has.
var overTheWeb = []string{
	"GET - Accept=application/json", "GET - Accept=text/event-stream;Last-Event-ID=none", "GET /other", "GET /page", "POST /page", "PUT -", "OPTIONS -", "HEAD -", "POST - Content-Type=text/plain {}", "POST - Accept=text/html " + ping("70"), "POST - Accept=application/json " + ping("71"),
	"POST - Mcp-Session-Id=none " + ping("72"), "POST - Mcp-Protocol-Version=bogus " + ping("73"), "POST - Origin=http://evil.example " + ping("74"), "POST - Mcp-Method=other " + asking(75, "tools/list", "{"+aboutMe+"}"), "DELETE - Mcp-Session-Id=none", "DELETE -", "POST - " + ping("76"),
}

// inShort is what nearly every message has.
var inShort = strings.NewReplacer(aboutMe, "ME", `"jsonrpc":"2.0",`, "", `\"jsonrpc\":\"2.0\",`, "", `\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"full\",\"version\":\"2.1.0\"}},`, "SERVER,",
	"200 Cache-Control: no-cache; Content-Type: text/event-stream; X-Accel-Buffering: no", "200 stream")

// TestServerPages: what servers say to each request, over each transport and in each era.
func TestServerPages(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		talk   []string
	}{
		"legacy": {full, legacyTalk("2025-11-25")},
		"bare":   {"revisions: ['2025-03-26', '2025-06-18']\n", legacyTalk("2099-01-01")},
		"modern": {"era: modern\n" + full, modernTalk()},
		"dual":   {"era: dual\ninstructions: x\n", append(legacyTalk("2025-06-18"), modernTalk()[:8]...)},
	} {
		var p page
		p.overStdio(t, name, c.script, c.talk...)
		p.overHTTP(t, name, c.script+"http: {answers: sse, resume: true, retry: 2s, keepAlive: 5s, pages: [{path: /page, body: \"<origin>\", code: 203, headers: {X-A: b}}]}\n", append(append([]string{}, c.talk...), overTheWeb...)...)
		p.overHTTP(t, name+", plain", c.script+"http: {sessions: false, get: '405', path: /mcp}\n", append(append([]string{}, c.talk...), overTheWeb...)...)
		golden.Assert(t, inShort.Replace(p.String()), "server-"+name+".golden")
	}
}

// TestOldPages: what a server of HTTP+SSE says, and what it says to those who speak another way.
func TestOldPages(t *testing.T) {
	var p page
	for _, settings := range []string{"{}", "{after: 2s, path: /events}", "{silent: true}", "{endpoint: 'http://docs.test/in?s=<session>'}"} {
		p.overHTTP(t, settings, "http: {legacy: "+settings+"}\ntools: [a]\n", "GET /sse", "GET /events", "GET /mcp", "after 3s", "POST /messages - "+initialize, "POST /messages?sessionId=none - "+initialize, "POST /messages?sessionId=<1> - "+initialize, "POST /in?s=<1> - "+initialize,
			"POST /messages?sessionId=<1> - "+initialized, "POST /messages?sessionId=<1> - "+asking(2, "tools/list", ""), "POST /messages?sessionId=<1> - nonsense", "DELETE /sse", "PUT /messages?sessionId=<1>", "GET /sse", "POST /sse - {}", "POST /mcp - "+ping("9"))
	}
	golden.Assert(t, drawn.ReplaceAllString(p.String(), "…"), "old.golden")
}

// TestUnactedPages: what is said of rules that never acted, and the moment that came nearest.
func TestUnactedPages(t *testing.T) {
	var p page
	for _, when := range []string{
		"{method: tools/cal}", "{method: tools/call, nth: 3}", "{tool: ecko}", "{method: tools/call, args: {text: other}}", "{method: tools/call, params: {}}", "{verb: GET}", "{verb: DELETE, phase: closing}", "{header: {X-A: b}}", "{connection: 2}", "{state: warm}",
		"{method: ping, after: 1h}", "{method: initialize, until: 1ns, after: 5}", "{method: ping, until: 1ms}", "{phase: listing}", "{phase: before-initialized, method: tools/call}", "{endpoint: token, grant: refresh_token}", "{endpoint: '*', authorization: x}", "{from: server}", "{method: ping, every: 9}", "{method: ping, first: 1, after: 7}", "{probability: 0.000001}",
	} {
		script := "rules: [{when: " + when + ", do: [never]}]\n"
		p.overHTTP(t, when, script, initialize, initialized, call("7", strings.Repeat("x", 100)), "after 1s", ping("8"))
	}
	p.title("no client")
	srv, err := fakeserver.New(parse(t, "rules: [{do: [never]}]"), fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.journal(srv)
	srv.Close()
	golden.Assert(t, onlyNever(p.String()), "unacted.golden")
}

func onlyNever(text string) (out string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "==") || strings.HasPrefix(line, "  never") {
			out += line
		}
	}
	return out
}
