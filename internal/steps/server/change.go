package server

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// changes is the noun of steps about changes of lists that are announced.
type changes struct{ *check }

func changeSteps() []Step {
	return gherkin.Noun("change", []Step{
		{Keyword: Given, Pattern: `the server announces changes of a list`,
			Manual: "declares listChanged for tools, resources or prompts; not testable if it does not", Func: (*changes).announces},
		{Keyword: Given, Pattern: `the server's own messages are listened to`, Manual: "over HTTP on a GET stream, if there is one",
			Func: (*changes).listenTo},
		{Keyword: When, Pattern: `each list is read (\d+) times`, Manual: "of tools, resources and prompts, those that are declared",
			Example: "each list is read 20 times", Func: (*changes).readOften},
		{Keyword: Then, Pattern: `each list that has changed was announced`,
			Manual: "of those whose changes are; not observed if calling tools changed none", Func: (*changes).changesAnnounced},
		{Keyword: Then, Pattern: `no change was announced of a list that stayed the same`, Manual: "since the reading began",
			Func: (*changes).noFalseAlarm},
	})
}

// changeable are the capabilities whose lists can change, in order.
var changeable = []string{"tools", "resources", "prompts"}

// announcement is the method that announces a change.
func announcement(capability string) string {
	return "notifications/" + capability + "/list_changed"
}

func (w *changes) announces() error {
	for _, capability := range changeable {
		if w.c.DeclaresMore(capability, "listChanged") {
			return nil
		}
	}
	return verdict.NotTestable("the server does not declare listChanged")
}

func (w *changes) listenTo() error {
	w.c.Listen()
	return nil
}

// announced counts the announcements of a change among frames.
func announced(frames []probe.Frame, capability string) int {
	n := 0
	for _, f := range frames {
		if f.IsNotification() && f.Method() == announcement(capability) {
			n++
		}
	}
	return n
}

func (w *changes) changesAnnounced(s *probe.Survey) error {
	changed := 0
	for _, l := range probe.Lists {
		before, known := s.Before[l.Method]
		after, still := s.After[l.Method]
		if !known || !still || before == after || strings.Contains(l.Method, "templates") {
			continue
		}
		changed++
		if announced(s.Frames, l.Capability) == 0 {
			w.bench.Recall(s.Events)
			return fmt.Errorf("after tools were called %s is another than before, and no %s came", l.Method, announcement(l.Capability))
		}
	}
	if changed == 0 {
		return verdict.NotObserved("no list whose changes are announced has changed when tools were called")
	}
	return nil
}

// readOften marks the lists that are the same at the end as at the beginning.
func (w *changes) readOften(times int) error {
	w.sent = w.c.Inbox.Size()
	for _, l := range probe.Lists {
		if !w.c.Declared[l.Capability] || strings.Contains(l.Method, "templates") {
			continue
		}
		first := ""
		for i := range times {
			answer, err := w.c.Call(l.Method, "")
			if err != nil {
				w.trouble = true
				return fmt.Errorf("%s: %w", l.Method, err)
			}
			text := string(answer.Members["result"])
			if i == 0 {
				first = text
			}
			if i == times-1 && text == first && text != "" {
				w.marks["same "+l.Capability] = "yes"
			}
		}
	}
	return nil
}

func (w *changes) noFalseAlarm() error {
	same := 0
	for _, capability := range changeable {
		if w.marks["same "+capability] == "" {
			continue
		}
		same++
		if n := announced(w.c.Inbox.Since(w.sent), capability); n > 0 {
			return fmt.Errorf("%s came %d times, and the list is the same", announcement(capability), n)
		}
	}
	if same == 0 {
		return verdict.NotObserved("no list stayed the same")
	}
	return nil
}
