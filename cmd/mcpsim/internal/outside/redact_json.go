package outside

import (
	"bytes"
	"encoding/json"
	"strings"
)

// JSON is a JSON text without secrets, each of its strings as [Redactor.Text] returns it.
// A name of a member may be one of mcpsim's own and is redacted as [Redactor.Own] does. It
// is nil if in is none.
func (h *Redactor) JSON(in json.RawMessage) json.RawMessage {
	return jsonWith(in, h.Text, func(name string) string { return h.Own(name) })
}

// Whole is JSON with strings of their whole length, for answers of a server. What holds no
// secret stays as it is, byte for byte.
func (h *Redactor) Whole(in json.RawMessage) json.RawMessage {
	changed, r := false, h.current()
	noting := func(hide func(string) string) func(string) string {
		return func(s string) string {
			hidden := hide(s)
			changed = changed || hidden != s
			return hidden
		}
	}
	if out := jsonWith(in, noting(r.Text), noting(r.Own)); changed {
		return out
	}
	return in
}

// jsonWith is a JSON text with other strings and other names of members, in their order and
// without space between them. It is copied from beginning to end: as values in memory a
// text of a million members would take twenty times its size.
func jsonWith(in json.RawMessage, text, name func(string) string) json.RawMessage {
	if !json.Valid(in) {
		return nil
	}
	var out bytes.Buffer
	out.Grow(len(in))
	for at, end := 0, 0; at < len(in); at = end {
		end = tokenEnd(in, at)
		switch token := in[at:end]; {
		case token[0] == '"' && isName(in, end):
			writeString(&out, name(unquoted(token)))
		case token[0] == '"':
			writeString(&out, text(unquoted(token)))
		case strings.IndexByte("-0123456789", token[0]) >= 0:
			if hidden := text(string(token)); hidden != string(token) {
				writeString(&out, hidden)
				continue
			}
			out.Write(token)
		case strings.IndexByte(jsonSpace, token[0]) < 0:
			out.Write(token)
		}
	}
	return out.Bytes()
}

const jsonSpace = " \t\r\n"

// tokenEnd is where what begins at a place of valid JSON ends: a string, a number or a word;
// anything else is one byte.
func tokenEnd(in []byte, at int) int {
	end := at + 1
	switch {
	case in[at] == '"':
		for ; in[end] != '"'; end++ {
			if in[end] == '\\' {
				end++
			}
		}
		return end + 1
	case strings.IndexByte("{}[],:"+jsonSpace, in[at]) >= 0:
		return end
	}
	for end < len(in) && strings.IndexByte("{}[],:"+jsonSpace, in[end]) < 0 {
		end++
	}
	return end
}

// isName reports whether the string that ends before a place is the name of a member.
func isName(in []byte, at int) bool {
	rest := bytes.TrimLeft(in[at:], jsonSpace)
	return len(rest) > 0 && rest[0] == ':'
}

func unquoted(token []byte) (s string) {
	_ = json.Unmarshal(token, &s) // it is valid
	return s
}

func writeString(out *bytes.Buffer, s string) {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // strings can be encoded
	out.Truncate(out.Len() - 1)
}
