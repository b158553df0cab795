package proxy_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/proxy"
)

// commanded is a proxy with its control.
func commanded(t *testing.T, token string) (p *proxy.Proxy, ask func(method, path, body string, header ...string) (int, string)) {
	t.Helper()
	control := &proxy.Control{Token: token}
	link := proxy.NewLink(1, control.Tell)
	t.Cleanup(link.Close)
	p = proxy.New(proxy.Options{Rules: rulesOf(t, "[]"), Link: link, Tell: control.Tell})
	control.Proxy = p
	server := httptest.NewServer(control)
	t.Cleanup(server.Close)
	return p, func(method, path, body string, header ...string) (int, string) {
		r, err := http.NewRequest(method, server.URL+path, strings.NewReader(body))
		assert.NilError(t, err)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
			if header[i] == "Host" {
				r.Host = header[i+1]
			}
		}
		resp, err := http.DefaultClient.Do(r)
		assert.NilError(t, err)
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		assert.NilError(t, err)
		return resp.StatusCode, strings.TrimSpace(string(text))
	}
}

// Rules and faults come, change and go while the proxy runs, and what is held is let go.
func TestCommands(t *testing.T) {
	p, ask := commanded(t, "")
	for _, step := range []struct {
		method, path, body string
		code               int
		want               string
	}{
		{"POST", "/faults", "latency 20ms down", 200, `{"ids":["fault-1"]}`},
		{"POST", "/faults", "latencyy", 400, "unknown fault"},
		{"POST", "/faults", "", 400, "the fault is empty"},
		{"PUT", "/faults/fault-1", "latency 0s", 200, `{"ids":["fault-1"]}`},
		{"PUT", "/faults/fault-9", "latency 0s", 400, `there is no fault \"fault-9\"`},
		{"POST", "/rules", "- when: {tool: a}\n  do: [{hold: x}]\n- do: [duplicate]\n", 200, `{"ids":["rule-1","rule-2"]}`},
		{"PUT", "/rules/rule-2", "- when: {tool: b}\n  do: [never]\n", 200, `{"ids":["rule-2"]}`},
		{"PUT", "/rules/rule-7", "- do: [never]\n", 400, `there is no rule \"rule-7\"`},
		{"POST", "/rules", "- do: [{commit: x}]\n", 400, "ledger"},
		{"POST", "/rules", "- do: [dance]\n", 400, "unknown action"},
		{"POST", "/rules", "", 400, "want a list of rules"},
		{"DELETE", "/rules/rule-2", "", 200, "rule-2"},
		{"DELETE", "/rules/rule-2", "", 404, "there is no"},
		{"GET", "/nothing", "", 404, "want GET /status"},
		{"POST", "/status", "", 404, "want GET /status"},
	} {
		code, text := ask(step.method, step.path, step.body)
		assert.Check(t, is.Equal(code, step.code), "%+v: %s", step, text)
		assert.Check(t, is.Contains(text, step.want))
	}
	server := newProgram()
	in, client := io.Pipe()
	out, heard := io.Pipe()
	done := make(chan struct{})
	go func() { defer close(done); _, _ = p.Stdio(proxy.Streams{In: in, Out: heard, Err: io.Discard}, server) }()
	go func() {
		_, _ = io.ReadFull(server.in, make([]byte, len(callOne)))
		_, _ = server.out.Write([]byte(answerOne))
		_, _ = io.Copy(io.Discard, server.in)
		server.exit(0)
	}()
	_, _ = client.Write([]byte(callOne))
	for {
		if _, text := ask("GET", "/status", ""); strings.Contains(text, `"held":["x"]`) {
			assert.Check(t, is.Contains(text, `"acted":1`))
			break
		}
	}
	_, text := ask("POST", "/release?label=y", "")
	assert.Equal(t, text, `{"released":0}`)
	_, text = ask("POST", "/release?label=x", "")
	assert.Equal(t, text, `{"released":1}`)
	got := make([]byte, len(answerOne))
	_, err := io.ReadFull(out, got)
	assert.NilError(t, err)
	assert.Equal(t, string(got), answerOne)
	go func() { _, _ = io.Copy(io.Discard, out) }()
	_ = client.Close()
	<-done
}

// Who listens to events learns of what is done.
func TestEventsTellWhatIsDone(t *testing.T) {
	control := &proxy.Control{}
	control.Proxy = proxy.New(proxy.Options{Rules: rulesOf(t, "[]")})
	server := httptest.NewServer(control)
	defer server.Close()
	resp, err := http.Get(server.URL + "/events")
	assert.NilError(t, err)
	defer resp.Body.Close()
	control.Tell(proxy.Done{Action: "hold", To: "it"})
	line, err := bufio.NewReader(resp.Body).ReadString('\n')
	assert.NilError(t, err)
	assert.Check(t, is.Contains(line, `"action":"hold"`))
}

// Commands are taken from programs on this machine that know the token, not from web pages.
func TestWhoMayGiveCommands(t *testing.T) {
	_, ask := commanded(t, "open-sesame")
	for _, tc := range []struct {
		header []string
		code   int
	}{
		{nil, 401},
		{[]string{"Authorization", "Bearer open-sesam"}, 401},
		{[]string{"Authorization", "Bearer open-sesame"}, 200},
		{[]string{"Authorization", "Bearer open-sesame", "Origin", "http://localhost"}, 403},
		{[]string{"Authorization", "Bearer open-sesame", "Host", "evil.example"}, 403},
		{[]string{"Authorization", "Bearer open-sesame", "Host", "localhost:1"}, 200},
	} {
		code, text := ask("GET", "/status", "", tc.header...)
		assert.Check(t, is.Equal(code, tc.code), "%q: %s", tc.header, text)
	}
}
