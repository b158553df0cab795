package login

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// UserAgent brings a user to an authorization server and back. Its methods may be called
// from any goroutine.
type UserAgent interface {
	// Redirect is where the user is to be sent back to. registered are those that the
	// client has registered there already: to return one of them saves a registration.
	Redirect(ctx context.Context, registered []string) (uri string, err error)
	// Authorize shows the request to the user and returns the URL that the user came back
	// by. It returns when ctx ends.
	Authorize(ctx context.Context, r Authorization) (callback string, err error)
}

// Authorization is a request that a user is to decide about.
type Authorization struct {
	Server   string // URL of the server that the login is for
	Issuer   string // of the authorization server
	Redirect string // where the user is sent back to
	URL      string // to be opened; it holds no secret that is worth something alone
}

// pending is a request that is out: what its answer is compared with (OAC-22).
type pending struct {
	issuer   string
	issues   bool // the server says that its answers name it
	state    string
	verifier string
	redirect string
}

// begin makes the request. Of the random bytes the first half is the verifier, the other
// the state.
func begin(plan Plan, client secrets.Client, redirect string, scopes []string, random io.Reader) (string, pending, error) {
	var bits [64]byte
	if _, err := io.ReadFull(random, bits[:]); err != nil {
		return "", pending{}, err
	}
	p := pending{
		issuer: plan.Server.Issuer, issues: plan.Server.Issues, redirect: redirect,
		verifier: base64.RawURLEncoding.EncodeToString(bits[:32]), state: base64.RawURLEncoding.EncodeToString(bits[32:]),
	}
	u, _ := url.Parse(plan.Server.Authorize) // which was read as one before
	digest := sha256.Sum256([]byte(p.verifier))
	q := u.Query()
	for name, value := range map[string]string{
		"response_type": "code", "client_id": client.ID, "redirect_uri": redirect, "state": p.state,
		"code_challenge": base64.RawURLEncoding.EncodeToString(digest[:]), "code_challenge_method": "S256",
		"resource": plan.Resource,
	} {
		q.Set(name, value)
	}
	addScopes(q, scopes)
	u.RawQuery = q.Encode()
	return u.String(), p, nil
}

// addScopes says which scopes are asked for. Who needs none does not speak of them.
func addScopes(form url.Values, scopes []string) {
	if len(scopes) > 0 {
		form.Set("scope", strings.Join(scopes, " "))
	}
}

// shownRefusals are the error codes of an authorization response (RFC 6749, 4.1.2.1).
var shownRefusals = []string{"invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type",
	"invalid_scope", "server_error", "temporarily_unavailable", "login_required", "consent_required", "interaction_required",
	"invalid_target"}

// code takes the answer apart. Who has answered is checked before anything that it says is
// believed or shown (OAC-23 to OAC-26).
func (p pending) code(callback string) (string, error) {
	bad := func(field, why string) (string, error) {
		return "", &Error{Document: DocResponse, Field: field, Why: why}
	}
	u, err := url.Parse(callback)
	if err != nil || u.Host == "" {
		return bad("", "it is no URL")
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return bad("", "its query cannot be read")
	}
	for _, name := range []string{"iss", "state", "code", "error"} {
		if len(q[name]) > 1 {
			return bad(name, "it comes more than once")
		}
	}
	switch {
	case q.Has("iss") && q.Get("iss") != p.issuer:
		return bad("iss", "the answer is not of "+shown(p.issuer))
	case p.issues && !q.Has("iss"):
		return bad("iss", "it is missing, and "+shown(p.issuer)+" says that its answers have it")
	case q.Get("state") != p.state:
		return bad("state", "it is not that of the request")
	case !p.returned(u):
		return bad("", "it came to another place than was asked for")
	case q.Has("error") && slices.Contains(shownRefusals, q.Get("error")):
		return bad("error", q.Get("error"))
	case q.Has("error"):
		return bad("error", "refused, for a reason that has no name")
	case q.Get("code") == "":
		return bad("code", "it is missing")
	}
	return q.Get("code"), nil
}

// returned reports whether a URL is the one where the answer was to come.
func (p pending) returned(u *url.URL) bool {
	want, err := url.Parse(p.redirect)
	return err == nil && want.Scheme == u.Scheme && want.Host == u.Host && want.Path == u.Path
}

// form is the request for a token.
func (p pending) form(code, resource string) url.Values {
	return url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {p.redirect},
		"code_verifier": {p.verifier}, "resource": {resource},
	}
}

// Headless is a user who approves whatever the server approves without asking: one GET,
// whose answer must be the redirect and has HeadlessTimeout. For scripts and simulations.
type Headless struct {
	Dial        secrets.DialFunc
	RedirectURI string      // never contacted
	Clock       clock.Clock // nil: the real one
}

// HeadlessTimeout is how long an authorization server may take to approve without asking.
const HeadlessTimeout = 30 * time.Second

// Redirect returns RedirectURI.
func (h Headless) Redirect(context.Context, []string) (string, error) { return h.RedirectURI, nil }

// Authorize opens the URL and returns where it leads.
func (h Headless) Authorize(ctx context.Context, r Authorization) (string, error) {
	ctx, cancel := clock.WithTimeout(ctx, cmp.Or(h.Clock, clock.Real()), HeadlessTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil)
	if err != nil {
		return "", &Error{Document: DocResponse, Why: "the URL of the request cannot be read"}
	}
	wire := secrets.Wire(h.Dial)
	if server, err := url.Parse(r.Server); err == nil { // this machine asks, and no browser
		wire = secrets.Wire(address.Guard{Dial: h.Dial, Server: server, Private: address.Private}.DialContext)
	}
	defer wire.CloseIdleConnections()
	resp, err := plainhttp.RoundTrip(wire, req)
	if err != nil {
		return "", &Error{Document: DocResponse, URL: place(r.URL), Why: "the request could not be opened", Err: cmp.Or(context.Cause(ctx), err)}
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil {
		return "", &Error{Document: DocResponse, URL: place(r.URL), Why: "it is " + resp.Status + " and no redirect: a person has to log in"}
	}
	return to.String(), nil
}
