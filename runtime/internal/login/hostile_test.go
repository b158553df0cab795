package login

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// authority is an authorization server and what it protects, whose documents tests change.
type authority struct {
	*httptest.Server
	change func(document string, fields map[string]any)
	asked  map[string]int
}

func newAuthority(t *testing.T) *authority {
	a := &authority{change: func(string, map[string]any) {}, asked: map[string]int{}}
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

func (a *authority) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	document := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	a.asked[document]++
	fields := map[string]map[string]any{
		"oauth-protected-resource": {"resource": a.URL, "authorization_servers": []string{a.URL}},
		"oauth-authorization-server": {
			"issuer": a.URL, "authorization_endpoint": a.URL + "/authorize", "token_endpoint": a.URL + "/token",
			"registration_endpoint": a.URL + "/register", "code_challenge_methods_supported": []string{"S256"},
		},
		"register": {"client_id": fmt.Sprint("client-", a.asked["register"])},
		"token":    {"access_token": fmt.Sprint("token-", a.asked["token"])},
	}[document]
	if document == "authorize" {
		back := r.URL.Query().Get("redirect_uri") + "?" + url.Values{"code": {"c"}, "state": {r.URL.Query().Get("state")}}.Encode()
		http.Redirect(rw, r, back, http.StatusFound)
		return
	}
	a.change(document, fields)
	_ = json.NewEncoder(rw).Encode(fields)
}

// logins are those of a user who approves, at this server.
func (a *authority) logins(store secrets.Store) (*Logins, config.Server) {
	dial := new(net.Dialer).DialContext
	return New(Options{
		Store: store, Tokens: secrets.NewTokens(store, dial, clock.Real()), Dial: dial, Clock: clock.Real(), Random: rand.Reader,
		Local: address.Local, Agent: Headless{Dial: dial, RedirectURI: "http://127.0.0.1:1/callback"},
	}), config.Server{Name: "docs", Type: config.HTTP, URL: a.URL}
}

func rejected(token string, try int, challenges ...string) transport.Rejection {
	return transport.Rejection{Status: http.StatusUnauthorized, Authorization: "Bearer " + token, Try: try, Challenges: challenges}
}

// What a server names may be of any length, and would be in addresses, in headers and in
// the store.
func TestLongNamesAreRefused_OAC_45(t *testing.T) {
	long := strings.Repeat("x", 8<<10)
	many := make([]string, 0, 100_000) // as many as a document has room for
	for i := range cap(many) {
		many = append(many, fmt.Sprintf("%x", i))
	}
	const tooManyScopes = ": the scopes to ask for have more than 16384 bytes"
	for _, c := range []struct{ document, field, want string }{
		{"oauth-authorization-server", "authorization_endpoint", ": authorization_endpoint: its URL has more than 8192 bytes"},
		{"oauth-authorization-server", "token_endpoint", ": token_endpoint: its URL has more than 8192 bytes"},
		{"register", "client_id", ": client_id: it has more than 8192 bytes"},
		{"register", "client_secret", ": client_secret: it has more than 8192 bytes"},
		{"oauth-protected-resource", "scopes_supported", "login: protected resource metadata: scopes_supported" + tooManyScopes},
		{"oauth-protected-resource", "", "login: challenge: scope" + tooManyScopes},
	} {
		a := newAuthority(t)
		var challenges []string
		a.change = func(document string, fields map[string]any) {
			switch {
			case document != c.document:
			case c.field == "scopes_supported":
				fields[c.field] = many
			case strings.HasPrefix(c.field, "client_"):
				fields[c.field] = long + "x"
			default:
				fields[c.field] = a.URL + "/" + long
			}
		}
		if c.field == "" {
			challenges = []string{`Bearer scope="` + strings.Join(many, " ") + `"`}
		}
		l, s := a.logins(new(secrets.Memory))
		_, err := l.Replace(t.Context(), s, rejected("", 0, challenges...))
		assert.Check(t, err != nil && strings.HasSuffix(err.Error(), c.want), "%v", err)
		assert.Equal(t, a.asked["authorize"], 0)
		assert.Check(t, len(err.Error()) < 1000)
		l.Close()
	}
}

// An address with a user in it is that of another host than it seems to be.
func TestAddressesWithAUserAreRefused_OAC_45(t *testing.T) {
	a := newAuthority(t)
	a.change = func(document string, fields map[string]any) {
		if document == "oauth-authorization-server" {
			fields["authorization_endpoint"] = strings.Replace(a.URL, "http://", "http://accounts.example.com@", 1)
		}
	}
	l, s := a.logins(new(secrets.Memory))
	defer l.Close()
	_, err := l.Replace(t.Context(), s, rejected("", 0))
	assert.ErrorContains(t, err, "authorization_endpoint: its URL has a user")
}

// A token that is rejected because another process has logged out meanwhile is replaced;
// one that the server does not like is not asked for again.
func TestALogoutDuringALogin_X_LOGIN_5(t *testing.T) {
	for _, loggedOut := range []bool{true, false} {
		a := newAuthority(t)
		store := new(secrets.Memory)
		l, s := a.logins(store)
		defer l.Close()
		token, err := l.Replace(t.Context(), s, rejected("", 0))
		assert.NilError(t, err)
		assert.Equal(t, token, "token-1")
		if loggedOut {
			id, _ := secrets.CredentialID(s)
			assert.NilError(t, secrets.Save(t.Context(), store, id, secrets.Credential{}))
		}
		token, err = l.Replace(t.Context(), s, rejected(token, 1))
		if loggedOut {
			assert.NilError(t, err)
			assert.Equal(t, token, "token-2")
			continue
		}
		refused, _ := errors.AsType[*Error](err)
		assert.Check(t, refused != nil && refused.Field == "access_token", err)
	}
}

// An authorization server that has forgotten its clients does not say so: it shows a page.
func TestAnewRegistersAnew_OAC_16(t *testing.T) {
	a := newAuthority(t)
	store := new(secrets.Memory)
	for i, anew := range []bool{false, false, true} {
		l, s := a.logins(store)
		l.o.Anew = anew
		_, err := l.Replace(t.Context(), s, rejected(fmt.Sprint("token-", i), 0))
		l.Close()
		assert.NilError(t, err)
	}
	assert.Equal(t, a.asked["token"], 3)
	assert.Equal(t, a.asked["register"], 2)
}

// A headless login asks for an address itself: it may lead to no private one, whatever its
// name says.
func TestHeadlessAsksNoPrivateAddress_OAC_45(t *testing.T) {
	h := Headless{Dial: func(_ context.Context, _, addr string) (net.Conn, error) {
		if strings.HasPrefix(addr, "mcp.") {
			return addressed{at: "8.8.8.8"}, nil
		}
		return addressed{at: "169.254.169.254"}, nil
	}}
	_, err := h.Authorize(t.Context(), Authorization{Server: "https://mcp.example.com/mcp", URL: "https://auth.example.com/authorize"})
	assert.ErrorIs(t, err, address.ErrPrivate)
}
