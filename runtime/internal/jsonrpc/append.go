package jsonrpc

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Appender is a value that writes itself into a frame, which saves encoding/json
// from looking at it. AppendJSON appends compact JSON to b and returns the
// extended slice, as the append functions of strconv do.
type Appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

// Append appends one value: as encoding/json does, but without escaping for HTML, and
// without its help where that is not needed.
func Append(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case Appender:
		return v.AppendJSON(b)
	case json.RawMessage:
		return AppendRaw(b, v)
	}
	return appendAny(b, v)
}

// AppendMembers appends an object, nil for an empty one, with further members, which are
// written by members without the first comma.
func AppendMembers(b []byte, object any, members func(b []byte) ([]byte, error)) ([]byte, error) {
	start, err := len(b), error(nil)
	if b = append(b, "{}"...); object != nil {
		if b, err = Append(b[:start], object); err != nil {
			return b, err
		}
	}
	if b = b[:len(b)-1]; len(b)-start > 1 {
		b = append(b, ',')
	}
	if b, err = members(b); err != nil {
		return b, err
	}
	return append(b, '}'), nil
}

// frameRest is more than what usually follows the value in a frame: its end
// must not cost a copy of everything before it.
const frameRest = 64

// AppendRaw appends raw JSON without space between its tokens. nil is null.
func AppendRaw(b []byte, raw json.RawMessage) ([]byte, error) {
	s := jsonscan.New(raw)
	if s.Value(); s.End() != nil || s.Loose() {
		return appendAny(b, raw)
	}
	return append(slices.Grow(b, len(raw)+frameRest), raw...), nil
}

// AppendString appends a string as JSON.
func AppendString(b []byte, s string) []byte {
	if !isPlain(s) {
		b, _ = appendAny(b, s) // every string can be written
		return b
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// isPlain reports whether s needs no escaping.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// appendAny appends what encoding/json writes, without escaping for HTML and
// without the newline of an Encoder.
func appendAny(b []byte, v any) ([]byte, error) {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return b, err
	}
	out := buf.Bytes()
	return out[:len(out)-1], nil
}
