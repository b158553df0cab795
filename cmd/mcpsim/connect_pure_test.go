package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"github.com/mcpsim/mcpsim/runtime/host"
	"net"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/runtime/config"
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
		{"all live", []row{live, live}, false, exitOK},
		{"disabled ones do not count", []row{live, off}, false, exitOK},
		{"pending is no failure", []row{pending}, false, exitOK},
		{"a failed call", []row{live}, true, exitFailed},
		{"one of two died", []row{live, dead}, false, exitFailed},
		{"none could be reached", []row{dead, away, off}, false, exitUnreachable},
		{"one is silent", []row{dead, slow}, false, exitFailed},
		{"authentication before all else", []row{dead, live, auth}, false, exitAuth},
		{"only bad definitions", []row{bad}, false, exitUsage},
		{"a bad definition among good ones", []row{bad, live}, false, exitFailed},
		{"nothing ran", []row{off}, false, exitNothing},
	}
	for _, tt := range tests {
		assert.Check(t, is.Equal(verdictOf(tt.rows, tt.failed), tt.want), tt.name)
	}
}

func TestExplain(t *testing.T) {
	stdio := config.Server{Name: "s", Command: "x"}
	web := config.Server{Name: "s", Type: config.HTTP, URL: "http://user:pw@host:1/p"}
	running := ending{started: true}
	tests := []struct {
		name   string
		err    error
		server config.Server
		record record
		ending ending
		class  class
		next   string // part of it
	}{
		{"definition", &config.InvalidError{Problems: []string{"x"}}, stdio, record{}, ending{}, classConfig, "definition"},
		{"401", &transport.HTTPError{Status: 401}, web, record{}, ending{}, classAuth, "credential"},
		{"403", &transport.HTTPError{Status: 403}, web, record{}, ending{}, classAuth, "credential"},
		{"plain to TLS", &transport.HTTPError{Status: 400, Body: "Client sent an HTTP request to an HTTPS server."}, web, record{}, ending{}, classProtocol, "https://"},
		{"502", &transport.HTTPError{Status: 502}, web, record{}, ending{}, classProtocol, "log"},
		{"418", &transport.HTTPError{Status: 418}, web, record{}, ending{}, classProtocol, ""},
		{"certificate", &tls.CertificateVerificationError{Err: errors.New("x")}, web, record{}, ending{}, classUnreachable, "SSL_CERT_FILE"},
		{"DNS", fmt.Errorf("sending: %w", &net.DNSError{Err: "x"}), web, record{}, ending{}, classUnreachable, "host name"},
		{"refused", fmt.Errorf("sending: %w", syscall.ECONNREFUSED), web, record{}, ending{}, classUnreachable, "nothing listens at host:1"},
		{"no route", &net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, web, record{}, ending{}, classUnreachable, "network"},
		{"never reached", context.DeadlineExceeded, web, record{}, ending{}, classUnreachable, "network"},
		{"silent", context.DeadlineExceeded, web, record{reached: true}, ending{}, classTimeout, "--timeout"},
		{"silent process", context.DeadlineExceeded, stdio, record{reached: true}, running, classTimeout, "stdout"},
		{"refusal", &host.RPCError{Code: -32602}, stdio, record{}, running, classProtocol, "--protocol"},
		{"anything", errors.New("x"), stdio, record{}, running, classProtocol, ""},
		{"nothing", nil, web, record{}, ending{}, classProtocol, ""},
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
		{"a/read", "mcp__a_read", ""}, // a server's tool before a tool's odd name
		{"mcp__b_read", "mcp__b_read", ""},
		{"read", "", "want one of a/read, b/read"},
		{"sent", "", "did you mean send?"},
		{"zzzzzzzzz", "", "no server offers this tool"},
	}
	for _, tt := range tests {
		tool, err := chooseTool(all, tt.call)
		if tt.err != "" {
			assert.Check(t, is.ErrorContains(err, tt.err), tt.call)
			continue
		}
		assert.NilError(t, err, tt.call)
		assert.Check(t, is.Equal(tool.Name, tt.name), tt.call)
	}
}

