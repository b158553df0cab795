package ws

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/transporttest"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

var background = context.Background()

// world is a transport and a WebSocket server behind an emulated network, in a
// bubble.
type world struct {
	*testing.T
	transporttest.Recorder
	sim *vtime.Sim
	net *netem.Net
	*Transport

	release chan struct{} // closed when servers that wait for it go on
}

// handler is a server.
type handler func(w *world, rw http.ResponseWriter, r *http.Request)

// simulate runs f with a transport that is not connected, and checks that nothing
// is left.
func simulate(t *testing.T, o Options, h handler, f func(w *world)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		w := &world{T: t, sim: sim, net: netem.New(sim), release: make(chan struct{})}
		l, err := w.net.Listen("docs.test:80")
		assert.NilError(t, err)
		server := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { h(w, rw, r) })}
		sim.Go("docs/server", func() { _ = server.Serve(l) })
		o.Name, o.Clock, o.IDs, o.Dial = "docs", sim.Clock("docs"), jsonrpc.Integers(), w.net.Dial("client")
		if o.URL == "" {
			o.URL = "ws://docs.test/mcp"
		}
		w.Transport = New(filled(o))
		w.SetCallbacks(w.Callbacks())
		f(w)
		assert.NilError(t, w.Close())
		close(w.release)
		assert.Check(t, !w.Connected())
		assert.NilError(t, server.Close())
		w.sleep(time.Minute)
		conns, _ := w.net.Open()
		assert.Equal(t, conns, 0)
	})
	assert.NilError(t, err)
}

// connected is simulate for a transport that is.
func connected(t *testing.T, o Options, serve func(*websocket.Conn), f func(w *world)) {
	t.Helper()
	simulate(t, o, upgraded(serve), func(w *world) {
		assert.NilError(t, w.Connect(background))
		f(w)
	})
}

// upgraded serves each connection once it is a WebSocket.
func upgraded(serve func(*websocket.Conn)) handler {
	return func(_ *world, rw http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(rw, r, &websocket.AcceptOptions{Subprotocols: []string{Subprotocol}})
		if err != nil {
			return
		}
		defer func() { _ = c.CloseNow() }()
		serve(c)
	}
}

// each answers every message with what handle returns, "" for nothing.
func each(handle func(m jsonrpc.Message) string) func(*websocket.Conn) {
	return func(c *websocket.Conn) {
		for {
			_, data, err := c.Read(background)
			if err != nil {
				return
			}
			m, _ := jsonrpc.Parse(data)
			if answer := handle(m); answer != "" {
				say(c, answer)
			}
		}
	}
}

func say(c *websocket.Conn, text string) {
	_ = c.Write(background, websocket.MessageText, []byte(text))
}

func result(m jsonrpc.Message, value string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, value)
}

// echo answers each request with its method.
func echo(m jsonrpc.Message) string {
	if m.Kind != jsonrpc.Request {
		return ""
	}
	return result(m, `"`+m.Method+`"`)
}

// stuck takes the request or the connection and does nothing with it.
func stuck(w *world, _ http.ResponseWriter, _ *http.Request) { <-w.release }

func stuckAfterUpgrade(w *world, rw http.ResponseWriter, r *http.Request) {
	upgraded(func(*websocket.Conn) { <-w.release })(w, rw, r)
}

func mute(jsonrpc.Message) string { return "" }

// sleep lets virtual time pass.
func (w *world) sleep(d time.Duration) { assert.NilError(w, w.sim.Sleep(d)) }

// elapsed is how long f takes.
func (w *world) elapsed(f func()) time.Duration {
	begin := w.sim.Elapsed()
	f()
	return (w.sim.Elapsed() - begin).Round(time.Millisecond)
}

// pending is a request under way.
type pending struct {
	done   chan struct{}
	result json.RawMessage
	err    error
}

func (w *world) background(ctx context.Context, method string) *pending {
	p := &pending{done: make(chan struct{})}
	w.sim.Go("caller "+method, func() {
		defer close(p.done)
		p.result, p.err = w.Request(ctx, method, nil)
	})
	return p
}

// filled puts in what a test leaves open: the wall clock, and a timeout of 30 s.
// A negative one is none.
func filled(o Options) Options {
	if o.Clock == nil {
		o.Clock = clock.Real()
	}
	if o.IDs == nil {
		o.IDs = jsonrpc.Integers()
	}
	o.Timeout = max(0, cmp.Or(o.Timeout, 30*time.Second))
	return o
}
