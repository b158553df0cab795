package mcpsim_test

import (
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// TestNPMPackage runs the tests of the package for JavaScript, which need nothing but Node.
func TestNPMPackage(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no Node")
	}
	cmd := exec.Command("node", "--test", "--test-reporter=tap")
	cmd.Dir, cmd.Env = "npm", withProgram(t, "MCPSIM="+build(t))
	out, err := cmd.CombinedOutput()
	assert.NilError(t, err, "%s", out)
	assert.Check(t, is.Contains(string(out), "# pass 6\n"), "%s", out)
}
