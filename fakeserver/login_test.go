package fakeserver_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

const (
	verifier = "a-verifier-of-at-least-forty-three-characters-0"
	callback = "http://127.0.0.1:3000/callback"
)

// lodger is a client that logs in at a server of its own bubble.
type lodger struct {
	*site
	id     string
	secret string
}

// ask sends a request and returns its status, headers and JSON.
func (l *lodger) ask(verb, path, body string, header ...string) (int, http.Header, map[string]any) {
	l.t.Helper()
	l.path = path
	defer func() { l.path = "" }()
	r := l.do(verb, body, header...)
	assert.NilError(l.t, r.err)
	var out map[string]any
	_ = json.Unmarshal([]byte(r.body.take()), &out)
	return r.status, r.header, out
}

func (l *lodger) form(path string, values url.Values) (int, map[string]any) {
	l.t.Helper()
	status, _, out := l.ask("POST", path, values.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	return status, out
}

// register introduces the client, and returns the status.
func (l *lodger) register(more string) int {
	l.t.Helper()
	status, _, out := l.ask("POST", "/register", `{"redirect_uris":["http://127.0.0.1/callback"]`+more+`}`)
	l.id, _ = out["client_id"].(string)
	l.secret, _ = out["client_secret"].(string)
	return status
}

// authorization are the parameters of a correct authorization request.
func (l *lodger) authorization() url.Values {
	sum := sha256.Sum256([]byte(verifier))
	return url.Values{
		"response_type": {"code"}, "client_id": {l.id}, "redirect_uri": {callback}, "state": {"s1"}, "scope": {"read"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}, "resource": {"http://docs.test/mcp"},
	}
}

// authorize returns where the client is sent to.
func (l *lodger) authorize(change ...string) url.Values {
	l.t.Helper()
	q := changed(l.authorization(), change)
	status, header, out := l.ask("GET", "/authorize?"+q.Encode(), "")
	if status != http.StatusFound {
		return url.Values{"status": {http.StatusText(status)}, "error": {out["error"].(string)}}
	}
	u, err := url.Parse(header.Get("Location"))
	assert.NilError(l.t, err)
	assert.Check(l.t, strings.HasPrefix(u.String(), callback+"?"))
	return u.Query()
}

// changed sets parameters: name, value, name, value; an empty value removes.
func changed(q url.Values, change []string) url.Values {
	for i := 0; i+1 < len(change); i += 2 {
		if q.Set(change[i], change[i+1]); change[i+1] == "" {
			q.Del(change[i])
		}
	}
	return q
}

func (l *lodger) exchangeCode(code string, change ...string) (int, map[string]any) {
	l.t.Helper()
	return l.form("/token", changed(url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "client_id": {l.id}, "redirect_uri": {callback},
		"code_verifier": {verifier}, "resource": {"http://docs.test/mcp"},
	}, change))
}

// login goes the whole way.
func (l *lodger) login(change ...string) map[string]any {
	l.t.Helper()
	_, out := l.exchangeCode(l.authorize(change...).Get("code"))
	assert.Check(l.t, out["access_token"] != nil, "%v", out)
	return out
}

