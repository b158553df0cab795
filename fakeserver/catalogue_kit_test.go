package fakeserver_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// converse has the conversation and returns its transcript.
func converse(t *testing.T, over string, script *fakeserver.Script) (transcript string) {
	t.Helper()
	tool := "echo"
	if len(script.Tools) > 0 {
		tool = script.Tools[0].Name
	}
	copied := *script
	if over == "sse" && copied.HTTP.Legacy == nil {
		copied.HTTP.Legacy = &fakeserver.LegacySSE{}
	}
	meet(t, &copied, func(b *bench) {
		switch over {
		case "stdio":
			transcript = converseStdio(b, tool)
		case "http":
			transcript = converseHTTP(b, tool)
		default:
			transcript = converseSSE(b)
		}
	})
	return transcript
}

// writes is stdout that counts how often it is written to.
type writes struct {
	mu sync.Mutex
	n  int
	b  bytes.Buffer
}

func (w *writes) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	return w.b.Write(p)
}

// take renders what was written since the last time, long texts by their length.
func (w *writes) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() { w.n = 0; w.b.Reset() }()
	return fmt.Sprintf("(%d):\n%s", w.n, brief(w.b.String()))
}

func brief(text string) string {
	if len(text) > 4096 {
		return fmt.Sprintf("<%d bytes>\n", len(text))
	}
	return text
}

// request is a JSON-RPC request as one line.
func request(id int, method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params)
}

func callOf(id int, tool string) string {
	return request(id, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":{"text":"hi"}}`, tool))
}

func converseStdio(b *bench, tool string) string {
	in, out := io.Pipe()
	var stdout writes
	var stderr buffer
	term, kill := make(chan struct{}), make(chan struct{})
	exited := ""
	b.sim.Go("process", func() {
		code := b.srv.ServeStdio(fakeserver.Stdio{In: in, Out: &stdout, Err: &stderr, Term: term, Kill: kill})
		exited = fmt.Sprintf("exited %d\n", code)
	})
	lines := make(chan string, 16) // one writer: a pipe stands still with two
	b.sim.Go("stdin", func() {
		for line := range lines {
			_, _ = io.WriteString(out, line+"\n")
		}
		_ = out.Close()
	})
	var log strings.Builder
	section := func(name string, wait time.Duration, say ...string) {
		for _, line := range say {
			lines <- line
		}
		b.after(wait)
		log.WriteString(name + " " + stdout.take() + exited)
	}
	section("spawn", time.Second)
	section("initialize", time.Second, initialize, initialized)
	section("list", time.Second, request(1, "tools/list", "{}"))
	section("call", time.Second, callOf(2, tool))
	section("later", time.Minute)
	section("templates", time.Second, request(3, "resources/templates/list", "{}"))
	section("list again", time.Second, request(4, "tools/list", "{}"))
	close(lines)
	section("closing", time.Second)
	if exited == "" {
		log.WriteString("running\n")
		close(term)
		b.after(time.Second)
		log.WriteString("TERM:\n" + exited)
	}
	if exited == "" {
		log.WriteString("running\n")
		close(kill)
		b.after(time.Second)
	}
	text := stderr.take()
	fmt.Fprintf(&log, "stderr: %d bytes\n%s", len(text), brief(text))
	for _, row := range b.srv.Ledger() {
		log.WriteString("ledger: " + row.Row + "\n")
	}
	return log.String()
}

// visit is a conversation over HTTP.
type visit struct {
	*site
	log  strings.Builder
	open []string
	all  map[string]*reply
}

// have begins an exchange, waits a second and writes down how far it got.
func (e *visit) have(name, verb, body string) {
	r := e.start(verb, body)
	e.after(time.Second)
	e.all[name] = r
	e.show(name)
	if !r.done {
		e.open = append(e.open, name)
	}
	if id := r.header.Get("Mcp-Session-Id"); id != "" && e.session == "" {
		e.session = id
	}
}

func (e *visit) show(name string) {
	r := e.all[name]
	head := fmt.Sprintf("%d %s", r.status, strings.TrimSuffix(r.header.Get("Content-Type"), "; charset=utf-8"))
	r.body.mu.Lock()
	body := brief(r.body.b.String())
	r.body.mu.Unlock()
	switch {
	case r.status == 0 && !r.done:
		e.log.WriteString(name + ": pending\n")
	case r.status == 0:
		e.log.WriteString(name + ": cut\n")
	case !r.done:
		e.log.WriteString(name + ": " + head + ", open\n" + body)
	case r.err != nil:
		e.log.WriteString(name + ": " + head + ", cut\n" + body)
	default:
		e.log.WriteString(name + ": " + head + "\n" + body)
		if !strings.HasSuffix(body, "\n") {
			e.log.WriteString("\n")
		}
	}
}

// later lets six minutes pass and shows what was open before.
func (e *visit) later() {
	e.after(6 * time.Minute)
	e.log.WriteString("later:\n")
	for _, name := range e.open {
		e.show(name)
	}
}

func (e *visit) end() string {
	for _, r := range e.all {
		r.leave()
	}
	e.after(time.Second)
	return e.log.String()
}

func converseHTTP(b *bench, tool string) string {
	e := &visit{site: b.publish(), all: map[string]*reply{}}
	defer e.unpublish()
	e.have("initialize", "POST", initialize)
	e.have("initialized", "POST", initialized)
	e.have("GET", "GET", "")
	e.have("list", "POST", request(1, "tools/list", "{}"))
	e.have("list again", "POST", request(1, "tools/list", "{}"))
	e.have("templates", "POST", request(1, "resources/templates/list", "{}"))
	for i := range 10 {
		e.have(fmt.Sprintf("call %d", i+1), "POST", callOf(2+i, tool))
	}
	e.later()
	e.have("GET again", "GET", "")
	session := e.session
	e.session = ""
	e.have("initialize again", "POST", initialize)
	e.session = session
	e.have("DELETE", "DELETE", "")
	e.session = ""
	e.have("initialize at last", "POST", initialize)
	return e.end()
}

func converseSSE(b *bench) string {
	e := &visit{site: b.publish(), all: map[string]*reply{}}
	defer e.unpublish()
	e.path = "/sse"
	e.have("GET", "GET", "")
	e.later()
	return e.end()
}
