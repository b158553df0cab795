package fakeserver_test

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// modernFaults says what a client that speaks 2026-07-28 sees of the servers of the
// catalogue that go wrong in that protocol, as [faults] does.
var modernFaults = map[string]map[string]string{
	"silent-to-discover":             {"stdio": `discover \(0\):\n`},
	"dies-of-discover":               {"stdio": `discover \(0\):\nexited 1\n`},
	"late-discover":                  {"stdio": `discover \(0\):\nlist`, "http": `discover: pending\n`},
	"discover-error-without-id":      {"stdio": `discover \(1\):\n.*\"id\":null`, "http": `discover: \d+ .*\n.*\"id\":null`},
	"another-modern-revision":        {"stdio": `discover \(1\):\n.*2030-01-01`, "http": `discover: 200 .*\n.*2030-01-01`},
	"discover-without-versions":      {"stdio": `discover \(1\):\n.*\"result\":\{\}`, "http": `discover: 200 .*\n.*\"result\":\{\}`},
	"refuses-the-revision-it-names":  {"stdio": `discover \(1\):\n.*-32022`, "http": `discover: \d+ .*\n.*-32022`},
	"discover-header-mismatch":       {"stdio": `discover \(1\):\n.*-32020`, "http": `discover: \d+ .*\n.*-32020`},
	"gateway-before-discover":        {"http": `discover: 503 `},
	"login-before-discover":          {"http": `discover: 401 `},
	"promises-more-than-it-serves":   {"stdio": `list \(1\):\n.*-32601`, "http": `list: \d+ .*\n.*-32601`},
	"asks-for-ever":                  {"stdio": `call \(1\):\n.*input_required`, "http": `call: 200 .*\n.*input_required`},
	"asks-what-was-not-declared":     {"stdio": `call \(1\):\n.*sampling/createMessage`, "http": `call: 200 .*\n.*sampling/createMessage`},
	"unknown-result-type":            {"stdio": `call \(1\):\n.*hologram`, "http": `call: 200 .*\n.*hologram`},
	"list-with-a-question":           {"stdio": `list \(1\):\n.*input_required`, "http": `list: 200 .*\n.*input_required`},
	"listen-without-acknowledgement": {"stdio": `listen \(0\):\n`, "http": `listen: pending\n`},
	"listen-unknown":                 {"stdio": `listen \(1\):\n.*-32601`, "http": `listen: \d+ .*\n.*-32601`},
	"listen-ends-at-once":            {"stdio": `listen \(1\):\n.*\"resultType\":\"complete\"`, "http": `listen: 200 .*\n.*\"resultType\":\"complete\"`},
	"changes-within-its-time":        {"stdio": `list \(1\):\n.*\"echo\"(?s:.*)list again \(1\):\n.*\"search\"`, "http": `list: 200 .*\n.*\"echo\"(?s:.*)list again: 200 .*\n.*\"search\"`},
	"negative-time-to-live":          {"stdio": `list \(1\):\n.*\"ttlMs\":-5000`, "http": `list: 200 .*\n.*\"ttlMs\":-5000`},
	"list-for-nobody":                {"stdio": `list \(1\):\n.*\"cacheScope\":\"tenant\"`, "http": `list: 200 .*\n.*\"cacheScope\":\"tenant\"`},
	"header-of-an-object":            {"http": `list: 200 .*\n.*\"x-mcp-header\":\"To\"`},
	"header-mismatch-for-ever":       {"http": `call: 400 .*\n.*-32020`},
	"modern-with-requests":           {"stdio": `call \(2\):\n.*roots/list`},
	"modern-with-session":            {"http": `discover: 200 .*session s-1\n`},
	"result-without-type":            {"stdio": `call \(1\):\n\{[^\n]*\"result\":\{(?:[^r\n]|r[^e\n]|re[^s\n]|res[^u\n]|resu[^l\n]|resul[^t\n]|result[^T\n])*\n`, "http": `call: 200 .*\n\{[^\n]*\"result\":\{(?:[^r\n]|r[^e\n]|re[^s\n]|res[^u\n]|resu[^l\n]|resul[^t\n]|result[^T\n])*\n`},
	"modern-stream-dies":             {"http": `call: 200 text/event-stream\n: working on it\n`},
}

