package probe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// Pending is a request that was sent and whose answer is awaited later, so that
// something else can be sent meanwhile. Whoever starts one drops it.
type Pending struct {
	c     *Conn
	ID    string
	Begin int // frames that came before
	Begun time.Time

	cancel context.CancelFunc // of the HTTP exchange; nil if there is none
	done   chan struct{}
	Over   atomic.Bool // the exchange has ended
	reply  *Reply      // read it when done is closed
}

// Start sends a request. Over HTTP its answer is read until d has passed.
func (c *Conn) Start(method, params string, d time.Duration) (*Pending, error) {
	id := c.bench.NextID()
	c.IDs[strings.Trim(id, `"`)] = true
	p := &Pending{c: c, ID: id, Begin: c.Inbox.Size(), Begun: c.bench.Target.Clock.Now()}
	raw := Message(method, params, id)
	if c.Process != nil || c.Old != nil { // answers come by themselves
		return p, c.Send(raw, Anything)
	}
	c.bench.note("client", "sent", raw)
	ctx, cancel := clock.WithTimeout(c.bench.Ctx, c.bench.Target.Clock, d)
	p.cancel, p.done = cancel, make(chan struct{})
	go func() { // drop joins it
		defer close(p.done)
		p.reply = c.exchangeIn(ctx, cancel, http.MethodPost, raw, func(frames []Frame) bool { return len(p.own(frames)) > 0 })
		c.bench.NoteReply(p.reply)
		p.Over.Store(true)
		c.Inbox.poke()
	}()
	return p, nil
}

func (p *Pending) Answered(frames []Frame) bool { return len(p.c.Answers(frames, p.ID)) > 0 }

// Await returns the answer, or errSilent if there is none after d, or once the
// exchange has ended without one.
func (p *Pending) Await(d time.Duration) (Frame, error) {
	err := p.c.Inbox.Await(p.c.bench.Ctx, p.Begin, d, func(frames []Frame) bool {
		return p.Over.Load() || p.Answered(frames)
	})
	if p.Over.Load() && err == nil {
		p.comeBack()
	}
	answers := p.c.Answers(p.c.Inbox.Since(p.Begin), p.ID)
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
	return fmt.Sprintf("HTTP %d with the body %s", p.reply.Status, Quote(p.reply.Body))
}

// comeBack polls for the answer if the exchange ended without one.
func (p *Pending) comeBack() {
	<-p.done // over is true
	if p.c.Reply = p.reply; len(p.Exact()) == 0 && p.reply.Err == nil {
		p.c.Poll(p.Answered)
	}
}

// Exact are the answers so far that carry the id of the request.
func (p *Pending) Exact() []Frame { return p.own(p.c.Inbox.Since(p.Begin)) }

func (p *Pending) own(frames []Frame) []Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f Frame) bool { return !f.IsResponse() || !Alike(f.ID(), p.ID) })
}

// GiveUp tells the server that the answer is not wanted any more.
func (p *Pending) GiveUp() error {
	return p.c.Notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s,"reason":"not needed any more"}`, p.ID))
}

// Drop ends the exchange, answered or not.
func (p *Pending) Drop() {
	if p.done != nil {
		p.cancel()
		<-p.done
	}
}

// poke lets those who wait look again.
func (b *inbox) poke() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tell()
}

// Overtake awaits an answer that may never come: no longer than a ping sent after
// it takes, and a while.
func (c *Conn) Overtake(p *Pending) (Frame, error) {
	id := c.bench.NextID()
	c.IDs[id] = true
	if err := c.Send(Message("ping", "", id), Anything); err != nil {
		return Frame{}, err
	}
	err := c.Inbox.Await(c.bench.Ctx, p.Begin, c.Patience(), func(frames []Frame) bool {
		return p.Answered(frames) || slices.ContainsFunc(frames, func(f Frame) bool { return f.IsResponse() && Alike(f.ID(), id) })
	})
	if err != nil {
		return Frame{}, c.Explain(err)
	}
	return p.Await(overtakeAfter)
}
