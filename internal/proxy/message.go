package proxy

import (
	"bytes"
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// message is what rules must know of a JSON-RPC message. Its parts share memory with the
// text.
type message struct {
	id           json.RawMessage // nil = none
	method, tool string          // method "" = an answer
	params       json.RawMessage
}

func (m message) request() bool { return m.method != "" && m.id != nil }
func (m message) answer() bool  { return m.method == "" && m.id != nil }

// read finds out what a text is; false if it is no message: no JSON, a batch, or something
// else. Such a text is passed on like any other and met by no rule.
func read(text []byte) (m message, ok bool) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return m, false
	}
	for name, value := range jsonparts.Members(text) {
		switch string(name) {
		case "id":
			m.id = value
		case "method":
			m.method = stringOf(value)
		case "params":
			m.params = value
		}
	}
	if m.method == "tools/call" {
		for name, value := range jsonparts.Members(m.params) {
			if string(name) == "name" {
				m.tool = stringOf(value)
			}
		}
	}
	return m, m.id != nil || m.method != ""
}

func stringOf(value json.RawMessage) string {
	if len(value) == 0 || value[0] != '"' {
		return ""
	}
	return string(jsonparts.Unquoted(value))
}
