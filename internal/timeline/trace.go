package timeline

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The kinds of events that a trace has of the wire, besides those of the network, which
// begin with net.
const (
	received = "wire.received" // a server got a message
	sent     = "wire.sent"     // a server gave a message to the wire
	arrived  = "wire.arrived"  // the client read bytes
)

// virtualWorld is where seeds decide and moments are no accident.
const virtualWorld = "virtual"

// traced makes the story of a trace.
type traced struct {
	story  *Story
	lanes  *lanes
	pairs  pairs
	unseen map[string][]int  // what servers sent and the client has not read, by server
	read   map[string]string // what has arrived of a connection and is of no message so far
	work   int               // bytes that were looked through
	raws   []string          // of the events, as text
}

// FromTrace is the story of a trace.
func FromTrace(t reports.Trace) Story {
	h := t.Header
	s := Story{Title: cmp.Or(h.Scenario.Name, h.Scenario.Rule, "a trace"), Place: place(h.Scenario), Facts: []Fact{{"world", h.World}}}
	if h.World == virtualWorld {
		s.Facts = append(s.Facts, Fact{"seed", strconv.FormatUint(h.Seed, 10)}, Fact{"schedule seed", strconv.FormatUint(h.ScheduleSeed, 10)})
	}
	s.Facts = append(s.Facts, Fact{"begin", h.Begin.UTC().Format(time.RFC3339)}, Fact{"mcpsim", h.Mcpsim}, Fact{"go", h.Go})
	if h.Scenario.Rule != "" {
		s.Rules = []Rule{{Text: h.Scenario.Rule}}
	}
	if h.World == targetWorld {
		s.exchange(t)
		return s
	}
	m := traced{story: &s, pairs: pairs{}, unseen: map[string][]int{}, read: map[string]string{}}
	m.lanes = newLanes(lanesOf(t.Events) <= maxLanes, Lane{Name: "scenario", Kind: "scenario"}, Lane{Name: "runtime", Kind: "client"})
	m.lanes.apart = !slices.ContainsFunc(t.Events, func(e reports.Event) bool { return fromServer(e.Event) })
	for _, e := range t.Events {
		m.add(e.Event, e.At.Sub(h.Begin))
	}
	s.arrange(m.lanes)
	s.explain(t.Events)
	return s
}

func place(s reports.TraceScenario) string {
	if s.URI == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", s.URI, s.Line)
}

// lanesOf is how many columns there would be if each connection had one.
func lanesOf(events []reports.Event) int {
	l := newLanes(true)
	for _, e := range events {
		l.at(e.Event)
	}
	return len(l.list) + 2
}

// at is the column where an event happened.
func (l *lanes) at(e event.Event) int {
	kind := string(e.Kind)
	switch {
	case strings.HasPrefix(kind, "step.") || strings.HasPrefix(kind, "scenario."):
		return 0
	case kind == arrived, e.Server == "":
		return 1
	case !fromServer(e) && !strings.HasPrefix(kind, "net."):
		if l.apart {
			return l.of(e.Server, 0, "server")
		}
		return 1
	}
	if strings.HasPrefix(kind, "net.") && !strings.HasPrefix(kind, "net.process.") {
		e.Conn = 0 // the number of a TCP connection; a session has several
	}
	return l.of(e.Server, e.Conn, "server")
}

// fromServer reports whether a fake server told the event, not the runtime.
func fromServer(e event.Event) bool {
	return strings.HasPrefix(string(e.Kind), "wire.") || strings.HasSuffix(e.Actor, ".server")
}

func (m *traced) add(e event.Event, at time.Duration) {
	row := Event{At: at.Nanoseconds(), Lane: m.lanes.at(e), Kind: string(e.Kind), Group: groupOf(e), Mark: markOf(e), Err: e.Err}
	row.describe(e, m.lanes.apart)
	i := len(m.story.Events)
	m.story.Events = append(m.story.Events, row)
	m.raws = append(m.raws, e.Raw)
	switch string(e.Kind) {
	case received, sent:
		m.message(e, i)
	case arrived:
		m.arrival(e, i)
	}
}

// message is what a server got or sent.
func (m *traced) message(e event.Event, i int) {
	row := &m.story.Events[i]
	row.Towards, row.Lane = row.Lane+1, 1
	if e.Kind == sent {
		row.Towards, row.Lane = 2, row.Towards-1
		m.unseen[e.Server] = append(m.unseen[e.Server], i)
	}
	said, ok := read(e.Raw)
	if !ok {
		row.Head = "bytes " + oneLine(e.Raw)
		return
	}
	m.pairs.join(said, e.Server, e.Kind == received, m.story.Events, i)
	row.Asks = said.asks()
	row.Head = oneLine(said.head(e.Name))
	if said.failed && row.Mark == "" {
		row.Mark = warnMark
	}
}

