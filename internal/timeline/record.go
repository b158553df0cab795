package timeline

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/internal/words"
)

// The bytes of messages of a recording that a page has.
const (
	maxBytes = 64 << 10 // of one
	maxPage  = 64 << 20 // of all; of those behind that it has the beginning

	maxTogether = 16 << 20 // that are put together; what is longer is several messages
)

// recorded makes the story of a recording.
type recorded struct {
	story *Story
	lanes *lanes
	pairs pairs
	begin time.Time
	text  map[source]*stream
	bytes int // of messages, so far
}

// source is one direction of a connection, or of an exchange of HTTP.
type source struct {
	conn, exchange int
	from           string
}

// stream puts chunks together again.
type stream struct {
	data   []byte
	looked int  // bytes of it in which no message ends
	events bool // of an event stream: a message is the data of an event
	whole  bool // a message is all that comes until the end: a body of HTTP
}

// FromRecording is the story of a recording.
func FromRecording(title string, entries []recording.Entry) Story {
	s := Story{Title: title, Facts: []Fact{{"world", "real"}}}
	m := recorded{story: &s, pairs: pairs{}, text: map[source]*stream{}}
	conns := map[int]bool{}
	for _, e := range entries {
		conns[e.Conn] = true
	}
	m.lanes = newLanes(len(conns) < maxLanes, Lane{Name: "client", Kind: "client"})
	if len(entries) > 0 {
		m.begin = entries[0].At
		s.Facts = append(s.Facts, Fact{"begin", m.begin.UTC().Format(time.RFC3339)})
	}
	for _, e := range entries {
		m.add(e)
	}
	for _, at := range slices.SortedFunc(maps.Keys(m.text), func(a, b source) int {
		return cmp.Or(a.conn-b.conn, a.exchange-b.exchange, cmp.Compare(a.from, b.from))
	}) {
		m.flush(at, m.last())
	}
	s.arrange(m.lanes)
	return s
}

func (m *recorded) last() recording.Entry {
	e := recording.Entry{At: m.begin}
	if n := len(m.story.Events); n > 0 {
		e.At = m.begin.Add(time.Duration(m.story.Events[n-1].At))
	}
	return e
}

// lane is the column of a connection.
func (m *recorded) lane(conn int) int {
	return m.lanes.of("server", conn, "server")
}

func (m *recorded) add(e recording.Entry) {
	at := source{e.Conn, e.Exchange, e.From}
	switch e.Kind {
	case recording.Chunk:
		m.chunk(e, at)
		return
	case recording.End:
		m.flush(at, e)
		if e.Text == "" {
			return
		}
	case recording.Request:
		m.text[source{e.Conn, e.Exchange, recording.Client}] = &stream{whole: true}
	case recording.Response:
		m.flush(source{e.Conn, e.Exchange, recording.Client}, e)
		events := strings.HasPrefix(e.Header.Get("Content-Type"), "text/event-stream")
		m.text[source{e.Conn, e.Exchange, recording.Server}] = &stream{whole: !events, events: events}
	}
	m.put(m.happening(e))
}

// happening is an entry that is no bytes.
func (m *recorded) happening(e recording.Entry) Event {
	row := m.row(e, string(e.Kind), networkGroup)
	row.add("text", e.Text)
	row.add("place", e.Place)
	row.Head = oneLine(e.Text)
	switch e.Kind {
	case recording.Request:
		row.Head = oneLine(e.Verb + " " + e.URL)
		row.Towards, row.Lane = row.Lane+1, 0
	case recording.Response:
		row.Head = strings.TrimSpace(fmt.Sprint(e.Status, " ", http.StatusText(e.Status)))
		row.Towards = 1
	case recording.Act:
		row.Mark, row.Group = faultMark, serverGroup
		row.Head = oneLine(e.Text + "  " + e.Place)
	case recording.Exit:
		row.Head = fmt.Sprintf("code %d", e.Code)
		row.Group = serverGroup
	case recording.Signal:
		row.Towards, row.Lane = row.Lane+1, 0
	case recording.End:
		row.Err = e.Text
	}
	if e.Code != 0 || e.Status >= 400 || row.Err != "" {
		row.Mark = warnMark
	}
	for _, name := range slices.Sorted(maps.Keys(e.Header)) {
		for _, value := range e.Header[name] {
			row.add(name, value)
		}
	}
	return row
}

