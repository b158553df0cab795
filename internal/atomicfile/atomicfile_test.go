package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	goruntime "runtime"
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
	if goruntime.GOOS != "windows" {
		assert.Equal(t, info.Mode().Perm(), fs.FileMode(0o600))
	}
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
	if symlink("f", link) {
		_, err = Read(link, 1)
		assert.ErrorIs(t, err, ErrNotRegular)
	}
}

// symlink reports whether a link could be made. On Windows that takes a right, and wine
// makes what is no link.
func symlink(to, name string) bool {
	if os.Symlink(to, name) != nil {
		return false
	}
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
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

func edit(name, content string) error {
	return Edit(name, 1<<20, func() ([]byte, error) { return os.ReadFile(name) }, func([]byte) ([]byte, error) { return []byte(content), nil })
}

// What a user has made stays as readable as it was; what is new is the user's alone.
func TestAnEditKeepsWhoMayRead(t *testing.T) {
	if goruntime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	dir := t.TempDir()
	for _, mode := range []fs.FileMode{0o644, 0o640, 0o600} {
		name := filepath.Join(dir, "old")
		assert.NilError(t, os.WriteFile(name, []byte("old"), mode))
		assert.NilError(t, os.Chmod(name, mode))
		assert.NilError(t, edit(name, "new"))
		info, err := os.Stat(name)
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), mode)
		assert.NilError(t, Write(name, nil)) // our own files are nobody else's, whatever they were
		info, err = os.Stat(name)
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), fs.FileMode(0o600))
	}
	assert.NilError(t, edit(filepath.Join(dir, "new"), "x"))
	info, err := os.Stat(filepath.Join(dir, "new"))
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), fs.FileMode(0o600))
}

// A settings file may be a link into a folder where its user keeps all of them.
func TestAnEditGoesThroughLinks(t *testing.T) {
	dir := t.TempDir()
	kept, link := filepath.Join(dir, "kept", "f"), filepath.Join(dir, "f")
	assert.NilError(t, os.Mkdir(filepath.Dir(kept), 0o700))
	assert.NilError(t, os.WriteFile(kept, []byte("old"), 0o600))
	if !symlink(kept, link) {
		t.Skip("there are no links here")
	}
	assert.NilError(t, edit(link, "new"))
	data, err := os.ReadFile(kept)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "new")
	info, err := os.Lstat(link)
	assert.NilError(t, err)
	assert.Check(t, info.Mode()&fs.ModeSymlink != 0)
	assert.DeepEqual(t, names(t, dir), []string{"f", "kept"})
	assert.DeepEqual(t, names(t, filepath.Dir(kept)), []string{"f"})
}

// What could not be read again is not written: all that was in the file would be lost.
func TestWhatIsWrittenCanBeRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	read := func() ([]byte, error) { return Read(name, 4) }
	to := func(content string) func([]byte) ([]byte, error) {
		return func([]byte) ([]byte, error) { return []byte(content), nil }
	}
	for _, revise := range []func(string, int, func() ([]byte, error), func([]byte) ([]byte, error)) error{Change, Edit} {
		assert.NilError(t, revise(name, 4, read, to("1234")))
		assert.ErrorIs(t, revise(name, 4, read, to("12345")), ErrTooLarge)
		data, err := read()
		assert.NilError(t, err)
		assert.Equal(t, string(data), "1234")
		assert.DeepEqual(t, names(t, filepath.Dir(name)), []string{"f"})
	}
}
