package fakeserver_test

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// The pages of this file are what a server says and notes, byte by byte. -update rewrites
// them; read the diff.

// page is what became of conversations.
type page struct {
	strings.Builder
	answers bool // what is noted of the messages of the server is part of it
}

func (p *page) title(format string, args ...any) { fmt.Fprintf(p, "== "+format+"\n", args...) }

// journal writes what a server has noted, apart from messages.
func (p *page) journal(srv *fakeserver.Server) {
	for _, e := range srv.Journal() {
		if e.Kind == fakeserver.KindMessage && !(p.answers && e.Direction == fakeserver.Sent) || e.Kind == fakeserver.KindHTTP || e.Kind == fakeserver.KindSessionMinted {
			continue
		}
		raw := e.Raw
		if len(raw) > 80 {
			raw = fmt.Sprintf("%s… (%d)", raw[:80], len(raw))
		}
		fmt.Fprintf(p, "  [%s]\n", strings.TrimSpace(fmt.Sprintf("%d %s %s %s %s %s %s %d %s %q", e.Conn, e.Kind, e.Direction, e.Verb, e.Method, e.ID, e.Text, e.Size, number(e.Status), raw)))
	}
	for _, err := range srv.NeverActed() {
		fmt.Fprintf(p, "  never: %s\n", err)
	}
	p.WriteString("\n")
}

func number(n int) string { return strings.TrimPrefix(fmt.Sprint(n), "0") }

// shownText is what was written, long runs of one byte shortened.
func shownText(text string) string {
	if len(text) > 2000 {
		text = fmt.Sprintf("%s… (%d)", text[:200], len(text))
	}
	return fmt.Sprintf("%q", text)
}

// overStdio plays lines, a moment apart, in a process of its own.
func (p *page) overStdio(t *testing.T, title, script string, said ...string) {
	p.title("%s, stdio", title)
	simulate(t, script, func(b *bench) {
		l := b.spawn()
		input := make(chan string, len(said)) // what the process does not read yet
		b.sim.Go("input", func() {
			for line := range input {
				_, _ = io.WriteString(l.in, line+"\n")
			}
		})
		begin := b.sim.Clock("page").Now()
		for _, line := range said {
			if !strings.HasPrefix(line, "after ") {
				fmt.Fprintf(p, "> %s\n", line)
				input <- line
				b.after(0)
			} else {
				b.after(duration(line))
			}
			if out := l.out.take(); out != "" {
				fmt.Fprintf(p, "%s < %s\n", b.sim.Clock("page").Since(begin).Round(time.Millisecond), shownText(out))
			}
			if out := l.err.take(); out != "" {
				fmt.Fprintf(p, "stderr %s\n", shownText(out))
			}
		}
		close(input)
		_ = l.in.Close()
		b.after(time.Second)
		fmt.Fprintf(p, "ended %v with %d; %s\n", l.ended, l.code, shownText(l.out.take()))
		if !l.ended {
			close(l.kill)
			b.after(time.Second)
		}
		p.journal(b.srv)
	})
}

func duration(line string) time.Duration {
	d, _ := time.ParseDuration(strings.TrimPrefix(line, "after "))
	return d
}

// told are the headers that say something about the server.
func told(h http.Header) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if name != "Date" && name != "Content-Length" {
			out = append(out, name+": "+strings.Join(h[name], ", "))
		}
	}
	return strings.Join(out, "; ")
}

// overHTTP plays requests: lines are POSTed, others are "VERB PATH HEADER=VALUE BODY", where
// a PATH of - is the endpoint.
func (p *page) overHTTP(t *testing.T, title, script string, said ...string) {
	p.title("%s, http", title)
	online(t, script, func(s *site) {
		begin := s.sim.Clock("page").Now()
		var all []*reply
		for _, line := range said {
			if strings.HasPrefix(line, "after ") {
				s.after(duration(line))
			} else {
				fmt.Fprintf(p, "> %s\n", line)
				r := s.asks(strings.ReplaceAll(line, "<1>", s.session))
				if id := r.header.Get("Mcp-Session-Id"); id != "" {
					s.session = id
				}
				fmt.Fprintf(p, "%s < %d %s\n", s.sim.Clock("page").Since(begin).Round(time.Second), r.status, told(r.header))
				all = append(all, r)
			}
			for i, r := range all {
				if out := r.body.take(); out != "" {
					if found := drawn.FindString(out); s.session == "" {
						s.session = found // of the old transport, whose sessions are in an event
					}
					fmt.Fprintf(p, "  %d: %s\n", i+1, shownText(out))
				}
			}
		}
		for i, r := range all {
			if !r.done || r.err != nil {
				fmt.Fprintf(p, "  %d: done %v, failed %v\n", i+1, r.done, r.err != nil)
			}
			r.leave()
		}
		s.after(0)
		p.journal(s.srv)
	})
}

// asks sends one request.
func (s *site) asks(line string) *reply {
	if strings.HasPrefix(line, "{") || strings.HasPrefix(line, "[") {
		return s.post(line, modernHeaders(line)...)
	}
	f := append(strings.SplitN(line, " ", 4), "", "", "")
	var header []string
	for _, pair := range strings.Split(f[2], ";") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			header = append(header, name, strings.ReplaceAll(value, "+", " "))
		}
	}
	s.path = strings.TrimPrefix(f[1], "-")
	defer func() { s.path = "" }()
	return s.do(f[0], f[3], header...)
}

