package login

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
)

func TestChallenges_OAC_03(t *testing.T) {
	for text, want := range map[string]Challenge{
		`Bearer resource_metadata="https://a/b", scope="x y x"`: {Metadata: "https://a/b", Scopes: []string{"x", "y"}},
		`bearer scope=x`: {Scopes: []string{"x"}},
		`Basic realm="Bearer scope=no", BEARER error="insufficient_scope" , scope = "x"`: {Scopes: []string{"x"}, Error: "insufficient_scope"},
		`Negotiate YWJjZA==, Bearer scope="a\"b"`:                                        {Scopes: []string{`a"b`}},
		`Bearer`:                      {},
		`Bearer scope=""`:             {},
		`Bearer scope="a", scope="b"`: {Scopes: []string{"a"}},
		`Bearer scope="a`:             {Scopes: []string{"a"}},
		`Bearer x="1", Bearer resource_metadata="https://a"`: {Metadata: "https://a"},
	} {
		got, found := ReadChallenge([]string{"Digest a=b", text})
		assert.Check(t, found, text)
		assert.DeepEqual(t, got, want)
	}
	for _, none := range []string{"", "Basic Bearer=1", `Basic realm="Bearer"`, "=,\"", "Bearerscope=x"} {
		_, found := ReadChallenge([]string{none})
		assert.Check(t, !found, none)
	}
}

// Of several challenges the one that names metadata counts, else the first.
func TestWhichChallengeCounts_OAC_03(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   Challenge
	}{
		{[]string{`Bearer scope="a"`, `Bearer scope="b"`}, Challenge{Scopes: []string{"a"}}},
		{[]string{`Bearer scope="a"`, `Bearer resource_metadata="https://b"`, `Bearer resource_metadata="https://c"`}, Challenge{Metadata: "https://b"}},
		{[]string{`Bearer scope="a", Bearer resource_metadata="https://b", Bearer scope="c"`}, Challenge{Metadata: "https://b"}},
		{[]string{"", "Basic", "Bearer", `Bearer scope="a"`}, Challenge{}},
	} {
		got, found := ReadChallenge(c.values)
		assert.Check(t, found)
		assert.DeepEqual(t, got, c.want)
	}
}

func TestScopesThatAreWanted_OAC_33(t *testing.T) {
	for text, want := range map[string][]string{
		`Bearer error="insufficient_scope", scope="a b a"`: {"a", "b"},
		`Bearer error="insufficient_scope"`:                nil,
		`Bearer error="invalid_token", scope="a"`:          nil,
		`Bearer scope="a"`:                                 nil,
		`Basic error="insufficient_scope", scope="a"`:      nil,
	} {
		assert.DeepEqual(t, Wanted([]string{text}), want)
	}
}

