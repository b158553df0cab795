package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/steps"
)

// programVariable makes this binary the program under test, and its children
// too: servers over stdio are `mcpsim serve`.
const programVariable = "MCPSIM_TEST_PROGRAM"

// keyringVariable names a directory that stands for the keyring of a user; without it there
// is none.
const keyringVariable = "MCPSIM_TEST_KEYRING"

// fileRing is a keyring that is no secret: what tests see must not depend on the machine.
type fileRing struct{ dir string }

func (r fileRing) Get(_ context.Context, name string) (string, bool, error) {
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(data), err == nil, err
}

func (r fileRing) Set(_ context.Context, name, secret string) error {
	return os.WriteFile(filepath.Join(r.dir, name), []byte(secret), 0o600)
}

func init() {
	if os.Getenv(programVariable) != "" {
		a := testApp()
		if os.Getenv(programVariable) == "steps" { // with the steps of the real program
			a.vocabulary, a.newWorld = steps.Vocabulary(), steps.New
		}
		if dir := os.Getenv(keyringVariable); dir != "" {
			a.Keyring = fileRing{dir}
		}
		os.Exit(a.main(os.Args[1:]))
	}
}

func TestLoginScripts(t *testing.T) { runProgramScripts(t, "testdata/login", "1") }

func TestConnectScripts(t *testing.T) { runProgramScripts(t, "testdata/connect", "1") }

func TestValidateScripts(t *testing.T) { runProgramScripts(t, "testdata/validate", "1") }

func TestScenarioScripts(t *testing.T) { runProgramScripts(t, "testdata/scenario", "steps") }

// runProgramScripts runs scripts that want the program with an environment of
// its own, and servers over HTTP.
func runProgramScripts(t *testing.T, dir, program string) {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			e.Setenv("MCPSIM", self)
			e.Setenv(programVariable, program)
			e.Setenv("TOKEN", "tok-9f8e7d6c")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"run": runProgram, "listen": listen},
	})
}

// runProgram runs mcpsim and wants this exit code: run CODE ARGS... Its output
// goes to the files out and err.
func runProgram(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: run CODE ARGS...")
	}
	cmd := exec.Command(ts.Getenv("MCPSIM"), args[1:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = []string{"PATH=" + ts.Getenv("PATH")}
	for _, name := range []string{programVariable, keyringVariable, "TOKEN", "MCPSIM", "ROBOT", "HTTP_PROXY", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	var out, err strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &err
	failure := cmd.Run()
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(out.String()), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(err.String()), 0o666))
	if code := fmt.Sprint(cmd.ProcessState.ExitCode()); code != args[0] {
		ts.Fatalf("exit code %s (%v), want %s\n%s\n%s", code, failure, args[0], out.String(), err.String())
	}
}

// listen serves a script over loopback HTTP and sets a variable to the address:
// listen VARIABLE [SCRIPT].
func listen(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: listen VARIABLE [SCRIPT]")
	}
	script := &fakeserver.Script{}
	if len(args) == 2 {
		parsed, err := fakeserver.Parse(args[1], []byte(ts.ReadFile(args[1])))
		ts.Check(err)
		script = parsed
	}
	fake, err := fakeserver.New(script, fakeserver.Options{})
	ts.Check(err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = fake.Serve(l)
	}()
	ts.Defer(func() { fake.Close(); <-served })
	ts.Setenv(args[0], l.Addr().String())
}

// group is a shell command in the place of a server. It and all its children
// hold a pipe open until they are gone.
type group struct {
	pipe   *os.File
	lines  *bufio.Reader
	target []string
}

func newGroup(t *testing.T, command string) *group {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	makeFifo(t, name)
	pipe, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	assert.NilError(t, err)
	t.Cleanup(func() { _ = pipe.Close() })
	script := "exec 3>'" + name + "'; echo ready >&3; " + command
	return &group{pipe, bufio.NewReader(pipe), []string{"--", "sh", "-c", script}}
}

// await returns when the group has written this line.
func (g *group) await(t *testing.T, line string) {
	t.Helper()
	assert.NilError(t, g.pipe.SetReadDeadline(time.Now().Add(patience)))
	for {
		text, err := g.lines.ReadString('\n')
		if text == line+"\n" {
			return
		}
		// A pipe that nobody has opened for writing yet is at its end.
		assert.Assert(t, err == nil || errors.Is(err, io.EOF), "waiting for %q: %v", line, err)
		goruntime.Gosched()
	}
}

