package ui

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestPrintable(t *testing.T) {
	assert.Equal(t, Printable("naïve 🚀\ttab"), "naïve 🚀 tab")
	assert.Equal(t, Printable("\x1b[31mred\x07\n"), `\x1b[31mred\x07`)
	assert.Equal(t, Printable("a\u202eb"), `a\x202eb`)
	assert.Equal(t, Printable("one\r\ntwo\n"), "one two")
	assert.Equal(t, PrintableLines("one\r\n  t\two\x07\n"), "one\n  t wo\\x07")
}
