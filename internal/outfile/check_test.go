package outfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/outfile"
)

// What Check lets pass can be written, and what cannot be written it refuses.
func TestCheckAgreesWithWrite(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "old"), []byte("old"), 0o600))
	assert.NilError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	for name, want := range map[string]string{
		"new":                    "",
		"old":                    "",
		"folder":                 "is a folder: name a file in it",
		"nowhere/new":            "no such file or directory",
		"old/new":                "not a directory",
		strings.Repeat("x", 250): "", // ".saving-" and it are too long for a name
		strings.Repeat("x", 255): "",
		strings.Repeat("x", 256): "file name too long",
	} {
		if goruntime.GOOS == "windows" && want != "" {
			continue // other words
		}
		path := filepath.Join(dir, name)
		checked, written := outfile.Check(path), outfile.Write(path, text("new"))
		assert.Equal(t, checked == nil, written == nil, "%s: %v, %v", name, checked, written)
		if want != "" {
			assert.ErrorContains(t, checked, want)
			assert.ErrorContains(t, checked, filepath.Dir(path))
		}
	}
}

func TestCheckChangesNothing(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	assert.NilError(t, os.WriteFile(old, []byte("old"), 0o600))
	assert.NilError(t, outfile.Check(old))
	assert.NilError(t, outfile.Check(filepath.Join(dir, "new")))
	data, err := os.ReadFile(old)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "old")
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 1)
	assert.Equal(t, entries[0].Type(), fs.FileMode(0))
}
