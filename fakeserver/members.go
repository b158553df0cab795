package fakeserver

import (
	"bytes"
	"encoding/json"
	"iter"
)

// members walks over an object's members in the order in which they were sent,
// with their names as they are after decoding. Names may come twice. Values share
// memory with the object. object is valid JSON; what is no object has no members.
func members(object json.RawMessage) iter.Seq2[[]byte, json.RawMessage] {
	return func(yield func(name []byte, value json.RawMessage) bool) {
		if len(object) == 0 || object[0] != '{' {
			return
		}
		at := afterSpace(object, 1)
		for object[at] != '}' {
			end := afterString(object, at)
			name := unquoted(object[at:end])
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

// member is the last member of that name, or nil.
func member(object json.RawMessage, name string) (value json.RawMessage) {
	for n, v := range members(object) {
		if string(n) == name {
			value = v
		}
	}
	return value
}

// textMember is a member that is a string, or "".
func textMember(object json.RawMessage, name string) string {
	var text string
	_ = decodeInto(member(object, name), &text)
	return text
}

// decodeInto is json.Unmarshal, with short cuts for what is asked for most. It
// may share memory with value.
func decodeInto(value json.RawMessage, into any) error {
	switch into := into.(type) {
	case *json.RawMessage:
		*into = value
		return nil
	case *string:
		if len(value) > 0 && value[0] == '"' && bytes.IndexByte(value, '\\') < 0 {
			*into = string(value[1 : len(value)-1])
			return nil
		}
	}
	return json.Unmarshal(value, into)
}

// elements walks over an array's elements, like members.
func elements(array json.RawMessage) iter.Seq[json.RawMessage] {
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

// valueOf decodes any value as package jsonschema wants it: numbers keep their
// digits.
func valueOf(raw json.RawMessage) any {
	switch raw[0] {
	case '{':
		object := map[string]any{}
		for name, value := range members(raw) {
			object[string(name)] = valueOf(value)
		}
		return object
	case '[':
		array := []any{}
		for value := range elements(raw) {
			array = append(array, valueOf(value))
		}
		return array
	case '"':
		return string(unquoted(raw))
	case 't', 'f':
		return raw[0] == 't'
	case 'n':
		return nil
	default:
		return json.Number(raw)
	}
}

// unquoted is the text of a string token.
func unquoted(token []byte) []byte {
	if bytes.IndexByte(token, '\\') < 0 {
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
	for at++; b[at] != '"'; at++ {
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
