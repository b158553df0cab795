package server_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
	"github.com/mcpsim/mcpsim/internal/steps/stepstest"
)

func TestDictionaryIsPinned(t *testing.T) { stepstest.Dictionary(t, server.Vocabulary()) }

// Every check is in one suite, and no suite is empty.
func TestEveryCheckIsInASuite(t *testing.T) {
	found := map[string]bool{}
	for _, id := range allChecks(t) {
		suite := probe.SuiteOf(id)
		assert.Check(t, suite != probe.OwnSuite, "%s is in no suite", id)
		found[suite] = true
	}
	families := map[string]bool{}
	for _, s := range probe.Suites() {
		for _, f := range s.Families {
			assert.Check(t, !families[f], "%s is in two suites", f)
			families[f] = true
		}
		if s.Name != "auth" && s.Name != "old-transport" { // their checks come later
			assert.Check(t, found[s.Name], "%s has no check", s.Name)
		}
	}
}
