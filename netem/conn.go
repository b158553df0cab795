package netem

import (
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// pair is one connection: its two ends.
type pair struct {
	net            *Net
	attempt        *attempt
	client, server *conn
}

// conn is one end of an emulated TCP connection. Beyond net.Conn it has the
// methods of *net.TCPConn that matter for faults. Its methods may be called
// from any goroutine of the bubble. Errors are *net.OpError with the texts and
// causes of the real thing, except for a plain io.EOF.
type conn struct {
	pair          *pair
	name          string // "client" or "server"
	in, out       *half
	local, remote address
	abrupt        bool // SetLinger(0)
	closed        bool
}

var _ net.Conn = (*conn)(nil)

// newPair makes the connection of an attempt and puts the link's faults on it.
func newPair(a *attempt) *pair {
	l := a.link
	up := newHalf(l, a.ordinal, Up, a.actor()+"/up")
	down := newHalf(l, a.ordinal, Down, a.actor()+"/down")
	up.back, down.back = down, up
	down.opening = true
	near, far := address(a.client+":"+strconv.Itoa(a.ordinal)), address(a.addr)
	p := &pair{net: l.net, attempt: a}
	p.client = &conn{pair: p, name: "client", in: down, out: up, local: near, remote: far}
	p.server = &conn{pair: p, name: "server", in: up, out: down, local: far, remote: near}
	l.net.conns = append(l.net.conns, p)
	l.join(up)
	l.join(down)
	return p
}

// Read reads what has arrived. It waits for at least one byte, the end of the
// stream (io.EOF), a reset (ECONNRESET), the deadline or Close.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.in.read(b)
	return n, c.wrap("read", err)
}

// Write sends b as one unit, or as several of at least half the window if there
// is no room for all of it. It waits for room.
func (c *conn) Write(b []byte) (int, error) {
	n, err := c.out.write(b)
	return n, c.wrap("write", err)
}

// Close ends both directions: what was written still arrives, then the end of
// file. If bytes that came in are unread, or come in later, the other end gets
// a reset, as on Linux. A second Close returns an error.
func (c *conn) Close() error {
	n := c.pair.net
	n.mu.Lock()
	defer n.unlock()
	if c.closed {
		return c.wrap("close", os.ErrClosed)
	}
	c.markClosed()
	c.in.closeRead()
	if c.abrupt {
		c.out.submit(&parcel{end: syscall.ECONNRESET})
	}
	c.out.closeWrite()
	c.pair.release()
	return nil
}

// CloseWrite ends the sending direction only.
func (c *conn) CloseWrite() error {
	n := c.pair.net
	n.mu.Lock()
	defer n.unlock()
	if !c.out.closeWrite() {
		return c.wrap("close", os.ErrClosed)
	}
	return nil
}

// SetLinger with 0 makes Close send a reset instead of an end of file. Other
// values restore the default; nothing lingers.
func (c *conn) SetLinger(seconds int) error {
	n := c.pair.net
	n.mu.Lock()
	defer n.unlock()
	c.abrupt = seconds == 0
	return nil
}

// LocalAddr is "<client>:<ordinal>" at the client and the listener's address at
// the server.
func (c *conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr is the LocalAddr of the other end.
func (c *conn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline sets both deadlines, in virtual time.
func (c *conn) SetDeadline(t time.Time) error { return c.setDeadlines(t, true, true) }

// SetReadDeadline ends waiting Reads at t with os.ErrDeadlineExceeded.
func (c *conn) SetReadDeadline(t time.Time) error { return c.setDeadlines(t, true, false) }

// SetWriteDeadline ends waiting Writes at t with os.ErrDeadlineExceeded.
func (c *conn) SetWriteDeadline(t time.Time) error { return c.setDeadlines(t, false, true) }

func (c *conn) setDeadlines(t time.Time, read, write bool) error {
	n := c.pair.net
	n.mu.Lock()
	defer n.unlock()
	if c.closed {
		return c.wrap("set", os.ErrClosed)
	}
	if read {
		c.in.readBy.set(n, c.in.actor+"/read-deadline", t, &c.in.readable)
	}
	if write {
		c.out.writeBy.set(n, c.out.actor+"/write-deadline", t, &c.out.writable)
	}
	return nil
}

// wrap gives an error the shape it has on a real connection.
func (c *conn) wrap(op string, err error) error {
	_, number := errors.AsType[syscall.Errno](err)
	switch {
	case err == nil || err == io.EOF:
		return err
	case err == os.ErrClosed:
		err = net.ErrClosed
	case number:
		err = os.NewSyscallError(op, err)
	}
	return &net.OpError{Op: op, Net: c.local.Network(), Source: c.local, Addr: c.remote, Err: err}
}

func (c *conn) markClosed() {
	if !c.closed {
		c.closed = true
		c.in.net.emit(Event{Actor: c.in.actor, Kind: ConnClose, Link: c.in.link.name, Conn: c.in.conn, Detail: c.name})
	}
}

// release forgets the connection once both ends are closed.
func (p *pair) release() {
	if !p.client.closed || !p.server.closed {
		return
	}
	if p.attempt.accept != nil {
		p.net.sim.Cancel(p.attempt.accept)
	}
	p.client.in.abandon()
	p.client.out.abandon()
	p.net.conns = slices.DeleteFunc(p.net.conns, func(o *pair) bool { return o == p })
}

// destroy resets both ends at once and counts them as closed.
func (p *pair) destroy() {
	for _, c := range []*conn{p.client, p.server} {
		c.in.abandon()
		c.in.ended(syscall.ECONNRESET)
		c.in.readBy.stop(p.net)
		c.in.readable.Broadcast()
		c.out.failWrites(syscall.ECONNRESET)
		c.out.writeBy.stop(p.net)
	}
	p.client.markClosed()
	p.server.markClosed()
	p.release()
	p.attempt.abort()
}
