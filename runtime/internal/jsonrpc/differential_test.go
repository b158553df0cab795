package jsonrpc

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// plainMessage is a message as encoding/json reads it.
type plainMessage struct {
	Kind                               Kind
	ID, Method, Params, Result, Failed string
	Batch                              []plainMessage
}

// plain reads a message without any short cut.
func plain(data []byte, element bool) (m plainMessage) {
	data = bytes.Trim(data, " \t\r\n")
	var list []json.RawMessage
	if data[0] == '[' && !element && json.Unmarshal(data, &list) == nil && len(list) > 0 {
		m.Kind = Batch
		for _, e := range list {
			m.Batch = append(m.Batch, plain(e, true))
		}
		return m
	}
	var members map[string]json.RawMessage // of several with one name the last counts
	if data[0] != '{' || json.Unmarshal(data, &members) != nil {
		return m
	}
	var id, method any
	decoder := json.NewDecoder(bytes.NewReader(members["id"]))
	decoder.UseNumber()
	_ = decoder.Decode(&id)
	_ = json.Unmarshal(members["method"], &method)
	m.Method, _ = method.(string)
	m.Params, m.Result = string(members["params"]), string(members["result"])
	if m.Failed = string(members["error"]); m.Failed == "null" {
		m.Failed = ""
	}
	_, named := method.(string)
	answers := m.Result != "" || m.Failed != ""
	switch id.(type) {
	case nil:
	case string, json.Number:
		m.ID = string(members["id"])
	default:
		return m // with an id that is none it is no message
	}
	switch {
	case m.ID != "" && answers, !named && answers:
		m.Kind = Response
	case named && m.ID != "":
		m.Kind = Request
	case named:
		m.Kind = Notification
	}
	return m
}

// shown is a message as plain shows it.
func shown(m Message) plainMessage {
	p := plainMessage{m.Kind, string(m.ID), m.Method, string(m.Params), string(m.Result), string(m.Failure), nil}
	for _, e := range m.Batch {
		p.Batch = append(p.Batch, shown(e))
	}
	return p
}

// FuzzMessages: whatever is sent, the messages in it are those that encoding/json finds,
// with the same members, in the same order, at any depth of nesting.
func FuzzMessages(f *testing.F) {
	for _, s := range append(seeds,
		`[{"id":1,"result":2},5,[{"method":"x"}],{"method":"y","id":"z"}]`, `{"id":1,"id":{},"result":1}`, `{"id":{},"id":1,"result":1}`,
		`{"method":"x","method":7,"id":1}`, `{"\u0069d":1,"method":"\ud83d\ude00\ud800"}`, `{"id":-0.0e-0,"error":null,"result":null}`,
		`{"id":"\u0000","error":{"code":1.5},"error":false}`, "{\"id\":1,\"resul\xff\":1,\"params\":[]}", `{"ID":1,"id ":2,"Method":"x"}`,
		strings.Repeat("[", 9999)+strings.Repeat("]", 9999), `{"params":`+strings.Repeat("[", 9999)+strings.Repeat("]", 9999)+`}`,
		`{"params":`+strings.Repeat("[", 10000)+strings.Repeat("]", 10000)+`}`,
	) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse(data)
		assert.Equal(t, err == nil, json.Valid(data), "%v", err)
		if err == nil {
			assert.DeepEqual(t, shown(m), plain(data, false))
			assert.Equal(t, string(m.Raw), strings.Trim(string(data), " \t\r\n"))
		}
	})
}
