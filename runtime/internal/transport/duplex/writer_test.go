package duplex

import (
	"errors"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// gate is a pipe that takes a write when it is told to.
type gate struct {
	writes chan error // nil lets a write through
	mu     sync.Mutex
	got    strings.Builder
	closed bool
}

func newGate() *gate { return &gate{writes: make(chan error)} }

func (g *gate) Write(p []byte) (int, error) {
	if err := <-g.writes; err != nil {
		return 0, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.got.Write(p)
	return len(p), nil
}

func (g *gate) Close() error {
	g.closed = true
	return nil
}

func sendAll(t *testing.T, w *Writer, methods ...string) {
	for _, m := range methods {
		f := newFrame()
		assert.NilError(t, f.Notification(m, nil))
		assert.NilError(t, w.send(item{Frame: f}))
	}
}

func TestWriterKeepsOrderOverManyLives(t *testing.T) {
	g := newGate()
	w := NewWriter(g, 1<<20, func() { t.Error("nothing has failed") })
	for range 3 {
		sendAll(t, w, "a", "b", "c")
		for range 3 {
			g.writes <- nil
		}
	}
	sendAll(t, w, "last")
	w.Stop(transport.ErrClosed)
	select {
	case g.writes <- nil: // was being written
		<-w.done
	case <-w.done: // was dropped from the queue
	}
	text := strings.NewReplacer(`{"jsonrpc":"2.0","method":"`, "", `"}`, "", "last", "").Replace(g.got.String())
	assert.Equal(t, text, "abcabcabc")
	assert.Check(t, g.closed)
	assert.ErrorIs(t, w.send(item{Frame: newFrame()}), transport.ErrClosed)
}

func TestIdleWriterHasNothingToJoin(t *testing.T) {
	w := NewWriter(newGate(), 1<<20, func() {})
	w.Stop(transport.ErrClosed)
	<-w.done
	w.Stop(transport.ErrClosed) // does nothing
}

// What waits behind a write that is under way is not written any more.
func TestStopDropsWhatWaits(t *testing.T) {
	g := newGate()
	w := NewWriter(g, 0, func() {})
	sendAll(t, w, "a")
	for waits := 1; waits > 0; goruntime.Gosched() {
		w.mu.Lock()
		waits = len(w.queue)
		w.mu.Unlock()
	}
	sendAll(t, w, "b")
	w.Stop(transport.ErrClosed)
	g.writes <- nil
	select {
	case g.writes <- nil:
		t.Error("b is written, too")
	case <-w.done:
	}
}

func TestWriterFailsOnce(t *testing.T) {
	g, bad := newGate(), errors.New("broken pipe")
	var failures int
	w := NewWriter(g, 1<<20, func() { failures++ })
	sendAll(t, w, "a", "b")
	g.writes <- bad
	<-w.done
	assert.Equal(t, failures, 1)
	assert.ErrorIs(t, w.send(item{Frame: newFrame()}), bad)
	w.Stop(transport.ErrClosed)
}

// A server that asks and does not read gets no more answers than may wait; what callers
// send is not held up by that.
func TestRepliesAreBounded(t *testing.T) {
	g := newGate()
	w := NewWriter(g, 0, func() {})
	for n := range 16_384 + 2 {
		f := newFrame()
		assert.NilError(t, f.Notification("a", nil))
		err := w.send(item{f, true})
		assert.Equal(t, err != nil, n >= 16_384, "%d: %v", n, err)
	}
	sendAll(t, w, "call")
	g.writes <- nil // one answer is read, so one more may wait
	g.writes <- nil // its count went down before this
	f := newFrame()
	assert.NilError(t, f.Notification("b", nil))
	assert.NilError(t, w.send(item{f, true}))
	w.Stop(transport.ErrClosed)
	select {
	case g.writes <- transport.ErrClosed: // was being written
	case <-w.Done():
	}
	<-w.Done()
}

// The id of a request is in its answer, so that long ids would fill the memory with few
// answers. One answer always fits, however long it is.
func TestBytesOfRepliesAreBounded(t *testing.T) {
	g := newGate()
	w := NewWriter(g, 0, func() {})
	reply := func(size int) error {
		f := newFrame()
		assert.NilError(t, f.Notification(strings.Repeat("a", size), nil))
		return w.send(item{f, true})
	}
	assert.NilError(t, reply(20<<20))
	assert.ErrorIs(t, reply(1), ErrQueueFull)
	g.writes <- nil
	sendAll(t, w, "call") // the second write begins when the first is counted off
	g.writes <- nil
	for n := range 17 {
		assert.Equal(t, reply(1_000_000) != nil, n == 16, "%d", n)
	}
	w.Stop(transport.ErrClosed)
	select {
	case g.writes <- transport.ErrClosed: // was being written
	case <-w.Done():
	}
	<-w.Done()
}

func TestFlushWaitsForWhatWasSent(t *testing.T) {
	clk := clockwork.NewFakeClock()
	g := newGate()
	w := NewWriter(g, 1<<20, func() { t.Error("nothing has failed") })
	w.Flush(clk) // there is nothing to wait for
	for _, reads := range []bool{true, false} {
		sendAll(t, w, "a")
		flushed := make(chan struct{})
		go func() { w.Flush(clk); close(flushed) }()
		assert.NilError(t, clk.BlockUntilContext(t.Context(), 1))
		assert.Assert(t, !clock.Closed(flushed))
		if reads {
			g.writes <- nil
			<-flushed
			continue
		}
		clk.Advance(flushWait - 1)
		assert.Assert(t, !clock.Closed(flushed))
		clk.Advance(1)
		<-flushed
		g.writes <- nil // in vain
	}
	w.Stop(transport.ErrClosed)
	<-w.Done()
}
