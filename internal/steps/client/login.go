package client

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/internal/words"
)

func loginSteps() []gherkin.Step {
	return gherkin.Noun("login", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the client can log in`, Manual: "not observed if it does not at a correct server that asks for a token", Func: (*World).canLogIn},
		{Keyword: gherkin.Given, Pattern: `a login at this server:`,
			Manual: "a script with authorization: the client is asked for " + clientcheck.LoginScenario, Func: (*World).login},
		{Keyword: gherkin.Given, Pattern: `a login for "([^"]+)" at this server:`, Manual: "the same, and its MCP_CONFORMANCE_SCENARIO",
			Example: `a login for "auth/scope-step-up" at this server:`, Func: (*World).loginFor},
		{Keyword: gherkin.Then, Pattern: `the client asks for "([^"]+)" at "([^"]+)"`, Manual: "an endpoint of a login, by its path",
			Example: `the client asks for "metadata" at "/.well-known/openid-configuration"`, Func: asksAt},
		{Keyword: gherkin.Then, Pattern: `the client registers`, Manual: "not observed if it does not look for an authorization server", Func: registers},
		{Keyword: gherkin.Then, Pattern: `the client asks for the path "([^"]+)"`, Manual: "whether there is something or not",
			Example: `the client asks for the path "/.well-known/oauth-protected-resource"`, Func: asksPath},
		{Keyword: gherkin.Then, Pattern: `no request presents a token before one was given`, Manual: "to the server, in the header Authorization; not observed without login", Func: inventsEarly},
		{Keyword: gherkin.Then, Pattern: `the client never asks for the path "([^"]+)"`, Manual: "with any query",
			Example: `the client never asks for the path "/elsewhere"`, Func: neverAsksPath},
		{Keyword: gherkin.Then, Pattern: `the client asks for "([^"]+)" at most (\d+) times?`, Manual: "an endpoint of a login, and a grant if one is named",
			Example: `the client asks for "token refresh_token" at most 3 times`, Func: asksAtMost},
		{Keyword: gherkin.Then, Pattern: `the client never asks for "([^"]+)"`, Manual: "an endpoint of a login, and a grant if one is named",
			Example: `the client never asks for "authorize"`, Func: neverAsks},
		{Keyword: gherkin.Then, Pattern: `each "([^"]+)" has the (client|challenge|verifier|state|method) "([^"]*)"`,
			Manual: "not observed if there is none", Example: `each "authorize" has the challenge "S256"`, Func: eachHas},
		{Keyword: gherkin.Then, Pattern: `each "([^"]+)" has the resource of the server`, Manual: "its URL or its origin, and the same each time; not observed if there is none",
			Example: `each "authorize" has the resource of the server`, Func: eachNamesServer},
		{Keyword: gherkin.Then, Pattern: `the server takes the token`, Manual: "no request that carries it is refused; not observed if one lacks it", Func: takenToken},
		{Keyword: gherkin.Then, Pattern: `each "([^"]+)" has the resource "([^"]+)" of the server`, Manual: "the path of its URL, which its metadata name, too; not observed if the resource is no URL, or is missing",
			Example: `each "authorize" has the resource "/mcp" of the server`, Func: eachNamesPath},
		{Keyword: gherkin.Then, Pattern: `no code of "([^"]+)" is used`, Manual: "an authorization server whose answers cannot be trusted; that the client asks anew is good",
			Example: `no code of "first" is used`, Func: usesNoCode},
		{Keyword: gherkin.Then, Pattern: `no code is used twice`, Manual: "in requests for tokens: there are no more of them than authorizations; not observed if no code is used", Func: usesCodesOnce},
		{Keyword: gherkin.Then, Pattern: `no code of authorization (\d+) is used`, Manual: "counted from 1: its answer cannot be trusted; not observed if there are fewer",
			Example: "no code of authorization 2 is used", Func: usesNoCodeOfNumber},
		{Keyword: gherkin.Then, Pattern: `the login does not fail for what it sends`,
			Manual: "to the endpoints register, authorize and token; not observed if it asks for none", Func: sendsWhatIsTaken},
		{Keyword: gherkin.Then, Pattern: `a login that was begun is completed`,
			Manual: "a call with a token follows requests for the metadata of an authorization server, or its endpoints; not observed if there are none", Func: completesLogin},
		{Keyword: gherkin.Then, Pattern: `no "([^"]+)" is refused`, Manual: "not observed if there is none", Example: `no "token refresh_token" is refused`, Func: noneRefused},
	})
}

func (w *World) canLogIn() error {
	return w.requires(clientcheck.PlainLogin(w.bench.Target.Timeout, w.modern), func(r *clientcheck.Run) error {
		if trouble := r.LoggedIn(); trouble != nil {
			return verdict.NotObserved("the client does not log in at a correct server: %s", trouble)
		}
		return nil
	})
}

