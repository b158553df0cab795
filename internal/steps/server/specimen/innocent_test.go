package specimen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// innocents are all of them.
func innocents() []innocent {
	return slices.Concat(plainInnocents, webInnocents, besideInnocents, wholeInnocents, openInnocents, strangerInnocents, apartInnocents, sdkInnocents, mixedInnocents, noteInnocents)
}

// innocent is a server that is correct but unusual: no check may blame it.
type innocent struct {
	name   string
	over   string   // the only transport; "" = both
	blame  []string // ids of checks that blame it all the same: rightly in part, as the name says, or not yet mended
	header http.Header
	change func(v *server)
}

// withTools are the tools of these names, in this order.
func withTools(names ...string) func(*server) {
	return func(v *server) {
		v.tools = slices.DeleteFunc(v.tools, func(t tool) bool { return !slices.Contains(names, t.name()) })
	}
}

// without removes whole features.
func without(features ...string) func(*server) {
	return func(v *server) {
		for _, f := range features {
			delete(v.declared, f)
			for m := range v.methods {
				if strings.HasPrefix(m, f+"/") || f == "completions" && m == "completion/complete" || f == "logging" && m == "logging/setLevel" {
					delete(v.methods, m)
				}
			}
			if f == "logging" {
				quiet(v)
			}
		}
	}
}

// quiet sends no log messages.
func quiet(v *server) {
	outgoing(func(_ *session, _ *call, msg object) []object {
		if msg["method"] == "notifications/message" {
			return nil
		}
		return []object{msg}
	})(v)
}

// recorded encodes messages with the members in this order, the rest behind.
func ordered(first ...string) func(*server) {
	return func(v *server) {
		v.encode = func(m any) []byte {
			o, ok := m.(object)
			if !ok {
				return encode(m)
			}
			var parts []string
			for _, k := range first {
				if x, ok := o[k]; ok {
					parts = append(parts, fmt.Sprintf("%q:%s", k, encode(x)))
				}
			}
			return []byte("{" + strings.Join(parts, ",") + "}")
		}
	}
}

