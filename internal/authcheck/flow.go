package authcheck

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// Client is one that the authorization server knows.
type Client struct {
	ID       string
	secret   string // "" = it is a public one
	Redirect string // where its users come back to
	basic    bool   // the secret is sent in a header, otherwise in the form
}

// Public reports whether the client has no secret.
func (c *Client) Public() bool { return c.secret == "" }

// Client is the one of the target, or one that was registered once for all checks.
func (b *Bench) Client() (*Client, error) {
	if b.client != nil {
		return b.client, nil
	}
	if b.Target.ClientID != "" {
		b.client = &Client{b.Target.ClientID, b.Target.ClientSecret, Redirect, false}
		return b.client, nil
	}
	c, err := b.Register(Redirect)
	b.client = c
	return c, err
}

// Register registers a public client; not testable if the server does not do that.
func (b *Bench) Register(redirect string) (*Client, error) {
	c, r, err := b.Offer(redirect)
	if err == nil && c == nil {
		return nil, verdict.NotTestable("the registration of a client with %s is answered with %s", redirect, r.What())
	}
	return c, err
}

// RegisterBoth registers a public client with two redirect URIs, and returns it with the second;
// not testable if the server does not take both.
func (b *Bench) RegisterBoth(first, second string) (*Client, error) {
	r, err := b.Registration(map[string]any{"redirect_uris": []string{first, second}, "application_type": "web"})
	if err != nil {
		return nil, err
	}
	var taken []string
	_ = jsonparts.Unmarshal(r.Members()["redirect_uris"], &taken) // what is no list has nothing in it
	c := b.clientOf(r, second)
	if c == nil || !slices.Contains(taken, first) || !slices.Contains(taken, second) {
		return nil, verdict.NotTestable("no client with two redirect URIs can be registered: %s", r.What())
	}
	return c, nil
}

// Ways are those in which a client with a secret can send it.
var Ways = []string{"client_secret_post", "client_secret_basic"}

// Confidential is a client with a secret that it sends in a way of [Ways], registered once for
// all checks; not testable if none can be registered, or the server takes it otherwise.
func (b *Bench) Confidential(way string) (*Client, error) {
	if c := b.confidential[way]; c != nil {
		return c, nil
	}
	r, err := b.Registration(map[string]any{"token_endpoint_auth_method": way})
	if err != nil {
		return nil, err
	}
	c := b.clientOf(r, Redirect)
	if c == nil || c.Public() || cmp.Or(r.Text("token_endpoint_auth_method"), way) != way {
		return nil, verdict.NotTestable("no client with a secret can be registered for %s: %s", way, r.What())
	}
	c.basic = way == "client_secret_basic"
	b.confidential[way] = c
	return c, nil
}

// Pretender is a client that says it is another one, with a secret that is not its own; "" = none, [Empty] = an empty one.
func (c *Client) Pretender(secret string) *Client {
	return &Client{c.ID, secret, c.Redirect, c.basic && secret != ""}
}

// OtherCase is the secret with its letters in other case; without letters it is half of it.
func (c *Client) OtherCase() string {
	other := strings.Map(func(r rune) rune {
		if u := unicode.ToUpper(r); u != r {
			return u
		}
		return unicode.ToLower(r)
	}, c.secret)
	if other == c.secret {
		return c.HalfSecret()
	}
	return other
}

// LongSecret is the secret with something behind it.
func (c *Client) LongSecret() string { return c.secret + "m" }

// HalfSecret is what a server may know the client by that compares too little of its secret.
func (c *Client) HalfSecret() string { return c.secret[:len(c.secret)/2] }

// Offer has a public client registered, nil = it was refused, and returns the answer; not testable
// if clients cannot register themselves.
func (b *Bench) Offer(redirect string) (*Client, *Reply, error) {
	changes := map[string]any{"redirect_uris": []string{redirect}}
	if redirect != Redirect {
		changes["application_type"] = "web"
	}
	r, err := b.Registration(changes)
	if err != nil {
		return nil, nil, err
	}
	return b.clientOf(r, redirect), r, nil
}

// Registration is the answer to that of a public client with [Redirect], of whose description
// some members are others; nil removes one. Not testable if clients cannot register themselves.
func (b *Bench) Registration(changes map[string]any) (*Reply, error) {
	place, err := b.registration()
	if err != nil {
		return nil, err
	}
	client := map[string]any{
		"client_name": "mcpsim", "redirect_uris": []string{Redirect}, "application_type": "native", "token_endpoint_auth_method": "none",
		"grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"},
	}
	for name, value := range changes {
		if client[name] = value; value == nil {
			delete(client, name)
		}
	}
	body, _ := json.Marshal(client)
	return b.describe(place, string(body), fmt.Sprintf("a client with %v", client["redirect_uris"]))
}

