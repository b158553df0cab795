package jsonrpc

import (
	"bytes"
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Kind says what a message is.
type Kind uint8

// The kinds of messages. Invalid is valid JSON that is no JSON-RPC message.
const (
	Invalid Kind = iota
	Response
	Notification
	Request
	Batch
)

// Message is one message as it was read. The raw fields are parts of the bytes
// given to [Parse] and share their memory; see [Message.Keep].
type Message struct {
	Kind Kind
	// ID is the raw token of a string or a number, nil when absent or null.
	ID     json.RawMessage
	Method string
	Params json.RawMessage // nil when absent
	Result json.RawMessage // nil when absent, "null" when null
	// Failure is the raw error member, nil when absent or null.
	Failure json.RawMessage
	Batch   []Message       // elements of a batch, in order
	Raw     json.RawMessage // the whole message without surrounding space

	shared bool
}

// Share says that the memory of the message is used again once it has been handled.
func (m *Message) Share() {
	m.shared = true
	for i := range m.Batch {
		m.Batch[i].shared = true
	}
}

// Kept is the answer that the message is, in memory that nothing else uses.
func (m *Message) Kept() Message {
	return Message{Kind: m.Kind, ID: m.Keep(m.ID), Result: m.Keep(m.Result), Failure: m.Keep(m.Failure)}
}

// Keep returns a part of the message that outlives it: a copy if memory is shared.
func (m *Message) Keep(part json.RawMessage) json.RawMessage {
	if m.shared {
		return bytes.Clone(part)
	}
	return part
}

// Err decodes the error member of a response; nil when there is none. An error
// that is not an object with a numeric code becomes one with code 0 and the raw
// text as its message.
func (m *Message) Err() *Error {
	if m.Failure == nil {
		return nil
	}
	s := jsonscan.New(m.Failure)
	var e Error
	s.Object(errorFields, func(name string) {
		switch name {
		case "code":
			s.Int(&e.Code)
		case "message":
			s.String(&e.Message)
		case "data":
			s.Raw(&e.Data)
		}
	})
	if s.End() != nil {
		e = Error{Message: string(m.Failure)}
	}
	e.Message = excerpt.Of(e.Message)
	if len(e.Data) > excerpt.Kept {
		e.Data = nil
	}
	e.Data = bytes.Clone(e.Data)
	return &e
}

var errorFields = jsonscan.Folded("code", "message", "data")

// classify sets the kind from the members that are present; otherwise it stays Invalid.
//
// A usable id together with a result or an error is an answer whatever else is
// there. A method with a null id is a notification: some servers write null for
// an absent id. An answer without a usable id is a Response that no request waits
// for; over HTTP it still answers its exchange (F-35).
func (m *Message) classify(hasMethod, badID bool) {
	if badID {
		return
	}
	answers := m.Result != nil || m.Failure != nil
	switch {
	case m.ID != nil && answers:
		m.Kind = Response
	case hasMethod && m.ID != nil:
		m.Kind = Request
	case hasMethod:
		m.Kind = Notification
	case answers:
		m.Kind = Response
	}
}
