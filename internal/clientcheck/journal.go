package clientcheck

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// The headers of the protocol.
const (
	HeaderSession  = "Mcp-Session-Id"
	HeaderRevision = "Mcp-Protocol-Version"
	HeaderLast     = "Last-Event-Id"
)

// Indexed is an entry with its place in the journal.
type Indexed struct {
	fakeserver.Entry
	Place int
}

// look is the journal, for judging; nothing when there is no time left for that, see
// [Bench.Judge]. So what one look has found may be gone for the next one.
func (r *Run) look() []fakeserver.Entry {
	if r.cut != nil && r.cut() {
		return nil
	}
	return r.journal
}

// Entries are those that a condition holds for.
func (r *Run) Entries(hold func(fakeserver.Entry) bool) []Indexed {
	var out []Indexed
	for i, e := range r.look() {
		if hold(e) {
			out = append(out, Indexed{e, i})
		}
	}
	return out
}

// Received are the messages of the client.
func (r *Run) Received() []Indexed {
	return r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Received
	})
}

// SentBack are the messages of the server.
func (r *Run) SentBack(method string) []Indexed {
	return r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent && e.Method == method
	})
}

// Raw are the bytes of the client that are no message, blank lines included.
func (r *Run) Raw() []Indexed {
	return r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindRaw && e.Direction == fakeserver.Received
	})
}

// Silent reports whether the server has seen nothing of the client.
func (r *Run) Silent() bool {
	return len(r.Entries(func(e fakeserver.Entry) bool {
		return e.Direction == fakeserver.Received && (e.Kind != fakeserver.KindHTTP || atEndpoint(e.Text))
	})) == 0
}

// Refused reports whether the server refused or redirected a POST: the client may send it again.
func (r *Run) Refused() bool {
	return slices.ContainsFunc(r.look(), func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Sent && e.Verb == http.MethodPost && e.Status >= http.StatusMultipleChoices
	})
}

// BrokeBefore reports whether the server did something before a place after which what
// it sends may not arrive.
func (r *Run) BrokeBefore(at int) bool {
	r.indexed.Do(r.index)
	return r.broke < at
}

// harmless are the faults that break nothing.
var harmless = []string{"delay", "as", "notify", "request", "progress", "ignore"}

// index finds once what is asked for at many places: a run may have very many messages.
func (r *Run) index() {
	r.broke = len(r.journal)
	for i, e := range r.journal {
		switch {
		case e.Kind == fakeserver.KindFault && i < r.broke && !slices.Contains(harmless, e.Text):
			r.broke = i
		case e.Kind == fakeserver.KindMessage && e.Direction == fakeserver.Sent && e.Method == "initialize":
			var told struct{ ProtocolVersion string }
			if jsonparts.Unmarshal(Result(e.Raw), &told) == nil {
				r.welcomes = append(r.welcomes, welcome{i, told.ProtocolVersion})
			}
		}
	}
}

// Leaves is when the client began to leave: it deleted its session, closed the input of
// its server, or ended.
func (r *Run) Leaves() time.Time {
	left := r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindEOF || e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received && e.Verb == http.MethodDelete
	})
	if len(left) > 0 {
		return left[len(left)-1].At
	}
	return r.Stop
}

// Slowness is how long the client, or the machine that it runs on, took to go on after
// initialize was answered.
func (r *Run) Slowness() time.Duration {
	at := r.Welcomed()
	for _, m := range r.Received() {
		if at >= 0 && m.Place > at {
			return m.At.Sub(r.journal[at].At)
		}
	}
	return 0
}

// All are the messages of the client with one of the methods.
func (r *Run) All(method string) []Indexed {
	var out []Indexed
	for _, m := range r.Received() {
		if m.Method == method {
			out = append(out, m)
		}
	}
	return out
}

// Sent reports whether the client has sent a message with a method.
func (r *Run) Sent(method string) bool { return len(r.All(method)) > 0 }

// Verbs are the HTTP requests of a verb at the endpoint.
func (r *Run) Verbs(verb string) []Indexed {
	return r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received && e.Verb == verb && atEndpoint(e.Text)
	})
}

// atEndpoint leaves out what clients ask other paths for, such as metadata.
func atEndpoint(uri string) bool {
	return pathOf(uri) == endpoint
}

// pathOf is the path of a URI; "" = it has none.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	return u.Path
}

// OldTransport reports whether POSTs went elsewhere than to the endpoint: those of
// HTTP+SSE do, whose session is part of the URL and whose headers mean nothing.
func (r *Run) OldTransport() bool {
	return slices.ContainsFunc(r.look(), func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received && e.Verb == http.MethodPost && !atEndpoint(e.Text) && e.Endpoint == ""
	})
}