// arrival is what the client has read: of all that the server sent and the client had not
// seen, what these bytes complete.
func (m *traced) arrival(e event.Event, i int) {
	m.story.Arrivals = true
	row := &m.story.Events[i]
	row.Head = fmt.Sprintf("%s from %s", words.Count(e.N, "byte"), e.Server)
	read := m.read[e.Actor] + e.Raw
	var heads []string
	left := m.unseen[e.Server][:0:0]
	for _, s := range m.unseen[e.Server] {
		m.work += len(read)
		rest, ok := without(read, strings.TrimSpace(m.raws[s]))
		if !ok {
			left = append(left, s)
			continue
		}
		read = rest
		m.story.Events[s].Seen = i + 1
		if row.Seen == 0 {
			row.Seen = s + 1
		}
		heads = append(heads, m.story.Events[s].Head)
	}
	m.read[e.Actor] = read[max(0, len(read)-maxRead):]
	m.unseen[e.Server] = m.forget(left)
	if len(heads) > 0 {
		row.Head = oneLine("sees " + strings.Join(heads, "; "))
	}
}

// maxUnseen is how many messages of a server are looked for in what arrives, and maxRead in
// how many bytes; fewUnseen is how many once maxWork bytes have been looked through.
const (
	maxUnseen = 4096
	fewUnseen = 16
	maxRead   = 16 << 10
	maxWork   = 1 << 30
)

// forget gives up the oldest of the messages that are not seen yet, if they are too many.
func (m *traced) forget(unseen []int) []int {
	limit := maxUnseen
	if m.work > maxWork {
		limit = fewUnseen
	}
	given := max(0, len(unseen)-limit)
	for _, s := range unseen[:given] {
		m.story.Events[s].Unknown = true
	}
	return unseen[given:]
}

// chunkHead stands between the chunks of a body of HTTP.
var chunkHead = regexp.MustCompile(`\r\n[0-9a-fA-F]+\r\n`)

// without is what was read without a message that is in it.
func without(read, message string) (rest string, ok bool) {
	if message == "" || len(read) < len(message) {
		return read, false
	}
	before, after, ok := strings.Cut(read, message)
	if !ok && strings.Contains(read, "\r\n") {
		before, after, ok = strings.Cut(chunkHead.ReplaceAllString(read, ""), message)
	}
	if !ok {
		return read, false
	}
	return before + after, true
}

func groupOf(e event.Event) string {
	kind := string(e.Kind)
	switch {
	case strings.HasPrefix(kind, "step."), strings.HasPrefix(kind, "scenario."):
		return stepGroup
	case kind == received, kind == sent:
		return messageGroup
	case kind == arrived, strings.HasPrefix(kind, "net."):
		return networkGroup
	case fromServer(e):
		return serverGroup
	}
	return runtimeGroup
}

func markOf(e event.Event) string {
	switch kind := string(e.Kind); {
	case e.Kind == reports.StepFail, e.Kind == reports.ScenarioFail:
		return failMark
	case kind == "server.fault", strings.HasPrefix(kind, "net.fault."):
		return faultMark
	case kind == "net.conn.reset", kind == "net.conn.refuse", e.Kind == event.LineDropped, e.Kind == event.AnswerUnmatched, e.Err != "", e.Grave():
		return warnMark
	}
	return ""
}

// counted are kinds whose number is worth a place in the line: a status, an exit code.
var counted = []string{"server.http", "server.exit", "net.process.exit"}

// describe fills in what an event tells besides what all have. apart says that its column
// is that of its server.
func (row *Event) describe(e event.Event, apart bool) {
	var head []string
	word := func(text string) {
		if text != "" {
			head = append(head, text)
		}
	}
	if groupOf(e) == runtimeGroup && !apart {
		word(e.Server)
	}
	word(e.Name)
	switch {
	case e.From != "" && e.To != "":
		word(e.From + " → " + e.To)
	default:
		word(e.From + e.To)
	}
	if e.After != 0 {
		word("after " + e.After.String())
	}
	if e.N != 0 && (groupOf(e) == runtimeGroup || slices.Contains(counted, string(e.Kind))) {
		word(strconv.Itoa(e.N))
	}
	word(e.Text)
	row.Head = oneLine(strings.Join(head, " "))
	row.facts(e)
	if utf8.ValidString(e.Raw) {
		row.Raw = e.Raw
	} else {
		row.Base64 = []byte(e.Raw)
	}
}

func (row *Event) facts(e event.Event) {
	row.add("actor", e.Actor)
	row.add("server", e.Server)
	row.add("connection", number(e.Conn))
	row.add("name", e.Name)
	row.add("id", e.ID)
	row.add("from", e.From)
	row.add("to", e.To)
	if e.After != 0 {
		row.add("after", e.After.String())
	}
	row.add("n", number(e.N))
	row.add("text", e.Text)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
