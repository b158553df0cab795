//go:build mutation

package features_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
)

const (
	plantedRuns  = "60" // of each scenario
	plantedFound = 18   // of the planted mistakes, at least
	smallSteps   = 9
)

// TestExploringFindsPlantedMistakes explores scenarios of an ordinary day with one mistake
// of the runtime at a time, and makes what is found smaller.
func TestExploringFindsPlantedMistakes(t *testing.T) {
	chosen := plantedMistakes(t)
	program := buildMutations(t, chosen)
	everyday, err := filepath.Abs("testdata/explore/everyday.feature")
	assert.NilError(t, err)
	out, code := plantedIn(t, program.path, 0, "run", everyday, "--explore", plantedRuns)
	assert.Equal(t, code, 0, "without any mistake\n%s", out)
	found := 0
	for i, m := range chosen {
		bin, number := program.path, program.numbers[i]
		if number == 0 {
			bin = m.command(t)
		}
		_, plain := plantedIn(t, bin, number, "run", everyday)
		out, code := plantedIn(t, bin, number, "run", everyday, "--explore", plantedRuns)
		steps := "-"
		if code == 1 {
			found++
			steps = shrunk(t, bin, number, out)
		}
		t.Logf("%-10s %-60s plain run %d, explored %d, steps left: %s", m.ID, m.Why, plain, code, steps)
	}
	t.Logf("%d of %d are found", found, len(chosen))
	if found < plantedFound {
		t.Errorf("%d mistakes are found, want %d", found, plantedFound)
	}
}

func plantedMistakes(t *testing.T) []mutation {
	data, err := os.ReadFile("testdata/explore/planted.yaml")
	assert.NilError(t, err)
	var names []mutation
	assert.NilError(t, yaml.UnmarshalWithOptions(data, &names, yaml.Strict()))
	all := mutations(t)
	var out []mutation
	for _, n := range names {
		i := slices.IndexFunc(all, func(m mutation) bool { return m.ID == n.ID && m.Why == n.Why })
		assert.Assert(t, i >= 0, "%s: %s: there is no such mutation", n.ID, n.Why)
		out = append(out, all[i])
	}
	return out
}

// plantedIn runs a program with one mistake in a folder of its own.
func plantedIn(t *testing.T, bin string, number int, args ...string) (string, int) {
	run := exec.Command(bin, args...)
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), on.Mutant+"="+strconv.Itoa(number))
	out, _ := run.CombinedOutput()
	return string(out), run.ProcessState.ExitCode()
}

var smaller = regexp.MustCompile(`(?m)^  make it smaller: mcpsim (shrink .*)$`)

// shrunk makes the first group smaller and says how many steps are left.
func shrunk(t *testing.T, bin string, number int, explored string) string {
	m := smaller.FindStringSubmatch(explored)
	if m == nil {
		return "no command"
	}
	run := exec.Command("sh", "-c", bin+" "+m[1])
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), on.Mutant+"="+strconv.Itoa(number))
	out, err := run.Output()
	if err != nil {
		t.Errorf("%s: %v", m[1], err)
		return "it fails"
	}
	steps := 0
	for line := range strings.Lines(string(out)) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); slices.Contains([]string{"Given", "When", "Then", "And"}, word) {
			steps++
		}
	}
	if steps > smallSteps {
		t.Errorf("%s: %d steps are left, want %d\n%s", m[1], steps, smallSteps, out)
	}
	return strconv.Itoa(steps)
}
