package host_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/host"
)

// oneLogin is a store with one credential at most, which may fail.
type oneLogin struct {
	kept         host.Credential
	found        bool
	load, change error
	removed      bool
}

func (s *oneLogin) Load(context.Context, string) (host.Credential, bool, error) {
	return s.kept, s.found, s.load
}

func (s *oneLogin) Change(_ context.Context, _ string, change func(host.Credential, bool) (host.Credential, error)) error {
	if s.change != nil {
		return s.change
	}
	c, err := change(s.kept, s.found)
	s.removed = err == nil && c.Access == "" && c.Refresh == "" && c.Login == nil
	return err
}

func TestLogout(t *testing.T) {
	broken := errors.New("disk full")
	login := func(revoke string) host.Credential {
		return host.Credential{Access: "a", Refresh: "r", Login: &host.LoginRecord{Revoke: revoke}}
	}
	for name, c := range map[string]struct {
		store        oneLogin
		status       int // of the revocation endpoint
		was, revoked bool
		err          string // "": none
		asked        string // the token that it was asked to revoke, and its kind
	}{
		"nothing is kept":            {oneLogin{}, 200, false, false, "", ""},
		"no endpoint":                {oneLogin{kept: login(""), found: true}, 200, true, false, "", ""},
		"revoked":                    {oneLogin{kept: login("http://as.test/revoke"), found: true}, 200, true, true, "", "r refresh_token"},
		"the endpoint is down":       {oneLogin{kept: login("http://as.test/revoke"), found: true}, 503, true, false, "login: revoking at http://as.test/revoke: HTTP 503", "r refresh_token"},
		"the store is broken":        {oneLogin{load: broken, change: broken}, 200, false, false, "disk full", ""},
		"what is kept is unreadable": {oneLogin{load: broken}, 200, true, false, "disk full", ""},
		"it cannot be forgotten":     {oneLogin{kept: login("http://as.test/revoke"), found: true, change: broken}, 200, true, true, "forgetting the login: disk full", "r refresh_token"},
		"an access token alone": {oneLogin{kept: host.Credential{Access: "a", Login: &host.LoginRecord{Revoke: "http://as.test/revoke"}}, found: true},
			200, true, true, "", "a access_token"},
	} {
		t.Run(name, func(t *testing.T) {
			asked := ""
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = strings.TrimSpace(r.PostFormValue("token") + " " + r.PostFormValue("token_type_hint"))
				w.WriteHeader(c.status)
			}))
			defer server.Close()
			dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
			}
			store := c.store
			was, revoked, err := host.Logout(t.Context(), &store, dial, "http://docs.test/mcp")
			assert.Equal(t, was, c.was)
			assert.Equal(t, revoked, c.revoked)
			if c.err == "" {
				assert.NilError(t, err)
			} else {
				assert.Error(t, err, c.err)
			}
			assert.Equal(t, asked, c.asked)
			assert.Equal(t, store.removed, store.change == nil && c.was)
		})
	}
}

// public is a connection to an address that everybody can reach.
type public struct{ net.Conn }

func (public) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(8, 8, 8, 8), Port: 80} }

// What a login has left is sent to no private address, unless the server is at one, too.
func TestRevocationsStayAway_OAC_45(t *testing.T) {
	for _, c := range []struct {
		private bool // the server
		revoked bool
		err     string
	}{
		{false, false, "login: revoking at http://as.test/revoke: asking the token endpoint: its host is at a private address, and the server is not"},
		{true, true, ""},
	} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
		dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
			if addr == "docs.test:80" && !c.private {
				conn = public{conn}
			}
			return conn, err
		}
		store := oneLogin{found: true, kept: host.Credential{Refresh: "r", Login: &host.LoginRecord{Server: "http://docs.test/mcp", Revoke: "http://as.test/revoke"}}}
		_, revoked, err := host.Logout(t.Context(), &store, dial, "http://docs.test/mcp")
		server.Close()
		assert.Equal(t, revoked, c.revoked)
		assert.Equal(t, asked == 1, c.revoked)
		assert.Check(t, store.removed)
		assert.Check(t, err == nil && c.err == "" || err != nil && err.Error() == c.err, "%v", err)
	}
}
