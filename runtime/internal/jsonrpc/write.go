package jsonrpc

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Frame is a message being written. Its zero value is ready; it may be reused
// after Reset. A frame never holds a raw newline (OMP-TP-14): values are
// compacted while they are written. It is used by one goroutine at a time.
type Frame struct{ buf []byte }

// usualSize is what most requests need, in bytes: a frame that is new does not grow bit
// by bit.
const usualSize = 256

// Bytes is what was written. It is valid until the next write or Reset.
func (f *Frame) Bytes() []byte { return f.buf }

// Reset empties the frame and keeps its memory.
func (f *Frame) Reset() { f.buf = f.buf[:0] }

// Newline ends a line of a stream of frames.
func (f *Frame) Newline() { f.buf = append(f.buf, '\n') }

// Request writes a request. id is a raw token. params is written by itself if it
// is an [Appender], else by encoding/json; nil leaves the member out.
func (f *Frame) Request(id, method string, params any) error {
	f.buf = slices.Grow(f.buf, usualSize)
	f.buf = append(f.buf, `{"jsonrpc":"2.0","id":`...)
	f.buf = append(f.buf, id...)
	f.buf = append(f.buf, ',')
	return f.call(method, params)
}

// Notification writes a notification: no id (OMP-TP-32).
func (f *Frame) Notification(method string, params any) error {
	f.buf = append(f.buf, `{"jsonrpc":"2.0",`...)
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
	f.buf = append(f.buf, `{"jsonrpc":"2.0","id":`...)
	f.buf = append(f.buf, id...)
	f.buf = append(f.buf, member...)
}

func (f *Frame) call(method string, params any) error {
	f.buf = AppendString(append(f.buf, `"method":`...), method)
	if raw, ok := params.(json.RawMessage); params == nil || ok && raw == nil {
		f.buf = append(f.buf, '}')
		return nil
	}
	f.buf = append(f.buf, `,"params":`...)
	return f.last(params)
}

// last writes the value of the last member and closes the object.
func (f *Frame) last(v any) error {
	if err := f.value(v); err != nil {
		return fmt.Errorf("writing a value: %w", err)
	}
	f.buf = append(f.buf, '}')
	return nil
}

func (f *Frame) value(v any) (err error) {
	f.buf, err = Append(f.buf, v)
	return err
}
