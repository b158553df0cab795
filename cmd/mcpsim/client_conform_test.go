package main

import (
	"encoding/json"
	"net"
	"os/exec"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
)

// offering serves a script on loopback and returns its URL.
func offering(t *testing.T, script string) (*fakeserver.Server, string) {
	t.Helper()
	parsed, err := fakeserver.Parse("test.yaml", []byte(script))
	assert.NilError(t, err)
	fake, err := fakeserver.New(parsed, fakeserver.Options{})
	assert.NilError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	done := make(chan error, 1)
	go func() { done <- fake.Serve(l) }()
	t.Cleanup(func() {
		fake.Close()
		assert.NilError(t, <-done)
	})
	return fake, "http://" + l.Addr().String() + "/mcp"
}

// asClient runs `mcpsim client URL` with variables of the suite.
func asClient(t *testing.T, url string, env ...string) (out string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "mcpsim", "client", url)
	cmd.Env = append(cmd.Environ(), scenarioVariable+"=", revisionVariable+"=")
	cmd.Env = append(cmd.Env, env...)
	text, _ := cmd.CombinedOutput()
	return string(text), cmd.ProcessState.ExitCode()
}

// received counts the messages of a method in a journal.
func received(fake *fakeserver.Server, method string) (n int) {
	for _, e := range fake.Journal() {
		if e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Received && e.Method == method {
			n++
		}
	}
	return n
}

const askingServer = `
http: {answers: sse, resume: true, retry: 1ms}
tools:
  - {name: add, inputSchema: {type: object, properties: {a: {type: number}}, required: [a]}}
  - form
rules:
  - when: {tool: form}
    do:
      - request:
          method: elicitation/create
          params: {message: m, requestedSchema: {type: object, properties: {age: {type: integer, default: 30}}}}
          reply: "{answer}"
  - {when: {tool: add}, do: [end, answer]}
`

func TestClientCallsToolsInScenariosOnly(t *testing.T) {
	fake, url := offering(t, askingServer)
	out, code := asClient(t, url)
	assert.Equal(t, code, ui.ExitOK, out)
	assert.Equal(t, out, "tool add\ntool form\n")
	assert.Equal(t, received(fake, "tools/call"), 0)

	out, code = asClient(t, url, scenarioVariable+"=tools_call")
	assert.Equal(t, code, ui.ExitOK, out)
	assert.Check(t, is.Contains(out, `call add {"a":`)) // its stream was resumed
	assert.Check(t, is.Contains(out, `call form {}: {"action":"accept","content":{"age":30}}`))
	assert.Equal(t, received(fake, "tools/call"), 2)
}

func TestClientOffersTheRevisionAskedFor(t *testing.T) {
	fake, url := offering(t, "")
	_, code := asClient(t, url, revisionVariable+"=2025-06-18")
	assert.Equal(t, code, ui.ExitOK)
	var offer string
	for _, e := range fake.Journal() {
		if e.Direction == fakeserver.Received && e.Method == "initialize" {
			offer = string(e.Raw)
		}
	}
	assert.Check(t, is.Contains(offer, `"protocolVersion":"2025-06-18"`))
	assert.Check(t, is.Contains(offer, `"elicitation":{}`))
	out, code := asClient(t, url, revisionVariable+"=2025-06-19")
	assert.Equal(t, code, ui.ExitUsage)
	assert.Check(t, is.Contains(out, "did you mean 2025-06-18?"))
}

func TestClientHandsTheSchemaBack(t *testing.T) {
	fake, url := offering(t, `
tools: [{name: first, inputSchema: {type: object, $defs: {x: {}}}}, json_schema_echo]
`)
	out, code := asClient(t, url, scenarioVariable+"=json-schema-2020-12-preservation")
	assert.Equal(t, code, ui.ExitOK, out)
	var last string
	for _, e := range fake.Journal() {
		if e.Method == "tools/call" && strings.Contains(string(e.Raw), "json_schema_echo") {
			last = string(e.Raw)
		}
	}
	assert.Check(t, is.Contains(last, `"schema":{"type":"object","$defs":{"x":{}}}`))
}

