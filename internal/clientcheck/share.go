package clientcheck

import (
	"cmp"
	"io"
	"net"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/internal/shortage"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// What the runs of a client share, however many go on side by side.
const (
	bytesOwn      = 128 << 10   // what is kept of each run, whatever is kept of others
	bytesTogether = 56 << 20    // what is kept of all runs beyond that
	bytesQuiet    = 256 << 10   // what a client may send in a run without a turn
	turns         = 2           // how many runs may have one
	turnWait      = time.Second // that a run may wait for its turn and still be judged
)

// store is how many bytes may be kept of all runs together.
type store struct {
	mu   sync.Mutex
	left int
}

// take reserves n bytes, if there are as many.
func (s *store) take(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n > s.left {
		return false
	}
	s.left -= n
	return true
}

// gate stands in front of the server of one run. A client that sends much costs a multiple of
// that in memory: it is read on when it is the turn of its run, which then lasts to the end.
type gate struct {
	clk   clock.Clock
	turns chan struct{} // of all runs
	open  chan struct{} // closed when it is the turn of this run

	mu     sync.Mutex
	read   int           // bytes
	held   bool          // it is the turn of this run
	ended  bool          // the run is over
	waited time.Duration // for the turn
	lack   string        // what this machine had too little of to accept a connection; "" = nothing
}

func (t Target) gate() *gate {
	return &gate{clk: t.Clock, turns: t.turns, open: make(chan struct{})}
}

// count counts bytes that were read.
func (g *gate) count(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.read += n
}

// free reports whether more may be read without a turn.
func (g *gate) free() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.held || g.ended || g.read <= bytesQuiet
}

// pass waits until more may be read, or until gone is closed.
func (g *gate) pass(gone <-chan struct{}) {
	if g.free() {
		return
	}
	begin := g.clk.Now()
	select {
	case g.turns <- struct{}{}:
		g.take(g.clk.Since(begin))
	case <-g.open:
	case <-gone:
	}
}

// take keeps a turn, unless another connection of the run has got one meanwhile.
func (g *gate) take(waited time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held || g.ended {
		<-g.turns
		return
	}
	g.held, g.waited = true, waited
	close(g.open)
}

// end gives the turn to another run.
func (g *gate) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held {
		<-g.turns
	}
	g.held, g.ended = false, true
}

// lacking notes why a connection of the client was not accepted, if it is not the client's doing.
func (g *gate) lacking(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lack = cmp.Or(g.lack, shortage.Of(err))
}

// slow is not observed if the client had to wait so long that it shows in what it did, or was not
// let in at all.
func (g *gate) slow() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.lack != "" {
		return verdict.NotObserved("%s", g.lack)
	}
	return verdict.NotObservedIf(g.waited > turnWait,
		"the client sends more than %d bytes in several runs at a time, and was read too slowly in this one: try --jobs 1", bytesQuiet)
}

// gated is a stream of the client that is read through a gate.
type gated struct {
	io.Reader
	g     *gate
	gone  chan struct{}
	close func()
}

func (g *gate) stream(from io.Reader) *gated {
	s := &gated{Reader: from, g: g, gone: make(chan struct{})}
	s.close = sync.OnceFunc(func() { close(s.gone) })
	return s
}

// Read implements [io.Reader].
func (s *gated) Read(p []byte) (int, error) {
	s.g.pass(s.gone)
	n, err := s.Reader.Read(p)
	s.g.count(n)
	return n, err
}

// Close unblocks Read.
func (s *gated) Close() error {
	s.close()
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// gatedListener accepts connections that are read through a gate.
type gatedListener struct {
	net.Listener
	g *gate
}

// Accept implements [net.Listener].
func (l gatedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		l.g.lacking(err)
		return nil, err
	}
	return gatedConn{c, l.g.stream(c)}, nil
}

// gatedConn is a connection whose input is gated.
type gatedConn struct {
	net.Conn
	in *gated
}

func (c gatedConn) Read(p []byte) (int, error) { return c.in.Read(p) }
func (c gatedConn) Close() error               { return c.in.Close() }

// SetLinger lets a server reset the connection, where it can do that.
func (c gatedConn) SetLinger(sec int) error {
	if socket, ok := c.Conn.(interface{ SetLinger(sec int) error }); ok {
		return socket.SetLinger(sec)
	}
	return nil
}
