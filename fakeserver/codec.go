package fakeserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
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
	of     *body // what it came in; nil = it came in nothing
}

// Codes of JSON-RPC errors that a correct server answers.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeNoResource     = -32002
	codeUnknown        = -32000 // the script has no answer; see Options.Unknown
)

var (
	errNotJSON = errors.New("Parse error")
	//lint:ignore ST1005 wire text
	errNotMessage = errors.New("Invalid Request")
)

// maxBatch is how many messages a batch may have: each takes a hundred times the bytes
// that it is sent with.
const maxBatch = 10_000

// readMessages reads the messages of one line or body. batch says that it was
// an array; its elements that are no messages have kind noMessage.
func readMessages(raw []byte) (messages []message, batch bool, err error) {
	raw = bytes.TrimSpace(raw)
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, false, errNotJSON
	}
	if raw[0] != '[' {
		m, err := readMessage(raw)
		m.of = &body{size: len(raw)}
		return []message{m}, false, err
	}
	all := &body{size: len(raw)}
	for e := range jsonparts.Elements(raw) {
		if len(messages) == maxBatch {
			return nil, true, errNotMessage
		}
		m, _ := readMessage(e)
		m.of = all
		messages = append(messages, m)
	}
	if len(messages) == 0 {
		return nil, true, errNotMessage
	}
	return messages, true, nil
}

// readMessage classifies one JSON value. On error the id is kept if it can be
// read, so that the error answer can carry it.
func readMessage(raw []byte) (message, error) {
	m := message{raw: raw}
	var version, id, method json.RawMessage
	for name, value := range jsonparts.Members(raw) { // the last one of a name counts
		switch string(name) {
		case "jsonrpc":
			version = value
		case "id":
			id = value
		case "method":
			method = value
		case "params":
			m.params = value
		case "result":
			m.result = value
		case "error":
			m.err = value
		}
	}
	if id != nil && id[0] != '"' && !isInteger(string(id)) {
		return m, errNotMessage
	}
	m.id = id
	if string(version) != `"2.0"` || method != nil && decodeInto(method, &m.method) != nil {
		return m, errNotMessage
	}
	m.method = boundedName(m.method) // no method has such a name
	m.kind = classify(m, method != nil)
	if m.kind == noMessage {
		return m, errNotMessage
	}
	return m, nil
}

// isInteger reports whether text is a whole number as JSON writes it.
func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && (digits[0] != '0' || digits == "0")
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
	b := make([]byte, 0, len(`{"jsonrpc":"2.0","id":,"result":}`)+len(r.id)+len(r.result))
	b = append(b, `{"jsonrpc":"2.0"`...)
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
	b = appendText(append(b, `,"method":`...), method)
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
	return plainSeparators(bytes.TrimSpace(b.Bytes()))
}

// plainSeparators writes U+2028 and U+2029 as they are, which encoding/json always escapes:
// JSON allows them in strings, and readers exist that take them for the end of a line.
func plainSeparators(text []byte) []byte {
	if !bytes.Contains(text, []byte(`\u202`)) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case bytes.HasPrefix(rest, []byte(`\u2028`)), bytes.HasPrefix(rest, []byte(`\u2029`)):
			out = utf8.AppendRune(out, '\u2028'+rune(rest[5]-'8'))
			i += len(`\u2028`) - 1
		case rest[0] == '\\':
			out = append(out, rest[:2]...) // another escape, of a backslash perhaps
			i++
		default:
			out = append(out, rest[0])
		}
	}
	return out
}

// appendText appends a string as encode writes it.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return append(b, encode(text)...)
		}
	}
	b = append(append(b, '"'), text...)
	return append(b, '"')
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
