package steps

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// checkStory compares what the runtime itself has told of a server.
func (w *World) checkStory(server string, want *gherkin.DocString) error {
	return w.sameStory("the story of "+server, w.seen("", server), want)
}

// checkOwnStory compares what the runtime has told of no server.
func (w *World) checkOwnStory(want *gherkin.DocString) error {
	all := slices.DeleteFunc(w.seen("", ""), func(e event.Event) bool { return e.Server != "" })
	return w.sameStory("the story of no server", all, want)
}

func (w *World) sameStory(what string, all []event.Event, want *gherkin.DocString) error {
	slices.SortStableFunc(all, func(a, b event.Event) int { // the order of one instant is that of each actor
		return cmp.Or(cmp.Compare(w.since(a.At), w.since(b.At)), cmp.Compare(a.Actor, b.Actor))
	})
	var got []string
	for _, e := range all {
		if toldByRuntime(e.Kind) {
			got = append(got, fmt.Sprintf("%s %s%s", w.since(e.At), e.Kind, details(e)))
		}
	}
	var lines []string
	if text := strings.TrimSpace(want.Content); text != "" {
		lines = strings.Split(text, "\n")
	}
	return same(what, got, lines)
}

// toldByRuntime reports whether no server and no network has told an event.
func toldByRuntime(k event.Kind) bool {
	fake := strings.HasPrefix(string(k), "server.") && k != event.ServerState && k != event.ServerLog
	return fromRuntime(k) && !fake && !strings.HasPrefix(string(k), "net.")
}

// details are the fields of an event that are set.
func details(e event.Event) string {
	var out strings.Builder
	add := func(set bool, format string, value ...any) {
		if set {
			fmt.Fprintf(&out, " "+format, value...)
		}
	}
	add(e.Conn != 0, "c%d", e.Conn)
	add(e.Name != "", "%s", e.Name)
	add(e.ID != "", "id %s", e.ID)
	add(e.From+e.To != "", "%s>%s", e.From, e.To)
	add(e.N != 0, "%d", e.N)
	after := e.After.Round(time.Microsecond) // an event costs a nanosecond
	add(after != 0, "%s", after)
	add(e.Text != "", "%s", e.Text)
	add(e.Err != "", "error: %s", e.Err)
	return out.String()
}
