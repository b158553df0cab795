package pool

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// errUnwanted ends the opening of a connection whose users have all gone.
var errUnwanted = errors.New("nobody waits for the connection any more")

// entry is one connection and its owner. The fields below ready are guarded by the
// mutex of the pool.
type entry struct {
	p      *Pool
	server config.Server
	epoch  int // ordinal among the connections of servers of this name
	clk    clock.Clock
	ctx    context.Context // of opening it
	stop   context.CancelCauseFunc
	wake   chan struct{} // capacity 1: look again
	ready  chan struct{} // closed when conn or err is set; both stay

	conn      connect.Conn
	err       error
	users     []*view   // in the order in which they came
	idle      time.Time // when the last user went
	firstIdle time.Time // when that was so for the first time
	known
}

func newEntry(p *Pool, server config.Server, epoch int) *entry {
	e := &entry{
		p: p, server: server, epoch: epoch, clk: p.o.Clock,
		wake: make(chan struct{}, 1), ready: make(chan struct{}),
	}
	e.ctx, e.stop = context.WithCancelCause(p.ctx)
	return e
}

// run is the owner: it opens the connection, waits for its end and closes it.
func (e *entry) run(clk clock.Clock) {
	defer e.stop(errUnwanted)
	conn, err := e.p.o.Connector.Connect(e.ctx, e.server, connect.Options{
		Epoch: e.epoch, OnHandshake: e.handshake, OnNotification: e.notified,
	})
	e.p.mu.Lock()
	e.conn, e.err = conn, err
	if err != nil {
		e.evict()
	}
	close(e.ready)
	e.p.mu.Unlock()
	if err != nil {
		e.emit(event.Event{Kind: event.PoolClosed, Text: "failed", Err: err.Error()})
		return
	}
	why := e.watch(clk)
	err = conn.Close(context.Background())
	e.emit(event.Event{Kind: event.PoolClosed, Text: why, Err: facts.Text(err)})
}

// watch waits until the connection has to end, and says why. From then on it
// gets no new user, and those it has hear that it is gone.
func (e *entry) watch(clk clock.Clock) (why string) {
	for {
		e.p.mu.Lock()
		why, wait := e.verdict()
		var users []*view
		if why != "" {
			e.evict()
			users = slices.Clone(e.users)
		}
		e.p.mu.Unlock()
		if why == "" {
			e.rest(clk, wait)
			continue
		}
		for _, v := range users {
			v.end()
		}
		clock.Yield(clk) // the users give it back side by side with its end
		return why
	}
}

// verdict says why the connection has to end, or how long to wait before that is
// looked at again, 0 if only something that happens can change it. p.mu is held.
func (e *entry) verdict() (why string, wait time.Duration) {
	switch {
	case e.p.ctx.Err() != nil:
		return "pool closed", 0
	case clock.Closed(e.conn.Closed()):
		return "lost", 0
	case len(e.users) > 0:
		return "", 0
	case !e.known.anything(): // the next one had better try anew
		return "useless", 0
	}
	if wait = e.clk.Until(e.due()); wait <= 0 {
		return "idle", 0
	}
	return "", wait
}

// due is when a connection without users ends; p.mu is held.
func (e *entry) due() time.Time {
	limits := e.p.o.Limits
	due := e.idle.Add(limits.Drain)
	if last := e.firstIdle.Add(limits.MaxIdle); limits.MaxIdle > 0 && last.Before(due) {
		return last
	}
	return due
}

// rest waits until there may be something to do. Which of several reasons ends it
// does not matter: [entry.verdict] looks at all of them in one order.
func (e *entry) rest(clk clock.Clock, wait time.Duration) {
	var due <-chan time.Time
	if wait > 0 {
		timer := clk.NewTimer(wait)
		defer timer.Stop()
		due = timer.Chan()
	}
	select {
	case <-e.conn.Closed():
	case <-e.wake:
	case <-due:
	}
}

// release takes a user off the connection. Without users it drains, or is not even
// opened.
func (e *entry) release(v *view) {
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	i := slices.Index(e.users, v)
	if i < 0 {
		return
	}
	e.users = slices.Delete(e.users, i, i+1)
	e.emit(event.Event{Kind: event.PoolReleased, N: len(e.users)})
	if len(e.users) > 0 {
		return
	}
	e.idle = e.clk.Now()
	if e.firstIdle.IsZero() {
		e.firstIdle = e.idle
	}
	if !clock.Closed(e.ready) {
		e.evict()
		e.stop(errUnwanted)
	}
	e.signal()
}

// evict takes the connection out of the pool, so that the next user gets
// another one; p.mu is held.
func (e *entry) evict() {
	if id := e.server.ConnectionID; e.p.entries[id] == e {
		delete(e.p.entries, id)
	}
}

// handshake tells all who wait that initialize is about to be sent.
func (e *entry) handshake() {
	for _, v := range e.current() {
		if f := v.options.OnHandshake; f != nil {
			f()
		}
	}
}

// notified gives what the server announces to all users, in the order in which they
// came. A list that has changed is forgotten before the users hear of it.
func (e *entry) notified(method string, params []byte) {
	e.p.mu.Lock()
	switch method {
	case protocol.NotifyToolsChanged:
		e.tools.forget()
	case protocol.NotifyPromptsChanged:
		e.prompts.forget()
	case protocol.NotifyResourcesChanged:
		e.resources.forget()
		e.templates.forget()
	}
	e.p.mu.Unlock()
	for _, v := range e.current() {
		if f := v.options.OnNotification; f != nil {
			f(method, params)
			clock.Yield(v.clk) // the first one who hears of a change asks, the others wait for the answer
		}
	}
}

func (e *entry) current() []*view {
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	return slices.Clone(e.users)
}

// signal wakes the owner.
func (e *entry) signal() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

func (e *entry) emit(v event.Event) {
	v.Server, v.Conn, v.ID = e.server.Name, e.epoch, e.server.ConnectionID
	e.p.facts.Emit(Actor, v)
}
