package fakeserver

import (
	"cmp"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
)

// look notes what a visit asks for, without its secrets.
func (v *visit) look() {
	s := v.seen
	given := func(name string) string { return bounded([]byte(strings.Join(v.form[name], " "))) }
	s.Client, s.Scope, s.Redirect, s.Resource = given("client_id"), given("scope"), given("redirect_uri"), given("resource")
	s.Grant, s.Challenge = given("grant_type"), given("code_challenge_method")
	s.State, s.Hint = v.form.Has("state"), given("token_type_hint")
	for _, name := range slices.Sorted(maps.Keys(v.form)) {
		if v.form.Get(name) == "" {
			s.Empty = bounded([]byte(strings.TrimSpace(s.Empty + " " + name)))
		}
	}
	keep := v.h.c.s.keepSecret
	for _, name := range []string{"code_verifier", "client_secret", "refresh_token", "code", "client_assertion", "assertion", "subject_token"} {
		keep(v.form.Get(name))
	}
	switch s.Endpoint {
	case EndpointAuthorize:
		s.Others = bounded([]byte(others(v.form)))
	case EndpointToken, EndpointRevoke:
		id, secret, method := v.credentials()
		keep(secret)
		s.Client, s.Method = bounded([]byte(id)), string(method)
		if method == methodKey {
			s.Life = v.life()
		}
	case EndpointRegister:
		var asked struct {
			Method clientMethod `json:"token_endpoint_auth_method"`
			Scope  string       `json:"scope"`
		}
		_ = json.Unmarshal(v.body, &asked) // what is wrong is said by the answer
		s.Method, s.Scope, s.Document = bounded([]byte(asked.Method)), bounded([]byte(asked.Scope)), bounded(v.body)
	}
}

// life is how long the assertion of a client is good: it is to be used at once.
func (v *visit) life() string {
	said := claimsOf(v.form.Get("client_assertion"))
	from := time.Unix(cmp.Or(said.Issued, v.at.s.clk.Now().Unix()), 0)
	return time.Unix(said.Ends, 0).Sub(from).String()
}

// authorizeParams are those of an authorization request (RFC 6749, 7636 and 8707, OpenID).
var authorizeParams = []string{"response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method", "resource", "nonce", "prompt"}

// others are the parameters of an authorization request that OAuth does not have.
func others(form url.Values) string {
	rest := maps.Clone(form)
	for _, name := range authorizeParams {
		delete(rest, name)
	}
	return rest.Encode()
}

// credentials is how a client says at the token endpoint who it is.
func (v *visit) credentials() (id, secret string, method clientMethod) {
	if user, password, ok := v.h.request.BasicAuth(); ok {
		id, _ = url.QueryUnescape(user)
		secret, _ = url.QueryUnescape(password)
		if v.form.Has("client_secret") { // RFC 6749, 2.3: one way in each request
			return id, secret, methodBasic + " " + methodPost
		}
		return id, secret, methodBasic
	}
	if v.form.Get("client_assertion_type") == typeAssertion {
		return claimsOf(v.form.Get("client_assertion")).Subject, "", methodKey
	}
	if v.form.Has("client_secret") {
		return v.form.Get("client_id"), v.form.Get("client_secret"), methodPost
	}
	return v.form.Get("client_id"), "", methodNone
}

// client finds a client by its id; nil = it is not known.
func (a *authority) client(id string) *LoginClient {
	if c := a.clients[id]; c != nil {
		return c
	}
	u, err := url.Parse(id)
	if a.Documents && err == nil && (u.Scheme == "https" || u.Scheme == "http") && len(u.Path) > 1 {
		return &LoginClient{ID: id}
	}
	return nil
}

func (c *LoginClient) method() clientMethod {
	switch {
	case c.Method != "":
		return c.Method
	case c.Key != "":
		return methodKey
	case c.Secret != "":
		return methodBasic
	}
	return methodNone
}

// redirects reports whether a client may be sent to a URI. The port of a loopback address
// is left open, as RFC 8252 has it.
func (c *LoginClient) redirects(uri string) bool {
	return c.Redirects == nil || slices.ContainsFunc(c.Redirects, func(known string) bool {
		return known == uri || withoutLoopbackPort(known) == withoutLoopbackPort(uri)
	})
}

func withoutLoopbackPort(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "http" {
		return uri
	}
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() {
		return uri
	}
	u.Host = u.Hostname()
	return u.String()
}

// authorize approves, or denies.
func (v *visit) authorize() outcome {
	c := v.at.client(v.form.Get("client_id"))
	redirect := v.form.Get("redirect_uri")
	switch {
	case c == nil:
		v.seen.Error = "unknown client"
		return failed(http.StatusBadRequest, "invalid_request", "unknown client_id")
	case redirect == "" || !c.redirects(redirect):
		v.seen.Error = "unknown redirect"
		return failed(http.StatusBadRequest, "invalid_request", "redirect_uri is not registered")
	}
	v.reused("state", v.form.Get("state"))
	v.reused("challenge", v.form.Get("code_challenge"))
	answer := map[string]any{"iss": v.at.issuer(v.h.request)}
	if v.form.Has("state") {
		answer["state"] = v.form.Get("state")
	}
	if problem := v.objection(c); problem != "" {
		v.seen.Error = problem
		answer["error"], answer["error_description"] = problem, "the authorization server says no"
	} else {
		text := v.at.mint("code")
		v.at.codes[text] = &code{
			grant:    v.at.grantTo(c.ID, v.form.Get("scope"), v.form.Get("resource"), v.at.minted),
			redirect: v.at.keep(redirect), challenge: v.at.keep(v.form.Get("code_challenge")), until: v.at.s.clk.Now().Add(v.at.s.scaled(orDuration(v.at.Code, codeLifetime))),
		}
		answer["code"] = text
	}
	return outcome{status: http.StatusFound, document: answer, redirect: redirect}
}

