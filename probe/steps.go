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

func step(noun string, keyword suite.Keyword, pattern, manual, example string, f any) suite.Step {
	return suite.Step{Noun: noun, Keyword: keyword, Pattern: pattern, Manual: manual, Example: example, Func: f}
}

// Families are the prefixes of the ids of checks.
func Families() []string {
	return []string{
		"LIFE", "BASE", "STDIO", "HL", "CAN", "PING", "PROG", "PAG", "LOG", "COMP", "SUB", "TOOL", "RES", "PRM", "OLD", "AUTH",
	}
}
