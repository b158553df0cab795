package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Frame is a message being written. Its zero value is ready; it may be reused
// after Reset. A frame never holds a raw newline (OMP-TP-14): values are
// compacted while they are written. It is used by one goroutine at a time.
type Frame struct{ buf bytes.Buffer }

// Bytes is what was written. It is valid until the next write or Reset.
func (f *Frame) Bytes() []byte { return f.buf.Bytes() }

// Reset empties the frame and keeps its memory.
func (f *Frame) Reset() { f.buf.Reset() }

// Newline ends a line of a stream of frames.
func (f *Frame) Newline() { f.buf.WriteByte('\n') }

// Request writes a request. id is a raw token. params is written by
// encoding/json; nil leaves the member out.
func (f *Frame) Request(id, method string, params any) error {
	f.buf.WriteString(`{"jsonrpc":"2.0","id":`)
	f.buf.WriteString(id)
	f.buf.WriteByte(',')
	return f.call(method, params)
}

// Notification writes a notification: no id (OMP-TP-32).
func (f *Frame) Notification(method string, params any) error {
	f.buf.WriteString(`{"jsonrpc":"2.0",`)
	return f.call(method, params)
}

// Result writes the answer to the request with the raw id.
func (f *Frame) Result(id []byte, result any) error {
	f.answer(id, `,"result":`)
	return f.last(result)
}

// Failure writes an error as the answer to the request with the raw id.
func (f *Frame) Failure(id []byte, e *Error) error {
	f.answer(id, `,"error":`)
	return f.last(e)
}

func (f *Frame) answer(id []byte, member string) {
	f.buf.WriteString(`{"jsonrpc":"2.0","id":`)
	f.buf.Write(id)
	f.buf.WriteString(member)
}

func (f *Frame) call(method string, params any) error {
	f.buf.WriteString(`"method":`)
	if err := f.value(method); err != nil {
		return fmt.Errorf("writing the method: %w", err)
	}
	if raw, ok := params.(json.RawMessage); params == nil || ok && raw == nil {
		f.buf.WriteByte('}')
		return nil
	}
	f.buf.WriteString(`,"params":`)
	return f.last(params)
}

// last writes the value of the last member and closes the object.
func (f *Frame) last(v any) error {
	if err := f.value(v); err != nil {
		return fmt.Errorf("writing a value: %w", err)
	}
	f.buf.WriteByte('}')
	return nil
}

// value writes one value without the newline that an Encoder adds and without
// its escaping for HTML.
func (f *Frame) value(v any) error {
	if s, ok := v.(string); ok && isPlain(s) {
		f.buf.WriteByte('"')
		f.buf.WriteString(s)
		f.buf.WriteByte('"')
		return nil
	}
	enc := json.NewEncoder(&f.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	f.buf.Truncate(f.buf.Len() - 1)
	return nil
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
