package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// innocents are servers that are correct in unusual ways, each with the checks
// that must pass for it. No check may blame them.
var innocents = map[string]struct {
	script string
	web    web
	passed []string
}{
	"resumable streams": {
		script: resumable, passed: []string{"HL-01", "HL-05", "HL-09", "HL-11", "HL-12", "HL-14", "HL-15", "HL-16", "HL-17", "HL-20", "HL-22", "HL-32", "HL-34", "HL-37"},
	},
	"a slow tool":           {script: slowTool, passed: []string{"HL-18"}},
	"kept alive":            {script: "http: {keepAlive: 15s}", web: web{idle: time.Minute}, passed: []string{"HL-36", "HL-22"}},
	"loopback":              {passed: []string{"HL-03"}},
	"needs no session id":   {web: web{wrap: pongs}, passed: []string{"HL-23", "HL-24"}},
	"asks on a GET stream":  {web: web{wrap: asksOnce}, passed: []string{"HL-05", "HL-21"}},
	"one stream at a time":  {script: resumable, web: web{wrap: oneStreamAtATime}, passed: []string{"HL-16"}},
	"greets each stream":    {web: web{wrap: greets}},
	"refuses responses":     {web: web{wrap: acknowledges(400, "mcpsim-nobody-asked")}, passed: []string{"HL-05"}},
	"has its clients poll":  {script: resumable, web: web{wrap: polls("retry: 70\n")}, passed: []string{"HL-09", "HL-13"}},
	"polled lists":          {script: polledLists, web: web{wrap: forgets}, passed: []string{"LIFE-13"}},
	"CR ends lines":         {script: sseAlways + "rules: [{when: {method: '*'}, do: [{sse: {eol: cr, bom: true, noSpace: true}}]}]", passed: []string{"BASE-01", "HL-09"}},
	"data on several lines": {script: sseAlways + "rules: [{when: {method: '*'}, do: [{sse: {eol: crlf, multiline: true}}]}]", passed: []string{"BASE-01"}},

	"wants a token": {
		script: guarded, web: withToken(), passed: []string{"AUTH-01", "AUTH-02", "AUTH-03", "AUTH-04", "AUTH-05", "AUTH-09", "AUTH-13"},
	},
	"wants a token, has no stream": {script: guardedPosts, web: withToken(), passed: []string{"AUTH-02", "AUTH-03", "AUTH-07"}},
	"wants none, gets one":         {web: withToken()},
	"wants a key":                  {script: wantsKey, web: web{header: http.Header{"X-Api-Key": {"k"}}}},

	"old transport": {
		script: "http: {legacy: {}}", web: web{idle: time.Hour}, passed: []string{"OLD-01", "OLD-02", "OLD-03", "BASE-01", "LIFE-01", "PING-01", "TOOL-01"},
	},
	"old transport, absolute endpoint": {
		script: `http: {legacy: {path: /events, endpoint: "HTTP://127.0.0.1:80/to?sessionId=<session>"}}`, passed: []string{"OLD-01", "OLD-03"},
	},
	"old transport, errors of a web framework": {
		script: "http: {legacy: {}}", web: web{wrap: refuses(http.StatusBadRequest, `{"timestamp":"2026-01-02T03:04:05Z","status":400,"error":"Bad Request","path":"/"}`)}, passed: []string{"LIFE-02", "BASE-08"},
	},
	"old transport, refuses POST in JSON-RPC": {
		script: "http: {legacy: {}}", web: web{wrap: refuses(http.StatusNotFound, `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Method not allowed."}}`)}, passed: []string{"LIFE-02"},
	},
	"old transport, slow": {script: "http: {legacy: {after: 1s}}", passed: []string{"OLD-01", "OLD-02"}},
}

// refuses gives HTTP errors from a status on another body.
func refuses(from int, body string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(&refusing{ResponseWriter: w, from: from, body: body}, r)
		})
	}
}

type refusing struct {
	http.ResponseWriter
	from    int // status
	body    string
	refused bool
}

func (w *refusing) WriteHeader(status int) {
	if w.refused = status >= w.from; w.refused {
		w.Header().Del("Content-Length")
		w.Header().Set("Content-Type", "application/json")
	}
	w.ResponseWriter.WriteHeader(status)
	if w.refused {
		_, _ = io.WriteString(w.ResponseWriter, w.body)
	}
}

func (w *refusing) Write(data []byte) (int, error) {
	if w.refused {
		return len(data), nil
	}
	return w.ResponseWriter.Write(data)
}

func (w *refusing) Flush() { w.ResponseWriter.(http.Flusher).Flush() }

