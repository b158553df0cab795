package scenario

import (
	"encoding/json"
	"time"
)

// moment is what a client did, or the begin or end of a connection, with all that the
// server did after it and before the next one.
type moment struct {
	conn  *conn
	phase string // of a moment that is no message: "spawn" or "closing"
	verb  string // of an HTTP request that carries no message
	event *event // nil for phases
	at    time.Duration
	order int // among those of its connection

	outputs   []*output
	dues      []time.Duration // when the script does each of them, after the moment
	answered  bool
	cancelled bool // the client wanted no answer any more
	signalled bool // the client has sent the process a signal
	overtaken bool // the answer to a later request came before its own
	status    *event
	broken    bool
}

// closing is the phase in which a client ends a process.
const closing = "closing"

// output is what the server did.
type output struct {
	*event
	again bool // it is the answer, once more
	waits bool // the client has answered it before the server went on
}

// thread is what is known of a connection while its events are read.
type thread struct {
	conn    *conn
	moments []*moment
	now     *moment
	open    map[string]*moment    // requests without answer, by id
	done    map[string]*moment    // requests with one
	tokens  map[string]*moment    // of progress
	asks    map[string]*output    // requests of the server, by id
	carried map[*exchange]*moment // by the HTTP request that carried them
	ended   bool                  // the client has closed stdin
}

// moments orders what happened on a connection.
func (c *Conversation) moments(on *conn) []*moment {
	t := &thread{
		conn: on, open: map[string]*moment{}, done: map[string]*moment{}, tokens: map[string]*moment{}, asks: map[string]*output{},
		carried: map[*exchange]*moment{},
	}
	t.begin(&moment{phase: "spawn", at: on.events[0].at})
	for _, e := range on.events {
		if e.client {
			t.client(e)
		} else {
			t.server(e, &c.lost)
		}
	}
	return t.moments
}

func (t *thread) begin(m *moment) {
	m.conn, m.order, t.now = t.conn, len(t.moments), m
	if m.event != nil && m.event.web != nil {
		t.carried[m.event.web] = m
	}
	t.moments = append(t.moments, m)
}

// client takes what the client did.
func (t *thread) client(e *event) {
	switch {
	case e.kind == closed, e.kind == signal:
		if !t.ended {
			t.ended = true
			t.begin(&moment{phase: closing, at: e.at})
		}
		t.now.signalled = t.now.signalled || e.kind == signal
	case e.kind == asked:
		t.begin(&moment{verb: e.web.verb, event: e, at: e.at})
	case e.answer():
		if out := t.asks[string(e.ID)]; out != nil {
			out.waits = true
		}
	case e.kind == said:
		m := &moment{event: e, at: e.at}
		t.begin(m)
		if e.request() {
			t.open[string(e.ID)] = m
			if token := tokenOf(e.Params, "_meta", "progressToken"); token != "" {
				t.tokens[token] = m
			}
		} else if e.Method == "notifications/cancelled" {
			if m := t.open[tokenOf(e.Params, "requestId")]; m != nil {
				m.cancelled = true
			}
		}
	}
}

// tokenOf is the text of a member of a member …; "" = there is none.
func tokenOf(value json.RawMessage, path ...string) string {
	for _, name := range path {
		value = members(value)[name]
	}
	return string(value)
}

// server takes what the server did: as a consequence of what came before it.
func (t *thread) server(e *event, lost *losses) {
	switch {
	case e.kind == status || e.kind == broken:
		if m := t.carried[e.web]; m != nil && e.kind == status {
			m.status = e
		} else if m != nil {
			m.broken = true
		}
		return
	case e.kind == said && e.answer():
		t.answer(e, lost)
		return
	}
	m := t.now
	if e.kind == said {
		if by := t.tokens[tokenOf(e.Params, "progressToken")]; by != nil && e.Method == "notifications/progress" {
			m = by
		} else if own := t.carried[e.web]; own != nil && e.web.verb == "POST" {
			m = own
		}
	}
	out := &output{event: e}
	m.outputs = append(m.outputs, out)
	if e.request() {
		t.asks[string(e.ID)] = out
	}
	t.now = m
}

// answer takes an answer.
func (t *thread) answer(e *event, lost *losses) {
	id := string(e.ID)
	m := t.open[id]
	if again := t.done[id]; m == nil && again != nil {
		again.outputs = append(again.outputs, &output{event: e, again: true})
		t.now = again
		return
	}
	if m == nil {
		if t.conn.web {
			lost.add("answers with an id that no request has")
			return
		}
		e.kind = junk // a script has it as bytes
		e.raw = append(append([]byte(nil), e.raw...), '\n')
		t.now.outputs = append(t.now.outputs, &output{event: e})
		return
	}
	delete(t.open, id)
	t.done[id] = m
	for _, other := range t.open { // this answer goes before theirs
		other.overtaken = other.overtaken || m.order > other.order
	}
	m.answered = true
	m.outputs = append(m.outputs, &output{event: e})
	t.now = m
}
