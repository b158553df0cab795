package manager

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
)

// fail is the end of all attempts. A server that wants a login is left alone until there is
// one, which may be the work of another process (X-LOGIN-8).
func (s *server) fail(err error) {
	login := connect.LoginOf(err)
	if login == nil {
		s.setState(Failed, err)
		return
	}
	s.setState(NeedsLogin, err)
	ctx, cancel := context.WithCancel(s.ctx)
	s.forgetLogin()
	s.unawait = cancel
	clock.Go(&s.closing, s.m.clk, s.config.Name+"/login", func(clock.Clock) {
		if login.Await(ctx) == nil {
			s.requestReconnect()
		}
	})
}

// forgetLogin ends the wait for a login, if there is one.
func (s *server) forgetLogin() {
	if s.unawait != nil {
		s.unawait()
	}
}
