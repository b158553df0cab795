package jsonscan

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/bits"
)

// MaxDepth is the deepest nesting of arrays and objects that is accepted, the same as
// encoding/json.
const MaxDepth = 10000

// Scanner walks over one JSON text. Each method steps over one value, or into one.
// After the first error it stands still and every method returns at once; see
// [Scanner.End]. It shares memory with its text, and one goroutine uses it at a time.
type Scanner struct {
	data  []byte
	pos   int
	depth int // arrays and objects that the position is in
	err   error
	loose bool // there is space between tokens
}

// New returns a scanner that stands before the only value of data.
func New(data []byte) Scanner {
	s := Scanner{data: data}
	s.space()
	return s
}

// End checks that nothing but space follows the value, and returns the first error:
// a *[SyntaxError], or a *[TypeError].
func (s *Scanner) End() error {
	s.space()
	if s.pos < len(s.data) {
		s.fail("text after the value")
	}
	return s.err
}

// Next is the first byte of the next value, 0 at the end of the text.
func (s *Scanner) Next() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

// Offset is how much has been stepped over, in bytes.
func (s *Scanner) Offset() int { return s.pos }

// Since is what has been stepped over since an offset.
func (s *Scanner) Since(offset int) json.RawMessage { return s.data[offset:s.pos:s.pos] }

// Loose reports whether there was space between tokens.
func (s *Scanner) Loose() bool { return s.loose }

// Value steps over any value and returns it as it was written, nil if that fails.
func (s *Scanner) Value() json.RawMessage {
	start := s.pos
	if s.skip(); s.err != nil {
		return nil
	}
	return s.Since(start)
}

func (s *Scanner) fail(what string) {
	if s.err == nil {
		s.err = &SyntaxError{Offset: s.pos, What: what}
	}
}

// space steps over space, of which there is none nearly always.
func (s *Scanner) space() {
	if s.pos < len(s.data) && s.data[s.pos] <= ' ' {
		s.spaces()
	}
}

func (s *Scanner) spaces() {
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

func (s *Scanner) skip() {
	if s.err != nil {
		return
	}
	switch s.Next() {
	case '{':
		s.skipObject()
	case '[':
		s.skipArray()
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

func (s *Scanner) skipObject() {
	s.enter()
	for first := true; s.more('}', first); first = false {
		s.name()
		s.colon()
		s.skip()
	}
}

func (s *Scanner) skipArray() {
	s.enter()
	for first := true; s.more(']', first); first = false {
		s.skip()
	}
}

// enter steps into the array or object that begins here.
func (s *Scanner) enter() {
	if s.depth >= MaxDepth {
		s.fail("nested too deeply")
	}
	s.depth++
	s.pos++
}

// more reports whether another element follows in an array or object that ends
// with end, and steps over the comma or the end.
func (s *Scanner) more(end byte, first bool) bool {
	if s.err != nil {
		return false
	}
	s.space()
	c := s.Next()
	switch {
	case c == end:
		s.pos++
		s.depth--
		return false
	case first:
	case c == ',':
		s.pos++
		s.space()
	default:
		s.fail("comma or end expected")
	}
	return s.err == nil
}

// name steps over a member's name.
func (s *Scanner) name() {
	if s.Next() != '"' {
		s.fail("member name expected")
	}
	s.str()
}

// colon steps over what is between a member's name and its value.
func (s *Scanner) colon() {
	s.space()
	if s.Next() == ':' {
		s.pos++
	} else {
		s.fail("colon expected")
	}
	s.space()
}

// str steps over a string. Bytes of 0x80 and above pass unchecked.
func (s *Scanner) str() {
	if s.err != nil {
		return
	}
	s.pos++
	for {
		s.pos = plainEnd(s.data, s.pos)
		switch c := s.Next(); {
		case c == '"':
			s.pos++
			return
		case c == '\\':
			if !s.escape() {
				return
			}
		case s.pos == len(s.data):
			s.fail("string does not end")
			return
		default:
			s.fail("control character in a string")
			return
		}
	}
}

// plainEnd is where the bytes from pos on that stand for themselves in a string end.
// Nearly all input is such bytes, so they are looked at eight at a time.
func plainEnd(b []byte, pos int) int {
	for ; pos <= len(b)-8; pos += 8 {
		if marks := special(binary.LittleEndian.Uint64(b[pos:])); marks != 0 {
			return pos + bits.TrailingZeros64(marks)/8
		}
	}
	for pos < len(b) && b[pos] >= 0x20 && b[pos] != '"' && b[pos] != '\\' {
		pos++
	}
	return pos
}

// special marks the bytes of a word that do not stand for themselves by their highest
// bit: a byte below n has it once n is taken off, one that is equal to another when the
// difference is below 1, and a byte that had it before is none of them. Marks above the
// lowest one may be wrong.
func special(word uint64) uint64 {
	const each, highest = 0x0101010101010101, 0x8080808080808080
	control := word - each*0x20
	quote := word ^ each*'"' - each
	backslash := word ^ each*'\\' - each
	return (control | quote | backslash) &^ word & highest
}

// escape steps over a backslash and what it introduces.
func (s *Scanner) escape() bool {
	rest := s.data[s.pos:]
	switch {
	case len(rest) < 2:
	case rest[1] == 'u' && len(rest) >= 6 && isHex(rest[2:6]):
		s.pos += 6
		return true
	case isEscape(rest[1]):
		s.pos += 2
		return true
	}
	s.fail("unknown escape")
	return false
}

func isEscape(c byte) bool {
	switch c {
	case 'n', '"', '\\', '/', 't', 'r', 'b', 'f':
		return true
	}
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

func (s *Scanner) literal(word string) {
	if bytes.HasPrefix(s.data[s.pos:], []byte(word)) {
		s.pos += len(word)
	} else {
		s.fail("unknown word")
	}
}

// number steps over a number of any size: it is never converted.
func (s *Scanner) number() {
	if s.Next() == '-' {
		s.pos++
	}
	switch {
	case s.Next() == '0':
		s.pos++
	case !s.digits():
		s.fail("value expected")
	}
	if s.Next() == '.' {
		s.pos++
		if !s.digits() {
			s.fail("digit expected")
		}
	}
	if c := s.Next(); c == 'e' || c == 'E' {
		s.exponent()
	}
}

func (s *Scanner) exponent() {
	s.pos++
	if c := s.Next(); c == '+' || c == '-' {
		s.pos++
	}
	if !s.digits() {
		s.fail("digit expected")
	}
}

func (s *Scanner) digits() bool {
	start := s.pos
	for isDigit(s.Next()) {
		s.pos++
	}
	return s.pos > start
}
