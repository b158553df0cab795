//go:build realworld && linux

package main

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// well is what the client says when nothing goes wrong.
const well = "connect mcp-servers/everything\nlist many\nfirst Echo: one\nsecond Echo: two\n"

// realFault is something that goes wrong between the TypeScript client and server-everything,
// and what of the client's lines is then another one.
type realFault struct {
	flags []string
	rules string
	but   map[string]string // the begin of a line by its step
	over  string            // the transport, if it is only one
}

var realFaults = map[string]realFault{
	"nothing":            {},
	"nothing that meets": {rules: "- when: {method: no/such}\n  do: [never]\n"},
	"latency":            {flags: []string{"--fault", "latency 5ms jitter 3ms"}},
	"slices":             {flags: []string{"--fault", "slicer 100 gap 20us"}},
	"delay":              {rules: "- when: {tool: echo}\n  do: [{delay: 300ms}]\n"},
	"answer lost":        {rules: "- when: {tool: echo, nth: 1}\n  do: [never]\n", but: map[string]string{"first": "failed: MCP error -32001"}},
	"request lost":       {rules: "- when: {tool: echo, nth: 2, from: client}\n  do: [never]\n", but: map[string]string{"second": "failed: MCP error -32001"}},
	"error":              {rules: "- when: {tool: echo, nth: 1}\n  do: [{error: {code: -32000, message: no}}]\n", but: map[string]string{"first": "failed: MCP error -32000: no"}},
	"patched":            {rules: "- when: {tool: echo, nth: 2}\n  do: [{patch: {content: [{type: text, text: other}]}}]\n", but: map[string]string{"second": "other"}},
	"request patched":    {rules: "- when: {tool: echo, nth: 2, from: client}\n  do: [{patch: {arguments: {message: else}}}]\n", but: map[string]string{"second": "Echo: else"}},
	"wrong id":           {rules: "- when: {tool: echo, nth: 1}\n  do: [{id: wrong}]\n", but: map[string]string{"first": "failed: MCP error -32001"}},
	"twice":              {rules: "- when: {tool: echo, nth: 1}\n  do: [duplicate]\n"},
	"torn":               {rules: "- when: {tool: echo}\n  do: [{split: {every: 7, gap: 1ms}}]\n"},
	"few tools":          {rules: "- when: {method: tools/list}\n  do: [{patch: {tools: []}}]\n", but: map[string]string{"list": "few"}},
	"a line of noise":    {rules: "- when: {tool: echo, nth: 1}\n  do: [{raw: \"noise\\n\"}]\n", over: "stdio"},
	"killed":             {rules: "- when: {tool: echo, nth: 1}\n  do: [{exit: 137}]\n", but: map[string]string{"first": "failed: MCP error -32000: Connection closed", "second": "failed: Not connected"}, over: "stdio"},
	"503":                {rules: "- when: {tool: echo, nth: 1}\n  do: [{status: 503}]\n", but: map[string]string{"first": "failed: "}, over: "http"},
	"cut":                {rules: "- when: {tool: echo, nth: 1, from: client}\n  do: [drop]\n", but: map[string]string{"first": "failed: fetch failed"}, over: "http"},
}

// want is what the client says under a fault, line by line.
func (f realFault) matches(t *testing.T, out string) {
	t.Helper()
	got := strings.Split(strings.TrimSpace(out), "\n")
	lines := strings.Split(strings.TrimSpace(well), "\n")
	assert.Equal(t, len(got), len(lines), out)
	for i, line := range lines {
		step, _, _ := strings.Cut(line, " ")
		if other, differs := f.but[step]; differs {
			assert.Check(t, strings.HasPrefix(got[i], step+" "+other), "%q, want %q", got[i], other)
			continue
		}
		assert.Check(t, is.Equal(got[i], line))
	}
}

// The TypeScript client talks to server-everything through the proxy over both transports: what
// goes wrong is what was asked for, and nothing else.
func TestRealWorldThroughTheProxy(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	client, everything := typeScriptProgram(t, "proxied_client.mjs"), npmProgram(t, "mcp-server-everything")
	real := everythingOverHTTP(t, everything)
	for name, f := range realFaults {
		flags := f.flags
		if f.rules != "" {
			flags = slices.Concat(flags, []string{"--rules", written(t, f.rules)})
		}
		talk := func(t *testing.T, args ...string) {
			cmd := exec.Command("node", append([]string{client}, args...)...)
			cmd.Env = append(os.Environ(), programVariable+"=1")
			out, err := cmd.Output()
			assert.NilError(t, err)
			f.matches(t, string(out))
		}
		if f.over != "http" {
			t.Run(name+" over stdio", func(t *testing.T) {
				t.Parallel()
				talk(t, slices.Concat([]string{"stdio", self, "proxy"}, flags, []string{"--", everything, "stdio"})...)
			})
		}
		if f.over != "stdio" {
			t.Run(name+" over HTTP", func(t *testing.T) {
				t.Parallel()
				front := startReady(t, []string{"proxy"}, slices.Concat([]string{"--http", ":0", "--to", real}, flags))
				talk(t, "http", front.url)
			})
		}
	}
}

// everythingOverHTTP starts the server and waits until it listens.
func everythingOverHTTP(t *testing.T, program string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	addr := l.Addr().String()
	_, port, err := net.SplitHostPort(addr)
	assert.NilError(t, err)
	assert.NilError(t, l.Close())
	cmd := exec.Command(program, "streamableHttp")
	cmd.Env = append(os.Environ(), "PORT="+port)
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	url := "http://" + addr + "/mcp"
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		resp, err := http.Get(url)
		if err == nil {
			_ = resp.Body.Close()
			return url
		}
	}
	t.Fatal("server-everything does not listen")
	return ""
}
