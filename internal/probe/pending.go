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

// pending is a request that was sent and whose answer is awaited later, so that
// something else can be sent meanwhile. Whoever starts one drops it.
type pending struct {
	c     *conn
	id    string
	begin int // frames that came before
	begun time.Time

	cancel context.CancelFunc // of the HTTP exchange; nil if there is none
	done   chan struct{}
	over   atomic.Bool // the exchange has ended
	reply  *reply      // read it when done is closed
}

// start sends a request. Over HTTP its answer is read until d has passed.
func (c *conn) start(method, params string, d time.Duration) (*pending, error) {
	id := c.bench.nextID()
	c.ids[strings.Trim(id, `"`)] = true
	p := &pending{c: c, id: id, begin: c.inbox.size(), begun: c.bench.target.Clock.Now()}
	raw := message(method, params, id)
	if c.process != nil || c.old != nil { // answers come by themselves
		return p, c.send(raw, anything)
	}
	c.bench.note("client", "sent", raw)
	ctx, cancel := clock.WithTimeout(c.bench.ctx, c.bench.target.Clock, d)
	p.cancel, p.done = cancel, make(chan struct{})
	go func() { // drop joins it
		defer close(p.done)
		p.reply = c.exchangeIn(ctx, cancel, http.MethodPost, raw, func(frames []frame) bool { return len(p.own(frames)) > 0 })
		c.bench.noteReply(p.reply)
		p.over.Store(true)
		c.inbox.poke()
	}()
	return p, nil
}

func (p *pending) answered(frames []frame) bool { return len(p.c.answers(frames, p.id)) > 0 }

// await returns the answer, or errSilent if there is none after d, or once the
// exchange has ended without one.
func (p *pending) await(d time.Duration) (frame, error) {
	err := p.c.inbox.await(p.c.bench.ctx, p.begin, d, func(frames []frame) bool {
		return p.over.Load() || p.answered(frames)
	})
	if p.over.Load() && err == nil {
		p.comeBack()
	}
	answers := p.c.answers(p.c.inbox.since(p.begin), p.id)
	switch {
	case len(answers) > 0:
		return answers[0], nil
	case err == nil:
		return frame{}, fmt.Errorf("%w: %s", errSilent, p.ending())
	case p.c.process != nil && errors.Is(err, errEnded):
		return frame{}, p.c.explain(err)
	}
	return frame{}, err
}

// ending says how an exchange without an answer ended.
func (p *pending) ending() string {
	if p.reply.err != nil {
		return p.reply.err.Error()
	}
	return fmt.Sprintf("HTTP %d with the body %s", p.reply.status, quote(p.reply.body))
}

// comeBack polls for the answer if the exchange ended without one.
func (p *pending) comeBack() {
	<-p.done // over is true
	if p.c.reply = p.reply; len(p.exact()) == 0 && p.reply.err == nil {
		p.c.poll(p.answered)
	}
}

// exact are the answers so far that carry the id of the request.
func (p *pending) exact() []frame { return p.own(p.c.inbox.since(p.begin)) }

func (p *pending) own(frames []frame) []frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f frame) bool { return !f.isResponse() || !alike(f.id(), p.id) })
}

// giveUp tells the server that the answer is not wanted any more.
func (p *pending) giveUp() error {
	return p.c.notify("notifications/cancelled", fmt.Sprintf(`{"requestId":%s,"reason":"not needed any more"}`, p.id))
}

// drop ends the exchange, answered or not.
func (p *pending) drop() {
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
