package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"
)

func readAll(name string) func() ([]byte, error) {
	return func() ([]byte, error) { return Read(name, 1<<20) }
}

// count adds one to the number in a file.
func count(name string) error {
	return Change(name, 1<<20, readAll(name), func(data []byte) ([]byte, error) {
		n, _ := strconv.Atoi(string(data))
		return []byte(strconv.Itoa(n + 1)), nil
	})
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestChangesAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "n")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 25 {
				assert.Check(t, count(name))
			}
		})
	}
	all.Wait()
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "200")
	assert.DeepEqual(t, names(t, filepath.Dir(name)), []string{"n"})
}

func TestAChangeThatFailsLeavesTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "n")
	assert.NilError(t, count(name))
	reason := errors.New("no")
	err := Change(name, 1<<20, readAll(name), func([]byte) ([]byte, error) { return nil, reason })
	assert.ErrorIs(t, err, reason)
	err = Change(name, 1<<20, func() ([]byte, error) { return nil, reason }, nil)
	assert.ErrorIs(t, err, reason)
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "1")
	assert.DeepEqual(t, names(t, filepath.Dir(name)), []string{"n"})
}

// TestHolder is not a test of its own: it changes a file for ever, for the tests below.
func TestHolder(t *testing.T) {
	name := os.Getenv("HOLDER_FILE")
	if name == "" {
		t.Skip("run by other tests")
	}
	_ = Change(name, 1<<20, readAll(name), func([]byte) ([]byte, error) {
		assert.NilError(t, os.WriteFile(filepath.Join(filepath.Dir(name), ".saving-n"), []byte("half"), 0o600))
		fmt.Println("holding")
		_, err := io.ReadAll(os.Stdin)
		return nil, err
	})
}

// hold starts a process that has begun to change a file. It ends with the test.
func hold(t *testing.T, name string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHolder$")
	cmd.Env = append(os.Environ(), "HOLDER_FILE="+name)
	_, err := cmd.StdinPipe()
	assert.NilError(t, err)
	out, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	assert.NilError(t, err)
	assert.Equal(t, line, "holding\n")
	return cmd
}

// The system takes the lock of a dead process back, and what it has left is replaced.
func TestAKilledProcessHoldsNothing(t *testing.T) {
	name := filepath.Join(t.TempDir(), "n")
	assert.NilError(t, count(name))
	holder := hold(t, name)
	assert.DeepEqual(t, names(t, filepath.Dir(name)), []string{".n.lock", ".saving-n", "n"})
	assert.NilError(t, holder.Process.Kill())
	_ = holder.Wait()
	assert.NilError(t, count(name))
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "2")
	assert.DeepEqual(t, names(t, filepath.Dir(name)), []string{"n"})
}

func TestAProcessThatNeverFinishesIsNamed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "n")
	holder := hold(t, name)
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		err := count(name)
		held, ok := errors.AsType[*LockedError](err)
		assert.Assert(t, ok, "%v", err)
		assert.Equal(t, held.PID, holder.Process.Pid)
		assert.Equal(t, time.Since(begin), MaxWait)
		assert.Error(t, err, fmt.Sprintf("process %d has been changing %s for 10s (it holds %s): let it finish or end it, and try again",
			held.PID, name, filepath.Join(filepath.Dir(name), ".n.lock")))
	})
}

// A project can come with any file: a lock is written to a new file of ours, or not at all.
func TestALockIsARegularFile(t *testing.T) {
	dir := t.TempDir()
	if !symlink(dir, filepath.Join(dir, "link")) {
		t.Skip("there are no links here")
	}
	assert.NilError(t, os.Remove(filepath.Join(dir, "link")))
	name, lock := filepath.Join(dir, "n"), filepath.Join(dir, ".n.lock")
	victim := filepath.Join(dir, "victim")
	assert.NilError(t, os.WriteFile(victim, []byte("mine"), 0o600))
	for _, put := range []func() error{
		func() error { return os.Symlink(victim, lock) },
		func() error { return os.Symlink(filepath.Join(dir, "new"), lock) },
		func() error { return os.Mkdir(lock, 0o700) },
	} {
		assert.NilError(t, put())
		assert.ErrorIs(t, count(name), ErrNotRegular)
		assert.NilError(t, os.Remove(lock))
	}
	data, err := os.ReadFile(victim)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "mine")
	assert.NilError(t, os.Symlink(victim, filepath.Join(dir, ".saving-n")))
	assert.NilError(t, count(name))
	data, err = os.ReadFile(victim)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "mine")
	assert.DeepEqual(t, names(t, dir), []string{"n", "victim"})
}
