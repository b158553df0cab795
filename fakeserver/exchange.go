package fakeserver

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/jonboulle/clockwork"

	"github.com/mcpsim/mcpsim/internal/coding"
)

// exchange is one HTTP request and its answer: the wire of the messages that
// came with it. It is guarded by the server's lock.
type exchange struct {
	c       *conn
	verb    Verb
	request *http.Request
	session string // as the client sent it
	out     *output
	weight  int // of the head of the request, in bytes

	form    Form
	style   sseAction
	headers map[string]string
	cutAt   int
	cutHow  ending          // how the body ends then; empty = reset
	coder   *coding.Encoder // of the body; nil = it goes as it is

	started   bool            // the status is out
	sse       bool            // it is an event stream
	ended     bool            // nothing is written any more
	keep      bool            // stays open when its programs have ended
	listening bool            // it is a GET stream
	apart     bool            // it is a POST of HTTP+SSE: answers go to the stream of its connection
	programs  int             // not ended
	sent      int             // bytes of the body
	count     int             // events
	number    int             // of the stream in its connection, from 1; for event ids
	events    [][]byte        // kept for resumption
	beat      clockwork.Timer // keep-alive
	instead   int             // the status of what an endpoint of a login says; 0 = its own
	method    string          // of its only message, and the id of that; "" = there are none or several
	id        string
}

// newExchange finds out which connection a request belongs to.
func (s *Server) newExchange(r *http.Request) *exchange {
	h := &exchange{
		verb: Verb(r.Method), request: r, session: r.Header.Get(sessionHeader),
		out: newOutput(), weight: weightOf(r), form: s.script.HTTP.form(r.Header.Get("Accept")), headers: map[string]string{},
	}
	h.c = s.connOf(h.session)
	h.c.used = s.clk.Now()
	h.out.shared = &s.unread
	s.exchanges = append(s.exchanges, h)
	h.c.note(Entry{Kind: KindHTTP, Direction: Received, Verb: r.Method, Header: r.Header.Clone(), Text: r.URL.RequestURI(), Endpoint: s.routeOf(r.URL.Path).endpoint})
	return h
}

// connOf is the connection of a session, alive or not; without session the newest.
func (s *Server) connOf(session string) *conn {
	if c := s.ofSession(session); c != nil {
		return c
	}
	if c := s.newest("http"); c != nil && session == "" {
		return c
	}
	return s.limbo
}

// form is the form of answers for a client that accepts accept.
func (h HTTPScript) form(accept string) Form {
	form := Form(either(string(h.Answers), string(formJSON)))
	json, sse := strings.Contains(accept, "application/json"), strings.Contains(accept, "text/event-stream")
	switch {
	case sse && !json:
		return formSSE
	case json && !sse:
		return formJSON
	default:
		return form
	}
}

func (h HTTPScript) sessions() bool { return h.Sessions == nil || *h.Sessions }

func (h *exchange) actor() string { return h.c.actor("http") }

func headerOf(w wire) http.Header {
	if h := exchangeOf(w); h != nil {
		return h.request.Header
	}
	return nil
}

// exchangeOf is the HTTP exchange in which a message came; nil over other transports.
func exchangeOf(w wire) *exchange {
	if b, ok := w.(*batchWire); ok {
		w = b.parent
	}
	h, _ := w.(*exchange)
	return h
}

// head sends status and headers.
func (h *exchange) head(status int) {
	h.started = true
	header := http.Header{}
	for name, value := range h.headers {
		setHeader(header, name, value)
	}
	h.c.note(Entry{Kind: KindHTTP, Direction: Sent, Verb: string(h.verb), Status: status, Header: header})
	h.out.put(item{kind: itemHead, code: status, head: maps.Clone(h.headers)})
}

// preset sets headers that the script has not set.
func (h *exchange) preset(headers map[string]string) {
	for name, value := range headers {
		if _, set := h.headers[name]; !set {
			h.headers[name] = value
		}
	}
}

