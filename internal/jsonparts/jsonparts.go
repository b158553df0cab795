// Package jsonparts finds the parts of JSON that is known to be valid, without copying
// or decoding them. It is no parser: what it is given has been checked.
package jsonparts

import (
	"bytes"
	"encoding/json"
	"iter"
	"unicode/utf8"
)

// Members walks over an object's members in the order in which they were sent,
// with their names as they are after decoding. Names may come twice. Values share
// memory with the object. object is valid JSON; what is no object has no members.
func Members(object json.RawMessage) iter.Seq2[[]byte, json.RawMessage] {
	return func(yield func(name []byte, value json.RawMessage) bool) {
		if len(object) == 0 || object[0] != '{' {
			return
		}
		at := afterSpace(object, 1)
		for object[at] != '}' {
			end := afterString(object, at)
			name := Unquoted(object[at:end])
			at = afterSpace(object, afterSpace(object, end)+len(":"))
			end = afterValue(object, at)
			if !yield(name, object[at:end:end]) {
				return
			}
			if at = afterSpace(object, end); object[at] == ',' {
				at = afterSpace(object, at+1)
			}
		}
	}
}

// Elements walks over an array's elements, like [Members].
func Elements(array json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		for at := afterSpace(array, 1); array[at] != ']'; {
			end := afterValue(array, at)
			if !yield(array[at:end:end]) {
				return
			}
			if at = afterSpace(array, end); array[at] == ',' {
				at = afterSpace(array, at+1)
			}
		}
	}
}

// Unquoted is the text of a string token.
func Unquoted(token []byte) []byte {
	if bytes.IndexByte(token, '\\') < 0 && utf8.Valid(token) {
		return token[1 : len(token)-1]
	}
	var text string
	_ = json.Unmarshal(token, &text)
	return []byte(text)
}

// The functions below step over a part of valid JSON that begins at a position
// and return the position behind it.

func afterSpace(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

func afterString(b []byte, at int) int {
	at++
	end := at + bytes.IndexByte(b[at:], '"')
	if bytes.IndexByte(b[at:end], '\\') < 0 { // nothing is escaped, as in most strings
		return end + 1
	}
	for ; b[at] != '"'; at++ {
		if b[at] == '\\' {
			at++
		}
	}
	return at + 1
}

func afterValue(b []byte, at int) int {
	for depth := 0; at < len(b); {
		switch b[at] {
		case '"':
			at = afterString(b, at)
		case '{', '[':
			depth++
			at++
			continue
		case '}', ']':
			depth--
			at++
		case ',', ':', ' ', '\t', '\r', '\n':
			at++
			continue
		default:
			at = afterWord(b, at)
		}
		if depth == 0 {
			break
		}
	}
	return at
}

// afterWord steps over a number, true, false or null.
func afterWord(b []byte, at int) int {
	for at < len(b) && bytes.IndexByte([]byte(",:]} \t\r\n"), b[at]) < 0 {
		at++
	}
	return at
}

// Depth is how many objects and arrays are inside each other.
func Depth(value json.RawMessage) (deepest int) {
	now, inText, escaped := 0, false, false
	for _, b := range value {
		switch {
		case escaped:
			escaped = false
		case inText:
			inText, escaped = b != '"', b == '\\'
		case b == '"':
			inText = true
		case b == '{' || b == '[':
			now++
			deepest = max(deepest, now)
		case b == '}' || b == ']':
			now--
		}
	}
	return deepest
}
