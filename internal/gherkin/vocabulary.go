package gherkin

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"github.com/cucumber/godog"
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
	Example string // text of the step without its keyword; matches Pattern
	// Func is func(w W, args…) error. W is the concrete type of the world. There
	// is one argument per group of Pattern (string or int), then, if the step
	// takes one, a *godog.DocString or a *godog.Table.
	Func any
}

// Vocabulary is the steps that features may use, checked and compiled. It is
// immutable.
type Vocabulary struct{ entries []entry }

type entry struct {
	Step
	expr     *regexp.Regexp
	fn       reflect.Value
	argument reflect.Type // docStringType, tableType or nil
}

var (
	errorType     = reflect.TypeFor[error]()
	worldType     = reflect.TypeFor[World]()
	docStringType = reflect.TypeFor[*godog.DocString]()
	tableType     = reflect.TypeFor[*godog.Table]()
)

// NewVocabulary checks and compiles steps. The error names every malformed one.
func NewVocabulary(steps []Step) (*Vocabulary, error) {
	v := &Vocabulary{}
	var errs []error
	for _, s := range sorted(steps) {
		e, err := compile(s)
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

func compile(s Step) (entry, error) {
	if s.Keyword != Given && s.Keyword != When && s.Keyword != Then {
		return entry{}, errors.New("its keyword is not Given, When or Then")
	}
	if s.Noun == "" || s.Manual == "" || s.Example == "" {
		return entry{}, errors.New("noun, manual and example are required")
	}
	expr, err := regexp.Compile("^(?:" + s.Pattern + ")$")
	if err != nil {
		return entry{}, fmt.Errorf("compiling its pattern: %w", err)
	}
	if !expr.MatchString(s.Example) {
		return entry{}, fmt.Errorf("its example %q does not match", s.Example)
	}
	e := entry{Step: s, expr: expr, fn: reflect.ValueOf(s.Func)}
	e.argument, err = checkFunc(e.fn, expr.NumSubexp())
	return e, err
}

// checkFunc checks the signature of a step function for so many groups. It
// returns the type of the block argument, or nil.
func checkFunc(fn reflect.Value, groups int) (reflect.Type, error) {
	if fn.Kind() != reflect.Func {
		return nil, errors.New("its func is not a function")
	}
	t := fn.Type()
	if t.NumOut() != 1 || t.Out(0) != errorType {
		return nil, errors.New("its func does not return one error")
	}
	if t.NumIn() == 0 || !t.In(0).Implements(worldType) {
		return nil, errors.New("the first parameter of its func is not a world")
	}
	for i := range groups {
		if i+1 >= t.NumIn() {
			return nil, fmt.Errorf("%d groups need as many parameters, its func takes %d", groups, t.NumIn()-1)
		}
		if k := t.In(i + 1).Kind(); k != reflect.String && k != reflect.Int {
			return nil, fmt.Errorf("parameter %d of its func is neither string nor int", i+1)
		}
	}
	return blockArgument(t, groups)
}

func blockArgument(t reflect.Type, groups int) (reflect.Type, error) {
	switch rest := t.NumIn() - 1 - groups; {
	case rest == 0:
		return nil, nil
	case rest == 1 && (t.In(groups+1) == docStringType || t.In(groups+1) == tableType):
		return t.In(groups + 1), nil
	default:
		return nil, fmt.Errorf("its func has %d parameters too many for %d groups", rest, groups)
	}
}

// Count is how many entries match a text under a keyword; a feature may use a
// step only if it is 1.
func (v *Vocabulary) Count(k Keyword, text string) int { return len(v.match(k, text)) }

// match returns the entries for a step text under a keyword.
func (v *Vocabulary) match(k Keyword, text string) []entry {
	var out []entry
	for _, e := range v.entries {
		if e.Keyword == k && e.expr.MatchString(text) {
			out = append(out, e)
		}
	}
	return out
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
