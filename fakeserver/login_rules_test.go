package fakeserver_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestWhatScriptsSayOfAuthorizationServers(t *testing.T) {
	for script, check := range map[string]func(l *lodger){
		"authorization: {}\nrules: [{when: {endpoint: register}, do: [{status: {code: 200, answer: true}}]}]": func(l *lodger) {
			assert.Equal(t, l.register(""), http.StatusOK)
			assert.Check(t, l.login()["access_token"] != nil)
		},
		"authorization: {deny: access_denied}": func(l *lodger) { assert.Equal(t, l.authorize().Get("error"), "access_denied") },
		"authorization: {grant: []}":           func(l *lodger) { assert.Equal(t, l.login()["scope"], nil) },
		"authorization: {refresh: false}":      func(l *lodger) { assert.Equal(t, l.login()["refresh_token"], nil) },
		"authorization: {lifetime: 5s}":        func(l *lodger) { assert.Equal(t, l.login()["expires_in"], 5.0) },
		"authorization: {uses: 1}": func(l *lodger) {
			token := l.login()["access_token"]
			first, _ := l.knock(token, initialize)
			second, _ := l.knock(token, initialize)
			assert.DeepEqual(t, []int{first, second}, []int{200, 401})
		},
		"authorization: {code: 1s}": func(l *lodger) {
			code := l.authorize().Get("code")
			l.after(time.Second)
			_, out := l.exchangeCode(code)
			assert.Equal(t, out["error"], "invalid_grant")
		},
		"authorization: {methods: [client_secret_post]}": func(l *lodger) {
			code := l.authorize().Get("code")
			_, out := l.exchangeCode(code)
			assert.Equal(t, out["error"], "invalid_client")
			_, out = l.exchangeCode(code, "client_secret", l.secret)
			assert.Check(t, out["access_token"] != nil)
		},
		"authorization: {documents: true}": func(l *lodger) {
			l.id = "https://client.test/metadata.json"
			assert.Check(t, l.login()["access_token"] != nil)
			for _, none := range []string{"https://client.test/", "https://client.test", "ftp://client.test/metadata.json", "metadata.json"} {
				_, out := l.form("/token", url.Values{"grant_type": {"authorization_code"}, "client_id": {none}, "code": {"x"}})
				assert.Equal(t, out["error"], "invalid_client", none)
			}
		},
		"authorization: {register: false, clients: [{id: me, secret: s3}]}": func(l *lodger) {
			l.id = "me"
			assert.Equal(t, l.register(""), http.StatusNotFound)
			l.id = "me"
			_, out := l.form("/token", url.Values{"grant_type": {"client_credentials"}, "client_id": {"me"}, "client_secret": {"s3"}})
			assert.Equal(t, out["error"], "invalid_client") // it was registered for basic
			status, _, out := l.ask("POST", "/token", "grant_type=client_credentials", "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Basic bWU6czM=")
			assert.Equal(t, status, 200)
			assert.Equal(t, out["refresh_token"], nil)
		},
		"authorization: {at: [openid, openid-appended], path: /one}": func(l *lodger) {
			for path, want := range map[string]int{
				"/.well-known/openid-configuration/one": 200, "/one/.well-known/openid-configuration": 200,
				"/.well-known/oauth-authorization-server/one": 404, "/.well-known/openid-configuration": 404,
			} {
				status, _, _ := l.ask("GET", path, "")
				assert.Equal(t, status, want, path)
			}
		},
	} {
		t.Run(script, func(t *testing.T) {
			online(t, script, func(s *site) {
				l := &lodger{site: s}
				if !strings.Contains(script, "register: false") && !strings.Contains(script, "path:") {
					l.register("")
					if !strings.Contains(script, "methods") {
						l.register(`,"token_endpoint_auth_method":"none"`)
					}
				}
				check(l)
			})
		})
	}
}

