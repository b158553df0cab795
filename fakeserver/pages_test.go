package fakeserver_test

import (
	"net/http"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// A server that wants a token, as OAuth clients meet it.
const guarded = `
http:
  pages:
    - {path: /meta, headers: {Content-Type: application/json}, body: '{"resource": "<origin>/mcp"}'}
    - {path: /gone, code: 410}
rules:
  - when: {verb: "*", header: {Authorization: "!Bearer good"}}
    do: [status: {code: 401, headers: {WWW-Authenticate: 'Bearer resource_metadata="<origin>/meta"'}, body: <origin>}]
`

func TestPages(t *testing.T) {
	online(t, guarded, func(s *site) {
		page := s.at("GET", "/meta", "")
		assert.Equal(t, page.status, http.StatusOK)
		assert.Equal(t, page.header.Get("Content-Type"), "application/json")
		body := page.body.take()
		assert.Equal(t, s.at("GET", "/gone", "").status, http.StatusGone)
		assert.Equal(t, s.at("POST", "/meta", "").status, http.StatusMethodNotAllowed)
		assert.Equal(t, s.at("GET", "/other", "").status, http.StatusNotFound)

		refused := s.post(initialize)
		assert.Equal(t, refused.status, http.StatusUnauthorized)
		origin := refused.body.take()
		assert.Equal(t, refused.header.Get("WWW-Authenticate"), `Bearer resource_metadata="`+origin+`/meta"`)
		assert.Equal(t, body, `{"resource": "`+origin+`/mcp"}`)
	})
}

func TestAnythingButAHeader(t *testing.T) {
	online(t, guarded, func(s *site) {
		for value, want := range map[string]int{"": 401, "Bearer bad": 401, "Bearer good": 200} {
			assert.Equal(t, s.post(initialize, "Authorization", value).status, want, value)
		}
	})
}

func TestPagesAreChecked(t *testing.T) {
	for script, want := range map[string]string{
		"http: {pages: [{path: x}]}":           "the path of a page starts with a slash",
		"http: {pages: [{path: /x, code: 7}]}": "the code of a page is from 200 to 599",
	} {
		_, err := fakeserver.Parse("test.yaml", []byte(script))
		assert.ErrorContains(t, err, want)
	}
}