// pongs answers pings without a session id itself.
func pongs(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		var ping struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(body, &ping) != nil || ping.Method != "ping" || r.Header.Get("Mcp-Session-Id") != "" {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{}}`, ping.ID)
	})
}

const sseAlways = "http: {answers: sse, resume: true}\n"

const polledLists = `
http: {resume: true, retry: 60ms}
rules: [{when: {phase: listing}, do: [{as: sse}, end, {delay: 100ms}, answer]}]
`

// forgets answers what is asked in a session that has ended with 404, before a rule of a script acts.
func forgets(next http.Handler) http.Handler {
	var ended sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("Mcp-Session-Id")
		if _, gone := ended.Load(id); gone {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if r.Method == http.MethodDelete && id != "" {
			ended.Store(id, true)
		}
		next.ServeHTTP(w, r)
	})
}

const guardedPosts = `
http:
  get: "405"
  pages:
    - {path: /.well-known/oauth-protected-resource, headers: {Content-Type: application/json, Access-Control-Allow-Origin: "https://app.example"}, body: '{"resource": "<origin>/", "authorization_servers": ["https://auth.example"]}'}
rules:
  - when: {verb: POST, header: {Authorization: "!Bearer good"}}
    do: [status: {code: 401, headers: {WWW-Authenticate: 'Basic realm="x", bearer scope = mcp'}}]
  - when: {verb: DELETE, phase: closing, header: {Authorization: "!Bearer good"}}
    do: [status: {code: 401, headers: {WWW-Authenticate: 'Basic realm="x", bearer scope = mcp'}}]
`

const wantsKey = `rules: [{when: {verb: "*", header: {X-Api-Key: "!k"}}, do: [status: 401]}]`

func TestUnusualServersAreNotBlamed(t *testing.T) {
	for name, innocent := range innocents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				verdicts, results := subject{script: innocent.script, web: innocent.web, http: true}.validate(t)
				for _, r := range results {
					if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
						problem("%v: %s", r.Rule.IDs, r.Error)
					}
				}
				for _, id := range innocent.passed {
					if !passes(results, id) {
						problem("%s is %s", id, verdicts[id])
					}
				}
			})
		})
	}
}

// Whoever wants no token, or another secret, is not judged by the checks for
// tokens.
func TestTokensAreForThoseWhoWantThem(t *testing.T) {
	for _, name := range []string{"wants none, gets one", "wants a key", "loopback"} {
		innocent := innocents[name]
		_, results := subject{script: innocent.script, web: innocent.web, http: true}.validate(t)
		for _, r := range results {
			if strings.HasPrefix(r.Rule.IDs[0], "AUTH") {
				assert.Equal(t, r.Verdict, reports.NotTestable, name)
			}
		}
	}
}

// A server that answers {} to everything is there, and wrong.
func TestAnEmptyObjectIsNoAnswer(t *testing.T) {
	for _, status := range []int{200, 404} {
		empty := func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(status)
				_, _ = io.WriteString(w, "{}")
			})
		}
		verdicts, results := subject{http: true, web: web{wrap: empty}}.validate(t)
		assert.Equal(t, verdicts["LIFE-01"], reports.Failed)
		for _, r := range results {
			silent := slices.Contains([]string{"HL-03", "HL-34", "LIFE-06"}, r.Rule.IDs[0]) // passed without an answer
			assert.Check(t, silent || r.Verdict != reports.Passed, "%v passes", r.Rule.IDs)
		}
	}
}

// oneStreamAtATime refuses a second GET stream while the first is open.
func oneStreamAtATime(next http.Handler) http.Handler {
	var open sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := r.Header.Get("Mcp-Session-Id")
		if r.Method == http.MethodGet && r.Header.Get("Last-Event-Id") == "" {
			if _, twice := open.LoadOrStore(session, true); twice {
				w.WriteHeader(http.StatusConflict)
				return
			}
			defer open.Delete(session)
		}
		next.ServeHTTP(w, r)
	})
}

// greets says the same on each GET stream when it is opened.
func greets(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.Header.Get("Mcp-Session-Id") != "" {
			w = greeting{w}
		}
		next.ServeHTTP(w, r)
	})
}

type greeting struct{ http.ResponseWriter }

func (g greeting) Unwrap() http.ResponseWriter { return g.ResponseWriter }

func (g greeting) WriteHeader(status int) {
	g.ResponseWriter.WriteHeader(status)
	if status == http.StatusOK {
		events(g.ResponseWriter, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"hello"}}`)
	}
}
