package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
)

// specimen is a client with one defect, or a correct one that does what few do. Each
// function may be nil.
type specimen struct {
	seenBy  string // the checks of which one must see it; "" = it is correct
	over    string // the transport; "" = both
	write   func(raw string) string
	header  func(h http.Header, verb, method string)
	read    func(raw string) string // "" = the client ignores it
	answers map[string]string       // to requests of the server, by method: their result or error
	once    func(c *miniClient)     // after the handshake
	twice   bool                    // every call is made twice, whatever the first is answered
	lists   bool                    // everything is listed that the server declares
}

func specimens() map[string]specimen {
	all := map[string]specimen{}
	for _, table := range []map[string]specimen{messageSpecimens, answerSpecimens, lifeSpecimens, webSpecimens, pipeSpecimens, looseSpecimens, historySpecimens, innocents} {
		maps.Copy(all, table)
	}
	return all
}

// message is a JSON object in which a specimen changes something.
type message map[string]json.RawMessage

func (m message) set(name, value string) { m[name] = json.RawMessage(value) }

// params changes the member params.
func (m message) params(change func(message)) {
	p := message{}
	_ = json.Unmarshal(m["params"], &p)
	change(p)
	raw, _ := json.Marshal(p)
	m["params"] = raw
}

// edit changes messages: those with the method, those with an empty one (answers), or
// all ("*").
func edit(method string, change func(m message)) func(string) string {
	return func(raw string) string {
		m := message{}
		if json.Unmarshal([]byte(raw), &m) != nil {
			return raw
		}
		var has string
		_ = json.Unmarshal(m["method"], &has)
		if method != "*" && has != method {
			return raw
		}
		change(m)
		out, _ := json.Marshal(m)
		return string(out)
	}
}

// put sets one member of the messages with a method.
func put(method, name, value string) func(string) string {
	return edit(method, func(m message) { m.set(name, value) })
}

// drop removes one member of the messages with a method.
func drop(method, name string) func(string) string {
	return edit(method, func(m message) { delete(m, name) })
}

// putParam and dropParam do the same in params.
func putParam(method, name, value string) func(string) string {
	return edit(method, func(m message) { m.params(func(p message) { p.set(name, value) }) })
}

func dropParam(method, name string) func(string) string {
	return edit(method, func(m message) { m.params(func(p message) { delete(p, name) }) })
}

// says sends something of its own after the handshake.
func says(raw string) func(*miniClient) {
	return func(c *miniClient) { _ = c.link.send(raw, "", "") }
}

// asks sends a request of its own after the handshake.
func asks(method, params string) func(*miniClient) {
	return func(c *miniClient) { _, _ = c.request(method, params, patienceOfOnce) }
}

// replaced is what a specimen writes instead of a part of a message.
func replaced(old, by string) func(string) string {
	return func(raw string) string { return strings.Replace(raw, old, by, 1) }
}

// answering replaces the result of the answers to requests whose method is known by
// what the correct answer holds.
func answering(mark, member, value string) func(string) string {
	return edit("", func(m message) {
		if strings.Contains(string(m["result"]), mark) {
			delete(m, "result")
			m.set(member, value)
		}
	})
}

// without leaves a header out of the requests with a verb and a method, "*" = all.
func without(name, verb, method string) func(http.Header, string, string) {
	return func(h http.Header, v, m string) {
		if (verb == "*" || verb == v) && (method == "*" || method == m) {
			h.Del(name)
		}
	}
}

// with sets a header of the requests with a verb and a method, "*" = all.
func with(name, value, verb, method string) func(http.Header, string, string) {
	return func(h http.Header, v, m string) {
		if (verb == "*" || verb == v) && (method == "*" || method == m) {
			h.Set(name, value)
		}
	}
}

// repeat is a message that comes again and again.
func repeat(n int, format string) func(*miniClient) {
	return func(c *miniClient) {
		for i := range n {
			_ = c.link.send(fmt.Sprintf(format, i), "", "")
		}
	}
}
