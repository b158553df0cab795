package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

func TestWriteAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "f")
	_, err := Read(name, 4)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	for _, content := range []string{"old", "new!", ""} {
		assert.NilError(t, Write(name, []byte(content)))
		data, err := Read(name, 4)
		assert.NilError(t, err)
		assert.Equal(t, string(data), content)
	}
	info, err := os.Stat(name)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), fs.FileMode(0o600))
}

func TestReadIsBounded(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	assert.NilError(t, Write(name, []byte("12345")))
	_, err := Read(name, 5)
	assert.NilError(t, err)
	_, err = Read(name, 4)
	assert.ErrorIs(t, err, ErrTooLarge)
}

func TestOnlyRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	_, err := Read(dir, 1)
	assert.ErrorIs(t, err, ErrNotRegular)
	link := filepath.Join(dir, "link")
	assert.NilError(t, Write(filepath.Join(dir, "f"), nil))
	if os.Symlink("f", link) == nil {
		_, err = Read(link, 1)
		assert.ErrorIs(t, err, ErrNotRegular)
	}
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "taken")
	assert.NilError(t, os.MkdirAll(filepath.Join(name, "inside"), 0o700))
	assert.Check(t, Write(name, []byte("x")) != nil)
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 1)
}
