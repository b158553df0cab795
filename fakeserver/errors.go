package fakeserver

import (
	"fmt"
	"strings"
)

// ScriptError says where a script is wrong, and why.
type ScriptError struct {
	File    string
	Line    int // from 1; 0 = the whole file
	Column  int // from 1
	Message string
	Hint    string // the nearest known word, or ""
	Source  string // the line
}

// Error is the position, the message, and the line with a caret below it.
func (e *ScriptError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
	if e.Hint != "" {
		fmt.Fprintf(&b, ", did you mean %q?", e.Hint)
	}
	margin := fmt.Sprintf("%5d | ", e.Line)
	fmt.Fprintf(&b, "\n%s%s\n%s^", margin, e.Source, strings.Repeat(" ", len(margin)+max(0, e.Column-1)))
	return b.String()
}

// nearest is the known word that is most like word, or "".
func nearest(word string, known []string) string {
	best, bestDistance := "", max(1, len(word)/3)+1
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or swap with the next
// one to make a into b.
func distance(a, b string) int {
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
