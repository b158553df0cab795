package server_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/reports"
)

// soleJudge are scripts that break so much that only their own check is judged.
var soleJudge = []string{"STDIO-17"}

// coreKillers are the mutants for the checks of messages, lifecycle and pipes.
func coreKillers() map[string]killer {
	const batches = "revisions: ['2025-03-26']"
	const greeting = `{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`
	out := map[string]killer{
		"BASE-09": {server: subject{line: answering(`{"jsonrpc": "2.0", "method"`+"\n", `{"jsonrpc":"2.0","id":"mcpsim-behind","error":{"code":-32700,"message":"parse error"}}`)}},
		"BASE-28": {server: subject{line: poisoned()}},
		"BASE-29": {server: subject{script: "prompts: [a]", line: answering(`"prompts/get","params":{}`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32603,"message":"undefined"}}`)}},
		"BASE-30": {server: subject{script: "tools: [a]", calls: true, line: answering(`"Name":"a"`, `{"jsonrpc":"2.0","id":ID,"result":{"content":[]}}`)}},
		"PAG-02":  {server: subject{script: "tools: [a, b, c, d]\npageSize: 2", line: forgetful()}},
		"BASE-12": {server: subject{script: batches, line: answering(`[{`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}`)}},
		"BASE-13": {server: subject{script: batches, line: answering(`"mcpsim-batch"`, greeting)}},
		"LIFE-04": {server: subject{line: answering(`"1999-01-01"`, greeting)}},
		"LIFE-05": {server: subject{http: true, request: func(r *http.Request, body string) int {
			return when(strings.Contains(body, `"initialize"`) && r.Header.Get("Mcp-Protocol-Version") == "2026-07-28", http.StatusBadRequest)
		}}},
		"LIFE-20": {server: subject{http: true, script: "rules: [{when: {method: initialize, nth: 4}, do: [{status: 503}]}]"}},
		"LIFE-23": {server: subject{calls: true, script: "tools: [a]\nrules: [{when: {tool: a}, do: [result: {content: [{type: resource_link, uri: 'file:///a', name: a}]}]}]"}},
		"LIFE-17": {server: subject{script: asking, calls: true}},
		// What is said on malformed input goes to the wrong pipe.
		"STDIO-01.garbage": {server: subject{line: answering("{\"jsonrpc\":\n", "SyntaxError: Unexpected end of JSON input")}},
		"STDIO-02":         {server: subject{line: answering(`"id":"a\nb`, "{\"jsonrpc\":\"2.0\",\"id\":\"a\nb\rc\u0085d\u2028e\",\"result\":{}}")}},
		"STDIO-03":         {server: subject{out: lagging}, alone: true},
		"STDIO-21":         {server: subject{in: func(from io.Reader) io.Reader { return servertest.Hasty{From: from} }}},
		"STDIO-09":         {server: subject{out: impatient}},
		"STDIO-13":         {server: subject{out: stubborn}},
	}
	for name, k := range out {
		k.id, _, _ = strings.Cut(name, ".")
		out[name] = k
	}
	return out
}

// poisoned cannot read the ping behind a response that belongs to no request.
func poisoned() func(string) (string, bool) {
	var done atomic.Bool
	return func(line string) (string, bool) {
		if strings.Contains(line, "mcpsim-nobody-asked") {
			done.Store(true)
		}
		if !strings.Contains(line, `"ping"`) || !done.CompareAndSwap(true, false) {
			return "", false
		}
		return `{"jsonrpc":"2.0",` + idMember.FindString(line) + `,"error":{"code":-32700,"message":"Parse error"}}`, true
	}
}

