package recording

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// harStream is the event stream of a session of HTTP+SSE (2024-11-05): a GET whose first
// event names the endpoint that the client posts to.
type harStream struct {
	harEntry
	endpoint string // as an absolute URL
	events   []harEvent
	about    Entry                // of its answer
	answered map[string]time.Time // when a POST was, by the id of its message
}

// harEvent is an event of a stream, with its bytes as they came.
type harEvent struct {
	raw        []byte
	name, data string
}

// eventsOf are the events of a stream, however their lines end.
func eventsOf(text []byte) (out []harEvent) {
	var e harEvent
	for begin, at := 0, 0; at < len(text); {
		line, next := lineAt(text, at)
		name, value, _ := strings.Cut(string(line), ":")
		switch value = strings.TrimPrefix(value, " "); name {
		case "event":
			e.name = value
		case "data":
			e.data += value
		}
		at = next
		if len(line) == 0 || at == len(text) {
			e.raw = text[begin:at]
			out = append(out, e)
			e, begin = harEvent{}, at
		}
	}
	return out
}

// lineAt is the line that begins at a place, without its end, and where the next one begins.
func lineAt(text []byte, at int) (line []byte, next int) {
	end := bytes.IndexAny(text[at:], "\r\n")
	if end < 0 {
		return text[at:], len(text)
	}
	next = at + end + 1
	if bytes.HasPrefix(text[at+end:], []byte("\r\n")) {
		next++
	}
	return text[at : at+end], next
}

// listens reports whether an exchange is a GET of an event stream.
func (e harEntry) listens() bool {
	form := headerOf(e.Response.Headers).Get("Content-Type")
	return e.Request.Method == http.MethodGet && strings.HasPrefix(form, "text/event-stream")
}

// streamOf reads an entry as such a stream; nil = it is none.
func streamOf(e harEntry, body []byte) *harStream {
	events := eventsOf(body)
	if !e.listens() || len(events) == 0 || events[0].name != "endpoint" {
		return nil
	}
	at, err := url.Parse(e.Request.URL)
	if err != nil {
		return nil
	}
	to, err := at.Parse(events[0].data)
	if err != nil {
		return nil
	}
	return &harStream{harEntry: e, endpoint: to.String(), events: events, answered: map[string]time.Time{}}
}

// listen begins the connection of a stream.
func (r *harReader) listen(s *harStream) {
	r.now = s.Started
	s.about = Entry{Conn: r.tap.Open(s.Request.URL), Exchange: r.tap.exchange()}
	r.tap.request(s.about, s.Request.Method, s.Request.URL, headerOf(s.Request.Headers), nil)
	s.about.From = Server
	r.tap.response(s.about, s.Response.Status, headerOf(s.Response.Headers))
	r.streams = append(r.streams, s)
}

// tell adds what came in a stream. Its archive does not say when: an answer came behind the
// POST of its request at the earliest, and everything behind what was before it in the stream.
func (r *harReader) tell(s *harStream) {
	r.now = s.Started
	for _, e := range s.events {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal([]byte(e.data), &m) == nil && m.Method == "" && s.answered[string(m.ID)].After(r.now) {
			r.now = s.answered[string(m.ID)]
		}
		chunk := s.about
		chunk.Kind, chunk.Data = Chunk, e.raw
		r.tap.add(chunk)
	}
	end := s.about
	end.Kind = End
	if over := s.over(); over.After(r.now) {
		r.now = over
	}
	r.tap.add(end)
}

// posted is the connection of the stream that a message was posted for, 0 if there is none;
// the stream notes when that was.
func (r *harReader) posted(e harEntry) (conn int) {
	for _, s := range r.streams {
		if s.endpoint != e.Request.URL || e.Request.Method != http.MethodPost {
			continue
		}
		var m struct{ ID json.RawMessage }
		if json.Unmarshal([]byte(e.Request.PostData.Text), &m) == nil && len(m.ID) > 0 {
			s.answered[string(m.ID)] = e.over()
		}
		conn = s.about.Conn
	}
	return conn
}
