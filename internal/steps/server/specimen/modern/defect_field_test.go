package modern_test

import (
	"encoding/json"
	"net/http"
	"strings"
)

// tokened does something else with requests of a method that give a progress token.
func tokened(method string, answer handler, when func(c *call) bool) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.meta["progressToken"] != nil && when(c) {
			return answer(c)
		}
		return next(c)
	})
}

func failed(*call) (object, *fault) {
	return nil, refuse(-32603, "Cannot read properties of undefined")
}

// never answers as long as the client waits.
func never(c *call) (object, *fault) {
	<-c.ctx.Done()
	return nil, nil
}

// needing fails a method whose params lack what it needs, as a program does that looks at
// nothing before.
func needing(method, member string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		if c.params[member] == nil {
			return failed(c)
		}
		return next(c)
	})
}

// caseless finds a member of params whatever the case of its name.
func caseless(method, member string) func(*server) {
	return handle(method, func(c *call, next handler) (object, *fault) {
		for name, value := range c.params {
			if strings.EqualFold(name, member) && c.params[member] == nil {
				c.params = with(c.params, object{member: value})
			}
		}
		return next(c)
	})
}

const emptySentinel = "=?base64??="

// fieldDefects are what servers have had that were in use: of how they read what clients ask.
var fieldDefects = []defect{
	{id: "M-PROG-04", name: "an unknown tool with a progress token is never answered", change: tokened("tools/call", never, func(c *call) bool { return !offers(c) })},
	{id: "M-PROG-04", name: "a progress token is an internal error of tools that report none", change: tokened("tools/call", failed, func(c *call) bool { return c.params["name"] == "echo" })},
	{id: "M-PROG-04", name: "reading with a progress token is an internal error", change: tokened("resources/read", failed, always)},
	{id: "M-PROG-04", name: "a prompt with a progress token is never answered", change: tokened("prompts/get", never, always)},
	{id: "M-PROG-04", name: "a token that is an empty text is taken for none", change: drops(func(c *call, msg object) bool {
		return msg["method"] == "notifications/progress" && c.meta["progressToken"] == ""
	})},
	{id: "M-BASE-01", name: "the id that is an empty text counts as none", change: handleAll(func(c *call, next handler) (object, *fault) {
		if c.id == "" {
			return never(c)
		}
		return next(c)
	})},
	{id: "M-CAN-01", name: "cancellations of the id 0 are not seen", over: "stdio", change: func(v *server) {
		next := v.in
		v.in = func(msg object) object {
			if params := asObject(msg["params"]); msg["method"] == "notifications/cancelled" && params["requestId"] == json.Number("0") {
				return nil
			}
			return next(msg)
		}
	}},
	{id: "M-BASE-39", name: "a call without a name is an internal error", change: needing("tools/call", "name")},
	{id: "M-BASE-39", name: "reading without a URI is an internal error", change: needing("resources/read", "uri")},
	{id: "M-BASE-39", name: "a prompt without a name is an internal error", change: needing("prompts/get", "name")},
	{id: "M-BASE-39", name: "a prompt without a name is an invalid request", change: refuses("prompts/get", -32600, func(c *call) bool { return c.params["name"] == nil })},
	{id: "M-BASE-39", name: "a completion without a reference is an internal error", change: needing("completion/complete", "ref")},
	{id: "M-BASE-40", name: "the name of a tool is read without case", change: caseless("tools/call", "name")},
	{id: "M-BASE-40", name: "the name of a prompt is read without case", change: caseless("prompts/get", "name")},
	{id: "M-BASE-40", name: "the URI of a resource is read without case", change: caseless("resources/read", "uri")},
	{id: "M-HM-12", name: "an empty sentinel as a name fails the server", over: "http", also: []string{"M-HM-48"}, change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if h.Get("Mcp-Name") == emptySentinel {
			return refuse(-32603, "index out of range")
		}
		return next(c, h)
	})},
	{id: "M-HM-12", name: "an empty sentinel counts as no name", over: "http", change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if want, _ := c.params[mirroredNames[c.method]].(string); h.Get("Mcp-Name") == emptySentinel {
			h = h.Clone()
			h.Set("Mcp-Name", want)
		}
		return next(c, h)
	})},
	{id: "M-HM-14", name: "a parameter whose header is an empty sentinel is not compared", over: "http", also: []string{"M-HM-13"}, change: anyParameter(func(was string) bool { return was == emptySentinel })},
	{id: "M-HM-39", name: "a sentinel whose begin is its end fails the server", over: "http", also: []string{"M-HM-12", "M-HM-48"}, change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if h.Get("Mcp-Name") == "=?base64?=" {
			return refuse(-32603, "slice bounds out of range")
		}
		return next(c, h)
	})},
	{id: "M-HM-14", name: "truth values are compared with a capital", over: "http", change: mirrors(object{"fast": mirrored("boolean", "Fast")}, func(arguments object, h http.Header) bool {
		value, given := arguments["fast"]
		return given && h.Get("Mcp-Param-Fast") != map[string]string{"true": "True", "false": "False"}[string(encode(value))]
	})},
	{id: "M-TOOL-05", name: "what a tool with an output schema refuses is an internal error", change: handle("tools/call", func(c *call, next handler) (object, *fault) {
		r, f := next(c)
		if r["isError"] == true && c.params["name"] == "add" {
			return nil, refuse(-32603, "Output validation error: structuredContent is missing")
		}
		return r, f
	})},
	{id: "M-SUB-03", name: "what is not wanted is acknowledged as if it was", also: []string{"M-SUB-02"}, change: func(v *server) {
		next := v.agree
		v.agree = func(v *server, asked object) object {
			all := object{}
			for name, value := range asked {
				if all[name] = value; value == false {
					all[name] = true
				}
			}
			return next(v, all)
		}
	}},
	{id: "M-HM-48", name: "an empty body is a failure of the server", over: "http", change: func(v *server) {
		next := v.web.read
		v.web.read = func(data []byte) []byte {
			if next != nil {
				data = next(data)
			}
			v.web.status[-32700] = 400
			if len(data) == 0 {
				v.web.status[-32700] = 500
			}
			return data
		}
	}},
	{id: "M-PAG-01", name: "a cursor that is no text is an internal error", change: handle("tools/list", func(c *call, next handler) (object, *fault) {
		if cursor, given := c.params["cursor"]; given {
			if _, is := cursor.(string); !is {
				return failed(c)
			}
		}
		return next(c)
	})},
	{id: "M-COMP-01", name: "to complete an empty text is an internal error", change: handle("completion/complete", func(c *call, next handler) (object, *fault) {
		if asObject(c.params["argument"])["value"] == "" {
			return failed(c)
		}
		return next(c)
	})},
	{id: "M-BASE-32", name: "a client that says more than its name and version is refused", change: metaJudge(func(c *call, next func(*call) *fault) *fault {
		for name := range asObject(c.meta[prefix+"clientInfo"]) {
			if name != "name" && name != "version" {
				return refuse(-32602, "clientInfo: unknown member "+name)
			}
		}
		return next(c)
	})},
	{id: "M-MRTR-12", name: "who accepts without content is an internal error", change: answersTo("greet", func(c *call, response object, next handler) (object, *fault) {
		if response["action"] == "accept" && response["content"] == nil {
			return failed(c)
		}
		return next(c)
	})},
	{id: "M-HM-03", name: "a notification without params is a failure of the server", over: "http", also: []string{"M-HM-48"}, change: func(v *server) {
		v.in = func(msg object) object {
			if msg["id"] == nil && msg["params"] == nil {
				return nil
			}
			return msg
		}
	}},
}

// offers reports whether a call is of a tool that there is.
func offers(c *call) bool {
	for _, t := range c.offered() {
		if t.name() == c.params["name"] {
			return true
		}
	}
	return false
}

// drops leaves messages out.
func drops(which func(c *call, msg object) bool) func(*server) {
	return outgoing(func(c *call, msg object) []object {
		if which(c, msg) {
			return nil
		}
		return []object{msg}
	})
}

// handleAll wraps all methods.
func handleAll(wrap func(c *call, next handler) (object, *fault)) func(*server) {
	return func(v *server) {
		for method := range v.methods {
			handle(method, wrap)(v)
		}
	}
}

// anyParameter lets headers of parameters pass as what they are to be.
func anyParameter(where func(was string) bool) func(*server) {
	ok := func(was string, _ any) bool { return where(was) }
	return both(parameter("region", "Mcp-Param-Region", ok), parameter("count", "Mcp-Param-Count", ok), parameter("zone", "Mcp-Param-Zone", ok), parameter("shelf", "Mcp-Param-Shelf", ok))
}
