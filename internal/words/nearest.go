package words

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Nearest is the known word that was probably meant by word, or "" if none is
// near enough: one slip for every three characters of word is allowed, at least
// one. A slip is a character too many, missing, replaced or swapped with the next
// one. Case does not count; of two words that are as near the first wins.
func Nearest(word string, known []string) string {
	written := []rune(strings.ToLower(word))
	best, limit := "", max(1, len(written)/3)
	for _, k := range known {
		if n := utf8.RuneCountInString(k) - len(written); n > limit || -n > limit {
			continue // a server's name may have millions
		}
		if d := distance(written, []rune(strings.ToLower(k)), limit); d <= limit {
			best, limit = k, d-1
		}
	}
	return best
}

// DidYouMean is `, did you mean "word"?` with the [Nearest] word, or "".
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	return ""
}

// distance is the number of slips between two words, or limit+1 if there are more
// than limit.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		least := row[0]
		for j := range b {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > limit { // a swap in the next row costs at least as much as a character missing in this one
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit+1)
}
