package mutate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// onPath is the package of the switches; onName its name in a rewritten file.
const (
	onPath = "github.com/mcpsim/mcpsim/internal/mutate/on"
	onName = "mutant_on"
)

// edit puts text in the place of the bytes from..to. What opens a mutant comes
// after what closes another one at the same place.
type edit struct {
	from, to int
	text     string
	closes   bool
	once     bool // several mutants may need it
}

// around wraps the code from start to end.
func around(start, end int, before, after string) []edit {
	return []edit{{from: start, to: start, text: before}, {from: end, to: end, text: after, closes: true}}
}

// call is the beginning of a call of a switch.
func call(name string, number int) string { return fmt.Sprintf("%s.%s(%d", onName, name, number) }

// Rewrite returns source with a switch for each mutant. Lines keep their numbers.
// packageEnd is the offset after the package clause; numbers gives each mutant its
// number.
func Rewrite(source []byte, packageEnd int, mutants []*Mutant, numbers map[*Mutant]int) []byte {
	outerFirst := slices.Clone(mutants)
	slices.SortStableFunc(outerFirst, func(a, b *Mutant) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	opening := []edit{{from: packageEnd, to: packageEnd, text: fmt.Sprintf("; import %s %q", onName, onPath)}}
	var closing []edit
	for _, m := range outerFirst {
		for _, e := range m.edits(numbers[m]) {
			switch {
			case e.once && (slices.Contains(opening, e) || slices.Contains(closing, e)):
			case e.closes:
				closing = append(closing, e)
			default:
				opening = append(opening, e)
			}
		}
	}
	slices.Reverse(closing) // the inner one first
	all := append(closing, opening...)
	slices.SortStableFunc(all, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	return apply(source, all)
}

func apply(source []byte, edits []edit) []byte {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.Write(source[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(source[at:])
	return []byte(out.String())
}
