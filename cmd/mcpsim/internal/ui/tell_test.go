package ui

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Of very many mistakes the first ones are shown, and how many there are.
func TestMistakesAreCounted(t *testing.T) {
	for n, want := range map[int]string{
		1:                     "mcpsim: 1 mistake; nothing was run",
		gherkin.MostShown:     "mcpsim: 100 mistakes; nothing was run",
		gherkin.MostShown + 1: "mcpsim: 101 mistakes, the first 100 are shown; nothing was run",
	} {
		var stderr bytes.Buffer
		u := New(System{Stdout: new(bytes.Buffer), Stderr: &stderr}, nil)
		u.Tell(make(gherkin.Problems, n))
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		assert.Equal(t, lines[len(lines)-1], want)
		assert.Equal(t, len(lines), min(n, gherkin.MostShown)+1)
	}
}
