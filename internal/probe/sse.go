package probe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Event is one event of a stream as it was written.
type Event struct {
	Name  string
	Data  []byte // nil if there was no data field
	ID    string
	At    time.Time // when it came on a stream that keeps it
	retry string
	odd   string // what is wrong with how it was written; "" = nothing
	cut   bool   // the stream ended before the empty line that ends it
	bare  bool   // its first line is JSON, and no field
}

// torn reports whether its data is to be a message and is no JSON.
func (e Event) torn() bool {
	text := bytes.TrimSpace(e.Data)
	return len(text) > 0 && (e.Name == "" || e.Name == "message") && !json.Valid(text)
}

// maxFields is how long the id, the name and the time of an event may be together, in bytes.
// An id comes back as a header, which takes less than that.
const maxFields = 64 << 10

// readEvents calls took for every event until took returns false, the stream
// ends, or it breaks. Comments are passed over, and so is a byte order mark at
// the beginning. It returns io.EOF at the end, nil if took ended it.
func readEvents(r io.Reader, took func(Event) bool) error {
	lines := eventLines{in: bufio.NewReaderSize(r, 16<<10)}
	var e Event
	filled, begun := false, false
	for {
		l, err := lines.next()
		if err != nil {
			switch bare := !filled && isBare(l); { // clients drop it; what it says is not lost here
			case !errors.Is(err, io.EOF):
			case filled && json.Valid(e.Data):
				e.odd, e.cut = "ends without an empty line after its last event", true
				took(e)
			case bare || filled && e.bare:
				e.odd = "has a message that is in no event"
				took(e)
			}
			return err
		}
		if !begun {
			l, begun = bytes.TrimPrefix(l, []byte("\ufeff")), true
		}
		switch {
		case len(l) > 0 && l[0] != ':':
			filled = true
			switch e.field(l); {
			case len(e.Data) > MaxMessage:
				return errTooLong
			case len(e.ID)+len(e.Name)+len(e.retry) > maxFields:
				return errNamed
			}
		case len(l) == 0 && filled && tooLong(e.Data):
			return errTooLong
		case len(l) == 0 && filled:
			if !took(e) {
				return nil
			}
			e, filled = Event{}, false
		}
	}
}

// eventLines splits a stream at LF, CRLF and CR, which all end lines in event
// streams. A line that ends with CR is there before the next byte has come.
type eventLines struct {
	in    *bufio.Reader
	ended byte // the byte that ended the last line
}

// next returns a line without its end. One that the stream ends in is left out,
// as the standard has it, and comes with the error.
func (s *eventLines) next() ([]byte, error) {
	var out []byte
	for {
		c, err := s.in.ReadByte()
		switch {
		case err != nil:
			return out, err
		case c == '\n' && s.ended == '\r':
			s.ended = 0
		case c == '\n' || c == '\r':
			s.ended = c
			return out, nil
		case len(out) == MaxMessage:
			return nil, errTooLong
		default:
			s.ended = 0
			out = append(out, c)
		}
	}
}

func (e *Event) field(l []byte) {
	name, value, _ := bytes.Cut(l, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.Name = string(value)
	case "id":
		e.ID = string(value)
	case "retry":
		e.retry = string(value)
		if e.odd == "" && (len(value) == 0 || len(bytes.Trim(value, "0123456789")) > 0) {
			e.odd = "has a retry of " + Quote(value) + ", which is no number"
		}
	default:
		if e.odd == "" && !bytes.HasPrefix(bytes.ToLower(name), []byte("x-")) { // clients pass over what is somebody's own
			e.bare = e.Data == nil && isBare(l)
			e.odd = fmt.Sprintf("has a field named %s, which there is not", Quote(name))
		}
	case "data":
		if e.Data != nil {
			e.Data = append(e.Data, '\n')
		} else {
			e.Data = []byte{}
		}
		e.Data = append(e.Data, value...)
	}
}

// isBare reports whether a line is a message as a body of JSON has it.
func isBare(l []byte) bool {
	l = bytes.TrimSpace(l)
	return len(l) > 0 && (l[0] == '{' || l[0] == '[') && json.Valid(l)
}

// RetryOf is the last time that events ask a client to wait before it comes
// back, and whether they ask.
func RetryOf(events []Event) (wait time.Duration, asked bool) {
	for _, e := range events {
		if ms, err := strconv.ParseUint(e.retry, 10, 31); err == nil {
			wait, asked = time.Duration(ms)*time.Millisecond, true
		}
	}
	return wait, asked
}