// Describe is the answer to a registration with a text; not testable as in [Bench.Registration].
func (b *Bench) Describe(text string) (*Reply, error) {
	place, err := b.registration()
	if err != nil {
		return nil, err
	}
	return b.describe(place, text, text)
}

func (b *Bench) describe(place *url.URL, text, shown string) (*Reply, error) {
	r, err := b.body(place.String(), "application/json", text, shown, nil)
	if err != nil {
		return nil, fmt.Errorf("registering a client: %w", err)
	}
	b.secret(r.Text("client_secret"))
	return r, nil
}

// registration is where clients register themselves.
func (b *Bench) registration() (*url.URL, error) {
	doc, err := b.Metadata()
	if err != nil {
		return nil, err
	}
	if doc.Members["registration_endpoint"] == nil {
		return nil, verdict.NotTestable("clients cannot register themselves: give one that you have registered with --client-id, for %s", Redirect)
	}
	return b.Endpoint("registration_endpoint")
}

// clientOf is the client of a registration; nil = it was refused.
func (b *Bench) clientOf(r *Reply, redirect string) *Client {
	if r.Text("client_id") == "" {
		return nil
	}
	return &Client{r.Text("client_id"), r.Text("client_secret"), redirect, false}
}

// Asked is an authorization request and what became of it.
type Asked struct {
	Redirect string
	verifier string
	state    string
	Reply    *Reply
}

// Back is the answer if the user was sent to where the request says; nil = they were not.
func (a *Asked) Back() url.Values {
	to := a.Reply.Location
	want, err := url.Parse(a.Redirect)
	if to == nil || err != nil || to.Scheme != want.Scheme || to.Host != want.Host || to.Path != want.Path && to.Path != want.ResolveReference(want).Path {
		return nil
	}
	return to.Query()
}

// Parted is what the user comes back with behind a #, which programs never see.
func (a *Asked) Parted() url.Values {
	if a.Back() == nil {
		return nil
	}
	values, _ := url.ParseQuery(a.Reply.Location.Fragment) // what cannot be read is no answer
	return values
}

// Answered reports whether the user came back with an answer where a client looks for one.
func (a *Asked) Answered() bool { return a.Back().Get("code") != "" || a.Back().Get("error") != "" }

// Ask sends a user with a correct request in which some parameters are others; "" removes one. To a
// server that wants to be told scopes, one of its metadata is told.
func (b *Bench) Ask(c *Client, changes map[string]string) (*Asked, error) {
	a, err := b.ask(c, changes)
	if err != nil || b.asked || len(changes) != 0 {
		return a, err
	}
	doc, err := b.Metadata()
	if err != nil {
		return nil, err
	}
	if list := doc.List("scopes_supported"); len(list) > 0 && a.refused() {
		scoped, err := b.ask(c, map[string]string{"scope": list[0]})
		if err != nil {
			return nil, err
		}
		if !scoped.refused() {
			a, b.scope = scoped, list[0]
		}
	}
	b.asked = true
	return a, nil
}

func (a *Asked) refused() bool {
	return a.Reply.Status >= http.StatusBadRequest || a.Back().Has("error")
}

// Scope is the scope without which the server serves no request; "" = it needs none.
func (b *Bench) Scope() string { return b.scope }

func (b *Bench) ask(c *Client, changes map[string]string) (*Asked, error) {
	u, err := b.Endpoint("authorization_endpoint")
	if err != nil {
		return nil, err
	}
	b.verifier++
	a := &Asked{Redirect: c.Redirect, verifier: b.made("verifier"), state: b.made("state")}
	query := u.Query()
	for name, value := range map[string]string{
		"response_type": "code", "client_id": c.ID, "redirect_uri": c.Redirect, "state": a.state,
		"code_challenge": a.Challenge(), "code_challenge_method": "S256",
	} {
		query.Set(name, value)
	}
	if b.scope != "" {
		query.Set("scope", b.scope)
	}
	query = changed(query, changes)
	a.Redirect, a.state = query.Get("redirect_uri"), query.Get("state")
	u.RawQuery = query.Encode()
	if a.Reply, err = b.get(u.String()); err == nil && a.Reply.Location != nil {
		b.secret(a.Reply.Location.Query().Get("code"))
	}
	return a, err
}

