package modern_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

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
	detached   bool                                   // a closed stream does not cancel
	kind       string                                 // of JSON answers; "" = application/json
	open       bool                                   // streams stay open after the answer
	guard      *guard                                 // which tokens it takes; nil = it wants none
	dies       func()                                 // ends the program
	hangsUp    bool                                   // each connection is closed after its answer, without a word
	exactly    string                                 // the only header whose name is compared with its case
	kindOf     func(c *call, m object) string         // of a JSON answer; "" = as usual
	answerHead func(c *call, m object, h http.Header) // of a JSON answer
	streamOf   func(c *call, h http.Header)           // of an event stream, after all that is usual
	opens      func(c *call, m object) bool           // whether a stream stays open after an answer
	verb       map[string]int                         // statuses of methods of HTTP, where they are not verbs
	lazy       bool                                   // a stream begins with its second message
	statusOf   func(c *call, e object) int            // of errors, where it is not for their code alone
	everywhere bool                                   // it listens on all addresses
	reached    func(host string) bool                 // other addresses on which it listens; nil = none
	elsewhere  func(w http.ResponseWriter)            // answers what comes over another address; nil = as usual
	shallow    bool                                   // parameters within objects are not compared
	read       func(data []byte) []byte               // before a body is understood; nil = as it is
	array      func(all list) (status int, body any)  // answers an array of messages; nil = it is refused
	unflushed  bool                                   // comments wait for the next event
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
	if v.web.elsewhere != nil && v.web.reached(hostOf(r.Host)) {
		v.web.elsewhere(w)
		return
	}
	v.web.head(w.Header())
	if v.web.guard.refuses(w, r) {
		return
	}
	switch {
	case !v.web.origin(r.Header.Get("Origin")):
		w.WriteHeader(http.StatusForbidden)
		return
	case r.Method != http.MethodPost:
		w.WriteHeader(cmp.Or(v.web.verb[r.Method], v.web.verbs))
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if v.web.read != nil {
		data = v.web.read(data)
	}
	parsed := decode(data)
	if all, array := parsed.(list); array && v.web.array != nil {
		status, body := v.web.array(all)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if body != nil {
			_, _ = w.Write(encode(body))
		}
		return
	}
	msg, ok := parsed.(object)
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

// hostOf is a host without its port.
func hostOf(host string) string { return (&url.URL{Host: host}).Hostname() }

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
			if v.web.unflushed {
				continue
			}
			_ = http.NewResponseController(w).Flush()
			continue
		case held == nil && !notice && m["error"] != nil, !streaming && !notice:
			v.single(c, w, m)
			return
		case !streaming:
			continue
		case held == nil:
			w.Header().Set("Content-Type", "text/event-stream")
			v.web.stream(w.Header())
			if v.web.streamOf != nil {
				v.web.streamOf(c, w.Header())
			}
			held = []object{}
		}
		_, _ = io.WriteString(w, v.web.event(v.encode(m)))
		if v.web.lazy && isAck(m) {
			continue
		}
		_ = http.NewResponseController(w).Flush()
		if !notice && (v.web.open || v.web.opens != nil && v.web.opens(c, m)) {
			<-r.Context().Done()
		}
	}
}

type connKey struct{}

func (v *server) single(c *call, w http.ResponseWriter, m object) {
	status := 200
	if e, ok := m["error"].(object); ok {
		code, _ := e["code"].(int)
		status = cmp.Or(v.web.status[code], status)
		if v.web.statusOf != nil {
			status = cmp.Or(v.web.statusOf(c, e), 200)
		}
	}
	kind := v.web.kind
	if v.web.kindOf != nil {
		kind = cmp.Or(v.web.kindOf(c, m), kind)
	}
	w.Header().Set("Content-Type", cmp.Or(kind, "application/json"))
	if v.web.answerHead != nil {
		v.web.answerHead(c, m, w.Header())
	}
	w.WriteHeader(status)
	_, _ = w.Write(v.encode(m))
}
