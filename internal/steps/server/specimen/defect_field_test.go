package specimen_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// tokened does something else with requests of a method that give a progress token.
func tokened(method string, answer handler, when func(c *call) bool) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.token != nil && when(c) {
			return answer(c)
		}
		return next(c)
	})
}

func failed(*call) (object, *fault) {
	return nil, refuse(-32603, "Cannot read properties of undefined")
}

// calls reports whether a call is of a tool that there is.
func calls(c *call) bool {
	name, _ := c.params["name"].(string)
	_, known := c.tool(name)
	return known
}

// folded reads names of members in small letters.
func folded(o object) object {
	out := object{}
	for name, value := range o {
		if _, exact := o[strings.ToLower(name)]; name == strings.ToLower(name) || !exact {
			out[strings.ToLower(name)] = value
		}
	}
	return out
}

// lost forgets the cancellation of calls whose ids count as none.
func lost(none func(id any) bool) func(*server) {
	return cancelling(func(_ *session, id any, next func()) {
		if !none(id) {
			next()
		}
	})
}

// torn writes a line in two steps, between which another one may be written.
func torn(v *server) {
	v.stdio.write = func(p *netem.Process, wire string) {
		go func() {
			_, _ = io.WriteString(p.Out(), wire[:len(wire)/2])
			_ = clock.Sleep(context.Background(), v.clk, time.Millisecond)
			_, _ = io.WriteString(p.Out(), wire[len(wire)/2:])
		}()
	}
}

// fieldDefects are what servers have had that were in use: of how they read what clients ask.
var fieldDefects = []defect{
	{id: "PROG-04", name: "an unknown tool with a progress token is never answered", change: tokened("tools/call", never, func(c *call) bool { return !calls(c) })},
	{id: "PROG-04", name: "wrong arguments with a progress token are never answered", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if c.token != nil && r["isError"] == true && contains(r, "arguments") {
			return nil, nil
		}
		return r, f
	})},
	{id: "PROG-04", name: "a progress token is an internal error of tools that report none", change: tokened("tools/call", failed, func(c *call) bool { return c.params["name"] == "echo" })},
	{id: "PROG-04", name: "reading with a progress token is an internal error", change: tokened("resources/read", failed, func(*call) bool { return true })},
	{id: "PROG-04", name: "a prompt with a progress token is never answered", change: tokened("prompts/get", never, func(*call) bool { return true })},
	{id: "PROG-04", name: "lists with a progress token are refused", change: tokened("tools/list", failed, func(*call) bool { return true })},
	{id: "PROG-04", name: "a token that is an empty text is taken for none", change: onProgress(func(_ *call, p object) []object {
		if p["progressToken"] == "" {
			return nil
		}
		return []object{p}
	})},
	{id: "BASE-01", name: "the id that is an empty text counts as none", change: deafTo("")},
	{id: "STDIO-02", name: "answers that are written at once are torn", over: "stdio", also: []string{"STDIO-08", "STDIO-01"}, change: torn},
	{id: "BASE-15", name: "a ping of the server has no id", over: "stdio", change: noted("notifications/initialized", func(s *session, _ object) { s.notify("ping", nil) })},
	{id: "BASE-15", name: "pings of the server have the id null", over: "stdio", change: noted("notifications/initialized", func(s *session, _ object) { s.demand(nil, "ping", nil) })},
	{id: "CAN-01", name: "cancellations of the id 0 are not seen", change: lost(func(id any) bool { return id == json.Number("0") })},
	{id: "CAN-01", name: "cancellations of ids that are texts are not seen", change: lost(func(id any) bool { _, is := id.(string); return is })},
	{id: "CAN-02", name: "a cancellation without params ends the process", over: "stdio", change: noted("notifications/cancelled", func(s *session, params object) {
		if params == nil {
			s.die()
		}
	})},
	{id: "CAN-02", name: "a cancellation without params is a failure of the server", over: "http", also: []string{"HL-39"}, change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		return method(body) == "notifications/cancelled" && !strings.Contains(body, "params") && reply(w, 500, "text/plain", "nil pointer")
	})},
	{id: "BASE-30", name: "the name of a tool is read without case", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		c.params = folded(c.params)
		return next(c)
	})},
	{id: "PING-01", name: "pings with empty params are refused", change: handle("ping", func(c *call, next handler) (object, *fault) {
		if c.params != nil && len(c.params) == 0 {
			return nil, refuse(-32602, "Invalid params")
		}
		return next(c)
	})},
	{id: "HL-39", name: "an empty body is a failure of the server", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return r.Method == "POST" && body == "" && reply(w, 500, "text/plain", "unexpected end of input")
	})},
	{id: "HL-25", name: "DELETE without a session is a failure of the server", over: "http", also: []string{"HL-39"}, change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		return r.Method == "DELETE" && r.Header.Get(sess) == "" && reply(w, 500, "text/plain", "nil pointer")
	})},
	{id: "HL-19", name: "GET says nothing before its first event", over: "http", change: func(v *server) {
		v.http.primeGET = false
		v.http.wrap = func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == "GET" {
					w = &shy{ResponseWriter: w}
				}
				h.ServeHTTP(w, r)
			})
		}
	}},
	{id: "LIFE-12", name: "a second initialize is refused with the id null", over: "stdio", also: []string{"BASE-01"}, change: errors(func(c *call, msg, _ object) { msg["id"] = nil }, "initialize")},
	{id: "BASE-29", name: "a subscription without a URI is an internal error", change: lacking("resources/subscribe", "uri")},
	{id: "BASE-29", name: "a completion without a reference is an internal error", change: lacking("completion/complete", "ref")},
	{id: "COMP-01", name: "to complete an empty text is an internal error", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if argument, _ := c.params["argument"].(object); argument["value"] == "" {
			return nil, refuse(-32603, "index out of range")
		}
		return next(c)
	})},
	{id: "PAG-01", name: "a cursor that is no text is an internal error", change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		if cursor, given := c.params["cursor"]; given {
			if _, is := cursor.(string); !is {
				return nil, refuse(-32603, "invalid type")
			}
		}
		return next(c)
	})},
	{id: "RES-08", name: "a resource whose URI has escapes cannot be read", change: handle("resources/read", func(c *call, next handler) (object, *fault) {
		if uri, _ := c.params["uri"].(string); strings.Contains(uri, "%C3") {
			c.params = with(c.params, "uri", strings.ReplaceAll(uri, "%C3%BC", "ü"))
		}
		return next(c)
	})},
	{id: "TOOL-05", name: "what a tool with an output schema refuses is an internal error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		name := c.params["name"]
		r, f := next(c)
		if r["isError"] == true && (name == "add" || name == "weather") {
			return nil, refuse(-32603, "Output validation error: structuredContent is missing")
		}
		return r, f
	})},
}

// shy keeps the head of an answer until something is written.
type shy struct {
	http.ResponseWriter
	code int
}

func (w *shy) WriteHeader(code int) { w.code = code }

func (w *shy) Write(data []byte) (int, error) {
	if w.code != 0 {
		w.ResponseWriter.WriteHeader(w.code)
		w.code = 0
	}
	return w.ResponseWriter.Write(data)
}

// Flush flushes what is written, as the head is not before.
func (w *shy) Flush() {
	if w.code == 0 {
		_ = http.NewResponseController(w.ResponseWriter).Flush()
	}
}
