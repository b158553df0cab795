package main

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ptytest"
)

// says waits until the terminal has shown a text after what it showed before.
func (p *terminalPair) says(t *testing.T, since int, want string) (now int) {
	t.Helper()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		text := p.text()
		if now = len(text); strings.Contains(ansi.Strip(text[since:]), want) {
			return poll.Success()
		}
		return poll.Continue("no %q in\n%q", want, ansi.Strip(text[since:]))
	}, poll.WithTimeout(patience), poll.WithDelay(20*time.Millisecond))
	return now
}

// types writes keys and waits for what they show.
func (p *terminalPair) types(t *testing.T, keys, want string) {
	t.Helper()
	since := len(p.text())
	_, err := p.master.WriteString(keys)
	assert.NilError(t, err)
	p.says(t, since, want)
}

// The prompt completes words and servers, has a history, explains what it does not know,
// and whatever ends it gives the terminal back.
func TestSessionPrompt(t *testing.T) {
	for name, end := range map[string]struct{ keys, want string }{
		"Ctrl-C": {"\x03", "exit status 130"},
		"Ctrl-D": {"\x04", ""},
		"quit":   {"quit\r", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, tty := newPlace(t), newTerminalPair(t)
			p.save(t, p.userFile(), servers(`"docs": `+p.server(`, "env": {"API_KEY": "`+secretValue+`"}`)))
			cmd := p.mcpsim("session", "--profile", "qwen", "--dir", p.project)
			tty.run(t, cmd)
			tty.says(t, 0, "docs: connected, 1 tool")
			if name == "Ctrl-C" {
				tty.types(t, "sh\t", "show ")
				tty.types(t, "d\t\r", "API_KEY=***")
				tty.types(t, "\x1b[A\r", "API_KEY=***")
				tty.types(t, "call docs/echo {\"text\": \"h\" }\r", "\nh\r")
				tty.types(t, "re\t", "reconnect")
				tty.types(t, "\x15shwo docs\r", "did you mean show?")
				p.save(t, p.userFile(), servers(`"wiki": `+p.server("")))
				tty.types(t, "", "wiki: connected, 1 tool")
			}
			_, err := tty.master.WriteString(end.keys)
			assert.NilError(t, err)
			if err := ended(cmd); end.want == "" {
				assert.NilError(t, err)
			} else {
				assert.Error(t, err, end.want)
			}
			assert.DeepEqual(t, *ptytest.Mode(t, tty.slave), tty.before)
			assert.Check(t, !strings.Contains(tty.text(), secretValue))
			p.nobodyCarries(t)
		})
	}
}

// A server has no terminal: it neither writes to the user's behind our back nor waits there
// for what nobody sees it ask.
func TestServersHaveNoTerminal(t *testing.T) {
	p, tty := newPlace(t), newTerminalPair(t)
	cmd := p.mcpsim("connect", "--", "sh", "-c", "echo all checks pass''ed >/dev/tty; read password </dev/tty; exit 7")
	tty.run(t, cmd)
	tty.says(t, 0, "exited with code 7")
	assert.ErrorContains(t, ended(cmd), "exit status")
	assert.Check(t, !strings.Contains(tty.text(), "all checks passed"), tty.text())
	p.nobodyCarries(t)
}
