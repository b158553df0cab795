package clients_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/clients"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// pipes is a listener whose connections are pipes.
type pipes struct {
	made   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.made:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// guest is a client, which reads what it is sent and keeps nothing but the end.
type guest struct {
	net.Conn
	status int
	over   bool // guarded by synctest.Wait
}

// bounded runs f with clients of a server in a bubble: at /stream is an event stream, at /socket
// an upgrade, both of which say something when a tick comes; at /work is an answer that is
// never given.
func bounded(t *testing.T, l clients.Limits, f func(ask func(path string) *guest, ticks chan struct{})) {
	synctest.Test(t, func(t *testing.T) {
		network := &pipes{made: make(chan net.Conn), closed: make(chan struct{})}
		ticks := make(chan struct{})
		server := &http.Server{Handler: streams(ticks)}
		clients.New(l, clock.Real()).Bound(server)
		var serving sync.WaitGroup
		serving.Go(func() { _ = server.Serve(network) })
		var all []*guest
		f(func(path string) *guest {
			time.Sleep(time.Second) // so that they came in this order
			ours, theirs := net.Pipe()
			network.made <- theirs
			g := &guest{Conn: ours}
			all = append(all, g)
			serving.Go(func() { g.read(path) })
			synctest.Wait()
			return g
		}, ticks)
		close(ticks)
		for _, g := range all {
			_ = g.Close()
		}
		_ = server.Close()
		serving.Wait()
	})
}

// read asks and reads to the end.
func (g *guest) read(path string) {
	_, _ = io.WriteString(g, "GET "+path+" HTTP/1.1\r\nHost: x\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n")
	from := bufio.NewReader(g)
	if resp, err := http.ReadResponse(from, nil); err == nil {
		g.status = resp.StatusCode
	}
	_, _ = io.Copy(io.Discard, from)
	g.over = true
}

func streams(ticks <-chan struct{}) http.Handler {
	say := func(r *http.Request, out io.Writer, flush func() error) {
		for {
			select {
			case _, ok := <-ticks:
				if _, err := io.WriteString(out, "data: x\n\n"); err != nil || flush() != nil || !ok {
					return
				}
			case <-r.Context().Done():
				return
			}
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		flush := http.NewResponseController(w).Flush
		_ = flush()
		say(r, w, flush)
	})
	mux.HandleFunc("/socket", func(w http.ResponseWriter, r *http.Request) {
		c, both, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer c.Close()
		_, _ = both.WriteString("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n")
		_ = both.Flush()
		_, _ = io.Copy(both, both)
	})
	mux.HandleFunc("/work", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	return mux
}

// Event streams on which nothing is said cannot keep others out: the one that has been silent for
// longest makes room.
func TestIdleStreamsMakeRoom(t *testing.T) {
	bounded(t, clients.Limits{Connections: 3}, func(ask func(string) *guest, ticks chan struct{}) {
		a, b, c := ask("/stream"), ask("/stream"), ask("/work")
		time.Sleep(time.Second)
		ticks <- struct{}{} // to one of both
		synctest.Wait()
		d := ask("/work")
		assert.Check(t, a.over != b.over, "one of both made room")
		assert.Check(t, !c.over && !d.over)
		e := ask("/work")
		assert.Check(t, a.over && b.over && !c.over && !d.over && !e.over)
		f := ask("/stream")
		assert.Check(t, f.over, "all others are asked something")
	})
}

// So do WebSockets; one on which something is said stays.
func TestIdleSocketsMakeRoom(t *testing.T) {
	bounded(t, clients.Limits{Connections: 2}, func(ask func(string) *guest, _ chan struct{}) {
		a, b := ask("/socket"), ask("/socket")
		assert.Equal(t, a.status, http.StatusSwitchingProtocols)
		time.Sleep(time.Second)
		_, err := io.WriteString(a, "hello")
		assert.NilError(t, err)
		synctest.Wait()
		c := ask("/socket")
		assert.Check(t, !a.over && b.over && !c.over)
		assert.Equal(t, c.status, http.StatusSwitchingProtocols)
	})
}

// Many more than there is room for: as many are open as may be.
func TestSocketsAreCounted(t *testing.T) {
	bounded(t, clients.Limits{Connections: 5}, func(ask func(string) *guest, _ chan struct{}) {
		var all []*guest
		for range 50 {
			all = append(all, ask("/socket"))
		}
		open := 0
		for i, g := range all {
			if assert.Check(t, g.over == (i < 45), "%d", i); !g.over {
				open++
			}
		}
		assert.Equal(t, open, 5)
	})
}
