package netem

import (
	"context"
	"net"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// Dial returns the dial function of a client, made for http.Transport's
// DialContext. client names it in addresses and orders attempts of one instant:
// use one name per logical client. Without a listener at the address the error is a
// *net.OpError that wraps ECONNREFUSED; if ctx ends first, it wraps ctx.Err().
// Connections also have CloseWrite and SetLinger of *net.TCPConn.
func (n *Net) Dial(client string) func(ctx context.Context, network, addr string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := n.dial(ctx, client, addr)
		if err != nil {
			return nil, &net.OpError{Op: "dial", Net: network, Addr: address(addr), Err: err}
		}
		return c, nil
	}
}

func (n *Net) dial(ctx context.Context, client, addr string) (*conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := n.attempt(client, linkName(host), addr)
	select {
	case <-a.answered:
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		a.giveUp()
		return nil, err
	}
	if a.err != nil {
		return nil, a.err
	}
	return a.pair.client, nil
}

// attempt is one attempt to connect. It goes through three events: it is made
// (begin), arrives at the server (arrive) and is answered (answer), so that
// both sides never wake up in the same one.
type attempt struct {
	net      *Net
	link     *Link
	client   string
	addr     string
	ordinal  int // set by begin
	slow     time.Duration
	pair     *pair
	event    *vtime.Event // the next step
	accept   *vtime.Event // of a slow listener
	answered chan struct{}
	over     bool // answered is closed
	err      error
	arrived  bool // the listener has the connection, or will
	givenUp  bool
}

func (n *Net) attempt(client, link, addr string) *attempt {
	n.mu.Lock()
	defer n.unlock()
	a := &attempt{net: n, link: n.link(link), client: client, addr: addr, answered: make(chan struct{})}
	a.event = n.schedule(time.Now(), link+"/dial/"+client, a.begin)
	return a
}

func (a *attempt) actor() string { return a.link.name + "/conn-" + strconv.Itoa(a.ordinal) }

// begin numbers the attempt and asks the faults of the link.
func (a *attempt) begin() {
	a.ordinal = a.link.next()
	v, by := a.link.admit(a)
	a.slow = v.AcceptAfter
	switch {
	case v.Hold:
		by.waiting = append(by.waiting, a)
	case v.Err != nil:
		a.answer(v.Err)
	default:
		a.proceed()
	}
}

// proceed sends the attempt to the server.
func (a *attempt) proceed() {
	if a.givenUp {
		return
	}
	a.pair = newPair(a)
	up := a.pair.client.out
	a.event = a.net.schedule(time.Now().Add(up.delay(nil, 0)), up.actor, a.arrive)
}

// arrive looks for the listener and sends the answer back.
func (a *attempt) arrive() {
	var refused error
	if l := a.net.listeners[a.addr]; l == nil {
		refused = os.NewSyscallError("connect", syscall.ECONNREFUSED)
	} else {
		a.net.emit(Event{Actor: a.actor(), Kind: ConnOpen, Link: a.link.name, Conn: a.ordinal, Detail: a.client + " -> " + a.addr})
		a.arrived = true
		a.reach(l)
	}
	down := a.pair.client.in
	a.event = a.net.schedule(time.Now().Add(down.delay(nil, 0)), down.actor, func() { a.answer(refused) })
}

// reach puts the connection into the listener's backlog, now or later.
func (a *attempt) reach(l *listener) {
	if a.slow == 0 {
		l.enqueue(a.pair.server)
		return
	}
	server := a.pair.server
	a.accept = a.net.schedule(time.Now().Add(a.slow), server.in.actor+"/accept", func() { l.enqueue(server) })
}

// answer ends the attempt at the client.
func (a *attempt) answer(err error) {
	if err != nil {
		a.net.emit(Event{Actor: a.actor(), Kind: ConnRefuse, Link: a.link.name, Conn: a.ordinal, Detail: err.Error()})
		a.discard()
	} else {
		a.pair.client.in.open()
	}
	a.err, a.over = err, true
	close(a.answered)
}

// abort refuses an attempt that is under way when the network is closed.
func (a *attempt) abort() {
	if !a.over && !a.givenUp {
		a.net.sim.Cancel(a.event)
		a.answer(os.NewSyscallError("connect", syscall.ECONNREFUSED))
	}
}

// discard forgets a connection that never came into being.
func (a *attempt) discard() {
	if a.pair != nil {
		a.pair.client.closed, a.pair.server.closed = true, true
		a.pair.release()
	}
}

// giveUp is the end of an attempt whose context ended first. A connection that
// has reached the server is reset.
func (a *attempt) giveUp() {
	a.net.mu.Lock()
	defer a.net.unlock()
	a.givenUp = true
	a.net.sim.Cancel(a.event)
	switch {
	case a.pair == nil || a.pair.client.closed:
	case a.arrived:
		a.pair.client.refuse()
	default:
		a.discard()
	}
}
