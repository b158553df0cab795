package gherkin

import (
	"fmt"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"
)

// Draft is one scenario as text that can be edited: an example with its backgrounds and
// without its outline.
type Draft struct {
	Feature, Rule, Name string
	IDs                 []string
	Tags                []string // without ids
	Steps               []DraftStep
}

// DraftStep is one step of a draft. At most one of Doc and Table is set.
type DraftStep struct {
	Keyword   Keyword
	Text      string
	Doc       *string
	MediaType string
	Table     [][]string
}

// Draft is the example as text.
func (e *Example) Draft() Draft {
	d := Draft{Feature: e.Feature.Name, Rule: e.Rule.Name, Name: e.Name, IDs: e.Rule.IDs}
	for _, t := range e.Tags {
		if !isID(t) && !slices.Contains(d.Tags, t) {
			d.Tags = append(d.Tags, t)
		}
	}
	for _, s := range e.Steps {
		step := DraftStep{Keyword: s.kind, Text: s.Text}
		switch {
		case s.block == nil:
		case s.block.DocString != nil:
			step.Doc, step.MediaType = &s.block.DocString.Content, s.block.DocString.MediaType
		case s.block.DataTable != nil:
			for _, row := range s.block.DataTable.Rows {
				var cells []string
				for _, c := range row.Cells {
					cells = append(cells, c.Value)
				}
				step.Table = append(step.Table, cells)
			}
		}
		d.Steps = append(d.Steps, step)
	}
	return d
}

// Needs is what a runner is given of the step. It has no place in a file.
func (s DraftStep) Needs() Needs {
	n := Needs{Keyword: s.Keyword}
	switch {
	case s.Doc != nil:
		n.Doc = &DocString{Content: *s.Doc, MediaType: s.MediaType, Line: 1, Column: 1}
	case s.Table != nil:
		n.Table = &Table{}
		for _, cells := range s.Table {
			row := &messages.PickleTableRow{}
			for _, c := range cells {
				row.Cells = append(row.Cells, &messages.PickleTableCell{Value: c})
			}
			n.Table.Rows = append(n.Table.Rows, row)
		}
	}
	return n
}

// Text is the draft as a feature file.
func (d Draft) Text() string {
	var b strings.Builder
	if len(d.Tags) > 0 {
		fmt.Fprintf(&b, "%s\n", strings.Join(d.Tags, " "))
	}
	fmt.Fprintf(&b, "Feature: %s\n\n  @%s\n  Rule: %s\n\n    Example: %s\n", d.Feature, strings.Join(d.IDs, " @"), d.Rule, d.Name)
	last := Keyword("")
	for _, s := range d.Steps {
		word := s.Keyword
		if word == last {
			word = "And"
		}
		last = s.Keyword
		fmt.Fprintf(&b, "      %s %s\n", word, s.Text)
		s.block(&b)
	}
	return b.String()
}

func (s DraftStep) block(b *strings.Builder) {
	const indent = "        "
	if s.Doc != nil {
		quotes := `"""`
		if strings.Contains(*s.Doc, quotes) {
			quotes = "```"
		}
		fmt.Fprintf(b, "%s%s%s\n", indent, quotes, s.MediaType)
		for line := range strings.SplitSeq(*s.Doc, "\n") {
			b.WriteString(strings.TrimRight(indent+line, " ") + "\n")
		}
		fmt.Fprintf(b, "%s%s\n", indent, quotes)
	}
	escape := strings.NewReplacer(`\`, `\\`, "|", `\|`, "\n", `\n`)
	for _, row := range s.Table {
		b.WriteString(indent + "|")
		for _, cell := range row {
			fmt.Fprintf(b, " %s |", escape.Replace(cell))
		}
		b.WriteString("\n")
	}
}
