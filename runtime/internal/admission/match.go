package admission

import (
	"slices"
	"unicode/utf8"
)

// Expand is the names that a list of patterns means, in the order of names (D-Q4,
// S-QWEN-36). nil stays nil, and patterns that match no name are an empty list.
// The result belongs to the caller.
func Expand(patterns, names []string) []string {
	if patterns == nil {
		return nil
	}
	meant := []string{}
	for _, name := range names {
		if slices.ContainsFunc(patterns, func(pattern string) bool { return match(pattern, name) }) {
			meant = append(meant, name)
		}
	}
	return meant
}

// match compares a whole name with a pattern in which * is any text, also none, and
// ? any one character. The last * is the only one to go back to, so the time is at
// most the product of the lengths.
func match(pattern, name string) bool {
	var p, n int
	star := -1   // the last *
	var from int // where what it stands for ends
	for n < len(name) {
		_, size := utf8.DecodeRuneInString(name[n:])
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, n
			p++
		case p < len(pattern) && pattern[p] == '?':
			p, n = p+1, n+size
		case p < len(pattern) && pattern[p] == name[n]:
			p, n = p+1, n+1
		case star >= 0:
			from++
			p, n = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
