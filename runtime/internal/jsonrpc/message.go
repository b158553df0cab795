package jsonrpc

import "encoding/json"

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

var kindNames = [...]string{"not a message", "response", "notification", "request", "batch"}

// String is the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Message is one message as it was read. The raw fields are parts of the bytes
// given to [Parse] and share their memory: copy what outlives them.
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
}

// Err decodes the error member of a response; nil when there is none. An error
// that is not an object with a numeric code becomes one with code 0 and the raw
// text as its message.
func (m *Message) Err() *Error {
	if m.Failure == nil {
		return nil
	}
	var e Error
	if err := json.Unmarshal(m.Failure, &e); err != nil {
		return &Error{Message: string(m.Failure)}
	}
	return &e
}

// classify sets the kind from the members that are present.
//
// A usable id together with a result or an error is an answer whatever else is
// there. A method with a null id is a notification: some servers write null for
// an absent id. An answer without a usable id is a Response that no request waits
// for; over HTTP it still answers its exchange (F-35).
func (m *Message) classify(hasMethod, badID bool) {
	answers := m.Result != nil || m.Failure != nil
	switch {
	case badID:
		m.Kind = Invalid
	case m.ID != nil && answers:
		m.Kind = Response
	case hasMethod && m.ID != nil:
		m.Kind = Request
	case hasMethod:
		m.Kind = Notification
	case answers:
		m.Kind = Response
	default:
		m.Kind = Invalid
	}
}
