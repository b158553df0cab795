package server_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// webKillers are mutants that only HTTP shows.
func webKillers() map[string]killer {
	out := map[string]killer{
		"HL-03":         {server: subject{web: web{everywhere: true}}},
		"HL-36":         {server: subject{web: web{idle: time.Minute}}},
		"OLD-03.silent": {server: subject{script: "http: {legacy: {}}", web: web{idle: time.Hour, wrap: forgetsSilent}}},
		"HL-32":         {server: subject{web: web{read: strictHeaders}}},
		"HL-16":         {server: subject{script: resumable, request: func(r *http.Request, _ string) int { r.Header.Del("Last-Event-ID"); return 0 }}},
		"HL-18":         {server: subject{script: slowTool, web: web{wrap: cancelsCut}}},
		"AUTH-04":       {server: subject{script: guarded, request: takesQuery}},
		"OLD-02.body":   {server: subject{script: "http: {legacy: {}}", web: web{wrap: answersInBody}}},
		"OLD-02.newest": {server: subject{script: "http: {legacy: {}}", web: web{wrap: servesNewest}}},
	}
	for name, wrap := range map[string]func(http.Handler) http.Handler{
		"HL-09": endsEarly, "HL-11": mixesProgress, "HL-15": replaysAll, "HL-16.twice": replaysTwice, "HL-13": polls(""), "HL-17": replaysForAnyone,
		"HL-21": broadcasts, "HL-22": oneStreamOnly, "HL-34": redirects, "HL-37": crosses, "HL-39": failsAtMistakes,
	} {
		out[name] = killer{server: subject{script: resumable, web: web{wrap: wrap}}}
	}
	for status, name := range map[int]string{200: "HL-05", 202: "HL-05.body"} {
		out[name] = killer{server: subject{web: web{wrap: acknowledges(status, "mcpsim-nobody-asked")}}}
	}
	out["HL-05.asked"] = killer{server: subject{web: web{wrap: func(next http.Handler) http.Handler {
		return asksOnce(acknowledges(400, `"roots":[]`)(next))
	}}}}
	for name, k := range out {
		k.id, _, _ = strings.Cut(name, ".")
		k.server.http = true
		if k.server.web.header == nil {
			k.server.web.header = withToken().header
		}
		out[name] = k
	}
	return out
}

// failsAtMistakes tells of unknown methods with HTTP 500.
func failsAtMistakes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodyOf(r)
		if !strings.Contains(body, `"x/unknown"`) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0",%s,"error":{"code":-32601,"message":"Method not found"}}`, idMember.FindString(body))
	})
}

func acknowledges(status int, text string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.Contains(bodyOf(r), text) {
				next.ServeHTTP(w, r)
				return
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "ok")
		})
	}
}

// endsEarly ends the streams of some requests without an answer.
func endsEarly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if sideOf(bodyOf(r)) == "" {
			next.ServeHTTP(w, r)
			return
		}
		events(w)
	})
}

// mixesProgress tells one caller of the progress of another.
func mixesProgress(next http.Handler) http.Handler {
	var mu sync.Mutex
	other := ""
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := sideOf(bodyOf(r))
		if id == "" {
			next.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		last := other
		other = id
		mu.Unlock()
		if last == "" {
			events(w, result(id))
			return
		}
		events(w, progress(last), result(id))
	})
}

// sideIDs notes the ids of a session's requests.
type sideIDs struct {
	mu  sync.Mutex
	ids map[string][]string
}

// note takes a request, and returns the ids of its session so far.
func (s *sideIDs) note(r *http.Request) []string {
	session, id := r.Header.Get("Mcp-Session-Id"), sideOf(bodyOf(r))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = map[string][]string{}
	}
	if id != "" {
		s.ids[session] = append(s.ids[session], id)
	}
	return s.ids[session]
}

// replaysTwice doubles what is replayed.
func replaysTwice(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Last-Event-Id") != "" {
			w = doubled{w}
		}
		next.ServeHTTP(w, r)
	})
}

type doubled struct{ http.ResponseWriter }

func (d doubled) Unwrap() http.ResponseWriter { return d.ResponseWriter }

func (d doubled) Write(p []byte) (int, error) {
	if _, err := d.ResponseWriter.Write(p); err != nil {
		return 0, err
	}
	return d.ResponseWriter.Write(p)
}

// polls ends the streams of some requests after an event to come back from, with
// more fields in it.
func polls(fields string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		var asked sideIDs
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ids, id := asked.note(r), sideOf(bodyOf(r))
			seen, resumed := strings.CutPrefix(r.Header.Get("Last-Event-Id"), "poll-")
			switch seen = strconv.Quote(seen); {
			case resumed && slices.Contains(ids, seen):
				events(w, result(seen))
			case id != "" && strings.Contains(bodyOf(r), `"ping"`):
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = fmt.Fprintf(w, "%sid: poll-%s\ndata:\n\n", fields, strings.Trim(id, `"`))
			default:
				next.ServeHTTP(w, r)
			}
		})
	}
}

// replaysAll replays every answer of a session, whichever stream is resumed.
func replaysAll(next http.Handler) http.Handler {
	var asked sideIDs
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ids := asked.note(r)
		if r.Method != http.MethodGet || r.Header.Get("Last-Event-Id") == "" {
			next.ServeHTTP(w, r)
			return
		}
		var data []string
		for _, id := range ids {
			data = append(data, result(id))
		}
		events(w, data...)
	})
}