// modernHeaders are those that repeat a body without a handshake.
func modernHeaders(body string) []string {
	if !strings.Contains(body, "io.modelcontextprotocol/protocolVersion") {
		return nil
	}
	member := func(name string) string {
		_, rest, _ := strings.Cut(body, `"`+name+`":"`)
		value, _, _ := strings.Cut(rest, `"`)
		return value
	}
	return []string{"Mcp-Protocol-Version", member("io.modelcontextprotocol/protocolVersion"), "Mcp-Method", member("method"), "Mcp-Name", cmp.Or(member("name"), member("uri"))}
}

// acted is an action and a script in which it acts on the call with the id 7.
func acted(do string) string {
	return "rules: [{when: {method: tools/call, nth: 1}, do: [" + do + "]}]\nhttp: {resume: true}\n"
}

// doing are actions with settings of each kind; others are in tests of their own.
var doing = []string{
	"answer, answer", "as: json, notify: n", "as: sse", "batch, answer", "commit: row", "compress", "cursor: x", "cursor: null", "delay: 2s", "drop", "drop: {at: 5}", "duplicate: 2",
	"end: eof", "end: reset", "end: none", "error: -32000", "error: {code: 5, message: m, data: {a: 1}}", "exit: 3", "frame: {bom: true, crlf: true}", "frame: {contentLength: true}",
	"frame: {indent: true}", "frame: {noNewline: true}", "frame: {truncate: 9}", "headers: {X-A: b}", "id: {token: 1.5}", "id: missing", "id: null", "id: zero", "id: mod32", "id: double", "id: stale", "id: string", "id: wrong",
	"ignore: [eof, term, cancel]", "interleave: 9", "log: a", "log: {level: error, text: b}", "never", "notify: {method: n, params: {a: \"<n>\", b: \"<id>\", c: \"<token>\", d: \"<cursor>\"}, count: 2, every: 1s}",
	"offer: {tools: [x], prompts: [], resources: [], templates: []}", "pad: 200", "patch: {isError: true, content: null}", "progress: 2", "progress: {count: 2, every: 1s}",
	`raw: "x<id>\n"`, "raw: {base64: /w==, size: 3}", "reorder: 1", "request: ping", "request: {method: ping, wait: true}, answer", "request: {method: roots/list, id: 9, params: {a: \"{text}\"}, reply: \"got {answer}\"}", "result: {a: 1}",
	"revoke", "session: mint", "session: expire", "session: none", "session: {id: s}", "set: {path: /content/0/text, value: x}", "set: {path: /content/0}", "set: {path: /content/-, value: x}", "set: {path: /a/b, value: x}", "split: {at: [3], every: 20, gap: 10ms}",
	"sse", "sse: {multiline: true, events: [{answer: true}]}", "sse: {cut: 1}", "sse: {number: true, event: e, eol: cr, noSpace: true}", "sse: {events: [{id: a, data: \"1\"}, {comment: c, retry: 5s}, {answer: true, delay: 1s}], end: none}", "state: warm", "status: 404", "status: {code: 503, body: \"<origin>\", size: 30, headers: {Retry-After: \"1\"}}", "status: {code: 202}", "status: {code: 200, answer: true}",
	"stderr: e", "stderr: {text: ab, size: 5}", "stdin: stop", "stdin: resume", "stream: eof", "stream: reset", "stream: none",
}

func tokenCall(id string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},"_meta":{"progressToken":"t"}}}`
}

// bare are the actions that need no settings, each with what it has by itself.
func bare() (out []string) {
	for _, name := range fakeserver.Actions() {
		if _, err := fakeserver.Parse("s.yaml", []byte(acted(name))); err == nil && !slices.Contains(doing, name) {
			out = append(out, name)
		}
	}
	return out
}

// TestActionPages: what each action makes of one call, over each transport: the lines that
// a conversation without it has not, and those that it loses.
func TestActionPages(t *testing.T) {
	play := func(do string) (overStdio, overHTTP string) {
		pipe, web := page{answers: true}, page{answers: true}
		pipe.overStdio(t, "", acted(do), initialize, initialized, ping("1"), tokenCall("7"), `{"jsonrpc":"2.0","id":"s-1","result":{"roots":[]}}`, `{"jsonrpc":"2.0","id":9,"result":{}}`, call("8", "next"), "after 3s", `{"jsonrpc":"2.0","id":10,"method":"tools/list"}`)
		web.overHTTP(t, "", acted(do), initialize, initialized, "GET -", tokenCall("7"), `{"jsonrpc":"2.0","id":"s-1","result":{"roots":[]}}`, call("8", "next"), "after 3s", `{"jsonrpc":"2.0","id":10,"method":"tools/list"}`)
		return pipe.String(), web.String()
	}
	plainPipe, plainWeb := play("answer")
	p := page{}
	p.WriteString(plainPipe + plainWeb)
	for _, do := range append(bare(), doing...) {
		pipe, web := play(do)
		fmt.Fprintf(&p, "== %s, stdio\n%s== %s, http\n%s\n", do, beyond(plainPipe, pipe), do, beyond(plainWeb, web))
	}
	golden.Assert(t, p.String(), "actions.golden")
}

// beyond is what a text has beyond another one, by lines, and what it lacks.
func beyond(plain, text string) (out string) {
	has, had := strings.Split(text, "\n"), strings.Split(plain, "\n")
	for _, line := range has {
		if !slices.Contains(had, line) {
			out += line + "\n"
		}
	}
	for _, line := range had {
		if !slices.Contains(has, line) {
			out += "- " + line[:min(len(line), 60)] + "\n"
		}
	}
	return out
}
