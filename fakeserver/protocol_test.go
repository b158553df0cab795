package fakeserver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// rich offers something of everything and departs from nothing.
const rich = `
name: rich
version: 2.0.0
instructions: Be kind.
pageSize: 2
tools:
  - name: echo
    title: Echo
    annotations: {readOnlyHint: true}
    inputSchema: {type: object, properties: {text: {type: string}}, required: [text], additionalProperties: false}
    answer: {echo: true}
  - {name: structured, outputSchema: {type: object}, answer: {structured: {n: 9007199254740993}}}
  - {name: failing, answer: {error: no luck}}
  - {name: exact, answer: {result: {content: []}}}
  - {name: broken, inputSchema: {type: int}, answer: fine}
resources:
  - {uri: "mem:a", text: A}
  - {uri: "mem:b", blob: Qg==, mimeType: image/png, name: b}
  - "mem:c"
templates: [{uriTemplate: "mem:{x}", name: any}]
prompts:
  - {name: greet, arguments: [{name: who, required: true}], text: "Hello {who}!"}
`

// exchanges are questions to the rich server, and what the answer contains.
var exchanges = []struct{ name, method, params, want string }{
	{"ping", "ping", "", `"result":{}`},
	{"unknown method", "x/unknown", "", `"error":{"code":-32601`},
	{"params are no object", "tools/list", "[]", `"code":-32602`},
	{"second initialize", "initialize", `{"protocolVersion":"2025-06-18"}`, `"code":-32600`},
	{"tools", "tools/list", "", `{"name":"echo","title":"Echo","inputSchema":{"type":"object",`},
	{"tools have pages", "tools/list", "", `"nextCursor":"dG9vbHM6Mg"`},
	{"second page", "tools/list", `{"cursor":"dG9vbHM6Mg"}`, `"name":"failing"`},
	{"last page has no cursor", "tools/list", `{"cursor":"dG9vbHM6NA"}`, `{"tools":[{"name":"broken","inputSchema":{"type":"int"}}]}`},
	{"invalid cursor", "tools/list", `{"cursor":"nope"}`, `"code":-32602`},
	{"empty cursor", "tools/list", `{"cursor":""}`, `"code":-32602`},
	{"cursor of another list", "resources/list", `{"cursor":"dG9vbHM6Mg"}`, `"code":-32602`},
	{"cursor of another type", "tools/list", `{"cursor":2}`, `"code":-32602`},
	{"call", "tools/call", `{"name":"echo","arguments":{"text":"a\nü\u2028🚀"}}`, "\"text\":\"a\\nü\u2028🚀\""},
	{"structured", "tools/call", `{"name":"structured"}`,
		`"text":"{\"n\":9007199254740993}"}],"structuredContent":{"n":9007199254740993}`},
	{"tool error", "tools/call", `{"name":"failing","arguments":{}}`, `"text":"no luck"}],"isError":true`},
	{"exact result", "tools/call", `{"name":"exact"}`, `"result":{"content":[]}}`},
	{"broken schema is not checked", "tools/call", `{"name":"broken","arguments":{"a":1}}`, `"text":"fine"`},
	{"unknown tool", "tools/call", `{"name":"none"}`, `"code":-32602`},
	{"missing argument", "tools/call", `{"name":"echo"}`, `required at /"}],"isError":true`},
	{"wrong and extra argument", "tools/call", `{"name":"echo","arguments":{"text":1,"x":2}}`,
		`Invalid arguments: additionalProperties at /, type at /text"}],"isError":true`},
	{"resources", "resources/list", "", `{"uri":"mem:a","name":"mem:a","mimeType":"text/plain"}`},
	{"read text", "resources/read", `{"uri":"mem:a"}`, `{"contents":[{"uri":"mem:a","mimeType":"text/plain","text":"A"}]}`},
	{"read blob", "resources/read", `{"uri":"mem:b"}`, `{"contents":[{"uri":"mem:b","mimeType":"image/png","blob":"Qg=="}]}`},
	{"read empty", "resources/read", `{"uri":"mem:c"}`, `"text":""`},
	{"missing resource", "resources/read", `{"uri":"file:///etc/../etc/passwd"}`, `"code":-32002`},
	{"subscribe", "resources/subscribe", `{"uri":"mem:a"}`, `"result":{}`},
	{"unsubscribe", "resources/unsubscribe", `{"uri":"mem:a"}`, `"result":{}`},
	{"subscribe to nothing", "resources/subscribe", `{"uri":"mem:x"}`, `"code":-32002`},
	{"templates", "resources/templates/list", "", `{"resourceTemplates":[{"uriTemplate":"mem:{x}","name":"any"}]}`},
	{"prompts", "prompts/list", "", `{"prompts":[{"name":"greet","arguments":[{"name":"who","required":true}]}]}`},
	{"prompt", "prompts/get", `{"name":"greet","arguments":{"who":"you"}}`,
		`{"messages":[{"role":"user","content":{"type":"text","text":"Hello you!"}}]}`},
	{"unknown prompt", "prompts/get", `{"name":"x"}`, `"code":-32602`},
	{"missing prompt argument", "prompts/get", `{"name":"greet"}`, `"code":-32602`},
	{"prompt arguments of another type", "prompts/get", `{"name":"greet","arguments":1}`, `"code":-32602`},
	{"log level", "logging/setLevel", `{"level":"error"}`, `"result":{}`},
	{"unknown log level", "logging/setLevel", `{"level":"loud"}`, `"code":-32602`},
}

