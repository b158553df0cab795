package jsonscan

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Fields are the members of an object that its reader wants; all others are skipped.
type Fields struct {
	names  []string
	folded bool
}

// Exact are fields whose names are matched byte by byte.
func Exact(names ...string) Fields { return Fields{names: names} }

// Folded are fields whose names are matched without regard to case if there is none
// that matches exactly, as encoding/json does.
func Folded(names ...string) Fields { return Fields{names: names, folded: true} }

// find returns the field that a member's name means, which is still quoted; "" for none.
func (f Fields) find(token []byte) string {
	key := unquoted(token)
	for _, name := range f.names {
		if name == string(key) {
			return name
		}
	}
	for _, name := range f.names {
		if f.folded && strings.EqualFold(name, string(key)) {
			return name
		}
	}
	return ""
}

// Object reads an object; null is one without members. member is called for each of its
// fields, in the order of the text and with duplicates, and must step over the value.
func (s *Scanner) Object(fields Fields, member func(name string)) {
	if s.Null() {
		return
	}
	s.open('{')
	for first := true; s.more('}', first); first = false {
		start := s.pos
		if s.name(); s.err != nil {
			return
		}
		name := fields.find(s.data[start:s.pos])
		if s.colon(); name == "" || s.err != nil {
			s.skip()
			continue
		}
		if member(name); s.err != nil {
			s.blame(name)
		}
	}
}

// Members counts the members of an object, duplicates too, and keeps none; 0 for what is
// no object.
func (s *Scanner) Members() (n int) {
	if s.Next() != '{' {
		s.skip()
		return 0
	}
	s.enter()
	for s.more('}', n == 0) {
		s.name()
		s.colon()
		s.skip()
		n++
	}
	return n
}

// blame names the member that has the wrong type.
func (s *Scanner) blame(name string) {
	if e, ok := s.err.(*TypeError); ok && e.Member == "" { //nolint:errorlint // never wrapped
		e.Member = name
	}
}

// Kept is Object for what null is none of. It also keeps the object as it was written.
func (s *Scanner) Kept(raw *json.RawMessage, fields Fields, member func(name string)) {
	start := s.pos
	if s.Next() == 'n' {
		s.mismatch("an object")
		return
	}
	s.Object(fields, member)
	*raw = s.Since(start)
}

// Array reads an array. element is called for each of its elements and must step over it.
func (s *Scanner) Array(element func()) {
	s.open('[')
	for first := true; s.more(']', first); first = false {
		element()
	}
}

// open steps into an array or object.
func (s *Scanner) open(bracket byte) {
	if s.Next() == bracket {
		s.enter()
	} else {
		s.mismatch(kind(bracket))
	}
}

// mismatch fails because the value is of another kind, if it is a value at all.
func (s *Scanner) mismatch(want string) {
	first, start := s.Next(), s.pos
	if s.skip(); s.err == nil {
		s.err = &TypeError{Offset: start, Found: kind(first), Want: want}
	}
}

// tooLong fails because the array that begins at start has more than MaxElements.
func (s *Scanner) tooLong(start int) {
	if s.err == nil {
		s.err = &TypeError{Offset: start, Found: fmt.Sprintf("an array of more than %d elements", MaxElements), Want: "a shorter one"}
	}
}

// Null steps over null, and reports whether it was there.
func (s *Scanner) Null() bool {
	if s.err != nil || s.Next() != 'n' {
		return false
	}
	s.literal("null")
	return true
}

// Raw keeps a value as it was written. It shares memory with the text.
func (s *Scanner) Raw(to *json.RawMessage) { *to = s.Value() }

// String reads a string; null leaves to as it is. A value that is one of known shares
// its memory.
func (s *Scanner) String(to *string, known ...string) {
	if s.Null() {
		return
	}
	if s.Next() != '"' {
		s.mismatch("a string")
	}
	start := s.pos
	if s.str(); s.err != nil {
		return
	}
	*to = Unquote(s.Since(start), known...)
}

// Bool reads a boolean; null leaves to as it is.
func (s *Scanner) Bool(to *bool) {
	switch first := s.Next(); first {
	case 't', 'f':
		s.skip()
		*to = first == 't'
	case 'n':
		s.skip()
	default:
		s.mismatch("a boolean")
	}
}

// Int reads a whole number without fraction and exponent; null leaves to as it is.
func (s *Scanner) Int(to *int64) {
	text := s.numeral("a whole number")
	if text == "" {
		return
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		s.err = &TypeError{Offset: s.pos - len(text), Found: "a number", Want: "a whole number of 64 bits"}
		return
	}
	*to = n
}

// Float reads a number; one that is too large is infinite, and null leaves to as it is.
func (s *Scanner) Float(to *float64) {
	if text := s.numeral("a number"); text != "" {
		*to, _ = strconv.ParseFloat(text, 64) // fails for no text of a number but a large one
	}
}

// numeral steps over a number and returns it as it is written; empty: it is null or no number.
func (s *Scanner) numeral(want string) (text string) {
	if s.Null() {
		return
	}
	if c := s.Next(); c != '-' && !isDigit(c) {
		s.mismatch(want)
		return
	}
	start := s.pos
	if s.number(); s.err == nil {
		text = string(s.data[start:s.pos])
	}
	return text
}

// Pointer reads what may be null, which makes to nil.
func Pointer[T any](s *Scanner, to **T, read func(*T)) {
	if s.Null() {
		*to = nil
		return
	}
	if *to == nil {
		*to = new(T)
	}
	read(*to)
}

// MaxElements is how many elements of an array [Slice] takes apart. One that is written
// as {} is a hundred times larger in memory.
const MaxElements = 100_000

// Slice reads an array of at most MaxElements; null makes to nil. What read leaves as it
// is keeps the value that an earlier duplicate of the array has put there, as with
// encoding/json.
func Slice[T any](s *Scanner, to *[]T, read func(*T)) {
	if s.Null() {
		*to = nil
		return
	}
	all, start := (*to)[:0], s.pos
	s.Array(func() {
		if len(all) == MaxElements {
			s.tooLong(start)
			return
		}
		if len(all) < cap(all) {
			all = all[:len(all)+1]
		} else {
			all = append(all, *new(T))
		}
		read(&all[len(all)-1])
	})
	if len(all) == 0 {
		all = []T{}
	}
	*to = all
}
