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

func TestLoadFromTheMachine(t *testing.T) {
	home := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(home, ".claude.json"), []byte(one), 0o600))
	assert.NilError(t, os.WriteFile(filepath.Join(home, ".codex"), nil, 0o600)) // a file where a directory belongs
	r := load(t, discovery.Options{Home: home})
	assert.Equal(t, r.Configs[0].Name, "a")
	assert.Equal(t, r.Problems[0].Text, "[Codex] Failed to load: not a directory")
}
