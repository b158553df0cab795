package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The virtual clock rests on internals of package testing, and this test binary
// has more of them than an ordinary one.
func TestOrdinaryBinaryHasVirtualTime(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	binary := filepath.Join(t.TempDir(), "mcpsim")
	out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	out, err = exec.Command(binary, "version", "--self-test").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	assert.Check(t, is.Contains(string(out), "self-test passed"))
	out, err = exec.Command(binary, "help").CombinedOutput()
	assert.NilError(t, err)
	assert.Check(t, !strings.Contains(string(out), "-test."), "flags of package testing leak: %s", out)
}
