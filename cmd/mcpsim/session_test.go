package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// talk is a session in a place, whose answers are followed.
type talk struct {
	*exec.Cmd
	in  io.WriteCloser
	out *follower
	raw io.Closer
}

// session starts one of the coding agent with a server "docs", which has a child of its own.
func (p *place) session(t *testing.T, args ...string) *talk {
	t.Helper()
	p.save(t, filepath.Join(p.project, ".mcp.json"), servers(
		`"docs": {"command": "sh", "args": ["-c", "sleep 1000 & exec `+p.program+` serve --stdio"], "env": {"API_KEY": "`+secretValue+`"}}`))
	cmd := p.mcpsim(append([]string{"session", "--profile", "omp", "--dir", p.project}, args...)...)
	in, err := cmd.StdinPipe()
	assert.NilError(t, err)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	begin(t, cmd)
	return &talk{cmd, in, follow(out), out}
}

// However a session ends, no process is left.
func TestSessionEnds(t *testing.T) {
	for name, tt := range map[string]struct {
		end  func(t *testing.T, s *talk)
		want int
	}{
		"end of input": {func(t *testing.T, s *talk) { assert.NilError(t, s.in.Close()) }, ui.ExitOK},
		"quit":         {func(t *testing.T, s *talk) { s.say(t, "quit") }, ui.ExitOK},
		"interrupt":    {func(t *testing.T, s *talk) { assert.NilError(t, s.Process.Signal(os.Interrupt)) }, ui.ExitInterrupt},
		"terminated":   {func(t *testing.T, s *talk) { assert.NilError(t, s.Process.Signal(syscall.SIGTERM)) }, ui.ExitTerminated},
		"closed pipe": {func(t *testing.T, s *talk) {
			assert.NilError(t, s.raw.Close())
			s.say(t, "list")
		}, ui.ExitBrokenPipe},
		"a word fails": {func(t *testing.T, s *talk) {
			s.say(t, "reconnect nothing\nquit")
		}, ui.ExitFailed},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			s := p.session(t)
			s.say(t, "show docs")
			s.out.untilText(t, `"do":"show docs","ok":true`)
			tt.end(t, s)
			err := ended(s.Cmd)
			assert.Equal(t, s.ProcessState.ExitCode(), tt.want, "%v", err)
			assert.Check(t, !strings.Contains(s.out.rest(), secretValue))
			p.nobodyCarries(t)
		})
	}
}

func (s *talk) say(t *testing.T, line string) {
	t.Helper()
	_, err := io.WriteString(s.in, line+"\n")
	assert.NilError(t, err)
}

// A script is obeyed in order, and its text is for people.
func TestSessionScript(t *testing.T) {
	p := newPlace(t)
	s := p.session(t, "--json=false", "--do", "reconnect docs", "--do", `call docs/echo {"text": "hello"}`, "--do", "disable docs", "--do", "list")
	text := s.out.rest()
	assert.NilError(t, ended(s.Cmd))
	_, text, _ = strings.Cut(text, "> reconnect docs\ndocs: connected, 1 tool\n")
	_, text, _ = strings.Cut(text, "> call docs/echo {\"text\": \"hello\"}\nhello\n")
	_, text, _ = strings.Cut(text, "> disable docs\ndocs: disabled\n")
	assert.Check(t, is.Contains(text, "> list\ndocs  disabled"))
	p.nobodyCarries(t)
}
