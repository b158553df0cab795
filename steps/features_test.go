package steps_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/steps"
)

// TestMain lets this binary stand for a real server process.
func TestMain(m *testing.M) {
	relay.Child(os.LookupEnv, os.Exit)
	debug.SetGCPercent(400) // as the command does
	os.Exit(m.Run())
}

// underRace says that the race detector is on. Then goroutines do race, which they do
// not where they take turns. What two of them do at one instant may rarely come in another
// order than a scenario expects: it fails if it fails twice. `make racing` is stricter.
var underRace bool

// TestFeatures runs the whole specification in the virtual world. In the real one
// scenarios wait, and one process runs one at a time: here are those about the real world
// itself, `make real` runs all others side by side. Under the race detector, which takes ten
// times as long, -short runs a third of them each day.
func TestFeatures(t *testing.T) {
	t.Run(gherkin.Virtual, func(t *testing.T) { runFeatures(t, gherkin.Virtual) })
	t.Run(gherkin.Real, func(t *testing.T) { runFeatures(t, gherkin.Real, "features/harness") })
}

func runFeatures(t *testing.T, world string, paths ...string) {
	if world == gherkin.Real {
		steps.Program = filepath.Join(t.TempDir(), "mcpsim")
		out, err := exec.Command("go", "build", "-o", steps.Program, "../cmd/mcpsim").CombinedOutput()
		assert.NilError(t, err, "%s", out)
	}
	catalogue, err := gherkin.Load(paths, features.FS)
	assert.NilError(t, err)
	vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
	assert.NilError(t, err)
	registry, err := features.Guarantees()
	assert.NilError(t, err)
	var ids []string
	for _, g := range registry {
		ids = append(ids, g.ID)
	}
	assert.NilError(t, catalogue.Check(vocabulary, gherkin.NewIDs(ids)))
	examples, err := catalogue.Select(gherkin.Filter{})
	assert.NilError(t, err)
	jobs := gherkin.Plan(examples, gherkin.Settings{Worlds: []string{world}, Variation: gherkin.Variation{Seed: 1}, Racing: underRace && world == gherkin.Virtual})
	assert.Check(t, len(jobs) > 0, "no scenario runs in the %s world", world)
	if mine := judgetest.Part(t, 3); underRace && testing.Short() {
		jobs = slices.DeleteFunc(jobs, func(j gherkin.Job) bool { return !mine(fmt.Sprint(j.Scenario.URI, j.Scenario.Line)) })
	}
	executor := &gherkin.Executor{T: t, Vocabulary: vocabulary, NewWorld: steps.New, Version: "test"}
	for _, job := range jobs {
		play := func(problem func(string, ...any)) {
			answer, err := executor.Run(t.Context(), job)
			assert.NilError(t, err)
			if r := answer.Result; r.Verdict == reports.Failed {
				problem("%s %s\n%s\n%s\nreproduce: %s", r.Place(), r.Rule.Name, r.Error, strings.Join(r.Timeline, "\n"), r.Reproduce)
			}
		}
		if job.Scenario.Racing {
			judgetest.Twice(t, play)
		} else {
			play(t.Errorf)
		}
	}
}
