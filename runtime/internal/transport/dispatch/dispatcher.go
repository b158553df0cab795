// Package dispatch is the receiving end that the transports share: it hands what
// arrives to the callbacks that were set.
package dispatch

import (
	"encoding/json"
	"errors"
	"sync/atomic"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Dispatcher holds the callbacks of one transport and calls them. The zero value
// has no callbacks. It serialises nothing: its user calls it for one message at a
// time.
type Dispatcher struct {
	callbacks atomic.Value // transport.Callbacks
	muted     atomic.Bool
	closed    atomic.Bool
}

// Set replaces all callbacks.
func (d *Dispatcher) Set(c transport.Callbacks) { d.callbacks.Store(c) }

// Mute lets nothing but OnClose through from now on: what arrives after Close
// changes nothing.
func (d *Dispatcher) Mute() { d.muted.Store(true) }

// get are the callbacks for what arrives.
func (d *Dispatcher) get() transport.Callbacks {
	if d.muted.Load() {
		return transport.Callbacks{}
	}
	return d.all()
}

// all are the callbacks, also when what arrives goes to none.
func (d *Dispatcher) all() transport.Callbacks {
	c, _ := d.callbacks.Load().(transport.Callbacks)
	return c
}

// Notification delivers a notification, whose params are the callback's.
func (d *Dispatcher) Notification(m *jsonrpc.Message) {
	if f := d.get().OnNotification; f != nil {
		f(m.Method, m.Keep(m.Params))
	}
}

// Answer has a server request answered and writes the answer to f. A result
// that cannot be written becomes an internal error.
func (d *Dispatcher) Answer(m *jsonrpc.Message, f *jsonrpc.Frame) {
	result, failure := d.handle(m)
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
func (d *Dispatcher) handle(m *jsonrpc.Message) (any, *jsonrpc.Error) {
	f := d.get().OnRequest
	if f == nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Method not found"}
	}
	result, err := f(m.Method, m.Keep(m.Params))
	if err == nil {
		if result == nil {
			result = json.RawMessage(`{}`)
		}
		return result, nil
	}
	if e, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return nil, e
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}

// Error reports the failure of a stream.
func (d *Dispatcher) Error(err error) {
	if f := d.get().OnError; f != nil {
		f(err)
	}
}

// Warn reports what was odd, also of the end of a transport, when it is mute.
func (d *Dispatcher) Warn(err error) {
	if f := d.all().OnWarning; f != nil {
		f(err)
	}
}

// Drop reports input that could not be delivered. id is nil unless it is an answer.
func (d *Dispatcher) Drop(reason string, id, raw []byte) {
	if f := d.get().OnDropped; f != nil {
		f(transport.Dropped{Reason: reason, ID: excerpt.To(string(id), transport.SampleSize), Size: len(raw), Sample: string(raw[:min(len(raw), transport.SampleSize)])})
	}
}

// Closed calls OnClose, the first time only (OMP-TP-47).
func (d *Dispatcher) Closed() {
	if d.closed.Swap(true) {
		return
	}
	if f := d.all().OnClose; f != nil {
		f()
	}
}
