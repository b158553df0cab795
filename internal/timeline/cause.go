package timeline

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// maxCauses is how many events before a failure are pointed at.
const maxCauses = 3

// explain finds the event that failed and what went wrong before it: the last faults and
// errors that are about a server which the failing step names, or about any if it names none.
func (s *Story) explain(events []reports.Event) {
	failed := slices.IndexFunc(s.Events, func(e Event) bool { return e.Mark == failMark })
	if failed < 0 {
		return
	}
	s.Failure, s.Verdict = failed+1, string(reports.Failed)
	s.Problem = events[failed].Text + "\n" + events[failed].Err
	named := map[string]bool{}
	for _, e := range events {
		if e.Server != "" && strings.Contains(events[failed].Text, `"`+e.Server+`"`) {
			named[e.Server] = true
		}
	}
	seen := map[string]bool{}
	for i := failed - 1; i >= 0 && len(s.Causes) < maxCauses; i-- {
		e := s.Events[i]
		key := e.Kind + " " + e.Head
		if e.Mark == "" || seen[key] || len(named) > 0 && !named[events[i].Server] {
			continue
		}
		seen[key] = true
		s.Causes = append(s.Causes, i+1)
	}
}
