package suite_test

import (
	"bytes"
	"context"
	"runtime/debug"
	"testing"

	"github.com/cucumber/godog"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/steps/suite"
)

// Every virtual scenario passes when godog itself plays it, as it does in the suite of
// another program: mcpsim's own way of playing them, which is faster, means the same.
func TestGodogPlaysTheFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("the features run without godog in this mode")
	}
	debug.SetGCPercent(400) // as the command does
	var said bytes.Buffer
	begun := 0
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
			Paths: []string{"../../features"}, Tags: "~@real && ~@target",
		},
	}
	assert.Equal(t, played.Run(), 0, "%s", said.String())
	assert.Assert(t, begun > 3000, "only %d scenarios were begun", begun)
}
