//go:build mutation

package features_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestEveryMutationIsNoticed applies each mutation to a copy of the source, builds
// the command with it, and wants the Rule of the guarantee to fail. It takes
// seconds per mutation; `go test -tags mutation -run /OMP-LC-06 ./features` runs
// some of them.
func TestEveryMutationIsNoticed(t *testing.T) {
	for _, m := range mutations(t) {
		t.Run(m.ID, func(t *testing.T) { m.try(t) })
	}
}

func (m mutation) try(t *testing.T) {
	dir := t.TempDir()
	mutant := filepath.Join(dir, filepath.Base(m.File))
	assert.NilError(t, os.WriteFile(mutant, []byte(m.mutated(t)), 0o600))
	original, err := filepath.Abs(filepath.Join("..", m.File))
	assert.NilError(t, err)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: mutant}})
	assert.NilError(t, err)
	overlayFile := filepath.Join(dir, "overlay.json")
	assert.NilError(t, os.WriteFile(overlayFile, overlay, 0o600))
	bin := filepath.Join(dir, "mcpsim")
	out, err := exec.Command("go", "build", "-overlay", overlayFile, "-o", bin, "../cmd/mcpsim").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	run := exec.Command(bin, "run", "--guarantee", m.ID)
	out, _ = run.CombinedOutput()
	if run.ProcessState.ExitCode() != 1 {
		t.Errorf("no Rule fails when %s (exit %d)\n%s", m.Why, run.ProcessState.ExitCode(), out)
	}
}
