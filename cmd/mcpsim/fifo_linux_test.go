package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

// namesAFile are command lines that read a file, in whose place PIPE stands; DIR is an
// empty directory, SCRIPT a file that can be read, and + a blank within a word.
var namesAFile = []string{
	"client --baseline PIPE --command true",
	"client --compare PIPE --command true",
	"connect --config PIPE",
	"connect --watch DIR --mcp-config PIPE",
	"control operator --config PIPE",
	"control serve --config PIPE",
	"guarantees --results PIPE",
	"login name --config PIPE",
	"logout name --config PIPE",
	"merge PIPE",
	"proxy --rules PIPE -- true",
	"proxy --rules SCRIPT --rules PIPE -- true",
	"proxy ctl http://127.0.0.1:1 change rule-1 PIPE",
	"proxy ctl http://127.0.0.1:1 rule PIPE",
	"run --shard 1/2 --shard-times PIPE",
	"scenario PIPE -o DIR",
	"serve --replay PIPE --stdio",
	"serve PIPE --stdio",
	"session --dir DIR --profile agents --config PIPE",
	"session --dir DIR --profile qwen --do install+it+PIPE",
	"session --dir DIR --profile qwen --mcp-config PIPE",
	"session --dir DIR --profile qwen --session-config PIPE",
	"session --dir DIR --profile room --config PIPE",
	"timeline PIPE",
	"timeline PIPE --text",
	"validate --authorization-server http://127.0.0.1:1 --baseline PIPE",
	"validate --baseline PIPE -- true",
	"validate --compare PIPE -- true",
	"validate --config PIPE",
}

// A pipe without a writer, and one whose writer writes nothing, are left at the first
// signal.
func TestOneSignalEndsTheWaitForAPipe(t *testing.T) {
	states := map[string]func(t *testing.T, pid int, pipe string){"for a writer": opens, "for what it writes": reads}
	for _, line := range namesAFile {
		for state, await := range states {
			t.Run(line+" "+state, func(t *testing.T) {
				dir := t.TempDir()
				pipe, script := filepath.Join(dir, "pipe"), filepath.Join(dir, "script.yaml")
				makeFifo(t, pipe)
				assert.NilError(t, os.WriteFile(script, []byte("rules: []\n"), 0o600))
				cmd := withPipe(t, line, "PIPE", pipe, "DIR", t.TempDir(), "SCRIPT", script)
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				assert.NilError(t, cmd.Start())
				t.Cleanup(func() { _ = cmd.Process.Kill() })
				await(t, cmd.Process.Pid, pipe)
				assert.NilError(t, cmd.Process.Signal(syscall.SIGTERM))
				kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
				defer kill.Stop()
				_ = cmd.Wait()
				assert.Equal(t, cmd.ProcessState.ExitCode(), ui.ExitTerminated, "%s", &stderr)
				assert.Check(t, is.Contains(stderr.String(), "interrupted"))
			})
		}
	}
}

// withPipe is a command line in which words stand for others.
func withPipe(t *testing.T, line string, words ...string) *exec.Cmd {
	t.Helper()
	args := strings.Fields(line)
	for i := range args {
		args[i] = strings.NewReplacer(append(words, "+", " ")...).Replace(args[i])
	}
	return command(t, args...)
}

// opens returns when a thread of a process waits for the writer of a pipe.
func opens(t *testing.T, pid int, _ string) {
	t.Helper()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/wchan", pid))
		if err != nil {
			return poll.Error(err)
		}
		for _, name := range threads {
			if at, _ := os.ReadFile(name); string(at) == "wait_for_partner" { // of the kernel's fs/pipe.c
				return poll.Success()
			}
		}
		return poll.Continue("no thread of %d waits for the writer of a pipe", pid)
	}, poll.WithTimeout(patience), poll.WithDelay(10*time.Millisecond))
}

// reads returns when a process has opened a pipe, whose writer is the test.
func reads(t *testing.T, _ int, pipe string) {
	t.Helper()
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		writer, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0) // an error without a reader
		if err != nil {
			return poll.Continue("%v", err)
		}
		t.Cleanup(func() { _ = writer.Close() })
		return poll.Success()
	}, poll.WithTimeout(patience), poll.WithDelay(10*time.Millisecond))
}