// made is a text that was not used before: a guess of it would gain nothing.
func (b *Bench) made(kind string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "mcpsim %s %d %d", kind, b.verifier, b.Target.Clock.Now().UnixNano()))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Code is that of an authorization; not observed if a person would have to approve.
func (b *Bench) Code(c *Client) (a *Asked, code string, err error) { return b.CodeWith(c, nil) }

// CodeWith is [Bench.Code] for a request in which some parameters are others.
func (b *Bench) CodeWith(c *Client, changes map[string]string) (a *Asked, code string, err error) {
	a, err = b.Ask(c, changes)
	if err != nil {
		return nil, "", err
	}
	if code = a.Back().Get("code"); code == "" {
		return nil, "", verdict.NotObserved("a correct request is answered with %s and no code: a person has to log in", a.Reply.What())
	}
	return a, code, nil
}

// Redeem asks for the tokens of a code, with a verifier; "" = with none.
func (b *Bench) Redeem(c *Client, a *Asked, code, verifier string) (*Reply, error) {
	return b.RedeemWith(c, a, code, map[string]string{"code_verifier": verifier})
}

// RedeemWith is [Bench.Redeem] with the right verifier, and some parameters others; "" removes one.
func (b *Bench) RedeemWith(c *Client, a *Asked, code string, changes map[string]string) (*Reply, error) {
	form := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {a.Redirect}, "code_verifier": {a.verifier}}
	return b.token(c, changed(form, changes))
}

// Login is a code and what it is redeemed for, with the same client: the answer of the token
// endpoint, whatever it says. Not observed if a person would have to approve.
func (b *Bench) Login(c *Client) (*Reply, error) {
	a, code, err := b.Code(c)
	if err != nil {
		return nil, err
	}
	return b.RedeemWith(c, a, code, nil)
}

// Verifier is the right one of a request.
func (a *Asked) Verifier() string { return a.verifier }

// Challenge is the code challenge of the request.
func (a *Asked) Challenge() string { return challenge(a.verifier) }

// State is what the answer to a request has to repeat.
func (a *Asked) State() string { return a.state }

// Renew asks for new tokens for a refresh token, with a scope; "" = with none.
func (b *Bench) Renew(c *Client, refresh, scope string) (*Reply, error) {
	return b.RenewWith(c, refresh, map[string]string{"scope": scope})
}

// RenewWith is [Bench.Renew] with other parameters; "" removes one.
func (b *Bench) RenewWith(c *Client, refresh string, changes map[string]string) (*Reply, error) {
	return b.token(c, changed(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}, changes))
}

// Grant asks for a token with nothing but a grant type.
func (b *Bench) Grant(c *Client, kind string) (*Reply, error) {
	return b.token(c, url.Values{"grant_type": {kind}})
}

// Empty is a parameter that is there, and has nothing in it.
const Empty = "\x00"

// changed is a form in which some parameters are others; "" removes one.
func changed(form url.Values, changes map[string]string) url.Values {
	for name, value := range changes {
		if form.Set(name, strings.TrimPrefix(value, Empty)); value == "" {
			form.Del(name)
		}
	}
	return form
}

// token asks the token endpoint.
func (b *Bench) token(c *Client, form url.Values) (*Reply, error) {
	place, err := b.Endpoint("token_endpoint")
	if err != nil {
		return nil, err
	}
	if !form.Has("client_id") && !c.basic && c.ID != "" {
		form.Set("client_id", c.ID)
	}
	if c.secret != "" && !c.basic {
		form.Set("client_secret", strings.TrimPrefix(c.secret, Empty))
	}
	r, err := b.post(place.String(), form, c.header())
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"access_token", "refresh_token"} {
		b.secret(r.Text(name))
	}
	return r, nil
}

// header is that in which a client sends its secret (RFC 6749, 2.3.1); "" = none.
func (c *Client) header() string {
	if !c.basic {
		return ""
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(c.ID)+":"+url.QueryEscape(strings.TrimPrefix(c.secret, Empty))))
}

// Token is a token of an answer; "" = it has none.
func (r *Reply) Token(kind string) string {
	if r.Status != http.StatusOK {
		return ""
	}
	return r.Text(kind)
}

// challenge is the code challenge of a verifier, with S256.
func challenge(verifier string) string {
	digest := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(digest[:])
}