func question(id, method, params string) string {
	if params != "" {
		params = `,"params":` + params
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q%s}`, id, method, params)
}

func TestCorrectServerOverStdio(t *testing.T) {
	d := talk(t, parse(t, rich))
	first := d.ask(initialize)
	assert.Check(t, cmp.Contains(first, `"serverInfo":{"name":"rich","version":"2.0.0"},"instructions":"Be kind."`))
	assert.Check(t, cmp.Contains(first, `{"logging":{},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":true}}`))
	d.say(initialized)
	for _, e := range exchanges {
		got := d.ask(question(`"a-ü-🚀"`, e.method, e.params))
		assert.Check(t, cmp.Contains(got, e.want), e.name)
		assert.Check(t, strings.HasPrefix(got, `{"jsonrpc":"2.0","id":"a-ü-🚀",`), e.name)
		assert.Check(t, json.Valid([]byte(got)), e.name)
	}
}

// TestLineByLine is about what is not a well-formed request.
func TestLineByLine(t *testing.T) {
	d := talk(t, nil)
	assert.Equal(t, d.ask(question("1", "tools/list", "")), `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Server not initialized"}}`)
	assert.Equal(t, d.ask(question("2", "server/discover", "{}")), `{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}`)
	assert.Equal(t, d.ask(ping("3")), pong("3"))
	assert.Check(t, cmp.Contains(d.ask(question("4", "initialize", "{}")), "-32602"))
	assert.Equal(t, d.ask(initialize), initAnswer)
	assert.Equal(t, d.ask(ping("5")), pong("5"))
	assert.Equal(t, d.ask(question("6", "logging/setLevel", `{"level":"info"}`)), pong("6"))
	d.say(initialized)

	const notJSON = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`
	const notMessage = `{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"Invalid Request"}}`
	for line, want := range map[string]string{
		`{"jsonrpc":`:         notJSON,
		"\xff\xfe":            notJSON,
		`"text"`:              fmt.Sprintf(notMessage, "null"),
		`{}`:                  fmt.Sprintf(notMessage, "null"),
		`[]`:                  fmt.Sprintf(notMessage, "null"),
		"[" + ping("1") + "]": fmt.Sprintf(notMessage, "null"),
		`{"jsonrpc":"1.0","id":1,"method":"ping"}`:                                 fmt.Sprintf(notMessage, "1"),
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:                              fmt.Sprintf(notMessage, "null"),
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`:                               fmt.Sprintf(notMessage, "null"),
		`{"jsonrpc":"2.0","id":7,"method":5}`:                                      fmt.Sprintf(notMessage, "7"),
		`{"jsonrpc":"2.0","id":7}`:                                                 fmt.Sprintf(notMessage, "7"),
		"\r\n\n" + ping("9007199254740993") + "\r":                                 pong("9007199254740993"),
		`{"jsonrpc":"2.0","method":"notifications/x-unknown"}` + "\n" + ping("-7"): pong("-7"),
		`{"id":0,"extra":{"id":5},"method":"ping","jsonrpc":"2.0"}`:                pong("0"),
	} {
		assert.Equal(t, d.ask(line), want, "%q", line)
	}
}

