package steps_test

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/steps"
)

// TestMain lets this binary stand for a real server process.
func TestMain(m *testing.M) {
	relay.Child(os.LookupEnv, os.Exit)
	os.Exit(m.Run())
}

// TestFeatures runs the whole specification, in the virtual world and, where a
// scenario says so, in the real one.
func TestFeatures(t *testing.T) {
	for _, world := range []string{gherkin.Virtual, gherkin.Real} {
		t.Run(world, func(t *testing.T) { runFeatures(t, world) })
	}
}

func runFeatures(t *testing.T, world string) {
	catalogue, err := gherkin.Load(nil, features.FS)
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
	jobs := gherkin.Plan(examples, gherkin.Settings{Worlds: []string{world}, Seed: 1})
	assert.Check(t, len(jobs) > 0, "no scenario runs in the %s world", world)
	executor := &gherkin.Executor{T: t, Vocabulary: vocabulary, NewWorld: steps.New, Version: "test"}
	for _, job := range jobs {
		answer, err := executor.Run(t.Context(), job)
		assert.NilError(t, err)
		if answer.Result.Verdict == reports.Failed {
			r := answer.Result
			t.Errorf("%s %s\n%s\n%s\nreproduce: %s", r.Place(), r.Rule.Name, r.Error, strings.Join(r.Timeline, "\n"), r.Reproduce)
		}
	}
}
