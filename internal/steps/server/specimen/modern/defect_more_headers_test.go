package modern_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
)

// judged wraps what is asked of headers.
func judged(wrap func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault) func(*server) {
	return func(v *server) {
		next := v.web.headers
		v.web.headers = func(c *call, h http.Header) *fault { return wrap(c, h, next) }
	}
}

// refusesWhere refuses requests with an error.
func refusesWhere(code int, where func(c *call, h http.Header) bool) func(*server) {
	return judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if where(c, h) {
			return refuse(code, "refused")
		}
		return next(c, h)
	})
}

// statusFor gives errors with a code another HTTP status where it matters.
func statusFor(code, status int, where func(c *call) bool) func(*server) {
	return func(v *server) {
		v.web.statusOf = func(c *call, e object) int {
			if e["code"] == code && where(c) {
				return status
			}
			return v.web.status[e["code"].(int)]
		}
	}
}

func ofMethod(methods ...string) func(c *call) bool {
	return func(c *call) bool {
		for _, m := range methods {
			if c.method == m {
				return true
			}
		}
		return false
	}
}

// parameter corrects the header of a parameter where it is wrong in one way.
func parameter(argument, header string, where func(was string, argument any) bool) func(*server) {
	return altered(func(c *call, h http.Header) {
		arguments := asObject(c.params["arguments"])
		if target := asObject(arguments["target"]); argument == "shelf" {
			arguments = target
		}
		if value, there := arguments[argument]; there && where(h.Get(header), value) {
			h.Set(header, fmt.Sprint(value))
		}
	})
}

