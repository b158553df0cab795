package secrets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
)

const login = `{"type":"oauth","credentialId":"x"}`

func TestAuthSettings_F_39(t *testing.T) {
	for raw, want := range map[string]struct {
		auth *auth
		err  error
	}{
		``:                            {},
		`null`:                        {},
		`{}`:                          {},
		`{"type":"other"}`:            {},
		`{"type":7,"credentialId":7}`: {},
		`["oauth"]`:                   {},
		`{`:                           {},
		login:                         {auth: &auth{Type: "oauth", CredentialID: "x"}},
		`{"type":"oauth"}`:            {auth: &auth{Type: "oauth"}},
		`{"type":"oauth","tokenUrl":"u","clientId":"i","clientSecret":"s","scopes":["a"]}`: {
			auth: &auth{Type: "oauth", TokenURL: "u", ClientID: "i", ClientSecret: "s"}},
		`{"type":"oauth","clientSecret":12345}`: {err: errAuth},
	} {
		got, err := authOf(config.Server{Auth: json.RawMessage(raw)})
		assert.Equal(t, err, want.err, raw)
		assert.Check(t, cmp.Diff(want.auth, got) == "", raw)
	}
}

func TestCredentialsOfServers_X_LOGIN_8(t *testing.T) {
	for _, c := range []struct {
		kind, url, auth, header, want string
		named                         bool
	}{
		{config.HTTP, "http://a.test/m", ``, "X", "login:http://a.test/m", false},
		{config.SSE, "HTTP://A.test:80/", ``, "X", "login:http://a.test", false},
		{config.HTTP, "http://a.test/m", `null`, "X", "login:http://a.test/m", false},
		{config.HTTP, "http://a.test/m", `false`, "X", "login:http://a.test/m", false},
		{config.HTTP, "http://a.test/m", `{"type":"apikey"}`, "X", "", false},
		{config.HTTP, "http://a.test/m", `{"type":"oauth","credentialId":7}`, "X", "", false},
		{config.HTTP, "http://a.test/m", login, "X", "x", true},
		{config.HTTP, "http://a.test/m", login, "Authorization", "x", true},
		{config.HTTP, "http://a.test/m", ``, "authorization", "", false},
		{config.HTTP, "http://ann@a.test/m", ``, "X", "", false},
		{config.HTTP, "http://%zz", ``, "X", "", false},
		{config.WebSocket, "ws://a.test/m", ``, "X", "", false},
		{config.WebSocket, "ws://a.test/m", login, "X", "x", true},
		{config.Stdio, "", login, "X", "", false},
	} {
		s := config.Server{Type: c.kind, URL: c.url, Auth: json.RawMessage(c.auth), Headers: map[string]string{c.header: "v"}}
		id, named := CredentialID(s)
		assert.Check(t, id == c.want && named == c.named, "%+v: %q, %v", c, id, named)
	}
}

// resolver knows the credential "x" and reaches no token endpoint.
func resolver(t *testing.T, c Credential) Resolver {
	store := new(Memory)
	assert.NilError(t, Save(t.Context(), store, "x", c))
	tokens := NewTokens(store, func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no network") }, clock.Real())
	t.Cleanup(tokens.Close)
	run := Runner(func(_ context.Context, command string) (string, error) {
		if command == "fail" {
			return "SECRET", errors.New("exit status 1")
		}
		return "printed " + command, nil
	})
	env := func(name string) (string, bool) { return "looked up", name == "NAME" }
	return Resolver{Env: env, Commands: NewCommands(run, clock.Real()), Tokens: tokens}
}

func TestTokensReplaceWhatIsConfigured_F_39(t *testing.T) {
	r := resolver(t, Credential{Access: "tok"})
	given := config.Server{
		Name: "n", Type: config.HTTP, URL: "http://a.test", Auth: json.RawMessage(login),
		Headers: map[string]string{"authorization": "old", "AUTHORIZATION": "older", "X": "!cmd", "Y": "NAME", "Z": "!fail"},
		Env:     map[string]string{"E": "NAME"},
	}
	before := given.Clone()
	got, problems := r.Resolve(t.Context(), given)
	assert.DeepEqual(t, got.Headers, map[string]string{"Authorization": "Bearer tok", "X": "printed cmd", "Y": "looked up"})
	assert.DeepEqual(t, got.Env, map[string]string{"E": "NAME"})
	assert.Equal(t, fmt.Sprint(problems), `[server "n": headers.Z is left out: exit status 1]`)
	assert.DeepEqual(t, given, before)

	got, _ = r.Resolve(t.Context(), config.Server{Name: "n", Command: "c", Auth: json.RawMessage(login), Headers: map[string]string{"X": "NAME"}})
	assert.DeepEqual(t, got.Env, map[string]string{"OAUTH_ACCESS_TOKEN": "tok"})
	assert.DeepEqual(t, got.Headers, map[string]string{"X": "NAME"})
}

func TestProblemsOfTokens(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"oauth","credentialId":"other"}`:                            "no credential is stored under auth.credentialId",
		`{"type":"oauth","clientId":5}`:                                      "auth is ignored: its settings must be strings",
		`{"type":"oauth","credentialId":"x"}`:                                "auth.tokenUrl is not set",
		`{"type":"oauth","credentialId":"x","tokenUrl":"here"}`:              "auth.tokenUrl is no HTTP URL",
		`{"type":"oauth","credentialId":"x","tokenUrl":"http://auth.test/"}`: "asking the token endpoint: no network",
		`{"type":"apikey"}`:                                                  "",
	} {
		r := resolver(t, Credential{Access: "SECRET", Refresh: "SECRET", Expires: start})
		_, problems := r.Resolve(t.Context(), config.Server{Name: "n", Command: "c", Auth: json.RawMessage(raw)})
		var texts []string
		for _, p := range problems {
			texts = append(texts, p.Text)
		}
		assert.Equal(t, strings.Join(texts, "; "), want, raw)
	}
	r := resolver(t, Credential{Access: "SECRET", Expires: start})
	_, problems := r.Resolve(t.Context(), config.Server{Name: "n", Command: "c", Auth: json.RawMessage(login)})
	assert.Equal(t, problems[0].Text, "there is no refresh token")
}

func TestRenewal_OMP_TP_08(t *testing.T) {
	for _, c := range []struct {
		kind, auth string
		want       bool
	}{
		{config.HTTP, login, true}, {config.SSE, login, true}, {config.Stdio, login, false}, {"", login, false},
		{config.HTTP, ``, false}, {config.HTTP, `{"type":"apikey","credentialId":"x"}`, false},
	} {
		r := resolver(t, Credential{})
		f := r.Renewal(config.Server{Type: c.kind, Auth: json.RawMessage(c.auth)}, nil)
		assert.Equal(t, f != nil, c.want, "%+v", c)
	}
}

func TestRenewalUsesWhatOthersHaveRenewed_FF_71(t *testing.T) {
	r := resolver(t, Credential{Access: "new", Refresh: "r"})
	var warnings []error
	s := config.Server{Name: "n", Type: config.HTTP, Auth: json.RawMessage(login)}
	f := r.Renewal(s, func(err error) { warnings = append(warnings, err) })
	assert.Equal(t, f(t.Context(), "old"), "new")
	assert.Equal(t, len(warnings), 0)
	assert.Equal(t, f(t.Context(), "new"), "")
	assert.Equal(t, fmt.Sprint(warnings), "[auth.tokenUrl is not set]")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, f(ctx, "new"), "")
	assert.Equal(t, len(warnings), 1, "a caller who left is not worth a warning")
}
