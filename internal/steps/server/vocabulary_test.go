package server_test

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/steps/server"
)

// The dictionary is what writers of checks rely on: a change of it is meant.
// `go test ./internal/steps/server -run Dictionary -update` accepts one.
func TestDictionaryIsPinned(t *testing.T) {
	v, err := gherkin.NewVocabulary(server.Vocabulary())
	assert.NilError(t, err)
	golden.Assert(t, gherkin.Dictionary(v.Steps()), "dictionary.txt")
}

// Every example of the dictionary is matched by its own step and by no other.
func TestExamplesAreUnambiguous(t *testing.T) {
	v, err := gherkin.NewVocabulary(server.Vocabulary())
	assert.NilError(t, err)
	for _, s := range v.Steps() {
		if n := v.Count(s.Keyword, s.Example); n != 1 {
			t.Errorf("%s %s: %d steps match", s.Keyword, s.Example, n)
		}
	}
}

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
