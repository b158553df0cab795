package authority_test

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/steps/authority"
)

// The dictionary is what writers of checks rely on: a change of it is meant.
// `go test ./internal/steps/authority -run Dictionary -update` accepts one.
func TestDictionaryIsPinned(t *testing.T) {
	v, err := gherkin.NewVocabulary(authority.Vocabulary())
	assert.NilError(t, err)
	golden.Assert(t, gherkin.Dictionary(v.Steps()), "dictionary.txt")
}
