package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// auth is what logins are about: stored credentials and who renews them.
type auth struct {
	noun
	stored   host.MemoryCredentials
	endpoint *endpoint // nil until one is declared
}

func authSteps() []gherkin.Step {
	return gherkin.Noun("auth", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `these credentials are stored:`,
			Manual: "stores what logins have left, or another process has renewed; columns id, access token, refresh token, expires in",
			Func:   (*auth).store},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is defined with auth:`, Manual: "sets the auth settings of a server's definition, as JSON",
			Example: `server "docs" is defined with auth:`, Func: (*server).defineAuth},
		{Keyword: gherkin.Given, Pattern: `a token endpoint at "([^"]+)" that takes the refresh token "([^"]+)"`,
			Manual:  "each refresh token is good once: the first is answered with access-2 and refresh-2 for an hour, and so on; others get invalid_grant",
			Example: `a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"`, Func: (*auth).open},
		{Keyword: gherkin.Given, Pattern: `the token endpoint answers after (\S+)`,
			Manual: "delays every answer; what it will be is decided when the request arrives", Example: `the token endpoint answers after 2s`,
			Func: (*endpoint).delay},
		{Keyword: gherkin.Given, Pattern: `the token endpoint answers (\d+) with:`, Manual: "answers every request with a status and a body",
			Example: `the token endpoint answers 400 with:`, Func: (*endpoint).fix},
		{Keyword: gherkin.Given, Pattern: `the token endpoint cannot be reached`, Manual: "takes the token endpoint off the network",
			Func: (*endpoint).takeDown},
		{Keyword: gherkin.Then, Pattern: `these credentials are stored:`,
			Manual: "compares credentials with the store; columns id, access token, refresh token, expires in", Func: (*auth).check},
		{Keyword: gherkin.Then, Pattern: `the token endpoint was asked (\d+) times?`, Manual: "counts the requests that reached the token endpoint",
			Example: `the token endpoint was asked 1 time`, Func: (*endpoint).checkAsked},
		{Keyword: gherkin.Then, Pattern: `request (\d+) to the token endpoint was:`,
			Manual:  "compares method and path, Content-Type, Accept and the fields of the form, one per line",
			Example: `request 1 to the token endpoint was:`, Func: (*endpoint).checkRequest},
	})
}

// env are the runtime's ways to values that definitions only name.
func (n *auth) env(s *host.Env) {
	s.RunCommand = nounOf[commands](n.World).run
	s.Credentials = &n.stored
}

// hide keeps texts out of everything that is written about the scenario.
func (w *World) hide(texts ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range texts {
		if text != "" {
			w.secrets = append(w.secrets, text)
		}
	}
}

func (n *auth) store(t *godog.Table) error {
	all, err := rows(t, "id", "access token", "refresh token", "expires in")
	if err != nil {
		return err
	}
	for _, row := range all {
		c := host.Credential{Access: row["access token"], Refresh: row["refresh token"]}
		if row["expires in"] != "" {
			d, err := time.ParseDuration(row["expires in"])
			if err != nil {
				return err
			}
			c.Expires = n.now().Add(d)
		}
		n.hide(c.Access, c.Refresh)
		if err := n.stored.Save(n.life, row["id"], c); err != nil {
			return err
		}
	}
	return nil
}

func (n *auth) check(t *godog.Table) error {
	want, err := rows(t, "id", "access token", "refresh token", "expires in")
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, row := range want {
		c, found, err := n.stored.Load(n.life, row["id"])
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("there is no credential %q", row["id"])
		}
		left := ""
		if !c.Expires.IsZero() {
			left = c.Expires.Sub(n.now()).Round(time.Millisecond).String()
		}
		got = append(got, map[string]string{"id": row["id"], "access token": c.Access, "refresh token": c.Refresh, "expires in": left})
	}
	return same("the stored credentials", pick(got, want), want)
}

func (s *server) defineAuth(text *gherkin.DocString) error {
	if !json.Valid([]byte(text.Content)) {
		return errors.New("the auth settings are not JSON")
	}
	s.config.Auth = json.RawMessage(text.Content)
	return nil
}

func (n *auth) theEndpoint() (*endpoint, error) {
	if n.endpoint == nil {
		return nil, errors.New(`there is no token endpoint: say "a token endpoint at …" first`)
	}
	return n.endpoint, nil
}

func (e *endpoint) delay(takes time.Duration) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.takes = takes
	return nil
}

func (e *endpoint) fix(status int, body *gherkin.DocString) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.status, e.body = status, body.Content
	return nil
}

func (e *endpoint) takeDown() error {
	e.close()
	return nil
}

func (e *endpoint) checkAsked(n int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return same("requests to the token endpoint", len(e.requests), n)
}

func (e *endpoint) checkRequest(n int, want *gherkin.DocString) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n < 1 || n > len(e.requests) {
		return fmt.Errorf("the token endpoint was asked %d times", len(e.requests))
	}
	return same(fmt.Sprintf("request %d to the token endpoint", n), e.requests[n-1], want.Content)
}
