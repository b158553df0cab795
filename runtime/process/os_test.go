package process

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLookUpUsesTheGivenPath(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "tool")
	assert.NilError(t, os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755))
	path, err := lookUp("tool", []string{"PATH=/nowhere", "PATH=/bin" + string(os.PathListSeparator) + dir})
	assert.NilError(t, err)
	assert.Equal(t, path, tool)
}
