package infile_test

import (
	"os"
	"path/filepath"
	goruntime "runtime"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/infile"
)

func TestFilesAreReadUpToTheirLimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	assert.NilError(t, os.WriteFile(name, []byte("12345"), 0o600))
	data, err := infile.Read(t.Context(), name, 5)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "12345")
	_, err = infile.Read(t.Context(), name, 4)
	assert.ErrorContains(t, err, "f: longer than 4 bytes")
	_, err = infile.Read(t.Context(), name+"x", 4)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// A device without an end is no more than a file that is too long.
func TestTheLastByte(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for text, want := range map[string]byte{"": 0, "a": 'a', "ab\n": '\n'} {
		assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
		last, ok := infile.Last(name)
		assert.Equal(t, ok, text != "")
		assert.Equal(t, last, want)
	}
	for _, none := range []string{dir, filepath.Join(dir, "none"), os.DevNull} {
		_, ok := infile.Last(none)
		assert.Assert(t, !ok, none)
	}
}

func TestEndlessFiles(t *testing.T) {
	if goruntime.GOOS == "windows" {
		t.Skip("there are no such devices")
	}
	_, err := infile.Read(t.Context(), "/dev/zero", 1<<20)
	assert.ErrorContains(t, err, "longer than 1048576 bytes")
}
