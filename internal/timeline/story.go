package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/words"
)

// Story is one run as a page shows it. The names in JSON are short because a page may have
// a hundred thousand events.
type Story struct {
	Title    string  `json:"title"`
	Place    string  `json:"place,omitempty"`   // where the scenario stands
	Verdict  string  `json:"verdict,omitempty"` // "" = it has none, as a recording
	Problem  string  `json:"problem,omitempty"` // why it has not passed
	Again    string  `json:"again,omitempty"`   // the command line that runs it again
	Rules    []Rule  `json:"rules,omitempty"`   // what it is an example of
	Facts    []Fact  `json:"facts"`
	Lanes    []Lane  `json:"lanes"`
	Events   []Event `json:"events"`
	Failure  int     `json:"failure,omitempty"`  // 1 + the event that failed; 0 = none did
	Causes   []int   `json:"causes,omitempty"`   // 1 + what went wrong before it, the last first
	Arrivals bool    `json:"arrivals,omitempty"` // it is known what the client saw: what has no arrival was lost
}

// Rule is a text that the run is measured by.
type Rule struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Fact is a word and what it is in this run, such as seed and 1.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Lane is a column: one of those who act.
type Lane struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // scenario, client, server or conn

	owner string // the server of a connection, or the name
	conn  int
}

// Event is a row.
type Event struct {
	At      int64  `json:"t"`           // nanoseconds since the beginning
	Lane    int    `json:"l"`           // where it happened
	Towards int    `json:"o,omitempty"` // 1 + the lane that a message is meant for; 0 = it is none
	Group   string `json:"g"`           // step, message, runtime, network or server
	Kind    string `json:"k"`           // as the trace calls it
	Head    string `json:"h"`           // what happened, in a line
	Mark    string `json:"m,omitempty"` // fail, fault or warn
	Pair    int    `json:"p,omitempty"` // 1 + the answer to this request, or the request that this answers
	Asks    bool   `json:"q,omitempty"` // it is a request, which wants an answer
	Seen    int    `json:"s,omitempty"` // 1 + the arrival of what was sent, or the sending of what arrived
	Unknown bool   `json:"u,omitempty"` // whether it was seen has not been found out
	Err     string `json:"e,omitempty"`
	Facts   []Fact `json:"f,omitempty"` // further words of it; of a head of HTTP, its headers
	Raw     string `json:"r,omitempty"` // bytes of the wire
	Base64  []byte `json:"b,omitempty"` // the same, if they are no UTF-8
	Differs bool   `json:"d,omitempty"` // the other run has no such event

	method string // of a request
}

// The groups of events by which a reader filters.
const (
	stepGroup    = "step"
	messageGroup = "message"
	runtimeGroup = "runtime"
	networkGroup = "network"
	serverGroup  = "server"
)

// The marks, gravest first.
const (
	failMark  = "fail"
	faultMark = "fault"
	warnMark  = "warn"
)

// maxHead bounds the text of a row, in bytes.
const maxHead = 400

// oneLine is a text as a row shows it.
func oneLine(text string) string { return words.Clip(words.Visible(text), maxHead) }

// add appends a fact unless it is empty.
func (e *Event) add(name, value string) {
	if value != "" {
		e.Facts = append(e.Facts, Fact{name, value})
	}
}

// arrange puts the columns of a server side by side, under its name alone if it has one.
func (s *Story) arrange(l *lanes) {
	var order []int
	used := map[int]bool{}
	for _, e := range s.Events {
		used[e.Lane] = true
	}
	first, many := map[string]int{}, map[string]int{}
	for i, lane := range l.list {
		if lane.Kind == "scenario" && !used[i] {
			continue
		}
		order = append(order, i)
		many[lane.owner]++
		if _, ok := first[lane.owner]; !ok {
			first[lane.owner] = i
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := l.list[a], l.list[b]
		return cmp.Or(cmp.Compare(first[x.owner], first[y.owner]), cmp.Compare(x.conn, y.conn))
	})
	place := make([]int, len(l.list))
	for to, from := range order {
		place[from] = to
		lane := l.list[from]
		if many[lane.owner] == 1 {
			lane.Name = lane.owner
			if lane.Kind == "conn" {
				lane.Kind = "server"
			}
		}
		s.Lanes = append(s.Lanes, lane)
	}
	for i := range s.Events {
		e := &s.Events[i]
		e.Lane = place[e.Lane]
		if e.Towards != 0 {
			e.Towards = place[e.Towards-1] + 1
		}
	}
}

// lanes gives columns to those who act, in the order in which they first do.
type lanes struct {
	list  []Lane
	index map[string]int
	own   bool // connections have columns of their own
	apart bool // what the runtime tells of a server is in that server's column: the servers tell nothing themselves
}

// maxLanes is how many columns are still easy to look at: with more connections than that
// each server has one for all of them.
const maxLanes = 14

func newLanes(own bool, first ...Lane) *lanes {
	l := &lanes{index: map[string]int{}, own: own}
	for _, lane := range first {
		l.of(lane.Name, 0, lane.Kind)
	}
	return l
}

// of is the column of a server, or of one of its connections.
func (l *lanes) of(owner string, conn int, kind string) int {
	lane := Lane{Name: owner, Kind: kind, owner: owner}
	if conn != 0 && l.own {
		lane.Name, lane.Kind, lane.conn = fmt.Sprintf("%s · %d", owner, conn), "conn", conn
	}
	key := fmt.Sprintf("%s\x00%d", owner, lane.conn)
	i, ok := l.index[key]
	if !ok {
		i = len(l.list)
		l.index[key] = i
		l.list = append(l.list, lane)
	}
	return i
}
