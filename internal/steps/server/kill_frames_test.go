package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/netem"
)

// offering is a correct server with one of each thing, whose tool gives text back.
const offering = `
tools: [{name: echo, annotations: {readOnlyHint: true}, inputSchema: {type: object, required: [text], properties: {text: {type: string}}}, answer: {echo: true}}]
resources: [{uri: "mem://a", text: "ü"}]
prompts: [{name: a, arguments: [{name: b}]}]
`

// streamedCalls is such a server over HTTP that answers calls alone with event streams.
const streamedCalls = offering + `
http: {resume: true}
rules: [{when: {method: tools/call}, do: [{as: sse}]}]
`

// frameKillers break a rule of single messages in a place where no check looks for
// it: the answer to a call, a resource, an error, a notification.
func frameKillers() map[string]killer {
	out := map[string]killer{}
	for name, line := range frameLines() {
		out[name] = killer{server: subject{script: offering, line: line}}
	}
	for name, wrap := range frameWraps() {
		out[name] = killer{server: subject{script: offering, http: true, web: web{wrap: wrap}}}
	}
	for name, wrap := range streamWraps() {
		out[name] = killer{server: subject{script: streamedCalls, http: true, web: web{wrap: wrap}}}
	}
	for name, script := range map[string]string{
		"HL-10.calls":        offering + "rules: [{when: {method: tools/call}, do: [{as: sse}, {sse: {end: none}}]}]",
		"HL-12.calls":        offering + "rules: [{when: {method: tools/call}, do: [{as: sse}]}]",
		"HL-35.calls":        offering + "http: {resume: true}\nrules: [{when: {method: tools/call}, do: [{as: sse}, {sse: {event: result}}]}]",
		"STDIO-12.term":      "stdio: {ignore: [term]}",
		"LIFE-10.prompts":    offering + "rules: [{when: {method: prompts/get}, do: [{request: {method: roots/list}}]}]",
		"STDIO-01.resources": offering + `rules: [{when: {method: resources/read}, do: [{raw: "reading\n"}]}]`,
		"STDIO-04.resources": offering + `rules: [{when: {method: resources/read}, do: [{frame: {crlf: true}}]}]`,
		"BASE-14.resources":  offering + `rules: [{when: {method: resources/read}, do: [{frame: {bom: true}}]}]`,
		"BASE-05.calls":      offering + `rules: [{when: {method: tools/call}, do: [{request: {method: notifications/message}}]}]`,
		"BASE-15.null":       offering + `rules: [{when: {method: tools/call}, do: [{raw: "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}\n"}]}]`,
		"BASE-26.calls":      strings.Replace(offering, "{echo: true}", `{result: {content: [], _meta: {"a b/c": 1}}}`, 1),
	} {
		out[name] = killer{server: subject{script: script, http: strings.HasPrefix(name, "HL")}}
	}
	out["STDIO-09.impatient"] = killer{server: subject{out: gone(5 * time.Second)}}
	out["HL-36.primed"] = killer{server: subject{http: true, script: "http: {resume: true}", web: web{idle: time.Minute, wrap: primesGet}}}
	for name, k := range out {
		k.id, _, _ = strings.Cut(name, ".")
		k.alone = name == "HL-09.calls" // no call has an answer
		out[name] = k
	}
	return out
}

// gone is a standard output that ends the process if it takes nothing for so long.
func gone(after time.Duration) func(*netem.Process) io.Writer {
	return func(p *netem.Process) io.Writer { return impatientFor(p, after) }
}

var textArgument = regexp.MustCompile(`"text":("(?:[^"\\]|\\.)*")`)