// modernMeta is what each request says about itself.
const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`

// modernRequests is the fixed conversation, each with the name that is repeated in a header.
var modernRequests = []struct{ section, method, name, params string }{
	{"discover", "server/discover", "", ""},
	{"list", "tools/list", "", ""},
	{"list again", "tools/list", "", ""},
	{"call", "tools/call", "echo", `"name":"echo","arguments":{"text":"hi"},`},
	{"listen", "subscriptions/listen", "", `"notifications":{"toolsListChanged":true},`},
}

func modernRequest(id int, method, params string) string {
	return request(id, method, "{"+params+modernMeta+"}")
}

// converseModern has the conversation over stdio or HTTP.
func converseModern(t *testing.T, over string, script *fakeserver.Script) (transcript string) {
	t.Helper()
	copied := *script
	meet(t, &copied, func(b *bench) {
		if over == "http" {
			transcript = modernOverHTTP(b)
			return
		}
		transcript = modernOverStdio(b)
	})
	return transcript
}

func modernOverHTTP(b *bench) string {
	e := &visit{site: b.publish(), all: map[string]*reply{}}
	defer e.unpublish()
	for i, r := range modernRequests {
		headers := []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", r.method}
		if r.name != "" {
			headers = append(headers, "Mcp-Name", r.name)
		}
		answer := e.start("POST", modernRequest(i, r.method, r.params), headers...)
		e.after(time.Second)
		e.all[r.section] = answer
		if id := answer.header.Get("Mcp-Session-Id"); id != "" {
			answer.header.Set("Content-Type", answer.header.Get("Content-Type")+" session "+id)
		}
		e.show(r.section)
	}
	return e.end()
}

func modernOverStdio(b *bench) string {
	in, out := io.Pipe()
	var stdout writes
	exited := ""
	kill := make(chan struct{})
	b.sim.Go("process", func() {
		code := b.srv.ServeStdio(fakeserver.Stdio{In: in, Out: &stdout, Err: io.Discard, Term: make(chan struct{}), Kill: kill})
		exited = fmt.Sprintf("exited %d\n", code)
	})
	lines := make(chan string, 16)
	b.sim.Go("stdin", func() {
		for line := range lines {
			_, _ = io.WriteString(out, line+"\n")
		}
		_ = out.Close()
	})
	var log strings.Builder
	for i, r := range modernRequests {
		lines <- modernRequest(i, r.method, r.params)
		b.after(time.Second)
		log.WriteString(r.section + " " + stdout.take() + exited)
	}
	close(lines)
	close(kill)
	b.after(time.Second)
	return log.String()
}

// TestModernFaultsAreSeen compares each server with the same one without its rules.
func TestModernFaultsAreSeen(t *testing.T) {
	for _, s := range fakeserver.Catalogue() {
		if modernFaults[s.Name] == nil {
			continue
		}
		assert.Check(t, s.Breaks != "", s.Name)
		assert.Equal(t, len(modernFaults[s.Name]), len(s.Over), s.Name)
		for _, over := range s.Over {
			t.Run(s.Name+" "+over, func(t *testing.T) {
				script, err := s.Script()
				assert.NilError(t, err)
				seen := regexp.MustCompile(modernFaults[s.Name][over])
				got := converseModern(t, over, script)
				assert.Check(t, seen.MatchString(got), "no match for %s in:\n%s", seen, got)
				correct := &fakeserver.Script{Era: script.Era, Tools: []fakeserver.Tool{{Name: "echo"}}}
				if got = converseModern(t, over, correct); seen.MatchString(got) {
					t.Errorf("a correct server is no different:\n%s", got)
				}
			})
		}
	}
}
