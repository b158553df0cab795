package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// carrier is how messages travel over a transport.
type carrier interface {
	// carry writes the message that passes.
	carry(m *passage)
	// raw writes bytes to where the message goes.
	raw(b []byte)
	// emit sends the client a message of the proxy's.
	emit(text []byte)
	stderr(b []byte) bool
	exit(code int) bool
	// tears reports whether messages share a stream of bytes.
	tears() bool
	// web is the HTTP answer, or nil.
	web() *answer
}

// passage is a message on its way, with the program of the rules that it met: their actions
// in order, and then it is passed on unless they say otherwise.
type passage struct {
	c       *conn
	carrier carrier
	what    message // of an answer: the method and the tool of its request
	up      bool    // the client has sent it
	answers bool    // it is the answer to a request of the client
	from    string  // for people: "the answer to"
	whole   []byte  // as it came, with its line end
	text    []byte  // the message in it; nil = the moment is no message
	edited  bool
	replied bool // text is an answer that the proxy made up for a request
	settled bool // it is not passed on at the end any more
	sent    bool // it has been passed on
	copies  int
	torn    int // bytes that are passed on before the next message; 0 = all
	style   fakeserver.Style

	label    string
	released chan struct{}
	free     chan struct{} // closed once what comes behind it may overtake it
	freed    sync.Once
}

// start runs a program. It returns when the message has been passed on, or waits.
func (m *passage) start(acts []fakeserver.Act, programs *sync.WaitGroup) {
	m.free = make(chan struct{})
	size := len(m.whole)
	m.c.enter(size)
	programs.Go(func() {
		defer m.c.exit(size)
		defer m.letPass()
		m.run(acts)
	})
	<-m.free
}

func (m *passage) letPass() {
	if m.free != nil {
		m.freed.Do(func() { close(m.free) })
	}
}

// run does the actions, and then passes the message on.
func (m *passage) run(acts []fakeserver.Act) {
	for _, a := range acts {
		if m.c.dead.Err() != nil {
			return
		}
		waits := a.Name == "delay" || a.Name == "hold" || a.Name == "reorder"
		if waits { // who waits for it wants to know now
			m.tell(a, true)
		}
		if meaning := a.Do(m); !waits {
			m.tell(a, meaning)
		}
	}
	if !m.settled {
		m.Send()
	}
}

func (m *passage) tell(a fakeserver.Act, meaning bool) {
	if p := m.c.p; p.Tell != nil {
		p.Tell(Done{p.clk.Now(), m.c.n, a.Name, a.Place, a.Rule, m.words(), !meaning})
	}
}

// words say what the message is.
func (m *passage) words() string {
	switch {
	case m.text == nil && m.what.method == "":
		return m.from
	case m.what.id == nil:
		return m.from + " " + m.what.method
	}
	return fmt.Sprintf("%s %s (id %.40s)", m.from, m.what.method, m.what.id)
}

func (m *passage) Pause(d time.Duration) {
	if d > 0 {
		m.letPass()
		m.c.wait(d)
	}
}

func (m *passage) Hold(label string) {
	m.letPass()
	m.label, m.released = label, make(chan struct{})
	p := m.c.p
	p.mu.Lock()
	p.held = append(p.held, m)
	p.mu.Unlock()
	select {
	case <-m.released:
	case <-m.ends().Done():
		p.forget(m)
	}
}

// ends is over when nothing is waited for any more in the message's direction.
func (m *passage) ends() context.Context {
	if m.up {
		return m.c.ends[1]
	}
	return m.c.ends[0]
}

// forget takes a message that goes on from those that are held.
func (p *Proxy) forget(m *passage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, held := range p.held {
		if held == m {
			p.held = append(p.held[:i:i], p.held[i+1:]...)
			return
		}
	}
}

func (m *passage) Behind(answers int) {
	m.letPass()
	c := m.c
	c.mu.Lock()
	until := c.answered + answers
	for c.answered < until && m.ends().Err() == nil {
		turn := c.turn
		c.mu.Unlock()
		select {
		case <-turn:
		case <-m.ends().Done():
		}
		c.mu.Lock()
	}
	c.mu.Unlock()
}

func (m *passage) Send() {
	m.settled, m.sent = true, true
	for range 1 + m.copies {
		if m.text == nil || m.c.dead.Err() != nil {
			break
		}
		m.carrier.carry(m)
	}
	m.copies = 0
	if m.answers {
		m.c.passedAnswer(m.what)
	}
}

func (m *passage) Keep()            { m.settled = true }
func (m *passage) Repeat(times int) { m.copies += times }

func (m *passage) Edit(change func([]byte) []byte) {
	if _, ok := read(m.text); ok {
		m.text, m.edited = change(m.text), true
	}
}

func (m *passage) Reply(text func(json.RawMessage) []byte) {
	if m.answers || m.up && m.what.request() {
		m.text, m.edited, m.replied = text(m.what.id), true, m.up
	}
}

func (m *passage) Tear(at int) bool {
	if !m.carrier.tears() {
		return false
	}
	m.torn = at
	return true
}

func (m *passage) Style() *fakeserver.Style { return &m.style }

func (m *passage) Answered() json.RawMessage {
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	return m.c.lastID
}

func (m *passage) Raw(text []byte)         { m.carrier.raw(text) }
func (m *passage) Emit(text []byte)        { m.carrier.emit(text) }
func (m *passage) State(name string)       { m.c.p.Rules.SetState(name) }
func (m *passage) Stderr(text []byte) bool { return m.carrier.stderr(text) }
func (m *passage) Exit(code int) bool      { return m.carrier.exit(code) }

func (m *passage) Status(code int, set map[string]string, body []byte, withAnswer bool) bool {
	return m.web(func(a *answer) bool { return a.status(m, code, set, body, withAnswer) })
}

func (m *passage) Headers(set map[string]string) bool {
	return m.web(func(a *answer) bool { return a.headers(set) })
}

func (m *passage) Cut(at int) bool {
	return m.web(func(a *answer) bool { return a.limit(at, 0, "") })
}

func (m *passage) Encode(as, declare string, cut int) bool {
	return m.web(func(a *answer) bool { return a.encode(as, declare, cut) })
}

func (m *passage) CutEvent(n int, how string) bool {
	return m.web(func(a *answer) bool { return a.limit(0, n, how) })
}

func (m *passage) End(how string) bool {
	return m.web(func(a *answer) bool { m.settled = true; a.end(how); return true })
}

// web does something to the HTTP answer and reports whether there is one, and it was done.
func (m *passage) web(do func(*answer) bool) bool {
	a := m.carrier.web()
	return a != nil && do(a)
}

// bytes are what is written: as it came if nothing has changed it.
func (m *passage) bytes(framed func(text []byte) []byte) []byte {
	switch {
	case m.style.Framed():
		return framed(m.text)
	case m.edited:
		return append(m.text[:len(m.text):len(m.text)], m.whole[len(m.whole)-m.ending():]...)
	}
	return m.whole
}

// ending is the length of the line end.
func (m *passage) ending() int {
	n := len(m.whole)
	switch {
	case n > 1 && m.whole[n-2] == '\r' && m.whole[n-1] == '\n':
		return 2
	case n > 0 && m.whole[n-1] == '\n':
		return 1
	}
	return 0
}
