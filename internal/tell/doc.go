// Package tell shows results to a person: the console of a run of scenarios
// ([Runs]), the findings about a server or a client ([Findings]) and what happened
// before a failure ([Timeline]). What programs read is written by package reports.
package tell

import (
	"fmt"

	"github.com/mcpsim/mcpsim/reports"
)

// Role is what a piece of console text is; a [Paint] gives each its look.
type Role int

// The roles. Colour never carries meaning alone: each text says it in words.
const (
	Plain Role = iota
	Good
	Bad
	Doubtful
	Heading
	Quiet
)

// Paint gives a text the look of its role. Without colours it returns s; so does a
// nil Paint for [NewRuns].
type Paint func(role Role, s string) string

var roles = map[reports.Verdict]Role{
	reports.Passed: Good, reports.Failed: Bad, reports.Warned: Doubtful, reports.Expected: Doubtful,
	reports.NotObserved: Quiet, reports.NotTestable: Quiet, reports.NotRun: Quiet,
}

// Word is the word of a verdict in its colour, filled with blanks to four letters.
func (p Paint) Word(v reports.Verdict) string { return p(roles[v], fmt.Sprintf("%-4s", v.Word())) }
