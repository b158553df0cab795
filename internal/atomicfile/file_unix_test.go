//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
	"gotest.tools/v3/assert"
)

// Another program may put a pipe where the file was, between the look at it and the
// opening: no writer is waited for.
func TestAFileThatBecomesAPipeIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	name, pipe, file := filepath.Join(dir, "f"), filepath.Join(dir, "pipe"), filepath.Join(dir, "file")
	assert.NilError(t, unix.Mkfifo(pipe, 0o600))
	assert.NilError(t, os.WriteFile(file, []byte("text"), 0o600))
	stop, swapped := make(chan struct{}), make(chan error)
	go func() { swapped <- swap(name, pipe, file, stop) }()
	for range 5000 {
		switch data, err := Read(name, 10); {
		case errors.Is(err, ErrNotRegular) || errors.Is(err, fs.ErrNotExist):
		default:
			assert.NilError(t, err)
			assert.Equal(t, string(data), "text")
		}
	}
	close(stop)
	assert.NilError(t, <-swapped)
}

// swap gives a name to one file after the other.
func swap(name, a, b string, stop chan struct{}) error {
	for {
		for _, file := range []string{a, b} {
			next := file + "-next"
			if err := errors.Join(os.Link(file, next), os.Rename(next, name)); err != nil {
				return err
			}
		}
		select {
		case <-stop:
			return nil
		default:
		}
	}
}
