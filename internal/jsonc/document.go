package jsonc

import (
	"cmp"
	"fmt"
	"slices"
)

// Document is what a settings file says. It has one user at a time.
type Document struct {
	// Root is the object that the file is.
	Root Value
	// FoldCase lets [Value.Get] and [Value.CheckKeys] find keys whatever their case.
	FoldCase bool

	source   Source
	last     position // of the last place that was asked for
	problems []Problem
	mistakes []Mistake
}

// Mistake is a value that is not of the kind it must be.
type Mistake struct {
	Value Value
	Want  string // "a list of strings"
	// Bounded: the value is not within the bounds that Want names, so that its kind
	// says nothing.
	Bounded bool
}

// String is `must be a string, not a number`.
func (m Mistake) String() string {
	if m.Bounded {
		return "must be " + m.Want
	}
	return fmt.Sprintf("must be %s, not %s", m.Want, m.Value.Kind())
}

// Mistakes are those found since it was last called, in the order of reading, of
// which there are at most [MaxProblems].
func (d *Document) Mistakes() []Mistake {
	found := d.mistakes
	d.mistakes = nil
	return found
}

// Err is the first of the [Document.Mistakes] as a *[SyntaxError], for files that
// count as a whole or not at all.
func (d *Document) Err() error {
	for _, m := range d.Mistakes() {
		return m.Value.Error("%q %s", m.Value.Path(), m)
	}
	return nil
}

// Problems are all that were reported, in the order of the file.
func (d *Document) Problems() []Problem {
	out := slices.Clone(d.problems)
	slices.SortStableFunc(out, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if d.full() {
		out = append(out, Problem{File: d.source.File, Text: "there may be more problems than are listed here"})
	}
	return out
}

// full reports whether no more problems are wanted. Finding the line of one can
// cost a pass over the file.
func (d *Document) full() bool { return len(d.problems) >= MaxProblems }

func (d *Document) place(offset int) (line, column int) {
	d.last = d.last.at(d.source.Data, min(offset, len(d.source.Data)))
	return d.last.place()
}
