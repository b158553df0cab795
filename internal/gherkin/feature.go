package gherkin

import (
	goruntime "runtime"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"
)

// Feature is a parsed feature file.
type Feature struct {
	URI   string
	Name  string
	Rules []*Rule

	lines []string // of the file, for problems and for cutting
	tags  []tagUse
}

// Rule is one guarantee with its examples.
type Rule struct {
	Name     string
	Line     int
	IDs      []string // guarantee ids, without @
	Text     string   // the description below the name, without indentation
	Examples []*Example

	span span
}

// Example is one concrete case: a scenario, or one row of an outline.
type Example struct {
	Feature *Feature
	Rule    *Rule
	Name    string
	Line    int // of the scenario, or of the row
	Tags    []string
	Text    string // that of the Rule; a line "Fix: …" or "Spec: …" below the name of the scenario stands instead of the Rule's
	Steps   []ExampleStep

	outline bool
	span    span // the scenario with its tags and all its rows
}

// ExampleStep is one step of an example, those of backgrounds included.
type ExampleStep struct {
	Keyword    string // as written
	Text       string
	Line       int
	Background bool // stands in a background

	column int
	kind   Keyword // "" if the step has none
	block  *messages.PickleStepArgument
	text   Position // of the content of a doc string
}

// needs is what a runner is given of the step.
func (s ExampleStep) needs(uri string) Needs {
	n := Needs{Keyword: s.kind}
	if s.block == nil {
		return n
	}
	n.Table = s.block.DataTable
	if d := s.block.DocString; d != nil {
		n.Doc = &DocString{Content: d.Content, MediaType: d.MediaType, URI: uri, Line: s.text.Line, Column: s.text.Column}
	}
	return n
}

// Position is a place in a feature file. The zero value is none.
type Position struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // from 1
}

// span is a range of lines, both ends included.
type span struct{ first, last int }

func (s span) has(line int) bool { return s.first <= line && line <= s.last }

// tagUse is a tag in a file. Ids are allowed on Rules only.
type tagUse struct {
	name   string
	line   int
	column int
	onRule bool
}

// Worlds says where the example can run.
func (e *Example) Worlds() []string { return worlds(e.Tags, goruntime.GOOS) }

// Examples returns those that a line belongs to: one row, all rows of an
// outline, one scenario, or all of a Rule. ok is false if the line is outside
// every Rule.
func (f *Feature) Examples(line int) (found []*Example, ok bool) {
	for _, rule := range f.Rules {
		if !rule.span.has(line) {
			continue
		}
		for _, e := range rule.Examples {
			if e.outline && e.Line == line {
				return []*Example{e}, true
			}
			if e.span.has(line) {
				found = append(found, e)
			}
		}
		if found == nil {
			found = rule.Examples
		}
		return found, true
	}
	return nil, false
}

// tagged reports whether a tag stands anywhere in the feature.
func (f *Feature) tagged(name string) bool {
	return slices.ContainsFunc(f.tags, func(t tagUse) bool { return t.name == name })
}

// problem makes a problem at a place of the file.
func (f *Feature) problem(line, column int, reason, hint string) Problem {
	p := Problem{URI: f.URI, Line: line, Column: column, Reason: reason, Hint: hint}
	if line >= 1 && line <= len(f.lines) {
		p.Source = strings.TrimRight(f.lines[line-1], "\r")
	}
	return p
}
