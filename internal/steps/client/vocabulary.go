package client

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Step is one entry of the vocabulary.
type Step = gherkin.Step

// The keywords of a step.
const (
	Given = gherkin.Given
	When  = gherkin.When
	Then  = gherkin.Then
)

// Vocabulary is the vocabulary of features that check clients.
func Vocabulary() gherkin.Source {
	return gherkin.Source{Resolvers: []any{(*World).seen, afterWelcome, firstCallOf, broken}, Steps: slices.Concat(
		situationSteps(), sessionSteps(), headerSteps(), messageSteps(), streamSteps(), callSteps(), endSteps(),
	)}
}