func (l *lodger) renew(refresh any) (int, map[string]any) {
	l.t.Helper()
	return l.form("/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh.(string)}, "client_id": {l.id}})
}

// knock asks the protected endpoint with a token.
func (l *lodger) knock(token any, body string) (int, string) {
	l.t.Helper()
	header := []string{}
	if token != nil {
		header = []string{"Authorization", "Bearer " + token.(string)}
	}
	status, got, _ := l.ask("POST", "/mcp", body, header...)
	return status, got.Get("Www-Authenticate")
}

func lodging(t *testing.T, script string, f func(l *lodger)) {
	t.Helper()
	online(t, script, func(s *site) {
		l := &lodger{site: s}
		if script == "" || !strings.Contains(script, "register: false") {
			assert.Equal(t, l.register(`,"token_endpoint_auth_method":"none"`), http.StatusCreated)
		}
		f(l)
	})
}

const withLogin = "authorization: {}\n"

func TestALoginFromTheChallengeToTheCall(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		status, challenge := l.knock(nil, initialize)
		assert.Equal(t, status, http.StatusUnauthorized)
		assert.Equal(t, challenge, `Bearer resource_metadata="http://docs.test/.well-known/oauth-protected-resource/mcp"`)
		_, _, resource := l.ask("GET", "/.well-known/oauth-protected-resource/mcp", "")
		assert.Equal(t, resource["resource"], "http://docs.test/mcp")
		assert.DeepEqual(t, resource["authorization_servers"], []any{"http://docs.test"})
		_, _, meta := l.ask("GET", "/.well-known/oauth-authorization-server", "")
		assert.Equal(t, meta["issuer"], "http://docs.test")
		assert.DeepEqual(t, meta["code_challenge_methods_supported"], []any{"S256"})
		got := l.authorize()
		assert.Equal(t, got.Get("state"), "s1")
		assert.Equal(t, got.Get("iss"), "http://docs.test")
		status, tokens := l.exchangeCode(got.Get("code"))
		assert.Equal(t, status, http.StatusOK)
		assert.Equal(t, tokens["scope"], "read")
		assert.Equal(t, tokens["expires_in"], 3600.0)
		status, _ = l.knock(tokens["access_token"], initialize)
		assert.Equal(t, status, http.StatusOK)
		status, challenge = l.knock("another", initialize)
		assert.Equal(t, status, http.StatusUnauthorized)
		assert.Check(t, strings.Contains(challenge, `error="invalid_token"`))
		l.after(time.Hour)
		status, _ = l.knock(tokens["access_token"], initialize)
		assert.Equal(t, status, http.StatusUnauthorized)
	})
}

func TestAuthorizationRequestsThatAreRefused(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		for _, c := range []struct{ name, value, want string }{
			{"response_type", "token", "unsupported_response_type"}, {"code_challenge", "", "invalid_request"},
			{"code_challenge_method", "plain", "invalid_request"}, {"client_id", "x", "invalid_request"},
			{"redirect_uri", "http://127.0.0.1:3000/other", "invalid_request"}, {"redirect_uri", "", "invalid_request"},
		} {
			got := l.authorize(c.name, c.value)
			assert.Equal(t, got.Get("error"), c.want, c.name)
			assert.Check(t, !got.Has("code"))
		}
	})
}

func TestCodesThatAreRefused(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		for _, c := range []struct{ name, value, want string }{
			{"code_verifier", "", "invalid_grant"}, {"code_verifier", verifier + "1", "invalid_grant"},
			{"redirect_uri", callback + "/", "invalid_grant"}, {"resource", "http://docs.test", "invalid_target"},
			{"code", "x", "invalid_grant"}, {"client_id", "x", "invalid_client"}, {"client_secret", "x", "invalid_client"},
			{"grant_type", "password", "unsupported_grant_type"},
		} {
			_, out := l.exchangeCode(l.authorize().Get("code"), c.name, c.value)
			assert.Equal(t, out["error"], c.want, "%s=%s", c.name, c.value)
		}
		code := l.authorize().Get("code")
		_, first := l.exchangeCode(code)
		_, second := l.exchangeCode(code)
		assert.Equal(t, second["error"], "invalid_grant")
		status, _ := l.knock(first["access_token"], initialize)
		assert.Equal(t, status, http.StatusUnauthorized) // the second use ended the first login
		late := l.authorize().Get("code")
		l.after(10 * time.Minute)
		_, out := l.exchangeCode(late)
		assert.Equal(t, out["error"], "invalid_grant")
	})
}

func TestRefreshTokensRotate(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		first := l.login()
		_, second := l.renew(first["refresh_token"])
		status, _ := l.knock(second["access_token"], initialize)
		assert.Equal(t, status, http.StatusOK)
		_, again := l.renew(first["refresh_token"])
		assert.Equal(t, again["error"], "invalid_grant")
		status, _ = l.knock(second["access_token"], initialize)
		assert.Equal(t, status, http.StatusUnauthorized) // the family is revoked
		_, out := l.renew(second["refresh_token"])
		assert.Equal(t, out["error"], "invalid_grant")
	})
	lodging(t, "authorization: {rotate: false}", func(l *lodger) {
		first := l.login()
		for range 2 {
			status, next := l.renew(first["refresh_token"])
			assert.Equal(t, status, http.StatusOK)
			assert.Equal(t, next["refresh_token"], first["refresh_token"])
		}
	})
}

