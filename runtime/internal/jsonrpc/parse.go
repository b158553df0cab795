package jsonrpc

import (
	"encoding/json"
	"fmt"
)

// SyntaxError says that bytes are not exactly one JSON value.
type SyntaxError struct {
	Offset int    // of the first byte that does not fit
	What   string // what was expected or found
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.What)
}

// MaxDepth is the deepest nesting of arrays and objects that [Parse] accepts,
// the same as encoding/json.
const MaxDepth = 10000

// Parse reads data as exactly one JSON value, in one pass and without copying.
// It returns a *[SyntaxError] when data is not JSON. JSON that is no message,
// and an empty batch, have kind [Invalid]. Elements of a batch that are arrays
// themselves are Invalid: batches do not nest.
func Parse(data []byte) (Message, error) {
	s := scanner{data: data}
	s.space()
	start := s.pos
	var m Message
	switch s.peek() {
	case '{':
		s.envelope(&m, 0)
	case '[':
		s.batch(&m)
	default:
		s.value(0)
	}
	end := s.pos
	if err := s.rest(); err != nil {
		return Message{}, err
	}
	m.Raw = data[start:end:end]
	return m, nil
}

// batch reads an array of messages.
func (s *scanner) batch(m *Message) {
	s.pos++
	for first := true; s.more(']', first); first = false {
		start := s.pos
		var e Message
		if s.peek() == '{' {
			s.envelope(&e, 1)
		} else {
			s.value(1)
		}
		if s.err != nil {
			return
		}
		e.Raw = s.data[start:s.pos:s.pos]
		m.Batch = append(m.Batch, e)
	}
	if len(m.Batch) > 0 {
		m.Kind = Batch
	}
}

// envelope reads an object that may be a message.
func (s *scanner) envelope(m *Message, depth int) {
	var hasMethod, badID bool
	s.pos++
	for first := true; s.more('}', first); first = false {
		key := s.key()
		value := s.member(depth)
		if s.err != nil {
			return
		}
		switch string(key) {
		case "id":
			m.ID, badID = idToken(value)
		case "method":
			m.Method, hasMethod = text(value)
		case "params":
			m.Params = value
		case "result":
			m.Result = value
		case "error":
			m.Failure = unlessNull(value)
		}
	}
	m.classify(hasMethod, badID)
}

// member reads the colon and the value of a member of an object of this depth.
func (s *scanner) member(depth int) json.RawMessage {
	s.space()
	if s.peek() != ':' {
		s.fail("colon expected")
		return nil
	}
	s.pos++
	s.space()
	start := s.pos
	s.value(depth + 1)
	return s.data[start:s.pos:s.pos]
}

// idToken tells usable ids (strings and numbers) from null and from others.
func idToken(value json.RawMessage) (id json.RawMessage, bad bool) {
	switch c := value[0]; {
	case c == '"' || c == '-' || c >= '0' && c <= '9':
		return value, false
	default:
		return nil, c != 'n'
	}
}

func unlessNull(value json.RawMessage) json.RawMessage {
	if value[0] == 'n' {
		return nil
	}
	return value
}

// text decodes a string value.
func text(value json.RawMessage) (string, bool) {
	if value[0] != '"' {
		return "", false
	}
	return string(unquote(value)), true
}

// unquote decodes a scanned string token, without copying when it has no escapes.
func unquote(token []byte) []byte {
	inner := token[1 : len(token)-1]
	for _, c := range inner {
		if c == '\\' || c >= 0x80 {
			return decode(token)
		}
	}
	return inner
}

func decode(token []byte) []byte {
	var s string
	if err := json.Unmarshal(token, &s); err != nil {
		return nil // cannot happen: the scanner has accepted the token
	}
	return []byte(s)
}