// replaysForAnyone takes the session from the event id.
func replaysForAnyone(next http.Handler) http.Handler {
	var mu sync.Mutex
	owner := ""
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if sideOf(bodyOf(r)) != "" {
			owner = r.Header.Get("Mcp-Session-Id")
		}
		if strings.Count(r.Header.Get("Last-Event-Id"), "-") == 2 {
			r.Header.Set("Mcp-Session-Id", owner)
		}
		mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// broadcasts asks for the roots on every GET stream of the session.
func broadcasts(next http.Handler) http.Handler { return asks(next, math.MaxInt) }

// asksOnce asks for the roots on one GET stream.
func asksOnce(next http.Handler) http.Handler { return asks(next, 1) }

// asks asks for the roots on the first GET streams of a session when they change.
func asks(next http.Handler, streams int) http.Handler {
	var mu sync.Mutex
	var ended sync.Map
	changed, opened := map[string]chan struct{}{}, map[string]int{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := r.Header.Get("Mcp-Session-Id")
		foreign := r.Header.Get("Origin") != "" || r.Header.Get("Mcp-Protocol-Version") == "1999-01-01"
		if foreign || session == "" || session == "mcpsim-no-such-session" {
			next.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		if changed[session] == nil {
			changed[session] = make(chan struct{})
		}
		now := changed[session]
		if strings.Contains(bodyOf(r), "roots/list_changed") {
			close(now)
			changed[session] = nil
		}
		if r.Method == http.MethodGet {
			opened[session]++
		}
		mine := opened[session] <= streams
		mu.Unlock()
		if r.Method == http.MethodDelete {
			ended.Store(session, true)
		}
		if _, gone := ended.Load(session); gone || r.Method != http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		events(w)
		select {
		case <-now:
			if !mine {
				break
			}
			events(w, `{"jsonrpc":"2.0","id":"roots-1","method":"roots/list"}`)
		case <-r.Context().Done():
		}
		<-r.Context().Done()
	})
}

// oneStreamOnly opens one GET stream in the life of a session.
func oneStreamOnly(next http.Handler) http.Handler {
	var opened sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.Header.Get("Last-Event-Id") == "" {
			if _, twice := opened.LoadOrStore(r.Header.Get("Mcp-Session-Id"), true); twice {
				w.WriteHeader(http.StatusConflict)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func redirects(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mcp" {
			w.Header().Set("Location", "/mcp/")
			w.WriteHeader(http.StatusTemporaryRedirect)
			return
		}
		r.URL.Path = "/mcp"
		next.ServeHTTP(w, r)
	})
}

// crosses gives an unknown request the answer of a ping with its id.
func crosses(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body := bodyOf(r); sideOf(body) != "" && strings.Contains(body, "x/unknown") {
			events(w, result(sideOf(body)))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// strictHeaders makes odd spellings names of other headers.
func strictHeaders(read []byte) {
	if i := bytes.Index(read, []byte("mCP-sESSION-iD")); i >= 0 {
		read[i] = 'x'
	}
}

const slowTool = resumable + `
tools: [{name: slow, annotations: {readOnlyHint: true}}]
rules:
  - when: {method: tools/call, tool: slow}
    do: [{progress: 1}, {delay: 400ms}]
`

// cancelsCut takes the end of a connection for the end of what was asked on it.
func cancelsCut(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := sideOf(bodyOf(r))
		next.ServeHTTP(w, r)
		if r.Context().Err() == nil || id == "" {
			return
		}
		cancelled := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`))
		cancelled.Header = r.Header.Clone()
		next.ServeHTTP(httptest.NewRecorder(), cancelled)
	})
}

func takesQuery(r *http.Request, _ string) int {
	if token := r.URL.Query().Get("access_token"); token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return 0
}

// answersInBody answers the first initialize of HTTP+SSE where it was POSTed to.
func answersInBody(next http.Handler) http.Handler {
	var once sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodyOf(r)
		mine := false
		if r.URL.Path == "/messages" && strings.Contains(body, `"initialize"`) {
			once.Do(func() { mine = true })
		}
		if !mine {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},`+
			`"serverInfo":{"name":"a","version":"1"}}}`, idMember.FindStringSubmatch(body)[1])
	})
}

// servesNewest takes every message for one of the session whose stream was opened last.
func servesNewest(next http.Handler) http.Handler {
	var newest atomic.Value
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); r.Method == http.MethodPost && q.Get("sessionId") != "" {
			q.Set("sessionId", newest.Load().(string))
			r.URL.RawQuery = q.Encode()
		}
		next.ServeHTTP(&namingWriter{w, func(id string) { newest.Store(id) }}, r)
	})
}

// namingWriter tells of the session that an endpoint names.
type namingWriter struct {
	http.ResponseWriter
	named func(session string)
}

var endpointOf = regexp.MustCompile(`sessionId=(\S+)`)

func (w *namingWriter) Write(data []byte) (int, error) {
	if m := endpointOf.FindSubmatch(data); m != nil {
		w.named(string(m[1]))
	}
	return w.ResponseWriter.Write(data)
}

func (w *namingWriter) Flush() { w.ResponseWriter.(http.Flusher).Flush() }

// forgetsSilent forgets a session that was silent for half a minute.
func forgetsSilent(next http.Handler) http.Handler {
	var mu sync.Mutex
	last := map[string]time.Time{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := r.URL.Query().Get("sessionId")
		mu.Lock()
		before, known := last[session]
		last[session] = time.Now()
		mu.Unlock()
		if session != "" && known && time.Since(before) > 30*time.Second {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		next.ServeHTTP(w, r)
	})
}
