package steps

import "github.com/mcpsim/mcpsim/internal/gherkin"

// Step is one entry of the vocabulary.
type Step = gherkin.Step

// The keywords of a step.
const (
	Given = gherkin.Given
	When  = gherkin.When
	Then  = gherkin.Then
)

var registered []Step

// Register adds the steps of one noun. Call it from init of the noun's file; it
// checks nothing, [gherkin.NewVocabulary] does.
func Register(noun string, steps ...Step) {
	for _, s := range steps {
		s.Noun = noun
		if s.Keyword == Then {
			s.Func = eventually(s.Func)
		}
		registered = append(registered, s)
	}
}

// Vocabulary returns a copy of all registered steps, in the order of
// registration; [gherkin.Vocabulary.Steps] sorts them.
func Vocabulary() []Step { return append([]Step(nil), registered...) }
