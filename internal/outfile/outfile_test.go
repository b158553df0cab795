package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	goruntime "runtime"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/fs"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func TestWriteReplacesWholeOrNotAtAll(t *testing.T) {
	dir := fs.NewDir(t, "write", fs.WithFile("a", "old"))
	broken := errors.New("no space left")
	err := outfile.Write(dir.Join("a"), func(w io.Writer) error { _ = text("half")(w); return broken })
	assert.ErrorIs(t, err, broken)
	assert.Assert(t, fs.Equal(dir.Path(), fs.Expected(t, fs.WithFile("a", "old"))))
	assert.NilError(t, outfile.Write(dir.Join("a"), text("new")))
	assert.Assert(t, fs.Equal(dir.Path(), fs.Expected(t, fs.WithFile("a", "new"))))
}

func TestWriteSaysWhichFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "nowhere", "a")
	err := outfile.Write(name, text("x"))
	assert.ErrorContains(t, err, "writing "+name)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestWriteToADevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil || goruntime.GOOS == "windows" {
		t.Skip("there is no /dev/full")
	}
	assert.ErrorContains(t, outfile.Write("/dev/full", text("x")), "no space left")
	assert.NilError(t, outfile.Write("/dev/null", text("x")))
}

// What only its owner could read stays so.
func TestWriteKeepsWhoMayRead(t *testing.T) {
	if goruntime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	name := filepath.Join(t.TempDir(), "a")
	for _, mode := range []os.FileMode{0o600, 0o640} {
		assert.NilError(t, os.WriteFile(name, nil, mode))
		assert.NilError(t, os.Chmod(name, mode))
		assert.NilError(t, outfile.Write(name, text("x")))
		info, err := os.Stat(name)
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), mode)
	}
}