// spaced puts a blank behind each colon and comma, outside of strings.
func spaced(s string) string {
	var b strings.Builder
	inside, escaped := false, false
	for _, r := range s {
		b.WriteRune(r)
		switch {
		case escaped:
			escaped = false
		case r == '\\' && inside:
			escaped = true
		case r == '"':
			inside = !inside
		case !inside && (r == ':' || r == ','):
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// escapes writes all that is not ASCII as \u.
func escapes(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 128:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return b.String()
}

// lagging answers each request later.
func lagging(d func(c *call) time.Duration) func(*server) {
	return func(v *server) {
		for m, next := range v.methods {
			v.methods[m] = func(c *call) (object, *fault) {
				if !c.wait(d(c)) {
					return nil, nil
				}
				return next(c)
			}
		}
	}
}

func pieces(size int, pause time.Duration) func(*server) {
	return func(v *server) {
		v.stdio.write = func(p *netem.Process, wire string) {
			for chunk := range slices.Chunk([]byte(wire), max(size, len(wire)/8)) {
				_, _ = p.Out().Write(chunk)
				if len(wire) < 4096 {
					_ = clock.Sleep(context.Background(), v.clk, pause)
				}
			}
		}
	}
}

func plainStreams(format string) func(*server) {
	return both(streaming, written(func(_ *stream, id, data string) string {
		return strings.NewReplacer("ID", id, "DATA", data).Replace(format)
	}))
}

func many(n int) func(*server) {
	return func(v *server) {
		v.pageSize = 0
		for i := range n {
			v.tools = append(v.tools, define(fmt.Sprintf("tool_%d", i), strings.Repeat("Describes itself. ", 20), object{"destructiveHint": true}, schema(list{}, object{}), echoTool))
		}
	}
}

// plainCursors uses cursors of another kind.
func otherCursors(out, in func(string) string) func(*server) {
	return func(v *server) {
		v.pageSize = 2
		for _, m := range []string{"tools/list", "resources/list", "prompts/list", "resources/templates/list"} {
			handle(m, func(c *call, next handler) (object, *fault) {
				if s, ok := c.params["cursor"].(string); ok {
					c.params = with(c.params, "cursor", in(s))
				}
				r, f := next(c)
				if s, ok := r["nextCursor"].(string); ok {
					r["nextCursor"] = out(s)
				}
				return r, f
			})(v)
		}
	}
}

// unannounced neither declares nor announces changes.
func unannounced(v *server) {
	v.declared = object{"tools": object{}, "resources": object{}, "prompts": object{}, "logging": object{}, "completions": object{}}
	unknown("resources/subscribe", "resources/unsubscribe")(v)
	outgoing(func(_ *session, _ *call, msg object) []object {
		if m, _ := msg["method"].(string); strings.HasSuffix(m, "list_changed") || strings.HasSuffix(m, "updated") {
			return nil
		}
		return []object{msg}
	})(v)
}

var plainInnocents = []innocent{
	{name: "correct", change: func(*server) {}},
	{name: "has tools that may be tasks", change: tasking("optional")},
	{name: "has tools that must be tasks", change: tasking("required")},
	{name: "escapes all that is not ASCII, as Python does", blame: []string{"PROG-04"}, change: wire(escapes)},
	{name: "escapes slashes, as PHP does", change: wire(func(s string) string { return strings.ReplaceAll(s, "/", `\/`) })},
	{name: "escapes < > and &, as Go does", change: wire(strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace)},
	{name: "writes blanks after colons and commas", change: wire(spaced)},
	{name: "writes blanks around each message", change: wire(func(s string) string { return " \t" + s + "  " })},
	{name: "writes the result first and jsonrpc last", change: ordered("result", "error", "params", "method", "id", "jsonrpc")},
	{name: "writes the id last, as Rust does", change: ordered("jsonrpc", "method", "params", "result", "error", "id")},
	{name: "adds members to each message", change: frames(func(_ *call, msg object) { msg["x-took"] = 1.5; msg["trace"] = object{"id": "abc"} })},
	{name: "adds members to each result", change: results(func(_ *call, r object) { r["x-server"] = list{1, nil, "id"} })},
	{name: "gives each result a _meta of its own", change: results(func(_ *call, r object) { r["_meta"] = object{"example.com/took": 1, "plain": object{}} })},
	{name: "lists the sizes of files in UTF-16 with CRLF", change: sized(func(text string) int { return 2*len(utf16.Encode([]rune(text))) + 2 + 2*strings.Count(text, "\n") })},
	{name: "names the charset of what is read", change: contents("file:///docs/readme.md", "mimeType", "Text/Markdown; charset=utf-8")},
	{name: "reads a kind of JSON of what is listed as JSON", change: ofKind("application/json", "application/geo+json", `{"type":"Point"}`)},
	{name: "reads text of what is listed as a document", change: ofKind("application/pdf", "text/plain", "What it says")},
	{name: "reads XML of what is listed as XML", change: ofKind("text/xml", "application/xml", "<a/>")},
	{name: "sends users to pages", change: visiting("url", "elicitationId")},
	{name: "lists the sizes of files that end with a line break", change: sized(func(text string) int { return len(text) + 1 })},
	{name: "lists the size of a file that grows with each look", change: growing},
	{name: "has tools only", change: without("resources", "prompts", "logging", "completions")},
	{name: "has resources only", change: without("tools", "prompts", "logging", "completions")},
	{name: "has prompts only", change: without("tools", "resources", "logging")},
	{name: "has nothing at all", change: without("tools", "resources", "prompts", "logging", "completions")},
	{name: "has one tool", change: both(withTools("echo"), without("resources", "prompts", "logging", "completions"))},
	{name: "has one tool that is destructive", change: both(redefines("echo", "annotations", object{"destructiveHint": true}), withTools("echo"), without("resources", "prompts"))},
	{name: "has a list of tools that is empty", change: both(withTools())},
	{name: "has templates but no resources", change: func(v *server) { v.resources = nil }},
	{name: "has resources but no templates", change: func(v *server) { v.templates = nil }},
	{name: "has 500 tools on one page", change: many(500)},
	{name: "has one item on each page", change: func(v *server) { v.pageSize = 1 }},
	{name: "has no pages", change: func(v *server) { v.pageSize = 0 }},
	{name: "has cursors that are numbers in strings", change: otherCursors(func(s string) string { return strconv.Itoa(len(s)) + s }, func(s string) string { return strings.TrimLeft(s, "0123456789") })},
	{name: "has cursors of 2 KiB", change: otherCursors(func(s string) string { return s + strings.Repeat("_", 2048) }, func(s string) string { return strings.TrimRight(s, "_") })},
	{name: "has cursors with quotes, blanks and umlauts", change: otherCursors(func(s string) string { return `"ü\ ` + s }, func(s string) string { return strings.TrimPrefix(s, `"ü\ `) })},
	{name: "announces nothing", change: unannounced},
	{name: "says listChanged: false", change: func(v *server) { v.declared["prompts"] = object{"listChanged": false} }},
	{name: "declares capabilities of its own", change: func(v *server) {
		v.declared["experimental"] = object{"com.example/x": object{"deep": list{1}}}
		v.declared["future"] = object{}
	}},
	{name: "knows the newest revision only", change: func(v *server) { v.revisions = accepted[3:] }},
	{name: "knows revisions up to 2025-06-18", change: upTo("2025-06-18")},
	{name: "knows revisions up to 2025-03-26", change: upTo("2025-03-26")},
	{name: "knows 2024-11-05 only", change: upTo("2024-11-05"), over: "stdio"},
	{name: "knows a pre-release, too", change: func(v *server) { v.revisions = append([]string{"2024-10-07"}, accepted...) }},
	{name: "refuses unknown revisions", change: handle("initialize", func(c *call, next handler) (object, *fault) {
		if o, _ := c.params["protocolVersion"].(string); !slices.Contains(c.revisions, o) {
			return nil, &fault{-32602, "Unsupported protocol version", object{"supported": c.revisions, "requested": o}}
		}
		return next(c)
	})},
	{name: "takes 150 ms for each answer", change: lagging(func(*call) time.Duration { return 150 * time.Millisecond })},
	{name: "answers later requests first", change: lagging(func(c *call) time.Duration {
		return time.Duration(max(0, 40-len(c.running))) * time.Millisecond
	})},
	{name: "has long instructions", change: func(v *server) { v.instructions = strings.Repeat("Read the manual first.\n", 2000) }},
	{name: "pings whenever it is told that the handshake is over", change: noted("notifications/initialized", func(s *session, _ object) {
		s.demand("hello", "ping", nil)
	})},
	{name: "asks for roots when it can", change: noted("notifications/initialized", func(s *session, _ object) {
		if s.client["roots"] != nil {
			s.demand("roots-1", "roots/list", nil)
		}
	})},
	{name: "pings the client, also before initialized", change: both(opened(func(s *session) { s.demand("p1", "ping", nil) }), noted("notifications/initialized", func(s *session, _ object) {
		s.mu.Lock()
		s.requests++
		n := s.requests
		s.mu.Unlock()
		s.demand(fmt.Sprintf("after-%d", n), "ping", object{})
	}))},
	{name: "logs before initialized", change: opened(func(s *session) {
		s.notify("notifications/message", object{"level": "info", "data": object{"up": true}})
	})},
	{name: "logs objects and numbers", change: announced("notifications/message", func(_ *session, msg object) []object {
		return []object{with(msg, "params", with(msg["params"].(object), "data", list{1, nil, object{}}, "logger", nil))}
	})},
	{name: "numbers its requests with negative numbers", change: func(v *server) { v.asked = func(_ *session, n int) any { return json.Number(strconv.Itoa(-n)) } }},
	{name: "names its requests with UUIDs", change: func(v *server) {
		v.asked = func(_ *session, n int) any { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n) }
	}},
	{name: "numbers its requests as the client numbers its own", change: func(v *server) { v.asked = func(_ *session, n int) any { return json.Number(strconv.Itoa(n - 1)) } }},
	{name: "accepts initialize again", change: handle("initialize", func(c *call, next handler) (object, *fault) { c.revision = ""; return next(c) })},
	{name: "says nothing about malformed JSON", over: "stdio", change: func(v *server) { v.stdio.garbage = func(*session, string) {} }},
	{name: "refuses lines above 64 KiB, each of their pieces", over: "stdio", change: func(v *server) {
		v.stdio.line = func(p *netem.Process, raw string) bool {
			for range (len(raw) - 1) >> 16 {
				_, _ = io.WriteString(p.Out(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`+"\n")
			}
			return len(raw) > 1<<16
		}
	}},
	{name: "sends parse errors without an id", over: "stdio", change: errors(func(_ *call, msg, e object) {
		if msg["id"] == nil {
			delete(msg, "id")
		}
	})},
	{name: "tells errors as Python does", change: errors(func(_ *call, _, e object) {
		e["message"], e["data"] = "Traceback (most recent call last):\n  File \"server.py\", line 1, in <module>\nValueError: \"x\"\n", list{"a", nil}
	})},
	{name: "tells errors as TypeScript does", change: errors(func(_ *call, _, e object) { e["message"] = fmt.Sprintf("MCP error %v: %v", e["code"], e["message"]) })},
	{name: "has errors with an empty message", change: errors(func(_ *call, _, e object) { e["message"] = "" })},
	{name: "has schemas without additionalProperties", change: func(v *server) {
		for i := range v.tools {
			v.tools[i].def["inputSchema"] = with(v.tools[i].def["inputSchema"].(object), "additionalProperties", nil)
		}
	}},
	{name: "has schemas of draft-07, as zod writes them", change: func(v *server) {
		for i := range v.tools {
			v.tools[i].def["inputSchema"] = with(v.tools[i].def["inputSchema"].(object), "$schema", "http://json-schema.org/draft-07/schema#")
		}
	}},
	{name: "has schemas with definitions, as pydantic writes them", change: redefines("chatter", "inputSchema", object{"type": "object", "title": "chatterArguments",
		"$defs": object{"Size": object{"enum": list{"s", "l"}, "title": "Size", "type": "string"}}, "properties": object{"size": object{"type": "string", "anyOf": list{object{"$ref": "#/$defs/Size"}, object{"type": "string"}}, "default": nil}}})},
	{name: "has a name of 128 characters for a tool", change: renamed("picture", strings.Repeat("a.-_", 32))},
	{name: "has icons, titles and descriptions in many scripts", change: both(
		redefines("echo", "title", "回声 🦜", "description", "Эхо\u2028\n\"quoted\" \\ \u0000 end", "icons", list{object{"src": "data:image/png;base64," + pixel, "mimeType": "image/png", "sizes": list{"48x48"}}}),
		func(v *server) { v.info = with(v.info, "websiteUrl", "https://example.com", "name", "spécimen") })},
	{name: "has no annotations", change: func(v *server) {
		for i := range v.tools {
			v.tools[i].def = with(v.tools[i].def, "annotations", nil)
		}
	}},
	{name: "has destructive tools only", change: func(v *server) {
		for i := range v.tools {
			v.tools[i].def = with(v.tools[i].def, "annotations", object{"destructiveHint": true})
		}
	}},
	{name: "has no descriptions", change: func(v *server) {
		for i := range v.tools {
			v.tools[i].def = with(v.tools[i].def, "description", nil)
		}
	}},
	{name: "answers calls with no content", change: runs("echo", func(*call, handler) (object, *fault) { return object{"content": list{}}, nil })},
	{name: "answers calls with resources and sound", change: runs("picture", func(c *call, next handler) (object, *fault) {
		if c.revision < "2025-03-26" { // which has no sound
			return next(c)
		}
		return object{"content": list{object{"type": "audio", "data": "", "mimeType": "audio/wav"},
			object{"type": "resource", "resource": object{"uri": "note://1", "text": "", "_meta": object{}}}}, "isError": false}, nil
	})},
	{name: "has tools that always fail", change: func(v *server) {
		for _, t := range v.tools {
			runs(t.name(), func(*call, handler) (object, *fault) { return wrong("The disk is full"), nil })(v)
		}
	}},
	{name: "has resources with several contents", change: results(func(_ *call, r object) {
		r["contents"] = append(slices.Clone(r["contents"].(list)), object{"uri": "note://1#part", "text": "Part"}, object{"uri": "note://1#blob", "blob": ""})
	}, "resources/read")},
	{name: "reports progress as fractions without a total", change: onProgress(func(_ *call, p object) []object {
		return []object{with(p, "progress", p["progress"].(float64)/1000, "total", nil, "message", nil)}
	})},
	{name: "reports no progress", change: onProgress(func(*call, object) []object { return nil })},
	{name: "completes nothing", change: values(func(_ *call, o object) {
		o["values"] = list{}
		delete(o, "total")
		delete(o, "hasMore")
	})},
	{name: "takes 1.5 s to start", over: "stdio", change: func(v *server) { v.stdio.boot = 1500 * time.Millisecond }},
	{name: "prints 60 KiB to standard error at the start", over: "stdio", change: func(v *server) { v.stdio.banner = strings.Repeat("npm warn deprecated x\n", 2700) }},
	{name: "prints to standard error with each line", over: "stdio", change: onLine(func(p *netem.Process, raw string) bool {
		_, _ = io.WriteString(p.Err(), "ERROR got "+raw[:min(40, len(raw))]+"\n")
		return false
	})},
	{name: "exits with code 1 at the end of input", over: "stdio", change: func(v *server) { v.stdio.code = 1 }},
	{name: "exits a second after the end of input", over: "stdio", change: func(v *server) { v.stdio.linger = time.Second }},
	{name: "writes messages in pieces", over: "stdio", change: pieces(7, time.Millisecond)},
	{name: "serves one request after the other", over: "stdio", change: func(v *server) { v.inline = true }, blame: []string{"PING-02", "CAN-01", "STDIO-15"}},
}

// ofKind lists a text as of one MIME type, and says another when it is read.
func ofKind(listed, read, text string) func(*server) {
	return func(v *server) {
		const uri = "mem://typed"
		v.resources = append(v.resources, resource{object{"uri": uri, "name": "typed", "mimeType": listed},
			func() object { return object{"uri": uri, "mimeType": read, "text": text} }})
	}
}
