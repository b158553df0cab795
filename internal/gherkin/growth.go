package gherkin

import (
	"fmt"
	"strings"

	messages "github.com/cucumber/messages/go/v21"
)

// What the examples of a feature file become is bounded, too: each row of an outline has all
// steps of its backgrounds, and a value of a placeholder may hold further ones.
const (
	maxParts = 200_000  // steps of all examples, cells of their tables, and tags
	maxText  = 16 << 20 // bytes of what has placeholders, filled in
	maxWork  = 1 << 28  // bytes that are looked through for placeholders
)

// growth adds up what the examples of a file become.
type growth struct{ parts, text, work int }

// overgrown says which scenario makes too much of a feature; nil = none does. The work
// is that of the bounds at most.
func overgrown(f *messages.Feature) (at *messages.Location, reason string) {
	var g growth
	before := weigh(f.Tags, nil)
	for _, child := range f.Children {
		if child.Background != nil {
			before += weigh(nil, child.Background.Steps)
		}
		if child.Scenario != nil {
			at, reason = g.scenario(child.Scenario, before)
		}
		if child.Rule != nil {
			at, reason = g.rule(child.Rule, before)
		}
		if reason != "" {
			return at, reason
		}
	}
	return nil, ""
}

// rule adds the scenarios of a Rule; before is what each has of the feature.
func (g *growth) rule(r *messages.Rule, before int) (at *messages.Location, reason string) {
	before += weigh(r.Tags, nil)
	for _, child := range r.Children {
		if child.Background != nil {
			before += weigh(nil, child.Background.Steps)
		}
		if child.Scenario != nil {
			if at, reason = g.scenario(child.Scenario, before); reason != "" {
				return at, reason
			}
		}
	}
	return nil, ""
}

// weigh counts the parts that an example has of what it is made from.
func weigh(tags []*messages.Tag, steps []*messages.Step) (parts int) {
	parts = len(tags)
	for _, s := range steps {
		parts++
		if s.DataTable != nil {
			for _, row := range s.DataTable.Rows {
				parts += 1 + len(row.Cells)
			}
		}
	}
	return parts
}

// scenario adds the examples of a scenario, each of which has some parts of what is around it.
func (g *growth) scenario(s *messages.Scenario, around int) (at *messages.Location, reason string) {
	around += 1 + weigh(s.Tags, s.Steps)
	if len(s.Examples) == 0 {
		g.parts += around
	}
	for _, examples := range s.Examples {
		g.parts += len(examples.TableBody) * (around + len(examples.Tags))
	}
	if g.parts > maxParts {
		return s.Location, fmt.Sprintf("up to here the examples have more than %d steps, cells and tags, with those of their backgrounds", maxParts)
	}
	for _, examples := range s.Examples {
		for _, row := range examples.TableBody {
			if !g.row(s, examples.TableHeader.Cells, row.Cells) {
				return row.Location, fmt.Sprintf("with the values of this row the examples have more than %d bytes, or too many placeholders", maxText)
			}
		}
	}
	return nil, ""
}

// row adds the texts of a scenario, filled in.
func (g *growth) row(s *messages.Scenario, names, values []*messages.TableCell) bool {
	fits := g.fill(s.Name, names, values)
	for _, step := range s.Steps {
		fits = fits && g.fill(step.Text, names, values)
		if step.DocString != nil {
			fits = fits && g.fill(step.DocString.Content, names, values) && g.fill(step.DocString.MediaType, names, values)
		}
		if step.DataTable == nil {
			continue
		}
		for _, row := range step.DataTable.Rows {
			for _, cell := range row.Cells {
				fits = fits && g.fill(cell.Value, names, values)
			}
		}
	}
	return fits
}

// fill adds a text whose placeholders are filled in, one after the other as the parser does
// it; false if that is too much.
func (g *growth) fill(text string, names, values []*messages.TableCell) bool {
	for i, name := range names {
		if g.work += len(text) + 1; g.work > maxWork {
			return false
		}
		placeholder := "<" + name.Value + ">"
		found := strings.Count(text, placeholder)
		if found == 0 {
			continue
		}
		if len(text)+found*(len(values[i].Value)-len(placeholder)) > maxText {
			return false
		}
		text = strings.ReplaceAll(text, placeholder, values[i].Value)
	}
	g.text += len(text)
	return g.text <= maxText
}
