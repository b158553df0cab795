package server

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Vocabulary is the vocabulary of features that check servers.
func Vocabulary() gherkin.Source {
	return gherkin.Source{Resolvers: resolvers(), Steps: slices.Concat(
		sessionSteps(), revisionSteps(), messageSteps(), alikeSteps(), batchSteps(), answerSteps(), listSteps(), pageSteps(), processSteps(), pipeSteps(),
		exchangeSteps(), endpointSteps(), streamSteps(), resumeSteps(), listenSteps(), oldSteps(), tokenSteps(), challengedSteps(), requestSteps(),
		toolSteps(), bareSteps(), formerSteps(), progressSteps(), tokenedSteps(), spelledSteps(), cancelSteps(), completeSteps(), promptSteps(), resourceSteps(), changeSteps(), logSteps(), overlapSteps(), formSteps(), pingSteps(), meanwhileSteps(), textSteps(), crossingSteps(), paramsSteps(), watchSteps(), askingSteps(), runSteps(),
		modernSteps(), headerSteps(), doubledSteps(), leaveSteps(), leftWorkSteps(), usedSteps(), idleSteps(), subscribeSteps(), roundSteps(), severalSteps(), lastSteps(), questionSteps(), taskSteps(), augmentedSteps(), logLevelSteps(),
	)}
}
