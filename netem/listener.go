package netem

import (
	"net"
	"os"
	"sync"
	"syscall"
)

// listener is an emulated listening socket.
type listener struct {
	net     *Net
	addr    address
	waiting sync.Cond
	backlog []*conn
	closed  bool
}

// Listen makes connections to addr, "host:port", possible. On "docs.test:80"
// they run over the link "docs". The error is a *net.OpError: EADDRINUSE if the
// address is taken, or what is wrong with it. Closing the listener resets
// connections that were not accepted yet.
func (n *Net) Listen(addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, &net.OpError{Op: "listen", Net: "tcp", Addr: address(addr), Err: err}
	}
	n.mu.Lock()
	defer n.unlock()
	if n.listeners[addr] != nil {
		taken := os.NewSyscallError("bind", syscall.EADDRINUSE)
		return nil, &net.OpError{Op: "listen", Net: "tcp", Addr: address(addr), Err: taken}
	}
	l := &listener{net: n, addr: address(addr)}
	l.waiting.L = &n.mu
	n.listeners[addr] = l
	return l, nil
}

// Accept waits for the next connection, in the order in which they arrived.
func (l *listener) Accept() (net.Conn, error) {
	l.net.mu.Lock()
	defer l.net.unlock()
	for {
		if l.closed {
			return nil, &net.OpError{Op: "accept", Net: l.addr.Network(), Addr: l.addr, Err: net.ErrClosed}
		}
		if len(l.backlog) > 0 {
			c := l.backlog[0]
			l.backlog = l.backlog[1:]
			return c, nil
		}
		l.waiting.Wait()
	}
}

func (l *listener) Addr() net.Addr { return l.addr }

func (l *listener) Close() error {
	l.net.mu.Lock()
	defer l.net.unlock()
	if l.closed {
		return &net.OpError{Op: "close", Net: l.addr.Network(), Addr: l.addr, Err: net.ErrClosed}
	}
	l.close()
	return nil
}

func (l *listener) close() {
	l.closed = true
	delete(l.net.listeners, string(l.addr))
	for _, c := range l.backlog {
		c.refuse()
	}
	l.backlog = nil
	l.waiting.Broadcast()
}

// enqueue hands the server's end of a connection to Accept.
func (l *listener) enqueue(c *conn) {
	if l.closed {
		c.refuse()
		return
	}
	l.backlog = append(l.backlog, c)
	l.waiting.Signal()
}

// refuse resets a connection that nobody will use at this end.
func (c *conn) refuse() {
	c.markClosed()
	c.in.closeRead()
	c.out.submit(&parcel{end: syscall.ECONNRESET})
	c.out.closeWrite()
	c.pair.release()
}
