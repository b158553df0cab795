// Package stepstest has what the tests of every vocabulary have in common.
package stepstest

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Dictionary wants the words of a source to be those of testdata/dictionary.txt, on which
// writers rely (a change of it is meant: `go test -run Dictionary -update` accepts one), and
// every example of it to be matched by its own step and by no other.
func Dictionary(t *testing.T, words gherkin.Source) {
	t.Helper()
	v, err := gherkin.NewVocabulary(words)
	assert.NilError(t, err)
	golden.Assert(t, gherkin.Dictionary(v.Steps()), "dictionary.txt")
	for _, s := range v.Steps() {
		assert.Check(t, v.Count(s.Keyword, s.Example) == 1, "%s %s: %d steps match", s.Keyword, s.Example, v.Count(s.Keyword, s.Example))
	}
}
