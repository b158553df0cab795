package clientcheck

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// LoginScenario is what clients are asked for where a server wants a token, unless a check
// is about something that has a scenario of its own.
const LoginScenario = "auth/metadata-default"

// loginLimit bounds the run in which a client shows that it can log in, which is that of most
// checks of logins, too.
const loginLimit = 10 * time.Second

// loginScenarios are those of the official suite, by their tasks.
func loginScenarios(tool fakeserver.Tool) []Scenario {
	var out []Scenario
	for _, s := range []struct{ name, task string }{
		{LoginScenario, "log in, list the tools, call test-tool, close; a user agent is one GET of the authorization URL, whose Location is the callback"},
		{"auth/basic-cimd", "the same; the client may be named by a metadata document"},
		{"auth/pre-registration", "the same with client_id and client_secret of the context"},
		{"auth/scope-from-www-authenticate", "the same; the challenge has a scope"},
		{"auth/scope-from-scopes-supported", "the same; only the metadata have scopes"},
		{"auth/scope-omitted-when-undefined", "the same; there are no scopes"},
		{"auth/scope-step-up", "the same; the tool needs one scope more"},
		{"auth/scope-retry-limit", "the same; the scope is never given, and the client gives up"},
		{"auth/token-endpoint-auth-basic", "the same; clients authenticate by client_secret_basic"},
		{"auth/token-endpoint-auth-post", "the same; clients authenticate by client_secret_post"},
		{"auth/token-endpoint-auth-none", "the same; clients are public"},
	} {
		out = append(out, Scenario{Name: s.name, Official: true, Task: s.task, tools: []fakeserver.Tool{tool}})
	}
	return out
}

// PlainLogin is the situation of a client that logs in at a correct server of an era.
func PlainLogin(limit time.Duration, modern bool) Situation {
	s := Situation{Script: "authorization: {}", Scenario: LoginScenario, Limit: min(limit, loginLimit)}
	if modern {
		return s.WithoutHandshake()
	}
	return s
}

// WithoutHandshake is the same situation at a server without a handshake.
func (s Situation) WithoutHandshake() Situation {
	s.Script, s.Modern = ModernServer+"\n"+s.Script, true
	return s
}

// LoggedIn says why the client did not get in; nil = it completed a call with a token.
func (r *Run) LoggedIn() error {
	if len(r.Visits("token", "")) == 0 {
		return errors.New("it asked for no token and " + r.End())
	}
	return r.Completed()
}

// Visit is a request for an endpoint of a login with its place in the journal.
type Visit struct {
	fakeserver.Login
	Place int
}

// Visits are the requests for an endpoint of a login, in order; grant chooses among those for
// tokens, "" = any.
func (r *Run) Visits(endpoint, grant string) []Visit {
	var out []Visit
	for i, e := range r.look() {
		if e.Login != nil && string(e.Login.Endpoint) == endpoint && (grant == "" || grant == e.Login.Grant) {
			out = append(out, Visit{*e.Login, i})
		}
	}
	return out
}

// Heads are the HTTP requests of the client, wherever they went.
func (r *Run) Heads() []Indexed {
	return r.Entries(func(e fakeserver.Entry) bool {
		return e.Kind == fakeserver.KindHTTP && e.Direction == fakeserver.Received
	})
}

// Asks reports whether the client asked for a path, with any query.
func (r *Run) Asks(path string) bool {
	return slices.ContainsFunc(r.Heads(), func(h Indexed) bool { return pathOf(h.Text) == path })
}

// AtEndpoint are the requests for the server itself after a place.
func (r *Run) AtEndpoint(after int) []Indexed {
	return slices.DeleteFunc(r.Heads(), func(h Indexed) bool { return h.Place < after || !atEndpoint(h.Text) })
}

// Secrets are the codes, tokens, verifiers and secrets of the run's logins.
func (r *Run) Secrets() []string { return r.secrets }

// Writes reports whether a text is in what was kept of the client's output.
func (r *Run) Writes(text string) bool { return strings.Contains(r.output, text) }
