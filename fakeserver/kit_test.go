package fakeserver_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

const (
	initialize  = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// call is a tools/call of the tool echo with the id and the text.
func call(id, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"echo","arguments":{"text":%q}}}`, id, text)
}

// echoed is the answer to call.
func echoed(id, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%q}]}}`, id, text)
}

func ping(id string) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"ping"}`, id) }
func pong(id string) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, id) }

// parse reads a script that must be right.
func parse(t *testing.T, text string) *fakeserver.Script {
	t.Helper()
	script, err := fakeserver.Parse("test.yaml", []byte(text))
	assert.NilError(t, err)
	return script
}

// buffer is a writer that a test reads between two moments.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// take returns what was written since the last take.
func (b *buffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.b.Reset()
	return b.b.String()
}

// bench is one server in a bubble.
type bench struct {
	t   *testing.T
	sim *vtime.Sim
	srv *fakeserver.Server
}

// simulate runs f with a server of the script in a bubble.
func simulate(t *testing.T, script string, f func(b *bench)) {
	t.Helper()
	meet(t, parse(t, script), f)
}

// meet is simulate with a script that has been read.
func meet(t *testing.T, script *fakeserver.Script, f func(b *bench)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{Seed: 1}, func(sim *vtime.Sim) {
		srv, err := fakeserver.New(script, fakeserver.Options{Name: "docs", Clock: sim.Clock("docs"), Roll: sim.Seed().Uint64})
		assert.NilError(t, err)
		defer srv.Close()
		f(&bench{t: t, sim: sim, srv: srv})
	})
	assert.NilError(t, err)
}

// after lets virtual time pass.
func (b *bench) after(d time.Duration) {
	b.t.Helper()
	assert.NilError(b.t, b.sim.Sleep(d))
}

// kinds are the life events of the journal.
func (b *bench) kinds() string {
	var out []string
	for _, e := range b.srv.Journal() {
		switch e.Kind {
		case fakeserver.KindMessage, fakeserver.KindHTTP, fakeserver.KindRaw, fakeserver.KindFault, fakeserver.KindStderr:
		default:
			out = append(out, string(e.Kind))
		}
	}
	return strings.Join(out, ", ")
}

// life is one process of a server.
type life struct {
	b          *bench
	in         *io.PipeWriter
	out, err   buffer
	term, kill chan struct{}
	code       int
	ended      bool
}

// spawn starts a process.
func (b *bench) spawn() *life {
	r, w := io.Pipe()
	l := &life{b: b, in: w, term: make(chan struct{}), kill: make(chan struct{})}
	b.sim.Go("process", func() {
		l.code = b.srv.ServeStdio(fakeserver.Stdio{In: r, Out: &l.out, Err: &l.err, Term: l.term, Kill: l.kill})
		l.ended = true
	})
	b.after(0)
	return l
}

// session is a process after its handshake.
func (b *bench) session() *life {
	b.t.Helper()
	l := b.spawn()
	l.say(initialize, initialized)
	l.out.take()
	return l
}

// say writes lines and lets what is due happen.
func (l *life) say(lines ...string) {
	l.b.t.Helper()
	l.raw(strings.Join(lines, "\n") + "\n")
	l.b.after(0)
}

func (l *life) raw(text string) {
	go func() { _, _ = io.WriteString(l.in, text) }()
}

// hears checks what came since the last time, line by line.
func (l *life) hears(want ...string) {
	l.b.t.Helper()
	got := l.out.take()
	assert.Equal(l.b.t, got, lines(want))
}

func lines(want []string) string {
	if len(want) == 0 {
		return ""
	}
	return strings.Join(want, "\n") + "\n"
}

// site is a server over emulated HTTP, with a client.
type site struct {
	*bench
	net     *netem.Net
	client  *http.Client
	session string
	path    string // empty = /mcp
}

// online runs f with a server over HTTP in a bubble.
func online(t *testing.T, script string, f func(s *site)) {
	t.Helper()
	simulate(t, script, func(b *bench) {
		s := b.publish()
		defer s.unpublish()
		f(s)
	})
}

// publish puts the server on the network.
func (b *bench) publish() *site {
	n := netem.New(b.sim)
	l, err := n.Listen("docs.test:80")
	assert.NilError(b.t, err)
	b.sim.Go("listener", func() { _ = b.srv.Serve(l) })
	transport := &http.Transport{DialContext: n.Dial("client"), DisableCompression: true}
	return &site{bench: b, net: n, client: &http.Client{Transport: transport, CheckRedirect: noRedirect}}
}

func (s *site) unpublish() { s.client.CloseIdleConnections() }

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// reply is what came of one HTTP exchange so far.
type reply struct {
	status int
	header http.Header
	err    error // of the exchange or of reading the body
	done   bool
	body   buffer
	leave  context.CancelFunc
}

// start sends a request and does not wait.
func (s *site) start(verb, body string, header ...string) *reply {
	ctx, cancel := context.WithCancel(context.Background())
	r := &reply{leave: cancel}
	req, err := http.NewRequestWithContext(ctx, verb, "http://docs.test"+cmp.Or(s.path, "/mcp"), strings.NewReader(body))
	assert.NilError(s.t, err)
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Content-Type", "application/json")
	if s.session != "" {
		req.Header.Set("Mcp-Session-Id", s.session)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	s.sim.Go("client", func() { s.exchange(r, req) })
	return r
}

func (s *site) exchange(r *reply, req *http.Request) {
	defer func() { r.done = true }()
	res, err := s.client.Do(req)
	if err != nil {
		r.err = err
		return
	}
	defer res.Body.Close()
	r.status, r.header = res.StatusCode, res.Header
	_, r.err = io.Copy(&r.body, res.Body)
}

// do sends a request and lets what is due happen.
func (s *site) do(verb, body string, header ...string) *reply {
	s.t.Helper()
	r := s.start(verb, body, header...)
	s.after(time.Millisecond)
	return r
}

func (s *site) post(body string, header ...string) *reply {
	s.t.Helper()
	return s.do("POST", body, header...)
}

// connect makes the handshake.
func (s *site) connect() {
	s.t.Helper()
	s.session = ""
	r := s.post(initialize)
	assert.NilError(s.t, r.err)
	s.session = r.header.Get("Mcp-Session-Id")
	assert.Equal(s.t, s.post(initialized).status, http.StatusAccepted)
}

// loopback is a server over real HTTP, for what has nothing to do with time.
func loopback(t *testing.T, script *fakeserver.Script) (*fakeserver.Server, string) {
	t.Helper()
	srv, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
	return srv, serveOn(t, srv)
}

// dialogue is a server over real pipes, one request at a time.
type dialogue struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func talk(t *testing.T, script *fakeserver.Script) *dialogue {
	t.Helper()
	srv, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(t, err)
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int, 1)
	go func() { done <- srv.ServeStdio(fakeserver.Stdio{In: inR, Out: outW}) }()
	t.Cleanup(func() {
		_ = inW.Close()
		assert.Equal(t, <-done, 0)
	})
	return &dialogue{t, inW, bufio.NewReader(outR)}
}

func (d *dialogue) say(line string) {
	d.t.Helper()
	_, err := io.WriteString(d.in, line+"\n")
	assert.NilError(d.t, err)
}

func (d *dialogue) ask(line string) string {
	d.t.Helper()
	d.say(line)
	answer, err := d.out.ReadString('\n')
	assert.NilError(d.t, err)
	return strings.TrimSuffix(answer, "\n")
}

// serveOn serves on a free port of loopback and returns the URL of the endpoint.
func serveOn(t *testing.T, srv *fakeserver.Server) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	t.Cleanup(func() {
		srv.Close()
		assert.NilError(t, <-done)
	})
	return "http://" + l.Addr().String() + "/mcp"
}

// fetch is one GET.
func fetch(t *testing.T, address string) (status int, body string) {
	t.Helper()
	res, err := http.Get(address)
	assert.NilError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	assert.NilError(t, err)
	return res.StatusCode, string(text)
}