func TestSecretsNeverShown(t *testing.T) {
	env := lookup([]string{"TOKEN=old", "TOKEN=tok-123456", "NAME_OF_KEY=looked-up-value"})
	servers := []config.Server{
		{Name: "a", Type: config.HTTP, URL: "http://me:hunter22@h/v1/0123456789abcdefghij?key=queryvalue",
			Headers: map[string]string{"Authorization": "Bearer ${TOKEN}"}},
		{Name: "b", Command: "x", Env: map[string]string{"KEY": "NAME_OF_KEY", "DEBUG": "1", "ON": "true"}},
	}
	redact := redact.New(secretsOf(servers, env))
	for _, secret := range []string{"hunter22", "0123456789abcdefghij", "queryvalue", "tok-123456", "looked-up-value"} {
		assert.Check(t, !strings.Contains(redact.Text("say "+secret+" aloud"), secret), secret)
	}
	assert.Equal(t, redact.Text("1 is true"), "1 is true")
}

func TestPrintable(t *testing.T) {
	assert.Equal(t, printable("naïve 🚀\ttab"), "naïve 🚀 tab")
	assert.Equal(t, printable("\x1b[31mred\x07\n"), `\x1b[31mred\x07\x0a`)
	assert.Equal(t, printable("a\u202eb"), `a\x202eb`)
}

func TestFirstLine(t *testing.T) {
	assert.Equal(t, firstLine("one\ntwo"), "one…")
	assert.Equal(t, firstLine(" one \n"), "one")
	assert.Equal(t, len([]rune(firstLine(strings.Repeat("ä", 200)))), maxDescription)
}

// proxyAnswering accepts one connection, keeps the head of the request and
// answers it.
func proxyAnswering(t *testing.T, answer string) (*url.URL, chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	heads, over := make(chan string, 1), make(chan struct{})
	t.Cleanup(func() { _ = l.Close(); <-over })
	go func() {
		defer close(over)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		var head []byte
		buf := make([]byte, 1)
		for !strings.HasSuffix(string(head), "\r\n\r\n") {
			if _, err := c.Read(buf); err != nil {
				return
			}
			head = append(head, buf...)
		}
		heads <- string(head)
		_, _ = c.Write([]byte(answer))
	}()
	return &url.URL{Scheme: "http", Host: l.Addr().String(), User: url.UserPassword("me", "hunter2")}, heads
}

func TestTunnel(t *testing.T) {
	proxy, heads := proxyAnswering(t, "HTTP/1.1 200 OK\r\n\r\n")
	c, err := tunnel(proxy, new(net.Dialer).DialContext)(t.Context(), "tcp", "far.test:443")
	assert.NilError(t, err)
	defer c.Close()
	head := <-heads
	assert.Assert(t, is.Contains(head, "CONNECT far.test:443 HTTP/1.1\r\n"))
	assert.Assert(t, is.Contains(head, "Proxy-Authorization: Basic bWU6aHVudGVyMg==\r\n"))
}

func TestTunnelRefused(t *testing.T) {
	proxy, _ := proxyAnswering(t, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
	_, err := tunnel(proxy, new(net.Dialer).DialContext)(t.Context(), "tcp", "far.test:443")
	assert.ErrorContains(t, err, "refused far.test:443: HTTP 407")
	assert.Check(t, !strings.Contains(err.Error(), "hunter2"))
}

func TestTeeKeepsTheEnd(t *testing.T) {
	var text []string
	for i := range 5000 {
		text = append(text, fmt.Sprint("line ", i))
	}
	k := &tee{from: strings.NewReader(strings.Join(text, "\n") + "\n")}
	buf := make([]byte, 1000)
	for {
		if _, err := k.Read(buf); err != nil {
			break
		}
	}
	assert.DeepEqual(t, k.lines(), slices.Clone(text[len(text)-stderrShown:]))
	assert.Check(t, len(k.kept) <= stderrKept)
	assert.NilError(t, k.Close())
}
