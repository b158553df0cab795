package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/reports"
)

// spellings write the same messages in ways that JSON allows.
var spellings = map[string]func(string) string{
	"escapes all but ASCII": escaped,
	"escapes slashes":       func(m string) string { return strings.ReplaceAll(m, "/", `\/`) },
	"other order":           reversed,
	"spaces":                func(m string) string { return spaced(m) },
	"unknown members": func(m string) string {
		return strings.Replace(m, "{", `{"x-trace":{"id":7,"method":"no"},"y":null,`, 1)
	},
	"a mark in a text": func(m string) string { return strings.ReplaceAll(m, `"text":"ü"`, "\"text\":\"\ufeffü\"") },
}

// escaped is as Python's json.dumps has it.
func escaped(m string) string {
	var b strings.Builder
	for _, r := range m {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// reversed has the members of the message in the opposite order.
func reversed(m string) string {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(m), &members) != nil {
		return m
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	slices.Reverse(names)
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%q:%s", name, members[name]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func spaced(m string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(m), "", " ") != nil {
		return m
	}
	return " " + strings.ReplaceAll(b.String(), "\n", "  ") + " "
}

// spelling is a standard output that spells each line anew.
func spelling(how func(string) string) func(*netem.Process) io.Writer {
	return func(p *netem.Process) io.Writer {
		var rest []byte
		return writer(func(b []byte) (int, error) {
			rest = append(rest, b...)
			for {
				line, more, whole := bytes.Cut(rest, []byte("\n"))
				if !whole {
					return len(b), nil
				}
				if _, err := p.Out().Write([]byte(how(string(line)) + "\n")); err != nil {
					return 0, err
				}
				rest = more
			}
		})
	}
}

// However a correct server spells its JSON, it is not blamed, over either transport
// and in event streams of calls alone.
func TestSpellingsAreNotBlamed(t *testing.T) {
	for name, how := range spellings {
		bodies := func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPost {
					next.ServeHTTP(w, r)
					return
				}
				answer := httptest.NewRecorder()
				next.ServeHTTP(answer, r)
				body := answer.Body.String()
				if strings.HasPrefix(answer.Header().Get("Content-Type"), "application/json") {
					body = how(body)
				}
				for header, values := range answer.Header() {
					w.Header()[header] = values
				}
				w.Header().Del("Content-Length")
				w.WriteHeader(answer.Code)
				_, _ = io.WriteString(w, body)
			})
		}
		for transport, s := range map[string]subject{
			"stdio": {script: offering, out: spelling(how)},
			"http":  {script: streamedCalls, http: true, web: web{wrap: bodies}},
		} {
			t.Run(name+" "+transport, func(t *testing.T) {
				t.Parallel()
				s.blamesNothing(t, "BASE-01", "BASE-03", "BASE-06", "BASE-14")
			})
		}
	}
}

// passes reports whether an example of a check passed.
func passes(results []reports.Result, id string) bool {
	return slices.ContainsFunc(results, func(r reports.Result) bool {
		return r.Verdict == reports.Passed && slices.Contains(r.Rule.IDs, id)
	})
}

// blamesNothing fails the test for each check that blames the subject, and for each
// that does not pass although it must.
func (s subject) blamesNothing(t *testing.T, must ...string) {
	t.Helper()
	judgetest.Twice(t, func(problem func(string, ...any)) {
		_, results := s.validate(t)
		for _, r := range results {
			if r.Verdict == reports.Failed || r.Verdict == reports.Warned {
				problem("%v: %s", r.Rule.IDs, r.Error)
			}
		}
		for _, id := range must {
			if !passes(results, id) {
				problem("%s has not passed", id)
			}
		}
	})
}

// What is legal and rare in single messages is not blamed.
func TestRareFramesAreNotBlamed(t *testing.T) {
	const json = "application/json"
	for name, s := range map[string]subject{
		"streams for calls alone": {script: streamedCalls, http: true},
		"streams for prompts alone": {http: true, script: offering + `
http: {resume: true}
rules: [{when: {method: prompts/get}, do: [{as: sse}]}]
`},
		"refuses unknown notifications": {http: true, script: offering, web: web{wrap: rewrites(`"notifications/x-unknown"`, func(w http.ResponseWriter, _ int, _, _ string) {
			respond(w, 400, json, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"no such notification"}}`)
		})}},
		"refuses without an id": {http: true, script: offering, web: web{wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.Header.Get("Mcp-Session-Id"), "mcpsim-") && !strings.Contains(bodyOf(r), `"initialize"`) {
					respond(w, 404, json, `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
					return
				}
				next.ServeHTTP(w, r)
			})
		}}},
		"has no GET and no DELETE": {http: true, script: offering, web: web{wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPost {
					w.WriteHeader(http.StatusMethodNotAllowed)
					return
				}
				next.ServeHTTP(w, r)
			})
		}}},
		"shouts":           {script: strings.Replace(offering, "{echo: true}", `{result: {content: [{type: text, text: "mcpsim[? ? ???]mcpsim"}]}}`, 1)},
		"keeps its stdout": {script: offering, out: func(p *netem.Process) io.Writer { return impatientFor(p, 12e9) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.blamesNothing(t, "BASE-01", "BASE-03")
		})
	}
}
