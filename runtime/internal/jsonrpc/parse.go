package jsonrpc

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// envelope are the members of a message. Their case matters.
var envelope = jsonscan.Exact("id", "method", "params", "result", "error")

// MaxBatch is how many messages a batch may hold: a small element takes a hundred times
// its size.
const MaxBatch = 10_000

// Parse reads data as exactly one JSON value, in one pass and without copying.
// It returns a *[jsonscan.SyntaxError] when data is not JSON. JSON that is no message, an
// empty batch and one above [MaxBatch] have kind [Invalid]. Elements of a batch that are arrays
// themselves are Invalid: batches do not nest.
func Parse(data []byte) (Message, error) {
	s := jsonscan.New(data)
	var m Message
	count := 0
	if start := s.Offset(); s.Next() == '[' {
		s.Array(func() {
			if count++; count > MaxBatch {
				s.Value()
				return
			}
			m.Batch = append(m.Batch, read(&s))
		})
		m.Raw = s.Since(start)
	} else {
		m = read(&s)
	}
	if err := s.End(); err != nil {
		return Message{}, err
	}
	switch {
	case count > MaxBatch:
		m.Batch = nil
	case count > 0:
		m.Kind = Batch
	}
	return m, nil
}

// read reads a value that may be a message, but is no batch.
func read(s *jsonscan.Scanner) (m Message) {
	if s.Next() != '{' {
		m.Raw = s.Value()
		return m
	}
	var hasMethod, badID bool
	s.Kept(&m.Raw, envelope, func(name string) {
		value := s.Value()
		if value == nil {
			return
		}
		switch name {
		case "id":
			m.ID, badID = idToken(value)
		case "method":
			m.Method, hasMethod = methodName(value)
		case "params":
			m.Params = value
		case "result":
			m.Result = value
		case "error":
			m.Failure = unlessNull(value)
		}
	})
	m.classify(hasMethod, badID)
	return m
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

// usual are the methods that servers call again and again: their text is not copied.
var usual = []string{
	"notifications/message", "notifications/progress", "ping",
	"notifications/resources/updated", "notifications/tools/list_changed",
}

// methodName decodes a method; ok is false for what is no string.
func methodName(value json.RawMessage) (name string, ok bool) {
	if value[0] != '"' {
		return "", false
	}
	return jsonscan.Unquote(value, usual...), true
}
