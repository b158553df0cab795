package fakeserver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A task asks, is answered, and has a result; who has not declared the extension sees none
// of it.
func TestTask(t *testing.T) {
	_, url := loopback(t, parse(t, `
era: modern
tools:
  - {name: greet, task: {required: true, inputs: {who: {method: elicitation/create, params: {}}}}, answer: "Hello, {who.name}!"}
  - {name: build, task: {takes: 1h, poll: 2s}}
  - {name: fail, task: {fails: {code: -32603, message: disk full}}}
`))
	w := &web{t: t, url: url}
	ask := func(method, about, params, capabilities string) string {
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` + capabilities + `}`
		_, got := w.do("POST", fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{%s,%s}}`, method, params, meta),
			"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", method, "Mcp-Name", about)
		return got
	}
	const able = `{"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}`
	start := func(tool string) string {
		var created struct {
			Result struct{ TaskID, ResultType string }
		}
		assert.NilError(t, json.Unmarshal([]byte(ask("tools/call", tool, `"name":"`+tool+`"`, able)), &created))
		assert.Equal(t, created.Result.ResultType, "task")
		return created.Result.TaskID
	}
	about := func(method, id, more string) string { return ask(method, id, `"taskId":"`+id+`"`+more, able) }

	assert.Check(t, is.Contains(ask("tools/call", "greet", `"name":"greet"`, `{}`), `"code":-32021`))
	assert.Check(t, is.Contains(ask("tools/call", "build", `"name":"build"`, `{}`), `"resultType":"complete"`))
	id := start("greet")
	assert.Check(t, is.Contains(ask("tasks/get", id, `"taskId":"`+id+`"`, `{}`), `"code":-32021`))
	assert.Check(t, is.Contains(ask("tasks/get", "other", `"taskId":"`+id+`"`, able), `"code":-32020`))
	assert.Check(t, is.Contains(about("tasks/get", "task-1-x", ""), `"code":-32602`))
	assert.Check(t, is.Contains(about("tasks/get", id, ""), `"status":"input_required"`))
	assert.Check(t, is.Contains(about("tasks/update", id, `,"inputResponses":{"who":{"action":"accept","content":{"name":"Ada"}},"no":{}}`), `"result":{`))
	about("tasks/update", id, `,"inputResponses":{"who":{"action":"accept","content":{"name":"Eve"}}}`)
	about("tasks/cancel", id, "")
	assert.Check(t, is.Contains(about("tasks/get", id, ""), "Hello, Ada!"))
	assert.Check(t, is.Contains(about("tasks/get", id, ""), `"status":"completed"`))
	for _, method := range []string{"tasks/get", "tasks/update", "tasks/cancel"} {
		assert.Check(t, !strings.Contains(about(method, id, `,"inputResponses":{}`), "cacheScope"), method) // nothing of a task may be kept
	}

	id = start("build")
	assert.Check(t, is.Contains(about("tasks/get", id, ""), `"pollIntervalMs":2000`))
	about("tasks/cancel", id, "")
	assert.Check(t, is.Contains(about("tasks/get", id, ""), `"status":"cancelled"`))
	assert.Check(t, is.Contains(about("tasks/get", start("fail"), ""), `"status":"failed"`))
	_, discovered := w.do("POST", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modernMeta+`}}`, "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover")
	assert.Check(t, is.Contains(discovered, `"extensions":{"io.modelcontextprotocol/tasks":{}}`))
}

// A server of the modern era alone knows neither streams nor sessions, and no levels that
// there are not.
func TestModernServerIsStrict(t *testing.T) {
	_, url := loopback(t, parse(t, "era: modern\ntools: [echo]"))
	w := &web{t: t, url: url}
	for _, verb := range []string{"GET", "DELETE"} {
		res, _ := w.do(verb, "")
		assert.Equal(t, res.StatusCode, 405)
		assert.Equal(t, res.Header.Get("Allow"), "POST")
	}
	for level, want := range map[string]string{`"loud"`: `"code":-32602`, `3`: `"code":-32602`, `"warning"`: `"resultType":"complete"`} {
		_, got := w.do("POST", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/logLevel":`+level+`,`+modernMeta[len(`"_meta":{`):]+`}}`,
			"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover")
		assert.Check(t, is.Contains(got, want), level)
	}
}
