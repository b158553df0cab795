package manager

import (
	"cmp"
	"context"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// planRetry says when a server whose reconnect has failed is tried again without
// being asked: never, unless it is remote and the policy retries those (D-07).
func (s *server) planRetry() {
	s.retryAt = time.Time{}
	if s.config.Transport() == config.Stdio {
		return
	}
	wait, more := s.m.policy.RetryRemote.Delay(s.retries, 0)
	if !more {
		return
	}
	s.retryAt = s.clk.Now().Add(wait)
	s.emit(event.Event{Kind: event.BackoffWait, N: s.retries, After: wait, Text: "after the ladder"})
}

// retryDue reports whether the moment of the next try has come.
func (s *server) retryDue() bool { return !s.retryAt.IsZero() && s.clk.Until(s.retryAt) <= 0 }

// retry makes one attempt. It gives way to a request for a reconnect, which
// makes all attempts anew.
func (s *server) retry() {
	s.retryAt = time.Time{}
	ctx, done := s.superseded()
	s.emit(event.Event{Kind: event.AttemptStart, N: s.retries + 1, Text: "after the ladder"})
	err := s.attempt(ctx, false)
	done()
	if err == nil || s.ctx.Err() != nil || context.Cause(ctx) == errSuperseded {
		return
	}
	s.emit(event.Event{Kind: event.AttemptFail, N: s.retries + 1, Err: err.Error(), Text: "after the ladder"})
	s.setState(Failed, err)
	s.retries++
	s.planRetry()
}

// rest waits until there may be something to do. Which of several reasons ends
// it does not matter: [server.next] looks at all of them in one order. With a
// connection there may be a pause before a refresh, without one a retry.
func (s *server) rest(lost <-chan struct{}, pause time.Duration) {
	var due <-chan time.Time
	if pause > 0 {
		s.throttled()
	}
	if pause > 0 || !s.retryAt.IsZero() {
		timer := s.clk.NewTimer(cmp.Or(pause, s.clk.Until(s.retryAt)))
		defer timer.Stop()
		due = timer.Chan()
	}
	select {
	case <-s.ctx.Done():
	case <-lost:
	case <-s.wake:
	case <-due:
	}
}
