package client

import (
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Vocabulary is the vocabulary of features that check clients.
func Vocabulary() gherkin.Source {
	return gherkin.Source{Resolvers: []any{(*World).seen, afterWelcome, afterGreeting, firstCallOf, broken}, Steps: slices.Concat(
		situationSteps(), sessionSteps(), headerSteps(), messageSteps(), streamSteps(), callSteps(), endSteps(),
		boundSteps(), processSteps(), pageSteps(), answerSteps(), loginSteps(), loginOutcomeSteps(),
		eraSteps(), metadataSteps(), metaSteps(), mirrorSteps(), roundSteps(), taskSteps(), subscriptionSteps(), fallbackSteps(), offeredSteps(), samplingSteps(), sessionTaskSteps(),
	)}
}

// Compiled is that vocabulary, compiled once for all who run checks.
var Compiled = sync.OnceValues(func() (*gherkin.Vocabulary, error) { return gherkin.NewVocabulary(Vocabulary()) })