func TestRulesActAtTheEndpointsOfALogin(t *testing.T) {
	for rule, check := range map[string]func(l *lodger){
		"{when: {endpoint: metadata}, do: [{patch: {issuer: '<other-origin>', code_challenge_methods_supported: null}}]}": func(l *lodger) {
			_, _, meta := l.ask("GET", "/.well-known/oauth-authorization-server", "")
			assert.Equal(t, meta["issuer"], "http://localhost")
			_, listed := meta["code_challenge_methods_supported"]
			assert.Check(t, !listed)
		},
		"{when: {endpoint: authorize}, do: [{patch: {iss: null, state: [a, b]}}]}": func(l *lodger) {
			got := l.authorize()
			assert.DeepEqual(t, got["state"], []string{"a", "b"})
			assert.Check(t, !got.Has("iss") && got.Has("code"))
		},
		"{when: {endpoint: token, nth: 1}, do: [{status: {code: 503}}]}": func(l *lodger) {
			code := l.authorize().Get("code")
			status, _ := l.exchangeCode(code)
			assert.Equal(t, status, 503)
			status, _ = l.exchangeCode(code)
			assert.Equal(t, status, 200)
		},
		"{when: {endpoint: token, grant: refresh_token}, do: [{result: {error: invalid_grant}}]}": func(l *lodger) {
			status, out := l.renew(l.login()["refresh_token"])
			assert.Equal(t, status, 200)
			assert.Equal(t, out["error"], "invalid_grant")
		},
		"{when: {endpoint: token}, do: [{delay: 1s}]}": func(l *lodger) {
			l.path = "/token"
			r := l.do("POST", "grant_type=x", "Content-Type", "application/x-www-form-urlencoded")
			assert.Check(t, !r.done)
			l.after(time.Second)
			assert.Equal(t, r.status, 401)
		},
		"{when: {endpoint: token, grant: authorization_code, nth: 1}, do: [{drop: 1}]}": func(l *lodger) {
			code := l.authorize().Get("code")
			l.path = "/token"
			q := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "client_id": {l.id}, "redirect_uri": {callback}, "code_verifier": {verifier}, "resource": {"http://docs.test/mcp"}}
			r := l.do("POST", q.Encode(), "Content-Type", "application/x-www-form-urlencoded")
			assert.Check(t, r.err != nil) // the code was taken, the answer is lost
			l.path = ""
			_, out := l.exchangeCode(code)
			assert.Equal(t, out["error"], "invalid_grant")
		},
		"{when: {endpoint: challenge}, do: [{headers: {WWW-Authenticate: 'Basic realm=\"a, b\", Bearer scope=\"x\"'}}]}": func(l *lodger) {
			_, challenge := l.knock(nil, initialize)
			assert.Equal(t, challenge, `Basic realm="a, b", Bearer scope="x"`)
		},
		"{when: {endpoint: challenge}, do: [{headers: {WWW-Authenticate: \"Negotiate\\nBearer scope=x\\n\"}}]}": func(l *lodger) {
			_, got, _ := l.ask("POST", "/mcp", initialize)
			assert.DeepEqual(t, got.Values("WWW-Authenticate"), []string{"Negotiate", "Bearer scope=x"})
		},
		"{when: {method: ping}, do: [{revoke: }]}": func(l *lodger) {
			token := l.login()["access_token"]
			l.knock(token, initialize)
			l.knock(token, ping("1"))
			status, _ := l.knock(token, ping("2"))
			assert.Equal(t, status, 401)
		},
	} {
		t.Run(rule, func(t *testing.T) {
			lodging(t, "http: {sessions: false}\n"+withLogin+"rules: ["+rule+"]", func(l *lodger) {
				check(l)
				assert.Equal(t, len(l.srv.NeverActed()), 0)
			})
		})
	}
}

// A rule ends the tokens of the authorization server that it names, and no others.
func TestTokensOfAnotherServerStay(t *testing.T) {
	for of, status := range map[string]int{"a": 401, "b": 200, "''": 401} {
		script := "http: {sessions: false}\nauthorization: [{name: a, clients: [{id: pub, redirects: ['" + callback + "']}]}, {name: b, path: /b}]\nrules: [{when: {method: ping, nth: 1}, do: [{revoke: {of: " + of + "}}]}]"
		lodging(t, script, func(l *lodger) {
			l.id = "pub"
			token := l.login()["access_token"]
			l.knock(token, initialize)
			l.knock(token, ping("1"))
			got, _ := l.knock(token, ping("2"))
			assert.Equal(t, got, status, of)
		})
	}
}

