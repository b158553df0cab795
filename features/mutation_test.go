//go:build mutation

package features_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"
)

// mutation is a change that breaks a guarantee on purpose.
type mutation struct {
	ID   string `yaml:"id"`
	File string `yaml:"file"` // from the root of the repository
	From string `yaml:"from"` // occurs exactly once
	To   string `yaml:"to"`
	Why  string `yaml:"why"`
}

// TestEveryMutationIsNoticed applies each mutation to a copy of the source, builds
// the command with it, and wants the Rule of the guarantee to fail. It takes
// seconds per mutation; `go test -tags mutation -run /OMP-LC-6 ./features` runs
// some of them.
func TestEveryMutationIsNoticed(t *testing.T) {
	files, err := filepath.Glob("mutations/*.yaml")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		var list []mutation
		assert.NilError(t, yaml.UnmarshalWithOptions(data, &list, yaml.Strict()), file)
		for _, m := range list {
			t.Run(m.ID, func(t *testing.T) { m.try(t) })
		}
	}
}

func (m mutation) try(t *testing.T) {
	dir := t.TempDir()
	original, err := filepath.Abs(filepath.Join("..", m.File))
	assert.NilError(t, err)
	source, err := os.ReadFile(original)
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(source), m.From), 1, "%q in %s", m.From, m.File)
	mutant := filepath.Join(dir, filepath.Base(m.File))
	assert.NilError(t, os.WriteFile(mutant, []byte(strings.Replace(string(source), m.From, m.To, 1)), 0o600))
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
		t.Errorf("nobody notices when %s (exit %d)\n%s", m.Why, run.ProcessState.ExitCode(), out)
	}
}