var moreHeaderDefects = []defect{
	{id: "M-HM-05", name: "lists need no version in a header", over: "http", change: inHeader("Mcp-Protocol-Version", "tools/list", func(_ *call, was string) bool { return was == "" })},
	{id: "M-HM-05", name: "prompts need no version in a header", over: "http", change: inHeader("Mcp-Protocol-Version", "prompts/get", func(_ *call, was string) bool { return was == "" })},
	{id: "M-HM-05", name: "no version in a header is refused as wrong params", over: "http", change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if h.Get("Mcp-Protocol-Version") == "" {
			return refuse(-32602, "MCP-Protocol-Version is missing")
		}
		return next(c, h)
	})},
	{id: "M-HM-06", name: "lists may have another version in the header", over: "http", change: inHeader("Mcp-Protocol-Version", "tools/list", func(_ *call, was string) bool { return was != "" })},
	{id: "M-HM-06", name: "an earlier version in the header is forgiven", over: "http", change: altered(func(c *call, h http.Header) {
		if h.Get("Mcp-Protocol-Version") == "2025-11-25" {
			h.Set("Mcp-Protocol-Version", revision)
		}
	})},
	{id: "M-HM-06", name: "the header counts more than the body", over: "http", change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if v := h.Get("Mcp-Protocol-Version"); v != "" && v != revision {
			return &fault{-32022, "Unsupported protocol version", object{"supported": list{revision}, "requested": v}}
		}
		return next(c, h)
	})},
	{id: "M-HM-06", name: "of the version the header alone is read", over: "http", change: altered(func(c *call, h http.Header) {
		if h.Get("Mcp-Protocol-Version") == revision && c.meta != nil {
			c.meta[prefix+"protocolVersion"] = revision
		}
	})},
	{id: "M-HM-07", name: "calls of a wrong version are refused with 200", over: "http", change: statusFor(-32022, 200, ofMethod("tools/call"))},
	{id: "M-HM-07", name: "a wrong version is refused with 426", over: "http", change: func(v *server) { v.web.status[-32022] = 426 }},
	{id: "M-HM-07", name: "lists of a wrong version are refused with 404", over: "http", change: statusFor(-32022, 404, ofMethod("tools/list", "prompts/list", "resources/list"))},
	{id: "M-HM-07", name: "what is read with a wrong version is refused with 200", over: "http", change: statusFor(-32022, 200, ofMethod("resources/read"))},
	{id: "M-HM-08", name: "what was removed is unknown with 200", over: "http", change: statusFor(-32601, 200, ofMethod("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "initialize"))},
	{id: "M-HM-08", name: "unknown methods are answered with 405", over: "http", change: func(v *server) { v.web.status[-32601] = 405 }},
	{id: "M-HM-08", name: "unknown methods of known things are answered with 200", over: "http", change: statusFor(-32601, 200, func(c *call) bool { return !strings.HasPrefix(c.method, "x/") })},
	{id: "M-HM-28", name: "requests without a version are refused with 200", over: "http", change: statusFor(-32602, 200, func(c *call) bool { return c.meta[prefix+"protocolVersion"] == nil })},
	{id: "M-HM-28", name: "calls without capabilities are refused with 200", over: "http", change: statusFor(-32602, 200, func(c *call) bool {
		return c.method == "tools/call" && c.meta[prefix+"clientCapabilities"] == nil
	})},
	{id: "M-HM-28", name: "malformed metadata is refused with 422", over: "http", change: statusFor(-32602, 422, func(c *call) bool { return c.meta[prefix+"clientCapabilities"] == nil })},
	{id: "M-HM-28", name: "capabilities that are a text are refused with 200", over: "http", change: statusFor(-32602, 200, func(c *call) bool {
		value, there := c.meta[prefix+"clientCapabilities"]
		_, ok := value.(object)
		return there && !ok
	})},
	{id: "M-HM-10", name: "names of prompts may be missing", over: "http", change: inHeader("Mcp-Name", "prompts/get", func(_ *call, was string) bool { return was == "" })},
	{id: "M-HM-11", name: "names of prompts are not decoded", over: "http", change: altered(func(c *call, h http.Header) {
		if c.method == "prompts/get" && strings.HasPrefix(h.Get("Mcp-Name"), "=?base64?") {
			h.Set("Mcp-Name", "undecoded")
		}
	})},
	{id: "M-HM-11", name: "names are decoded as base64 of URLs", over: "http", change: altered(func(c *call, h http.Header) {
		inner, begins := strings.CutPrefix(h.Get("Mcp-Name"), "=?base64?")
		inner, ends := strings.CutSuffix(inner, "?=")
		if !begins || !ends {
			return
		}
		text, err := base64.RawURLEncoding.DecodeString(inner)
		if err != nil {
			text = []byte("undecoded")
		}
		h.Set("Mcp-Name", "=?base64?"+base64.StdEncoding.EncodeToString(text)+"?=")
	})},
	{id: "M-HM-11", name: "decoded names are read as Latin-1", over: "http", change: altered(func(c *call, h http.Header) {
		if text, ok := decodeHeader(h.Get("Mcp-Name")); ok && strings.Map(ascii, text) != text {
			h.Set("Mcp-Name", "undecoded")
		}
	})},
	{id: "M-HM-12", name: "of a URI what cannot be decoded passes", over: "http", change: inHeader("Mcp-Name", "resources/read", func(_ *call, was string) bool { _, ok := decodeHeader(was); return !ok })},
	{id: "M-HM-12", name: "what cannot be decoded is an internal error", over: "http", change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		if _, ok := decodeHeader(h.Get("Mcp-Name")); !ok {
			return refuse(-32603, "illegal base64 data")
		}
		return next(c, h)
	})},
	{id: "M-HM-39", name: "of a prompt the sentinel is read in any case", over: "http", change: inHeader("Mcp-Name", "prompts/get", func(_ *call, was string) bool { return strings.HasPrefix(was, "=?BASE64?") })},
	{id: "M-HM-39", name: "capitals of the sentinel are an internal error", over: "http", change: refusesWhere(-32603, func(_ *call, h http.Header) bool { return strings.HasPrefix(h.Get("Mcp-Name"), "=?BASE64?") })},
	{id: "M-HM-14", name: "of a parameter the sentinel is read in any case", over: "http", change: altered(func(_ *call, h http.Header) {
		h.Set("Mcp-Param-Region", strings.Replace(h.Get("Mcp-Param-Region"), "=?BASE64?", "=?base64?", 1))
	})},
	{id: "M-HM-13", name: "the base64 of a parameter that cannot be decoded passes", over: "http", change: parameter("region", "Mcp-Param-Region", func(was string, _ any) bool { _, ok := decodeHeader(was); return !ok })},
	{id: "M-HM-13", name: "bytes in the header of one parameter are passed over", over: "http", change: parameter("count", "Mcp-Param-Count", func(was string, _ any) bool { return !plain(was) })},
	{id: "M-HM-13", name: "bytes in headers fail the server", over: "http", change: func(v *server) {
		v.web.status[-32603] = 500
		refusesWhere(-32603, func(_ *call, h http.Header) bool {
			return !plain(h.Get("Mcp-Param-Region")) || !plain(h.Get("Mcp-Param-Count"))
		})(v)
	}},
	{id: "M-HM-14", name: "numbers in headers are not compared", also: []string{"M-HM-13"}, over: "http", change: parameter("count", "Mcp-Param-Count", func(was string, _ any) bool { return was != "" })},
	{id: "M-HM-14", name: "parameters are compared without case", over: "http", change: parameter("region", "Mcp-Param-Region", func(was string, argument any) bool {
		return strings.EqualFold(was, fmt.Sprint(argument))
	})},
	{id: "M-HM-14", name: "numbers in headers are to have a plus", over: "http", change: refusesWhere(-32020, func(_ *call, h http.Header) bool {
		count := h.Get("Mcp-Param-Count")
		return count != "" && !strings.HasPrefix(count, "+") && !strings.HasPrefix(count, "=?")
	})},
	{id: "M-HM-14", name: "parameters are not decoded", over: "http", change: altered(func(_ *call, h http.Header) {
		if strings.HasPrefix(h.Get("Mcp-Param-Region"), "=?base64?") {
			h.Set("Mcp-Param-Region", "undecoded")
		}
	})},
	{id: "M-HM-14", name: "a mismatch of parameters is told in a result", also: []string{"M-HM-13", "M-HM-41"}, over: "http", change: func(v *server) {
		hides2(v, "Mcp-Param")
	}},
	{id: "M-HM-41", name: "the header of a parameter within an object may be missing", over: "http", change: parameter("shelf", "Mcp-Param-Shelf", func(was string, _ any) bool { return was == "" })},
	{id: "M-HM-41", name: "a parameter within an object is never found", over: "http", change: refusesWhere(-32020, func(_ *call, h http.Header) bool { return h.Get("Mcp-Param-Shelf") != "" })},
	{id: "M-HM-41", name: "parameters within objects are wrong params", over: "http", change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		f := next(c, h)
		if f != nil && strings.HasSuffix(f.message, "Shelf") {
			return refuse(-32602, f.message)
		}
		return f
	})},
	{id: "M-HM-15", name: "headers of arguments that are null are wanted", over: "http", change: judged(func(c *call, h http.Header, next func(*call, http.Header) *fault) *fault {
		value, there := asObject(c.params["arguments"])["zone"]
		if there && value == nil && h.Get("Mcp-Param-Zone") == "" {
			return mismatched("Mcp-Param-Zone")
		}
		return next(c, h)
	})},
	{id: "M-HM-15", name: "of objects that are not given the headers are wanted", over: "http", change: refusesWhere(-32020, func(c *call, h http.Header) bool {
		return c.params["name"] == "route3" && h.Get("Mcp-Param-Shelf") == ""
	})},
	{id: "M-HM-16", name: "numbers with a fraction are wrong params", over: "http", change: refusesWhere(-32602, func(_ *call, h http.Header) bool { return strings.HasSuffix(h.Get("Mcp-Param-Count"), ".0") })},
	{id: "M-HM-14", name: "numbers are cut at their point", over: "http", change: parameter("count", "Mcp-Param-Count", func(was string, argument any) bool {
		before, _, point := strings.Cut(was, ".")
		return point && before == fmt.Sprint(argument) && strings.Trim(was, "0.") != ""
	})},
	{id: "M-HM-36", name: "a name too many is looked for, and not found", over: "http", change: func(v *server) {
		v.web.status[-32099+60] = 404
		refusesWhere(-32039, func(c *call, h http.Header) bool { return mirroredNames[c.method] == "" && h.Get("Mcp-Name") != "" })(v)
	}, also: []string{"M-BASE-18"}},
	{id: "M-HM-36", name: "a list with a name is a server error", over: "http", change: func(v *server) {
		v.web.status[-32603] = 500
		refusesWhere(-32603, func(c *call, h http.Header) bool { return c.method == "tools/list" && h.Get("Mcp-Name") != "" })(v)
	}},
	{id: "M-HM-40", name: "calls refuse unknown parameters in headers", over: "http", change: refusesWhere(-32020, func(c *call, h http.Header) bool {
		return c.method == "tools/call" && h.Get("Mcp-Param-Mcpsim-Nobody") != ""
	})},
	{id: "M-HM-40", name: "unknown parameters in headers are wrong params", over: "http", change: refusesWhere(-32602, func(_ *call, h http.Header) bool { return h.Get("Mcp-Param-Mcpsim-Nobody") != "" })},
	{id: "M-HM-42", name: "a key of an API is mirrored", over: "http", change: annotatedAs("apiKey", "Tenant")},
	{id: "M-HM-42", name: "what is mirrored is called authorization", over: "http", change: annotatedAs("auth", "Authorization")},
	{id: "M-HM-42", name: "a secret within an object is mirrored", over: "http", change: func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "zz", "inputSchema": object{"type": "object", "properties": object{"login": object{"type": "object", "properties": object{
			"client_secret": object{"type": "string", "x-mcp-header": "Login"}}}}}, "annotations": object{"destructiveHint": true}}, run: say("zz")})
	}},
	{id: "M-HM-42", name: "a token is mirrored", over: "http", change: annotatedAs("accessToken", "Access")},
	{id: "M-HM-17", name: "the header of the version is compared with its case", over: "http", change: func(v *server) { v.web.exactly = "Mcp-Protocol-Version" }},
	{id: "M-HM-17", name: "Mcp-Name is compared with its case", over: "http", change: func(v *server) { v.web.exactly = "Mcp-Name" }},
	{id: "M-HM-17", name: "headers of parameters are compared with their case", over: "http", change: func(v *server) { v.web.exactly = "Mcp-Param-Region" }},
}

// hides2 tells of a mismatch in the result of the tool.
func hides2(v *server, what string) {
	next, told := v.web.headers, map[*call]string{}
	v.web.headers = func(c *call, h http.Header) *fault {
		f := next(c, h)
		if f != nil && strings.Contains(f.message, what) {
			c.mu.Lock()
			told[c] = f.message
			c.mu.Unlock()
			return nil
		}
		return f
	}
	handle("tools/call", func(c *call, next handler) (object, *fault) {
		c.mu.Lock()
		message := told[c]
		c.mu.Unlock()
		if message != "" {
			return wrong(c, message)
		}
		return next(c)
	})(v)
}

// annotatedAs offers a tool more, with a parameter that is mirrored.
func annotatedAs(property, header string) func(*server) {
	return func(v *server) {
		v.tools = append(v.tools, tool{def: object{"name": "zz", "inputSchema": object{"type": "object", "properties": object{property: object{"type": "string", "x-mcp-header": header}}}, "annotations": object{"destructiveHint": true}}, run: say("zz")})
	}
}
