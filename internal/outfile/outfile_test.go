package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	assert.ErrorContains(t, outfile.Write("/dev/full", text("x")), "no space left")
	assert.NilError(t, outfile.Write("/dev/null", text("x")))
}
