package modern_test

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/netem"
)

// stdio is what the server does as a process.
type stdio struct {
	hello    string // on standard output, before anything else
	frame    func(data []byte) string
	silent   bool // subscriptions are not answered at the end of input
	deaf     bool // to the end of input
	inline   bool // requests are served one after the other
	break1   bool // garbage ends the process
	crlf     bool // CRLF ends it, too
	arrays   bool // their elements are served
	stubborn bool // cancellations are ignored
	fragile  bool // a cancellation of nothing ends the process
	held     bool // each message leaves with the next one
	logs     bool // each line that is read is copied to standard error
	limit    int  // of a line, in bytes; a longer one ends reading; 0 = none
	immortal bool // neither the end of input nor TERM ends the process
	termless bool // TERM does not
	hasty    bool // of a short line that comes in pieces all but the last are lost
	clings   bool // nor does the end of input once standard output is broken
}

// serveProcess serves one process.
func (v *server) serveProcess(p *netem.Process) {
	_, _ = io.WriteString(p.Out(), v.stdio.hello)
	turn := make(chan struct{}, 1)
	kept, broken := "", atomic.Bool{}
	send := func(msg object) {
		wire := string(v.encode(msg)) + "\n"
		if v.stdio.frame != nil {
			wire = v.stdio.frame(v.encode(msg))
		}
		turn <- struct{}{}
		defer func() { <-turn }()
		if v.stdio.held {
			wire, kept = kept, wire
		}
		if _, err := io.WriteString(p.Out(), wire); err != nil {
			broken.Store(true)
		}
	}
	done, term := make(chan struct{}), p.Term()
	v.die = func() { p.Exit(1) }
	go v.readLines(p, send, done)
	if v.stdio.deaf || v.stdio.immortal {
		done = nil
	}
	if v.stdio.immortal || v.stdio.termless {
		term = nil
	}
	defer v.stopAll()
	select {
	case <-done:
		if v.stdio.clings && broken.Load() {
			<-p.Killed()
		}
	case <-term:
	case <-p.Killed():
		p.Exit(1)
		return
	}
	v.mu.Lock()
	subs := v.subs
	v.mu.Unlock()
	for _, s := range subs {
		if !v.stdio.silent {
			out := v.result(nil)
			out["_meta"].(object)[prefix+"subscriptionId"] = s.c.id
			s.c.write(object{"jsonrpc": "2.0", "id": s.c.id, "result": out})
		}
	}
	p.Exit(0)
}

// stopAll ends what still runs.
func (v *server) stopAll() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, c := range v.running {
		c.gone = true
		c.stop()
	}
}

func (v *server) readLines(p *netem.Process, send func(object), done chan<- struct{}) {
	defer close(done)
	from := p.In()
	if v.stdio.hasty {
		from = servertest.Hasty{From: from}
	}
	lines, conn := bufio.NewReaderSize(from, 1<<20), new(int)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if v.stdio.logs {
			_, _ = io.WriteString(p.Err(), "read: "+line)
		}
		if v.stdio.limit > 0 && len(line) > v.stdio.limit {
			<-p.Killed()
			return
		}
		if v.stdio.crlf && strings.HasSuffix(line, "\r\n") {
			p.Exit(1)
			return
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		all, array := decode([]byte(line)).(list)
		if array && v.stdio.arrays {
			for _, one := range all {
				v.take(one.(object), send, conn)
			}
			continue
		}
		msg, ok := decode([]byte(line)).(object)
		if !ok {
			if v.stdio.break1 {
				p.Exit(1)
				return
			}
			send(failure(nil, refuse(-32700, "Parse error")))
			continue
		}
		if msg = v.in(msg); msg != nil {
			v.take(msg, send, conn)
		}
	}
}

// take serves one message of a pipe.
func (v *server) take(msg object, send func(object), conn *int) {
	method, _ := msg["method"].(string)
	id, identified := msg["id"]
	switch {
	case method == "notifications/cancelled" && !identified:
		params, _ := msg["params"].(object)
		v.mu.Lock()
		c := v.running[key(params["requestId"])]
		v.mu.Unlock()
		if c == nil && v.stdio.fragile {
			v.die()
		}
		if c != nil {
			c.cancel()
		}
	case method == "" || identified && id == nil:
		send(failure(nil, refuse(-32600, "Invalid request")))
	case !identified:
	case method == "initialize" && v.legacy && (v.greets || metaOf(msg) == nil):
		send(object{"jsonrpc": "2.0", "id": id, "result": object{"protocolVersion": "2025-11-25", "capabilities": object{}, "serverInfo": object{"name": "specimen", "version": "1.0"}}})
	case method == "initialize" && !v.legacy && metaOf(msg) == nil:
		send(failure(id, &fault{-32022, "Unsupported protocol version", object{"supported": anyOf(v.versions), "requested": "2025-11-25"}}))
	default:
		c := v.begin(msg, send, conn)
		if v.stdio.inline {
			c.serve()
			return
		}
		go c.serve()
	}
}

