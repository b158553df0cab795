package gherkin

import (
	"regexp/syntax"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLongestLiteral(t *testing.T) {
	for pattern, want := range map[string]string{
		`nothing happens`:                     "nothing happens",
		`server "([^"]+)" is in state "(up)"`: `" is in state "`,
		`(\d+) times?`:                        " time",
		`a|b`:                                 "",
		`x(?: and so on)?`:                    "x",
		`(?i)upper`:                           "",
		`(.*)`:                                "",
	} {
		tree, err := syntax.Parse("^(?:"+pattern+")$", syntax.Perl)
		assert.NilError(t, err)
		assert.Equal(t, longestLiteral(tree), want, pattern)
	}
}
