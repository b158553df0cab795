package login

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
)

// Identity is a client that was registered by hand, and how it logs in if it needs no user
// for that: for itself, with an assertion that it was given, or with one of an identity
// provider. At most one of these is used, in this order.
type Identity struct {
	ID string
	// Secret proves who it is; empty: Key does, or it is a public client.
	Secret string
	// Issuer is the authorization server that knows it; empty: the one that it is used with
	// first.
	Issuer string
	// Key is a private key in PEM, EC of prime256v1 or RSA, that proves it instead of a secret
	// (private_key_jwt).
	Key string
	// Machine says that it logs in for itself: client credentials (OAC-41).
	Machine bool
	// Assertion is a JWT that stands for a login, such as that of a workload (OAC-44).
	Assertion string
	// Provider is the identity provider of an enterprise (OAC-42); its zero value: none.
	Provider Provider
}

// Provider is an identity provider that says who may log in where: it exchanges the ID token
// of a user for a grant at the authorization server of an MCP server.
type Provider struct {
	TokenURL     string `json:"tokenUrl"`
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
	IDToken      string `json:"idToken"`
}

// GoString hides the secrets.
func (i Identity) GoString() string { return i.String() }

// String hides the secrets.
func (i Identity) String() string { return "client(***)" }

// alone reports whether the client logs in without a user.
func (i Identity) alone() bool { return i.Machine || i.Assertion != "" || i.Provider.IDToken != "" }

// identityOf is the client that a definition gives, in "oauth" or "auth".
func identityOf(s config.Server) Identity {
	for _, raw := range []json.RawMessage{s.OAuth, s.Auth} {
		var given struct {
			ClientID, ClientSecret, Issuer string
			PrivateKey, Grant, Assertion   string
			IdentityProvider               Provider
		}
		if json.Unmarshal(raw, &given) == nil && (given.ClientID != "" || given.Assertion != "") {
			return Identity{
				ID: given.ClientID, Secret: given.ClientSecret, Issuer: given.Issuer, Key: given.PrivateKey,
				Machine: given.Grant == grantMachine, Assertion: given.Assertion, Provider: given.IdentityProvider,
			}
		}
	}
	return Identity{}
}

// The grants that need no user, and the words of RFC 7523 and RFC 8693.
const (
	grantMachine   = "client_credentials"
	grantAssertion = "urn:ietf:params:oauth:grant-type:jwt-bearer"
	grantExchange  = "urn:ietf:params:oauth:grant-type:token-exchange"
	typeIDToken    = "urn:ietf:params:oauth:token-type:id_token"
	typeIDJAG      = "urn:ietf:params:oauth:token-type:id-jag"
	typeAssertion  = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
)

// unattended gets a token without a user. If that fails no other grant is tried.
func (l *Logins) unattended(ctx context.Context, w *web, r *request, plan Plan, scopes []string, given Identity) (made, error) {
	client, err := given.at(plan.Server, r.before)
	if err != nil {
		return made{}, err
	}
	form := url.Values{"grant_type": {grantMachine}, "resource": {plan.Resource}}
	addScopes(form, scopes)
	if !given.Machine {
		assertion := given.Assertion
		if assertion == "" {
			if assertion, err = l.exchange(ctx, plan, scopes, given.Provider); err != nil {
				return made{}, err
			}
		}
		form.Set("grant_type", grantAssertion)
		form.Set("assertion", assertion)
	}
	grant, err := l.redeem(ctx, w, plan, client, given.Key, form)
	return made{grant: grant, client: client}, err
}

// exchange asks an identity provider for a grant at the authorization server of a plan.
func (l *Logins) exchange(ctx context.Context, plan Plan, scopes []string, p Provider) (string, error) {
	bad := func(field, why string, err error) (string, error) {
		return "", &Error{Document: DocExchange, URL: place(p.TokenURL), Field: field, Why: why, Err: err, passing: secrets.Passing(err)}
	}
	u, err := url.Parse(p.TokenURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !l.o.Local(u.Hostname())) {
		return bad("", "identityProvider.tokenUrl is no https URL", nil)
	}
	form := url.Values{
		"grant_type": {grantExchange}, "requested_token_type": {typeIDJAG}, "audience": {plan.Server.Issuer}, "resource": {plan.Resource},
		"subject_token": {p.IDToken}, "subject_token_type": {typeIDToken},
	}
	addScopes(form, scopes)
	bounded, cancel := clock.WithTimeout(ctx, clock.Named(l.o.Clock, "exchange/"+u.Host), secrets.RenewTimeout)
	defer cancel()
	grant, err := secrets.Ask(bounded, l.o.Dial, p.TokenURL, secrets.Client{ID: p.ClientID, Secret: p.ClientSecret, Method: secrets.MethodPost}, form)
	if cause := context.Cause(bounded); err != nil && cause != nil {
		err = cause
	}
	switch {
	case err != nil:
		return bad("", "there is no grant", err)
	case grant.Issued != typeIDJAG:
		return bad("issued_token_type", "it is "+cmp.Or(shown(grant.Issued), "missing")+", not "+typeIDJAG, nil)
	}
	return grant.Access, nil
}

// prove adds to a request for a token what proves who the client is, if that is a key.
func (l *Logins) prove(form url.Values, m Metadata, client secrets.Client, key string) error {
	if client.Method != secrets.MethodKey {
		return nil
	}
	signer, err := readKey(key)
	if err != nil {
		return fmt.Errorf("login: %w", err)
	}
	if alg := algorithm(signer); m.Algorithms != nil && !slices.Contains(m.Algorithms, alg) {
		return &Error{Document: DocServer, Field: "token_endpoint_auth_signing_alg_values_supported", Why: alg + ", which the key is for, is not among them"}
	}
	var id [16]byte
	if _, err := io.ReadFull(l.o.Random, id[:]); err != nil {
		return err
	}
	now := l.o.Clock.Now().Unix()
	assertion, err := sign(signer, claims{
		Issuer: client.ID, Subject: client.ID, Audience: m.Issuer, Issued: now, Ends: now + assertionLife,
		ID: base64.RawURLEncoding.EncodeToString(id[:]),
	})
	form.Set("client_assertion_type", typeAssertion)
	form.Set("client_assertion", assertion)
	return err
}