func (m *recorded) row(e recording.Entry, kind, group string) Event {
	row := Event{At: e.At.Sub(m.begin).Nanoseconds(), Lane: m.lane(e.Conn), Kind: kind, Group: group}
	row.add("connection", number(e.Conn))
	row.add("exchange", number(e.Exchange))
	return row
}

func (m *recorded) put(row Event) { m.story.Events = append(m.story.Events, row) }

// chunk adds what was read, and tells the messages that it completes.
func (m *recorded) chunk(e recording.Entry, at source) {
	s := m.text[at]
	if s == nil {
		s = &stream{}
		m.text[at] = s
	}
	s.data = append(s.data, e.Data...)
	for !s.whole {
		part, ok := s.next()
		if !ok {
			break
		}
		m.said(e, at, s, part)
	}
	if len(s.data) > maxTogether {
		m.said(e, at, s, s.data)
		s.data, s.looked = nil, 0
	}
}

// next is the next line or event that is complete.
func (s *stream) next() (part []byte, ok bool) {
	from := s.looked
	end, n := bytes.IndexByte(s.data[from:], '\n'), 1
	if s.events {
		from = max(0, s.looked-longestBlank)
		end, n = blankLine(s.data[from:])
	}
	if end < 0 {
		s.looked = len(s.data)
		return nil, false
	}
	part = s.data[:from+end]
	s.data, s.looked = s.data[from+end+n:], 0
	return part, true
}

// longestBlank is how long the end of an event may be, in bytes.
const longestBlank = 4

// blankLine is where an event of an event stream ends, and how long that end is.
func blankLine(data []byte) (at, length int) {
	at = -1
	for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		if i := bytes.Index(data, []byte(end)); i >= 0 && (at < 0 || i < at) {
			at, length = i, len(end)
		}
	}
	return at, length
}

// flush tells what is left of a direction.
func (m *recorded) flush(at source, e recording.Entry) {
	s := m.text[at]
	delete(m.text, at)
	if s != nil && len(bytes.TrimSpace(s.data)) > 0 {
		e.Conn, e.Exchange = at.conn, at.exchange
		m.said(e, at, s, s.data)
	}
}

// said is a line of a pipe, an event or a body.
func (m *recorded) said(e recording.Entry, at source, s *stream, part []byte) {
	if len(bytes.TrimSpace(part)) == 0 {
		return
	}
	row := m.row(e, at.from, messageGroup)
	row.add("bytes", fmt.Sprint(len(part)))
	text := string(part)
	switch at.from {
	case recording.Stderr:
		row.Group, row.Head = serverGroup, oneLine(text)
	case recording.Client:
		row.Towards, row.Lane = row.Lane+1, 0
	default:
		row.Towards = 1
	}
	if utf8.ValidString(text) {
		row.Raw = words.Clip(text, m.room())
	} else {
		row.Base64 = part[:min(len(part), m.room())]
	}
	m.bytes += len(row.Raw) + len(row.Base64)
	i := len(m.story.Events)
	m.put(row)
	if at.from != recording.Stderr {
		m.message(e, at, s, text, i)
	}
}

// room is how many bytes of a message there is room for.
func (m *recorded) room() int {
	if m.bytes > maxPage {
		return maxHead
	}
	return maxBytes
}

// message joins what was said with what it answers.
func (m *recorded) message(e recording.Entry, at source, s *stream, text string, i int) {
	if s.events {
		text = cmp.Or(eventData(text), text)
	}
	said, ok := read(text)
	method := ""
	if ok {
		if r := m.pairs.join(said, fmt.Sprint(e.Conn), at.from == recording.Client, m.story.Events, i); r >= 0 {
			method = m.story.Events[r].method
		}
	}
	row := &m.story.Events[i]
	row.Head, row.method = oneLine(text), said.method
	if ok {
		row.Head = oneLine(said.head(method))
		row.add("id", said.id)
	}
	row.Asks = said.asks()
	if said.failed {
		row.Mark = warnMark
	}
}

// eventData is the data of an event of an event stream.
func eventData(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if data, ok := strings.CutPrefix(line, "data:"); ok {
			lines = append(lines, strings.TrimRight(strings.TrimPrefix(data, " "), "\r\n"))
		}
	}
	return strings.Join(lines, "\n")
}
