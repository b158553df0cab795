package features_test

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// README and docs/architecture.md say it.
func TestMoreThanHalfOfTheGuaranteesRunInBothWorlds(t *testing.T) {
	all, err := features.Guarantees()
	assert.NilError(t, err)
	both := map[string]bool{}
	for _, f := range load(t).Features {
		for _, rule := range f.Rules {
			for _, e := range rule.Examples {
				if slices.Contains(e.Worlds(), gherkin.Real) {
					for _, id := range rule.IDs {
						both[id] = true
					}
				}
			}
		}
	}
	n := 0
	for _, g := range all {
		if both[g.ID] {
			n++
		}
	}
	t.Logf("%d of %d", n, len(all))
	assert.Check(t, 2*n > len(all), "%d of %d guarantees run in the real world", n, len(all))
}