func FuzzChallenge(f *testing.F) {
	f.Add(`Bearer resource_metadata="https://a/b", scope="x y"`)
	f.Add(`Basic a==, Bearer x="\`)
	f.Fuzz(func(t *testing.T, text string) {
		c, found := ReadChallenge([]string{text})
		assert.Check(t, found || c.Metadata+c.Error == "" && c.Scopes == nil)
		for _, scope := range c.Scopes {
			assert.Check(t, scope != "" && (!utf8.ValidString(text) || !strings.ContainsAny(scope, " \t")))
		}
	})
}

func server(t *testing.T, raw string) *url.URL {
	u, err := url.Parse(raw)
	assert.NilError(t, err)
	return u
}

func TestAddressesThatALoginMayTouch_OAC_45(t *testing.T) {
	const (
		tls     = "it is not protected by TLS: only hosts of this machine may do without https"
		private = "its host is private, and the server is not"
		scheme  = "its URL is not of HTTP"
	)
	for _, c := range []struct{ server, target, why string }{
		{"https://mcp.example.com/mcp", "https://auth.example.com/x", ""},
		{"https://mcp.example.com/mcp", "http://auth.example.com/x", tls},
		{"https://mcp.example.com/mcp", "http://127.0.0.1/x", private},
		{"https://mcp.example.com/mcp", "https://localhost/x", private},
		{"https://mcp.example.com/mcp", "https://10.1.2.3/x", private},
		{"https://mcp.example.com/mcp", "https://169.254.169.254/latest", private},
		{"https://mcp.example.com/mcp", "https://100.100.100.200/latest", private},
		{"https://mcp.example.com/mcp", "https://[fd00::1]/x", private},
		{"https://mcp.example.com/mcp", "https://[::1]/x", private},
		{"https://mcp.example.com/mcp", "https://[fe80::1%25eth0]/x", private},
		{"https://mcp.example.com/mcp", "https://[::ffff:169.254.169.254]/x", private},
		{"https://mcp.example.com/mcp", "https://0.0.0.0/x", private},
		{"https://mcp.example.com/mcp", "ftp://auth.example.com/x", scheme},
		{"https://mcp.example.com/mcp", "file:///etc/passwd", scheme},
		{"http://127.0.0.1:1/mcp", "http://localhost:2/x", ""},
		{"https://10.0.0.1/mcp", "https://10.0.0.2/x", ""},
		{"https://10.0.0.1/mcp", "http://10.0.0.2/x", tls},
	} {
		w := &web{local: address.Local, server: server(t, c.server)}
		u, err := url.Parse(c.target)
		assert.NilError(t, err)
		refused, _ := errors.AsType[*Error](w.allow(u))
		assert.Check(t, refused == nil && c.why == "" || refused != nil && refused.Why == c.why, "%s from %s: %v", c.target, c.server, refused)
	}
}

// addressed is a connection whose other end has an address.
type addressed struct {
	net.Conn
	at   string
	open map[string]bool // by address
}

func (c addressed) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.at), Port: 443} }
func (c addressed) Close() error         { delete(c.open, c.at); return nil }

// A name may lead to a private address; that the server itself has one is found out then,
// at the port it has. What was opened for it does not stay open.
func TestNamesOfPrivateAddresses_OAC_45(t *testing.T) {
	for _, tc := range []struct {
		server, asked, at string
		ok                bool
	}{
		{"https://mcp.example.com/mcp", "mcp.example.com:443", "8.8.8.8", false},
		{"https://mcp.example.com/mcp", "mcp.example.com:443", "10.0.0.1", true},
		{"http://mcp.example.com/mcp", "mcp.example.com:80", "192.168.7.7", true},
		{"https://mcp.example.com:8443/mcp", "mcp.example.com:8443", "10.0.0.1", true},
	} {
		open, asked := map[string]bool{}, ""
		w := &web{local: address.Local, server: server(t, tc.server), dial: func(_ context.Context, _, addr string) (net.Conn, error) {
			at := "10.0.0.2"
			if strings.HasPrefix(addr, "mcp.") {
				at, asked = tc.at, addr
			}
			open[at] = true
			return addressed{at: at, open: open}, nil
		}}
		c, err := w.guarded(t.Context(), "tcp", "auth.example.com:443")
		refused, _ := errors.AsType[*Error](err)
		assert.Check(t, refused == nil && tc.ok || refused != nil && refused.Why == "its host is at a private address, and the server is not", "%v: %v", tc, err)
		assert.Equal(t, asked, tc.asked)
		if tc.ok {
			assert.NilError(t, c.Close())
		}
		assert.Equal(t, len(open), 0, "%v stays open", open)
	}
}

func TestDocumentsHaveBounds_OAC_45(t *testing.T) {
	size := 1 << 20
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		assert.Check(t, r.Header.Get("Authorization") == "" && r.Header.Get("Cookie") == "")
		_, _ = io.WriteString(rw, `{"a":"`+strings.Repeat("x", size-8)+`"}`)
	}))
	defer s.Close()
	w := &web{local: address.Local, server: server(t, s.URL), dial: new(net.Dialer).DialContext, clk: clock.Real()}
	r, err := w.get(t.Context(), DocResource, s.URL+"/x")
	assert.NilError(t, err)
	assert.Check(t, r.found())
	size++
	_, err = w.get(t.Context(), DocResource, s.URL+"/x?secret=1")
	var refused *Error
	assert.Check(t, errors.As(err, &refused) && refused.Document == DocResource && errors.Is(err, errTooLarge))
	assert.Error(t, err, "login: protected resource metadata of "+s.URL+"/x: it cannot be read: it has more than 1048576 bytes")
}

// Whatever a document says, what is taken from it is of the server and of the issuer that
// were asked, and may be touched.
func FuzzDocuments(f *testing.F) {
	f.Add(`{"issuer":"https://a.test","token_endpoint":"https://a.test/t"}`, `{"resource":"https://mcp.test/mcp"}`)
	f.Add(`{"issuer":"https://a.test/","token_endpoint":"http://127.0.0.1/t"}`, `{"resource":"https://mcp.test/m"}`)
	f.Add(`{"issuer":"https://a.test","token_endpoint":"https://10.0.0.1","Issuer":"x"}`, `{"resource":"https://mcp.test/mcp/../x"}`)
	f.Add(`{"issuer":1}`, `{"resource":"https://u@mcp.test","authorization_servers":{}}`)
	w := &web{local: address.Local, server: &url.URL{Scheme: "https", Host: "mcp.test", Path: "/mcp"}}
	f.Fuzz(func(t *testing.T, server, resource string) {
		if m, err := w.read([]byte(server), "https://a.test/x", "https://a.test"); err == nil {
			assert.Equal(t, m.Issuer, "https://a.test")
			for _, endpoint := range []string{m.Token, m.Authorize, m.Registration, m.Revocation} {
				u, err := url.Parse(endpoint)
				assert.NilError(t, err)
				assert.Check(t, endpoint == "" && endpoint != m.Token || u.Scheme == "https" && !w.private(u.Hostname()), endpoint)
			}
		}
		var doc protected
		if decode([]byte(resource), &doc, DocResource, "") == nil && w.misfit(doc.Resource) == "" {
			u, err := url.Parse(doc.Resource)
			assert.NilError(t, err)
			assert.Check(t, strings.EqualFold(u.Scheme, "https") && strings.EqualFold(strings.TrimSuffix(u.Host, ":443"), "mcp.test"), doc.Resource)
			assert.Check(t, strings.HasPrefix("/mcp/", strings.TrimSuffix(u.Path, "/")+"/"), doc.Resource)
		}
	})
}

func TestMetadataPlaces_OAC_07_OAC_08(t *testing.T) {
	for issuer, want := range map[string]string{
		"https://a":      "/.well-known/oauth-authorization-server /.well-known/openid-configuration",
		"https://a/":     "/.well-known/oauth-authorization-server /.well-known/openid-configuration",
		"https://a/t":    "/.well-known/oauth-authorization-server/t /.well-known/openid-configuration/t /t/.well-known/openid-configuration",
		"https://a/t/u/": "/.well-known/oauth-authorization-server/t/u /.well-known/openid-configuration/t/u /t/u/.well-known/openid-configuration",
	} {
		u, err := url.Parse(issuer)
		assert.NilError(t, err)
		var got []string
		for _, p := range metadataPlaces(u) {
			got = append(got, strings.TrimPrefix(p, "https://a"))
		}
		assert.Equal(t, strings.Join(got, " "), want)
	}
}

// An error repeats neither the query of a URL nor a control character of a server.
func TestErrorsAreSafe(t *testing.T) {
	assert.Equal(t, place("https://u:p@a/b?code=1#f"), "https://a/b")
	assert.Equal(t, place("::"), "(no URL)")
	assert.Equal(t, shown("a\x1b[31m"), `"a\x1b[31m"`)
	e := &Error{Document: DocServer, URL: "https://a", Field: "issuer", Why: "no", Err: io.EOF}
	assert.Error(t, e, "login: authorization server metadata of https://a: issuer: no: EOF")
	assert.Check(t, errors.Is(e, io.EOF))
}
