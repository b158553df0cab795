package scenario

import (
	"bytes"
	"mime"
	"net/url"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// takeWeb takes an entry of an HTTP exchange.
func (c *Conversation) takeWeb(on *conn, e recording.Entry, at time.Duration) {
	on.web = true
	x := on.open[e.Exchange]
	if x == nil {
		if e.Kind != recording.Request {
			return
		}
		x = &exchange{n: e.Exchange}
		on.open[e.Exchange] = x
	}
	switch e.Kind {
	case recording.Request:
		x.verb, x.path, x.asked = e.Verb, pathOf(e.URL), e.Header
		if x.verb != "POST" {
			c.add(on, &event{kind: asked, at: at, client: true, web: x})
		}
	case recording.Response:
		c.flush(on, x, at)
		x.status, x.header = e.Status, e.Header
		if form, _, _ := mime.ParseMediaType(e.Header.Get("Content-Type")); form == "text/event-stream" {
			x.stream = &stream{}
		}
	case recording.Chunk:
		c.takeBody(on, x, e, at)
	case recording.End:
		c.endExchange(on, x, at, e.Text)
	}
}

// takeBody takes a part of a body.
func (c *Conversation) takeBody(on *conn, x *exchange, e recording.Entry, at time.Duration) {
	switch {
	case e.From == recording.Client:
		x.request = joined(x.request, e.Data)
		if x.asking.feed(e.Data) {
			c.flush(on, x, at)
		}
	case x.stream != nil:
		for _, data := range x.stream.feed(e.Data) {
			switch {
			case c.message(on, data, at, false, x):
				x.carries = true
			case x.stream.endpoint:
				on.old = true
			case len(trimmed(data)) > 0:
				c.lost.add("events of streams that are no messages")
			}
		}
	default:
		x.answer = joined(x.answer, e.Data)
	}
}

// flush adds what a request said, when it has been read.
func (c *Conversation) flush(on *conn, x *exchange, at time.Duration) {
	body := x.request
	x.request = nil
	switch {
	case x.verb != "POST" || len(trimmed(body)) == 0:
	case c.message(on, body, at, true, x):
	default:
		c.lost.add("bodies of requests that are no messages")
	}
}

// endExchange is the end of the answer.
func (c *Conversation) endExchange(on *conn, x *exchange, at time.Duration, failure string) {
	c.flush(on, x, at)
	delete(on.open, x.n)
	x.ended = at
	if x.stream == nil && c.message(on, x.answer, at, false, x) {
		x.carries = true
	}
	switch {
	case failure != "" && x.verb == "POST":
		c.add(on, &event{kind: broken, at: at, web: x, raw: []byte(failure)})
	case !x.carries && x.status != 0:
		c.add(on, &event{kind: status, at: at, web: x, code: x.status})
	}
}

// asLines makes the messages of HTTP+SSE (2024-11-05) those of a process: its requests are
// acknowledged, and answered on a stream that all of them share.
func (c *Conversation) asLines(on *conn) {
	c.lost.add("the transport HTTP+SSE (2024-11-05): its messages are those of a process, which mcpsim serve --sse serves over HTTP+SSE")
	on.web = false
	on.events = slices.DeleteFunc(on.events, func(e *event) bool {
		if e.kind == broken || e.kind == status && e.code >= 300 {
			c.lost.add("statuses and ends of requests over HTTP+SSE")
		}
		e.web = nil
		return e.kind != said
	})
}

// nesting follows a JSON value that comes in pieces.
type nesting struct {
	depth   int
	inText  bool
	escaped bool
}

// feed takes a piece, and reports whether the array or the object that has come so far ends
// in it.
func (n *nesting) feed(piece []byte) (ends bool) {
	for _, b := range piece {
		switch {
		case n.escaped:
			n.escaped = false
		case n.inText:
			n.escaped, n.inText = b == '\\', b != '"'
		case b == '"':
			n.inText = true
		case b == '{' || b == '[':
			n.depth++
		case b == '}' || b == ']':
			n.depth--
			ends = ends || n.depth == 0
		}
	}
	return ends && n.depth == 0
}

// pathOf is the path of a URL.
func pathOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.EscapedPath() == "" {
		return "/"
	}
	return u.EscapedPath()
}

// mostMessage is how many bytes of a message are put together: of a longer one mcpsim reads nothing
// anywhere.
const mostMessage = 16 << 20

// joined is a message that goes on, or its beginning, which is no message.
func joined(begun, more []byte) []byte {
	return append(begun, more[:max(0, min(len(more), mostMessage-len(begun)))]...)
}

// lines puts the lines of a pipe together.
type lines struct{ partial []byte }

func (l *lines) feed(chunk []byte) (out [][]byte) {
	for {
		at := bytes.IndexByte(chunk, '\n')
		if at < 0 {
			l.partial = joined(l.partial, chunk)
			return out
		}
		out = append(out, joined(l.partial, chunk[:at+1]))
		l.partial, chunk = nil, chunk[at+1:]
	}
}

// stream reads the data of the events of an event stream.
type stream struct {
	lines lines
	data  []byte
	any   bool // there is a data line
	after bool // a line feed belongs to the line end before it

	endpoint bool // an event of that name has been read: this is HTTP+SSE (2024-11-05)
}

func (s *stream) feed(chunk []byte) (out [][]byte) {
	if s.after && bytes.HasPrefix(chunk, []byte("\n")) {
		chunk = chunk[1:]
	}
	s.after = bytes.HasSuffix(chunk, []byte("\r"))
	chunk = bytes.ReplaceAll(bytes.ReplaceAll(chunk, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	for _, line := range s.lines.feed(chunk) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		s.endpoint = s.endpoint || string(bytes.ReplaceAll(line, []byte(" "), nil)) == "event:endpoint"
		value, isData := bytes.CutPrefix(line, []byte("data:"))
		switch {
		case isData:
			if s.any {
				s.data = append(s.data, '\n')
			}
			s.data, s.any = joined(s.data, bytes.TrimPrefix(value, []byte(" "))), true
		case len(line) == 0 && s.any:
			out = append(out, s.data)
			s.data, s.any = nil, false
		}
	}
	return out
}
