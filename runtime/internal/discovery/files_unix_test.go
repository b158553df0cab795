//go:build unix

package discovery_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
)

func TestOSReadsRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	file, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	assert.NilError(t, os.WriteFile(file, []byte("content"), 0o600))
	assert.NilError(t, syscall.Mkfifo(pipe, 0o600))

	data, err := discovery.OS{}.ReadFile(file, 4)
	assert.NilError(t, err)
	assert.Equal(t, string(data), "cont")
	for _, name := range []string{pipe, dir} {
		_, err = discovery.OS{}.ReadFile(name, 4)
		assert.ErrorContains(t, err, "not a regular file")
	}
	_, err = discovery.OS{}.ReadFile(filepath.Join(dir, "missing"), 4)
	assert.Assert(t, errors.Is(err, fs.ErrNotExist))
}
