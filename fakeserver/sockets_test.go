package fakeserver

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/budget"
)

// pipes is a listener whose connections are pipes: what one end writes waits until the other
// end reads.
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

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	p.made <- theirs
	return ours, nil
}

// sockets runs f with clients of a server as mcpsim serve has it, in a bubble.
func sockets(t *testing.T, f func(t *testing.T, s *Server, dial func() *websocket.Conn)) {
	synctest.Test(t, func(t *testing.T) {
		script, err := Parse("s.yaml", []byte("http: {websocket: {}}\n"))
		assert.NilError(t, err)
		s, err := New(script, Options{Limits: ServingLimits()})
		assert.NilError(t, err)
		network := &pipes{made: make(chan net.Conn), closed: make(chan struct{})}
		var serving sync.WaitGroup
		serving.Go(func() { _ = s.Serve(network) })
		f(t, s, func() *websocket.Conn {
			c, _, err := websocket.Dial(t.Context(), "ws://127.0.0.1/mcp", &websocket.DialOptions{
				HTTPClient: &http.Client{Transport: &http.Transport{DialContext: network.dial}},
			})
			assert.NilError(t, err)
			return c
		})
		s.Close()
		serving.Wait()
	})
}

func exits(s *Server) (n int) {
	for _, e := range s.Journal() {
		if e.Kind == KindExit {
			n++
		}
	}
	return n
}

const pingOne = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// A message may be long in coming, but once it has begun it must end.
func TestASlowMessageEndsTheSocket(t *testing.T) {
	sockets(t, func(t *testing.T, s *Server, dial func() *websocket.Conn) {
		c := dial()
		time.Sleep(time.Hour) // of the bubble
		assert.NilError(t, c.Write(t.Context(), websocket.MessageText, []byte(pingOne)))
		_, _, err := c.Read(t.Context())
		assert.NilError(t, err)
		w, err := c.Writer(t.Context(), websocket.MessageText)
		assert.NilError(t, err)
		_, err = w.Write(make([]byte, 64<<10)) // more than is kept back
		assert.NilError(t, err)
		begin := time.Now()
		_, _, err = c.Read(t.Context())
		assert.Check(t, err != nil)
		assert.Equal(t, time.Since(begin), s.limits.Read)
		_ = c.CloseNow()
		synctest.Wait()
		assert.Equal(t, exits(s), 1)
	})
}

// A client that does not read is given up.
func TestASocketThatIsNotReadEnds(t *testing.T) {
	sockets(t, func(t *testing.T, s *Server, dial func() *websocket.Conn) {
		c := dial()
		assert.NilError(t, c.Write(t.Context(), websocket.MessageText, []byte(pingOne)))
		time.Sleep(s.limits.Write - time.Second)
		synctest.Wait()
		assert.Equal(t, exits(s), 0)
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, exits(s), 1)
		_ = c.CloseNow()
	})
}

// The messages of all sockets share what may be held with the bodies of requests.
func TestSocketsShareABudget(t *testing.T) {
	sockets(t, func(t *testing.T, s *Server, dial func() *websocket.Conn) {
		c := dial()
		other := s.bodies.Reader(zeros{})
		_, err := io.CopyN(io.Discard, other, mostBodies)
		assert.NilError(t, err)
		assert.NilError(t, c.Write(t.Context(), websocket.MessageText, []byte(pingOne)))
		_, _, err = c.Read(t.Context())
		assert.NilError(t, err, "there is room for a short one")
		wrote := make(chan struct{})
		go func() {
			defer close(wrote)
			_ = c.Write(t.Context(), websocket.MessageText, []byte(pingOne+strings.Repeat(" ", 2*budget.Little)))
		}()
		_, _, err = c.Read(t.Context())
		<-wrote
		assert.Equal(t, websocket.CloseStatus(err), websocket.StatusTryAgainLater, "%v", err)
		assert.NilError(t, other.Close())
		c = dial()
		for range 2 { // what the first one took is given back for the second one
			assert.NilError(t, c.Write(t.Context(), websocket.MessageText, []byte(pingOne)))
			_, _, err = c.Read(t.Context())
			assert.NilError(t, err)
		}
		_ = c.CloseNow()
		synctest.Wait()
		assert.Assert(t, s.bodies.Reader(zeros{}) != nil)
		n, err := io.CopyN(io.Discard, s.bodies.Reader(zeros{}), mostBodies)
		assert.NilError(t, err, "%d: all was given back", n)
	})
}

// What waits for all sockets is bounded: a client that has not taken its answers gets no
// more of them, one that has goes on.
func TestWhatWaitsForSocketsIsBounded(t *testing.T) {
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	greedy, modest, other := newOutput(), newOutput(), newOutput()
	greedy.shared, modest.shared = &s.unreadSockets, &s.unreadSockets
	modest.put(item{data: []byte("x")})
	for range mostUnread / (1 << 20) {
		greedy.put(item{data: make([]byte, 1<<20)})
	}
	other.put(item{data: []byte("x")})
	assert.Check(t, s.crowded(greedy) && s.crowded(modest) && !s.crowded(other))
	_, _ = s.next(modest)
	assert.Check(t, !s.crowded(modest) && len(modest.room) == 1)
	greedy.end()
	assert.Equal(t, s.unreadSockets, 0)
}

// Many small items take more than their data.
func TestSmallItemsCount(t *testing.T) {
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	o := newOutput()
	for range maxQueued/itemCost + 1 {
		o.put(item{})
	}
	assert.Check(t, s.crowded(o))
}