// assertGone fails if a process of the group is left.
func (g *group) assertGone(t *testing.T) {
	t.Helper()
	assert.NilError(t, g.pipe.SetReadDeadline(time.Now().Add(patience)))
	_, err := io.Copy(io.Discard, g.lines)
	assert.NilError(t, err, "processes of %q are left", g.target)
}

// patience is how long something may take that should happen at once.
const patience = 30 * time.Second

func startConnect(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return startProgram(t, append([]string{"connect"}, args...)...)
}

// command is this program with arguments.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), programVariable+"=1", "MCPSIM="+self)
	return cmd
}

func startProgram(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := command(t, args...)
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

const deaf = "trap '' TERM; while :; do sleep 1000; done"

// Whoever has waited long enough is told which server was waited for.
func TestInterruptLeavesNoProcess(t *testing.T) {
	tests := []struct {
		name, command string
		signal        os.Signal
		code          int
	}{
		{"interrupted", "sleep 1000 & sleep 1000", os.Interrupt, ui.ExitInterrupt},
		{"terminated", "sleep 1000 & sleep 1000", syscall.SIGTERM, ui.ExitTerminated},
		{"deaf to TERM", deaf, os.Interrupt, ui.ExitInterrupt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGroup(t, tt.command)
			cmd := command(t, append([]string{"connect"}, g.target...)...)
			var out bytes.Buffer
			cmd.Stdout = &out
			assert.NilError(t, cmd.Start())
			t.Cleanup(func() { _ = cmd.Process.Kill() })
			g.await(t, "ready")
			assert.NilError(t, cmd.Process.Signal(tt.signal))
			_ = cmd.Wait()
			assert.Equal(t, cmd.ProcessState.ExitCode(), tt.code)
			assert.Check(t, is.Contains(out.String(), "  pending  stdio"))
			g.assertGone(t)
		})
	}
}

func TestInterruptsInARowLeaveNoProcess(t *testing.T) {
	g := newGroup(t, deaf)
	cmd := startConnect(t, g.target...)
	g.await(t, "ready")
	for cmd.Process.Signal(os.Interrupt) == nil && !isZombie(cmd.Process.Pid) {
		goruntime.Gosched()
	}
	_ = cmd.Wait()
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitInterrupt)
	g.assertGone(t)
}

// isZombie reports whether a child has ended and was not waited for.
func isZombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

func TestInterruptDuringACallLeavesNoProcess(t *testing.T) {
	script := filepath.Join(t.TempDir(), "silent.yaml")
	assert.NilError(t, os.WriteFile(script, []byte(
		"rules:\n  - when: {method: tools/call}\n    do:\n      - stderr: \"called\\n\"\n      - never: {}\n"), 0o600))
	g := newGroup(t, `exec "$MCPSIM" serve '`+script+`' --stdio 2>&3`)
	cmd := startConnect(t, append([]string{"--call", "echo", "--args", `{"text":"x"}`}, g.target...)...)
	g.await(t, "called")
	assert.NilError(t, cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait()
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitInterrupt)
	g.assertGone(t)
}

// A server that dies, or that is left alone at the end, leaves nothing either.
func TestConnectLeavesNoProcess(t *testing.T) {
	for _, command := range []string{"sleep 1000 & exit 3", `sleep 1000 & exec "$MCPSIM" serve --stdio`} {
		g := newGroup(t, command)
		cmd := startConnect(t, g.target...)
		g.await(t, "ready")
		_ = cmd.Wait()
		g.assertGone(t)
	}
}

// Nobody reading any more is a quiet end, as for every program in a pipeline.
func TestConnectIntoAClosedPipe(t *testing.T) {
	for _, format := range []string{"--json=false", "--json"} {
		reader, writer, err := os.Pipe()
		assert.NilError(t, err)
		assert.NilError(t, reader.Close())
		defer writer.Close()
		self, err := os.Executable()
		assert.NilError(t, err)
		cmd := exec.Command(self, "connect", format, "--", self, "serve", "--stdio")
		cmd.Env = append(os.Environ(), programVariable+"=1")
		var stderr strings.Builder
		cmd.Stdout, cmd.Stderr = writer, &stderr
		_ = cmd.Run()
		assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitBrokenPipe)
		assert.Equal(t, stderr.String(), "")
	}
}
