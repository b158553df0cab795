package manager

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// errStopped is why the context of a stopped server ended.
var errStopped = errors.New("server stopped")

// server is one configured server and its owner. The fields below mu of the
// manager are read by anyone who holds it and written by the owner, except for
// the wishes.
type server struct {
	m      *Manager
	config config.Server // unresolved: nothing secret is kept (OMP-LC-29)
	clk    clock.Clock

	ctx    context.Context // ends when the server is stopped
	stop   context.CancelCauseFunc
	ended  chan struct{} // the owner has returned
	wake   chan struct{} // capacity 1: a wish was left
	retire sync.WaitGroup

	// Guarded by m.mu.
	state     State
	epoch     int      // connections begun so far
	conn      Conn     // usable connection; nil while there is none
	first     *outcome // of the first connect
	reconnect *outcome // wish or work under way; nil when there is none
	refresh   bool     // wish: list the tools again
	changed   chan struct{}
}

// outcome is a result somebody may wait for.
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
	defer close(s.ended)
	if clock.Turn(s.ctx, s.clk) == nil {
		s.start()
	}
	for s.ctx.Err() == nil {
		switch s.next() {
		case wantReconnect:
			s.climb()
		case wantRefresh:
			s.relist()
		}
	}
	s.end()
}

type want int

const (
	wantNothing want = iota
	wantReconnect
	wantRefresh
)

// next waits for something to do: the end, a lost connection or a wish.
func (s *server) next() want {
	for s.ctx.Err() == nil {
		s.m.mu.Lock()
		conn, wish := s.conn, s.reconnect != nil
		refresh := s.refresh && conn != nil
		s.refresh = s.refresh && !refresh
		s.m.mu.Unlock()
		var lost <-chan struct{}
		if conn != nil {
			lost = conn.Closed()
		}
		switch {
		case wish || isClosed(lost):
			return wantReconnect
		case refresh:
			return wantRefresh
		}
		select {
		case <-s.ctx.Done():
		case <-lost:
		case <-s.wake:
		}
	}
	return wantNothing
}

// start is the first connect. It has no ladder: a server that cannot be reached
// at first waits for a wish (F-18), unless its connection was lost during the
// listing, when the reconnect handling is already in place (OMP-LC-43).
func (s *server) start() {
	err := s.attempt(true)
	switch {
	case err == nil:
		s.m.settleFirst(s, nil)
	case errors.Is(err, errLostWhileListing):
		s.m.settleFirst(s, err)
		s.askReconnect()
	default:
		s.setState(Failed, err)
		s.m.settleFirst(s, err)
	}
}

// climb runs the reconnect ladder: an attempt at once and one after every wait
// (OMP-LC-94). The old tools stay visible; the old connection is torn down
// beside the first attempt (OMP-TP-110, A-15).
func (s *server) climb() {
	out := s.askReconnect()
	s.release()
	err := s.ladder()
	s.m.mu.Lock()
	s.reconnect = nil
	s.m.mu.Unlock()
	if err != nil && s.ctx.Err() == nil {
		s.setState(Failed, err)
		s.log("error", "MCP reconnect failed after retries", err)
	}
	out.settle(err)
}

func (s *server) ladder() error {
	for failed := 0; ; {
		s.emit(event.Event{Kind: event.AttemptStart, N: failed + 1})
		err := s.attempt(false)
		if err == nil || s.ctx.Err() != nil {
			return err
		}
		failed++
		s.emit(event.Event{Kind: event.AttemptFail, N: failed, Err: err.Error()})
		wait, more := s.m.policy.Reconnect.Delay(failed, 0)
		if !more {
			return err
		}
		s.setState(Backoff, err)
		s.emit(event.Event{Kind: event.BackoffWait, N: failed, After: wait})
		if err := clock.Sleep(s.ctx, s.clk, wait); err != nil {
			return err
		}
	}
}

// errLostWhileListing marks a connection that ended by itself between the
// handshake and the end of the first tools/list.
var errLostWhileListing = errors.New("connection lost while listing tools")

