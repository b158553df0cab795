package secrets

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

var start = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

func TestGrants_F_39(t *testing.T) {
	old := Credential{Access: "a1", Refresh: "r1", Expires: start}
	for body, want := range map[string]Credential{
		`{"access_token":"a2"}`:                                            {Access: "a2", Refresh: "r1", Expires: start.Add(time.Hour)},
		`{"access_token":"a2","refresh_token":"r2"}`:                       {Access: "a2", Refresh: "r2", Expires: start.Add(time.Hour)},
		`{"access_token":"a2","expires_in":60}`:                            {Access: "a2", Refresh: "r1", Expires: start.Add(time.Minute)},
		`{"access_token":"a2","expires_in":"60"}`:                          {Access: "a2", Refresh: "r1", Expires: start.Add(time.Minute)},
		`{"access_token":"a2","expires_in":0.5}`:                           {Access: "a2", Refresh: "r1", Expires: start.Add(500 * time.Millisecond)},
		`{"access_token":"a2","expires_in":0}`:                             {Access: "a2", Refresh: "r1", Expires: start.Add(time.Hour)},
		`{"access_token":"a2","expires_in":-1}`:                            {Access: "a2", Refresh: "r1", Expires: start.Add(time.Hour)},
		`{"access_token":"a2","expires_in":null,"refresh_token":null}`:     {Access: "a2", Refresh: "r1", Expires: start.Add(time.Hour)},
		`{"access_token":"a2","token_type":"BEARER","expires_in":60}`:      {Access: "a2", Refresh: "r1", Expires: start.Add(time.Minute)},
		`{"access_token":"a2","token_type":"N_A","issued_token_type":"x"}`: {Access: "a2", Refresh: "r1", Expires: start.Add(time.Hour)},
		`{"access_token":"a2","expires_in":1e300,"token_type":"bearer"}`:   {Access: "a2", Refresh: "r1", Expires: start.Add(87_600 * time.Hour)},
	} {
		g, err := read(200, []byte(body))
		assert.NilError(t, err, body)
		assert.Check(t, g.After(old, start) == want, body)
	}
}

func TestRefusals(t *testing.T) {
	const none = "the answer of the token endpoint holds no access token"
	const unreadable = "the answer of the token endpoint cannot be read: "
	const control = "the access token of the token endpoint has control characters, which no header can hold"
	const other = "the token of the token endpoint is of another type than Bearer, and mcpsim presents no other"
	for _, c := range []struct {
		status     int
		body, want string
	}{
		{200, ``, unreadable + "it is no JSON"},
		{200, `null`, none},
		{200, `{"access_token":""}`, none},
		{200, `{"access_token":7}`, unreadable + "its access_token is of another type than RFC 6749 has"},
		{200, `{"access_token":"SECRET","scope":["SECRET"]}`, unreadable + "its scope is of another type than RFC 6749 has"},
		{200, `access_token=SECRET`, unreadable + "it is no JSON"},
		{200, `["SECRET"]`, unreadable + "it is no object of JSON, or its expires_in is no number"},
		{200, `{"access_token":"SECRET","expires_in":"soon"}`, unreadable + "it is no object of JSON, or its expires_in is no number"},
		{200, `{"error":"invalid_grant","error_description":"SECRET"}`, "token endpoint answered HTTP 200 invalid_grant"},
		{200, `{"error":"SECRET"}`, "token endpoint answered HTTP 200"},
		{200, `{"access_token":"SECRET\r"}`, control},
		{200, `{"access_token":"SEC\u0000RET"}`, control},
		{200, `{"access_token":"SECRET","token_type":"DPoP"}`, other},
		{200, `{"access_token":"SECRET","token_type":"Bearer "}`, other},
		{200, `{"access_token":"SECRET","token_type":"DPoP","issued_token_type":"x"}`, other},
		{204, ``, unreadable + "it is no JSON"},
		{400, `{"error":"invalid_grant","error_description":"SECRET"}`, "token endpoint answered HTTP 400 invalid_grant"},
		{401, `{"error":"invalid_client"}`, "token endpoint answered HTTP 401 invalid_client"},
		{400, `{"error":"SECRET"}`, "token endpoint answered HTTP 400"},
		{400, `{"error":["SECRET"]}`, "token endpoint answered HTTP 400"},
		{307, `{"access_token":"SECRET"}`, "token endpoint answered HTTP 307"},
		{503, `SECRET`, "token endpoint answered HTTP 503"},
	} {
		_, err := read(c.status, []byte(c.body))
		assert.Error(t, err, c.want)
	}
}

func TestTokenURLs(t *testing.T) {
	for raw, ok := range map[string]bool{
		"http://auth.test/token": true, "https://auth.test": true, "": false, "auth.test/token": false, "ftp://SECRET@a/": false,
		"http://": false, "http://a b/": false, "http://SECRET:x@[": false,
	} {
		_, err := request(t.Context(), raw, Client{}, url.Values{"refresh_token": {"SECRET"}})
		assert.Equal(t, err == nil, ok, raw)
		if err != nil {
			assert.Error(t, err, "auth.tokenUrl is no HTTP URL")
		}
	}
}

// Whatever an endpoint says: a token with a life of sane length, or an error
// that repeats nothing of it.
func FuzzGrant(f *testing.F) {
	for _, body := range []string{`{"access_token":"a","refresh_token":"r","expires_in":60}`, `{"error":"invalid_grant"}`,
		`{"access_token":"a","expires_in":"1e999"}`, `{"expires_in":"NaN","access_token":"x"}`, `[]`, `"`, "\x00"} {
		f.Add(200, body)
		f.Add(400, body)
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		g, err := read(status, []byte(body))
		if err == nil {
			assert.Check(t, g.Access != "")
			assert.Check(t, g.life() > 0 && g.life() <= 87_600*time.Hour, "%s", g.life())
			return
		}
		if refused := (*RefusedError)(nil); errors.As(err, &refused) {
			assert.Check(t, refused.Code == "" || strings.Contains(body, refused.Code))
		}
	})
}

// Headers end after 1 MiB, the answer of a token endpoint after 64 KiB.
func TestAnswersOfLoginsHaveBounds(t *testing.T) {
	var header, body int
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("X-Long", strings.Repeat("x", header))
		_, _ = io.WriteString(rw, `{"access_token":"`+strings.Repeat("x", body)+`"}`)
	}))
	defer s.Close()
	for _, c := range []struct {
		header, body int
		want         string
	}{
		{maxHeader - 1000, maxGrant - 20, ""},
		{maxHeader + 8192, 1, "asking the token endpoint: "},
		{1, maxGrant, "the answer of the token endpoint has more than 65536 bytes"},
	} {
		header, body = c.header, c.body
		_, err := Ask(t.Context(), new(net.Dialer).DialContext, s.URL, Client{}, url.Values{})
		if c.want == "" {
			assert.NilError(t, err)
			continue
		}
		assert.ErrorContains(t, err, c.want)
		assert.Check(t, len(err.Error()) < 300)
	}
}
