// Package modern_test judges the judges of the era from 2026-07-28 on: it runs the checks of
// servers against a complete, correct server that was written for this from the
// specification alone, against copies of it with one defect each, and against copies that
// are correct but unusual. The server is no part of the product.
package modern_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

type (
	object = map[string]any
	list   = []any
)

const (
	revision = "2026-07-28"
	prefix   = "io.modelcontextprotocol/"
)

// fault is an error of JSON-RPC.
type fault struct {
	code    int
	message string
	data    any
}

func refuse(code int, message string) *fault { return &fault{code: code, message: message} }

type handler func(c *call) (object, *fault)

// tool is a definition and what it does.
type tool struct {
	def object
	run handler
}

func (t tool) name() string { return t.def["name"].(string) }

// server is one MCP server. What a defect or a correct oddity changes is a field.
type server struct {
	clk       clock.Clock
	versions  []string // that it names
	declared  object
	methods   map[string]handler
	tools     []tool
	resources []object
	prompts   []object
	pageSize  int
	legacy    bool // it answers initialize, too
	greets    bool // also one with metadata
	gossips   bool // who listens to a resource is told of all
	key       []byte
	ttl       int
	scope     string

	metadata func(c *call) *fault                  // judges the metadata of a request
	in       func(msg object) object               // before a message is understood; nil drops it
	out      func(c *call, msg object) []object    // before messages are sent
	verify   func(c *call, state string) *fault    // judges a requestState
	wants    func(s *subscription, m string) bool  // whether a subscription is told
	agree    func(v *server, filter object) object // what an acknowledgement names
	encode   func(msg any) []byte
	stdio    stdio
	die      func() // ends the process
	web      web

	instance int // of those that serve side by side, from 0 on

	mu      sync.Mutex
	subs    []*subscription
	calls   int
	extra   bool // a tool more is offered
	seen    object
	touched int
	big     string // in every state
	running map[string]*call
}

// subscription is a request subscriptions/listen that is open.
type subscription struct {
	c      *call
	filter object
	done   chan struct{}
	once   sync.Once
}

func (s *subscription) end() { s.once.Do(func() { close(s.done) }) }

// call is a request while it is served.
type call struct {
	*server
	ctx     context.Context
	stop    context.CancelFunc
	id      any
	method  string
	params  object
	meta    object
	send    func(msg object)
	comment func() // keeps a stream alive; nil = there is none
	conn    *int   // the connection, for defects that remember it
	gone    bool   // cancelled
	begun   time.Time
}

// opensURLs reports whether the client sends its user to a URL.
func (c *call) opensURLs() bool { return asObject(c.client()["elicitation"])["url"] != nil }

func (c *call) client() object { caps, _ := c.meta[prefix+"clientCapabilities"].(object); return caps }

// wait lets time pass, or says that the request was cancelled.
// pause lets time pass, cancelled or not.
func (c *call) pause(d time.Duration) error { return clock.Sleep(context.Background(), c.clk, d) }

func (c *call) wait(d time.Duration) bool { return clock.Sleep(c.ctx, c.clk, d) == nil }

// write sends what belongs to the request.
func (c *call) write(msg object) {
	for _, m := range c.out(c, msg) {
		c.send(m)
	}
}

func (c *call) notify(method string, params object) {
	c.write(object{"jsonrpc": "2.0", "method": method, "params": params})
}

func (c *call) progress(done int) {
	if token := c.meta["progressToken"]; token != nil {
		c.notify("notifications/progress", object{"progressToken": token, "progress": done, "total": 4})
	}
}

var levels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

func (c *call) log(level string) {
	wanted, _ := c.meta[prefix+"logLevel"].(string)
	if wanted != "" && slices.Index(levels, level) >= slices.Index(levels, wanted) {
		c.notify("notifications/message", object{"level": level, "logger": "specimen", "data": "working"})
	}
}

// result completes a result of the modern era.
func (v *server) result(members object) object {
	out := object{"resultType": "complete", "_meta": object{prefix + "serverInfo": object{"name": "specimen", "version": "1.0"}}}
	maps.Copy(out, members)
	return out
}

func (v *server) cached(members object) object {
	out := v.result(members)
	out["ttlMs"], out["cacheScope"] = v.ttl, v.scope
	return out
}

// serve answers the request.
func (c *call) serve() {
	result, f := c.answer()
	c.mu.Lock()
	gone := c.gone
	delete(c.running, key(c.id))
	c.mu.Unlock()
	switch {
	case gone && !c.stdio.stubborn || result == nil && f == nil:
	case f != nil:
		c.write(failure(c.id, f))
	default:
		c.write(object{"jsonrpc": "2.0", "id": c.id, "result": result})
	}
	c.stop()
}

func key(id any) string { return fmt.Sprintf("%T %v", id, id) }

func failure(id any, f *fault) object {
	e := object{"code": f.code, "message": f.message}
	if f.data != nil {
		e["data"] = f.data
	}
	out := object{"jsonrpc": "2.0", "error": e}
	if id != nil {
		out["id"] = id
	}
	return out
}

func (c *call) answer() (object, *fault) {
	if f := c.metadata(c); f != nil {
		return nil, f
	}
	h := c.methods[c.method]
	if h == nil {
		return nil, refuse(-32601, "Method not found")
	}
	return h(c)
}

// begin registers a request.
func (v *server) begin(msg object, send func(object), conn *int) *call {
	ctx, stop := context.WithCancel(context.Background())
	c := &call{server: v, ctx: ctx, stop: stop, id: msg["id"], method: msg["method"].(string), send: send, conn: conn, begun: v.clk.Now()}
	c.params, _ = msg["params"].(object)
	c.meta, _ = c.params["_meta"].(object)
	v.mu.Lock()
	v.running[key(c.id)] = c
	v.mu.Unlock()
	return c
}

