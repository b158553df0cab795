package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// encodingOf says what is wrong with the bytes of a line or body, whatever they say.
func encodingOf(e fakeserver.Entry) error {
	switch {
	case strings.HasPrefix(e.Raw, "\xef\xbb\xbf"):
		return errors.New("it begins with a byte order mark")
	case e.Size <= len(e.Raw) && !utf8.ValidString(e.Raw):
		return errors.New("it is no UTF-8")
	case e.Size <= len(e.Raw) && halfEscaped(e.Raw):
		return errors.New("it has the escape of half a character in it")
	}
	return nil
}

// halfEscaped reports whether a text of JSON has one half of a surrogate pair without the other.
func halfEscaped(text string) bool {
	unit := func(at int) uint64 {
		if len(text) < at+6 || !strings.HasPrefix(text[at:], `\u`) {
			return 0
		}
		n, _ := strconv.ParseUint(text[at+2:at+6], 16, 32) // what is no number is the business of others
		return n
	}
	for i := strings.IndexByte(text, '\\'); i >= 0 && i < len(text); i++ {
		switch n := unit(i); {
		case text[i] != '\\':
		case n >= 0xd800 && n < 0xdc00:
			if next := unit(i + 6); next < 0xdc00 || next >= 0xe000 {
				return true
			}
			i += 11
		case n >= 0xdc00 && n < 0xe000:
			return true
		default:
			i++ // what is escaped
		}
	}
	return false
}

// membersOf are the members of an object as raw values; nil = it is none, or was not
// kept whole.
func membersOf(e fakeserver.Entry) (members map[string]json.RawMessage) {
	if e.Size > len(e.Raw) || jsonparts.Unmarshal([]byte(e.Raw), &members) != nil {
		return nil
	}
	return members
}

// isObject reports whether a raw value is an object.
func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) }

// textOf is the string that a raw value is.
func textOf(raw json.RawMessage) (text string, ok bool) {
	ok = jsonparts.Unmarshal(raw, &text) == nil && string(raw) != "null"
	return text, ok
}

// idOf is an id as a value: strings compare decoded, numbers by their token. ok = it is
// one that a request may have.
func idOf(raw json.RawMessage) (id string, ok bool) {
	if text, ok := textOf(raw); ok {
		return "string " + text, true
	}
	var number int64
	ok = jsonparts.Unmarshal(raw, &number) == nil && string(raw) != "null"
	return "number " + string(raw), ok
}

// written are the lines or bodies of the client, messages or not.
func written(r *clientcheck.Run) []clientcheck.Indexed {
	return r.Entries(func(e fakeserver.Entry) bool {
		return e.Direction == fakeserver.Received && (e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindRaw)
	})
}

func encoded(r *clientcheck.Run) error {
	for _, e := range written(r) {
		if err := encodingOf(e.Entry); err != nil {
			return fmt.Errorf("%w: %s", err, quote(e.Raw))
		}
	}
	return nil
}

// pure says which bytes are no message at all. What is wrong with their encoding, an id
// or an answer is the business of other checks.
func pure(r *clientcheck.Run) error {
	raw := r.Raw()
	for i, e := range raw {
		if encodingOf(e.Entry) != nil {
			continue
		}
		if n := spread(raw[i:]); n > 1 {
			return fmt.Errorf("a message is spread over %d lines, which begin with %s", n, quote(e.Raw))
		}
		if err := notMessage(e.Entry); err != nil {
			return fmt.Errorf("%w: %s", err, quote(e.Raw))
		}
	}
	for _, m := range r.Received() {
		if members := membersOf(m.Entry); members["method"] != nil && (members["result"] != nil || members["error"] != nil) {
			return fmt.Errorf("it is a request and an answer at once: %s", quote(m.Raw))
		}
		if params := membersOf(m.Entry)["params"]; params != nil && !isObject(params) {
			return fmt.Errorf("the params of %s are no object: %s", m.What(), quote(m.Raw))
		}
	}
	return nil
}

// membersOnce says which message has two members of one name, in whatever of its objects.
func membersOnce(r *clientcheck.Run) error {
	for _, m := range r.Received() {
		if m.Size > len(m.Raw) || !json.Valid([]byte(m.Raw)) {
			continue
		}
		if name, again := namedTwice(bytes.TrimSpace([]byte(m.Raw))); again {
			return fmt.Errorf("%s has two members with the name %q in one object: %s", m.What(), name, quote(m.Raw))
		}
	}
	return nil
}

// namedTwice is the name of the first member of a value that has the name of one before.
func namedTwice(value json.RawMessage) (string, bool) {
	if len(value) == 0 {
		return "", false
	}
	switch value[0] {
	case '{':
		seen := map[string]bool{}
		for name, member := range jsonparts.Members(value) {
			if seen[string(name)] {
				return string(name), true
			}
			seen[string(name)] = true
			if inner, again := namedTwice(member); again {
				return inner, true
			}
		}
	case '[':
		for element := range jsonparts.Elements(value) {
			if inner, again := namedTwice(element); again {
				return inner, true
			}
		}
	}
	return "", false
}

// maxSpread is the most lines that are taken for one message.
const maxSpread = 200

// spread is over how many lines of a process the message is spread that the first line
// begins; 0 = it begins none.
func spread(raw []clientcheck.Indexed) int {
	if raw[0].Transport != "stdio" || json.Valid([]byte(raw[0].Raw)) {
		return 0
	}
	var joined strings.Builder
	for i, e := range raw[:min(len(raw), maxSpread)] {
		if e.Conn != raw[0].Conn {
			return 0
		}
		joined.WriteString(e.Raw)
		if text := joined.String(); json.Valid([]byte(text)) && strings.Contains(text, `"jsonrpc"`) {
			return i + 1
		}
	}
	return 0
}

// notMessage says why bytes that the server refused are no JSON-RPC object.
func notMessage(e fakeserver.Entry) error {
	text := strings.TrimSpace(e.Raw)
	members := membersOf(e)
	switch {
	case text == "" || e.Size > len(e.Raw): // of the rest nothing is known
		return nil
	case strings.HasPrefix(text, "["):
		return errors.New("it is an array")
	case members == nil:
		return errors.New("it is no JSON object")
	case string(members["jsonrpc"]) != `"2.0"`:
		return errors.New(`its jsonrpc member is not "2.0"`)
	case members["method"] == nil && members["result"] == nil && members["error"] == nil:
		return errors.New("it has neither a method nor a result or an error")
	}
	return nil
}

// plainLines says which lines of a client over stdio need a reader that forgives.
func plainLines(r *clientcheck.Run) error {
	lines := 0
	for _, e := range written(r) {
		switch {
		case e.Transport != "stdio":
			continue
		case strings.TrimSpace(e.Raw) == "":
			return errors.New("a line is blank")
		case strings.HasSuffix(strings.TrimSuffix(e.Raw, "\n"), "\r"):
			return fmt.Errorf("a line ends with CRLF: %s", quote(e.Raw[max(0, len(e.Raw)-100):]))
		}
		lines++
	}
	return verdict.NotObservedIf(lines == 0, "the client wrote no line")
}
