//go:build unix

package outfile_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

// /dev/stdout is a link. It is not replaced, also where standard output is a file, and what is
// written there comes between what was written before and what comes later.
func TestOpenFilesAreWrittenInPlace(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"/dev/fd/%d", "/proc/self/fd/%d", "link", "link to a link"} {
		if _, err := os.Stat("/proc/self/fd"); err != nil && i == 1 {
			continue // no such folder on this system
		}
		file, err := os.Create(filepath.Join(dir, fmt.Sprint(i)))
		assert.NilError(t, err)
		target := fmt.Sprintf("/dev/fd/%d", file.Fd())
		path := filepath.Join(dir, name)
		switch name {
		case "link":
			assert.NilError(t, os.Symlink(target, path))
		case "link to a link":
			assert.NilError(t, os.Remove(filepath.Join(dir, "link")))
			assert.NilError(t, os.Symlink(target, filepath.Join(dir, "link")))
			assert.NilError(t, os.Symlink("link", path))
		default:
			path = fmt.Sprintf(name, file.Fd())
		}
		before, err := os.Lstat(path)
		assert.NilError(t, err)
		_, err = file.WriteString("early, ")
		assert.NilError(t, err)
		assert.NilError(t, outfile.Write(path, func(w io.Writer) error { _, err := io.WriteString(w, "the report, "); return err }))
		_, err = file.WriteString("late")
		assert.NilError(t, err)
		text, err := os.ReadFile(file.Name())
		assert.NilError(t, err)
		assert.Equal(t, string(text), "early, the report, late", name)
		after, err := os.Lstat(path)
		assert.NilError(t, err)
		assert.Equal(t, after.Mode().Type(), before.Mode().Type(), name)
		assert.NilError(t, file.Close())
	}
	left, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 6, "%v", left) // four files and two links
}
