//go:build unix

package toolcache

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"
)

func TestDiskReadsRegularFilesOnly(t *testing.T) {
	ctx := t.Context()
	d := NewDisk(t.TempDir(), clockwork.NewFakeClockAt(start))
	good := filepath.Join(t.TempDir(), "elsewhere.json")
	data, err := encode("docs", "h", start, tools)
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(good, data, 0o600))
	for name, make := range map[string]func(string) error{
		"link":       func(p string) error { return os.Symlink(good, p) },
		"directory":  func(p string) error { return os.Mkdir(p, 0o700) },
		"named pipe": func(p string) error { return syscall.Mkfifo(p, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := d.file("docs")
			assert.NilError(t, make(path))
			defer os.RemoveAll(path)
			found := d.Get(ctx, "docs", "h")
			assert.Equal(t, found.Reason, Corrupt)
			assert.ErrorContains(t, found.Warning, "not a regular file")
		})
	}
}
