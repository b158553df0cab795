package connect

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestVerdictOf(t *testing.T) {
	made := func(s status, c class) row {
		r := row{Status: s}
		if s == statusFailed {
			r.Failure = &trouble{Class: c}
		}
		return r
	}
	live, off, pending := made(statusLive, ""), made(statusDisabled, ""), made(statusPending, "")
	dead, away := made(statusFailed, classDied), made(statusFailed, classUnreachable)
	auth, slow, bad := made(statusFailed, classAuth), made(statusFailed, classTimeout), made(statusFailed, classConfig)
	tests := []struct {
		name   string
		rows   []row
		failed bool
		want   int
	}{
		{"all live", []row{live, live}, false, ui.ExitOK},
		{"disabled ones do not count", []row{live, off}, false, ui.ExitOK},
		{"pending is no failure", []row{pending}, false, ui.ExitOK},
		{"a failed call", []row{live}, true, ui.ExitFailed},
		{"one of two died", []row{live, dead}, false, ui.ExitFailed},
		{"none could be reached", []row{dead, away, off}, false, ui.ExitUnreachable},
		{"one is silent", []row{dead, slow}, false, ui.ExitFailed},
		{"authentication before all else", []row{dead, live, auth}, false, ui.ExitAuth},
		{"only bad definitions", []row{bad}, false, ui.ExitUsage},
		{"a bad definition among good ones", []row{bad, live}, false, ui.ExitFailed},
		{"nothing ran", []row{off}, false, ui.ExitNothing},
	}
	for _, tt := range tests {
		assert.Check(t, is.Equal(verdictOf(tt.rows, tt.failed), tt.want), tt.name)
	}
}

func TestExplain(t *testing.T) {
	stdio := config.Server{Name: "s", Command: "x"}
	web := config.Server{Name: "s", Type: config.HTTP, URL: "http://user:pw@host:1/p"}
	running := outside.Ending{Started: true}
	tests := []struct {
		name   string
		err    error
		server config.Server
		record record
		ending outside.Ending
		class  class
		next   string // part of it
	}{
		{"definition", &config.InvalidError{Problems: []string{"x"}}, stdio, record{}, outside.Ending{}, classConfig, "definition"},
		{"401", &transport.HTTPError{Status: 401}, web, record{}, outside.Ending{}, classAuth, "credential"},
		{"403", &transport.HTTPError{Status: 403}, web, record{}, outside.Ending{}, classAuth, "credential"},
		{"plain to TLS", &transport.HTTPError{Status: 400, Body: "Client sent an HTTP request to an HTTPS server."}, web, record{}, outside.Ending{}, classProtocol, "https://"},
		{"502", &transport.HTTPError{Status: 502}, web, record{}, outside.Ending{}, classProtocol, "log"},
		{"302", &transport.HTTPError{Status: 302}, web, record{}, outside.Ending{}, classProtocol, "leads to"},
		{"429", &transport.HTTPError{Status: 429}, web, record{}, outside.Ending{}, classProtocol, "later"},
		{"other JSON", errors.New("reading the answer: body is not a JSON-RPC response"), web, record{}, outside.Ending{}, classProtocol, "URL of an MCP server"},
		{"no WebSocket", errors.New("opening the WebSocket: the server did not upgrade the connection"), web, record{}, outside.Ending{}, classProtocol, "WebSocket"},
		{"closed at once", fmt.Errorf("sending POST: %w", io.EOF), web, record{}, outside.Ending{}, classProtocol, "https://"},
		{"a line as command", &exec.Error{Name: "x --y", Err: exec.ErrNotFound}, config.Server{Name: "s", Command: "x --y"}, record{}, outside.Ending{}, classUnreachable, "args"},
		{"a URL without scheme", errors.New("parsing the URL: first path segment"), web, record{}, outside.Ending{}, classConfig, "http://HOST"},
		{"418", &transport.HTTPError{Status: 418}, web, record{}, outside.Ending{}, classProtocol, ""},
		{"certificate", &tls.CertificateVerificationError{Err: errors.New("x")}, web, record{}, outside.Ending{}, classUnreachable, "SSL_CERT_FILE"},
		{"DNS", fmt.Errorf("sending: %w", &net.DNSError{Err: "x"}), web, record{}, outside.Ending{}, classUnreachable, "host name"},
		{"refused", fmt.Errorf("sending: %w", syscall.ECONNREFUSED), web, record{}, outside.Ending{}, classUnreachable, "nothing listens at host:1"},
		{"no route", &net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, web, record{}, outside.Ending{}, classUnreachable, "network"},
		{"no files left", os.NewSyscallError("pipe2", syscall.EMFILE), stdio, record{}, outside.Ending{}, classUnreachable, "ulimit -n"},
		{"no files left to dial", &net.OpError{Op: "dial", Err: syscall.EMFILE}, web, record{}, outside.Ending{}, classUnreachable, "ulimit -n"},
		{"never reached", context.DeadlineExceeded, web, record{}, outside.Ending{}, classUnreachable, "network"},
		{"silent", context.DeadlineExceeded, web, record{reached: true}, outside.Ending{}, classTimeout, "--timeout"},
		{"silent process", context.DeadlineExceeded, stdio, record{reached: true}, running, classTimeout, "stdout"},
		{"refusal", &transport.Error{Code: -32602}, stdio, record{}, running, classProtocol, "--protocol"},
		{"bad output", transport.ErrClosed, stdio, record{stream: "x"}, running, classProtocol, "stdout"},
		{"WebSocket cut", transport.ErrClosed, config.Server{Name: "s", Type: config.WebSocket, URL: "ws://h"}, record{stream: "x"}, outside.Ending{}, classProtocol, "log of the server"},
		{"anything", errors.New("x"), stdio, record{}, running, classProtocol, ""},
		{"nothing", nil, web, record{}, outside.Ending{}, classProtocol, ""},
	}
	for _, tt := range tests {
		got := explain(tt.err, tt.server, tt.record, tt.ending)
		assert.Check(t, is.Equal(got.Class, tt.class), tt.name)
		assert.Check(t, is.Contains(got.Next, tt.next), tt.name)
		assert.Check(t, got.Reason != "", tt.name)
		assert.Check(t, !strings.Contains(got.Next, "pw"), tt.name)
	}
}