func (w *World) login(script *gherkin.DocString) error {
	return w.loginFor(clientcheck.LoginScenario, script)
}

func (w *World) loginFor(scenario string, script *gherkin.DocString) error {
	if err := w.asked(scenario); err != nil {
		return err
	}
	if err := w.server(script); err != nil || !w.modern {
		return err
	}
	w.situation = w.situation.WithoutHandshake()
	return nil
}

// visits are the requests for "token refresh_token".
func visits(r *clientcheck.Run, what string) []clientcheck.Visit {
	endpoint, grant, _ := strings.Cut(what, " ")
	return r.Visits(endpoint, grant)
}

// someVisits is not observed if there are none.
func someVisits(r *clientcheck.Run, what string) ([]clientcheck.Visit, error) {
	all := visits(r, what)
	if len(all) == 0 {
		return nil, verdict.NotObserved("the client does not ask for %s; it %s%s", what, r.End(), r.LastWords())
	}
	return all, nil
}

func asksAt(r *clientcheck.Run, endpoint, path string) error {
	for _, h := range r.Heads() {
		if string(h.Endpoint) == endpoint && strings.SplitN(h.Text, "?", 2)[0] == path {
			return nil
		}
	}
	return fmt.Errorf("the client does not ask for the %s at %s; it %s%s", endpoint, path, r.End(), r.LastWords())
}

func registers(r *clientcheck.Run) error {
	if _, err := someVisits(r, "metadata"); err != nil {
		return err
	}
	return verdict.FailedIf(len(visits(r, "register")) == 0, "the client does not register; it %s%s", r.End(), r.LastWords())
}

func asksPath(r *clientcheck.Run, path string) error {
	return verdict.FailedIf(!r.Asks(path), "the client does not ask for %s; it %s%s", path, r.End(), r.LastWords())
}

func neverAsksPath(r *clientcheck.Run, path string) error {
	return verdict.FailedIf(r.Asks(path), "the client asks for %s", path)
}

func asksAtMost(r *clientcheck.Run, what string, most int) error {
	n := len(visits(r, what))
	return verdict.FailedIf(n > most, "the client asks for %s %s", what, words.Count(n, "time"))
}

func neverAsks(r *clientcheck.Run, what string) error {
	return verdict.FailedIf(len(visits(r, what)) > 0, "the client asks for %s all the same", what)
}

func eachHas(r *clientcheck.Run, what, field, want string) error {
	all, err := someVisits(r, what)
	if err != nil {
		return err
	}
	looked := false
	for _, v := range all {
		got := v.Fields()[field]
		if field == "verifier" && (got == "unknown" || got == "" && v.Error != "") {
			continue // a code that is none, and what is refused before it is looked at, are the business of OAC-46
		}
		looked = true
		if got != want {
			return fmt.Errorf("a request for %s has the %s %q", what, field, got)
		}
	}
	return verdict.NotObservedIf(!looked, "each request for %s is refused before its %s is looked at", what, field)
}

func eachNamesServer(r *clientcheck.Run, what string) error {
	all, err := someVisits(r, what)
	if err != nil {
		return err
	}
	first := ""
	if asked := r.Visits("authorize", ""); len(asked) > 0 {
		first = asked[0].Resource
	}
	for _, v := range all {
		u, err := url.Parse(v.Resource)
		switch {
		case v.Resource == "":
			return fmt.Errorf("a request for %s has no resource", what)
		case err != nil || u.Host == "" || u.Fragment != "" || u.Path != "" && u.Path != "/" && strings.TrimSuffix(u.Path, "/") != "/mcp":
			return fmt.Errorf("a request for %s has the resource %q, which is not that of the server", what, v.Resource)
		case first != "" && v.Resource != first:
			return fmt.Errorf("a request for %s has the resource %q, the authorization was for %q", what, v.Resource, first)
		}
	}
	return nil
}

// takenToken is for servers that take every token that is for them.
func takenToken(r *clientcheck.Run) error {
	at, err := given(r)
	if err != nil {
		return err
	}
	if wrong := carriesToken(r); wrong != nil {
		return verdict.NotObserved("see OAC-01: %s", wrong)
	}
	for _, v := range r.Visits("challenge", "") {
		if v.Place > at {
			return fmt.Errorf("the server refuses the token, which was asked for with the resource %q", r.Visits("token", "")[0].Resource)
		}
	}
	return nil
}

// eachNamesPath looks for the path of the server in what eachNamesServer takes for its URL.
func eachNamesPath(r *clientcheck.Run, what, path string) error {
	if wrong := eachNamesServer(r, what); wrong != nil {
		return verdict.NotObserved("the resource is not that of the server: %s", wrong)
	}
	for _, v := range visits(r, what) {
		u, err := url.Parse(v.Resource)
		if err != nil || strings.TrimSuffix(u.Path, "/") != path {
			return fmt.Errorf("a request for %s has the resource %q, which may be that of another server at the same origin", what, v.Resource)
		}
	}
	return nil
}

