package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Pending is a request that was sent and whose answer is awaited later, so that
// something else can be sent meanwhile. The caller of [Conn.Start] drops it.
type Pending struct {
	ID    string // as JSON
	c     *Conn
	begin int // messages that came before
	begun time.Time

	kind   string             // see [Sent]
	cancel context.CancelFunc // of the HTTP exchange; nil if there is none
	done   chan struct{}
	over   atomic.Bool // the exchange has ended
	reply  *Reply      // read it when done is closed
}

// Start sends a request. Over HTTP its answer is read until d has passed.
func (c *Conn) Start(method, params string, d time.Duration) (*Pending, error) {
	return c.StartAs(c.NewID(), method, params, d)
}

// StartAs is [Conn.Start] with an id of the caller's, as JSON.
func (c *Conn) StartAs(id, method, params string, d time.Duration) (*Pending, error) {
	c.Use(id)
	p := &Pending{c: c, ID: id, begin: c.Size(), begun: c.bench.Target.Clock.Now()}
	raw := c.Message(method, params, id)
	if c.Pushed() {
		return p, c.Send(raw)
	}
	c.bench.noteSent(raw)
	c.talk.sending(raw)
	ctx, cancel := clock.WithTimeout(c.bench.context(), c.bench.Target.Clock, d)
	p.kind, p.cancel, p.done = Sent(raw), cancel, make(chan struct{})
	go func() { // Drop joins it
		defer close(p.done)
		p.reply = c.exchangeIn(ctx, cancel, http.MethodPost, raw, func(frames []Frame) bool { return len(p.own(frames)) > 0 })
		c.bench.noteReply(p.reply)
		p.over.Store(true)
		c.wake()
	}()
	return p, nil
}

// Took is how long ago the request was sent.
func (p *Pending) Took() time.Duration { return p.c.bench.Since(p.begun) }

func (p *Pending) answered(frames []Frame) bool { return len(p.c.Answers(frames, p.ID)) > 0 }

// Await returns the answer, or [ErrSilent] if there is none after d, or once the
// exchange has ended without one.
func (p *Pending) Await(d time.Duration) (Frame, error) {
	err := p.c.Await(p.begin, d, func(frames []Frame) bool {
		return p.over.Load() || p.answered(frames)
	})
	if p.over.Load() && err == nil {
		p.comeBack()
	}
	answers := p.c.Answers(p.c.From(p.begin), p.ID)
	switch {
	case len(answers) > 0:
		return answers[0], nil
	case err == nil:
		return Frame{}, fmt.Errorf("%w: %s", ErrSilent, p.ending())
	case p.c.Process != nil && errors.Is(err, ErrEnded):
		return Frame{}, p.c.Explain(err)
	}
	return Frame{}, err
}

// ending says how an exchange without an answer ended.
func (p *Pending) ending() string {
	if p.reply.Err != nil {
		return p.reply.Err.Error()
	}
	return p.reply.String()
}

// comeBack polls for the answer if the exchange ended without one.
func (p *Pending) comeBack() {
	<-p.done // over is true
	if p.c.Reply = p.reply; len(p.Exact()) == 0 && p.reply.Err == nil {
		p.c.Poll(p.answered)
	}
}

// AwaitUntil waits at most d for an answer, the end of the exchange, or a message
// for which stop holds, and returns whether there is one. The error is as that of
// [Pending.Await].
func (p *Pending) AwaitUntil(d time.Duration, stop func(Frame) bool) (bool, error) {
	stops := func(frames []Frame) bool { return slices.ContainsFunc(frames, stop) }
	err := p.c.Await(p.begin, d, func(frames []Frame) bool { return stops(frames) || p.over.Load() || p.answered(frames) })
	return stops(p.c.From(p.begin)), err
}

// Exact are the answers so far that carry the id of the request.
func (p *Pending) Exact() []Frame { return p.own(p.c.From(p.begin)) }

func (p *Pending) own(frames []Frame) []Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f Frame) bool { return !f.Answers(p.ID) })
}

// GiveUp tells the server that the answer is not wanted any more.
func (p *Pending) GiveUp() error {
	return p.c.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s,"reason":"not needed any more"}`, p.ID))
}

// Drop ends the exchange, answered or not.
func (p *Pending) Drop() {
	if p.done == nil {
		return
	}
	left := !p.over.Load()
	p.cancel()
	<-p.done
	if left && len(p.Exact()) == 0 {
		p.c.bench.ledger.leave(p.kind)
	}
}

// Left is the kind of the request whose exchange over HTTP was closed before its answer came, if
// the server has said nothing since, in any check; "" = it has, or there is none. See [Sent].
func (b *Bench) Left() string {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.left
}

// leave keeps that a message of this kind was left; with "", that the server has said something.
func (l *ledger) leave(kind string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = kind
}

// Polled reports whether the exchange has ended without the answer, which the server
// keeps to be fetched.
func (p *Pending) Polled() bool { return p.over.Load() && len(p.Exact()) == 0 }

// Overtake awaits an answer that may never come: no longer than a ping sent after
// it takes, and a while.
func (p *Pending) Overtake() (Frame, error) {
	if err := p.c.pingPast(p.begin, p.c.Patience(), p.answered); err != nil {
		return Frame{}, p.c.Explain(err)
	}
	return p.Await(overtakeAfter)
}
