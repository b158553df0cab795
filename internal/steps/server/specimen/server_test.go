// Package specimen_test judges the judges: it runs the checks of servers against
// a complete, correct server that was written for this from the specification
// alone, against hundreds of copies of it with one defect each, and against
// copies that are correct but unusual. It says which defects the checks find,
// and fails when they find fewer than before or blame a correct server. The
// server is no part of the product, and shares no code with fakeserver.
package specimen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// object is a JSON object; its numbers are json.Number, so that ids keep their text.
type object = map[string]any

type list = []any

// fault is an error of JSON-RPC.
type fault struct {
	code    int
	message string
	data    any
}

func refuse(code int, format string, args ...any) *fault {
	return &fault{code: code, message: fmt.Sprintf(format, args...)}
}

// handler answers a request with a result or an error; with neither it never answers.
type handler func(c *call) (object, *fault)

// server is one MCP server. What a defect or a correct oddity changes is a field.
type server struct {
	clk clock.Clock

	revisions    []string // oldest first
	info         object
	instructions string
	declared     object // capabilities
	methods      map[string]handler
	notes        map[string]func(s *session, params object)
	tools        []tool
	resources    []resource
	templates    []object
	prompts      []prompt
	pageSize     int
	patience     time.Duration // with answers of the client
	visits       bool          // users are sent to pages whatever their clients declare

	in         func(s *session, msg object) object            // before a message is understood; nil drops it
	out        func(s *session, c *call, msg object) []object // before messages are sent; c is what they are about
	encode     func(msg any) []byte                           // one message, or a batch
	batches    func(s *session) bool                          // whether batches are served
	early      func(c *call, method string) (object, *fault)  // a request before initialize
	batchInit  bool                                           // initialize, too
	concurrent bool                                           // even initialize is served beside the next message
	inline     bool                                           // requests are served one after the other
	asked      func(s *session, n int) any                    // the id of the n-th request of the server
	stdio      stdio
	http       web
	mu         sync.Mutex
	noted      int // notes that tools have added
	touched    int // how often note 1 was changed
	opened     []*session
}

// session is one client of the server.
type session struct {
	*server
	id        string
	revision  string
	client    object // its capabilities
	ready     bool   // initialized has come
	shut      bool
	level     string
	subs      map[string]bool
	running   map[string]*call
	pending   map[string]chan object
	requests  int
	send      func(c *call, msg object) // the transport
	die       func()                    // ends the process
	print     func(line string)         // to standard output, which it is not for
	streams   []*stream                 // over HTTP
	listening []*stream                 // those of GET
	slots     map[string]any            // what a defect remembers
}

// call is one request of the client's while it is served.
type call struct {
	*session
	ctx       context.Context
	stop      context.CancelFunc
	id        any
	method    string
	params    object
	token     any // of progress; nil = none
	cancelled bool
	answered  bool
	send      func(msg object) // the transport, for what is about this call
	after     func()           // once it is answered
	scratch   map[string]any   // what a defect remembers
}

func token(id any) string { return fmt.Sprintf("%T %v", id, id) }

func (v *server) open(id string, send func(*call, object)) *session {
	s := &session{server: v, id: id, send: send, level: "info", subs: map[string]bool{}, running: map[string]*call{},
		pending: map[string]chan object{}, slots: map[string]any{}}
	v.mu.Lock()
	v.opened = append(v.opened, s)
	v.mu.Unlock()
	return s
}

// close ends what runs in the session.
func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
	for _, c := range s.running {
		c.stop()
	}
	s.opened = slices.DeleteFunc(s.opened, func(o *session) bool { return o == s })
}

// write sends a message after what changes messages.
func (s *session) write(c *call, msg object) {
	for _, m := range s.out(s, c, msg) {
		if c != nil && c.send != nil {
			c.send(m)
		} else {
			s.send(c, m)
		}
	}
}

// decode reads a message or a batch; an error names the code of JSON-RPC.
func decode(data []byte) (any, *fault) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return nil, refuse(-32700, "Parse error")
	}
	return v, nil
}