// inventsEarly is about what comes before the first token.
func inventsEarly(r *clientcheck.Run) error {
	at, err := given(r)
	for _, h := range r.AtEndpoint(0) {
		if scheme, _, _ := strings.Cut(h.Header.Get("Authorization"), " "); (err != nil || h.Place < at) && strings.EqualFold(scheme, "Bearer") {
			return fmt.Errorf("a %s presents a token, and none was given yet", h.Verb)
		}
	}
	return err
}

// usesNoCode looks at the last authorization before each request for a token: its code is the
// one that is used.
func usesNoCode(r *clientcheck.Run, of string) error {
	asked := r.Visits("authorize", "")
	if len(asked) == 0 {
		return verdict.NotObserved("the client asks for no authorization; it %s%s", r.End(), r.LastWords())
	}
	for _, t := range r.Visits("token", "authorization_code") {
		last := ""
		for _, a := range asked {
			if a.Place < t.Place {
				last = a.Authorization
			}
		}
		if last == of {
			return fmt.Errorf("%s is asked for a token with the code that came from %s", t.Authorization, of)
		}
	}
	return nil
}

// usesCodesOnce counts: each authorization gives one code.
func usesCodesOnce(r *clientcheck.Run) error {
	given, used := r.Visits("authorize", ""), r.Visits("token", "authorization_code")
	if len(given) == 0 || len(used) == 0 {
		return verdict.NotObserved("the client uses no code; it %s%s", r.End(), r.LastWords())
	}
	return verdict.FailedIf(len(used) > len(given), "%s, and a token is asked for %s", words.Count(len(given), "authorization"), words.Count(len(used), "time"))
}

// usesNoCodeOfNumber is [usesNoCode] of one authorization among those of a run.
func usesNoCodeOfNumber(r *clientcheck.Run, n int) error {
	asked := r.Visits("authorize", "")
	if len(asked) < n {
		return verdict.NotObserved("the client asks for %s; it %s%s", words.Count(len(asked), "authorization"), r.End(), r.LastWords())
	}
	for _, t := range r.Visits("token", "authorization_code") {
		if t.Place > asked[n-1].Place && (len(asked) == n || t.Place < asked[n].Place) {
			return fmt.Errorf("a token is asked for with the code of authorization %d", n)
		}
	}
	return nil
}

func noneRefused(r *clientcheck.Run, what string) error {
	all, err := someVisits(r, what)
	if err != nil {
		return err
	}
	for _, v := range all {
		if v.Error != "" {
			return fmt.Errorf("a request for %s is refused: %s", what, v.Error)
		}
	}
	return nil
}

// asksForMetadata are the metadata of an authorization server that are asked for, whether there are any
// or not; "" = none are.
func asksForMetadata(r *clientcheck.Run) string {
	for _, h := range r.Heads() {
		if strings.Contains(h.Text, "/.well-known/oauth-authorization-server") || strings.Contains(h.Text, "/.well-known/openid-configuration") {
			return h.Text
		}
	}
	return ""
}

// loginPause is after how much silence a login that goes on is taken for one that hangs.
const loginPause = 5 * time.Second

// completesLogin leaves what the authorization server refuses to OAC-46.
func completesLogin(r *clientcheck.Run) error {
	if r.LoggedIn() == nil {
		return nil
	}
	begun := asksForMetadata(r)
	for _, endpoint := range []string{"register", "authorize", "token"} {
		for _, v := range visits(r, endpoint) {
			if begun = endpoint; v.Error != "" {
				return verdict.NotTestable("see OAC-46: a request for %s is refused: %s", endpoint, v.Error)
			}
		}
	}
	if begun == "" {
		return verdict.NotObserved("the client begins no login; it %s%s", r.End(), r.LastWords())
	}
	if heads := r.Heads(); !r.Ended && r.Stop.Sub(heads[len(heads)-1].At) < loginPause {
		return verdict.NotObserved("the login goes on: the client %s", r.End())
	}
	return fmt.Errorf("the client asks for %s, and nothing is refused, but no call with a token follows; it %s%s", begun, r.End(), r.LastWords())
}

// sendsWhatIsTaken says which request of a login was refused, if the client did not get in.
func sendsWhatIsTaken(r *clientcheck.Run) error {
	if r.LoggedIn() == nil {
		return nil
	}
	for _, endpoint := range []string{"register", "authorize", "token"} {
		for _, v := range r.Visits(endpoint, "") {
			if v.Error != "" {
				return fmt.Errorf("a request for %s is refused: %s; the client %s%s", endpoint, v.Error, r.End(), r.LastWords())
			}
		}
	}
	return verdict.NotObserved("the client is refused nothing; it %s%s", r.End(), r.LastWords())
}