func TestRevokeAndIntrospect(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		tokens := l.login()
		access, refresh := tokens["access_token"].(string), tokens["refresh_token"].(string)
		_, info := l.form("/introspect", url.Values{"token": {access}})
		assert.Equal(t, info["active"], true)
		assert.Equal(t, info["aud"], "http://docs.test/mcp")
		assert.Equal(t, info["client_id"], "login-client-1")
		status, _ := l.form("/revoke", url.Values{"token": {refresh}})
		assert.Equal(t, status, http.StatusOK)
		_, info = l.form("/introspect", url.Values{"token": {access}})
		assert.DeepEqual(t, info, map[string]any{"active": false})
	})
}

// The server of another script is asked about tokens, by its name.
func TestAServerAsksTheAuthorizationServerOfAnotherScript(t *testing.T) {
	var other *fakeserver.Server
	other, issuer := loopback(t, parse(t, withLogin))
	srv, err := fakeserver.New(parse(t, "protected: {by: [second]}"), fakeserver.Options{Elsewhere: func(name string) (string, *fakeserver.Server) {
		if name != "second" {
			return "", nil
		}
		return strings.TrimSuffix(issuer, "/mcp"), other
	}})
	assert.NilError(t, err)
	defer srv.Close()
	at := serveOn(t, srv)
	_, body := fetch(t, strings.TrimSuffix(at, "/mcp")+"/.well-known/oauth-protected-resource/mcp")
	var resource struct {
		Servers []string `json:"authorization_servers"`
	}
	assert.NilError(t, json.Unmarshal([]byte(body), &resource))
	assert.DeepEqual(t, resource.Servers, []string{strings.TrimSuffix(issuer, "/mcp")})
}

func FuzzLoginRequests(f *testing.F) {
	f.Add("/token", "grant_type=authorization_code&code=x&client_id=%ff", "Basic !!")
	f.Add("/register", `{"redirect_uris":[1]}`, "")
	f.Add("/authorize?redirect_uri=http://[::1", "", "Bearer")
	f.Add("/mcp", "[{}]", "Bearer x")
	script, err := fakeserver.Parse("f", []byte(withLogin+"tools: [{name: a, scopes: [b]}]"))
	if err != nil {
		f.Fatal(err)
	}
	srv, err := fakeserver.New(script, fakeserver.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(srv.Close)
	f.Fuzz(func(t *testing.T, path, body, authorization string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || !strings.HasPrefix(path, "/") || strings.Contains(path, "/.well-known") {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		r := (&http.Request{Method: "POST", URL: u, Header: http.Header{"Authorization": {authorization}}, Host: "docs.test", Body: io.NopCloser(strings.NewReader(body))}).WithContext(ctx)
		w := &recorder{header: http.Header{}}
		srv.Handler().ServeHTTP(w, r)
		if w.status == 0 || ctx.Err() != nil {
			t.Fatalf("%s has no answer", path)
		}
	})
}

// recorder is as much of a response writer as a fake needs.
type recorder struct {
	header http.Header
	status int
}

func (r *recorder) Header() http.Header { return r.header }
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}
func (r *recorder) Write(b []byte) (int, error) { r.WriteHeader(http.StatusOK); return len(b), nil }

// Who writes the scheme or the host of a resource in capitals means the same server.
func TestResourcesHaveNoCaseInSchemeAndHost(t *testing.T) {
	lodging(t, withLogin, func(l *lodger) {
		for resource, want := range map[string]int{
			"http://docs.test/mcp": http.StatusOK, "http://docs.test/mcp/": http.StatusOK, "HTTP://Docs.Test/mcp": http.StatusOK,
			"http://docs.test/MCP": http.StatusUnauthorized, "https://docs.test/mcp": http.StatusUnauthorized, "http://docs.test:81/mcp": http.StatusUnauthorized,
		} {
			_, tokens := l.exchangeCode(l.authorize("resource", resource).Get("code"), "resource", resource)
			status, _ := l.knock(tokens["access_token"], initialize)
			assert.Equal(t, status, want, resource)
		}
	})
}
