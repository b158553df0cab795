package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// auth is what logins are about: stored credentials and who renews them.
type auth struct {
	noun
	stored   host.CredentialStore
	endpoint *endpoint // nil until one is declared
}

func (n *auth) enter(w *World) {
	n.noun.enter(w)
	n.stored = new(host.MemoryCredentials)
}

func authSteps() []gherkin.Step {
	return gherkin.Noun("auth", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `these credentials are stored:`,
			Manual: "stores what logins have left, or another process has renewed; columns id, access token, refresh token, expires in",
			Func:   (*auth).store},
		{Keyword: gherkin.When, Pattern: `another process stores these credentials:`, Manual: "as a login there leaves them; the same columns", Func: (*auth).store},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is defined with auth:`, Manual: "sets the auth settings of a server's definition, as JSON",
			Example: `server "docs" is defined with auth:`, Func: (*server).defineAuth},
		{Keyword: gherkin.Given, Pattern: `a token endpoint at "([^"]+)" that takes the refresh token "([^"]+)"`,
			Manual:  "each refresh token is good once: the first is answered with access-2 and refresh-2 for an hour, and so on; others get invalid_grant",
			Example: `a token endpoint at "http://auth.test/token" that takes the refresh token "refresh-1"`, Func: (*auth).open},
		{Keyword: gherkin.Given, Pattern: `credentials cannot be (read|written)`, Manual: "makes the store of credentials fail",
			Example: `credentials cannot be written`, Func: (*auth).fail},
		{Keyword: gherkin.Given, Pattern: `the token endpoint answers after (\S+)`,
			Manual: "delays every answer; what it will be is decided when the request arrives", Example: `the token endpoint answers after 2s`,
			Func: (*endpoint).delay},
		{Keyword: gherkin.Given, Pattern: `the token endpoint answers (\d+) with:`, Manual: "answers every request with a status and a body",
			Example: `the token endpoint answers 400 with:`, Func: (*endpoint).fix},
		{Keyword: gherkin.Given, Pattern: `the token endpoint answers (\d+) with "(.*)", (\d+) times "([^"]+)" and "(.*)"`,
			Manual:  "answers every request with a status and a body that tries a limit",
			Example: `the token endpoint answers 200 with "{", 100 times " " and "}"`, Func: (*endpoint).fixLong},
		{Keyword: gherkin.Given, Pattern: `the token endpoint breaks its answers off`, Manual: "ends each connection before the end of the answer",
			Func: (*endpoint).breakOff},
		{Keyword: gherkin.Given, Pattern: `the token endpoint cannot be reached`, Manual: "takes the token endpoint off the network",
			Func: (*endpoint).takeDown},
		{Keyword: gherkin.Then, Pattern: `these credentials are stored:`,
			Manual: "compares credentials with the store; columns id, access token, refresh token, expires in", Func: (*auth).check},
		{Keyword: gherkin.Then, Pattern: `the credential "([^"]+)" is shown as "([^"]*)" and its store as "([^"]*)"`,
			Manual: "compares what is printed and logged of them; of a login that comes with it, login(***)", Example: `the credential "login" is shown as "credential(***)" and its store as "…"`,
			Func: (*auth).checkShown},
		{Keyword: gherkin.Then, Pattern: `the token endpoint was asked (\d+) times?`, Manual: "counts the requests that reached the token endpoint",
			Example: `the token endpoint was asked 1 time`, Func: (*endpoint).checkAsked},
		{Keyword: gherkin.Then, Pattern: `request (\d+) to the token endpoint was:`,
			Manual:  "compares method and path, Content-Type, Accept and the fields of the form, one per line",
			Example: `request 1 to the token endpoint was:`, Func: (*endpoint).checkRequest},
	})
}

// env are the runtime's ways to values that definitions only name.
func (n *auth) env(s *host.Env) {
	if g, ok := n.ground.(*virtualGround); ok {
		s.Starter = nounOf[commands](n.World).starter(g, s.Starter)
	}
	s.Credentials = n.stored
}

// failing is a store that fails.
type failing struct {
	host.CredentialStore
	what string
}

func (s failing) err(what string) error {
	if s.what != what {
		return nil
	}
	return errors.New("credentials cannot be " + what)
}

func (s failing) Load(ctx context.Context, id string) (host.Credential, bool, error) {
	if err := s.err("read"); err != nil {
		return host.Credential{}, false, err
	}
	return s.CredentialStore.Load(ctx, id)
}

func (s failing) Change(ctx context.Context, id string, change func(host.Credential, bool) (host.Credential, error)) error {
	if err := s.err("written"); err != nil {
		return err
	}
	return s.CredentialStore.Change(ctx, id, change)
}

func (n *auth) fail(what string) error {
	n.stored = failing{n.stored, what}
	return nil
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

func (n *auth) store(t *gherkin.Table) error {
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
		if err := host.SaveCredential(n.life, n.stored, row["id"], c); err != nil {
			return err
		}
	}
	return nil
}

func (n *auth) check(t *gherkin.Table) error {
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

func (n *auth) checkShown(id, text, store string) error {
	c, _, err := n.stored.Load(n.life, id)
	if err != nil {
		return err
	}
	for _, shown := range []string{fmt.Sprintf("%v", c), fmt.Sprintf("%#v", c), c.LogValue().String()} {
		if err := same("what is shown of the credential", shown, text); err != nil {
			return err
		}
	}
	if l := c.Login; l != nil {
		if err := same("what is shown of the login", fmt.Sprintf("%v %#v", *l, *l), "login(***) login(***)"); err != nil {
			return err
		}
	}
	for _, shown := range []string{fmt.Sprintf("%v", n.stored), fmt.Sprintf("%#v", n.stored)} {
		if err := same("what is shown of the store", shown, store); err != nil {
			return err
		}
	}
	return nil
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

func (e *endpoint) fixLong(status int, begin string, times int, text, end string) error {
	return e.fix(status, &gherkin.DocString{Content: begin + strings.Repeat(text, times) + end})
}

func (e *endpoint) breakOff() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cut = true
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
