package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync/atomic"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// Inbox is the receiving end that implementations of [Transport] share: it
// holds the callbacks and hands to them what arrives. The zero value has no
// callbacks. It serialises nothing: its user calls it for one message at a time.
type Inbox struct {
	callbacks atomic.Pointer[Callbacks]
	muted     atomic.Bool
	closed    atomic.Bool
}

// Set replaces all callbacks.
func (b *Inbox) Set(c Callbacks) { b.callbacks.Store(&c) }

// Mute lets nothing but OnClose through from now on: what arrives after Close
// changes nothing.
func (b *Inbox) Mute() { b.muted.Store(true) }

func (b *Inbox) get() Callbacks {
	if c := b.callbacks.Load(); c != nil && !b.muted.Load() {
		return *c
	}
	return Callbacks{}
}

// Notification delivers a notification; its params are copied.
func (b *Inbox) Notification(m *jsonrpc.Message) {
	if f := b.get().OnNotification; f != nil {
		f(m.Method, bytes.Clone(m.Params))
	}
}

// Answer has a server request answered and writes the answer to f. A result
// that cannot be written becomes an internal error.
func (b *Inbox) Answer(m *jsonrpc.Message, f *jsonrpc.Frame) {
	result, failure := b.handle(m)
	if failure == nil {
		err := f.Result(m.ID, result)
		if err == nil {
			return
		}
		f.Reset()
		failure = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	}
	if f.Failure(m.ID, failure) != nil { // its data is not JSON
		f.Reset()
		_ = f.Failure(m.ID, &jsonrpc.Error{Code: failure.Code, Message: failure.Message})
	}
}

// handle calls OnRequest: OMP-TP-18, OMP-TP-19, F-15.
func (b *Inbox) handle(m *jsonrpc.Message) (any, *jsonrpc.Error) {
	f := b.get().OnRequest
	if f == nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Method not found"}
	}
	result, err := f(m.Method, bytes.Clone(m.Params))
	if err == nil {
		if result == nil {
			result = json.RawMessage(`{}`)
		}
		return result, nil
	}
	if e := (*jsonrpc.Error)(nil); errors.As(err, &e) {
		return nil, e
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}

// Error reports the failure of a stream.
func (b *Inbox) Error(err error) {
	if f := b.get().OnError; f != nil {
		f(err)
	}
}

// The reasons why input is dropped.
const (
	DropNotJSON    = "not json"
	DropNotMessage = "not a message"
	DropUnknownID  = "unknown id"
)

// Drop reports input that reached nobody. id is nil unless it is an answer.
func (b *Inbox) Drop(reason string, id, raw []byte) {
	if f := b.get().OnDropped; f != nil {
		f(Dropped{Reason: reason, ID: string(id), Size: len(raw), Sample: string(raw[:min(len(raw), SampleSize)])})
	}
}

// Closed calls OnClose, the first time only (OMP-TP-47).
func (b *Inbox) Closed() {
	if b.closed.Swap(true) {
		return
	}
	if c := b.callbacks.Load(); c != nil && c.OnClose != nil {
		c.OnClose()
	}
}
