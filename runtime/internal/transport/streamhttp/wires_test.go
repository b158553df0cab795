package streamhttp

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

// counted is a server that knows its connections, and a dialler that counts.
func counted(t *testing.T) (url string, wires *Wires, dials func() int, open func() int) {
	var mu sync.Mutex
	alive, dialled := map[net.Conn]bool{}, 0
	s := unstarted(false)
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		if alive[c] = true; state == http.StateClosed {
			delete(alive, c)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		mu.Lock()
		dialled++
		mu.Unlock()
		return new(net.Dialer).DialContext(ctx, network, addr)
	}
	locked := func(n func() int) func() int {
		return func() int { mu.Lock(); defer mu.Unlock(); return n() }
	}
	return s.URL, &Wires{Dial: dial}, locked(func() int { return dialled }), locked(func() int { return len(alive) })
}

// Transports to one origin take each other's idle connections, whatever their paths;
// those to another do not. What is left is closed with the last.
func TestTransportsToOneOriginShareConnections(t *testing.T) {
	url, wires, dials, open := counted(t)
	other, _, _, _ := counted(t)
	var all []*Transport
	for _, to := range []string{url + "/a", url + "/b", other, url} {
		tr := New(filled(Options{URL: to, Wires: wires}))
		assert.NilError(t, tr.Connect(background))
		_, err := tr.Request(background, "a", benchParams)
		assert.NilError(t, err)
		all = append(all, tr)
	}
	assert.Equal(t, dials(), 2)
	for _, tr := range all[:3] {
		assert.NilError(t, tr.Close())
	}
	_, err := all[3].Request(background, "a", benchParams)
	assert.NilError(t, err)
	assert.Equal(t, dials(), 2)
	assert.NilError(t, all[3].Close())
	assert.Equal(t, len(wires.origins), 0)
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		if open() > 0 {
			return poll.Continue("%d connections open", open())
		}
		return poll.Success()
	})
}

// A transport that was never connected, or is closed again, leaves the others alone.
func TestWiresAreLeftOnce(t *testing.T) {
	url, wires, _, _ := counted(t)
	stays := New(filled(Options{URL: url, Wires: wires}))
	assert.NilError(t, stays.Connect(background))
	defer stays.Close()
	assert.NilError(t, New(filled(Options{URL: url, Wires: wires})).Close())
	goes := New(filled(Options{URL: url, Wires: wires}))
	assert.NilError(t, goes.Connect(background))
	assert.NilError(t, goes.Close())
	assert.NilError(t, goes.Close())
	_, err := goes.Request(background, "a", 1)
	assert.ErrorIs(t, err, transport.ErrNotConnected)
	_, err = stays.Request(background, "a", 1)
	assert.NilError(t, err)
}

// balky is a connection that takes nothing more once it is told so.
type balky struct {
	net.Conn
	now *atomic.Bool
}

func (r balky) Write(b []byte) (int, error) {
	if r.now.CompareAndSwap(true, false) {
		return 0, net.ErrClosed
	}
	return r.Conn.Write(b)
}

// A message of which a connection at rest takes no byte is sent over another one, whole.
func TestWhatAConnectionDoesNotTakeIsSentAgain(t *testing.T) {
	url, wires, dials, _ := counted(t)
	var now atomic.Bool
	dial := wires.Dial
	wires.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		return balky{c, &now}, err
	}
	tr := New(filled(Options{URL: url, Wires: wires}))
	assert.NilError(t, tr.Connect(background))
	_, err := tr.Request(background, "a", benchParams)
	assert.NilError(t, err)
	now.Store(true)
	_, err = tr.Request(background, "a", benchParams)
	assert.NilError(t, err)
	assert.Equal(t, dials(), 2)
	assert.NilError(t, tr.Close())
}

// writes counts what is written to a connection, in pieces.
type writes struct {
	net.Conn
	n *atomic.Int32
}

func (w writes) Write(p []byte) (int, error) {
	w.n.Add(1)
	return w.Conn.Write(p)
}

// A long message costs two writes: what fits into a buffer of net/http, and the rest.
func TestLongMessagesGoOutAtOnce(t *testing.T) {
	var n atomic.Int32
	wires := &Wires{Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, addr)
		return writes{c, &n}, err
	}}
	tr := real(t, Options{URL: loopback(t, false).URL, Wires: wires})
	params := json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	for range 2 {
		before := n.Load()
		got, err := tr.Request(background, "a", params)
		assert.NilError(t, err)
		assert.Equal(t, string(got), string(params))
		assert.Equal(t, n.Load()-before, int32(2))
	}
}
