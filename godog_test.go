package mcpsim_test

import (
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"
)

// TestVocabularyElsewhere runs testdata/godog, a module of its own that imports what
// is public: as a go test, and by godog's own command.
func TestVocabularyElsewhere(t *testing.T) {
	for _, args := range [][]string{{"test", "-count=1", "./..."}, {"tool", "godog", "run"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = "testdata/godog"
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "go %v:\n%s", args, out)
	}
}