func encode(msg any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(msg); err != nil {
		return []byte(err.Error()) // two defects at once may make what is no JSON
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// failure is the error response to a message; id may be nil.
func failure(id any, f *fault) object {
	e := object{"code": f.code, "message": f.message}
	if f.data != nil {
		e["data"] = f.data
	}
	return object{"jsonrpc": "2.0", "id": id, "error": e}
}

func validID(id any) bool {
	switch v := id.(type) {
	case string:
		return true
	case json.Number:
		return !bytes.ContainsAny([]byte(v), ".eE")
	}
	return false
}

// kind of a message.
type kind int

const (
	malformed kind = iota
	request
	notification
	response
)

func kindOf(msg object) kind {
	method, named := msg["method"].(string)
	id, identified := msg["id"]
	_, result := msg["result"]
	_, failed := msg["error"]
	switch {
	case msg["jsonrpc"] != "2.0":
		return malformed
	case named && method != "" && !identified:
		return notification
	case named && method != "" && validID(id):
		return request
	case !named && validID(id) && result != failed:
		return response
	}
	return malformed
}

// note serves a notification.
func (s *session) note(msg object) {
	params, _ := msg["params"].(object)
	if f := s.notes[msg["method"].(string)]; f != nil {
		f(s, params)
	}
}

// resolve gives a response to the request that waits for it.
func (s *session) resolve(msg object) {
	s.mu.Lock()
	waiting := s.pending[token(msg["id"])]
	delete(s.pending, token(msg["id"]))
	s.mu.Unlock()
	if waiting != nil {
		waiting <- msg
	}
}

// begin registers a request.
func (s *session) begin(msg object, send func(object)) *call {
	ctx, stop := context.WithCancel(context.Background())
	c := &call{session: s, ctx: ctx, stop: stop, id: msg["id"], method: msg["method"].(string), send: send, scratch: map[string]any{}}
	c.params, _ = msg["params"].(object)
	if meta, ok := c.params["_meta"].(object); ok {
		c.token = meta["progressToken"]
	}
	s.mu.Lock()
	s.running[token(c.id)] = c
	s.mu.Unlock()
	return c
}

// serve answers the request.
func (c *call) serve() {
	result, f := c.answer()
	c.stop()
	c.mu.Lock()
	if c.running[token(c.id)] == c {
		delete(c.running, token(c.id))
	}
	silent := c.cancelled || result == nil && f == nil
	c.answered = true
	c.mu.Unlock()
	switch {
	case silent:
	case f != nil:
		c.write(c, failure(c.id, f))
	default:
		c.write(c, object{"jsonrpc": "2.0", "id": c.id, "result": result})
	}
	if c.after != nil {
		c.after()
	}
}

func (c *call) answer() (object, *fault) {
	h := c.methods[c.method]
	switch {
	case c.revision == "" && c.method != "initialize" && c.method != "ping":
		return c.early(c, c.method)
	case h == nil:
		return nil, refuse(-32601, "Method not found: %s", c.method)
	}
	return h(c)
}

// wait lets time pass, or says that the request was cancelled.
func (c *call) wait(d time.Duration) bool { return clock.Sleep(c.ctx, c.clk, d) == nil }

// progress reports progress if the client asked for it.
func (c *call) progress(done, total float64) {
	if c.token != nil {
		c.write(c, object{"jsonrpc": "2.0", "method": "notifications/progress",
			"params": object{"progressToken": c.token, "progress": done, "total": total, "message": fmt.Sprintf("%v of %v", done, total)}})
	}
}

// ask sends the client a request and waits for the answer.
func (c *call) ask(method string, params object) (object, error) {
	answer := make(chan object, 1)
	c.mu.Lock()
	c.requests++
	id := c.asked(c.session, c.requests)
	c.pending[token(id)] = answer
	c.mu.Unlock()
	msg := object{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		msg["params"] = params
	}
	c.write(c, msg)
	select {
	case m := <-answer:
		if result, ok := m["result"].(object); ok {
			return result, nil
		}
		return nil, fmt.Errorf("the client refused %s", method)
	case <-c.ctx.Done():
	case <-c.clk.After(c.patience):
	}
	c.mu.Lock()
	delete(c.pending, token(id))
	c.mu.Unlock()
	return nil, fmt.Errorf("the client did not answer %s", method)
}

// notify sends a notification about nothing that runs.
func (s *session) notify(method string, params object) {
	msg := object{"jsonrpc": "2.0", "method": method}
	if params != nil {
		msg["params"] = params
	}
	s.write(nil, msg)
}

// everyone are the sessions that are open.
func (v *server) everyone() []*session {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(v.opened), func(s *session) bool { return !s.ready })
}

func (v *server) broadcast(method string) {
	for _, s := range v.everyone() {
		s.notify(method, nil)
	}
}

// updated tells who subscribed to a resource that it has changed.
func (v *server) updated(uri string) {
	for _, s := range v.everyone() {
		s.mu.Lock()
		subscribed := s.subs[uri]
		s.mu.Unlock()
		if subscribed {
			s.notify("notifications/resources/updated", object{"uri": uri})
		}
	}
}

var levels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// log sends a log message if the client wants its level.
func (c *call) log(level, text string) {
	if slices.Index(levels, level) >= slices.Index(levels, c.level) {
		c.write(c, object{"jsonrpc": "2.0", "method": "notifications/message",
			"params": object{"level": level, "logger": "specimen", "data": text}})
	}
}

// with is a copy of an object with other members; nil removes one.
func with(o object, members ...any) object {
	o = maps.Clone(o)
	for i := 0; i < len(members); i += 2 {
		if members[i+1] == nil {
			delete(o, members[i].(string))
		} else {
			o[members[i].(string)] = members[i+1]
		}
	}
	return o
}

// pause lets seconds pass, and says whether the session has ended.
func (s *session) pause(seconds int) bool {
	_ = clock.Sleep(context.Background(), s.clk, time.Duration(seconds)*time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shut
}
