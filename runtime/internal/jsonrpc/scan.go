package jsonrpc

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// scanner walks over one JSON text and checks it. After the first error pos
// stands still and every method returns at once.
type scanner struct {
	data  []byte
	pos   int
	err   error
	loose bool // there is space between tokens
}

func (s *scanner) fail(what string) {
	if s.err == nil {
		s.err = &SyntaxError{Offset: s.pos, What: what}
	}
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
			s.loose = true
		default:
			return
		}
	}
}

// more reports whether another element follows in an array or object that ends
// with end, and steps over the comma or the end.
func (s *scanner) more(end byte, first bool) bool {
	if s.err != nil {
		return false
	}
	s.space()
	c := s.peek()
	switch {
	case c == end:
		s.pos++
		return false
	case first:
		return true
	case c != ',':
		s.fail("comma or end expected")
		return false
	}
	s.pos++
	s.space()
	return true
}

// one steps over exactly one value and the space around it.
func (s *scanner) one() error {
	s.space()
	s.value(0)
	return s.rest()
}

// rest checks that nothing but space is left.
func (s *scanner) rest() error {
	s.space()
	if s.pos < len(s.data) {
		s.fail("text after the value")
	}
	return s.err
}

// value steps over any value that is nested in depth others.
func (s *scanner) value(depth int) {
	if s.err != nil {
		return
	}
	switch c := s.peek(); c {
	case '{':
		s.object(depth)
	case '[':
		s.array(depth)
	case '"':
		s.str()
	case 't':
		s.literal("true")
	case 'f':
		s.literal("false")
	case 'n':
		s.literal("null")
	default:
		s.number()
	}
}

func (s *scanner) object(depth int) {
	if s.tooDeep(depth) {
		return
	}
	s.pos++
	for first := true; s.more('}', first); first = false {
		s.name()
		s.member(depth)
	}
}

func (s *scanner) array(depth int) {
	if s.tooDeep(depth) {
		return
	}
	s.pos++
	for first := true; s.more(']', first); first = false {
		s.value(depth + 1)
	}
}

func (s *scanner) tooDeep(depth int) bool {
	if depth < MaxDepth {
		return false
	}
	s.fail("nested too deeply")
	return true
}

// key reads a member's name and returns it decoded.
func (s *scanner) key() []byte {
	start := s.pos
	if s.name(); s.err != nil {
		return nil
	}
	return unquote(s.data[start:s.pos])
}

// name steps over a member's name.
func (s *scanner) name() {
	if s.peek() != '"' {
		s.fail("member name expected")
		return
	}
	s.str()
}

// str steps over a string. Bytes of 0x80 and above pass unchecked.
func (s *scanner) str() {
	s.pos++
	for {
		s.pos += plainLen(s.data[s.pos:])
		switch c := s.peek(); {
		case s.pos == len(s.data):
			s.fail("string does not end")
			return
		case c == '"':
			s.pos++
			return
		case c != '\\':
			s.fail("control character in a string")
			return
		case !s.escape():
			return
		}
	}
}

// plainLen is how many bytes at the start stand for themselves in a string.
// Nearly all input is such bytes, so they are looked at eight at a time.
func plainLen(b []byte) (n int) {
	for ; len(b)-n >= 8; n += 8 {
		word := binary.LittleEndian.Uint64(b[n:])
		if special := zeroBytes(word^every('"')) | zeroBytes(word^every('\\')) | below(word, 0x20); special != 0 {
			return n + bits.TrailingZeros64(special)/8
		}
	}
	for n < len(b) && b[n] >= 0x20 && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// every is a word of eight times that byte.
func every(c byte) uint64 { return uint64(c) * 0x0101010101010101 }

// below marks the bytes of a word that are less than n, which is at most 0x80,
// by their highest bit. Marks above the lowest one may be wrong.
func below(word uint64, n byte) uint64 { return (word - every(n)) &^ word & every(0x80) }

// zeroBytes marks the bytes that are 0, in the same way.
func zeroBytes(word uint64) uint64 { return below(word, 1) }

// escape steps over a backslash and what it introduces.
func (s *scanner) escape() bool {
	rest := s.data[s.pos+1:]
	if len(rest) > 0 && bytes.IndexByte([]byte(`"\/bfnrt`), rest[0]) >= 0 {
		s.pos += 2
		return true
	}
	if len(rest) >= 5 && rest[0] == 'u' && isHex(rest[1:5]) {
		s.pos += 6
		return true
	}
	s.fail("unknown escape")
	return false
}

func isHex(digits []byte) bool {
	for _, c := range digits {
		if !(isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (s *scanner) literal(word string) {
	if !bytes.HasPrefix(s.data[s.pos:], []byte(word)) {
		s.fail("unknown word")
		return
	}
	s.pos += len(word)
}

// number steps over a number of any size: it is never converted.
func (s *scanner) number() {
	if s.peek() == '-' {
		s.pos++
	}
	switch {
	case s.peek() == '0':
		s.pos++
	case !s.digits():
		s.fail("value expected")
		return
	}
	if s.peek() == '.' {
		s.pos++
		if !s.digits() {
			s.fail("digit expected")
			return
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.exponent()
	}
}

func (s *scanner) exponent() {
	s.pos++
	if c := s.peek(); c == '+' || c == '-' {
		s.pos++
	}
	if !s.digits() {
		s.fail("digit expected")
	}
}

func (s *scanner) digits() bool {
	start := s.pos
	for isDigit(s.peek()) {
		s.pos++
	}
	return s.pos > start
}