// frameLines answer one kind of request in a wrong way.
func frameLines() map[string]func(string) (string, bool) {
	called := func(template string) func(string) (string, bool) {
		return func(line string) (string, bool) {
			m := textArgument.FindStringSubmatch(line)
			if m == nil || !strings.Contains(line, `"tools/call"`) {
				return "", false
			}
			return answering(`"tools/call"`, strings.ReplaceAll(template, "TEXT", m[1]))(line)
		}
	}
	latin := func(line string) (string, bool) {
		answer, mine := called(callResult)(line)
		return strings.ReplaceAll(answer, "ü", "\xfc"), mine
	}
	asked := func(line string) (string, bool) {
		answer, mine := called(callResult)(line)
		return strings.NewReplacer("ü", "?", "é", "?", "日本語", "???", "🚀", "??").Replace(answer), mine
	}
	broken := func(line string) (string, bool) {
		answer, mine := called(callResult)(line)
		return strings.ReplaceAll(answer, `\n`, "\n"), mine
	}
	const resource = `{"contents":[{"uri":"mem://a","text":"ü"}]}`
	read := `"uri":"mem://a"`
	return map[string]func(string) (string, bool){
		"BASE-01.calls":      called(callResult + "\n" + callResult),
		"BASE-01.resources":  answering(`"resources/read","params":{`+read, `{"jsonrpc":"2.0","id":"ID","result":`+resource+`}`),
		"BASE-01.prompts":    answering(`"prompts/get","params":{"name":"a"`, `{"jsonrpc":"2.0","id":0,"result":{"messages":[]}}`),
		"BASE-01.errors":     answering(`"x/unknown","params"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}`),
		"BASE-03.resources":  answering(`"resources/read","params":{`+read, `{"jsonrpc":"2.0","id":ID,"result":`+resource+`,"error":null}`),
		"BASE-03.errors":     answering(`mcpsim://no/such`, `{"jsonrpc":"2.0","id":ID,"error":{"code":"-32002","message":"no"}}`),
		"BASE-03.message":    answering(`no_such_prompt`, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602}}`),
		"BASE-04.progress":   answering(`"notifications/progress"`, `{"jsonrpc":"2.0","result":{}}`),
		"BASE-06.calls":      called(strings.Replace(callResult, `"2.0"`, `"1.0"`, 1)),
		"BASE-06.errors":     answering(`no_such_tool`, `{"id":ID,"error":{"code":-32602,"message":"no"}}`),
		"BASE-14.calls":      latin,
		"BASE-14.question":   asked,
		"STDIO-02.calls":     broken,
		"STDIO-02.resources": answering(`"resources/read","params":{`+read, "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": ID,\n  \"result\": "+resource+"\n}"),
		"STDIO-05.parse":     answering("}\r\n", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`),
	}
}

const callResult = `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":TEXT}]}}`

// rewrites lets a server answer what holds a text, and changes that.
func rewrites(text string, change func(w http.ResponseWriter, status int, contentType, body string)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || !strings.Contains(bodyOf(r), text) {
				next.ServeHTTP(w, r)
				return
			}
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			change(w, answer.Code, answer.Header().Get("Content-Type"), answer.Body.String())
		})
	}
}

// respond answers with a content type.
func respond(w http.ResponseWriter, status int, contentType, body string) {
	if contentType != "" {
		w.Header().Set("Content-Type", contentType)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// frameWraps answer one kind of message over HTTP in a wrong way.
func frameWraps() map[string]func(http.Handler) http.Handler {
	type answer struct {
		status     int
		kind, body string
	}
	as := func(text string, change func(answer) answer) func(http.Handler) http.Handler {
		return rewrites(text, func(w http.ResponseWriter, status int, kind, body string) {
			a := change(answer{status, kind, body})
			respond(w, a.status, a.kind, a.body)
		})
	}
	const json = "application/json"
	return map[string]func(http.Handler) http.Handler{
		"HL-04.cancelled": as(`"mcpsim-never-sent"`, func(answer) answer { return answer{200, "", ""} }),
		"HL-04.body":      as(`"notifications/progress"`, func(answer) answer { return answer{202, "text/plain", "Accepted"} }),
		"HL-07.calls":     as(`"tools/call"`, func(a answer) answer { return answer{a.status, "text/plain", a.body} }),
		"HL-08.calls":     as(`"resources/read"`, func(a answer) answer { return answer{a.status, json, "[" + a.body + "]"} }),
		"BASE-01.http":    as(`"prompts/get"`, func(a answer) answer { return answer{a.status, json, idMember.ReplaceAllString(a.body, `"id":"x"`)} }),
		"BASE-06.http":    as(`no_such_tool`, func(a answer) answer { return answer{a.status, json, strings.Replace(a.body, `"2.0"`, `2.0`, 1)} }),
		"BASE-01.refusals": func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == "mcpsim-wrong" {
					respond(w, 404, json, `{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"no session"}}`)
					return
				}
				next.ServeHTTP(w, r)
			})
		},
		"HL-02.get":    withoutOrigin(func(r *http.Request) bool { return r.Method == http.MethodGet }),
		"HL-02.delete": withoutOrigin(func(r *http.Request) bool { return r.Method == http.MethodDelete }),
		"HL-02.prefix": withoutOrigin(func(r *http.Request) bool { return strings.HasPrefix(r.Header.Get("Origin"), "http://localhost") }),
		"HL-02.status": func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.Header.Get("Origin"), "evil") {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
				next.ServeHTTP(w, r)
			})
		},
	}
}

