package gherkin

import (
	"regexp"
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
		assert.Equal(t, longestLiteral(regexp.MustCompile("^(?:"+pattern+")$")), want, pattern)
	}
}
