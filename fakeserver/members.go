package fakeserver

import (
	"bytes"
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// member is the last member of that name, or nil.
func member(object json.RawMessage, name string) (value json.RawMessage) {
	for n, v := range jsonparts.Members(object) {
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

// valueOf decodes any value as package jsonschema wants it: numbers keep their
// digits.
func valueOf(raw json.RawMessage) any {
	switch raw[0] {
	case '{':
		object := map[string]any{}
		for name, value := range jsonparts.Members(raw) {
			object[string(name)] = valueOf(value)
		}
		return object
	case '[':
		array := []any{}
		for value := range jsonparts.Elements(raw) {
			array = append(array, valueOf(value))
		}
		return array
	case '"':
		return string(jsonparts.Unquoted(raw))
	case 't', 'f':
		return raw[0] == 't'
	case 'n':
		return nil
	default:
		return json.Number(raw)
	}
}

// withMember is an object in which the member of a name has another value, in its place, or
// is gone if the value is nil. All others stay as they are written.
func withMember(object json.RawMessage, name string, value json.RawMessage) json.RawMessage {
	out := []byte{'{'}
	for n, v := range jsonparts.Members(object) {
		if string(n) == name {
			if v = value; v == nil {
				continue
			}
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, encode(string(n))...), ':'), v...)
	}
	return append(out, '}')
}
