package fakeserver

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// conn is one connection: a process life, or an HTTP initialize and all that
// belongs to its session. Everything in it is guarded by the server's lock.
type conn struct {
	s         *Server
	n         int // from 1; 0 = what belongs to no connection
	transport string
	opened    time.Time
	used      time.Time // HTTP: when the last request came
	clk       clock.Clock
	ended     bool

	revision    string          // negotiated
	client      json.RawMessage // capabilities of the client
	declared    json.RawMessage // capabilities told
	logLevel    string          // least level of messages; empty = all
	initReply   bool            // initialize has been answered
	initialized bool            // notifications/initialized has come
	ignores     map[Ignorable]bool

	execs     map[*exec]bool
	open      int              // requests not finished
	inflight  map[string]*exec // by id token
	asked     map[string]*exec // requests to the client for whose answers programs wait
	unawaited newest           // requests to the client for whose answers none waits
	answered  int
	reordered []*exec
	lastID    json.RawMessage // of the last answer whose id is not too long to be kept
	batch     []frame

	subscriptions []*subscription // modern only

	process *process // stdio only

	session     string
	expired     bool // the session is forgotten
	sessionless bool
	stream      *exchange   // the GET stream
	backlog     []frame     // waits for the GET stream
	streamed    int         // event streams opened
	streams     []*exchange // that can be resumed
	history     int         // events kept for resumption
	historySize int         // their bytes
	kept        int         // bytes that the server holds for it, see mostKept
}

// maxBacklog bounds what waits for a GET stream.
const maxBacklog = 1000

// open makes the next connection. The lock is held.
func (s *Server) open(transport string) *conn {
	s.opened++
	c := s.newConn(s.opened, transport)
	s.conns = append(s.conns, c)
	return c
}

// forget lets go of a connection that is over: a server that runs for a month has had
// many. Requests that still name its session count as its own, and meet 404.
func (s *Server) forget(c *conn) {
	s.conns = slices.DeleteFunc(s.conns, func(o *conn) bool { return o == c })
	s.history -= c.historySize
	c.historySize = 0
	s.kept -= c.kept
	c.kept = 0
	if s.sessions[c.session] == c {
		delete(s.sessions, c.session)
		s.remember(c)
	}
}

// maxOver is how many sessions that are over are told from those that never were.
const maxOver = 10_000

func (s *Server) remember(c *conn) {
	s.over[c.session] = c.n
	s.overOrder = append(s.overOrder, c.session)
	if len(s.overOrder) > maxOver {
		delete(s.over, s.overOrder[0])
		s.overOrder = s.overOrder[1:]
	}
}

// ofSession is the connection of a session, or nil. One that is over is as it was at its
// end.
func (s *Server) ofSession(id string) *conn {
	n, over := s.over[id]
	if !over {
		return s.sessions[id]
	}
	c := s.newConn(n, "http")
	c.session, c.expired, c.ended = id, true, true
	c.sessionless = s.script.HTTP.Legacy != nil
	return c
}

func (s *Server) newConn(n int, transport string) *conn {
	c := &conn{
		s: s, n: n, transport: transport, opened: s.clk.Now(), used: s.clk.Now(),
		execs:    map[*exec]bool{},
		inflight: map[string]*exec{},
	}
	c.clk = clock.Named(s.clk, c.name())
	c.ignore(s.script.Stdio.Ignore)
	return c
}

func (c *conn) name() string { return c.s.name + "/conn-" + strconv.Itoa(c.n) }

// actor names a goroutine of the connection for the clock.
func (c *conn) actor(role string) string { return c.name() + "/" + role }

func (c *conn) ignore(list []Ignorable) {
	for _, what := range list {
		if c.ignores == nil {
			c.ignores = map[Ignorable]bool{}
		}
		c.ignores[what] = true
	}
}

// ask notes a request to the client; x goes on with its answer; nil = no program waits.
func (c *conn) ask(id json.RawMessage, x *exec) {
	if x == nil {
		delete(c.asked, string(id))
		c.unawaited.add(string(id), mostAsked)
		return
	}
	if c.asked == nil {
		c.asked = map[string]*exec{}
	}
	c.asked[string(id)] = x
}

// age is how long the connection has been open, in the time of the script.
func (c *conn) age() time.Duration {
	return time.Duration(float64(c.s.clk.Since(c.opened)) / c.s.scale)
}

// newest is the youngest connection that has not ended, or nil.
func (s *Server) newest(transport string) *conn {
	for _, c := range slices.Backward(s.conns) {
		if !c.ended && (transport == "" || c.transport == transport) {
			return c
		}
	}
	return nil
}

// momentOf is the moment at which a message is received.
func (c *conn) momentOf(m *message, verb Verb, header http.Header) moment {
	out := moment{method: m.method, params: m.params, verb: verb, header: header, phases: phasesOf(m.method, c.initReply && !c.initialized)}
	if m.method == callMethod {
		out.tool = textMember(m.params, "name")
	}
	return out
}

// callMethod is the method of the messages that name a tool.
const callMethod = "tools/call"

// phasesOf are the phases of a message; between says that initialize has been answered and
// that the client has not said initialized.
func phasesOf(method string, between bool) (phases [2]Phase) {
	switch {
	case method == "initialize":
		phases[0] = phaseBeforeInitReply
	case between && method != "" && method != "notifications/initialized":
		phases[0] = phaseBeforeInitialized
	}
	switch {
	case strings.HasSuffix(method, "/list"):
		phases[1] = phaseListing
	case method == callMethod:
		phases[1] = phaseInCall
	}
	return phases
}

