package steps

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
)

// authorities are the authorization servers of a scenario: fakes as servers are, which the
// runtime has no definition of. The name of one is its host: NAME.test.
type authorities struct {
	noun
	all     map[string]*server
	order   []string
	secrets []string // of logins: guarded by the world's lock
}

func authoritySteps() []gherkin.Step {
	return gherkin.Noun("authorization server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `an authorization server "([^"]+)"`,
			Manual:  "opens a correct OAuth authorization server at http://NAME.test; servers name it in protected: {by: [NAME]} of their script",
			Example: `an authorization server "login"`, Func: (*authorities).declare},
		{Keyword: gherkin.Given, Pattern: `an authorization server "([^"]+)" with this script:`,
			Manual:  "opens one that follows a script: what it is below authorization, and rules with an endpoint",
			Example: `an authorization server "login" with this script:`, Func: (*authorities).declareScripted},
		{Keyword: gherkin.Then, Pattern: `the authorization server "([^"]+)" was asked (at most )?(\d+) times? for "([^"]+)"`,
			Manual:  "counts the requests to metadata, authorize, token, register, revoke or introspect; token refresh_token means those with this grant",
			Example: `the authorization server "login" was asked 1 time for "token refresh_token"`, Func: (*authorities).checkAsked},
		{Keyword: gherkin.Then, Pattern: `the authorization server "([^"]+)" authorized (at most )?(\d+) times?`,
			Manual:  "counts the authorization requests that were approved",
			Example: `the authorization server "login" authorized at most 3 times`, Func: (*authorities).checkAuthorized},
		{Keyword: gherkin.Then, Pattern: `request (\d+) to the authorization server "([^"]+)" for "([^"]+)" had:`,
			Manual:  "compares, one \"<name>: <value>\" per line: client, scope, resource, redirect, grant, method, life, challenge, verifier, state, reused, token, hint, others, issued, document, type, accept, empty, error",
			Example: `request 1 to the authorization server "login" for "token" had:`, Func: (*authorities).checkRequest},
		{Keyword: gherkin.Then, Pattern: `the authorization server "([^"]+)" never saw a client id of "([^"]+)"`,
			Manual:  "compares the clients of all requests with those that the other one registered or knew",
			Example: `the authorization server "second" never saw a client id of "first"`, Func: (*authorities).checkStrangers},
		{Keyword: gherkin.Then, Pattern: `every request to server "([^"]+)" after its first token has one, and no request to another server or in a URL`,
			Manual:  "looks at the Authorization header of each HTTP request, and for all secrets of logins in each URL",
			Example: `every request to server "docs" after its first token has one, and no request to another server or in a URL`, Func: (*authorities).checkBearers},
		{Keyword: gherkin.Then, Pattern: `no code, verifier, token or secret of a login is told`,
			Manual: "looks for each of them in what the runtime reports, returns and shows", Func: (*authorities).checkUntold},
	})
}

func (n *authorities) declare(name string) error { return n.add(name, &fakeserver.Script{}) }

func (n *authorities) declareScripted(name string, script *gherkin.DocString) error {
	parsed, err := originOf(script).Parse([]byte(script.Content))
	if err != nil {
		return err
	}
	return n.add(name, parsed)
}

// add opens an authorization server.
func (n *authorities) add(name string, script *fakeserver.Script) error {
	if n.servers[name] != nil || n.all[name] != nil {
		return fmt.Errorf("%q is declared twice", name)
	}
	if len(script.Authorization) == 0 {
		script.Authorization = fakeserver.Authorizations{{}}
	}
	if len(script.Authorization) == 1 && script.Authorization[0].Name == "" {
		script.Authorization[0].Name = name
	}
	s, err := n.fakeOf(name, httpServer, script)
	if err != nil {
		return err
	}
	n.mu.Lock()
	if n.all == nil {
		n.all = map[string]*server{}
	}
	n.all[name] = s
	n.order = append(n.order, name)
	n.mu.Unlock()
	return s.open()
}

// declared are all of them.
func (n *authorities) declared() (out []*server) {
	for _, name := range n.order {
		out = append(out, n.all[name])
	}
	return out
}

func (n *authorities) close() {
	for _, s := range n.declared() {
		s.fake.Close()
		s.shut()
	}
}

// elsewhere finds the authorization server that a protected server names. Fakes call it.
func (n *authorities) elsewhere(name string) (string, *fakeserver.Server) {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.all[name]
	if s == nil {
		return "", nil
	}
	return "http://" + name + ".test" + s.script.Authorization[0].Path, s.fake
}

// keepSecret is told of each secret of a login. Fakes call it.
func (n *authorities) keepSecret(text string) {
	n.hide(text)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.secrets = append(n.secrets, text)
}

