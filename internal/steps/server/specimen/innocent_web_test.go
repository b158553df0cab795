package specimen_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// unstreamed blames a server that answers with JSON only, and a cancelled request
// with 204 and nothing: the specification wants JSON, and no response.
var unstreamed = []string{"HL-07"}

// oauth blames the body of a refusal with 401, which is that of OAuth and no message.
var oauth = []string{"BASE-03", "BASE-06"}

var webInnocents = []innocent{
	{name: "streams every answer", over: "http", change: streaming},
	{name: "streams nothing", over: "http", blame: unstreamed, change: func(v *server) { v.http.streams = func(*call) bool { return false } }},
	{name: "streams initialize only", over: "http", blame: unstreamed, change: func(v *server) { v.http.streams = func(c *call) bool { return c.method == "initialize" } }},
	{name: "has no sessions", over: "http", change: stateless},
	{name: "has no sessions and no GET", over: "http", change: both(stateless, func(v *server) { v.http.get = false })},
	{name: "has no sessions, and cancels nothing by an id that two clients may have", over: "http", change: both(stateless, func(v *server) {
		v.notes["notifications/cancelled"] = func(*session, object) {}
	})},
	{name: "has no sessions and streams everything", over: "http", change: both(stateless, streaming)},
	{name: "logs to all sessions that one was opened", over: "http", change: noted("notifications/initialized", func(s *session, _ object) {
		for _, other := range s.everyone() {
			if other != s && (other.level == "info" || other.level == "debug") {
				other.notify("notifications/message", object{"level": "info", "data": "There is a session more"})
			}
		}
	})},
	{name: "has no GET", over: "http", change: both(unannounced, func(v *server) { v.http.get = false })},
	{name: "has no DELETE", over: "http", change: func(v *server) { v.http.remove = false }},
	{name: "answers DELETE with 200 and a body", over: "http", change: func(v *server) { v.http.status["delete"] = 200 }},
	{name: "answers DELETE with 202", over: "http", change: func(v *server) { v.http.status["delete"] = 202 }},
	{name: "names the charset of JSON", over: "http", change: func(v *server) { v.http.kind = "application/json; charset=utf-8" }},
	{name: "names types in capitals", over: "http", change: func(v *server) { v.http.kind = "Application/JSON;charset=UTF-8" }},
	{name: "names the charset of streams", over: "http", change: both(streaming, func(v *server) { v.http.streamKind = "text/event-stream; charset=utf-8" })},
	{name: "names its events message", over: "http", change: plainStreams("event: message\nid: ID\ndata: DATA\n\n")},
	{name: "ends lines of streams with CRLF", over: "http", change: plainStreams("id: ID\r\ndata: DATA\r\n\r\n")},
	{name: "ends lines of streams with CR", over: "http", change: plainStreams("id: ID\rdata: DATA\r\r")},
	{name: "writes no blank after the colon", over: "http", change: plainStreams("data:DATA\nid:ID\n\n")},
	{name: "writes comments between events", over: "http", change: plainStreams(": hello\n\n:\nid: ID\n: in between\ndata: DATA\n\n")},
	{name: "says retry with each event", over: "http", change: plainStreams("retry: 500\nid: ID\ndata: DATA\n\n")},
	{name: "writes pretty JSON into lines of data", over: "http", change: both(streaming, written(func(_ *stream, id, data string) string {
		if data == "" {
			return "id: " + id + "\ndata:\n\n"
		}
		return "id: " + id + "\ndata: " + strings.ReplaceAll(strings.TrimSpace(pretty([]byte(data))), "\n", "\ndata: ") + "\n\n"
	}))},
	{name: "answers with pretty JSON", over: "http", change: func(v *server) { v.http.fold = func(b []byte) []byte { return []byte("\n" + pretty(b) + "\n") } }},
	{name: "has streams without ids in 2025-06-18", over: "http", change: both(upTo("2025-06-18"), func(v *server) { v.http.resume = false }, plainStreams("data: DATA\n\n"))},
	// Only 2025-11-25 allows it, and the server speaks the others just so.
	{name: "lets clients come back for the answer", over: "http", blame: []string{"CAN-01", "HL-09", "LIFE-18"}, change: polled("retry: 300\n\n")},
	{name: "has session ids that are tokens", over: "http", change: named(func(n int) string {
		return fmt.Sprintf("eyJhbGciOiJIUzI1NiJ9.%x.~!*'()", n*2654435761) + strings.Repeat("x", 300)
	})},
	{name: "has session ids that are UUIDs", over: "http", change: named(func(n int) string {
		x := defaultWeb().sessionID(n)
		return x[:8] + "-" + x[8:12] + "-4" + x[13:16] + "-a" + x[17:20] + "-" + x[20:] + "0000"[:0]
	})},
	{name: "keeps streams alive every second", over: "http", change: func(v *server) { v.http.alive = time.Second }},
	{name: "ends its GET streams soon", over: "http", change: func(v *server) { v.http.wrap = hangsUp }},
	{name: "primes no GET stream", over: "http", change: func(v *server) { v.http.primeGET = false }},
	{name: "refuses with plain text", over: "http", change: func(v *server) { v.http.plain = true }},
	{name: "refuses requests with an error status", over: "http", blame: unstreamed, change: func(v *server) { v.http.errorStatus = 400; v.http.streams = func(*call) bool { return false } }},
	{name: "answers unknown methods with 404", over: "http", blame: unstreamed, change: func(v *server) {
		v.http.streams = func(*call) bool { return false }
		v.http.statusOf = notFound("-32601")
	}},
	{name: "has a path of its own", over: "http", change: func(v *server) { v.http.path = "/api/v1/tenants/x/mcp/" }},
	{name: "wants a token", over: "http", blame: oauth, header: bearer, change: guarded(func(*guarding) {})},
	{name: "wants a token and has metadata at the root", over: "http", blame: oauth, header: bearer, change: both(guarded(func(g *guarding) { g.challenge = `Bearer realm="mcp", scope="mcp"` }))},
	{name: "compresses what it may", over: "http", blame: unstreamed, change: compressing},
	{name: "sends bodies in small chunks", over: "http", change: chunking},
	{name: "is behind a proxy that adds headers", over: "http", change: func(v *server) {
		v.http.headers = func(h http.Header) {
			h.Set("Via", "1.1 proxy")
			h.Set("X-Request-Id", "abc")
			h.Set("Set-Cookie", "lb=1; Path=/")
			h.Set("Access-Control-Expose-Headers", "Mcp-Session-Id")
			h.Set("Vary", "Origin")
		}
	}},
	{name: "is behind a proxy that redirects, which clients may not follow", over: "http", blame: []string{"HL-34"}, change: redirecting(http.StatusPermanentRedirect)},
	{name: "refuses notifications that it does not know", over: "http", change: before(func(w http.ResponseWriter, _ *http.Request, body string) bool {
		m := method(body)
		return strings.HasPrefix(m, "notifications/") && m != "notifications/initialized" && m != "notifications/cancelled" && m != "notifications/roots/list_changed" && reply(w, 400, "application/json", `{"jsonrpc":"2.0","error":{"code":-32601,"message":"unknown"}}`)
	})},
	{name: "refuses initialize in a session that there is, as TypeScript does", over: "http", blame: []string{"HL-29"}, change: before(func(w http.ResponseWriter, r *http.Request, body string) bool {
		return method(body) == "initialize" && r.Header.Get("Mcp-Session-Id") != "" && reply(w, 400, "application/json", `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request: Server already initialized"},"id":null}`)
	})},
	{name: "wants both types in Accept", over: "http", change: before(func(w http.ResponseWriter, r *http.Request, _ string) bool {
		a := r.Header.Get("Accept")
		return r.Method == "POST" && !(strings.Contains(a, "json") && strings.Contains(a, "event-stream")) && reply(w, 406, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Not Acceptable: Client must accept both"}}`)
	})},
	{name: "allows one GET stream at a time, also when the client has died", over: "http", blame: []string{"HL-22"}, change: busyGET},
	{name: "adds a Content-Type to 202", over: "http", change: func(v *server) {
		v.http.headers = func(h http.Header) { h.Set("Content-Type", "application/json") }
	}},
}

// stateless has no sessions: what needs one does not exist.
func stateless(v *server) {
	v.http.sessions = false
	v.http.resume = false
	v.http.remove = false
	v.http.prime = false
	v.revisions = accepted[:3]
	v.declared = object{"tools": object{}, "resources": object{}, "prompts": object{}, "completions": object{}}
	withTools("echo", "add", "weather", "picture", "fail")(v)
	unknown("resources/subscribe", "resources/unsubscribe", "logging/setLevel")(v)
	quiet(v)
}

// hangsUp ends each GET stream after 400 ms.
func hangsUp(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			ctx, cancel := context.WithTimeout(r.Context(), 400*time.Millisecond)
			defer cancel()
			r = r.WithContext(ctx)
		}
		h.ServeHTTP(w, r)
	})
}

