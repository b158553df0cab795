package scenario

import (
	"cmp"
	"fmt"
	"slices"
)

// losses are what a scenario does not have of a recording, each with how often. The zero
// value is empty.
type losses struct {
	order []string
	times map[string]int
}

func (l *losses) add(what string) {
	if l.times == nil {
		l.times = map[string]int{}
	}
	if l.times[what]++; l.times[what] == 1 {
		l.order = append(l.order, what)
	}
}

// list are the losses in words, the most frequent ones first.
func (l *losses) list() []string {
	out := slices.Clone(l.order)
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(l.times[b], l.times[a]) })
	for i, what := range out {
		if n := l.times[what]; n > 1 {
			out[i] = fmt.Sprintf("%s (%d times)", what, n)
		}
	}
	return out
}
