package client

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// The dictionary is what writers of checks rely on: a change of it is meant.
// `go test ./internal/steps/client -run Dictionary -update` accepts one.
func TestDictionaryIsPinned(t *testing.T) {
	v, err := gherkin.NewVocabulary(Vocabulary())
	assert.NilError(t, err)
	golden.Assert(t, gherkin.Dictionary(v.Steps()), "dictionary.txt")
}

// Every example of the dictionary is matched by its own step and by no other.
func TestExamplesAreUnambiguous(t *testing.T) {
	v, err := gherkin.NewVocabulary(Vocabulary())
	assert.NilError(t, err)
	for _, s := range v.Steps() {
		if n := v.Count(s.Keyword, s.Example); n != 1 {
			t.Errorf("%s %s: %d steps match", s.Keyword, s.Example, n)
		}
	}
}