// forgetful answers a cursor with another page when it comes twice in a row.
func forgetful() func(string) (string, bool) {
	var last atomic.Value
	return func(line string) (string, bool) {
		if !strings.Contains(line, `"tools/list"`) {
			return "", false
		}
		before, _ := last.Swap(line).(string)
		if !strings.Contains(before, `"cursor"`) || strings.Contains(before, "mcpsim-no") {
			return "", false
		}
		return answering(`"cursor":`, `{"jsonrpc":"2.0","id":ID,"result":{"tools":[{"name":"z","inputSchema":{"type":"object"}}]}}`)(line)
	}
}

// asking is a server with a tool that asks the client's model and waits for ever.
const asking = `
tools: [{name: ask}]
rules:
  - when: {tool: ask}
    do: [{request: {method: sampling/createMessage, params: {messages: [], maxTokens: 1}, reply: "{answer}"}}]
`

// lagging is a standard output that keeps the answer to a ping until the next answer.
func lagging(p *netem.Process) io.Writer {
	var kept []byte
	return writer(func(b []byte) (int, error) {
		out := kept
		if kept = nil; strings.Contains(string(b), `"result":{}`) {
			kept = slices.Clone(b)
		} else {
			out = append(out, b...)
		}
		_, err := p.Out().Write(out)
		return len(b), err
	})
}

// impatient is a standard output that ends the process if nobody reads for 100ms.
func impatient(p *netem.Process) io.Writer { return impatientFor(p, 100*time.Millisecond) }

func impatientFor(p *netem.Process, patience time.Duration) io.Writer {
	return writer(func(b []byte) (int, error) {
		done := make(chan struct{})
		var n int
		var err error
		go func() { // ends with the write, or with the process
			defer close(done)
			n, err = p.Out().Write(b)
		}()
		select {
		case <-done:
			return n, err
		case <-time.After(patience):
			_ = p.Kill()
			<-done
			return n, err
		}
	})
}

// stubborn is a standard output that waits for ever once it is broken.
func stubborn(p *netem.Process) io.Writer {
	return writer(func(b []byte) (int, error) {
		n, err := p.Out().Write(b)
		if err != nil {
			<-p.Killed()
		}
		return n, err
	})
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// The least that a judge of servers must see. What fails is named; what passes
// must not be, or only what such a server may well do.
func TestServersThatMustFail(t *testing.T) {
	nothing := subject{script: "rules: [{when: {}, do: [never]}]"}
	empty := subject{line: func(line string) (string, bool) { return "{}", strings.TrimSpace(line) != "" }}
	for name, c := range map[string]struct {
		server subject
		failed []string
	}{
		"does nothing":                  {nothing, []string{"LIFE-01"}},
		"answers {} to everything":      {empty, []string{"LIFE-01", "STDIO-01"}},
		"logs before the handshake":     {subject{script: `rules: [{when: {phase: spawn}, do: [{raw: "up\n"}]}]`}, []string{"STDIO-01"}},
		"logs during the handshake":     {subject{script: `rules: [{when: {method: initialize}, do: [{raw: "hello\n"}]}]`}, []string{"STDIO-01"}},
		"logs after the handshake":      {subject{script: `rules: [{when: {method: notifications/initialized}, do: [{raw: "ready\n"}]}]`}, []string{"STDIO-01"}},
		"logs at its end":               {subject{script: `rules: [{when: {phase: closing}, do: [{raw: "bye\n"}]}]`}, []string{"STDIO-01"}},
		"ignores end of stdin and TERM": {subject{script: "stdio: {ignore: [eof, term]}"}, []string{"STDIO-12"}},
		"answers twice":                 {subject{script: "rules: [{when: {method: ping}, do: [duplicate]}]"}, []string{"BASE-01"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			verdicts, results := c.server.validate(t)
			for _, id := range c.failed {
				assert.Equal(t, verdicts[id], reports.Failed, id)
			}
			if slices.Contains(c.failed, "LIFE-01") { // nothing can be said in favour of it
				for _, r := range results {
					assert.Check(t, r.Verdict != reports.Passed, "%v passes: %s", r.Rule.IDs, r.Name)
				}
			}
		})
	}
}
