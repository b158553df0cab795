package discovery_test

import (
	"io/fs"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
)

func TestLoadFromTheMachine(t *testing.T) {
	home := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(home, ".claude.json"), []byte(one), 0o600))
	assert.NilError(t, os.WriteFile(filepath.Join(home, ".codex"), nil, 0o600)) // a file where a directory belongs
	r := load(t, discovery.Options{Home: home})
	assert.Equal(t, r.Configs[0].Name, "a")
	if goruntime.GOOS == "windows" {
		return // there such a path is one that does not exist
	}
	assert.Equal(t, r.Problems[0].Text, "[Codex] Failed to load: not a directory")
}

// A simulated file system says of what is not there what a real one says.
func TestAFileThatIsNotThere(t *testing.T) {
	for _, files := range []discovery.Files{discovery.OS{}, discovery.Memory{}} {
		_, err := files.ReadFile("missing", 10)
		assert.ErrorIs(t, err, fs.ErrNotExist)
		assert.Assert(t, strings.HasPrefix(err.Error(), "open missing: "), err)
	}
}
