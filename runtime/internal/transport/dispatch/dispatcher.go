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

// Reply is the answer to a server request.
type Reply struct {
	Method string // of the request
	id     json.RawMessage
	result any
	err    error
}

// Answer has a server request answered: OMP-TP-18, OMP-TP-19, F-15. send gets the answer,
// before Answer returns or, if it is a [transport.Later], at any time from any goroutine.
func (d *Dispatcher) Answer(m *jsonrpc.Message, send func(Reply)) {
	f := d.get().OnRequest
	if f == nil {
		send(Reply{m.Method, m.ID, nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "Method not found"}})
		return
	}
	result, err := f(m.Method, m.Keep(m.Params))
	later, ok := result.(transport.Later)
	if !ok || err != nil {
		send(Reply{m.Method, m.ID, result, err})
		return
	}
	r := Reply{Method: m.Method, id: m.Keep(m.ID)}
	later(string(r.id), func(result any, err error) {
		r.result, r.err = result, err
		send(r)
	})
}

// Write writes the answer to an empty frame. A result that cannot be written becomes an
// internal error.
func (r Reply) Write(f *jsonrpc.Frame) {
	if r.result == nil {
		r.result = json.RawMessage(`{}`)
	}
	if r.err == nil {
		if r.err = f.Result(r.id, r.result); r.err == nil {
			return
		}
		f.Reset()
	}
	failure, ok := errors.AsType[*jsonrpc.Error](r.err)
	if !ok {
		failure = &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: r.err.Error()}
	}
	if f.Failure(r.id, failure) != nil { // its data is not JSON
		f.Reset()
		_ = f.Failure(r.id, &jsonrpc.Error{Code: failure.Code, Message: failure.Message})
	}
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