// busyGET refuses a GET while another one is open.
func busyGET(v *server) {
	v.http.wrap = func(h http.Handler) http.Handler {
		open := ended{ids: map[string]bool{}}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			id := r.Header.Get(sess)
			if r.Method != "GET" || unknownSession(v, id) || id == "" {
				h.ServeHTTP(w, r)
				return
			}
			open.mu.Lock()
			busy := open.ids[id]
			open.ids[id] = true
			open.mu.Unlock()
			if busy {
				reply(w, 409, "text/plain", "Only one SSE stream is allowed per session")
				return
			}
			defer func() { open.mu.Lock(); delete(open.ids, id); open.mu.Unlock() }()
			h.ServeHTTP(w, r)
		})
	}
}

type zipped struct {
	http.ResponseWriter
	zip  *gzip.Writer
	told bool // the status is sent
}

func (z *zipped) WriteHeader(code int) {
	z.told = true
	if z.Header().Get("Content-Type") == "application/json" && code == 200 {
		z.Header().Set("Content-Encoding", "gzip")
		z.zip = gzip.NewWriter(z.ResponseWriter)
	}
	z.ResponseWriter.WriteHeader(code)
}

func (z *zipped) Write(p []byte) (int, error) {
	if !z.told {
		z.WriteHeader(200)
	}
	if z.zip == nil {
		return z.ResponseWriter.Write(p)
	}
	return z.zip.Write(p)
}

func (z *zipped) Unwrap() http.ResponseWriter { return z.ResponseWriter }

// compressing compresses JSON for clients that accept it.
func compressing(v *server) {
	v.http.streams = func(*call) bool { return false }
	v.http.wrap = func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != "POST" || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
				h.ServeHTTP(w, r)
				return
			}
			z := &zipped{ResponseWriter: w}
			h.ServeHTTP(z, r)
			if z.zip != nil {
				_ = z.zip.Close()
			}
		})
	}
}

type chunked struct{ http.ResponseWriter }

func (c chunked) Write(p []byte) (int, error) {
	for part := range slices.Chunk(p, max(5, len(p)/20)) {
		if _, err := c.ResponseWriter.Write(part); err != nil {
			return 0, err
		}
		_ = http.NewResponseController(c.ResponseWriter).Flush()
	}
	return len(p), nil
}

func (c chunked) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// chunking sends all bodies in small parts.
func chunking(v *server) {
	v.http.wrap = func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(chunked{w}, r) })
	}
}
