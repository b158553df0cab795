package proxy

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// conn is one connection: the life of a process, or an MCP session over HTTP.
type conn struct {
	p         *Proxy
	n         int // from 1
	transport string
	opened    time.Time

	dead context.Context // nothing waits any more, and what waits is lost
	kill context.CancelFunc
	ends [2]context.Context // holds and turns are over: what waits for them goes on; 1 = up
	end  [2]context.CancelFunc

	mu          sync.Mutex
	initReply   bool
	initialized bool
	calls       map[string]*call // requests of the client, by id
	answered    int
	turn        chan struct{} // closed at the next answer
	lastID      json.RawMessage
	streams     []*answer // event streams that are open
	waiting     int       // messages with a program
	heavy       int       // bytes of these
	lighter     sync.Cond // waiting has become less, or need not
	left        bool      // the server has ended: what it has left is little, and all of it is read
}

// call is a request of the client whose answer has not been passed on.
type call struct {
	message
	acts []fakeserver.Act // for the answer
}

func newConn(p *Proxy, n int, transport string) *conn {
	c := &conn{p: p, n: n, transport: transport, opened: p.clk.Now(), calls: map[string]*call{}, turn: make(chan struct{})}
	c.dead, c.kill = context.WithCancel(p.over)
	c.lighter.L = &c.mu
	context.AfterFunc(c.dead, c.lighter.Broadcast)
	for i := range c.ends {
		c.ends[i], c.end[i] = context.WithCancel(c.dead)
	}
	return c
}

// What is remembered on a connection.
const (
	mostCalls = 10000    // requests without an answer
	mostID    = 1 << 10  // bytes of the id of one; those of a longer one are met by no rule
	mostWait  = 10000    // messages that wait for their programs; no more is read then
	mostHeavy = 64 << 20 // bytes of these
)

// asks notes a message of the client and returns what is to be done to it. Actions for its
// answer are kept until that comes.
func (c *conn) asks(m message, verb fakeserver.Verb, header http.Header) (acts []fakeserver.Act) {
	moment := c.moment(m)
	moment.Verb, moment.Header = verb, header
	if !m.request() {
		moment.From = fakeserver.FromClient
	}
	var later []fakeserver.Act
	for _, a := range c.p.Rules.Meet(moment) {
		if a.OnAnswer {
			later = append(later, a)
		} else {
			acts = append(acts, a)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.method == "notifications/initialized" {
		c.initialized = true
	}
	if m.request() && len(c.calls) < mostCalls && len(m.id) <= mostID {
		m.id, m.params = bytes.Clone(m.id), nil // the whole message may be long
		c.calls[string(m.id)] = &call{m, later}
	}
	return acts
}

// says notes a message of the server and returns the request that it answers, or nil, and
// what is to be done to it.
func (c *conn) says(m message) (asked *call, acts []fakeserver.Act) {
	if m.answer() {
		if asked = c.take(m.id); asked != nil {
			acts = asked.acts
		}
		return asked, acts
	}
	moment := c.moment(m)
	moment.From = fakeserver.FromServer
	return nil, c.p.Rules.Meet(moment)
}

// take ends a request.
func (c *conn) take(id json.RawMessage) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	asked := c.calls[string(id)]
	delete(c.calls, string(id))
	return asked
}

func (c *conn) moment(m message) fakeserver.Moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fakeserver.Moment{
		Method: m.method, Tool: m.tool, Params: m.params, Between: c.initReply && !c.initialized,
		Connection: c.n, Age: c.p.clk.Since(c.opened), Transport: c.transport,
	}
}

// passedAnswer notes that the answer to a request was passed on.
func (c *conn) passedAnswer(m message) (first bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered++
	c.lastID = append(json.RawMessage(nil), m.id...)
	close(c.turn)
	c.turn = make(chan struct{})
	first = m.method == "initialize" && !c.initReply
	c.initReply = c.initReply || first
	return first
}

// happen runs the program of a moment that is no message, if any rule meets it.
func (c *conn) happen(phase fakeserver.Phase, to carrier, words string, programs *sync.WaitGroup) {
	moment := c.moment(message{})
	moment.Phase, moment.From = phase, fakeserver.FromClient
	if acts := c.p.Rules.Meet(moment); len(acts) > 0 {
		m := &passage{c: c, carrier: to, from: words}
		m.start(acts, programs)
	}
}

// idle reports whether there are neither rules nor answers that any are waiting for, so
// that bytes need not be looked at.
func (c *conn) idle() bool {
	if !c.p.Rules.Empty() {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, asked := range c.calls {
		if len(asked.acts) > 0 {
			return false
		}
	}
	clear(c.calls) // nothing is to be done to their answers
	return true
}

// enter begins the program of a message of some bytes, when fewer wait than may.
func (c *conn) enter(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for (c.waiting >= mostWait || c.heavy > mostHeavy) && !c.left && c.dead.Err() == nil {
		c.lighter.Wait()
	}
	c.waiting, c.heavy = c.waiting+1, c.heavy+bytes
}

// serverEnded says that the server has ended.
func (c *conn) serverEnded() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = true
	c.lighter.Broadcast()
}

// exit is the end of the program.
func (c *conn) exit(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting, c.heavy = c.waiting-1, c.heavy-bytes
	c.lighter.Broadcast()
}

// wait returns after a time, or when the connection is dead; false then.
func (c *conn) wait(d time.Duration) bool { return clock.Sleep(c.dead, c.p.clk, d) == nil }
