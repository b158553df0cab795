//go:build linux || darwin

package gherkin_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// A pipe in a folder of features would wait for someone to write to it.
func TestPipesAreNoFeatures(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, syscall.Mkfifo(filepath.Join(dir, "x.feature"), 0o600))
	for _, path := range []string{dir, filepath.Join(dir, "x.feature")} {
		_, err := gherkin.Load([]string{path}, os.DirFS(dir))
		assert.ErrorContains(t, err, "x.feature: not a regular file")
	}
}
