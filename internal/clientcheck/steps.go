package clientcheck

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// The nouns of the vocabulary.
const (
	nounSituation = "situation"
	nounSession   = "session"
	nounHeader    = "header"
	nounMessage   = "message"
	nounStream    = "stream"
	nounCall      = "call"
	nounEnd       = "end"
)

// Steps is the vocabulary of features that check clients.
func Steps() []gherkin.Step {
	return slices.Concat(situationSteps(), sessionSteps(), headerSteps(), messageSteps(), streamSteps(), callSteps(), endSteps())
}

func step(noun string, keyword gherkin.Keyword, pattern, manual, example string, f any) gherkin.Step {
	return gherkin.Step{Noun: noun, Keyword: keyword, Pattern: pattern, Manual: manual, Example: example, Func: f}
}

// Families are the prefixes of the ids of checks: obligations of clients, and
// proposals that became part of the specification.
func Families() []string { return []string{"CLI", "SEP"} }
