package clientcheck

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The headers of the protocol.
const (
	headerSession  = "Mcp-Session-Id"
	headerRevision = "Mcp-Protocol-Version"
	headerLast     = "Last-Event-Id"
)

// indexed is an entry with its place in the journal.
type indexed struct {
	fakeserver.Entry
	at int
}

// entries are those that a condition holds for.
func (r *run) entries(hold func(fakeserver.Entry) bool) []indexed {
	var out []indexed
	for i, e := range r.journal {
		if hold(e) {
			out = append(out, indexed{e, i})
		}
	}
	return out
}

// received are the messages of the client.
func (r *run) received() []indexed {
	return r.entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Received
	})
}

// sentBack are the messages of the server.
func (r *run) sentBack(method string) []indexed {
	return r.entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent && e.Method == method
	})
}

// raw are the bytes of the client that are no message, blank lines included.
func (r *run) raw() []indexed {
	return r.entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindRaw && e.Direction == fakeserver.Received
	})
}

// all are the messages of the client with one of the methods.
func (r *run) all(method string) []indexed {
	var out []indexed
	for _, m := range r.received() {
		if m.Method == method {
			out = append(out, m)
		}
	}
	return out
}

func (r *run) sent(method string) bool { return len(r.all(method)) > 0 }

// verbs are the HTTP requests of a verb at the endpoint.
func (r *run) verbs(verb string) []indexed {
	return r.entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received && e.Verb == verb && atEndpoint(e.Text)
	})
}

// atEndpoint leaves out what clients ask other paths for, such as metadata.
func atEndpoint(uri string) bool {
	u, err := url.Parse(uri)
	return err == nil && u.Path == endpoint
}

// requests are the HTTP requests at the endpoint with their headers, initialize
// left out, in order. A POST appears once for each message in it.
func (r *run) requests() []indexed {
	return r.entries(func(e fakeserver.Entry) bool {
		if e.Direction != fakeserver.Received {
			return false
		}
		if e.Kind == fakeserver.KindHTTP {
			return e.Verb != http.MethodPost && atEndpoint(e.Text)
		}
		return (e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindRaw) && e.Method != "initialize"
	})
}

// welcomed is the place of the first successful answer to initialize; -1 = none.
func (r *run) welcomed() int {
	for _, a := range r.sentBack("initialize") {
		if result(a.Raw) != nil {
			return a.at
		}
	}
	return -1
}

// revisionAt is the revision negotiated last before a place, or "".
func (r *run) revisionAt(at int) string {
	revision := ""
	for _, a := range r.sentBack("initialize") {
		var told struct{ ProtocolVersion string }
		if a.at < at && json.Unmarshal(result(a.Raw), &told) == nil {
			revision = told.ProtocolVersion
		}
	}
	return revision
}

// result is the result member of an answer, or nil.
func result(raw string) json.RawMessage {
	var answer struct{ Result json.RawMessage }
	_ = json.Unmarshal([]byte(raw), &answer)
	return answer.Result
}

// params reads the params of a message; what is not there stays zero.
func params(raw string, into any) {
	_ = json.Unmarshal([]byte(raw), &struct{ Params any }{into})
}

// what names an entry for an error: its method, or the verb of a request without
// body.
func (e indexed) what() string {
	switch {
	case e.Method != "":
		return e.Method
	case e.Kind == fakeserver.KindHTTP:
		return e.Verb
	}
	return "a message"
}

// shownRaw bounds each message of an excerpt, in bytes.
const shownRaw = 1 << 10

// events are the journal as an excerpt shows it.
func (r *run) events() []event.Event {
	var out []event.Event
	for _, e := range r.journal {
		shown := event.Event{At: e.At, Actor: "server", Kind: event.Kind(e.Kind), Conn: e.Conn, N: e.Status, Text: e.Text}
		if e.Direction == fakeserver.Received {
			shown.Actor = "client"
		}
		switch e.Kind {
		case fakeserver.KindMessage, fakeserver.KindRaw:
			shown.Kind, shown.Raw = "sent", e.Raw[:min(len(e.Raw), shownRaw)]
		case fakeserver.KindHTTP:
			shown.Kind, shown.Name, shown.Text = "http", e.Verb, headline(e)
		case fakeserver.KindExit:
			shown.N = e.Size
		}
		out = append(out, shown)
	}
	if !r.stop.IsZero() {
		out = append(out, event.Event{At: r.stop, Actor: "client", Kind: "end", Text: r.end()})
	}
	return out
}

// headline shows those headers that checks are about. Others may hold secrets.
func headline(e fakeserver.Entry) string {
	text := e.Text
	for _, name := range []string{"Accept", "Content-Type", headerRevision, headerSession, headerLast} {
		if value := e.Header.Get(name); value != "" {
			text += " " + name + ": " + value
		}
	}
	return text
}
