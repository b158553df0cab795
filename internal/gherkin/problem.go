package gherkin

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Problem is a mistake in a feature file.
type Problem struct {
	URI    string
	Line   int // from 1
	Column int // from 1
	Reason string
	Hint   string // what to do about it; may be empty
	Source string // the line
}

// Error shows the place, the line with a caret, and the hint.
func (p Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s", p.URI, p.Line, p.Column, p.Reason)
	if len(p.Source) > 0 && len(p.Source) <= maxLine {
		before := []rune(p.Source)
		before = before[:min(max(p.Column-1, 0), len(before))]
		fmt.Fprintf(&b, "\n  %s\n  %s^", p.Source, strings.Map(blank, string(before)))
	}
	if p.Hint != "" {
		fmt.Fprintf(&b, "\n  %s", p.Hint)
	}
	return b.String()
}

// blank keeps tabs, so that the caret stays under its column.
func blank(r rune) rune {
	if r == '\t' {
		return r
	}
	return ' '
}

// MostShown is how many mistakes are shown: a file may have very many of the same kind.
const MostShown = 100

// Problems are all mistakes found, in the order of files and lines.
type Problems []Problem

// Error shows the first mistakes, at most [MostShown] of them.
func (p Problems) Error() string {
	var texts []string
	for _, one := range p[:min(len(p), MostShown)] {
		texts = append(texts, one.Error())
	}
	return strings.Join(texts, "\n")
}

// or returns nil if there are no problems.
func (p Problems) or() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// didYouMean is a hint with the nearest known word, or "".
func didYouMean(word string, known []string) string {
	if n := words.Nearest(word, known); n != "" {
		return fmt.Sprintf("did you mean %s?", n)
	}
	return ""
}
