package client

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Vocabulary is the vocabulary of features that check clients.
func Vocabulary() gherkin.Source {
	return gherkin.Source{Resolvers: []any{(*World).seen, afterWelcome, afterGreeting, firstCallOf, broken}, Steps: slices.Concat(
		situationSteps(), sessionSteps(), headerSteps(), messageSteps(), streamSteps(), callSteps(), endSteps(),
		boundSteps(), processSteps(), pageSteps(), answerSteps(), loginSteps(), loginOutcomeSteps(),
		eraSteps(), metadataSteps(), mirrorSteps(), roundSteps(), taskSteps(), subscriptionSteps(),
	)}
}
