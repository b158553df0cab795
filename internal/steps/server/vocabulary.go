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
	return gherkin.Source{Steps: slices.Concat(sessionSteps(), messageSteps(), answerSteps(), listSteps(), processSteps(), exchangeSteps(),
		batchSteps(), requestSteps(), revisionSteps(), pipeSteps(), publishSteps(), logSteps(), slowSteps(),
		endpointSteps(), streamSteps(), resumeSteps(), listenSteps(), tokenSteps(), oldSteps(),
		pageSteps(), toolSteps(), progressSteps(), cancelSteps(), completeSteps(), resourceSteps(), promptSteps(), changeSteps())}
}
