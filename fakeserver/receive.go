package fakeserver

import "net/http"

// receive runs one program for each message of a line or body; the lock is held.
func (s *Server) receive(c *conn, w wire, verb Verb, messages []message, batch bool) {
	if batch {
		w = &batchWire{parent: w, want: countRequests(messages)}
	}
	for i := range messages {
		c.noteReceived(&messages[i], verb, headerOf(w))
	}
	for i := range messages {
		m := &messages[i]
		if batch && (m.kind == noMessage || m.method == "initialize") {
			w.answer(frame{text: refusal(messages[i:i+1], errNotMessage).text()})
			w.done()
			continue
		}
		s.start(c, w, verb, m)
	}
}

func (c *conn) noteReceived(m *message, verb Verb, header http.Header) {
	c.note(Entry{
		Kind: KindMessage, Direction: Received, Verb: string(verb), Header: header,
		Method: m.method, ID: boundedName(m.id), Raw: bounded(m.raw), Size: len(m.raw),
	})
}

// countRequests is the number of answers an array asks for.
func countRequests(messages []message) int {
	n := 0
	for _, m := range messages {
		if m.kind == request || m.kind == noMessage {
			n++
		}
	}
	return n
}

// batches reports whether the negotiated revision has arrays of messages.
func (c *conn) batches() bool { return c.revision == "2025-03-26" }