func metaOf(msg object) any {
	params, _ := msg["params"].(object)
	return params["_meta"]
}

// web is what the server does over HTTP.
type web struct {
	streams    func(c *call) bool
	status     map[int]int // of errors, by code
	origin     func(string) bool
	early      func(msg object) *fault             // judges a message before its headers are; nil = nothing is
	headers    func(c *call, h http.Header) *fault // judges the headers of a request
	head       func(h http.Header)                 // of every answer
	stream     func(h http.Header)                 // of event streams
	event      func(data []byte) string
	notified   int
	verbs      int // status of GET and DELETE
	body       string
	detached   bool   // a closed stream does not cancel
	kind       string // of JSON answers; "" = application/json
	open       bool   // streams stay open after the answer
	guard      *guard // which tokens it takes; nil = it wants none
	dies       func() // ends the program
	hangsUp    bool   // each connection is closed after its answer, without a word
	exact      bool   // names of headers are compared with their case
	everywhere bool   // it listens on all addresses
	shallow    bool   // parameters within objects are not compared
}

func defaultWeb() web {
	return web{
		streams: func(c *call) bool { return c.method == "tools/call" },
		status:  map[int]int{-32601: 404, -32020: 400, -32021: 400, -32022: 400, -32602: 400, -32700: 400, -32600: 400},
		origin: func(o string) bool {
			return o == "" || o == "http://127.0.0.1" || strings.HasPrefix(o, "http://127.0.0.1:") || o == "http://localhost"
		},
		headers: judgeHeaders, head: func(http.Header) {}, stream: func(h http.Header) { h.Set("X-Accel-Buffering", "no") },
		event: func(data []byte) string { return "data: " + string(data) + "\n\n" }, notified: 202, verbs: 405,
	}
}

// mirroredNames are the parameters that headers mirror.
var mirroredNames = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri", "tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId"}

func mismatched(what string) *fault { return refuse(-32020, "Header mismatch: "+what) }

// decodeHeader is the text that a header stands for.
func decodeHeader(value string) (string, bool) {
	inner, begins := strings.CutPrefix(value, "=?base64?")
	inner, ends := strings.CutSuffix(inner, "?=")
	if !begins || !ends {
		return value, true
	}
	text, err := base64.StdEncoding.DecodeString(inner)
	return string(text), err == nil
}

func plain(s string) bool {
	for _, b := range []byte(s) {
		if b < 0x20 || b > 0x7E {
			return false
		}
	}
	return true
}

// judgeHeaders is what the specification asks of headers.
func judgeHeaders(c *call, h http.Header) *fault {
	version, _ := c.meta[prefix+"protocolVersion"].(string)
	for _, name := range []string{"Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		if len(h.Values(name)) > 1 {
			return mismatched(name)
		}
	}
	switch {
	case h.Get("Mcp-Protocol-Version") == "" || version != "" && h.Get("Mcp-Protocol-Version") != version:
		return mismatched("MCP-Protocol-Version")
	case strings.TrimSpace(h.Get("Mcp-Method")) != c.method:
		return mismatched("Mcp-Method")
	}
	if member := mirroredNames[c.method]; member != "" {
		if f := judgeName(c, h, member); f != nil {
			return f
		}
	}
	if c.method == "tools/call" {
		return judgeParams(c, h)
	}
	return nil
}

func judgeName(c *call, h http.Header, member string) *fault {
	name, ok := decodeHeader(h.Get("Mcp-Name"))
	if want, _ := c.params[member].(string); want != "" && (!ok || name != want) {
		return mismatched("Mcp-Name")
	}
	return nil
}

func judgeParams(c *call, h http.Header) *fault {
	arguments, _ := c.params["arguments"].(object)
	for _, t := range c.offered() {
		if t.name() != c.params["name"] {
			continue
		}
		return c.judgeParamsOf(t.def["inputSchema"].(object), arguments, h)
	}
	return nil
}