// requests are the HTTP requests at the endpoint with their headers, initialize
// left out, in order; none over stdio, nor over the old transport. A POST appears once
// for each message in it.
func (r *Run) requests() []Indexed {
	if r.OldTransport() {
		return nil
	}
	return r.Entries(func(e fakeserver.Entry) bool {
		if e.Direction != fakeserver.Received || e.Transport != "http" {
			return false
		}
		if e.Kind == fakeserver.KindHTTP {
			return e.Verb != http.MethodPost && atEndpoint(e.Text)
		}
		return (e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindRaw) && e.Method != "initialize"
	})
}

// Welcomed is the place of the first successful answer to initialize; -1 = none.
func (r *Run) Welcomed() int {
	for _, a := range r.SentBack("initialize") {
		if Result(a.Raw) != nil {
			return a.Place
		}
	}
	return -1
}

// RevisionAt is the revision negotiated last before a place, or "".
func (r *Run) RevisionAt(at int) string {
	r.indexed.Do(r.index)
	after := sort.Search(len(r.welcomes), func(i int) bool { return r.welcomes[i].place >= at })
	if after == 0 {
		return ""
	}
	return r.welcomes[after-1].revision
}

// Result is the result member of an answer, or nil.
func Result(raw string) json.RawMessage {
	var answer struct{ Result json.RawMessage }
	_ = jsonparts.Unmarshal([]byte(raw), &answer)
	return answer.Result
}

// Params reads the params of a message; what is not there stays zero.
func Params(raw string, into any) {
	_ = jsonparts.Unmarshal([]byte(raw), &struct{ Params any }{into})
}

// What names an entry for an error: its method, or the verb of a request without
// body.
func (e Indexed) What() string {
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

// Events are the journal as an excerpt shows it.
func (r *Run) Events() []event.Event {
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
		case fakeserver.KindLogin:
			shown.Text = e.Login.String()
		case fakeserver.KindExit:
			shown.N = e.Size
		}
		out = append(out, shown)
	}
	if !r.Stop.IsZero() {
		out = append(out, event.Event{At: r.Stop, Actor: "client", Kind: "end", Text: r.End()})
	}
	return out
}

// headline shows those headers that checks are about. Others may hold secrets.
func headline(e fakeserver.Entry) string {
	text := e.Text
	for _, name := range []string{"Accept", "Content-Type", HeaderRevision, HeaderSession, HeaderLast} {
		if value := e.Header.Get(name); value != "" {
			text += " " + name + ": " + value
		}
	}
	return text
}

// Asked are the requests of the client.
func (r *Run) Asked() []Indexed {
	return slices.DeleteFunc(r.Received(), func(m Indexed) bool { return m.ID == "" || m.Method == "" })
}

// Cancelled are the ids that the client cancelled, as raw tokens, in order.
func (r *Run) Cancelled() []string {
	var out []string
	for _, m := range r.All("notifications/cancelled") {
		var p struct{ RequestID json.RawMessage }
		Params(m.Raw, &p)
		out = append(out, string(p.RequestID))
	}
	return out
}

// AsksAfter reports whether a request follows another.
func (r *Run) AsksAfter(call Indexed) bool {
	return slices.ContainsFunc(r.Asked(), func(m Indexed) bool { return m.Place > call.Place })
}

// AnswerTo is the client's answer to a request of the server.
func (r *Run) AnswerTo(id string) (Indexed, bool) {
	found := r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindAnswered && e.ID == id })
	if len(found) == 0 {
		return Indexed{}, false
	}
	return found[0], true
}

// Later are the HTTP requests after a place, if the client goes on there.
func (r *Run) Later(at int) ([]Indexed, error) {
	var out []Indexed
	for _, q := range r.requests() {
		if q.Place > at {
			out = append(out, q)
		}
	}
	if !r.GoesOn(at) {
		return nil, NotGoingOn(r)
	}
	return out, nil
}

// GoesOn reports whether the client sends a message after a place.
func (r *Run) GoesOn(at int) bool {
	return slices.ContainsFunc(r.Received(), func(m Indexed) bool { return m.Place > at })
}

// NotGoingOn says that nothing can be said of a client that left when initialize
// was answered: it may not have understood the answer, which is the business of
// other checks.
func NotGoingOn(r *Run) error {
	return verdict.NotObserved("the client did not go on after initialize was answered; it %s%s", r.End(), r.LastWords())
}