func TestRevisions(t *testing.T) {
	for _, c := range []struct{ script, wanted, want string }{
		{"", "2024-11-05", "2024-11-05"},
		{"", "2025-03-26", "2025-03-26"},
		{"", "2025-06-18", "2025-06-18"},
		{"", "2025-11-25", "2025-11-25"},
		{"", "1999-01-01", "2025-11-25"},
		{"", "2099-01-01", "2025-11-25"},
		{"revisions: ['2025-03-26', '2024-11-05']", "2025-11-25", "2025-03-26"},
	} {
		d := talk(t, parse(t, c.script))
		got := d.ask(question("1", "initialize", fmt.Sprintf(`{"protocolVersion":%q}`, c.wanted)))
		assert.Check(t, cmp.Contains(got, fmt.Sprintf(`"protocolVersion":%q`, c.want)))
	}
}

func TestDeclaredCapabilitiesRule(t *testing.T) {
	for script, want := range map[string]string{
		"tools: []":                       `"capabilities":{"logging":{}}`,
		"capabilities: {}":                `"capabilities":{}`,
		"capabilities: {tools: {}, x: 1}": `"capabilities":{"tools":{},"x":1}`,
		"prompts: [p]":                    `"capabilities":{"logging":{},"prompts":{"listChanged":true}}`,
		"prompts: [{name: p, arguments: [{name: a, values: [x]}]}]": `"capabilities":{"completions":{},"logging":{},"prompts":{"listChanged":true}}`,
		"connections: [{number: 1, capabilities: {resources: {}}}]": `"capabilities":{"resources":{}}`,
	} {
		d := talk(t, parse(t, script))
		assert.Check(t, cmp.Contains(d.ask(initialize), want), script)
		for method, capability := range map[string]string{
			"tools/list": "tools", "resources/list": "resources", "resources/templates/list": "resources", "prompts/list": "prompts",
		} {
			known := strings.Contains(want, `"`+capability+`"`)
			assert.Check(t, strings.Contains(d.ask(question("1", method, "")), `"result"`) == known, "%s: %s", script, method)
		}
	}
}

func TestBatchesOfRevision20250326(t *testing.T) {
	d := talk(t, nil)
	d.ask(question("0", "initialize", `{"protocolVersion":"2025-03-26"}`))
	assert.Equal(t, d.ask("["+ping("1")+","+initialized+","+ping("2")+"]"), "["+pong("1")+","+pong("2")+"]")
	assert.Check(t, cmp.Contains(d.ask("["+ping("1")+","+initialize+",5]"), `"Invalid Request"`))
	d.say("[" + initialized + "]")
	assert.Equal(t, d.ask(ping("3")), pong("3"))
}

var browser = &http.Client{}

// web is a session over loopback.
type web struct {
	t            *testing.T
	url, session string
}

