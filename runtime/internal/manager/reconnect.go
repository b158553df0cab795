package manager

import (
	"context"
	"errors"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// errSuperseded is why work ended that a request to reconnect made pointless.
var errSuperseded = errors.New("reconnect asked for")

// errNoReconnect is the outcome of a reconnect under a policy that makes none.
var errNoReconnect = errors.New("reconnecting is switched off")

// runReconnect makes the attempts of a reconnect: one at once and one after every wait
// (OMP-LC-94). The old tools stay visible; the old connection is torn down
// beside the first attempt (OMP-TP-110, A-15). If the breaker is open, no attempt is
// made: the connection goes, and the tools stay.
func (s *server) runReconnect() {
	err, suspended := errSuspended, s.suspended()
	out := s.requestReconnect()
	s.forgetLogin()
	s.release()
	if !suspended {
		err = s.retryLoop(s.ctx, s.m.policy.Reconnect, s.m.policy.retriesConnect())
	}
	s.m.mu.Lock()
	s.reconnect = nil
	s.m.mu.Unlock()
	if kept, ok := errors.AsType[*unlistedError](err); ok {
		s.log(event.Warn, "listing the tools failed", kept.error)
		err = nil
	}
	switch {
	case suspended:
		s.setState(Failed, err)
	case err == nil || s.ctx.Err() != nil:
	case s.m.policy.retriesConnect() && errors.Is(err, errLostWhileListing):
		s.requestReconnect()
	case errors.Is(err, errNoReconnect): // nothing was tried, so nothing has failed
		s.setState(Failed, nil)
	default:
		s.fail(err)
		s.log(event.Error, "MCP reconnect failed after retries", err)
		s.retries = 0
		s.planRetry(err)
	}
	out.settle(err)
	s.m.settleFirst(s, err)
}

// retriesConnect reports whether first connects have a schedule, so that every connect is
// like a first one.
func (p Policy) retriesConnect() bool { return p.Connect.Attempts != 0 }

// retryLoop makes attempts until one succeeds, there are no more of them, or ctx
// ends. Attempts that are like a first one succeed with the handshake.
func (s *server) retryLoop(ctx context.Context, schedule backoff.Schedule, first bool) error {
	err := errNoReconnect
	for failed := 0; ; failed++ {
		wait, more := schedule.Delay(failed, s.m.options.Rand(s.config.Name, s.epoch))
		if !more {
			return err
		}
		if wait = max(wait, s.leftAlone()); wait > 0 {
			s.setState(Backoff, err)
			s.emit(event.Event{Kind: event.BackoffWait, N: failed, After: wait})
			if err := clock.Sleep(ctx, s.clk, wait); err != nil {
				return err
			}
		}
		s.emit(event.Event{Kind: event.AttemptStart, N: failed + 1})
		err = s.heed(s.attempt(ctx, first))
		if err == nil || ctx.Err() != nil || first && wasConnected(err) {
			return err
		}
		s.emit(event.Event{Kind: event.AttemptFail, N: failed + 1, Err: err.Error()})
		if connect.Bothers(err) {
			return err
		}
	}
}

// heed remembers for how long the server asks to be left alone, if that is why
// something has failed and the policy listens. It returns err.
func (s *server) heed(err error) error {
	if asked := min(toolbridge.RetryAfter(err), s.m.policy.RetryAfter); asked > 0 {
		s.m.mu.Lock()
		s.alone = s.clk.Now().Add(asked)
		s.m.mu.Unlock()
	}
	return err
}

// leftAlone is how much of that time is left; it may be negative.
func (s *server) leftAlone() time.Duration {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	return s.clk.Until(s.alone)
}

// wasConnected reports whether an attempt failed after the handshake.
func wasConnected(err error) bool {
	_, kept := errors.AsType[*unlistedError](err)
	return kept || errors.Is(err, errLostWhileListing)
}

// superseded returns a context for work that a request to reconnect makes
// pointless. done must be called after the work.
func (s *server) superseded() (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.supersede = cancel
	if s.reconnect != nil {
		cancel(errSuperseded)
	}
	return ctx, func() {
		s.m.mu.Lock()
		defer s.m.mu.Unlock()
		s.supersede = nil
		cancel(context.Canceled)
	}
}

// requestReconnect returns the reconnect under way, or requests one. All who
// ask meanwhile share it. A first connect or a refresh
// gives way to it, however long that would still have waited for the server.
func (s *server) requestReconnect() *outcome {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.over { // the caller found the server before it was stopped
		refused := newOutcome()
		refused.settle(errStopped)
		return refused
	}
	if s.reconnect == nil {
		s.reconnect = newOutcome()
		if s.supersede != nil {
			s.supersede(errSuperseded)
		}
		s.signal()
	}
	return s.reconnect
}

// release gives up the current connection without waiting for its end.
func (s *server) release() {
	s.m.mu.Lock()
	conn := s.conn
	s.conn = nil
	s.broadcast()
	s.m.mu.Unlock()
	s.catalog.Unfollow()
	if conn != nil {
		s.discard(conn)
	}
}

// discard closes a connection beside the owner, who joins it at the end.
func (s *server) discard(conn connect.Conn) {
	clock.Go(&s.closing, s.m.clk, s.config.Name+"/discard", func(clock.Clock) { s.closeConn(conn) })
}

func (s *server) closeConn(conn connect.Conn) {
	if err := conn.Close(context.Background()); err != nil {
		s.log(event.Debug, "closing connection failed", err)
	}
}
