package probe

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Frame is one message as it came: a line of stdout, an HTTP body, the data of
// an event. Members that are absent are nil; null is the text null.
type Frame struct {
	Raw     []byte
	Members map[string]json.RawMessage // nil if raw is no JSON object
	batch   bool                       // raw is a JSON array
	At      time.Time                  // when it came into an inbox
	Loose   bool                       // it came on a GET stream, which belongs to no request

	method   string // "" = none, or no string
	response bool   // it has a result or an error, and no method
	id       string // see [SameJSON]; "" = none
}

// ParseFrame passes over a byte order mark: who writes one is told once.
func ParseFrame(raw []byte) Frame {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	f := Frame{Raw: raw, batch: bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))}
	f.Members = membersOf(raw)
	f.method = Text(f.Members["method"])
	f.response = f.Members["method"] == nil && (f.Members["result"] != nil || f.Members["error"] != nil)
	f.id = SameJSON(f.Members["id"])
	return f
}

// parseFrames reads what may be a batch. Of one with more messages than are kept of a
// whole connection it reads one more than that: the connection is flooded.
func parseFrames(raw []byte) []Frame {
	if f := ParseFrame(raw); !f.batch || !json.Valid(raw) {
		return []Frame{f}
	}
	out := []Frame{}
	for e := range jsonparts.Elements(bytes.TrimSpace(raw)) {
		if out = append(out, ParseFrame(e)); len(out) > maxFrames {
			break
		}
	}
	return out
}

// ID is the id as JSON, spelled as [SameJSON] spells it; "" = none.
func (f Frame) ID() string { return f.id }

// Method is the method of a request or notification; "" = none.
func (f Frame) Method() string { return f.method }

// IsMessage reports whether it is a response, a request or a notification.
func (f Frame) IsMessage() bool { return f.IsResponse() || f.Method() != "" }

// IsRequest reports whether it has a method and an id.
func (f Frame) IsRequest() bool { return f.Method() != "" && f.Members["id"] != nil }

// IsNotification reports whether it has a method and no id.
func (f Frame) IsNotification() bool { return f.Method() != "" && f.Members["id"] == nil }

// Answers reports whether it is a response to the request with an id.
func (f Frame) Answers(id string) bool { return f.IsResponse() && Alike(f.ID(), id) }

// CountAnswers counts the responses to the request with an id.
func CountAnswers(frames []Frame, id string) (n int) {
	for _, f := range frames {
		if f.Answers(id) {
			n++
		}
	}
	return n
}

// Param is one of the params, nil if it is absent.
func (f Frame) Param(name string) json.RawMessage { return partOf(f.Members["params"], name) }

// IsResponse reports whether it has a result or an error, and no method.
func (f Frame) IsResponse() bool { return f.response }

// Text is a JSON string, or "" for anything else.
func Text(raw json.RawMessage) (s string) {
	if n := len(raw); n > 1 && isPlain(raw[1:n-1]) && raw[0] == '"' && raw[n-1] == '"' {
		return string(raw[1 : n-1])
	}
	_ = jsonparts.Unmarshal(raw, &s)
	return s
}

// isPlain reports whether a string of JSON holds what it is written with: printable ASCII
// without escapes, as nearly all are.
func isPlain(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// RPCError is the error of a response.
type RPCError struct {
	Code    string // raw token
	message json.RawMessage
}

// Failure is the response's error, or nil if it has none.
func (f Frame) Failure() *RPCError {
	if f.Members["error"] == nil {
		return nil
	}
	its := partsOf(f.Members["error"])
	return &RPCError{string(its["code"]), its["message"]}
}

// String shows the error to a person: why something is refused is all that its user can act on.
func (e *RPCError) String() string {
	return fmt.Sprintf("error %s: %q", OrNothing(e.Code), words.Clip(Text(e.message), 600))
}

// IsUnknownMethod reports whether it is the error -32601.
func (f Frame) IsUnknownMethod() bool { return f.Failure() != nil && f.Failure().Code == "-32601" }

// Nameless reports whether it has no id, or null in its place.
func (f Frame) Nameless() bool { return f.id == "" || f.id == "null" }

// Idless reports whether it is a response that names no request, although it is not about
// something that cannot be read, or is no request.
func (f Frame) Idless() bool {
	if !f.IsResponse() || !f.Nameless() {
		return false
	}
	failure := f.Failure()
	return failure == nil || failure.Code != "-32700" && failure.Code != "-32600"
}

// isParseError reports whether it says that something could not be read, and names no
// request.
func (f Frame) isParseError() bool {
	return f.Nameless() && f.Failure() != nil && f.Failure().Code == "-32700"
}

// CheckShape says what is wrong with a message apart from its version.
func (f Frame) CheckShape() error {
	result, failure := f.Members["result"], f.Failure()
	switch {
	case f.Members == nil:
		return errors.New("it is no JSON object")
	case f.Method() != "" && (result != nil || failure != nil):
		return errors.New("it has a method, and a result or an error")
	case f.Method() != "":
		return nil
	case (result == nil) == (failure == nil):
		return errors.New("it has no method, and not exactly one of result and error")
	case failure == nil && !isObject(result):
		return errors.New("its result is no object")
	case failure == nil:
		return nil
	case !isObject(f.Members["error"]):
		return errors.New("its error is no object")
	}
	if _, err := strconv.ParseInt(failure.Code, 10, 64); err != nil {
		return fmt.Errorf("its error code %s is no integer", OrNothing(failure.Code))
	}
	if !bytes.HasPrefix(failure.message, []byte(`"`)) {
		return errors.New("its error message is no string")
	}
	return nil
}

// CheckResponse says what is wrong with how a response tells result from error: both are
// there, or the error is malformed. What it says of anything else is then unclear.
func (f Frame) CheckResponse() error {
	if !f.response || f.Members["error"] == nil {
		return nil
	}
	return f.CheckShape()
}

func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) }