func (w *web) do(verb, body string, header ...string) (*http.Response, string) {
	w.t.Helper()
	req, err := http.NewRequest(verb, w.url, bytes.NewReader([]byte(body)))
	assert.NilError(w.t, err)
	req.Header.Set("Accept", "application/json, text/event-stream")
	if w.session != "" {
		req.Header.Set("mCP-sESSION-iD", w.session)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := browser.Do(req)
	assert.NilError(w.t, err)
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	assert.NilError(w.t, err)
	return res, string(got)
}

func (w *web) connect() *web {
	w.t.Helper()
	res, _ := w.do("POST", initialize)
	w.session = res.Header.Get("Mcp-Session-Id")
	return w
}

func TestCorrectServerOverHTTP(t *testing.T) {
	for _, form := range []string{"json", "sse"} {
		_, url := loopback(t, parse(t, "http: {answers: "+form+"}\n"+rich))
		w := (&web{t: t, url: url}).connect()
		for _, e := range exchanges {
			if e.method == "initialize" {
				continue // a new connection over HTTP
			}
			res, got := w.do("POST", question("1", e.method, e.params))
			assert.Equal(t, res.StatusCode, http.StatusOK)
			assert.Check(t, cmp.Contains(got, e.want), e.name)
			assert.Equal(t, strings.HasPrefix(got, "data: {"), form == "sse", e.name)
		}
	}
}

func TestHTTPChecks(t *testing.T) {
	srv, url := loopback(t, &fakeserver.Script{HTTP: fakeserver.HTTPScript{MaxBody: 1000}})
	w := (&web{t: t, url: url}).connect()
	assert.Check(t, len(w.session) >= 32, w.session)
	for _, c := range []struct {
		name, verb, body string
		header           []string
		status           int
		want             string
	}{
		{"notification", "POST", initialized, nil, 202, ""},
		{"unknown notification", "POST", `{"jsonrpc":"2.0","method":"notifications/x"}`, nil, 202, ""},
		{"response to nothing", "POST", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil, 202, ""},
		{"known revision", "POST", ping("1"), []string{"MCP-Protocol-Version", "2025-06-18"}, 200, pong("1")},
		{"no revision", "POST", ping("1"), nil, 200, pong("1")},
		{"unknown revision", "POST", ping("1"), []string{"MCP-Protocol-Version", "bogus"}, 400, `"id":1,"error":{"code":-32600`},
		{"unknown revision on GET", "GET", "", []string{"MCP-Protocol-Version", "1999-01-01"}, 400, ""},
		{"no session", "POST", ping("1"), []string{"Mcp-Session-Id", ""}, 400, `"id":1,"error"`},
		{"unknown session", "POST", ping("1"), []string{"Mcp-Session-Id", "x"}, 404, `"message":"Session not found"`},
		{"notification to unknown session", "POST", initialized, []string{"Mcp-Session-Id", "x"}, 404, ""},
		{"initialize with a stale session", "POST", initialize, []string{"Mcp-Session-Id", "x"}, 200, `"serverInfo"`},
		{"GET without session", "GET", "", []string{"Mcp-Session-Id", ""}, 400, ""},
		{"foreign origin", "POST", ping("1"), []string{"Origin", "http://evil.example"}, 403, ""},
		{"origin that is none", "POST", ping("1"), []string{"Origin", "http://%zz"}, 403, ""},
		{"local origin", "POST", ping("1"), []string{"Origin", "http://localhost:99"}, 200, pong("1")},
		{"own origin", "POST", ping("1"), []string{"Origin", strings.TrimSuffix(url, "/mcp")}, 200, pong("1")},
		{"other verb", "PUT", "", nil, 405, ""},
		{"not JSON", "POST", "{", nil, 400, `"id":null,"error":{"code":-32700`},
		{"empty body", "POST", "", nil, 400, "-32700"},
		{"not a message", "POST", `{"jsonrpc":"2.0"}`, nil, 400, "-32600"},
		{"batch", "POST", "[" + ping("1") + "]", nil, 400, "-32600"},
		{"too large", "POST", call("1", strings.Repeat("x", 1000)), nil, 413, ""},
		{"accepts JSON only", "POST", ping("1"), []string{"Accept", "application/json"}, 200, pong("1")},
		{"accepts SSE only", "POST", ping("1"), []string{"Accept", "text/event-stream"}, 200, event(pong("1"))},
	} {
		res, got := w.do(c.verb, c.body, c.header...)
		assert.Equal(t, res.StatusCode, c.status, c.name)
		assert.Check(t, cmp.Contains(got, c.want), c.name)
		assert.Check(t, c.status != 202 || got == "", c.name)
	}
	for i, e := range srv.Journal() {
		assert.Equal(t, e.Seq, i+1)
	}
	w.url += "/other"
	res, _ := w.do("POST", ping("1"))
	assert.Equal(t, res.StatusCode, http.StatusNotFound)
}

func TestHTTPBatches(t *testing.T) {
	_, url := loopback(t, nil)
	w := &web{t: t, url: url}
	res, _ := w.do("POST", question("0", "initialize", `{"protocolVersion":"2025-03-26"}`))
	w.session = res.Header.Get("Mcp-Session-Id")
	_, got := w.do("POST", "["+ping("1")+","+ping("2")+"]")
	assert.Equal(t, got, "["+pong("1")+","+pong("2")+"]")
	res, got = w.do("POST", "["+initialized+","+initialized+"]")
	assert.Equal(t, res.StatusCode, http.StatusAccepted)
	assert.Equal(t, got, "")
	_, got = w.do("POST", "["+ping("1")+","+ping("2")+"]", "Accept", "text/event-stream")
	assert.Equal(t, got, event("["+pong("1")+","+pong("2")+"]"))
}

func TestStatelessServer(t *testing.T) {
	_, url := loopback(t, parse(t, "http: {sessions: false, path: /mcp}"))
	w := (&web{t: t, url: url}).connect()
	assert.Equal(t, w.session, "")
	_, got := w.do("POST", ping("1"))
	assert.Equal(t, got, pong("1"))
	res, _ := w.do("DELETE", "")
	assert.Equal(t, res.StatusCode, http.StatusMethodNotAllowed)
}

func TestSessionIDsAreUnique(t *testing.T) {
	_, url := loopback(t, nil)
	seen := map[string]bool{}
	for range 100 {
		w := (&web{t: t, url: url}).connect()
		assert.Check(t, !seen[w.session])
		seen[w.session] = true
	}
}
