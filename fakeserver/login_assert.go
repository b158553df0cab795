package fakeserver

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The words of RFC 7523 and RFC 8693.
const (
	grantAssertion = "urn:ietf:params:oauth:grant-type:jwt-bearer"
	grantExchange  = "urn:ietf:params:oauth:grant-type:token-exchange"
	typeIDToken    = "urn:ietf:params:oauth:token-type:id_token"
	typeIDJAG      = "urn:ietf:params:oauth:token-type:id-jag"
	typeAssertion  = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
)

// identityGrant is what an identity provider has said of a user.
type identityGrant struct {
	audience string // issuer of the authorization server that it is for
	resource string
	until    time.Time
}

const identityLife = 5 * time.Minute

// publicKey reads the key of a client; nil = it is none.
func publicKey(text string) *ecdsa.PublicKey {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil
	}
	ec, _ := key.(*ecdsa.PublicKey)
	return ec
}

// assertion are the claims by which a client says who it is.
type assertion struct {
	Issuer   string `json:"iss"`
	Subject  string `json:"sub"`
	Audience string `json:"aud"`
	ID       string `json:"jti"`
	Issued   int64  `json:"iat"`
	Ends     int64  `json:"exp"`
}

// claimsOf takes a JWT apart. What it says is not checked.
func claimsOf(jwt string) (c assertion) {
	parts := strings.Split(jwt, ".")
	if len(parts) != 3 {
		return c
	}
	payload, _ := base64.RawURLEncoding.DecodeString(parts[1])
	_ = json.Unmarshal(payload, &c) // what cannot be read says nothing
	return c
}

// proves reports whether a JWT of ES256 is that of a client: signed with its key, for this
// authorization server, not too old, and new.
func (v *visit) proves(c *LoginClient, jwt string) bool {
	said, key := claimsOf(jwt), publicKey(c.Key)
	text, signature, _ := cutLast(jwt, ".")
	bits, err := base64.RawURLEncoding.DecodeString(signature)
	if key == nil || err != nil || len(bits) != 64 {
		return false
	}
	digest := sha256.Sum256([]byte(text))
	now := v.at.s.clk.Now()
	switch {
	case !ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(bits[:32]), new(big.Int).SetBytes(bits[32:])),
		said.Issuer != c.ID, said.Subject != c.ID, said.Audience != v.at.issuer(v.h.request),
		said.Ends <= now.Unix(), said.ID == "", v.at.proofs[said.ID]:
		return false
	}
	v.at.proofs[v.at.keep(said.ID)] = true
	return true
}

func cutLast(text, sep string) (before, after string, found bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// exchange gives a grant at another authorization server for the ID token of a user (RFC
// 8693).
func (v *visit) exchange() (map[string]any, string) {
	f := v.form
	switch {
	case f.Get("requested_token_type") != typeIDJAG || f.Get("subject_token_type") != typeIDToken || f.Get("audience") == "" || f.Get("resource") == "":
		return nil, "invalid_request"
	case !slices.Contains(v.at.Identities, f.Get("subject_token")):
		return nil, "invalid_grant"
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"ES256","typ":"oauth-id-jag+jwt"}`)) + ".e30." + v.at.mint("identity")
	v.at.s.keepSecret(text)
	v.at.identities[text] = identityGrant{v.at.keep(f.Get("audience")), v.at.keep(f.Get("resource")), v.at.s.clk.Now().Add(identityLife)}
	return map[string]any{"access_token": text, "issued_token_type": typeIDJAG, "token_type": "N_A", "expires_in": int(identityLife / time.Second)}, ""
}

// byAssertion gives a token for an assertion: one that is listed, or one of the provider.
func (v *visit) byAssertion(c *LoginClient) (map[string]any, string) {
	text, resource := v.form.Get("assertion"), v.form.Get("resource")
	if !slices.Contains(v.at.Assertions, text) {
		said, found := v.at.s.identityOf(v.at.Provider, text)
		if !found || said.audience != v.at.issuer(v.h.request) || !v.at.s.clk.Now().Before(said.until) {
			return nil, "invalid_grant"
		}
		resource = said.resource
	}
	v.at.minted++
	return v.at.issue(v.at.grantTo(c.ID, v.form.Get("scope"), resource, v.at.minted), false), ""
}

// identityOf looks a grant up at the identity provider of a name.
func (s *Server) identityOf(provider, text string) (identityGrant, bool) {
	for _, a := range s.authorities {
		if said, found := a.identities[text]; found && a.name() == provider {
			return said, true
		}
	}
	if s.elsewhere == nil || provider == "" {
		return identityGrant{}, false
	}
	_, other := s.elsewhere(provider)
	if other == nil || other == s {
		return identityGrant{}, false
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	for _, a := range other.authorities {
		if said, found := a.identities[text]; found {
			return said, true
		}
	}
	return identityGrant{}, false
}

// grants are those that the metadata name.
func (a *authority) grants() []string {
	out := []string{"authorization_code", "refresh_token", "client_credentials"}
	if len(a.Assertions) > 0 || a.Provider != "" {
		out = append(out, grantAssertion)
	}
	if len(a.Identities) > 0 {
		out = append(out, grantExchange)
	}
	return out
}

// authenticates reports whether a client has said at the token endpoint who it is, as it was
// registered.
func (v *visit) authenticates(c *LoginClient, secret string, method clientMethod) bool {
	if c == nil || c.method() != method || !slices.Contains(v.at.methods(), method) {
		return false
	}
	return method == methodKey && v.proves(c, v.form.Get("client_assertion")) || method != methodKey && c.Secret == secret
}

// unknownClient refuses a client.
func unknownClient() outcome {
	o := failed(http.StatusUnauthorized, "invalid_client", "the client is not known, or does not authenticate as it was registered")
	o.headers = map[string]string{"Www-Authenticate": `Basic realm="login"`}
	return o
}
