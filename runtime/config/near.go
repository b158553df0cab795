package config

import (
	"fmt"
	"strings"
)

// DidYouMean is `, did you mean "word"?` for the known word nearest to the given
// one, or nothing when none is near enough. Case does not count.
func DidYouMean(word string, known []string) string { return didYouMean(word, known) }

// didYouMean is `, did you mean "word"?` for the known word nearest to the given
// one, or nothing when none is near enough to be a slip of the fingers.
func didYouMean(word string, known []string) string {
	best, distance := "", 3
	for _, k := range known {
		slips := 2
		if len(k) <= 3 {
			slips = 1
		}
		if d := editDistance(word, k); d <= slips && d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// editDistance counts the insertions, deletions and replacements of characters
// between two words, at most 3; case does not count.
func editDistance(a, b string) int {
	ra, rb := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(ra)-len(rb) > 2 || len(rb)-len(ra) > 2 {
		return 3
	}
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range ra {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range rb {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(rb)], 3)
}
