package mutate

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestReplace: what is changed by hand gets a switch, wherever a switch can stand.
func TestReplace(t *testing.T) {
	f := parsed(t, `// A is a word.
type A string

const (
	a A = "x"
	b   = 1
)

var words = []A{a}

func f(n int) (all []A) { return words[:n] }

// g does nothing else.
func g() { f(b) }
`)
	p := &Program{byFile: map[string]*Package{f.Name: {Files: []*File{f}}}}
	for _, c := range []struct{ from, to, want string }{
		{`return words[:n] }`, `return nil }`, `{ if mutant_on.Is(1) { return func() (all []A) { return nil }() }; return words[:n] }`},
		{`f(b)`, `f(b + b)`, `{ if mutant_on.Is(1) { func() { f(b + b) }(); return }; f(b) }`},
		{"words[:n] }\n\n// g does", "words }\n\n// g does", `{ return words }() }; return words[:n] }`},
		{`{a}`, `{a, a}`, `var words = mutant_on.Either(1, []A{a}, []A{a, a})`},
		{`"x"`, `"y"`, `); var a A = mutant_on.Either[A](1, "x", "y"); const (`},
		{`= 1`, `= 2`, `); var b   = mutant_on.Either(1, 1, 2); const (`},
		{`type A string`, `type A = string`, ``},
		{`f(n int)`, `f(n int8)`, ``},
		{`func g`, `func h() {}; func g`, ``},
		{`func g`, `fun g`, ``},
	} {
		m := p.Replace(f.Name, c.from, c.to)
		assert.Equal(t, m != nil, c.want != "", c.from)
		if m == nil {
			continue
		}
		got := string(Rewrite(f.Source, f.packageEnd(), []*Mutant{m}, map[*Mutant]int{m: 1}))
		assert.Assert(t, strings.Contains(got, c.want), "%s\nhas no %s", got, c.want)
	}
}
