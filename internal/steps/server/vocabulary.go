package server

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

// Vocabulary is the vocabulary of features that check servers.
func Vocabulary() gherkin.Source {
	return gherkin.Source{Resolvers: resolvers(), Steps: slices.Concat(
		sessionSteps(), revisionSteps(), messageSteps(), batchSteps(), answerSteps(), listSteps(), pageSteps(), processSteps(), pipeSteps(),
		exchangeSteps(), endpointSteps(), streamSteps(), resumeSteps(), listenSteps(), oldSteps(), tokenSteps(), requestSteps(),
		toolSteps(), progressSteps(), cancelSteps(), completeSteps(), promptSteps(), resourceSteps(), changeSteps(), logSteps(),
	)}
}