func TestClientExitCodes(t *testing.T) {
	for script, want := range map[string]int{
		"rules: [{when: {method: initialize}, do: [status: 401]}]":                                 ui.ExitAuth,
		"rules: [{when: {method: initialize}, do: [status: 500]}]":                                 ui.ExitFailed,
		"rules: [{when: {method: tools/call}, do: [error: -32603]}]":                               ui.ExitFailed,
		"tools: [{name: t, answer: {error: a result like any other}}]":                             ui.ExitOK,
		"tools: [{name: t, inputSchema: {type: object, properties: {a: false}, required: [a]}}]\n": ui.ExitFailed,
	} {
		_, url := offering(t, script)
		out, code := asClient(t, url, scenarioVariable+"=x")
		assert.Equal(t, code, want, "%s: %s", script, out)
	}
}

// It waits for a call as long as it is told, and says that it waits no longer.
func TestClientGivesUpCalls(t *testing.T) {
	const told = contextVariable + `={"timeoutMs":50}`
	fake, url := offering(t, "{tools: [a], rules: [{when: {method: tools/call}, do: [never]}]}")
	out, code := asClient(t, url, scenarioVariable+"=tools_call", told)
	assert.Equal(t, code, ui.ExitFailed, out)
	assert.Check(t, is.Contains(out, "no answer in the time that was told"))
	assert.Equal(t, received(fake, "tools/call"), 1)

	_, url = offering(t, "rules: [{when: {method: initialize}, do: [never]}]")
	out, code = asClient(t, url, scenarioVariable+"=initialize", told)
	assert.Check(t, code != ui.ExitOK, out)

	fake, url = offering(t, "{tools: [slow, add_numbers], rules: [{when: {tool: slow}, do: [never]}, {when: {tool: add_numbers}, do: [delay: 100ms]}]}")
	out, code = asClient(t, url, scenarioVariable+"=mcpsim-late-answer", told)
	assert.Equal(t, code, ui.ExitOK, out)
	assert.Equal(t, received(fake, "tools/call"), 2)
}

func TestDefaultsOfAForm(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"b":{"type":"boolean","default":false},"a":{"type":"number","default":1.50},"c":{"type":"string"}}}`: `{"a":1.50,"b":false}`,
		`{"properties":{"tags":{"type":"array","default":["x"]}},"required":["tags"]}`:                                                       `{"tags":["x"]}`,
		`{"type":"object"}`: `{}`,
		`{"type":"object","properties":{"unit":{"type":"string","enum":["b","a"],"enumNames":["B","A"]},"n":{"type":"integer","minimum":3},"m":{"type":"string","default":"d"},"o":{"type":"string"}},"required":["unit","n","m"]}`: `{"m":"d","n":3,"unit":"b"}`,
	} {
		got, err := defaultsOf(json.RawMessage(schema))
		assert.NilError(t, err)
		assert.Equal(t, string(got), want)
	}
	for _, schema := range []string{``, `7`, `{"properties":[]}`} {
		_, err := defaultsOf(json.RawMessage(schema))
		assert.ErrorContains(t, err, "reading the requested schema")
	}
}

// TestClientOpensALostSessionAnew: once, also while tools are listed.
func TestClientOpensALostSessionAnew(t *testing.T) {
	for script, opened := range map[string]int{
		"tools: [add]\nrules: [{when: {method: tools/list, nth: 1}, do: [{session: expire}]}]": 2,
		"tools: [add]\nrules: [{when: {method: tools/list}, do: [{session: expire}]}]":         2,
		"tools: [add]\nrules: [{when: {method: initialize}, do: [{status: 404}]}]":             1,
		"tools: [add]\nrules: [{when: {method: tools/list}, do: [{status: 500}]}]":             1,
	} {
		fake, url := offering(t, script)
		asClient(t, url)
		assert.Equal(t, received(fake, "initialize"), opened, script)
	}
}