// attempt makes one connection and lists its tools; on success both are in the
// manager's view. A first attempt shows its connection before the listing, so
// that deferred tools can call early (F-23).
func (s *server) attempt(first bool) error {
	conn, err := s.connect()
	if err != nil {
		return err
	}
	if first {
		s.publish(conn)
	}
	s.setState(Listing, nil)
	tools, err := conn.ListTools(s.ctx)
	if err != nil {
		lost := isClosed(conn.Closed())
		s.publish(nil)
		s.discard(conn)
		if lost {
			return fmt.Errorf("%w: %w", errLostWhileListing, err)
		}
		return err
	}
	s.adopt(conn, tools)
	return nil
}

// connect opens a connection of a new epoch.
func (s *server) connect() (Conn, error) {
	s.m.mu.Lock()
	s.epoch++
	epoch := s.epoch
	s.m.mu.Unlock()
	s.setState(Connecting, nil)
	return s.m.connector.Connect(s.ctx, s.config, Life{
		Epoch:          epoch,
		OnHandshake:    func() { s.setState(Handshaking, nil) },
		OnNotification: s.notified,
	})
}

// adopt makes a listed connection the current one and its tools visible.
func (s *server) adopt(conn Conn, tools []json.RawMessage) {
	s.m.mu.Lock()
	stopped := s.ctx.Err() != nil
	if !stopped {
		s.conn = conn
	}
	s.m.mu.Unlock()
	if stopped { // a result of an older life changes nothing (U4)
		s.discard(conn)
		return
	}
	s.setState(Ready, nil)
	s.m.showLive(s, tools)
	s.m.writeCache(s, tools)
}

// relist follows notifications/tools/list_changed (OMP-TP-35, F-51).
func (s *server) relist() {
	s.m.mu.Lock()
	conn := s.conn
	s.m.mu.Unlock()
	tools, err := conn.ListTools(s.ctx)
	if err != nil {
		s.log("debug", "refreshing tools failed", err)
		return
	}
	s.m.showLive(s, tools)
	s.m.writeCache(s, tools)
}

// notified looks at a server notification and passes it on (OMP-TP-36).
func (s *server) notified(method string, params []byte) {
	if method == protocol.NotifyToolsChanged {
		s.m.mu.Lock()
		s.refresh = true
		s.m.mu.Unlock()
		s.poke()
	}
	if f := s.m.options.OnNotification; f != nil {
		f(s.config.Name, method, params)
	}
}

// askReconnect returns the reconnect under way, or leaves the wish for one.
// Everybody who asks meanwhile shares it.
func (s *server) askReconnect() *outcome {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.reconnect == nil {
		s.reconnect = newOutcome()
		s.poke()
	}
	return s.reconnect
}

func (s *server) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// publish shows or hides the usable connection.
func (s *server) publish(conn Conn) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.conn = conn
	s.broadcast()
}

// release gives up the current connection without waiting for its end.
func (s *server) release() {
	s.m.mu.Lock()
	conn := s.conn
	s.conn = nil
	s.broadcast()
	s.m.mu.Unlock()
	if conn != nil {
		s.discard(conn)
	}
}

// discard closes a connection beside the owner, who joins it at the end.
func (s *server) discard(conn Conn) {
	clk := clock.Named(s.m.clk, s.config.Name+"/close")
	s.retire.Add(1)
	go func() {
		defer s.retire.Done()
		// The owner goes first; a stopped server must still close.
		_ = clock.Turn(context.WithoutCancel(s.ctx), clk)
		s.closeConn(conn)
	}()
}

func (s *server) closeConn(conn Conn) {
	if err := conn.Close(); err != nil {
		s.log("debug", "closing connection failed", err)
	}
}

// end is the last thing an owner does.
func (s *server) end() {
	_ = clock.Turn(context.WithoutCancel(s.ctx), s.clk)
	s.m.mu.Lock()
	conn, out := s.conn, s.reconnect
	s.conn, s.reconnect = nil, nil
	s.m.mu.Unlock()
	if conn != nil {
		s.closeConn(conn)
	}
	s.retire.Wait()
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
	s.emit(event.Event{Kind: event.ServerState, Conn: epoch, From: string(from), To: string(to), Err: text(err)})
}

// broadcast wakes everybody who waits for a change; m.mu is held.
func (s *server) broadcast() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *server) emit(e event.Event) {
	e.Server = s.config.Name
	s.m.emit(s.config.Name, e)
}

func (s *server) log(level, message string, err error) {
	s.emit(event.Event{Kind: event.ServerLog, Name: level, Text: message, Err: text(err)})
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// isClosed reports whether ch is closed; a nil channel is not.
func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}
