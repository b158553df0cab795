package jsonrpc

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Appender is a value that writes itself into a frame, which saves encoding/json
// from looking at it. AppendJSON appends compact JSON to b and returns the
// extended slice, as the append functions of strconv do.
type Appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

// frameRest is more than what usually follows the value in a frame: its end
// must not cost a copy of everything before it.
const frameRest = 64

// AppendRaw appends raw JSON without space between its tokens. nil is null.
func AppendRaw(b []byte, raw json.RawMessage) ([]byte, error) {
	if s := (scanner{data: raw}); s.one() == nil && !s.loose {
		return append(slices.Grow(b, len(raw)+frameRest), raw...), nil
	}
	return appendAny(b, raw)
}

// AppendString appends a string as JSON.
func AppendString(b []byte, s string) ([]byte, error) {
	if !isPlain(s) {
		return appendAny(b, s)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"'), nil
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
