package streamhttp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/transporttest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

var background = context.Background()

// exchangeSeen is what the server saw of one request.
type exchangeSeen struct {
	verb   string
	header http.Header
	host   string
	body   string
	msg    jsonrpc.Message
	at     time.Duration
	left   <-chan struct{} // closed when the client has gone
}

// world is a transport and an HTTP server behind an emulated network, in a
// bubble.
type world struct {
	*testing.T
	transporttest.Recorder
	sim *vtime.Sim
	net *netem.Net
	*Transport
	server *http.Server

	mu   sync.Mutex
	seen []exchangeSeen
}

// handler is the server: what it does with the n-th request, from 1.
type handler func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int)

// simulate runs f against a connected transport and checks that nothing is left.
func simulate(t *testing.T, o Options, h handler, f func(w *world)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		w := &world{T: t, sim: sim, net: netem.New(sim)}
		w.serve(h)
		o.Name, o.Clock, o.IDs, o.Wires = "docs", sim.Clock("docs"), jsonrpc.Integers(), &Wires{Dial: w.net.Dial("client")}
		if o.URL == "" {
			o.URL = "http://docs.test/mcp"
		}
		w.Transport = New(filled(o))
		w.SetCallbacks(w.Callbacks())
		assert.NilError(t, w.Connect(background))
		f(w)
		assert.NilError(t, w.Close())
		assert.Check(t, !w.Connected())
		assert.NilError(t, w.server.Close())
	})
	assert.NilError(t, err)
}

func (w *world) serve(h handler) {
	l, err := w.net.Listen("docs.test:80")
	assert.NilError(w, err)
	w.server = &http.Server{IdleTimeout: time.Minute, Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m, _ := jsonrpc.Parse(body)
		e := exchangeSeen{r.Method, r.Header, r.Host, string(body), m, w.sim.Elapsed().Round(time.Millisecond), r.Context().Done()}
		w.mu.Lock()
		w.seen = append(w.seen, e)
		n := len(w.seen)
		w.mu.Unlock()
		h(w, rw, &e, n)
	})}
	w.sim.Go("docs/server", func() { _ = w.server.Serve(l) })
}

// wire returns what the server has seen so far: verb, and method or body.
func (w *world) wire() (lines []string) {
	for _, e := range w.exchanges() {
		what := e.msg.Method
		if what == "" {
			what = e.body
		}
		lines = append(lines, strings.TrimSpace(e.verb+" "+what))
	}
	return lines
}

func (w *world) exchanges() []exchangeSeen {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]exchangeSeen(nil), w.seen...)
}

func (w *world) last() exchangeSeen {
	all := w.exchanges()
	return all[len(all)-1]
}

func (w *world) sleep(d time.Duration) { assert.NilError(w, w.sim.Sleep(d)) }

type pending struct {
	done   chan struct{}
	result json.RawMessage
	err    error
	after  time.Duration
}

func (p *pending) finished() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// background runs Request in a goroutine.
func (w *world) background(ctx context.Context, method string) *pending {
	return w.run(method, func() (json.RawMessage, error) { return w.Request(ctx, method, nil) })
}

func (w *world) run(actor string, f func() (json.RawMessage, error)) *pending {
	p := &pending{done: make(chan struct{})}
	begin := w.sim.Elapsed()
	w.sim.Go("caller "+actor, func() {
		defer close(p.done)
		p.result, p.err = f()
		p.after = (w.sim.Elapsed() - begin).Round(time.Millisecond)
	})
	return p
}

// hold keeps an exchange open until its client or the server goes away.
func (w *world) hold(d time.Duration) { w.sim.Clock("hold").Sleep(d) }

// answer writes a JSON answer whose result is the method.
func answer(rw http.ResponseWriter, m jsonrpc.Message) {
	rw.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(rw, result(m, `"`+m.Method+`"`))
}

func result(m jsonrpc.Message, value string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, value)
}

// ok is a correct server without sessions.
func ok(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
	switch {
	case r.verb != http.MethodPost:
		rw.WriteHeader(http.StatusMethodNotAllowed)
	case r.msg.Kind == jsonrpc.Request:
		answer(rw, r.msg)
	default:
		rw.WriteHeader(http.StatusAccepted)
	}
}

// events starts an event stream.
func events(rw http.ResponseWriter) {
	rw.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	rw.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(rw).Flush()
}

// send writes text to a stream at once.
func send(rw http.ResponseWriter, text string) {
	_, _ = io.WriteString(rw, text)
	_ = http.NewResponseController(rw).Flush()
}

func event(data string) string { return "data: " + data + "\n\n" }

// streams answers the method "odd" with a stream of text, in which ID is
// replaced by the id, and is ok otherwise.
func streams(text string) handler {
	return func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.msg.Method != "odd" {
			ok(w, rw, r, n)
			return
		}
		events(rw)
		send(rw, strings.ReplaceAll(text, "ID", string(r.msg.ID)))
	}
}

// listens answers GETs with g and is ok otherwise.
func listens(g func(w *world, rw http.ResponseWriter)) handler {
	return func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.verb == http.MethodGet {
			g(w, rw)
			return
		}
		ok(w, rw, r, n)
	}
}

// nil2 makes a function without a result fit run.
func nil2(f func() error) func() (json.RawMessage, error) {
	return func() (json.RawMessage, error) { return nil, f() }
}

// filled puts in what a test leaves open: the wall clock, connections of its own, and a timeout of 30 s.
// A negative one is none.
func filled(o Options) Options {
	if o.Clock == nil {
		o.Clock = clock.Real()
	}
	if o.IDs == nil {
		o.IDs = jsonrpc.Integers()
	}
	if o.Wires == nil {
		o.Wires = &Wires{Dial: new(net.Dialer).DialContext}
	}
	o.Timeout = max(0, cmp.Or(o.Timeout, 30*time.Second))
	return o
}