// happen runs the rules of a moment that is no message. If there are any, it
// returns their program.
func (c *conn) happen(p Phase, method string) *exec {
	m := moment{phases: [2]Phase{p}, phaseOnly: true, method: method}
	actions := c.s.actionsFor(m, c)
	if len(actions) == 0 {
		return nil
	}
	return c.s.launch(&exec{c: c, m: m, w: pushWire{c}}, actions)
}

// happenThen is happen, and then next.
func (c *conn) happenThen(p Phase, next func()) {
	x := c.happen(p, "")
	if x == nil || x.dead {
		next()
		return
	}
	x.steps = append(slices.Clip(x.steps), step(func(*exec) bool { next(); return true }))
}

// answeredOne notes an answer and lets go on what waited for it.
func (c *conn) answeredOne(x *exec) {
	c.answered++
	if len(x.msg.id) <= maxName {
		c.lastID = bytes.Clone(x.msg.id) // not all of its message
	}
	for _, other := range slices.Clone(c.reordered) {
		if other.behind <= c.answered && slices.Contains(c.reordered, other) {
			c.reordered = without(c.reordered, other)
			other.run()
		}
	}
	if x.msg.method == "initialize" && x.reply.err == nil && !c.initReply {
		c.initReply = true
		c.happen(phaseAfterInitReply, "initialize")
	}
}

// staleID is the id of the last answer before this one, but for those of more than 1 KiB.
func (c *conn) staleID() json.RawMessage {
	if c.lastID == nil {
		return json.RawMessage(foreignID)
	}
	return c.lastID
}

// collect gathers answers until there are size of them.
func (c *conn) collect(w wire, f frame, size int) {
	c.batch = append(c.batch, f)
	c.keep(len(f.text) + memberCost)
	if len(c.batch) < size {
		w.hang()
		return
	}
	frames := c.batch
	c.batch = nil
	c.giveBack(frames)
	f.text = joined(frames)
	w.answer(f)
}

// joined is the JSON array of the frames.
func joined(frames []frame) []byte {
	b := []byte("[")
	for i, f := range frames {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, f.text...)
	}
	return append(b, ']')
}

// closeRequest notes that a request is over.
func (c *conn) closeRequest(x *exec) {
	c.open--
	if c.inflight[string(x.msg.id)] == x {
		delete(c.inflight, string(x.msg.id))
	}
	c.idle()
}

// idle is a moment if no request is open on an initialized connection.
func (c *conn) idle() {
	if c.initialized && c.open == 0 && !c.ended {
		c.happen(phaseIdle, "")
	}
}

// cancel ends a request that the client gave up.
func (c *conn) cancel(id json.RawMessage) {
	x := c.inflight[string(id)]
	if x == nil || x.msg.method == "initialize" || c.ignores[ignoreCancel] {
		return
	}
	if h := x.httpExchange(); h != nil {
		h.end(endEOF)
	}
	x.finish()
}

// respond gives the client's answer to the program that waits for it.
func (c *conn) respond(m message) {
	id := string(m.id)
	if _, known := c.asked[id]; !known && !c.unawaited.has[id] {
		id = unescaped(m.id)
	}
	x, known := c.asked[id]
	known = c.unawaited.take(id) || known
	kind := KindAnswered
	if !known {
		kind, id = kindUnmatched, string(m.id)
	}
	delete(c.asked, id)
	c.note(Entry{Kind: kind, ID: boundedName(id), Raw: bounded(m.raw)})
	if x != nil {
		x.heard = m
		x.keep(len(m.raw))
		x.run()
	}
}

// unescaped is an id as a server writes it: clients may escape what need not be, such as the
// slashes of a text.
func unescaped(id json.RawMessage) string {
	if !bytes.ContainsRune(id, '\\') {
		return string(id)
	}
	return string(encode(string(jsonparts.Unquoted(id))))
}

// push sends a message that belongs to no request.
func (c *conn) push(f frame) {
	switch {
	case c.subscribable(f):
		c.publish(f)
	case c.process != nil:
		c.process.emit(f)
	case c.stream != nil:
		c.stream.event(f)
	case len(c.backlog) < maxBacklog && c.s.kept < c.s.mostKept:
		c.keep(len(f.text) + memberCost)
		c.backlog = append(c.backlog, f)
	}
}

// end stops everything that goes on.
func (c *conn) end() {
	c.ended = true
	for x := range c.execs {
		x.kill()
	}
	c.backlog = nil
}

// pushWire is the wire of moments that are no message.
type pushWire struct{ c *conn }

func (w pushWire) answer(f frame)   { w.c.push(f) }
func (w pushWire) emit(f frame)     { w.c.push(f) }
func (w pushWire) accept()          {}
func (w pushWire) admit(*exec) bool { return true }
func (w pushWire) done()            {}
func (w pushWire) hang()            {}

func (w pushWire) raw(b []byte) {
	switch {
	case w.c.process != nil:
		w.c.process.raw(b)
	case w.c.stream != nil:
		w.c.stream.raw(b)
	}
}

// batchWire gathers the answers to the requests of one array.
type batchWire struct {
	parent wire
	want   int
	got    []frame
}

func (w *batchWire) answer(f frame) {
	w.got = append(w.got, f)
	if len(w.got) == w.want {
		f.text, f.id = joined(w.got), nil
		w.parent.answer(f)
	}
}

func (w *batchWire) emit(f frame)       { w.parent.emit(f) }
func (w *batchWire) raw(b []byte)       { w.parent.raw(b) }
func (w *batchWire) admit(x *exec) bool { return w.parent.admit(x) }
func (w *batchWire) done()              { w.parent.done() }
func (w *batchWire) hang()              { w.parent.hang() }

func (w *batchWire) accept() {
	if w.want == 0 {
		w.parent.accept()
	}
}
