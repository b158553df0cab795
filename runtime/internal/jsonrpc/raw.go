package jsonrpc

import "encoding/json"

// Members reads a JSON object and visits its members in order, duplicates
// included. Values share memory with the object; names are valid during the
// visit. It returns a *[SyntaxError] when data is not exactly one object; then
// members before the error may have been visited.
func Members(data []byte, visit func(name []byte, value json.RawMessage)) error {
	s := scanner{data: data}
	if !s.open('{') {
		return s.err
	}
	for first := true; s.more('}', first); first = false {
		name := s.key()
		value := s.member(0)
		if s.err == nil {
			visit(name, value)
		}
	}
	return s.rest()
}

// Elements reads a JSON array and returns its elements, which share memory with
// it. The error is a *[SyntaxError] when data is not exactly one array.
func Elements(data []byte) ([]json.RawMessage, error) {
	s := scanner{data: data}
	if !s.open('[') {
		return nil, s.err
	}
	all := []json.RawMessage{}
	for first := true; s.more(']', first); first = false {
		start := s.pos
		s.value(1)
		all = append(all, s.data[start:s.pos:s.pos])
	}
	return all, s.rest()
}

// open steps into an object or array.
func (s *scanner) open(bracket byte) bool {
	s.space()
	if s.peek() != bracket {
		s.fail(string(bracket) + " expected")
		return false
	}
	s.pos++
	return true
}
