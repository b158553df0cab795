package main

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// protectedServer serves a fake that wants a login, with an authorization server of its own.
func protectedServer(t *testing.T) (url string) {
	t.Helper()
	script, err := fakeserver.Parse("guarded.yaml", []byte("authorization: {}\nprotected: {scopes: [read]}\ntools: [search]\n"))
	assert.NilError(t, err)
	fake, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = fake.Serve(l)
	}()
	t.Cleanup(func() { fake.Close(); <-served })
	return "http://" + l.Addr().String() + "/mcp"
}

var addressShown = regexp.MustCompile(`http://[^ \r\n]*/authorize\?[^ \r\n]*`)

// visits is the browser of a user: it opens the address that the terminal shows and goes
// where that leads, which is back to the program.
func (p *terminalPair) visits(t *testing.T) {
	t.Helper()
	var address string
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		text := ansi.Strip(p.text())
		if address = addressShown.FindString(text); address != "" && strings.Contains(text, address+"\r\n") {
			return poll.Success()
		}
		return poll.Continue("no address in\n%q", text)
	}, poll.WithTimeout(patience), poll.WithDelay(20*time.Millisecond))
	resp, err := http.Get(address)
	assert.NilError(t, err)
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), "You are logged in."), "%s", page)
}

// On a terminal a server that wants a login is no end: the user is asked, logs in, and the
// command goes on with the token. A no is the outcome without a login.
func TestLoginIsOffered(t *testing.T) {
	const question = "needs a login. Log in now? [Y/n]"
	for name, tt := range map[string]struct{ line, after string }{
		"connect":  {"connect URL", "live"},
		"validate": {"validate --check PING-01 URL", "1 passed, 0 failed"},
		"--login":  {"validate --check PING-01 --login URL", "1 passed, 0 failed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, url := newPlace(t), protectedServer(t)
			line := strings.Fields(strings.ReplaceAll(tt.line, "URL", url))
			no, yes := newTerminalPair(t), newTerminalPair(t)
			cmd := p.mcpsim(line...)
			no.run(t, cmd)
			no.says(t, 0, question)
			no.types(t, "n\n", "mcpsim login")
			assert.Error(t, ended(cmd), "exit status 3")

			cmd = p.mcpsim(line...)
			yes.run(t, cmd)
			yes.says(t, 0, question)
			_, err := yes.master.WriteString("\n")
			assert.NilError(t, err)
			yes.visits(t)
			yes.says(t, 0, tt.after)
			assert.NilError(t, ended(cmd))
			assert.Check(t, !strings.Contains(yes.text(), "access-"), "a token is shown")
			p.nobodyCarries(t)
		})
	}
}

// The prompt of a session asks in front of what the user writes, once; the word does it
// later.
func TestSessionOffersLogins(t *testing.T) {
	p, tty, url := newPlace(t), newTerminalPair(t), protectedServer(t)
	p.save(t, filepath.Join(p.project, ".mcp.json"), servers(`"docs": {"type": "http", "url": "`+url+`"}`))
	cmd := p.mcpsim("session", "--profile", "omp", "--dir", p.project)
	tty.run(t, cmd)
	tty.says(t, 0, "docs needs a login. Log in now? [Y/n]")
	tty.types(t, "n\r", "omp> ")
	tty.types(t, "login docs\r", "log in at ")
	tty.visits(t)
	tty.says(t, 0, "docs: connected")
	tty.types(t, "login docs\r", "does not wait for a login")
	_, err := tty.master.WriteString("quit\r")
	assert.NilError(t, err)
	assert.NilError(t, ended(cmd))
	p.nobodyCarries(t)
}
