package manager

import (
	"cmp"
	"context"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
)

// planRetry says when a server whose reconnect has failed is tried again without
// being asked: never, unless it is remote and the policy retries those (D-07), and not if a
// user would be asked again.
func (s *server) planRetry(why error) {
	if s.config.Transport() == config.Stdio {
		return
	}
	if connect.Bothers(why) {
		return
	}
	wait, more := s.m.policy.RetryRemote.Delay(s.retries, 0)
	if !more {
		return
	}
	wait = max(wait, s.leftAlone())
	s.retryAt = s.clk.Now().Add(wait)
	s.emit(event.Event{Kind: event.BackoffWait, N: s.retries, After: wait, Text: "after the ladder"})
}

// retryDue reports whether the moment of the next try has come.
func (s *server) retryDue() bool { return !s.retryAt.IsZero() && s.clk.Until(s.retryAt) <= 0 }

// retry makes one attempt. It gives way to a request for a reconnect, which
// makes all attempts anew.
func (s *server) retry() {
	s.retryAt = time.Time{}
	s.forgetLogin()
	ctx, done := s.superseded()
	s.emit(event.Event{Kind: event.AttemptStart, N: s.retries + 1, Text: "after the ladder"})
	err := s.heed(s.attempt(ctx, false))
	done()
	if err == nil || s.ctx.Err() != nil || context.Cause(ctx) == errSuperseded {
		return
	}
	s.emit(event.Event{Kind: event.AttemptFail, N: s.retries + 1, Err: err.Error(), Text: "after the ladder"})
	s.fail(err)
	s.retries++
	s.planRetry(err)
}

// rest waits until there may be something to do. Which of several reasons ends
// it does not matter: [server.next] looks at all of them in one order. With a
// connection there may be a wait before a refresh, without one a retry.
func (s *server) rest(lost <-chan struct{}, wait time.Duration) {
	var due <-chan time.Time
	if wait > 0 || !s.retryAt.IsZero() {
		timer := s.clk.NewTimer(cmp.Or(wait, s.clk.Until(s.retryAt)))
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