// withoutOrigin does not look at the origin of some requests.
func withoutOrigin(of func(*http.Request) bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if of(r) {
				r.Header.Del("Origin")
			}
			next.ServeHTTP(w, r)
		})
	}
}

// streamWraps break the event streams of calls, which are the only ones.
func streamWraps() map[string]func(http.Handler) http.Handler {
	stream := func(change func(id, body string) string) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body := bodyOf(r)
				if m := idMember.FindStringSubmatch(body); m != nil && strings.Contains(body, `"tools/call"`) {
					answer := httptest.NewRecorder()
					next.ServeHTTP(answer, r)
					respond(w, answer.Code, answer.Header().Get("Content-Type"), change(m[1], answer.Body.String()))
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
	eventIDs := regexp.MustCompile(`(?m)^id: ?.*$`)
	return map[string]func(http.Handler) http.Handler{
		"HL-14.calls":   stream(func(_, body string) string { return eventIDs.ReplaceAllString(body, "id: 1") }),
		"HL-35.unended": stream(func(_, body string) string { return strings.TrimSuffix(body, "\n") }),
		"HL-35.unknown": stream(func(_, body string) string { return strings.Replace(body, "id:", "time: 1\nid:", 1) }),
		"BASE-01.streamed": stream(func(id, body string) string {
			return body + fmt.Sprintf("id: x%s\ndata: %s\n\n", strings.Trim(id, `"`), result(id))
		}),
		"HL-11.calls": mixesAnswers,
		"HL-16.calls": func(next http.Handler) http.Handler { return replaysTwice(next) },
		"HL-20.calls": answersOnGet,
		"HL-09.calls": stream(func(_, body string) string { return "" }),
	}
}

// mixesAnswers sends each call the answer to another request first.
func mixesAnswers(next http.Handler) http.Handler {
	var mu sync.Mutex
	lasts := map[string]string{} // by session
	events := 0
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, session := bodyOf(r), r.Header.Get("Mcp-Session-Id")
		m := idMember.FindStringSubmatch(body)
		mu.Lock()
		last := lasts[session]
		events++
		event := events
		if m != nil && sideOf(body) == "" && session != "" {
			lasts[session] = m[1]
		}
		mu.Unlock()
		if m != nil && strings.Contains(body, `"tools/call"`) && last != "" {
			w = before{w, fmt.Sprintf("id: y%d\ndata:\n\ndata: %s\n\n", event, result(last))}
		}
		next.ServeHTTP(w, r)
	})
}

// before writes something else first, to an event stream.
type before struct {
	http.ResponseWriter
	text string
}

func (b before) Unwrap() http.ResponseWriter { return b.ResponseWriter }

func (b before) WriteHeader(status int) {
	b.ResponseWriter.WriteHeader(status)
	if b.Header().Get("Content-Type") == "text/event-stream" {
		_, _ = io.WriteString(b.ResponseWriter, b.text)
	}
}

// answersOnGet sends a copy of the answers to calls over the GET stream.
func answersOnGet(next http.Handler) http.Handler {
	calls := make(chan string, 1000)
	var ended sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodyOf(r)
		if m := idMember.FindStringSubmatch(body); m != nil && strings.Contains(body, `"tools/call"`) {
			calls <- m[1]
		}
		session := r.Header.Get("Mcp-Session-Id")
		if r.Method == http.MethodDelete {
			ended.Store(session, true)
		}
		_, gone := ended.Load(session)
		if r.Method != http.MethodGet || r.Header.Get("Last-Event-Id") != "" || r.Header.Get("Origin") != "" || gone {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		events(w)
		for {
			select {
			case id := <-calls:
				events(w, result(id))
			case <-r.Context().Done():
				return
			}
		}
	})
}

// primesGet primes each GET stream and says nothing after that.
func primesGet(next http.Handler) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.Header.Get("Mcp-Session-Id") != "" && r.Header.Get("Last-Event-Id") == "" {
			w = before{w, fmt.Sprintf("id: primed-%d\ndata:\n\n", n.Add(1))}
		}
		next.ServeHTTP(w, r)
	})
}
