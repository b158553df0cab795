package scenario

import (
	"bytes"
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// message is a JSON-RPC message: a request has a method and an id, a notification only a
// method, an answer only an id.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func (m message) request() bool { return m.Method != "" && m.ID != nil }
func (m message) answer() bool  { return m.Method == "" && m.ID != nil }

// tool is the name of the tool that is called.
func (m message) tool() string {
	var params struct {
		Name string `json:"name"`
	}
	if m.Method != callMethod || json.Unmarshal(m.Params, &params) != nil {
		return ""
	}
	return params.Name
}

const (
	callMethod = "tools/call"
	initMethod = "initialize"
)

// text is a message as it was sent.
type text struct {
	message
	raw []byte
}

// readMessages reads one message, or an array of them, of which it reads no more than are
// too many for a scenario.
func readMessages(b []byte) (out []text, batch, ok bool) {
	b = trimmed(b)
	if len(b) == 0 || !json.Valid(b) {
		return nil, false, false
	}
	take := func(part json.RawMessage) bool {
		var m message
		ok = part[0] == '{' && json.Unmarshal(part, &m) == nil && (m.Method != "" || m.ID != nil)
		out = append(out, text{m, part})
		return ok && len(out) <= mostEvents
	}
	if batch = b[0] == '['; !batch {
		take(b)
		return out, false, ok
	}
	jsonparts.Elements(b)(take)
	return out, true, ok
}

func trimmed(b []byte) []byte { return bytes.TrimSpace(b) }

// canonical is a JSON value of which any two forms are the same text; "" = there is none.
func canonical(value json.RawMessage) string {
	if len(value) == 0 {
		return ""
	}
	return string(jsonparts.Canonical(value))
}

// encode writes JSON on one line, without escapes that only web pages need.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return []byte("null") // what was decoded can be encoded
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// members is an object as a map; nil if it is none.
func members(object json.RawMessage) map[string]json.RawMessage {
	var out map[string]json.RawMessage
	if json.Unmarshal(object, &out) != nil {
		return nil
	}
	return out
}

// plain are params without what is different each time.
func plain(params json.RawMessage) json.RawMessage {
	all := members(params)
	if all == nil {
		return nil
	}
	delete(all, "_meta")
	return encode(all)
}
