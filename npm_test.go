package mcpsim_test

import (
	"encoding/json"
	"os"
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

// What is published is the package and its licence, and nothing else.
func TestNPMPackageIsSmall(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("there is no npm")
	}
	out, err := exec.Command("npm", "pack", "--dry-run", "--json", "--loglevel=error", "./npm").Output()
	assert.NilError(t, err)
	var packs []struct {
		Files []struct{ Path string }
	}
	assert.NilError(t, json.Unmarshal(out, &packs))
	var files []string
	for _, f := range packs[0].Files {
		files = append(files, f.Path)
	}
	assert.DeepEqual(t, files, []string{"LICENSE", "README.md", "index.d.ts", "index.js", "package.json"})
	ours, err := os.ReadFile("LICENSE")
	assert.NilError(t, err)
	copied, err := os.ReadFile("npm/LICENSE")
	assert.NilError(t, err)
	assert.Equal(t, string(copied), string(ours))
}
