package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// frame is one message as it came: a line of stdout, an HTTP body, the data of
// an event. Members that are absent are nil; null is the text null.
type frame struct {
	raw     []byte
	members map[string]json.RawMessage // nil if raw is no JSON object
	batch   bool                       // raw is a JSON array
	at      time.Time                  // when it came into an inbox
}

// parseFrame passes over a byte order mark: who writes one is told once.
func parseFrame(raw []byte) frame {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	f := frame{raw: raw, batch: bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))}
	if json.Unmarshal(raw, &f.members) != nil {
		f.members = nil
	}
	return f
}

// parseFrames reads what may be a batch.
func parseFrames(raw []byte) []frame {
	var elements []json.RawMessage
	if f := parseFrame(raw); !f.batch || json.Unmarshal(raw, &elements) != nil {
		return []frame{f}
	}
	out := make([]frame, len(elements))
	for i, e := range elements {
		out[i] = parseFrame(e)
	}
	return out
}

func (f frame) id() string           { return string(f.members["id"]) }
func (f frame) method() string       { return text(f.members["method"]) }
func (f frame) isMessage() bool      { return f.isResponse() || f.method() != "" }
func (f frame) isRequest() bool      { return f.method() != "" && f.members["id"] != nil }
func (f frame) isNotification() bool { return f.method() != "" && f.members["id"] == nil }

// param is one of the params, nil if it is absent.
func (f frame) param(name string) json.RawMessage {
	var params map[string]json.RawMessage
	_ = json.Unmarshal(f.members["params"], &params)
	return params[name]
}

func (f frame) isResponse() bool {
	return f.members["method"] == nil && (f.members["result"] != nil || f.members["error"] != nil)
}

// text is a JSON string, or "" for anything else.
func text(raw json.RawMessage) (s string) {
	_ = json.Unmarshal(raw, &s)
	return s
}

// rpcError is the error of a response.
type rpcError struct {
	code    string // raw token
	message json.RawMessage
}

// failure is the response's error, or nil if it has none.
func (f frame) failure() *rpcError {
	if f.members["error"] == nil {
		return nil
	}
	var members struct{ Code, Message json.RawMessage }
	_ = json.Unmarshal(f.members["error"], &members)
	return &rpcError{string(members.Code), members.Message}
}

// checkShape says what is wrong with a message apart from its version.
func (f frame) checkShape() error {
	result, failure := f.members["result"], f.failure()
	switch {
	case f.members == nil:
		return errors.New("it is no JSON object")
	case f.method() != "":
		return nil
	case (result == nil) == (failure == nil):
		return errors.New("it has no method, and not exactly one of result and error")
	case failure == nil:
		return nil
	}
	if _, err := strconv.ParseInt(failure.code, 10, 64); err != nil {
		return fmt.Errorf("its error code %s is no integer", orNothing(failure.code))
	}
	if !bytes.HasPrefix(failure.message, []byte(`"`)) {
		return errors.New("its error message is no string")
	}
	return nil
}

// checkVersion says whether a message names the version of JSON-RPC.
func (f frame) checkVersion() error {
	if version := string(f.members["jsonrpc"]); version != `"2.0"` {
		return fmt.Errorf(`its jsonrpc member is %s, not "2.0"`, orNothing(version))
	}
	return nil
}

// checkUTF8 says whether bytes are UTF-8 without a byte order mark.
func checkUTF8(raw []byte) error {
	switch {
	case bytes.Contains(raw, []byte("\ufeff")):
		return errors.New("it has a byte order mark")
	case !utf8.Valid(raw):
		return errors.New("it is not UTF-8")
	}
	return nil
}

// alike reports whether two ids are the same but for their type.
func alike(a, b string) bool {
	return a == b || strings.Trim(a, `"`) == strings.Trim(b, `"`)
}

func orNothing(s string) string {
	if s == "" {
		return "absent"
	}
	return s
}

// quote shows bytes to a person, shortened and without control characters.
func quote(raw []byte) string {
	const shown = 120
	if len(raw) > shown {
		return fmt.Sprintf("%q… (%d bytes)", raw[:shown], len(raw))
	}
	return fmt.Sprintf("%q", raw)
}