// lowercase writes the names of headers in small letters, but for those by which net/http frames
// the message: under another name it would add its own to them. That there is no content type by
// its usual name keeps it from guessing one.
func lowercase(h http.Header) {
	for name, values := range maps.Clone(h) {
		if !slices.Contains(framing, name) {
			delete(h, name)
			h[strings.ToLower(name)] = values
		}
	}
	h["Content-Type"] = nil
}

var framing = []string{"Connection", "Content-Length", "Date", "Trailer", "Transfer-Encoding"}

// setHeader sets a header once for each line of its value.
func setHeader(h http.Header, name, value string) {
	h.Del(name)
	for line := range strings.SplitSeq(strings.TrimSuffix(value, "\n"), "\n") {
		h.Add(name, line)
	}
}

func (h *exchange) setHeaders(headers map[string]string) {
	for name, value := range headers {
		h.headers[http.CanonicalHeaderKey(name)] = value
	}
}

// begin sends the head of a 200 in the exchange's form.
func (h *exchange) begin() {
	if h.started || h.ended {
		return
	}
	if h.form != formSSE {
		h.preset(map[string]string{"Content-Type": "application/json"})
		h.head(http.StatusOK)
		return
	}
	h.sse = true
	h.c.openStream(h)
	h.preset(map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "X-Accel-Buffering": "no",
	})
	h.head(http.StatusOK)
	if h.style.BOM {
		h.write(bom)
	}
	h.prime()
}

// write puts bytes of the body, and cuts where that is scripted.
func (h *exchange) write(b []byte) { h.put(item{kind: itemData, data: h.encoded(b)}) }

func (h *exchange) put(items ...item) {
	for _, it := range items {
		if h.ended {
			return
		}
		over := h.sent + len(it.data) - h.cutAt
		if h.cutAt > 0 && over >= 0 {
			it.data = it.data[:len(it.data)-over]
			h.out.put(it)
			h.coder = nil // what is left of it is cut off, too
			h.end(ending(either(string(h.cutHow), string(endReset))))
			return
		}
		h.sent += len(it.data)
		h.out.put(it)
		if h.out.full {
			h.giveUp()
		}
	}
}

// giveUp ends what has become too much for its client, with the programs that make it.
func (h *exchange) giveUp() {
	h.c.note(Entry{Kind: kindIgnored, Verb: string(h.verb), Text: "the client does not read what it is sent"})
	h.out.jump(item{kind: itemReset})
	h.ended = true
	h.stopListening()
	for x := range h.c.execs {
		if x.httpExchange() == h {
			x.finish()
		}
	}
}

// weightOf is how many bytes the head of a request has, about.
func weightOf(r *http.Request) int {
	n := len(r.RequestURI)
	for name, values := range r.Header {
		n += memberCost + len(name)
		for _, v := range values {
			n += memberCost + len(v)
		}
	}
	return n
}

// event writes a message as an event.
func (h *exchange) event(f frame) {
	if h.ended && !h.c.s.script.HTTP.Resume {
		h.c.note(Entry{Kind: kindIgnored, Method: f.method, Text: "message after the end of its stream"})
		return
	}
	h.begin()
	f.decor.Indent = f.decor.Indent || h.style.Multiline
	text := string(f.body())
	e := sseEvent{Event: h.style.Event, Data: &text}
	h.count++
	switch {
	case h.style.Number:
		id := strconv.Itoa(h.count)
		e.ID = &id
	case h.c.s.script.HTTP.Resume:
		id := h.eventID(h.count)
		e.ID = &id
	}
	b := f.finish(h.style.encode(e, true))
	h.c.noteFrame(f, []byte(text), string(h.verb))
	h.remember(b)
	h.put(f.split.items(h.encoded(b))...)
	h.cutByCount()
}

func (h *exchange) cutByCount() {
	if h.style.Cut > 0 && h.count >= h.style.Cut {
		h.end(ending(either(string(h.style.End), string(endReset))))
	}
}