func TestToolsNeedScopes(t *testing.T) {
	script := "http: {sessions: false}\ntools: [echo, {name: write, scopes: [write, more]}]\nprotected: {need: [read]}\n" + withLogin
	lodging(t, script, func(l *lodger) {
		status, challenge := l.knock(nil, initialize)
		assert.Equal(t, status, 401)
		assert.Check(t, strings.Contains(challenge, `scope="read"`))
		token := l.login()["access_token"]
		status, _ = l.knock(token, call("1", "x"))
		assert.Equal(t, status, 200)
		body := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"write"}}`
		status, challenge = l.knock(token, body)
		assert.Equal(t, status, 403)
		assert.Check(t, strings.Contains(challenge, `error="insufficient_scope", scope="read write more"`), challenge)
		status, _ = l.knock(l.login("scope", "more read write")["access_token"], body)
		assert.Equal(t, status, 200)
	})
}

func TestATokenForAnotherResourceIsRefused(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		for resource, want := range map[string]int{
			"http://docs.test/mcp": 200, "http://docs.test/mcp/": 200, "http://docs.test": 200, "http://other.test/mcp": 401, "http://docs.test/mcp2": 401,
		} {
			_, out := l.exchangeCode(l.authorize("resource", resource).Get("code"), "resource", resource)
			status, _ := l.knock(out["access_token"], initialize)
			assert.Equal(t, status, want, resource)
		}
	})
}

func TestTheJournalTellsOfLoginsWithoutTheirSecrets(t *testing.T) {
	var secrets []string
	srv, err := fakeserver.New(parse(t, withLogin), fakeserver.Options{Secret: func(text string) { secrets = append(secrets, text) }})
	assert.NilError(t, err)
	defer srv.Close()
	assert.Equal(t, len(secrets), 0)
	lodging(t, withLogin, func(l *lodger) {
		tokens := l.login()
		var token *fakeserver.Login
		for _, e := range l.srv.Journal() {
			if e.Kind != fakeserver.KindLogin {
				continue
			}
			text, err := json.Marshal(e)
			assert.NilError(t, err)
			for _, secret := range []string{tokens["access_token"].(string), tokens["refresh_token"].(string), verifier, "code-"} {
				assert.Check(t, !strings.Contains(string(text), secret), "%s", text)
			}
			if e.Login.Endpoint == fakeserver.EndpointToken {
				token = e.Login
			}
		}
		assert.DeepEqual(t, *token, fakeserver.Login{
			Endpoint: "token", Authorization: "login", Client: "login-client-1", Resource: "http://docs.test/mcp", Redirect: callback,
			Grant: "authorization_code", Method: "none", Verifier: "right",
			Type: "application/x-www-form-urlencoded", Accept: "application/json, text/event-stream",
		})
	})
}

// FuzzAssertions looks for a JWT that was not signed with the key of the client and is
// taken all the same, or that has no answer.
func FuzzAssertions(f *testing.F) {
	f.Add("e30.e30.AAAA")
	f.Add("..")
	f.Add("eyJhbGciOiJub25lIn0.eyJpc3MiOiJyb2JvdCIsInN1YiI6InJvYm90IiwiYXVkIjoiaHR0cDovL2RvY3MudGVzdCIsImp0aSI6IjEiLCJleHAiOjk5OTk5OTk5OTl9.")
	f.Add("e30.eyJpc3MiOiJyb2JvdCIsInN1YiI6InJvYm90IiwiYXVkIjoiaHR0cDovL2RvY3MudGVzdCIsImp0aSI6IjEiLCJleHAiOjk5OTk5OTk5OTl9." + strings.Repeat("A", 86))
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(f, err)
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	assert.NilError(f, err)
	public := strings.ReplaceAll(string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})), "\n", "\\n")
	script, err := fakeserver.Parse("f", []byte(`authorization: {clients: [{id: robot, key: "`+public+`"}]}`))
	assert.NilError(f, err)
	srv, err := fakeserver.New(script, fakeserver.Options{})
	assert.NilError(f, err)
	f.Cleanup(srv.Close)
	f.Fuzz(func(t *testing.T, jwt string) {
		body := url.Values{
			"grant_type": {"client_credentials"}, "client_id": {"robot"}, "client_assertion": {jwt},
			"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
		}.Encode()
		r := (&http.Request{
			Method: "POST", URL: &url.URL{Path: "/token"}, Host: "docs.test", Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
			Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
		}).WithContext(t.Context())
		w := &recorder{header: http.Header{}}
		srv.Handler().ServeHTTP(w, r)
		if w.status != http.StatusBadRequest && w.status != http.StatusUnauthorized {
			t.Fatalf("%q: HTTP %d", jwt, w.status)
		}
	})
}
