package probe

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// The nouns of the vocabulary.
const (
	nounSession  = "session"
	nounMessage  = "message"
	nounAnswer   = "answer"
	nounList     = "list"
	nounProcess  = "process"
	nounExchange = "http exchange"
	nounStream   = "event stream"
	nounToken    = "token"
	nounBatch    = "batch"
	nounRequest  = "server's request"
	nounLog      = "log"
	nounPages    = "pages"
	nounTool     = "tool"
	nounProgress = "progress"
	nounCancel   = "cancellation"
	nounComplete = "completion"
	nounResource = "resource"
	nounPrompt   = "prompt"
	nounChange   = "change"
)

// Steps is the vocabulary of features that check servers.
func Steps() []gherkin.Step {
	return slices.Concat(sessionSteps(), messageSteps(), answerSteps(), listSteps(), processSteps(), exchangeSteps(),
		batchSteps(), requestSteps(), revisionSteps(), pipeSteps(), publishSteps(), logSteps(), slowSteps(),
		endpointSteps(), streamSteps(), resumeSteps(), listenSteps(), tokenSteps(), oldSteps(),
		pageSteps(), toolSteps(), progressSteps(), cancelSteps(), completeSteps(), resourceSteps(), promptSteps(), changeSteps())
}

func step(noun string, keyword gherkin.Keyword, pattern, manual, example string, f any) gherkin.Step {
	return gherkin.Step{Noun: noun, Keyword: keyword, Pattern: pattern, Manual: manual, Example: example, Func: f}
}
