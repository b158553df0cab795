package streamhttp

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/transport/lines"
)

// errCut says that a stream ended within a line. What it belongs to is not delivered.
var errCut = errors.New("unexpected end of input")

// eventReader reads server-sent events of bounded size. Make it with newEventReader. It
// looks at every byte once and copies nothing but what is longer than its buffer, or has
// several data lines.
type eventReader struct {
	in    *lines.Reader
	limit int
	begin int  // of the current event, in the stream
	begun bool // a line has come
	last  string

	told  bool          // the server has said how long to wait before a stream is resumed
	retry time.Duration // the last one told
}

// usualKind is the name of nearly all events that have one.
const usualKind = "message"

// serverEvent is one event.
type serverEvent struct {
	id   string // of this event, or of the last one before that had an id
	kind string // its name, "" for none
	data []byte
	own  bool // nothing else uses the memory of data; otherwise it is valid until the next event

	fields bool // there is something to deliver
	filled bool // there was a data line
}

func newEventReader(r io.Reader, limit int) *eventReader {
	return &eventReader{in: lines.New(r, limit, true), limit: limit}
}

// next returns the next event. A last one that is complete but for its blank line is one
// (F-36). After the last it returns the error of the stream, io.EOF at its end.
func (r *eventReader) next() (e serverEvent, err error) {
	for {
		line, err := r.line()
		if err != nil && !(e.fields && errors.Is(err, io.EOF)) {
			return e, err
		}
		if len(line.Text) > 0 {
			r.field(&e, line)
			continue
		}
		r.begin = r.in.Taken()
		if e.fields {
			return e, nil
		}
	}
}

// line returns the next line of an event, which is bounded as a whole.
func (r *eventReader) line() (lines.Line, error) {
	r.in.Max = r.limit - (r.in.Taken() - r.begin) - 1
	line, err := r.in.Next()
	switch {
	case errors.Is(err, lines.ErrTooLong):
		return line, &TooLargeError{What: "event", Limit: r.limit}
	case err != nil:
		return line, err
	case !r.begun:
		r.begun = true
		line.Text = bytes.TrimPrefix(line.Text, []byte("\xef\xbb\xbf"))
	}
	if !line.Ended && len(line.Text) > 0 { // a mark alone is no line
		return line, errCut
	}
	return line, nil
}

// field takes one line. Comments and unknown fields say nothing.
func (r *eventReader) field(e *serverEvent, line lines.Line) {
	name, value, _ := bytes.Cut(line.Text, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		r.data(e, value, line.Own)
	case "event":
		if e.kind = usualKind; string(value) != usualKind {
			e.kind = string(value)
		}
	case "id":
		if bytes.IndexByte(value, 0) >= 0 {
			return
		}
		r.last = string(value)
	case "retry":
		r.wait(value)
		return
	default:
		return
	}
	e.fields, e.id = true, r.last
}

// data takes a data line. One that comes alone is left where it is, unless the next line
// has to be read over it.
func (r *eventReader) data(e *serverEvent, value []byte, own bool) {
	switch {
	case e.filled:
		e.data, e.own = append(append(e.data, '\n'), value...), true
	case own || r.in.Buffered():
		e.data, e.own = value, own
	default:
		e.data, e.own = bytes.Clone(value), true
	}
	e.filled = true
}

// wait takes a retry field of digits only; any other is ignored, as the standard says.
func (r *eventReader) wait(value []byte) {
	if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil {
		r.told, r.retry = true, time.Duration(ms)*time.Millisecond
	}
}
