package schema

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestWellFormed: a pattern is wrong only if no dialect reads it.
func TestWellFormed(t *testing.T) {
	for pattern, wrong := range map[string]error{
		"": nil, "^[a-z]+$": nil, `\d{3}`: nil, "a{2,}b{2,3}c{2}?": nil, "(a|b)*c": nil, "a||b": nil,
		"(?i)a": nil, "(?P<year>[0-9]{4})": nil, "(?<=a)b(?!c)(?>d)": nil, `\p{L}+\x{1F600}`: nil,
		"a{,3}": nil, "{": nil, "a{b}": nil, "a}": nil, "]": nil, "[]a]": nil, "[^]]": nil, "[^]": nil,
		`[\]()*+?{]`: nil, "[a-]": nil, "[-a]": nil, `[\w-z]`: nil, "[a-a]": nil, "[ä-ü]": nil, "a*?b++c?+": nil, "^*": nil, "[%--]": nil,
		`a\`: errEscape, "[a-z": errClass, `[\`: errClass, "[z-a]": errRange, "[a-cz-x]": errRange,
		"(a": errGroup, "((a)": errGroup, "a)": errNoGroup, "(a))": errNoGroup,
		"*a": errNothing, "+": errNothing, "a|*": errNothing, "(*a)": errNothing, "(?": errGroup,
		"a{3,2}": errRepeated, "|{2}": errNothing,
	} {
		assert.Equal(t, wellFormed(pattern), wrong, pattern)
	}
}
