package timeline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// targetWorld is the world of checks: somebody's client or server, as seen from the other
// end. Their traces have two actors, client and server, and whose message an event holds is
// said by its actor.
const targetWorld = "target"

// The columns of a check.
const (
	checkLane = iota
	clientLane
	serverLane
)

// exchange makes the story of a check.
func (s *Story) exchange(t reports.Trace) {
	s.Lanes = []Lane{{Name: "check", Kind: "scenario"}, {Name: "client", Kind: "client"}, {Name: "server", Kind: "server"}}
	all := pairs{}
	for i, e := range t.Events {
		row := Event{At: e.At.Sub(t.Header.Begin).Nanoseconds(), Kind: string(e.Kind), Group: networkGroup, Mark: markOf(e.Event), Err: e.Err}
		row.describe(e.Event, false)
		switch {
		case groupOf(e.Event) == stepGroup || e.Actor != "client" && e.Actor != "server":
			row.Group = stepGroup
		case e.Actor == "client":
			row.Lane, row.Towards = clientLane, serverLane+1
		default:
			row.Lane, row.Towards = serverLane, clientLane+1
		}
		if row.Lane != checkLane && e.Raw == "" && !strings.HasPrefix(string(e.Kind), "http") {
			row.Towards = 0
		}
		s.Events = append(s.Events, row)
		s.heard(e.Event, i, all)
	}
	s.explain(t.Events)
}

// heard tells the message in an event, if it holds one.
func (s *Story) heard(e event.Event, i int, all pairs) {
	row := &s.Events[i]
	if row.Group == stepGroup || e.Raw == "" {
		return
	}
	said, ok := read(e.Raw)
	if !ok {
		if utf8.ValidString(e.Raw) {
			row.Head = oneLine(strings.TrimSpace(row.Head + " " + e.Raw))
		}
		return
	}
	method := ""
	if r := all.join(said, fmt.Sprint(e.Conn), e.Actor == "client", s.Events, i); r >= 0 {
		method = s.Events[r].method
	}
	row.Group, row.Asks, row.method = messageGroup, said.asks(), said.method
	row.Head = oneLine(said.head(method))
	if said.failed && row.Mark == "" {
		row.Mark = warnMark
	}
}
