package suite_test

import (
	"bytes"
	"context"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/cucumber/godog"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/steps/suite"
)

// Every virtual scenario passes when godog itself plays it, as it does in the suite of
// another program: mcpsim's own way of playing them, which is faster, means the same. A
// third of the features is played each day, and all with -part 1/1.
func TestGodogPlaysTheFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("the features run without godog in this mode")
	}
	debug.SetGCPercent(400) // as the command does
	var said bytes.Buffer
	mine, begun := judgetest.Part(t, 3), 0
	files, err := filepath.Glob("../../features/*/*.feature")
	assert.NilError(t, err)
	files = slices.DeleteFunc(files, func(file string) bool { return !mine(filepath.ToSlash(file)) })
	played := godog.TestSuite{
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			suite.Initializer(t)(sc)
			sc.Before(func(ctx context.Context, _ *godog.Scenario) (context.Context, error) {
				begun++
				return ctx, nil
			})
		},
		Options: &godog.Options{
			Strict: true, Format: "progress", NoColors: true, Output: &said,
			Paths: files, Tags: "~@real && ~@target",
		},
	}
	assert.Equal(t, played.Run(), 0, "%s", said.String())
	assert.Assert(t, begun > 1500, "only %d scenarios were begun", begun)
}
