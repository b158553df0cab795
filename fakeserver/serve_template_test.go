package fakeserver

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// FuzzMatch puts what was read from a URI back into the template.
func FuzzMatch(f *testing.F) {
	f.Add("x://fixed/{n}", "x://fixed/2")
	f.Add("x://{a}/{b}.txt", "x://p/q.txt")
	f.Add("x://{a}{b}", "x://pq")
	f.Add("{a}-{a}", "1-2")
	f.Add("x://{", "x://{")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, template, uri string) {
		variables, fits := match(template, uri)
		if !fits {
			return
		}
		for i := 0; i < len(variables); i += 2 {
			assert.Check(t, variables[i+1] != "" && !strings.Contains(variables[i+1], "/"))
		}
		assert.Equal(t, refilled(template, variables), uri)
	})
}

// refilled replaces each variable of a template by its own value, in order.
func refilled(template string, variables []string) string {
	var b strings.Builder
	for len(variables) > 0 {
		before, after, _ := strings.Cut(template, variables[0])
		b.WriteString(before + variables[1])
		template, variables = after, variables[2:]
	}
	return b.String() + template
}
