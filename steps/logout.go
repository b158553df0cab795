package steps

import (
	"context"
	"errors"
	"maps"
	"slices"

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
		{Keyword: gherkin.Then, Pattern: `the user is logged in to "([^"]*)"`,
			Manual:  "compares the URLs of the servers that the store of credentials knows logins to, sorted",
			Example: `the user is logged in to "http://docs.test/mcp"`, Func: (*auth).checkLoggedIn},
		{Keyword: gherkin.Then, Pattern: `the user has (a|no) token for server "([^"]+)"`,
			Manual:  "asks for it without connecting, as a program does",
			Example: `the user has a token for server "docs"`, Func: checkAccessToken},
		{Keyword: gherkin.Then, Pattern: `the token for server "([^"]+)" cannot be had: "(.*)"`,
			Manual:  "asks for it likewise, and compares the error",
			Example: `the token for server "docs" cannot be had: "credentials cannot be read"`, Func: checkNoAccessToken},
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

func (a *auth) checkLoggedIn(urls []string) error {
	known, err := host.LoggedIn(context.Background(), a.stored)
	if err != nil {
		return err
	}
	for i, url := range urls {
		urls[i] = host.ServerURL(url)
	}
	return same("the logins of the store", slices.Sorted(maps.Keys(known)), urls)
}

func checkAccessToken(want string, s *server) error {
	got, err := host.AccessToken(context.Background(), nounOf[auth](s.w).stored, s.w.ground.hostEnv().Dial, s.config)
	return errors.Join(err, same("whether there is a token for server "+s.name, got != "", want == "a"))
}

func checkNoAccessToken(s *server, want string) error {
	_, err := host.AccessToken(context.Background(), nounOf[auth](s.w).stored, s.w.ground.hostEnv().Dial, s.config)
	if err == nil {
		return errors.New("it can be had")
	}
	return same("the error", err.Error(), want)
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
