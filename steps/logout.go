package steps

import (
	"context"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// logout is the newest one.
type logout struct {
	noun
	attempt
	was, revoked bool
}

func logoutSteps() []gherkin.Step {
	return gherkin.Noun("logout", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the user logs out of server "([^"]+)"`, Manual: "has the program forget the login to a server and revoke its tokens",
			Example: `the user logs out of server "docs"`, Func: logOut},
		{Keyword: gherkin.Then, Pattern: `the logout came to "(.*)"`,
			Manual:  "compares what the newest one has done: no login, forgotten or forgotten and revoked; an error follows after a colon",
			Example: `the logout came to "forgotten and revoked"`, Func: (*logout).check},
	})
}

func logOut(s *server) error {
	o := nounOf[logout](s.w)
	env := s.w.ground.hostEnv()
	store := nounOf[auth](s.w).stored
	o.begin(s.w, "the logout", "user", func(ctx context.Context) (err error) {
		o.was, o.revoked, err = host.Logout(ctx, store, env.Dial, s.config.URL)
		return err
	})
	return s.w.ground.settle()
}

func (o *logout) check(want string) error {
	if err := o.ended(); err != nil {
		return err
	}
	got := "no login"
	switch {
	case o.revoked:
		got = "forgotten and revoked"
	case o.was:
		got = "forgotten"
	}
	if o.err != nil {
		got += ": " + o.err.Error()
	}
	return same("the logout", got, want)
}