// judgeParamsOf compares what a schema mirrors, at any depth.
func (v *server) judgeParamsOf(schema, arguments object, h http.Header) *fault {
	properties, _ := schema["properties"].(object)
	for name, p := range properties {
		header, ok := p.(object)["x-mcp-header"].(string)
		if inner, nested := arguments[name].(object); nested && !v.web.shallow {
			if f := v.judgeParamsOf(p.(object), inner, h); f != nil {
				return f
			}
		}
		if !ok || arguments[name] == nil {
			continue
		}
		got, fine := decodeHeader(h.Get("Mcp-Param-" + header))
		if !fine || !plain(h.Get("Mcp-Param-"+header)) || !sameValue(arguments[name], got) {
			return mismatched("Mcp-Param-" + header)
		}
	}
	return nil
}

func sameValue(value any, text string) bool {
	if n, ok := value.(json.Number); ok {
		a, err1 := n.Float64()
		b, err2 := json.Number(text).Float64()
		return err1 == nil && err2 == nil && a == b
	}
	return fmt.Sprint(value) == text
}

func (v *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.web.head(w.Header())
	if v.web.guard.refuses(w, r) {
		return
	}
	switch {
	case !v.web.origin(r.Header.Get("Origin")):
		w.WriteHeader(http.StatusForbidden)
		return
	case r.Method != http.MethodPost:
		w.WriteHeader(v.web.verbs)
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	msg, ok := decode(data).(object)
	if !ok {
		v.reject(w, nil, refuse(-32700, "Parse error"))
		return
	}
	if msg = v.in(msg); msg == nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	method, _ := msg["method"].(string)
	id, identified := msg["id"]
	if v.web.early != nil {
		if f := v.web.early(msg); f != nil {
			v.reject(w, id, f)
			return
		}
	}
	switch {
	case method == "" || identified && id == nil:
		v.reject(w, nil, refuse(-32600, "Invalid request"))
	case !identified:
		w.WriteHeader(v.web.notified)
		_, _ = io.WriteString(w, v.web.body)
	case method == "initialize" && v.legacy && (v.greets || metaOf(msg) == nil):
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(encode(object{"jsonrpc": "2.0", "id": id, "result": object{"protocolVersion": "2025-11-25", "capabilities": object{}, "serverInfo": object{"name": "specimen", "version": "1.0"}}}))
	case method == "initialize" && metaOf(msg) == nil:
		v.reject(w, id, &fault{-32022, "Unsupported protocol version", object{"supported": anyOf(v.versions), "requested": "2025-11-25"}})
	default:
		v.answer(w, r, msg)
	}
}

func (v *server) reject(w http.ResponseWriter, id any, f *fault) {
	status := v.web.status[f.code]
	if status == 0 {
		status = 200
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(v.encode(failure(id, f)))
}

// answer serves a request with JSON or an event stream.
func (v *server) answer(w http.ResponseWriter, r *http.Request, msg object) {
	conn, _ := r.Context().Value(connKey{}).(*int)
	c := v.begin(msg, nil, conn)
	if !v.web.detached {
		defer c.cancel()
		go func() {
			select {
			case <-r.Context().Done():
				c.cancel()
			case <-c.ctx.Done():
			}
		}()
	}
	out := make(chan object, 64)
	c.send = func(m object) { out <- m }
	c.comment = func() { out <- nil }
	streaming := c.method == "subscriptions/listen" || v.web.streams(c) && strings.Contains(r.Header.Get("Accept"), "text/event-stream")
	f := v.web.headers(c, r.Header)
	go func() {
		defer close(out)
		if f != nil {
			c.write(failure(c.id, f))
			c.stop()
			return
		}
		c.serve()
	}()
	var held []object
	for m := range out {
		_, notice := m["method"]
		switch {
		case m == nil:
			_, _ = io.WriteString(w, ": alive\n\n")
			_ = http.NewResponseController(w).Flush()
			continue
		case held == nil && !notice && m["error"] != nil, !streaming && !notice:
			v.single(w, m)
			return
		case !streaming:
			continue
		case held == nil:
			w.Header().Set("Content-Type", "text/event-stream")
			v.web.stream(w.Header())
			held = []object{}
		}
		_, _ = io.WriteString(w, v.web.event(v.encode(m)))
		_ = http.NewResponseController(w).Flush()
		if !notice && v.web.open {
			<-r.Context().Done()
		}
	}
}

type connKey struct{}

func (v *server) single(w http.ResponseWriter, m object) {
	status := 200
	if e, ok := m["error"].(object); ok {
		if code, ok := e["code"].(int); ok && v.web.status[code] != 0 {
			status = v.web.status[code]
		}
	}
	w.Header().Set("Content-Type", cmp.Or(v.web.kind, "application/json"))
	w.WriteHeader(status)
	_, _ = w.Write(v.encode(m))
}
