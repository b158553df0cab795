package manager

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/catalog"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
)

// errStopped is why the context of a stopped server ended.
var errStopped = errors.New("server stopped")

// server is one configured server and its owner. The fields below mu of the
// manager are written by the owner alone, except for the requests.
type server struct {
	m      *Manager
	config config.Server // unresolved: nothing secret is kept (OMP-LC-29)
	clk    clock.Clock
	old    *server // owner of an earlier life, which ends first; nil if none
	left   *server // the same of one that was stopped
	purged bool    // of what old offered, consumers hear that it is gone

	catalog *catalog.Mirror // what there is besides tools

	ctx     context.Context // ends when the server is stopped
	stop    context.CancelCauseFunc
	ended   chan struct{} // the owner has returned
	wake    chan struct{} // capacity 1: a request was made
	closing sync.WaitGroup

	// Guarded by m.mu.
	state      State
	epoch      int                     // connections begun so far
	conn       connect.Conn            // usable connection; nil while there is none
	first      *outcome                // of the first connect
	background bool                    // the Start that waited for first has returned
	reconnect  *outcome                // requested or under way; nil when there is none
	supersede  context.CancelCauseFunc // ends work that a reconnect makes pointless
	refresh    bool                    // requested: list the tools again
	again      time.Time               // when to do so unasked, after a notice; zero = not
	unasked    bool                    // the list under way is that of again
	paced      catalog.Paced           // the lists of tools on this connection
	shown      []json.RawMessage       // the definitions in the view, before any filter; nil if there are none
	live       bool                    // they were listed, not cached
	filter     config.Server           // whose filters apply
	throttle   bool                    // that lists change too often was reported
	breaker    breaker                 // counts reconnects that were not asked for
	alone      time.Time               // the server asked to be left alone until then
	over       bool                    // the owner looks at no request any more
	changed    chan struct{}

	// The owner's alone.
	retries int                // failed tries after the retry loop
	retryAt time.Time          // of the next one; zero = there is none
	unawait context.CancelFunc // ends the wait for a login; nil = there is none
}

// resting reports whether a new start is needed before anything happens again;
// m.mu is held.
func (s *server) resting() bool {
	return (s.state.GivenUp() || s.state == Held) && s.reconnect == nil
}

// outcome is a result that callers may wait for.
type outcome struct {
	done chan struct{} // closed when err is set
	err  error
}

func newOutcome() *outcome { return &outcome{done: make(chan struct{})} }

func (o *outcome) settle(err error) {
	o.err = err
	close(o.done)
}

// run is the owner: the life of a server from the first connect to its end.
func (s *server) run() {
	defer s.finished()
	if s.left != nil {
		<-s.left.ended
		s.left = nil
	}
	if s.old != nil {
		s.awaitPredecessor()
	}
	clock.Yield(s.clk)
	if s.ctx.Err() == nil {
		s.start()
	}
	for s.ctx.Err() == nil {
		switch s.next() {
		case wantReconnect:
			s.retryAt = time.Time{}
			s.runReconnect()
		case wantRefresh:
			s.relist()
		case wantRetry:
			s.retry()
		}
	}
	s.end()
}

// awaitPredecessor waits for the end of the earlier life. Disconnect, purge, connect: in
// this order (QWEN-49).
func (s *server) awaitPredecessor() {
	s.old.stop(errStopped)
	<-s.old.ended
	if s.purged {
		s.m.toolsChanged(s.config.Name)
		s.old.catalog.Withdraw()
	}
	s.old = nil
}

type want int

const (
	wantNothing want = iota
	wantReconnect
	wantRefresh
	wantRetry
)

// next waits for something to do: the end, a lost connection, a request, or the
// moment of a retry.
func (s *server) next() want {
	for s.ctx.Err() == nil {
		s.m.mu.Lock()
		conn, requested := s.conn, s.reconnect != nil
		refresh, wait := s.takeRefresh()
		late := s.refresh && wait > 0
		s.m.mu.Unlock()
		var lost <-chan struct{}
		if conn != nil {
			lost = conn.Closed()
		}
		switch {
		case requested || clock.Closed(lost):
			return wantReconnect
		case refresh:
			return wantRefresh
		case s.retryDue():
			return wantRetry
		}
		if late {
			s.throttled()
		}
		s.rest(lost, wait)
	}
	return wantNothing
}

// start is the first connect. A server that cannot be reached then waits for a
// request (F-18), unless its connection was lost during the listing, when the reconnect
// handling is already in place (OMP-LC-43). A request to reconnect cuts it short; its
// outcome is that of the reconnect then.
func (s *server) start() {
	ctx, done := s.superseded()
	err := s.discover(ctx)
	done()
	kept, unlisted := errors.AsType[*unlistedError](err)
	switch {
	case err == nil:
		s.m.settleFirst(s, nil)
	case s.ctx.Err() != nil || context.Cause(ctx) == errSuperseded:
	case unlisted:
		s.m.settleFirst(s, kept.error)
	case errors.Is(err, errLostWhileListing):
		s.m.settleFirst(s, err)
		s.requestReconnect()
	default:
		s.fail(err)
		s.m.settleFirst(s, err)
	}
}

// finished is the very last thing an owner does.
func (s *server) finished() {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	close(s.ended)
	if s.m.leaving[s.config.Name] == s {
		delete(s.m.leaving, s.config.Name)
	}
}

// signal wakes the owner, which looks for requests then.
func (s *server) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// end is the last thing an owner does.
func (s *server) end() {
	clock.Yield(s.clk)
	s.catalog.Close()
	s.m.mu.Lock()
	conn, out := s.conn, s.reconnect
	s.conn, s.reconnect, s.over = nil, nil, true
	s.m.mu.Unlock()
	if conn != nil {
		s.closeConn(conn)
	}
	s.closing.Wait()
	s.setState(Closed, nil)
	if out != nil {
		out.settle(errStopped)
	}
	s.m.settleFirst(s, errStopped)
}

// setState records a transition and wakes who waits for one.
func (s *server) setState(to State, err error) {
	s.m.mu.Lock()
	from := s.state
	s.state = to
	epoch := s.epoch
	s.broadcast()
	s.m.mu.Unlock()
	if from == to {
		return
	}
	s.emit(event.Changed(from, to, epoch, facts.Text(err)))
}

// broadcast wakes all who wait for a change; m.mu is held.
func (s *server) broadcast() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *server) emit(e event.Event) {
	e.Server = s.config.Name
	s.m.facts.Emit(s.config.Name, e)
}

func (s *server) log(level event.Level, message string, err error) {
	s.emit(event.Log(level, message, facts.Text(err)))
}
