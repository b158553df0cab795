package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// serving is a server in a process of its own that is ready.
type serving struct {
	cmd    *exec.Cmd
	dir    string
	url    string
	stderr bytes.Buffer
}

func startServing(t *testing.T, args ...string) *serving {
	t.Helper()
	return startReady(t, []string{"serve"}, args)
}

// startReady starts a command that writes a ready file, and waits for that.
func startReady(t *testing.T, command, args []string) *serving {
	t.Helper()
	return startBy(t, nil, command, args)
}

// startBy is startReady by another program, which gets the command line as its last arguments.
func startBy(t *testing.T, by, command, args []string) *serving {
	t.Helper()
	self, err := os.Executable()
	assert.NilError(t, err)
	s := &serving{dir: t.TempDir()}
	fifo := filepath.Join(s.dir, "ready")
	makeFifo(t, fifo)
	line := slices.Concat(by, []string{self}, command, []string{"--ready-file", fifo}, args)
	s.cmd = exec.Command(line[0], line[1:]...)
	s.cmd.Env = append(os.Environ(), programVariable+"=1")
	s.cmd.Stderr = &s.stderr
	_, err = s.cmd.StdinPipe() // stays open until Wait
	assert.NilError(t, err)
	assert.NilError(t, s.cmd.Start())
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	f, err := os.Open(fifo)
	assert.NilError(t, err)
	defer f.Close()
	said, err := bufio.NewReader(f).ReadBytes('\n')
	assert.NilError(t, err)
	var r struct {
		PID int
		URL string
	}
	assert.NilError(t, json.Unmarshal(said, &r))
	assert.Equal(t, r.PID, s.cmd.Process.Pid)
	s.url = r.URL
	return s
}

func TestSignalsEndAServer(t *testing.T) {
	codes := map[syscall.Signal]int{syscall.SIGINT: ui.ExitInterrupt, syscall.SIGTERM: ui.ExitTerminated, syscall.SIGHUP: ui.ExitHangup}
	for _, transport := range []string{"--stdio", "--http", "--sse"} {
		for one, code := range codes {
			t.Run(transport+" "+one.String(), func(t *testing.T) {
				heeds(t, one)
				s := startServing(t, transport)
				assert.NilError(t, s.cmd.Process.Signal(one))
				_ = s.cmd.Wait()
				assert.Equal(t, s.cmd.ProcessState.ExitCode(), code, "%s", &s.stderr)
			})
		}
	}
}

// heeds leaves a test out whose signal programs ignore that these tests start: SIGHUP, if they
// run under nohup.
func heeds(t *testing.T, one os.Signal) {
	t.Helper()
	if signal.Ignored(one) {
		t.Skip("who started the tests ignores this signal")
	}
}

// What was started to outlive its terminal, by nohup, does.
func TestAServerMayOutliveItsTerminal(t *testing.T) {
	s := startBy(t, []string{"sh", "-c", `trap '' HUP; exec "$0" "$@"`}, []string{"serve"}, []string{"--stdio"})
	assert.NilError(t, s.cmd.Process.Signal(syscall.SIGHUP))
	assert.NilError(t, s.cmd.Process.Signal(syscall.SIGTERM))
	_ = s.cmd.Wait()
	assert.Equal(t, s.cmd.ProcessState.ExitCode(), ui.ExitTerminated, "%s", &s.stderr)
}

func TestRecordOverHTTP(t *testing.T) {
	record := filepath.Join(t.TempDir(), "seen.jsonl")
	s := startServing(t, "one-in-five-dies", "--http", "--seed", "3", "--record", record)
	request, err := http.NewRequest(http.MethodPost, s.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	assert.NilError(t, err)
	request.Header.Set("Authorization", "Bearer hunter2-hunter2")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	assert.NilError(t, err)
	assert.NilError(t, response.Body.Close())
	assert.NilError(t, s.cmd.Process.Signal(os.Interrupt))
	_ = s.cmd.Wait()
	assert.Check(t, is.Contains(s.stderr.String(), "seed 3\n"))
	data, err := os.ReadFile(record)
	assert.NilError(t, err)
	assert.Check(t, is.Contains(string(data), `\"method\":\"ping\"`))
	assert.Check(t, !strings.Contains(string(data), "hunter2"))
	info, err := os.Stat(record)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))
}

// A server over stdio that is ended by a line which is too long says so: its client cannot.
func TestALongLineEndsTheServerWithAWord(t *testing.T) {
	self, err := os.Executable()
	assert.NilError(t, err)
	cmd := exec.Command(self, "serve", "--stdio")
	cmd.Env = append(os.Environ(), programVariable+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n" + strings.Repeat("x", 17<<20))
	_ = cmd.Run() // the code is looked at
	assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitFailed)
	assert.Equal(t, stderr.String(), "mcpsim: stdin, line 2: longer than 16777216 bytes, which ends the server\nnext: stdio: {maxLine: SIZE} in its script allows more\n")
}
