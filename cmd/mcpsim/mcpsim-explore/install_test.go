package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// "go install …@latest" refuses a module that replaces or excludes others: in a clone go.work
// does that.
func TestCanBeInstalled(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	assert.NilError(t, err)
	for line := range strings.Lines(string(text)) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		assert.Check(t, word != "replace" && word != "exclude", line)
	}
}
