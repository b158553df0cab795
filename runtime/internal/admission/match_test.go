package admission

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"docs", "docs", true},
		{"docs", "docs2", false},
		{"docs*", "docs", true},
		{"docs*", "docs2", true},
		{"*", "", true},
		{"", "", true},
		{"", "a", false},
		{"?", "", false},
		{"?", "é", true},
		{"d?cs", "docs", true},
		{"d?cs", "dcs", false},
		{"*a*b", "xaxbxab", true},
		{"*a*b", "xaxbxa", false},
		{"[ab]", "a", false},
		{"a.c", "abc", false},
		{strings.Repeat("*a", 30), strings.Repeat("a", 200) + "b", false},
	} {
		assert.Equal(t, match(c.pattern, c.name), c.want, "%q %q", c.pattern, c.name)
	}
}

func TestExpand(t *testing.T) {
	names := []string{"docs", "mail", "docs2"}
	assert.DeepEqual(t, Expand([]string{"docs*"}, names), []string{"docs", "docs2"})
	assert.DeepEqual(t, Expand([]string{"x*"}, names), []string{}) // no name, not all
	assert.Check(t, Expand(nil, names) == nil)
}

func FuzzMatch(f *testing.F) {
	f.Add("d*c?", "docs")
	f.Add("**?", "a")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if !strings.ContainsAny(pattern, "*?") && match(pattern, name) != (pattern == name) {
			t.Errorf("%q %q", pattern, name)
		}
		if !match(pattern+"*", name) && match(pattern, name) {
			t.Errorf("%q means %q, and %q does not", pattern, name, pattern+"*")
		}
	})
}
