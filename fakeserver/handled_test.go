package fakeserver_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// handled is what a server answers to one request, whose headers are "name: value" lines.
func handled(srv *fakeserver.Server, verb, address, body string, header ...string) *http.Response {
	r := httptest.NewRequest(verb, address, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	srv.Handler().ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(r *http.Response) string {
	text, _ := io.ReadAll(r.Body)
	return string(text)
}

// TestSecretsAreTold: whatever of a login must not be shown is told to who asked for it.
func TestSecretsAreTold(t *testing.T) {
	var secrets []string
	srv, err := fakeserver.New(parse(t, "authorization: {clients: [{id: public}]}"), fakeserver.Options{Secret: func(text string) { secrets = append(secrets, text) }})
	assert.NilError(t, err)
	defer srv.Close()
	form := url.Values{}
	names := strings.Fields("code_verifier client_secret refresh_token code client_assertion assertion subject_token")
	for _, name := range names {
		form.Set(name, "s-"+name)
	}
	handled(srv, "POST", "/token", form.Encode(), "Content-Type: application/x-www-form-urlencoded")
	handled(srv, "POST", "/token", "grant_type=x", "Content-Type: application/x-www-form-urlencoded", "Authorization: Basic "+base64.StdEncoding.EncodeToString([]byte("id:s-basic")))
	handled(srv, "POST", "/revoke", "token=s-revoked", "Content-Type: application/x-www-form-urlencoded")
	for _, name := range append(names, "basic", "revoked") {
		assert.Check(t, slices.Contains(secrets, "s-"+name), "%s: %v", name, secrets)
	}
	handled(srv, "POST", "/token", "client_assertion_type="+url.QueryEscape("urn:ietf:params:oauth:client-assertion-type:jwt-bearer")+"&client_assertion=s-jwt", "Content-Type: application/x-www-form-urlencoded")
	for _, text := range secrets { // no secret is none, nor is a name
		assert.Check(t, strings.HasPrefix(text, "s-") || drawn.MatchString(text), "%q", text)
	}
}

// TestWhatIsNotedNamesItsTransport: also what belongs to no session.
func TestWhatIsNotedNamesItsTransport(t *testing.T) {
	srv, err := fakeserver.New(nil, fakeserver.Options{})
	assert.NilError(t, err)
	defer srv.Close()
	for _, message := range []string{initialize, ping("1")} {
		handled(srv, "POST", "/mcp", message)
	}
	handled(srv, "GET", "/elsewhere", "")
	srv.ServeStdio(fakeserver.Stdio{In: strings.NewReader(initialize + "\n" + ping("1") + "\n"), Out: io.Discard})
	conns := map[string]bool{}
	for _, e := range srv.Journal() {
		conns[fmt.Sprint(e.Conn, " ", e.Transport)] = true
	}
	assert.DeepEqual(t, slices.Sorted(maps.Keys(conns)), []string{"0 http", "1 http", "2 stdio"})
}

// TestWithoutASeed: the decisions of a server that was given none are those of every version.
func TestWithoutASeed(t *testing.T) {
	srv, err := fakeserver.New(nil, fakeserver.Options{})
	assert.NilError(t, err)
	defer srv.Close()
	r := handled(srv, "POST", "/mcp", initialize)
	assert.Equal(t, r.Header.Get("Mcp-Session-Id"), "a05b12426c271caa1f393fc6d36fd946")
}

// TestOrigins: what stands for the origin that was asked, and for another name of it.
func TestOrigins(t *testing.T) {
	srv, err := fakeserver.New(parse(t, "http: {pages: [{path: /page, body: '<origin> <other-origin>'}]}"), fakeserver.Options{})
	assert.NilError(t, err)
	defer srv.Close()
	for host, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80 http://localhost:80", "[::1]:8080": "http://[::1]:8080 http://localhost:8080", "localhost:80": "http://localhost:80 http://127.0.0.1:80", "docs.test": "http://docs.test http://localhost",
	} {
		r := handled(srv, "GET", "http://"+host+"/page", "")
		assert.Equal(t, bodyOf(r), want)
		assert.Equal(t, r.StatusCode, 200)
		assert.Equal(t, handled(srv, "POST", "http://"+host+"/page", "{}").StatusCode, 405)
	}
}

// TestHeadersThatRepeatBodies: a name may be encoded, and must then say the same.
func TestHeadersThatRepeatBodies(t *testing.T) {
	srv, err := fakeserver.New(parse(t, "era: modern\ntools: [{name: ü}, {name: a, inputSchema: {type: object, properties: {\"n\": {type: number, x-mcp-header: N}}}}]"), fakeserver.Options{})
	assert.NilError(t, err)
	defer srv.Close()
	ask := func(tool, name, n string, header ...string) string {
		arguments := ""
		if n != "" {
			arguments = `,"arguments":{"n":` + n + `}`
		}
		r := handled(srv, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`+aboutMe+`,"name":"`+tool+`"`+arguments+`}}`,
			append([]string{"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: " + name}, header...)...)
		_, message, _ := strings.Cut(bodyOf(r), `"message":"`)
		message, _, _ = strings.Cut(message, `"}`)
		return message
	}
	sentinel := func(text string) string {
		return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
	}
	for _, c := range []struct{ tool, name, n, header, wrong string }{
		{"ü", sentinel("ü"), "", "", ""}, {"a", sentinel("a"), "", "", ""}, {"a", "a", "", "", ""},
		{"ü", sentinel("u"), "", "", "does not match body value"}, {"ü", "=?base64?!?=", "", "", "characters that it must not have"}, {"ü", "ü", "", "", "characters that it must not have"},
		{"a", "a", "42", "Mcp-Param-N: 42", ""}, {"a", "a", "42", "Mcp-Param-N: 42.0", ""}, {"a", "a", "42", "Mcp-Param-N: " + sentinel("42"), ""}, {"a", "a", "42", "Mcp-Param-N: 43", "does not match body value"}, {"a", "a", "42", "Mcp-Param-N: x", "does not match body value"},
		{"a", "a", "42", "", "Mcp-Param-N"}, {"a", "a", "", "Mcp-Param-N: 42", "Mcp-Param-N"},
	} {
		var header []string
		if c.header != "" {
			header = []string{c.header}
		}
		said := ask(c.tool, c.name, c.n, header...)
		assert.Check(t, strings.Contains(said, c.wrong) && (said == "") == (c.wrong == ""), "%+v: %s", c, said)
	}
}

// TestRulesWithoutConditions act on messages, and on what has no message only if they say so.
func TestRulesWithoutConditions(t *testing.T) {
	online(t, "rules: [{do: [{status: 418}]}]", func(s *site) {
		assert.Equal(t, s.post(initialize).status, 418)
		get := s.do("GET", "")
		assert.Check(t, get.status != 418, "%d", get.status)
		get.leave()
		assert.Check(t, s.do("DELETE", "").status != 418)
	})
	online(t, "rules: [{when: {verb: '*'}, do: [{status: 418}]}]", func(s *site) {
		assert.Equal(t, s.post(initialize).status, 418)
		assert.Equal(t, s.do("GET", "").status, 418)
		assert.Equal(t, s.do("DELETE", "").status, 418)
	})
}
