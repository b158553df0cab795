package fakeserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// methods is what a correct server does for each request. The second column is
// the capability that must have been declared.
var methods = map[string]struct {
	capability string
	serve      func(x *exec)
}{
	"initialize":               {"", (*exec).initialize},
	"ping":                     {"", func(x *exec) { x.ok(struct{}{}) }},
	"tools/list":               {"tools", (*exec).listTools},
	"tools/call":               {"tools", (*exec).callTool},
	"resources/list":           {"resources", (*exec).listResources},
	"resources/templates/list": {"resources", (*exec).listTemplates},
	"resources/read":           {"resources", (*exec).readResource},
	"resources/subscribe":      {"resources", (*exec).subscribe},
	"resources/unsubscribe":    {"resources", (*exec).subscribe},
	"prompts/list":             {"prompts", (*exec).listPrompts},
	"prompts/get":              {"prompts", (*exec).getPrompt},
	"logging/setLevel":         {"logging", (*exec).setLevel},
	"completion/complete":      {"completions", (*exec).complete},
}

// serve does what a correct server does with the message or HTTP request.
func (x *exec) serve() {
	switch x.msg.kind {
	case request:
		x.serveRequest()
	case notification:
		x.serveNotification()
		x.w.accept()
	case response:
		x.c.respond(x.msg)
		x.w.accept()
	}
}

func (x *exec) serveRequest() {
	if x.modern {
		x.serveModern()
		return
	}
	m, known := methods[x.msg.method]
	if !known || m.capability != "" && !x.c.declares(m.capability) {
		x.fail(codeNoMethod, "Method not found")
		return
	}
	if len(x.msg.params) > 0 && x.msg.params[0] != '{' {
		x.fail(codeInvalidParams, "Invalid params: not an object")
		return
	}
	m.serve(x)
}

func (x *exec) serveNotification() {
	switch x.msg.method {
	case "notifications/initialized":
		if !x.c.initialized {
			x.c.initialized = true
			x.push(step(func(x *exec) bool { x.c.idle(); return true }))
		}
	case "notifications/cancelled":
		x.c.cancel(member(x.msg.params, "requestId"))
	}
}

func (x *exec) ok(result any)              { x.reply.result = encode(result) }
func (x *exec) fail(code int, text string) { x.reply.err = &rpcError{Code: code, Message: text} }
func (x *exec) failWith(code int, s string, d any) {
	x.reply.err = &rpcError{Code: code, Message: s, Data: encode(d)}
}

// param decodes one of the request's params, if it is there; on failure the
// request has been answered.
func (x *exec) param(name string, into any) bool {
	for n, value := range jsonparts.Members(x.msg.params) {
		if string(n) == name && decodeInto(value, into) != nil {
			x.fail(codeInvalidParams, "Invalid params")
			return false
		}
	}
	return true
}

func (x *exec) initialize() {
	var wanted string
	if !x.param("protocolVersion", &wanted) {
		return
	}
	switch {
	case wanted == "":
		x.fail(codeInvalidParams, "Invalid params: protocolVersion is missing")
		return
	case x.c.revision != "" && x.c.initReply:
		x.fail(codeInvalidRequest, "Already initialized")
		return
	}
	x.c.revision = x.s.script.negotiate(wanted)
	if !x.introduce(member(x.msg.params, "capabilities")) {
		return
	}
	if h := x.httpExchange(); h != nil {
		x.s.welcome(h)
	}
	x.reply.result = x.c.greeting()
}

// greeting is the result of initialize.
func (c *conn) greeting() json.RawMessage {
	s := c.s.script
	b := appendText([]byte(`{"protocolVersion":`), c.revision)
	b = append(append(b, `,"capabilities":`...), c.capabilities()...)
	b = appendText(append(b, `,"serverInfo":{"name":`...), s.serverName())
	b = appendText(append(b, `,"version":`...), s.serverVersion())
	b = append(b, '}')
	if s.Instructions != "" {
		b = appendText(append(b, `,"instructions":`...), s.Instructions)
	}
	return append(b, '}')
}

// negotiate answers a client's revision: the same if it is supported, else the
// newest one that is.
func (s *Script) negotiate(wanted string) string {
	known := s.revisions()
	if slices.Contains(known, wanted) {
		return wanted
	}
	return slices.Max(known)
}

func (s *Script) serverName() string {
	if s.Name == "" {
		return "fake"
	}
	return s.Name
}

func (s *Script) serverVersion() string {
	if s.Version == "" {
		return "1.0.0"
	}
	return s.Version
}

// capabilities is the object a connection is told.
func (c *conn) capabilities() json.RawMessage {
	exact := c.s.script.Capabilities
	for _, over := range c.s.script.Connections {
		if over.covers(c.n) && over.Capabilities != nil {
			exact = over.Capabilities
		}
	}
	if exact != nil {
		return encode(exact)
	}
	return c.offer().capabilities()
}

// capabilities is what an honest server declares for what it offers.
func (o offerAction) capabilities() json.RawMessage {
	parts := []string{`"logging":{}`}
	if o.completes() {
		parts = slices.Insert(parts, 0, `"completions":{}`)
	}
	if len(o.Prompts) > 0 {
		parts = append(parts, `"prompts":{"listChanged":true}`)
	}
	if len(o.Resources)+len(o.Templates) > 0 {
		parts = append(parts, `"resources":{"subscribe":true,"listChanged":true}`)
	}
	if len(o.Tools) > 0 {
		parts = append(parts, `"tools":{"listChanged":true}`)
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}")
}

// declares reports whether a capability was declared. It is fixed when
// initialize is answered: lists that change later stay available.
func (c *conn) declares(name string) bool {
	if c.declared == nil {
		c.declared = c.capabilities()
	}
	return member(c.declared, name) != nil
}

var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

func (x *exec) setLevel() {
	level := textMember(x.msg.params, "level")
	if !slices.Contains(logLevels, level) {
		x.fail(codeInvalidParams, fmt.Sprintf("Invalid params: unknown level %q", level))
		return
	}
	x.c.logLevel = level
	x.ok(struct{}{})
}
