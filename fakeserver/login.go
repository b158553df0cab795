package fakeserver

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// authority is an authorization server of the script with what it has given out. It is
// guarded by the server's lock.
type authority struct {
	Authorization
	s       *Server
	clients map[string]*LoginClient
	noCodes map[string]bool // ids of those that have registered for other grants or responses than codes
	codes   map[string]*code
	tokens  map[string]*loginToken // access and refresh tokens
	minted  int
	size    int // of the texts that are kept, in bytes

	proofs     map[string]bool // ids of assertions of clients that were used
	shown      map[string]bool // states and challenges of authorization requests, by their digests
	identities map[string]identityGrant
}

// grant is what a client was allowed.
type grant struct {
	client, scope, resource string
	login                   int // number of the code that it began with
}

// code is an authorization code.
type code struct {
	grant
	redirect, challenge string
	until               time.Time
	used                bool
}

// loginToken is an access or a refresh token.
type loginToken struct {
	grant
	refresh bool
	until   time.Time // of an access token
	uses    int       // requests so far
	ended   bool
}

const (
	codeLifetime  = 10 * time.Minute
	tokenLifetime = time.Hour
	loginsKept    = 100_000  // clients, codes and tokens; with more nothing new is given out
	loginsSize    = 64 << 20 // bytes of what clients said for them; the same
	maxLoginBody  = 64 << 10
	unavailable   = "temporarily_unavailable"
)

// full reports whether nothing more is given out.
func (a *authority) full() bool {
	return a.size >= loginsSize || len(a.clients)+len(a.codes)+len(a.tokens)+len(a.proofs)+len(a.identities) >= loginsKept
}

// keep is a text of a client that is kept: not all of its request.
func (a *authority) keep(text string) string {
	a.size += len(text)
	return strings.Clone(text)
}

// grantTo is a grant of what a client has asked for.
func (a *authority) grantTo(client, scope, resource string, login int) grant {
	return grant{a.keep(client), a.keep(a.granted(scope)), a.keep(resource), login}
}

// newAuthorities are the authorization servers of the script.
func (s *Server) newAuthorities() (out []*authority) {
	for _, a := range s.script.Authorization {
		at := &authority{Authorization: a, s: s, clients: map[string]*LoginClient{}, codes: map[string]*code{}, tokens: map[string]*loginToken{},
			noCodes: map[string]bool{}, proofs: map[string]bool{}, shown: map[string]bool{}, identities: map[string]identityGrant{}}
		for _, c := range a.Clients {
			at.clients[c.ID] = &c
			s.keepSecret(c.Secret)
		}
		out = append(out, at)
	}
	return out
}

func (s *Server) keepSecret(text string) {
	if s.secret != nil && text != "" {
		s.secret(text)
	}
}

// mint makes a value that is not guessed: a code, a token or a secret.
func (a *authority) mint(kind string) string {
	a.minted++
	number := fmt.Sprint(a.minted)
	text := fmt.Sprintf("%s-%016x%016x", kind, a.s.rand("login", a.name(), kind, number), a.s.rand("login more", a.name(), kind, number))
	a.s.keepSecret(text)
	return text
}

// TokenInfo is what an authorization server knows of an access token.
type TokenInfo struct {
	Active   bool
	Client   string
	Scope    string // separated by spaces
	Resource string // for which it was given; "" = the client named none
	Expires  time.Time
}

// Introspect looks an access token up in the authorization server of a name, "" = in all of
// them, as a protected server does: that is one use of it.
func (s *Server) Introspect(name, access string) TokenInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.introspect(name, access)
}

func (s *Server) introspect(name, access string) TokenInfo {
	for _, a := range s.authorities {
		if t := a.tokens[access]; t != nil && (name == "" || name == a.name()) && !t.refresh && a.good(t) {
			t.uses++
			return TokenInfo{true, t.client, t.scope, t.resource, t.until}
		}
	}
	return TokenInfo{}
}

// good reports whether a token is good for one more use.
func (a *authority) good(t *loginToken) bool {
	return !t.ended && (t.refresh || a.s.clk.Now().Before(t.until) && (a.Uses == 0 || t.uses < a.Uses))
}

// endLogin ends all tokens of a login.
func (a *authority) endLogin(number int) {
	for _, t := range a.tokens {
		t.ended = t.ended || t.login == number
	}
}

// issue makes the tokens of a grant: the body of a token response.
func (a *authority) issue(g grant, renewable bool) map[string]any {
	access := a.mint("access")
	lifetime := a.s.scaled(orDuration(a.Lifetime, tokenLifetime))
	a.tokens[access] = &loginToken{grant: g, until: a.s.clk.Now().Add(lifetime)}
	out := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": int(lifetime / time.Second)}
	if g.scope != "" {
		out["scope"] = g.scope
	}
	if renewable && yes(a.Refresh) {
		refresh := a.mint("refresh")
		a.tokens[refresh] = &loginToken{grant: g, refresh: true}
		out["refresh_token"] = refresh
	}
	return out
}

func orDuration(d, usual time.Duration) time.Duration {
	if d == 0 {
		return usual
	}
	return d
}

// granted are the scopes that are given to whom asks for some.
func (a *authority) granted(asked string) string {
	if a.Grant == nil {
		return asked
	}
	var out []string
	for _, scope := range strings.Fields(asked) {
		if slices.Contains(a.Grant, scope) {
			out = append(out, scope)
		}
	}
	return strings.Join(out, " ")
}

// issuer is the identifier of the authorization server for a client that asked it.
func (a *authority) issuer(r *http.Request) string { return originOf(r) + a.Path }

// originOf is the scheme and the host that were asked.
func originOf(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// challengeOf is the code challenge of a verifier.
func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
