package gherkin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Check finds tags that are not in the closed set and steps that the vocabulary
// does not know, knows twice, or knows with other arguments. It changes nothing.
func (f *Feature) Check(v *Vocabulary, ids *IDs) Problems {
	var problems Problems
	for _, t := range f.tags {
		reason, hint := ids.checkTag(t.name)
		if reason == "" && isID(t.name) && !t.onRule {
			reason, hint = "a guarantee id belongs on a Rule", "move "+t.name+" to the Rule that proves it"
		}
		if reason != "" {
			problems = append(problems, f.problem(t.line, t.column, reason, hint))
		}
	}
	for _, rule := range f.Rules {
		for _, e := range rule.Examples {
			for _, s := range e.Steps {
				reason, hint := v.check(s, len(problems) < MostShown)
				if reason == "" {
					reason, hint = v.checkWorld(s, e)
				}
				if reason != "" {
					problems = append(problems, f.problem(s.Line, s.column, reason, hint))
				}
			}
		}
	}
	return tidy(problems)
}

// tidy sorts problems by place and drops repetitions: a background is checked
// with each of its examples.
func tidy(problems Problems) Problems {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.Compact(problems)
}

// check returns what is wrong with a step: a reason and a hint, or "". To look for the step
// that was meant takes long, and is left out unless hints are wanted.
func (v *Vocabulary) check(s ExampleStep, hints bool) (reason, hint string) {
	if s.kind == "" {
		return fmt.Sprintf("%s has no step before it to follow", s.Keyword), "write Given, When or Then"
	}
	switch found := v.match(s.kind, s.Text); len(found) {
	case 0:
		if hints {
			hint = v.suggest(s)
		}
		return fmt.Sprintf("unknown step: %s %s", s.kind, s.Text), hint
	case 1:
		return found[0].checkBlock(s), ""
	default:
		patterns := make([]string, len(found))
		for i, e := range found {
			patterns[i] = e.Pattern
		}
		return fmt.Sprintf("ambiguous step: %s %s", s.kind, s.Text), "it matches " + strings.Join(patterns, "\n  and ")
	}
}

// checkWorld refuses a known step that does not work where the example is to run.
func (v *Vocabulary) checkWorld(s ExampleStep, e *Example) (reason, hint string) {
	if !slices.Contains(e.Tags, tagReal) || !v.match(s.kind, s.Text)[0].Virtual {
		return "", ""
	}
	return "this step works in the virtual world only, and the scenario is tagged @real: " + s.Text,
		"take @real away, or what the step needs: real wires cannot be disturbed and real clocks not looked into"
}

// suggest says which step may have been meant.
func (v *Vocabulary) suggest(s ExampleStep) string {
	for _, k := range []Keyword{Given, When, Then} {
		if len(v.match(k, s.Text)) > 0 {
			return fmt.Sprintf("it is known as a %s step, not as a %s step", k, s.kind)
		}
	}
	examples := make([]string, len(v.entries))
	for i, e := range v.entries {
		examples[i] = e.Example
	}
	if n := words.Nearest(s.Text, examples); n != "" {
		return "did you mean: " + string(v.entries[slices.Index(examples, n)].Keyword) + " " + n
	}
	return "mcpsim steps lists the steps that are known, mcpsim steps --validate those of checks of servers"
}

// checkBlock compares the doc string or table of a step with what its function
// takes.
func (e entry) checkBlock(s ExampleStep) string {
	hasText := s.block != nil && s.block.DocString != nil
	hasTable := s.block != nil && s.block.DataTable != nil
	switch {
	case e.argument == docStringType && !hasText:
		return "this step needs a doc string below it"
	case e.argument == tableType && !hasTable:
		return "this step needs a table below it"
	case e.argument == nil && (hasText || hasTable):
		return "this step takes no doc string or table"
	}
	return ""
}