// end ends the exchange.
func (h *exchange) end(how ending) {
	if h.ended {
		return
	}
	switch how {
	case endReset:
		h.out.put(item{kind: itemReset})
	case endNone:
		h.begin()
		h.keep = true
		return
	default:
		h.begin()
		h.putTail()
		h.out.put(item{kind: itemEnd})
	}
	h.ended = true
	h.stopListening()
}

// putTail puts what an encoded body ends with.
func (h *exchange) putTail() {
	if coder := h.coder; coder != nil {
		h.coder = nil
		h.put(item{kind: itemData, data: coder.End()})
	}
}

// status answers with a status and nothing else.
func (h *exchange) status(code int, headers map[string]string, body []byte) {
	if h.started || h.ended {
		h.c.note(Entry{Kind: kindIgnored, Verb: string(h.verb), Text: "status after the head"})
		return
	}
	h.setHeaders(headers)
	if len(body) > 0 {
		h.preset(map[string]string{"Content-Type": "text/plain; charset=utf-8"})
	}
	if code != http.StatusNoContent && code != http.StatusNotModified && h.coder == nil {
		h.preset(map[string]string{"Content-Length": strconv.Itoa(len(body))})
	}
	h.head(code)
	if len(body) > 0 {
		h.write(body)
	}
	h.end(endEOF)
}

// refuse answers what no rule is asked about.
func (h *exchange) refuse(code int, text string) { h.status(code, nil, []byte(text+"\n")) }

// rpcStatus is status with a JSON-RPC error as body.
func (h *exchange) rpcStatus(code int, r reply) {
	h.status(code, map[string]string{"Content-Type": "application/json"}, r.text())
}

// An exchange is the wire of the messages in its body.

func (h *exchange) answer(f frame) {
	if h.apart {
		h.c.push(f)
		return
	}
	if h.form == formSSE || h.sse {
		h.event(f)
		return
	}
	if h.ended {
		h.c.note(Entry{Kind: kindIgnored, Method: f.method, Text: "answer after the end of the body"})
		return
	}
	b := f.finish(f.body())
	h.c.noteFrame(f, b, string(h.verb))
	if !h.started && h.coder == nil {
		h.preset(map[string]string{"Content-Length": strconv.Itoa(len(b))})
	}
	h.begin()
	h.put(f.split.items(h.encoded(b))...)
	h.end(endEOF)
}

// emit writes on the own stream while there is one, else on the GET stream.
func (h *exchange) emit(f frame) {
	if h.apart || h.ended && !h.sse || h.started && !h.sse {
		h.c.push(f)
		return
	}
	h.form = formSSE
	h.event(f)
}

func (h *exchange) raw(b []byte) {
	if h.apart {
		pushWire{h.c}.raw(b)
		return
	}
	h.begin()
	h.c.note(Entry{Kind: KindRaw, Direction: Sent, Verb: string(h.verb), Raw: bounded(b), Size: len(b)})
	h.write(b)
}

func (h *exchange) accept() {
	if !h.started && !h.ended {
		h.status(http.StatusAccepted, nil, nil)
	}
}

func (h *exchange) hang() { h.keep = true }

// done ends the stream when all that was asked in it has been answered.
func (h *exchange) done() {
	h.programs--
	if h.programs > 0 || h.keep || h.ended || !h.started {
		return
	}
	h.end(h.style.End)
}

// left notes that the handler that took from out is gone.
func (s *Server) left(out *output) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out.end()
	i := slices.IndexFunc(s.exchanges, func(h *exchange) bool { return h.out == out })
	if i < 0 {
		return // the exchange has been resumed by another request
	}
	h := s.exchanges[i]
	s.exchanges = slices.Delete(s.exchanges, i, i+1)
	if !h.ended {
		h.c.note(Entry{Kind: KindGone, Verb: string(h.verb), Method: h.method, ID: h.id})
	}
	h.ended = true // what can be resumed goes on without a reader
	h.stopListening()
	h.c.cancelledBy(h)
}

func (h *exchange) eventID(n int) string { return fmt.Sprintf("%d-%d-%d", h.c.n, h.number, n) }
