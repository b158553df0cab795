package authcheck

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/mcpsim/mcpsim/internal/verdict"
)

// Client is one that the authorization server knows.
type Client struct {
	ID       string
	secret   string // "" = it is a public one
	Redirect string // where its users come back to
}

// Public reports whether the client has no secret.
func (c *Client) Public() bool { return c.secret == "" }

// Client is the one of the target, or one that was registered once for all checks.
func (b *Bench) Client() (*Client, error) {
	if b.client != nil {
		return b.client, nil
	}
	if b.Target.ClientID != "" {
		b.client = &Client{b.Target.ClientID, b.Target.ClientSecret, Redirect}
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
		return nil, verdict.NotTestable("the registration of a client with %s is answered with %s", redirect, r.what())
	}
	return c, err
}

// Offer has a public client registered, nil = it was refused, and returns the answer; not testable
// if clients cannot register themselves.
func (b *Bench) Offer(redirect string) (*Client, *Reply, error) {
	doc, err := b.Metadata()
	if err != nil {
		return nil, nil, err
	}
	place := doc.Text("registration_endpoint")
	if place == "" {
		return nil, nil, verdict.NotTestable("clients cannot register themselves: give one that you have registered with --client-id, for %s", Redirect)
	}
	application := "native"
	if redirect != Redirect {
		application = "web"
	}
	body, _ := json.Marshal(map[string]any{
		"client_name": "mcpsim", "redirect_uris": []string{redirect}, "application_type": application, "token_endpoint_auth_method": "none",
		"grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"},
	})
	r, err := b.body(place, "application/json", string(body), "a client with "+redirect)
	if err != nil {
		return nil, nil, fmt.Errorf("registering a client: %w", err)
	}
	members := r.Members()
	id := textOf(members, "client_id")
	if id == "" {
		return nil, r, nil
	}
	return &Client{id, b.secret(textOf(members, "client_secret")), redirect}, r, nil
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
	if to == nil || err != nil || to.Scheme != want.Scheme || to.Host != want.Host || to.Path != want.Path {
		return nil
	}
	return to.Query()
}

// Ask sends a user with a correct request in which some parameters are others; "" removes one.
func (b *Bench) Ask(c *Client, changes map[string]string) (*Asked, error) {
	doc, err := b.Metadata()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(doc.Text("authorization_endpoint"))
	if err != nil || u.Host == "" {
		return nil, verdict.Because("AS-01", "the metadata name no authorization_endpoint")
	}
	b.verifier++
	a := &Asked{Redirect: c.Redirect, verifier: b.made("verifier"), state: b.made("state")}
	digest := sha256.Sum256([]byte(a.verifier))
	query := u.Query()
	for name, value := range map[string]string{
		"response_type": "code", "client_id": c.ID, "redirect_uri": c.Redirect, "state": a.state,
		"code_challenge": base64.RawURLEncoding.EncodeToString(digest[:]), "code_challenge_method": "S256",
	} {
		query.Set(name, value)
	}
	for name, value := range changes {
		if query.Set(name, value); value == "" {
			query.Del(name)
		}
	}
	a.Redirect = query.Get("redirect_uri")
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
func (b *Bench) Code(c *Client) (a *Asked, code string, err error) {
	a, err = b.Ask(c, nil)
	if err != nil {
		return nil, "", err
	}
	if code = a.Back().Get("code"); code == "" {
		return nil, "", verdict.NotObserved("a correct request is answered with %s and no code: a person has to log in", a.Reply.what())
	}
	return a, code, nil
}

// Redeem asks for the tokens of a code, with a verifier; "" = with none.
func (b *Bench) Redeem(c *Client, a *Asked, code, verifier string) (*Reply, error) {
	form := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {a.Redirect}}
	if verifier != "" {
		form.Set("code_verifier", verifier)
	}
	return b.token(c, form)
}

// Verifier is the right one of a request.
func (a *Asked) Verifier() string { return a.verifier }

// State is what the answer to a request has to repeat.
func (a *Asked) State() string { return a.state }

// Renew asks for new tokens for a refresh token.
func (b *Bench) Renew(c *Client, refresh string) (*Reply, error) {
	return b.token(c, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}})
}

// token asks the token endpoint.
func (b *Bench) token(c *Client, form url.Values) (*Reply, error) {
	doc, err := b.Metadata()
	if err != nil {
		return nil, err
	}
	place := doc.Text("token_endpoint")
	if place == "" {
		return nil, verdict.Because("AS-01", "the metadata name no token_endpoint")
	}
	form.Set("client_id", c.ID)
	if c.secret != "" {
		form.Set("client_secret", c.secret)
	}
	r, err := b.post(place, form)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"access_token", "refresh_token"} {
		b.secret(textOf(r.Members(), name))
	}
	return r, nil
}

// Token is a token of an answer; "" = it has none.
func (r *Reply) Token(kind string) string {
	if r.Status != http.StatusOK {
		return ""
	}
	return textOf(r.Members(), kind)
}