// CheckVersion says whether a message names the version of JSON-RPC.
func (f Frame) CheckVersion() error {
	if version := f.Members["jsonrpc"]; Text(version) != "2.0" {
		return fmt.Errorf(`its jsonrpc member is %s, not "2.0"`, OrNothing(string(version)))
	}
	return nil
}

// CheckUTF8 says whether a message is UTF-8 without a byte order mark before it. In
// a string of it that character is one like any other.
func CheckUTF8(raw []byte) error {
	switch {
	case bytes.HasPrefix(bytes.TrimSpace(raw), []byte("\ufeff")):
		return errors.New("it has a byte order mark")
	case !utf8.Valid(raw):
		return errors.New("it is not UTF-8")
	}
	return nil
}

// SameJSON is one spelling of a JSON string or number: two strings are the same value
// if, and only if, they have the same one, however they were escaped. Numbers are left
// as they are: 1 and 1.0 are two ids. One that is very long is spelled as [keyOf] does.
func SameJSON(token []byte) string {
	if len(token) > maxName {
		return keyOf(token)
	}
	if len(token) < 2 || token[0] != '"' || bytes.IndexByte(token, '\\') < 0 {
		return string(token)
	}
	out := []byte{'"'}
	for _, c := range []byte(Text(token)) {
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < ' ':
			out = fmt.Appendf(out, `\u%04x`, c)
		default:
			out = append(out, c)
		}
	}
	return string(append(out, '"'))
}

// maxName is how long an id, a token or a key may be that is kept to be compared with later
// ones, in bytes.
const maxName = 1 << 10

// keyOf is a text by which it can be compared with others: a long one is its beginning, its
// length and its hash, so that what is kept of many connections stays small.
func keyOf(text []byte) string {
	if len(text) <= maxName {
		return string(text)
	}
	return fmt.Sprintf("%s… (%d bytes, SHA-256 %x)", strings.ToValidUTF8(string(text[:64]), "?"), len(text), sha256.Sum256(text))
}

// Alike reports whether two ids, as JSON, are the same but for their type.
func Alike(a, b string) bool {
	a, b = SameJSON([]byte(a)), SameJSON([]byte(b))
	return a == b || strings.Trim(a, `"`) == strings.Trim(b, `"`)
}

// OrNothing is JSON for a person: "absent" where there is none.
func OrNothing(s string) string {
	if s == "" {
		return "absent"
	}
	return s
}

// Quote shows bytes to a person, shortened and without control characters.
func Quote(raw []byte) string {
	const shown = 120
	if len(raw) > shown {
		return fmt.Sprintf("%q… (%d bytes)", raw[:shown], len(raw))
	}
	return fmt.Sprintf("%q", raw)
}

// Message is the text of a request, or of a notification if id is "". params may
// be "".
func Message(method, params, id string) []byte {
	text := fmt.Sprintf(`{"jsonrpc":"2.0","method":%q`, method)
	if id != "" {
		text = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q`, id, method)
	}
	if params != "" {
		text += `,"params":` + params
	}
	return []byte(text + "}")
}

// Encoded is a string as JSON.
func Encoded(s string) []byte {
	text, _ := json.Marshal(s)
	return text
}