// authority is an authorization server of a scenario.
func (n *authorities) authority(name string) (*server, error) {
	if s := n.all[name]; s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("no authorization server %q in this scenario; declared are %q", name, n.order)
}

// visits are the requests for an endpoint, with a grant if one is named.
func (n *authorities) visits(name, endpoint string) ([]fakeserver.Login, error) {
	s, err := n.authority(name)
	if err != nil {
		return nil, err
	}
	at, grant, _ := strings.Cut(endpoint, " ")
	if known := []string{"metadata", "authorize", "token", "register", "revoke", "introspect"}; !slices.Contains(known, at) {
		return nil, fmt.Errorf("there is no endpoint %q%s", at, words.DidYouMean(at, known))
	}
	var out []fakeserver.Login
	for _, e := range s.fake.Journal() {
		if e.Kind == fakeserver.KindLogin && string(e.Login.Endpoint) == at && (grant == "" || grant == e.Login.Grant) {
			out = append(out, *e.Login)
		}
	}
	return out, nil
}

func (n *authorities) checkAsked(name, most string, times int, endpoint string) error {
	got, err := n.visits(name, endpoint)
	if err != nil {
		return err
	}
	return checkCount(fmt.Sprintf("requests for %s to %s", endpoint, name), len(got), most != "", times)
}

// checkCount compares a number with the one that is wanted, or allowed at most.
func checkCount(what string, got int, atMost bool, want int) error {
	if atMost && got <= want {
		return nil
	}
	return same(what, got, want)
}

func (n *authorities) checkAuthorized(name, most string, times int) error {
	got, err := n.visits(name, "authorize")
	if err != nil {
		return err
	}
	got = slices.DeleteFunc(got, func(l fakeserver.Login) bool { return l.Error != "" })
	return checkCount("authorizations of "+name, len(got), most != "", times)
}

func (n *authorities) checkRequest(number int, name, endpoint string, want *gherkin.DocString) error {
	all, err := n.visits(name, endpoint)
	if err != nil {
		return err
	}
	if number < 1 || number > len(all) {
		return fmt.Errorf("%s was asked %s for %s", name, words.Count(len(all), "time"), endpoint)
	}
	has := all[number-1].Fields()
	var got, wanted []string
	for line := range strings.Lines(want.Content) {
		line = strings.TrimSpace(line)
		field, _, _ := strings.Cut(line, ":")
		if _, known := has[field]; !known {
			return fmt.Errorf("%q is no field of a request", field)
		}
		wanted = append(wanted, line)
		got = append(got, strings.TrimSpace(field+": "+has[field]))
	}
	return same(fmt.Sprintf("request %d for %s", number, endpoint), got, wanted)
}

// clients are the ids that an authorization server has given out, and those it knew.
func (n *authorities) clients(name string) ([]string, error) {
	registered, err := n.visits(name, "register")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, l := range registered {
		out = append(out, l.Issued)
	}
	for _, a := range n.all[name].script.Authorization {
		for _, c := range a.Clients {
			out = append(out, c.ID)
		}
	}
	return out, nil
}

func (n *authorities) checkStrangers(name, other string) error {
	s, err := n.authority(name)
	if err != nil {
		return err
	}
	foreign, err := n.clients(other)
	if err != nil {
		return err
	}
	if len(foreign) == 0 {
		return fmt.Errorf("%s has no clients that could be seen elsewhere", other)
	}
	for _, e := range s.fake.Journal() {
		if e.Kind == fakeserver.KindLogin && slices.Contains(foreign, e.Login.Client) {
			return fmt.Errorf("%s was asked for %s by %q, a client of %s", name, e.Login.Endpoint, e.Login.Client, other)
		}
	}
	return nil
}

func (n *authorities) checkUntold() error {
	if len(n.told()) == 0 {
		return errors.New("there was no login")
	}
	return n.checkLoginSecrets()
}

func (n *authorities) told() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.secrets)
}

// checkLoginSecrets looks for what must not be told of logins. Every scenario with an
// authorization server ends with it.
func (n *authorities) checkLoginSecrets() error {
	secrets := n.told()
	if len(secrets) == 0 || !n.started() {
		return nil
	}
	reported := n.reported()
	for _, secret := range secrets {
		err := n.checkNotReturned(secret)
		if strings.Contains(reported, secret) {
			err = n.checkNotTraced(secret)
		}
		if err != nil && len(secret) >= shortSecret {
			return fmt.Errorf("a secret of a login is told: %w", err)
		}
	}
	return nil
}

// reported are all events of the runtime, as text.
func (n *authorities) reported() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var b strings.Builder
	for e := range n.events.all() {
		if fromRuntime(e.Kind) {
			fmt.Fprintf(&b, "%+v\n", e)
		}
	}
	return b.String()
}