// reused notes a value that should be new, and that an authorization request has shown before.
func (v *visit) reused(name, value string) {
	sum := challengeOf(value)
	if value != "" && v.at.shown[sum] {
		v.seen.Reused = strings.TrimSpace(v.seen.Reused + " " + name)
	}
	if v.seen.Endpoint == EndpointAuthorize && !v.at.full() {
		v.at.shown[sum] = true
	}
}

// objection is the error of an authorization request of a client; "" = it is approved.
func (v *visit) objection(c *LoginClient) string {
	switch {
	case v.at.full():
		return unavailable
	case v.at.Deny != "":
		return v.at.Deny
	case v.form.Get("response_type") != "code":
		return "unsupported_response_type"
	case v.at.noCodes[c.ID]: // a client uses the grants that it has registered for (RFC 7591, 2)
		return "unauthorized_client"
	case v.form.Get("code_challenge") == "" || v.form.Get("code_challenge_method") != "S256":
		return "invalid_request"
	}
	return ""
}

// token exchanges a grant for tokens.
func (v *visit) token() outcome {
	id, secret, method := v.credentials()
	c := v.at.client(id)
	if !v.authenticates(c, secret, method) {
		v.seen.Error = "invalid_client"
		return unknownClient()
	}
	if v.at.full() {
		v.seen.Error = unavailable
		return failed(http.StatusServiceUnavailable, unavailable, "too many logins")
	}
	var problem string
	var tokens map[string]any
	switch v.form.Get("grant_type") {
	case "authorization_code":
		tokens, problem = v.exchangeCode(c)
	case "refresh_token":
		tokens, problem = v.renew(c)
	case "client_credentials":
		if problem = "unauthorized_client"; c.method() != methodNone {
			tokens, problem = v.at.issue(v.at.grantTo(c.ID, v.form.Get("scope"), v.form.Get("resource"), v.at.minted+1), false), ""
		}
	case grantAssertion:
		tokens, problem = v.byAssertion(c)
	case grantExchange:
		tokens, problem = v.exchange()
	default:
		problem = "unsupported_grant_type"
	}
	if v.seen.Error = problem; problem != "" {
		return failed(http.StatusBadRequest, problem, "the grant is not good")
	}
	return outcome{status: http.StatusOK, document: tokens}
}

// exchangeCode takes an authorization code. A second use ends what the first one gave.
func (v *visit) exchangeCode(c *LoginClient) (map[string]any, string) {
	given := v.at.codes[v.form.Get("code")]
	v.seen.Verifier = "missing"
	if verifier := v.form.Get("code_verifier"); verifier != "" {
		v.seen.Verifier = "wrong"
		v.reused("verifier", verifier)
		if given == nil { // which one belongs to a code that was not given?
			v.seen.Verifier = "unknown"
		} else if challengeOf(verifier) == given.challenge && verifierForm().MatchString(verifier) {
			v.seen.Verifier = "right"
		}
	}
	switch {
	case given == nil || given.client != c.ID || given.redirect != v.form.Get("redirect_uri"):
		return nil, "invalid_grant"
	case given.used:
		v.at.endLogin(given.login)
		return nil, "invalid_grant"
	case !v.at.s.clk.Now().Before(given.until) || v.seen.Verifier != "right":
		return nil, "invalid_grant"
	case v.form.Has("resource") && given.resource != v.form.Get("resource"):
		return nil, "invalid_target"
	}
	given.used = true
	return v.at.issue(given.grant, true), ""
}

// verifierForm is that of a code verifier (RFC 7636, 4.1).
var verifierForm = words.Pattern(`^[A-Za-z0-9._~-]{43,128}$`)

// within reports whether all of some scopes are among others: a refresh asks for no more than
// was granted (RFC 6749, 6).
func within(scope, granted string) bool {
	return !slices.ContainsFunc(strings.Fields(scope), func(one string) bool { return !slices.Contains(strings.Fields(granted), one) })
}

// renew takes a refresh token.
func (v *visit) renew(c *LoginClient) (map[string]any, string) {
	old := v.at.tokens[v.form.Get("refresh_token")]
	asked := v.form.Get("resource")
	switch {
	case old == nil || !old.refresh || old.client != c.ID:
		return nil, "invalid_grant"
	case old.ended:
		v.at.endLogin(old.login)
		return nil, "invalid_grant"
	case asked != "" && asked != old.resource:
		return nil, "invalid_target"
	case !within(v.form.Get("scope"), old.scope):
		return nil, "invalid_scope"
	}
	g := old.grant
	if scope := v.form.Get("scope"); scope != "" {
		g.scope = v.at.keep(v.at.granted(scope))
	}
	if !yes(v.at.Rotate) {
		tokens := v.at.issue(g, false)
		tokens["refresh_token"] = v.form.Get("refresh_token")
		return tokens, ""
	}
	old.ended = true
	return v.at.issue(g, true), ""
}
