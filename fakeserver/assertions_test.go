package fakeserver_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/url"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// keyOf is a new key, and its public half in PEM as one line of YAML.
func keyOf(t *testing.T) (*ecdsa.PrivateKey, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(t, err)
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	assert.NilError(t, err)
	text, err := json.Marshal(string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})))
	assert.NilError(t, err)
	return key, string(text)
}

// signed is a JWT of ES256.
func signed(t *testing.T, key *ecdsa.PrivateKey, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	assert.NilError(t, err)
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"ES256"}`)) + "." + base64.RawURLEncoding.EncodeToString(payload)
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	assert.NilError(t, err)
	bits := make([]byte, 64)
	r.FillBytes(bits[:32])
	s.FillBytes(bits[32:])
	return text + "." + base64.RawURLEncoding.EncodeToString(bits)
}

// TestClientsThatSign: a client proves who it is by a JWT which nothing about it may be wrong of.
func TestClientsThatSign(t *testing.T) {
	key, public := keyOf(t)
	other, _ := keyOf(t)
	online(t, "authorization: {clients: [{id: job, key: "+public+"}]}", func(s *site) {
		l := &lodger{site: s}
		now := s.sim.Clock("docs").Now().Unix()
		ask := func(jwt string) int {
			status, _ := l.form("/token", url.Values{"grant_type": {"client_credentials"}, "client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}, "client_assertion": {jwt}})
			return status
		}
		claims := func(change ...any) map[string]any {
			all := map[string]any{"iss": "job", "sub": "job", "aud": "http://docs.test", "jti": fmt.Sprint(change...) + "-", "exp": now + 60}
			for i := 0; i+1 < len(change); i += 2 {
				all[change[i].(string)] = change[i+1]
			}
			return all
		}
		assert.Equal(t, ask(signed(t, key, claims())), 200)
		assert.Equal(t, ask(signed(t, key, claims())), 401, "the same proof twice")
		for _, change := range [][]any{{"iss", "other"}, {"sub", "other"}, {"aud", "http://other.test"}, {"jti", ""}, {"exp", now}} {
			assert.Equal(t, ask(signed(t, key, claims(change...))), 401, "%v", change)
		}
		assert.Equal(t, ask(signed(t, key, claims("exp", now+1))), 200)
		assert.Equal(t, ask(signed(t, other, claims("jti", "z"))), 401, "another key")
		for _, jwt := range []string{"", "a", "a.b.c", signed(t, key, claims("jti", "y")) + "A"} {
			assert.Equal(t, ask(jwt), 401, jwt)
		}
		status, _ := l.form("/token", url.Values{"grant_type": {"client_credentials"}, "client_id": {"job"}})
		assert.Equal(t, status, 401)
		_, _, document := l.ask("GET", "/.well-known/oauth-authorization-server", "")
		assert.DeepEqual(t, document["token_endpoint_auth_signing_alg_values_supported"], []any{"ES256"})
	})
}

// TestGrantsForUsers: an identity provider gives a grant for an ID token, which is good once
// at the server and for the resource it was asked for, and for five minutes.
func TestGrantsForUsers(t *testing.T) {
	const script = "authorization: [{name: company, path: /company, identities: [ann], clients: [{id: desk}]}, {name: login, provider: company, assertions: [robot], clients: [{id: desk}]}]\n"
	online(t, script, func(s *site) {
		l := &lodger{site: s}
		exchange := func(change ...string) (int, map[string]any) {
			return l.form("/company/token", changed(url.Values{
				"grant_type": {"urn:ietf:params:oauth:grant-type:token-exchange"}, "requested_token_type": {"urn:ietf:params:oauth:token-type:id-jag"}, "subject_token_type": {"urn:ietf:params:oauth:token-type:id_token"},
				"subject_token": {"ann"}, "audience": {"http://docs.test"}, "resource": {"http://docs.test/mcp"}, "client_id": {"desk"},
			}, change))
		}
		spend := func(assertion string) (int, map[string]any) {
			return l.form("/token", url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {assertion}, "client_id": {"desk"}, "scope": {"read"}})
		}
		for _, change := range [][]string{{"requested_token_type", "x"}, {"subject_token_type", "x"}, {"audience", ""}, {"resource", ""}} {
			status, out := exchange(change...)
			assert.Equal(t, fmt.Sprint(status, out["error"]), "400invalid_request", "%v", change)
		}
		status, out := exchange("subject_token", "bob")
		assert.Equal(t, fmt.Sprint(status, out["error"]), "400invalid_grant")

		status, out = exchange()
		assert.Equal(t, status, 200)
		assert.Equal(t, out["expires_in"], 300.0)
		assert.Equal(t, out["token_type"], "N_A")
		assert.Equal(t, out["issued_token_type"], "urn:ietf:params:oauth:token-type:id-jag")
		grant := out["access_token"].(string)
		status, out = spend(grant)
		assert.Equal(t, fmt.Sprint(status, out["token_type"], out["scope"], out["refresh_token"]), "200Bearerread<nil>")
		access := out["access_token"].(string)
		assert.Equal(t, s.post(initialize, "Authorization", "Bearer "+access).status, 200)

		_, elsewhere := exchange("audience", "http://other.test")
		status, _ = spend(elsewhere["access_token"].(string))
		assert.Equal(t, status, 400)
		_, foreign := exchange("resource", "http://other.test/mcp")
		_, out = spend(foreign["access_token"].(string))
		assert.Equal(t, s.post(initialize, "Authorization", "Bearer "+out["access_token"].(string)).status, 401)

		s.after(5*time.Minute + time.Second)
		status, _ = spend(grant)
		assert.Equal(t, status, 400)
		for assertion, want := range map[string]int{"robot": 200, "none": 400, "": 400} {
			status, _ = spend(assertion)
			assert.Equal(t, status, want, assertion)
		}
		for path, grants := range map[string][]any{
			"/.well-known/oauth-authorization-server":         {"authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer"},
			"/.well-known/oauth-authorization-server/company": {"authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"},
		} {
			_, _, document := l.ask("GET", path, "")
			assert.DeepEqual(t, document["grant_types_supported"], grants)
		}
	})
}
