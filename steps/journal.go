package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func journalSteps() []gherkin.Step {
	return gherkin.Noun("journal", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `server "([^"]+)" kept this journal(?: of "([^"]*)")?:`,
			Manual:  "compares what a server saw, did and sent, or of that only some kinds, one \"<time> <connection> <kind> <details>\" per line",
			Example: `server "docs" kept this journal of "fault, exit":`, Func: (*server).checkJournal},
		{Keyword: gherkin.Then, Pattern: `the link to "([^"]+)" saw:`, Virtual: true,
			Manual: "compares what happened on the network, one \"<time> <connection> <what> <fault> <exit code> <details>\" per line", Example: `the link to "docs" saw:`,
			Func: wired.checkEvents},
		{Keyword: gherkin.Then, Pattern: `the trace tells of "([^"]+)", among others`,
			Manual:  "looks for events of these kinds in everything that was seen so far",
			Example: `the trace tells of "server.state, tools.changed", among others`, Func: (*World).checkKinds},
	})
}

func (s *server) checkJournal(kinds []string, want *gherkin.DocString) error {
	var lines []string
	for _, e := range s.fake.Journal() {
		if len(kinds) == 0 || slices.Contains(kinds, string(e.Kind)) {
			lines = append(lines, s.w.journalLine(e))
		}
	}
	return same("the journal of server "+s.name, lines, strings.Split(want.Content, "\n"))
}

// journalLine is an entry in words; what it does not have is left out.
func (w *World) journalLine(e fakeserver.Entry) string {
	n := ""
	switch {
	case e.Status != 0:
		n = fmt.Sprint(e.Status)
	case e.Kind == fakeserver.KindExit:
		n = fmt.Sprint(e.Size)
	}
	raw := ""
	if e.Kind == fakeserver.KindRaw || e.Kind == fakeserver.KindStderr {
		raw = e.Raw
	}
	id := e.ID
	if e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindFault {
		id = "" // as the client chose it
	}
	return joinWords(w.since(e.At).String(), fmt.Sprint(e.Conn), string(e.Kind), string(e.Direction), e.Verb, e.Method, id, n, e.Text, raw)
}

func (s wired) checkEvents(want *gherkin.DocString) error {
	var lines []string
	for _, e := range s.w.seen("", s.name) {
		what, ok := strings.CutPrefix(string(e.Kind), "net.")
		if !ok {
			continue
		}
		n := ""
		if what == "process.exit" {
			n = fmt.Sprint(e.N)
		}
		lines = append(lines, joinWords(s.w.since(e.At).String(), fmt.Sprint(e.Conn), what, e.Name, n, e.Text))
	}
	expected := strings.Split(want.Content, "\n")
	if s.w.scenario.Racing || s.w.scenario.ScheduleSeed != 0 { // both ends of a connection close at one instant
		slices.Sort(lines)
		slices.Sort(expected)
	}
	return same("what happened on the link to "+s.name, lines, expected)
}

func (w *World) checkKinds(kinds []string) error {
	var missing []string
	for _, kind := range kinds {
		if len(w.seen(event.Kind(kind), "")) == 0 {
			missing = append(missing, kind)
		}
	}
	return same("kinds of events that the trace lacks", missing, nil)
}

// joinWords joins what is not empty.
func joinWords(words ...string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}
