package fakeserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"unicode/utf8"
)

// kind of a message on the wire.
type kind int

const (
	noMessage    kind = iota
	request           // has a method and an id
	notification      // has a method
	response          // has an id and a result or an error
)

// message is one JSON-RPC message read from the wire. Everything but the method
// stays raw.
type message struct {
	kind   kind
	id     json.RawMessage // the token as it was sent
	method string
	params json.RawMessage
	result json.RawMessage
	err    json.RawMessage
	raw    []byte
}

// Codes of JSON-RPC errors that a correct server answers.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeNoResource     = -32002
)

var (
	errNotJSON    = errors.New("Parse error")     //nolint:staticcheck // wire text
	errNotMessage = errors.New("Invalid Request") //nolint:staticcheck // wire text
	integer       = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)
)

// readMessages reads the messages of one line or body. batch says that it was
// an array; its elements that are no messages have kind noMessage.
func readMessages(raw []byte) (messages []message, batch bool, err error) {
	raw = bytes.TrimSpace(raw)
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, false, errNotJSON
	}
	if raw[0] != '[' {
		m, err := readMessage(raw)
		return []message{m}, false, err
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil || len(elements) == 0 {
		return nil, true, errNotMessage
	}
	for _, e := range elements {
		m, _ := readMessage(e)
		messages = append(messages, m)
	}
	return messages, true, nil
}

// readMessage classifies one JSON value. On error the id is kept if it can be
// read, so that the error answer can carry it.
func readMessage(raw []byte) (message, error) {
	m := message{raw: raw}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return m, errNotMessage
	}
	id, hasID := members["id"]
	if hasID && (id[0] == '"' || integer.Match(id)) {
		m.id = id
	} else if hasID {
		return m, errNotMessage
	}
	m.params, m.result, m.err = members["params"], members["result"], members["error"]
	method, hasMethod := members["method"]
	if string(members["jsonrpc"]) != `"2.0"` || hasMethod && json.Unmarshal(method, &m.method) != nil {
		return m, errNotMessage
	}
	m.kind = classify(m, hasMethod)
	if m.kind == noMessage {
		return m, errNotMessage
	}
	return m, nil
}

func classify(m message, hasMethod bool) kind {
	switch {
	case hasMethod && m.id != nil:
		return request
	case hasMethod:
		return notification
	case m.id != nil && (m.result == nil) != (m.err == nil):
		return response
	default:
		return noMessage
	}
}

// rpcError is the error member of an answer.
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// reply is an answer that is being built.
type reply struct {
	id     json.RawMessage // nil = no id member
	result json.RawMessage
	err    *rpcError
}

func (r reply) set() bool { return r.result != nil || r.err != nil }

// text writes the answer on one line.
func (r reply) text() []byte {
	b := []byte(`{"jsonrpc":"2.0"`)
	if r.id != nil {
		b = append(append(b, `,"id":`...), r.id...)
	}
	if r.err != nil {
		b = append(append(b, `,"error":`...), encode(r.err)...)
	} else {
		b = append(append(b, `,"result":`...), oneLine(r.result)...)
	}
	return append(b, '}')
}

// outgoing writes a notification, or a request if id is set.
func outgoing(id json.RawMessage, method string, params json.RawMessage) []byte {
	b := []byte(`{"jsonrpc":"2.0"`)
	if id != nil {
		b = append(append(b, `,"id":`...), id...)
	}
	b = append(append(b, `,"method":`...), encode(method)...)
	if params != nil {
		b = append(append(b, `,"params":`...), oneLine(params)...)
	}
	return append(b, '}')
}

// encode marshals a value that is known to be representable, without escaping
// what JSON does not ask to escape.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSpace(b.Bytes())
}

// oneLine removes line breaks between tokens; what is no JSON stays as it is.
func oneLine(raw json.RawMessage) []byte {
	if !bytes.ContainsAny(raw, "\r\n") {
		return raw
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// member returns one member of an object as a string, or "".
func member(object json.RawMessage, name string) string {
	var members map[string]json.RawMessage
	var text string
	if json.Unmarshal(object, &members) == nil {
		_ = json.Unmarshal(members[name], &text)
	}
	return text
}
