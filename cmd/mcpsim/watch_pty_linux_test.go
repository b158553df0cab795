package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ptytest"
)

// terminalPair is a pseudo-terminal: who holds master sees what programs write to
// the terminal, and presses its keys.
type terminalPair struct {
	master, slave *os.File
	before        unix.Termios

	mu      sync.Mutex
	written []byte
}

func newTerminalPair(t *testing.T) *terminalPair {
	t.Helper()
	master, slave := ptytest.Open(t)
	p := &terminalPair{master: master, slave: slave, before: *ptytest.Mode(t, slave)}
	read := make(chan struct{})
	go func() { // joined by the cleanup
		defer close(read)
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			p.mu.Lock()
			p.written = append(p.written, buf[:n]...)
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = slave.Close()
		<-read // the last writer is gone
		_ = master.Close()
	})
	return p
}

// text is everything that was written.
func (p *terminalPair) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.written)
}

// frame is what is on the screen: what was written since the last frame began.
func (p *terminalPair) frame() string {
	text := p.text()
	return ansi.Strip(text[max(0, strings.LastIndex(text, ansi.CursorHomePosition)):])
}

// after is what was written since the screen was left.
func (p *terminalPair) after() string {
	_, text, _ := strings.Cut(p.text(), ansi.ResetModeAltScreenSaveCursor)
	return ansi.Strip(text)
}

// press presses keys until the frame shows a text.
func (p *terminalPair) press(t *testing.T, keys, want string) {
	t.Helper()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		if strings.Contains(p.frame(), want) {
			return poll.Success()
		}
		if _, err := p.master.WriteString(keys); err != nil {
			return poll.Error(err)
		}
		return poll.Continue("no %q after %q in\n%s", want, keys, p.frame())
	}, poll.WithTimeout(patience), poll.WithDelay(100*time.Millisecond))
}

func (p *terminalPair) shows(t *testing.T, want string) {
	t.Helper()
	p.press(t, "", want)
}

// restored wants the terminal to be as it was before.
func (p *terminalPair) restored(t *testing.T) {
	t.Helper()
	assert.DeepEqual(t, *ptytest.Mode(t, p.slave), p.before)
	poll.WaitOn(t, func(poll.LogT) poll.Result { // what was written last may be on its way
		if strings.Contains(p.text(), ansi.ResetModeAltScreenSaveCursor) {
			return poll.Success()
		}
		return poll.Continue("the screen was not left")
	}, poll.WithTimeout(patience))
}

// run starts a command on the terminal.
func (p *terminalPair) run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.slave, p.slave, p.slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	begin(t, cmd)
}

func TestWatchTableOnATerminal(t *testing.T) {
	p, tty := newPlace(t), newTerminalPair(t)
	secret := fmt.Sprintf(`, "env": {"API_KEY": %q}`, secretValue)
	p.save(t, filepath.Join(p.project, ".mcp.json"), servers(`"mail": `+p.server(secret)))
	cmd := p.command()
	tty.run(t, cmd)
	tty.shows(t, `Approve server "mail"?`)
	tty.shows(t, "needs approval")

	// An arrow ends like the key that approves all, and a paste may hold any key.
	tty.press(t, "\x1b[A\x1b[200~aA\x1b[201~?", "this page, and back")
	tty.press(t, "?", "SERVER")
	assert.Check(t, is.Contains(tty.frame(), "1 needs approval"))
	tty.press(t, "a", "mail: connected, 1 tool")
	assert.Check(t, !strings.Contains(tty.frame(), "Approve server"))

	p.save(t, p.workspaceFile(), servers(`"wiki": `+p.server("")))
	tty.shows(t, `Approve server "wiki"?`)
	tty.press(t, "x", "rejected — edit config to re-approve")

	p.save(t, p.workspaceFile(), servers(`"one": `+p.server(""), `"two": `+p.server("")))
	tty.shows(t, "A approve all 2")
	tty.press(t, "A", "added one, two")
	tty.shows(t, "two: connected, 1 tool")

	p.save(t, p.userFile(), "{]")
	tty.shows(t, ":1:2: ")
	p.save(t, p.userFile(), servers(`"docs": `+p.server("")))
	tty.shows(t, "docs: connected, 1 tool")
	assert.Check(t, !strings.Contains(tty.frame(), "stays in force"))

	assert.NilError(t, unix.IoctlSetWinsize(int(tty.slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: 40, Row: 30}))
	tty.shows(t, "…")
	_, err := tty.master.WriteString("q")
	assert.NilError(t, err)
	assert.NilError(t, ended(cmd))
	tty.restored(t)
	assert.Check(t, strings.HasPrefix(tty.after(), "4 servers: 4 connected"), "%q", tty.after())
	assert.Check(t, !strings.Contains(tty.text(), secretValue))
	p.nobodyCarries(t)
}

// Whatever ends the program, the terminal is what it was and no process is left.
func TestWatchGivesTheTerminalBack(t *testing.T) {
	for name, tt := range map[string]struct {
		end  func(tty *terminalPair, cmd *exec.Cmd) error
		want string
	}{
		"Ctrl-C": {func(tty *terminalPair, _ *exec.Cmd) error { _, err := tty.master.WriteString("\x03"); return err }, "exit status 130"},
		"TERM":   {func(_ *terminalPair, cmd *exec.Cmd) error { return cmd.Process.Signal(syscall.SIGTERM) }, "exit status 143"},
		"HUP":    {func(_ *terminalPair, cmd *exec.Cmd) error { return cmd.Process.Signal(syscall.SIGHUP) }, "exit status 129"},
		"QUIT":   {func(_ *terminalPair, cmd *exec.Cmd) error { return cmd.Process.Signal(syscall.SIGQUIT) }, "exit status 2"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "HUP" {
				heeds(t, syscall.SIGHUP)
			}
			p, tty := newPlace(t), newTerminalPair(t)
			definition := p.server("")
			if name != "QUIT" { // which is for who wants to see goroutines, not for good order
				definition = fmt.Sprintf(`{"command": "sh", "args": ["-c", "sleep 1000 & exec %s serve --stdio"]}`, p.program)
			}
			p.save(t, p.userFile(), servers(`"docs": `+definition))
			cmd := p.command()
			tty.run(t, cmd)
			tty.shows(t, "docs: connected, 1 tool")
			assert.Check(t, *ptytest.Mode(t, tty.slave) != tty.before)
			assert.NilError(t, tt.end(tty, cmd))
			assert.ErrorContains(t, ended(cmd), tt.want)
			tty.restored(t)
			p.nobodyCarries(t)
		})
	}
}

// A server that ignores everything but a kill does not keep the terminal.
func TestWatchSecondInterrupt(t *testing.T) {
	p, tty := newPlace(t), newTerminalPair(t)
	p.save(t, p.userFile(), servers(fmt.Sprintf(
		`"deaf": {"command": "sh", "args": ["-c", "trap '' TERM; %s serve --stdio; while :; do sleep 1; done"]}`, p.program)))
	cmd := p.command("--switch", "stdio.close=escalate")
	tty.run(t, cmd)
	tty.shows(t, "deaf: connected, 1 tool")
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		select {
		case err := <-done:
			if err == nil || err.Error() != "exit status 130" {
				return poll.Error(fmt.Errorf("ended with %v", err))
			}
			return poll.Success()
		default:
			_, _ = tty.master.WriteString("\x03")
			return poll.Continue("it runs")
		}
	}, poll.WithTimeout(patience), poll.WithDelay(100*time.Millisecond))
	tty.restored(t)
	p.nobodyCarries(t)
}
