package recording

import (
	"bytes"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// harStream is the event stream of a session of HTTP+SSE (2024-11-05): a GET whose first
// event names the endpoint that the client posts to.
type harStream struct {
	harExchange
	endpoint string               // as an absolute URL
	about    Entry                // of its answer
	answered map[string]time.Time // when a POST was, by the id of its message
}

// harEvent is an event of a stream, with its bytes as they came.
type harEvent struct {
	raw  []byte
	name string
	data []byte
}

// eventsOf are the events of a stream, however their lines end.
func eventsOf(text []byte) iter.Seq[harEvent] {
	return func(yield func(harEvent) bool) {
		var e harEvent
		for begin, at := 0, 0; at < len(text); {
			line, next := lineAt(text, at)
			name, value, _ := bytes.Cut(line, []byte(":"))
			switch value = bytes.TrimPrefix(value, []byte(" ")); string(name) {
			case "event":
				e.name = string(value)
			case "data":
				e.data = append(e.data, value...)
			}
			at = next
			if len(line) == 0 || at == len(text) {
				e.raw = text[begin:at]
				if !yield(e) {
					return
				}
				e, begin = harEvent{}, at
			}
		}
	}
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
func (e harExchange) listens() bool {
	return e.Request.Method == http.MethodGet && strings.HasPrefix(e.answer.Get("Content-Type"), "text/event-stream")
}

// stream reads an exchange as such a stream; nil = it is none.
func (e harExchange) stream() *harStream {
	if !e.listens() {
		return nil
	}
	at, err := url.Parse(e.Request.URL)
	if err != nil {
		return nil
	}
	for first := range eventsOf(e.body) {
		if to, err := at.Parse(string(first.data)); err == nil && first.name == "endpoint" {
			return &harStream{harExchange: e, endpoint: to.String(), answered: map[string]time.Time{}}
		}
		break
	}
	return nil
}

// listen begins the connection of a stream.
func (r *harReader) listen(s *harStream) {
	r.now = s.Started
	s.about = Entry{Conn: r.tap.Open(s.Request.URL), Exchange: r.tap.exchange()}
	r.tap.request(s.about, s.Request.Method, s.Request.URL, s.asked, nil)
	s.about.From = Server
	r.tap.response(s.about, s.Response.Status, s.answer)
	r.streams = append(r.streams, s)
}

// tell adds what came in a stream. Its archive does not say when: an answer came behind the
// POST of its request at the earliest, and everything behind what was before it in the stream.
func (r *harReader) tell(s *harStream) {
	r.now = s.Started
	for e := range eventsOf(s.body) {
		if r.err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(e.data, &m) == nil && m.Method == "" && s.answered[string(m.ID)].After(r.now) {
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
