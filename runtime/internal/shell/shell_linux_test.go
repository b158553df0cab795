package shell

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/runtime/process"
)

// These tests run the machine's shell.
func real(dir string) Shell {
	return Shell{
		Starter: process.OS(),
		Environ: func() []string { return []string{"PATH=/usr/bin:/bin", "TOKEN=tok-1"} },
		Dir:     dir,
	}
}

func TestRun_F_10(t *testing.T) {
	dir := t.TempDir()
	_, err := real(dir).Run(t.Context(), "true") // what the Go runtime opens once, it has open now
	assert.NilError(t, err)
	before := descriptors(t)
	for command, c := range map[string]struct{ want, err string }{
		`echo "$TOKEN"`:                {"tok-1\n", ""},
		`printf '  a\n b '`:            {"  a\n b ", ""},
		`pwd`:                          {dir + "\n", ""},
		`cat`:                          {"", ""}, // stdin is empty
		`echo SECRET; exit 3`:          {"", "the command exited with code 3"},
		`echo SECRET >&2`:              {"", ""},
		`no-such-command`:              {"", "the command exited with code 127"},
		`kill -9 $$`:                   {"", "waiting for the command: signal: killed"},
		`head -c 65536 /dev/zero`:      {strings.Repeat("\x00", MaxOutput), ""},
		`head -c 65537 /dev/zero`:      {"", "the command printed more than 65536 bytes"},
		`yes`:                          {"", "the command printed more than 65536 bytes"},
		`head -c 300000 /dev/zero >&2`: {"", ""},
	} {
		got, err := real(dir).Run(t.Context(), command)
		assert.Equal(t, got, c.want, command)
		if c.err == "" {
			assert.NilError(t, err, command)
		} else {
			assert.Error(t, err, c.err)
		}
	}
	assert.Equal(t, descriptors(t), before) // the pipes are closed
}

// descriptors are those that this process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	assert.NilError(t, err)
	return len(all)
}

func TestNoShell(t *testing.T) {
	s := real("/no/such/directory")
	_, err := s.Run(t.Context(), "echo SECRET")
	assert.ErrorContains(t, err, "starting the shell: ")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Check(t, !strings.Contains(err.Error(), "SECRET"))
}

// The end of the context ends the command and what it started.
func TestNothingIsLeft(t *testing.T) {
	reason := errors.New("given up")
	ctx, cancel := context.WithCancelCause(t.Context())
	pid := t.TempDir() + "/pid"
	done := make(chan error, 1)
	go func() {
		_, err := real("/").Run(ctx, "sleep 1000 & echo $! > "+pid+".new; mv "+pid+".new "+pid+"; sleep 1000")
		done <- err
	}()
	var child int
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		data, err := os.ReadFile(pid)
		if err != nil {
			return poll.Continue("no child yet")
		}
		child, err = strconv.Atoi(strings.TrimSpace(string(data)))
		assert.NilError(t, err)
		return poll.Success()
	})
	cancel(reason)
	assert.Equal(t, <-done, reason)
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		if stat, err := os.ReadFile("/proc/" + strconv.Itoa(child) + "/stat"); err == nil && !strings.Contains(string(stat), ") Z ") {
			return poll.Continue("process %d lives", child)
		}
		return poll.Success()
	})
	_, err := real("/").Run(ctx, "echo never")
	assert.Equal(t, err, reason)
}

// A command that leaves something behind in the background has still ended.
func TestTheBackgroundDoesNotCount(t *testing.T) {
	got, err := real("/").Run(t.Context(), "sleep 1000 & echo tok")
	assert.NilError(t, err)
	assert.Equal(t, got, "tok\n")
}
