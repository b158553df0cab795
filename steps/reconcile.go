package steps

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func reconcileSteps() []gherkin.Step {
	return gherkin.Noun("reconcile", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `servers were reconciled (\d+) times?`,
			Manual: "counts passes since the counts started, the one of the start among them", Example: `servers were reconciled 1 time`,
			Func: (*workspace).checkPasses},
		{Keyword: gherkin.Then, Pattern: `the last pass (did|failed with) "([^"]*)"`,
			Manual:  "compares what the last finished pass did, such as \"removed a; changed b; added c, d; kept 3\", or why it failed",
			Example: `the last pass did "added mail; kept 1"`, Func: (*World).checkLastPass},
		{Keyword: gherkin.Then, Pattern: `no two passes overlapped`, Manual: "checks that each pass ended before the next one began",
			Func: (*World).checkOverlap},
		{Keyword: gherkin.Then, Pattern: `status indicators were told to refresh (\d+) times?`,
			Manual:  "counts the notices since the counts started; a pass gives one at its beginning and one at its end",
			Example: `status indicators were told to refresh 2 times`, Func: (*workspace).checkIndicators},
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" never lost a tool`,
			Manual:  "checks every intermediate state since the counts started: the list of its tools never became shorter",
			Example: `server "docs" never lost a tool`, Func: (*workspace).checkNeverLost},
		{Keyword: gherkin.Then, Pattern: `these things happened to the servers in order(, among others)?:`,
			Manual: "compares what happened since the counts started, one per line: <list> is \"<names>\", <list> is absent, servers are \"<names>\", pass, " +
				"pass ended, pass failed, refresh, <server> connecting, connected, disconnected, failed, <server> has \"<tools>\", " +
				"<server> has <n> resources, <n> templates, <n> prompts, approval of \"<names>\"",
			Example: `these things happened to the servers in order:`, Func: (*workspace).checkServerHistory},
	})
}

// counted is how many events of a kind there were since the counts started.
func (n *workspace) counted(kind event.Kind) int { return len(n.seen(kind, "")) - n.skip[kind] }

// forget starts the counts of a workspace anew.
func (n *workspace) forget() {
	n.skip = map[event.Kind]int{"": len(n.seen("", ""))}
	for _, kind := range []event.Kind{
		event.SettingsTold, event.ReconcileStart, event.ServersUpdated, event.ToolsChanged, event.ApprovalNeeded,
	} {
		n.skip[kind] = len(n.seen(kind, ""))
	}
}

func (n *workspace) checkPasses(times int) error {
	return same("passes", n.counted(event.ReconcileStart), times)
}

func (w *World) checkLastPass(how, text string) error {
	all := w.seen(event.ReconcileEnd, "")
	if len(all) == 0 {
		return fmt.Errorf("no pass has ended")
	}
	last := all[len(all)-1]
	got := "did " + last.Text
	if last.Err != "" {
		got = "failed with " + last.Err
	}
	return same("the last pass", got, how+" "+text)
}

func (w *World) checkOverlap() error {
	open := 0
	for _, e := range w.seen("", "") {
		switch e.Kind {
		case event.ReconcileStart:
			open++
		case event.ReconcileEnd:
			open--
		}
		if open > 1 {
			return fmt.Errorf("pass %d began at %s, before another one had ended", e.N, w.since(e.At))
		}
	}
	return nil
}

func (n *workspace) checkIndicators(times int) error {
	return same("notices to status indicators", n.counted(event.ServersUpdated), times)
}

func (n *workspace) checkNeverLost(s *server) error {
	before := 0
	for i, e := range n.seen(event.ToolsChanged, "") {
		if e.Server != s.name && e.Server != "" { // no name stands for all servers
			continue
		}
		if e.N < before && i >= n.skip[event.ToolsChanged] {
			return fmt.Errorf("server %q had %d tools at %s and %d before", s.name, e.N, n.since(e.At), before)
		}
		before = e.N
	}
	return nil
}

func (n *workspace) checkServerHistory(others bool, want *gherkin.DocString) error {
	var got []string
	for _, e := range n.seen("", "")[n.skip[""]:] {
		if line := serverHistory(e); line != "" {
			got = append(got, line)
		}
	}
	lines := linesOf(want.Content)
	if others {
		got = among(got, lines)
	}
	return same("what happened to the servers", got, lines)
}

// linesOf are the lines of a text without what is around them; none in an empty one.
func linesOf(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// serverHistory is an event in a line of a history, empty if it has no place
// there.
func serverHistory(e event.Event) string {
	switch e.Kind {
	case event.GatingSet:
		if e.To == "set" {
			return fmt.Sprintf("%s is %q", e.Name, commas(e.Text))
		}
		return e.Name + " is " + e.To
	case event.ServersReplaced:
		return fmt.Sprintf("servers are %q", commas(e.Text))
	case event.ReconcileStart:
		return "pass"
	case event.ReconcileEnd:
		if e.Err != "" {
			return "pass failed"
		}
		return "pass ended"
	case event.ServersUpdated:
		return "refresh"
	case event.ApprovalNeeded:
		return fmt.Sprintf("approval of %q", commas(e.Text))
	case event.ToolsChanged:
		return fmt.Sprintf("%s has %q", e.Server, commas(e.Text))
	case event.ResourcesChanged:
		return fmt.Sprintf("%s has %d resources", e.Server, e.N)
	case event.TemplatesChanged:
		return fmt.Sprintf("%s has %d templates", e.Server, e.N)
	case event.PromptsChanged:
		return fmt.Sprintf("%s has %d prompts", e.Server, e.N)
	case event.ServerState:
		return serverStates[e.State()].line(e.Server)
	}
	return ""
}

// stateWord is a state in the words of a history.
type stateWord string

func (s stateWord) line(server string) string {
	if s == "" {
		return ""
	}
	return server + " " + string(s)
}

var serverStates = map[event.State]stateWord{
	event.Connecting: "connecting", event.Ready: "connected", event.Closed: "disconnected", event.Failed: "failed", event.NeedsLogin: "failed",
}

func commas(words string) string { return strings.Join(strings.Fields(words), ", ") }

// among picks the wanted lines out of what happened, in order; what it finds is
// short of what is wanted if something is missing.
func among(got, want []string) []string {
	var found []string
	for _, line := range got {
		if len(found) < len(want) && line == want[len(found)] {
			found = append(found, line)
		}
	}
	return found
}
