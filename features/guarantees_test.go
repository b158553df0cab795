package features

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestRegistryIsComplete(t *testing.T) {
	all, err := Guarantees()
	assert.NilError(t, err)
	inScope := 0
	for _, g := range all {
		if !g.OutOfScope {
			inScope++
		}
		assert.Check(t, is.Contains([]string{"000", "001", "002", "003", "004", "authorization", "all", "2026-07-28"}, g.Seed), g.ID)
		assert.Check(t, is.Contains([]string{"S", "I", "derived", "source", "quirk"}, g.Level), g.ID)
	}
	modern := slices.IndexFunc(all, func(g Guarantee) bool { return g.Seed == "2026-07-28" })
	assert.Equal(t, modern, 551) // all others come first
	assert.Equal(t, inScope-(len(all)-modern), 547)
}

func TestBrokenRegistriesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"guarantees:\n  - id: A\n    statment: x\n":                                        "statment",
		"guarantees:\n  - id: A\n":                                                         `entry "A"`,
		"guarantees:\n  - statement: x\n":                                                  `entry ""`,
		"guarantees:\n  - {id: A, statement: x}\n  - {id: A, statement: y}\n":              `entry "A" has no id, no statement or is there twice`,
		"guarantees: 1\n":                                                                  "reading guarantees.yaml",
		"guarantees:\n  - {id: A, statement: x, time: maybe, negative: x}\nmore: things\n": "reading guarantees.yaml",
	} {
		_, err := parse([]byte(text))
		assert.Check(t, is.ErrorContains(err, want), text)
	}
}