// cancel ends a request.
func (c *call) cancel() {
	c.mu.Lock()
	c.gone = true
	c.mu.Unlock()
	c.stop()
}

// judgeMeta is what the specification asks of metadata.
func judgeMeta(c *call) *fault {
	version, named := c.meta[prefix+"protocolVersion"].(string)
	switch {
	case !named:
		return refuse(-32602, "protocolVersion is missing")
	case version != revision:
		return &fault{-32022, "Unsupported protocol version", object{"supported": anyOf(c.versions), "requested": version}}
	}
	if _, ok := c.meta[prefix+"clientCapabilities"].(object); !ok {
		return refuse(-32602, "clientCapabilities is missing")
	}
	if level, there := c.meta[prefix+"logLevel"]; there {
		if s, _ := level.(string); !slices.Contains(levels, s) {
			return refuse(-32602, "Invalid log level")
		}
	}
	return nil
}

func anyOf(all []string) (out list) {
	for _, s := range all {
		out = append(out, s)
	}
	return out
}

func (v *server) page(c *call, member string, items list) (object, *fault) {
	at := 0
	if cursor, there := c.params["cursor"]; there {
		text, _ := base64.StdEncoding.DecodeString(fmt.Sprint(cursor))
		n, err := strconv.Atoi(strings.TrimPrefix(string(text), member+":"))
		if err != nil || n < 0 || n > len(items) || !strings.HasPrefix(string(text), member+":") {
			return nil, refuse(-32602, "Invalid cursor")
		}
		at = n
	}
	end := min(len(items), at+v.pageSize)
	out := object{member: append(list{}, items[at:end]...)}
	if end < len(items) {
		out["nextCursor"] = base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%s:%d", member, end))
	}
	return v.cached(out), nil
}

// changed tells the subscriptions that want it.
func (v *server) changed(method string, params object) {
	v.mu.Lock()
	subs := slices.Clone(v.subs)
	v.mu.Unlock()
	for _, s := range subs {
		if !v.wants(s, method) {
			continue
		}
		p := object{"_meta": object{prefix + "subscriptionId": s.c.id}}
		maps.Copy(p, params)
		if uri, ok := params["uri"]; ok && !v.gossips && !slices.Contains(asList(s.filter["resourceSubscriptions"]), uri) {
			continue
		}
		s.c.notify(method, p)
	}
}

func asList(v any) list { l, _ := v.(list); return l }

var memberOf = map[string]string{
	"notifications/tools/list_changed": "toolsListChanged", "notifications/prompts/list_changed": "promptsListChanged",
	"notifications/resources/list_changed": "resourcesListChanged", "notifications/resources/updated": "resourceSubscriptions",
}

func listen(c *call) (object, *fault) {
	asked, ok := c.params["notifications"].(object)
	if !ok {
		return nil, refuse(-32602, "notifications is missing")
	}
	s := &subscription{c: c, filter: c.agree(c.server, asked), done: make(chan struct{})}
	c.notify("notifications/subscriptions/acknowledged", object{"_meta": object{prefix + "subscriptionId": c.id}, "notifications": s.filter})
	c.mu.Lock()
	c.subs = append(c.subs, s)
	c.mu.Unlock()
	c.keep(s)
	c.mu.Lock()
	c.subs = slices.DeleteFunc(c.subs, func(o *subscription) bool { return o == s })
	c.mu.Unlock()
	out := c.result(nil)
	out["_meta"].(object)[prefix+"subscriptionId"] = c.id
	return out, nil
}

// agreeing is what is declared of what was asked for.
func agreeing(v *server, asked object) object {
	out := object{}
	for _, name := range []string{"tools", "prompts", "resources"} {
		caps, _ := v.declared[name].(object)
		if asked[name+"ListChanged"] == true && caps["listChanged"] == true {
			out[name+"ListChanged"] = true
		}
		if uris := asList(asked["resourceSubscriptions"]); len(uris) > 0 && name == "resources" && caps["subscribe"] == true {
			out["resourceSubscriptions"] = uris
		}
	}
	return out
}

// sign makes a requestState for a request.
func (c *call) sign(members object) string {
	members = maps.Clone(members)
	if c.big != "" {
		members["big"] = c.big
	}
	members["for"] = fmt.Sprint(c.method, " ", c.params["name"], c.params["uri"], string(encode(c.params["arguments"])))
	body := base64.RawURLEncoding.EncodeToString(encode(members))
	mac := hmac.New(sha256.New, c.key)
	mac.Write([]byte(body))
	return body + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// verified is what a requestState must be.
func verified(c *call, state string) *fault {
	body, sum, _ := strings.Cut(state, ".")
	mac := hmac.New(sha256.New, c.key)
	mac.Write([]byte(body))
	given, err := base64.RawURLEncoding.Strict().DecodeString(sum)
	if err != nil || !hmac.Equal(given, mac.Sum(nil)) {
		return refuse(-32602, "requestState does not verify")
	}
	if c.sign(stateOf(state)) != state {
		return refuse(-32602, "requestState belongs to another request")
	}
	return nil
}

// stateOf are the members of a requestState.
func stateOf(state string) object {
	body, _, _ := strings.Cut(state, ".")
	text, _ := base64.RawURLEncoding.DecodeString(body)
	out, _ := decode(text).(object)
	return out
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

func decode(data []byte) any {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return nil
	}
	return v
}
