package probe

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// What a process says last is told without its stack trace, and without what its
// runtime says of itself.
func TestLastWords(t *testing.T) {
	for stderr, want := range map[string]string{
		"boom\n": "boom",
		"listening\nfile:///a.js:3\n  throw new Error('x')\n        ^\n\nError: x\n    at main (file:///a.js:3:9)\n    at node:internal/x:1\n\nNode.js v22.1.0\n":          "Error: x",
		"INFO start\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nKeyError: 'q'\n":                                                          "KeyError: 'q'",
		"panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:4 +0x1d\nexit status 2\n":                                                   "panic: assignment to entry in nil map",
		"Exception in thread \"main\" java.lang.IllegalStateException: x\n\tat A.main(A.java:1)\nCaused by: java.io.IOException: disk\n\tat B.b(B.java:2)\n\t... 3 more\n": "Caused by: java.io.IOException: disk",
		"1\n2\n3\n4\n5\n": "3\n4\n5",
		"":                "",
		"\n\n":            "\n\n",
	} {
		assert.Equal(t, lastWords(stderr), want)
	}
}

// TestQuoteEnd: a long text is shown from a whole character on.
func TestQuoteEnd(t *testing.T) {
	assert.Equal(t, QuoteEnd("a\nb"), `"a\nb"`)
	exactly := strings.Repeat("x", 400)
	assert.Equal(t, QuoteEnd(exactly), `"`+exactly+`"`)
	assert.Equal(t, QuoteEnd("ü"+exactly[1:]), `…"`+exactly[1:]+`"`)
}
