package probe

import (
	"slices"

	"github.com/mcpsim/mcpsim/steps/suite"
)

// The nouns of the vocabulary.
const (
	nounSession  = "session"
	nounMessage  = "message"
	nounAnswer   = "answer"
	nounList     = "list"
	nounProcess  = "process"
	nounExchange = "http exchange"
)

// Steps is the vocabulary of features that check servers.
func Steps() []suite.Step {
	return slices.Concat(sessionSteps(), messageSteps(), answerSteps(), listSteps(), processSteps(), exchangeSteps())
}
