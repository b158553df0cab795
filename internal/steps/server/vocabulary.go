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
		sessionSteps(), messageSteps(), answerSteps(), listSteps(), processSteps(), exchangeSteps(), batchSteps(), requestSteps(),
		revisionSteps(), pipeSteps(), publishSteps(), logSteps(), slowSteps(), endpointSteps(), streamSteps(), resumeSteps(),
		listenSteps(), tokenSteps(), oldSteps(), pageSteps(), toolSteps(), progressSteps(), cancelSteps(), completeSteps(),
		resourceSteps(), promptSteps(), changeSteps(),
	)}
}

// resolvers give each step the noun that it is about, and what it judges.
func resolvers() []any {
	return []any{
		func(w *World) *check { return w.check },
		(*World).answered,
		(*World).survey,
		func(w *World) *answers { return &answers{w.check} },
		func(w *World) *messages { return &messages{w.check} },
		func(w *World) *changes { return &changes{w.check} },
		func(w *World) *completion { return &completion{w.check} },
		func(w *World) *exchanges { return &exchanges{w.check} },
		func(w *World) *lists { return &lists{w.check} },
		func(w *World) *listener { return &listener{w.check} },
		func(w *World) *logs { return &logs{w.check} },
		func(w *World) *oldTransport { return &oldTransport{w.check} },
		func(w *World) *processes { return &processes{w.check} },
		func(w *World) *prompts { return &prompts{w.check} },
		func(w *World) *requests { return &requests{w.check} },
		func(w *World) *resources { return &resources{w.check} },
		func(w *World) *sessions { return &sessions{w.check} },

		func(w *World) *streams { return w.streams },
		func(w *World) *endpoints { return &endpoints{w.streams} },
		func(w *World) *resumption { return w.resumed },
		func(w *World) *tokens { return w.tokens },
		func(w *World) *tools { return w.tools },
		func(w *World) *progress { return &progress{w.chosen} },
		func(w *World) *cancellation { return &cancellation{w.chosen} },
		func(w *World) *pages { return w.pages },
	}
}