func TestChooseTool(t *testing.T) {
	all := []host.Tool{
		{Name: "mcp__a_read", Server: "a", Original: "read"},
		{Name: "mcp__b_read", Server: "b", Original: "read"},
		{Name: "mcp__b_a_read", Server: "b", Original: "a/read"},
		{Name: "mcp__b_send", Server: "b", Original: "send"},
	}
	tests := []struct{ call, name, err string }{
		{"send", "mcp__b_send", ""},
		{"b/read", "mcp__b_read", ""},
		{"a/read", "mcp__a_read", ""},   // a server's tool before a tool's odd name
		{"ant/read", "mcp__a_read", ""}, // as the server calls itself
		{"mcp__b_read", "mcp__b_read", ""},
		{"read", "", "want one of a/read, b/read"},
		{"sent", "", "did you mean send?"},
		{"zzzzzzzzz", "", "no server offers this tool\nthere are ant/read, "},
	}
	for _, tt := range tests {
		tool, err := chooseTool(all, map[string]string{"a": "ant", "b": "b"}, tt.call)
		if tt.err != "" {
			assert.Check(t, is.ErrorContains(err, tt.err), tt.call)
			continue
		}
		assert.NilError(t, err, tt.call)
		assert.Check(t, is.Equal(tool.Name, tt.name), tt.call)
	}
}

func TestNamesOfServers(t *testing.T) {
	for words, want := range map[string]string{
		"npx -y @modelcontextprotocol/server-everything@2.0 stdio": "server-everything",
		"uvx mcp-server-git":       "mcp-server-git",
		"pnpm dlx some-server@1":   "some-server",
		"pnpm start":               "pnpm",
		"npx":                      "npx",
		"node build/index.js":      "index",
		"/opt/bin/server.sh --all": "server",
		"python -m my_server":      "my_server",
	} {
		assert.Check(t, is.Equal(programName(strings.Fields(words)), want), words)
	}
	own := &protocol.InitializeResult{ServerInfo: protocol.Implementation{Name: "fake"}}
	for name, want := range map[string]string{"server": "fake", "server-2": "fake-2", "server-x": "server-x", "docs": "docs"} {
		assert.Check(t, is.Equal(row{Name: name, Transport: config.HTTP, Server: own}.title(), want))
	}
	assert.Equal(t, nameOf("127.0.0.1"), unnamed)
	assert.Equal(t, nameOf("example.org"), "example.org")
}

func TestFirstLine(t *testing.T) {
	assert.Equal(t, firstLine("one\ntwo"), "one…")
	assert.Equal(t, firstLine(" one \n"), "one")
	assert.Equal(t, len([]rune(firstLine(strings.Repeat("ä", 200)))), maxDescription)
}

func TestEraFlags(t *testing.T) {
	for _, tt := range []struct {
		era, revision string
		chosen        bool
		err           string
	}{
		{era: "auto", revision: "2025-11-25"},
		{era: "modern", revision: "2025-11-25"}, // the default of --protocol chooses nothing
		{era: "legacy", revision: "2025-03-26", chosen: true},
		{era: "modern", revision: "2026-07-28", chosen: true},
		{era: "legacy", revision: "2026-07-28", chosen: true, err: "--era legacy and --protocol 2026-07-28 contradict each other"},
		{era: "modern", revision: "2025-11-25", chosen: true, err: "--era modern and --protocol 2025-11-25 contradict each other"},
		{era: "moderm", revision: "2025-11-25", err: "--era moderm: want one of auto, legacy, modern\ndid you mean modern?"},
	} {
		c := command{era: tt.era, revision: tt.revision, chosen: tt.chosen, args: "{}"}
		err := c.check()
		if tt.err == "" {
			assert.Check(t, err, tt.era)
			continue
		}
		assert.Check(t, is.ErrorContains(err, tt.err))
	}
}

// As many servers as nobody connects are refused, unless some of them are chosen.
func TestServersOfOneFileAreBounded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "servers.json")
	var b strings.Builder
	for i := range config.MaxServers + 1 {
		fmt.Fprintf(&b, `"s%d":{"command":"c"},`, i)
	}
	assert.NilError(t, os.WriteFile(file, []byte(`{"mcpServers":{`+b.String()+`}}`), 0o600))
	all := Targets{Config: file}
	_, err := all.fromConfig(t.Context(), "connect")
	assert.Error(t, err, file+": 10001 servers, and at most 10000 are connected at once: choose with --server")
	some := Targets{Config: file, Servers: []string{"s10000"}}
	found, err := some.fromConfig(t.Context(), "connect")
	assert.NilError(t, err)
	assert.Equal(t, len(found.Servers), 1)
}
