package timeline

import (
	"bytes"
	"encoding/json"
	"strings"
)

// message is what a row tells of a message of JSON-RPC.
type message struct {
	method string
	id     string // the raw token; "" = none
	about  string // the tool, resource or prompt that a request names; of an error its code and text
	asking bool   // it has a method, which may be cut
	answer bool   // it has a result or an error
	failed bool   // it is an error, or the result of a tool that says so
}

// read reads a message as far as it goes: the copy in a trace may be cut. What is no object
// of JSON is no message.
func read(raw string) (m message, ok bool) {
	dec := json.NewDecoder(strings.NewReader(raw))
	if first, err := dec.Token(); err != nil || first != json.Delim('{') {
		return m, false
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		m.asking = m.asking || key == "method"
		m.answer = m.answer || key == "result" || key == "error"
		m.failed = m.failed || key == "error"
		ok = ok || m.answer
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			break
		}
		ok = m.take(key, value) || ok
	}
	return m, ok
}

// take keeps a member. It reports whether the member makes an object a message.
func (m *message) take(key json.Token, value json.RawMessage) bool {
	switch key {
	case "method":
		return json.Unmarshal(value, &m.method) == nil
	case "id":
		m.id = string(value)
		return true
	case "params":
		var p struct{ Name, URI string }
		_ = json.Unmarshal(value, &p) // a name of another type is none
		m.about = p.Name + p.URI
	case "result":
		m.failed = bytes.Contains(value, []byte(`"isError":true`))
	case "error":
		var e struct {
			Code    json.Number
			Message string
		}
		_ = json.Unmarshal(value, &e)
		m.about = strings.TrimSpace(e.Code.String() + " " + e.Message)
	}
	return false
}

// asks reports whether the message wants an answer.
func (m message) asks() bool { return m.id != "" && m.asking && !m.answer }

// short is the end of an id, which is what differs between long ones.
func short(id string) string {
	const kept = 6
	if len(id) <= 2*kept {
		return id
	}
	return "…" + strings.ToValidUTF8(id[len(id)-kept:], "")
}

// head says in a line what a message is. method is that of the request which it answers.
func (m message) head(method string) string {
	var parts []string
	switch {
	case m.answer && m.failed:
		parts = append(parts, "error for")
	case m.answer:
		parts = append(parts, "answer to")
	case m.id == "":
		parts = append(parts, "notification")
	}
	if m.method != "" {
		method = m.method
	}
	parts = append(parts, method)
	if m.id != "" {
		parts = append(parts, "#"+short(strings.Trim(m.id, `"`)))
	}
	if m.about != "" {
		parts = append(parts, "·", m.about)
	}
	return strings.Join(parts, " ")
}

// pairs joins requests and answers as they come.
type pairs map[pairKey]int // the last request of that id

type pairKey struct {
	peer   string // the server, or the connection
	asking bool   // the client asked
	id     string
}

// join notes message m, event i, which the client or the server said. It returns the request
// that m answers, or -1.
func (p pairs) join(m message, peer string, byClient bool, events []Event, i int) (request int) {
	if m.id == "" {
		return -1
	}
	if !m.answer {
		p[pairKey{peer, byClient, m.id}] = i
		return -1
	}
	key := pairKey{peer, !byClient, m.id}
	r, ok := p[key]
	if !ok {
		return -1
	}
	if events[r].Pair == 0 { // a second answer points at its request, which points at the first
		events[r].Pair = i + 1
	}
	events[i].Pair = r + 1
	return r
}
