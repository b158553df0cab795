package jsonparts

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"unicode"
)

// Unmarshal is json.Unmarshal for whoever judges what a peer writes: a member has the name
// that it must have, letter by letter. For encoding/json "Code" and "CODE" are "code". A
// field without a tag is called in JSON as MCP would call it: TaskID is taskId.
func Unmarshal(raw []byte, into any) error {
	t := reflect.TypeOf(into)
	if t == nil || t.Kind() != reflect.Pointer || !hasFields(t) || !json.Valid(raw) {
		return json.Unmarshal(raw, into)
	}
	return json.Unmarshal(exact(bytes.TrimSpace(raw), t), into)
}

var decodes = reflect.TypeFor[json.Unmarshaler]()

// hasFields reports whether values of a type have parts whose names are those of fields.
func hasFields(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		return !t.Implements(decodes) && hasFields(t.Elem())
	case reflect.Struct:
		return !reflect.PointerTo(t).Implements(decodes)
	}
	return false
}

// exact is a value for a type with what that has no field for left out, and members called
// as encoding/json knows the fields.
func exact(value json.RawMessage, t reflect.Type) json.RawMessage {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if !hasFields(t) {
		return value
	}
	switch {
	case value[0] == '[' && t.Kind() == reflect.Slice:
		out := []byte{'['}
		for e := range Elements(value) {
			out = append(separated(out), exact(e, t.Elem())...)
		}
		return append(out, ']')
	case value[0] == '{' && t.Kind() != reflect.Slice:
		out := []byte{'{'}
		for name, v := range Members(value) {
			if key, of := keyIn(t, string(name)); of != nil {
				quoted, _ := json.Marshal(key) // a string has no error
				out = append(append(append(separated(out), quoted...), ':'), exact(v, of)...)
			}
		}
		return append(out, '}')
	}
	return value
}

// separated is the beginning of an object or array, ready for the next part.
func separated(out []byte) []byte {
	if len(out) > 1 {
		return append(out, ',')
	}
	return out
}

// keyIn is how encoding/json knows a member, and its type; nil = there is no place for it.
func keyIn(t reflect.Type, name string) (key string, of reflect.Type) {
	if t.Kind() == reflect.Map {
		return name, t.Elem()
	}
	for f := range t.Fields() {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
			if tag == name {
				return tag, f.Type
			}
		} else if memberName(f.Name) == name {
			return f.Name, f.Type
		}
	}
	return "", nil
}

// memberName is the name in JSON of a field without a tag.
func memberName(field string) string {
	out, small := []rune(field), false
	for i, r := range out {
		begins := small && unicode.IsUpper(r)
		if small = unicode.IsLower(r); !begins {
			out[i] = unicode.ToLower(r)
		}
	}
	return string(out)
}

// IsText reports whether a value, of which it is known that it is JSON, is a string.
func IsText(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }

// Number is the value of a number; false = raw is none.
func Number(raw json.RawMessage) (n float64, is bool) {
	var value *float64
	if Unmarshal(raw, &value) != nil || value == nil {
		return 0, false
	}
	return *value, true
}
