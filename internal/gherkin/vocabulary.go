package gherkin

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	messages "github.com/cucumber/messages/go/v21"
)

// Keyword is what a step is for. A pattern is matched only under its own.
type Keyword string

// The keywords. And and But repeat the one before them.
const (
	Given Keyword = "Given" // a state
	When  Keyword = "When"  // one event
	Then  Keyword = "Then"  // something observable
)

// Step is one entry of the vocabulary.
type Step struct {
	Noun    string  // what the step is about; groups the dictionary
	Keyword Keyword // required
	// Pattern is the source of a regular expression for the whole text of the
	// step; it is anchored at both ends.
	Pattern string
	Manual  string // one line
	// Example is the text of the step without its keyword; it matches Pattern, which
	// tests of vocabularies ask for. "" = the pattern itself without its backslashes, which
	// then must have no groups.
	Example string
	// Func is a function that returns an error. Its parameters, in any order, are
	// the world, values made from the groups of Pattern from left to right, what
	// resolvers make, and, if the step takes one, a *[DocString] or *[Table].
	//
	// A group may become a string, an int (2, 2nd), a time.Duration (1.5s), or a
	// bool: whether an optional group is there.
	Func any
	// Virtual says that the step works in the virtual world only: a feature that uses
	// it in a scenario tagged @real is refused before anything runs.
	Virtual bool
}

// InVirtual marks steps as [Step.Virtual] and returns them.
func InVirtual(steps []Step) []Step {
	for i := range steps {
		steps[i].Virtual = true
	}
	return steps
}

// Noun sets the noun of steps and returns them.
func Noun(noun string, steps []Step) []Step {
	for i := range steps {
		steps[i].Noun = noun
	}
	return steps
}

// Source is what a vocabulary is compiled from.
type Source struct {
	Steps []Step
	// Resolvers make the parameters of functions of steps that are neither the
	// world nor of a type that a group may become: functions that return a value,
	// or a value and an error. Their own parameters are those of steps but for
	// blocks, so that one may take groups (the server with a name), or need only
	// what the world knows. There is one for a type. An error is that of the step.
	Resolvers []any
}

// Vocabulary is the steps that features may use, checked. It is safe
// for concurrent use.
type Vocabulary struct {
	entries []entry
	phrases sync.Map // text of a step of some feature: []entry that know it, of all keywords
}

type entry struct {
	Step
	expr     func() *regexp.Regexp // compiled when it is first asked for: a run uses few of hundreds
	contains string                // what every text that matches expr contains; asked first, it is cheap
	run      action
	argument reflect.Type // docStringType, tableType or nil
}

// NewVocabulary checks steps. The error names every malformed one.
func NewVocabulary(s Source) (*Vocabulary, error) {
	v := &Vocabulary{}
	resolvers, err := indexResolvers(s.Resolvers)
	errs := []error{err}
	for _, s := range sorted(s.Steps) {
		e, err := compile(s, resolvers)
		if err != nil {
			errs = append(errs, fmt.Errorf("step %s %q: %w", s.Keyword, s.Pattern, err))
			continue
		}
		v.entries = append(v.entries, e)
	}
	return v, errors.Join(errs...)
}

// Steps returns the entries sorted by noun, keyword (Given, When, Then) and
// pattern.
func (v *Vocabulary) Steps() []Step {
	out := make([]Step, len(v.entries))
	for i, e := range v.entries {
		out[i] = e.Step
	}
	return out
}

func sorted(steps []Step) []Step {
	rank := map[Keyword]int{Given: 1, When: 2, Then: 3}
	out := slices.Clone(steps)
	slices.SortStableFunc(out, func(a, b Step) int {
		return cmp.Or(
			cmp.Compare(a.Noun, b.Noun),
			cmp.Compare(rank[a.Keyword], rank[b.Keyword]),
			cmp.Compare(a.Pattern, b.Pattern),
		)
	})
	return out
}

func compile(s Step, resolvers resolvers) (entry, error) {
	if s.Keyword != Given && s.Keyword != When && s.Keyword != Then {
		return entry{}, errors.New("its keyword is not Given, When or Then")
	}
	if s.Noun == "" || s.Manual == "" {
		return entry{}, errors.New("noun and manual are required")
	}
	pattern := "^(?:" + s.Pattern + ")$"
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return entry{}, fmt.Errorf("reading its pattern: %w", err)
	}
	if s.Example == "" {
		s.Example = strings.ReplaceAll(s.Pattern, `\`, "")
	}
	e := entry{Step: s, contains: longestLiteral(tree), expr: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
	b := binder{resolvers: resolvers, groups: tree.MaxCap()}
	e.run, err = b.step(reflect.ValueOf(s.Func))
	e.argument = b.block
	return e, err
}

// longestLiteral is the longest text that is part of every match of a pattern; it may be
// empty.
func longestLiteral(tree *syntax.Regexp) string {
	if tree.Op != syntax.OpConcat {
		return ""
	}
	longest := ""
	for _, part := range tree.Sub {
		if part.Op == syntax.OpLiteral && part.Flags&syntax.FoldCase == 0 && len(string(part.Rune)) > len(longest) {
			longest = string(part.Rune)
		}
	}
	return longest
}

// Count is how many entries match a text under a keyword; a feature may use a
// step only if it is 1.
func (v *Vocabulary) Count(k Keyword, text string) int { return len(v.match(k, text)) }

// match returns the entries for a step text under a keyword.
func (v *Vocabulary) match(k Keyword, text string) []entry {
	var out []entry
	for _, e := range v.knowing(text) {
		if e.Keyword == k {
			out = append(out, e)
		}
	}
	return out
}

// knowing are the entries that a text matches. The same texts come again and again.
func (v *Vocabulary) knowing(text string) []entry {
	if known, ok := v.phrases.Load(text); ok {
		return known.([]entry)
	}
	var found []entry
	for _, e := range v.entries {
		if strings.Contains(text, e.contains) && e.expr().MatchString(text) {
			found = append(found, e)
		}
	}
	v.phrases.Store(text, found)
	return found
}

// keywordOf maps the type of a pickle step; "" for a step that has none, such as
// an And at the very beginning.
func keywordOf(t messages.PickleStepType) Keyword {
	switch t {
	case messages.PickleStepType_CONTEXT:
		return Given
	case messages.PickleStepType_ACTION:
		return When
	case messages.PickleStepType_OUTCOME:
		return Then
	}
	return ""
}
