package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// unusual are correct clients that do what few do, by transport.
//
//	ok.text  string ids, other member order, more members than known, no empty params, escaped ASCII
//	ok.bare  no stream of its own, pretty-printed bodies, a charset
//	ok.listed only tools of the list are called
//	ok.again a login whose answer was forged is begun anew
//	ok.anew  a stream is resumed once, then the call is made in a new session
//	ok.twins two clients side by side
//	ok.calls a call is made three times at once
//	ok.model the model and the browser of its user can be asked
//	ok.tasks calls become tasks where they can
//	ok.parallel several lists at once, of which one is waited for
var unusual = map[string][]string{"http": {"ok.text", "ok.bare", "ok.again", "ok.listed", "ok.parallel", "ok.calls", "ok.anew", "ok.twins", "ok.model", "ok.tasks"}, "stdio": {"ok.text", "ok.parallel", "ok.model", "ok.tasks"}}

func TestUnusualClientsAreNotBlamed(t *testing.T) {
	t.Parallel()
	for transport, clients := range unusual {
		for _, name := range clients {
			t.Run(transport+"/"+name, func(t *testing.T) {
				t.Parallel()
				judgetest.Twice(t, func(problem func(string, ...any)) {
					_, results := check(t, name, transport, func(e *gherkin.Example) bool {
						switch name {
						case "ok.again":
							return strings.HasPrefix(e.Rule.IDs[0], "OAC-")
						case "ok.calls": // no session of it is lost: three calls would open it three times
							return slices.Contains([]string{"CLI-61", "CLI-107", "FF-57", "M-CLI-27"}, e.Rule.IDs[0])
						case "ok.anew": // others ask for more patience
							return e.Name == "a stream that ends a second time, after an event of its own"
						case "ok.model":
							return slices.Contains([]string{"CLI-46", "CLI-89", "CLI-123", "CLI-135", "CLI-136", "CLI-138", "CLI-143", "CLI-147", "CLI-148", "M-CLI-84", "M-CLI-86", "M-CLI-134", "M-CLI-152", "M-CLI-153"}, e.Rule.IDs[0])
						case "ok.tasks":
							return slices.Contains([]string{"CLI-16", "CLI-49", "CLI-119", "CLI-150", "CLI-151"}, e.Rule.IDs[0])
						case "ok.twins":
							return slices.Contains([]string{"CLI-10", "CLI-12", "CLI-17", "FF-43", "OAC-01", "OAC-32", "OAC-33", "OAC-50", "M-CLI-19", "M-CLI-23", "M-CLI-53", "M-CLI-78", "M-CLI-132"}, e.Rule.IDs[0])
						}
						parallel := name == "ok.parallel" && e.Rule.IDs[0] == "M-CLI-23" // one client is enough for the rest of that era
						return !underRace && (parallel || name == "ok.text" || !isModern(e.Rule.IDs[0]))
					})
					for _, r := range results {
						if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
							problem("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
						}
					}
				})
			})
		}
	}
}
