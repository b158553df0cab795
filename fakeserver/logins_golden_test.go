package fakeserver_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// drawn are codes, tokens and secrets.
var drawn = regexp.MustCompile(`[0-9a-f]{32}`)

// forms are the requests of a login, each as it should be and with one thing wrong. <code>,
// <access> and <refresh> stand for what was given last.
var forms = []string{
	"GET /.well-known/oauth-protected-resource/mcp", "GET /.well-known/oauth-protected-resource", "GET /.well-known/oauth-authorization-server", "GET /.well-known/oauth-authorization-server/t", "GET /.well-known/openid-configuration", "GET /t/.well-known/openid-configuration", "OPTIONS /token", "GET /token", "GET /register",
	`POST /register - {"redirect_uris":["http://127.0.0.1/callback"],"client_name":"c"}`, `POST /register - {"redirect_uris":["http://127.0.0.1/callback"],"token_endpoint_auth_method":"none","scope":"read"}`, `POST /register - {"redirect_uris":[]}`, `POST /register - {}`, `POST /register - []`, `POST /register - {"redirect_uris":7}`,
	"GET /authorize?AUTH", "GET /authorize?AUTH&client_id=other", "GET /authorize?AUTH&redirect_uri=http://elsewhere.test/", "GET /authorize?AUTH&redirect_uri=", "GET /authorize?AUTH&response_type=token", "GET /authorize?AUTH&code_challenge=", "GET /authorize?AUTH&code_challenge_method=plain", "GET /authorize?AUTH&state=", "GET /authorize?AUTH&scope=", "GET /authorize?AUTH&client_id=https://client.test/doc.json", "POST /authorize - AUTH",
	"POST /token - TOKEN&code=none", "POST /token - TOKEN&client_id=other", "POST /token - TOKEN&code_verifier=wrong", "GET /authorize?AUTH", "POST /token - TOKEN&redirect_uri=http://127.0.0.1/other", "GET /authorize?AUTH", "POST /token - TOKEN&resource=http://other.test", "GET /authorize?AUTH", "POST /token - TOKEN", "POST /token - TOKEN", "GET /authorize?AUTH", "POST /token - TOKEN", "POST /token - grant_type=other&client_id=pub", "POST /token - client_id=pub", "POST /token Authorization=Basic+cHJpdjpzM2NyZXQ= grant_type=client_credentials&scope=read", "POST /token Authorization=Basic+cHJpdjp3cm9uZw== grant_type=client_credentials", "POST /token - grant_type=client_credentials&client_id=priv&client_secret=s3cret",
	"POST /mcp Authorization=Bearer+<access> " + initialize, "POST /mcp Authorization=Basic+<access> " + initialize, "POST /mcp Authorization=Bearer+none " + initialize, "POST /mcp - " + initialize, "GET /mcp", "POST /mcp Authorization=bearer+<access> " + calling("bump"), "POST /mcp Authorization=Bearer+<access> " + calling("echo"),
	"POST /introspect - token=<access>", "POST /introspect - token=<refresh>", "POST /introspect - token=none", "POST /token - grant_type=refresh_token&client_id=pub&refresh_token=<refresh>", "POST /token - grant_type=refresh_token&client_id=pub&refresh_token=none", "POST /token - grant_type=refresh_token&client_id=pub&refresh_token=<refresh>&scope=read+more", "after 90s", "POST /mcp Authorization=Bearer+<access> " + initialize, "POST /introspect - token=<access>",
	"POST /revoke - token=<refresh>", "POST /token - grant_type=refresh_token&client_id=pub&refresh_token=<refresh>", "POST /revoke - token=none", "POST /revoke",
	"GET /authorize?AUTH", "POST /token - TOKEN", "POST /revoke - token=<access>", "POST /introspect - token=<access>", "POST /introspect - token=<refresh>",
}

func calling(tool string) string {
	return `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"` + tool + `","arguments":{}}}`
}

// TestLoginPages: what an authorization server says to each request, and what is noted.
func TestLoginPages(t *testing.T) {
	const clients = "clients: [{id: pub, redirects: ['http://127.0.0.1:3000/callback']}, {id: priv, secret: s3cret}]"
	for name, script := range map[string]string{
		"usual":    "authorization: {" + clients + ", lifetime: 60s}\ntools: [echo, {name: bump, scopes: [write]}]\n",
		"narrow":   "authorization: {" + clients + ", register: false, refresh: false, documents: true, grant: [read], scopes: [read], methods: [client_secret_basic, none], at: [openid, openid-appended], uses: 2, code: 1ms}\nprotected: {need: [read], challenge: all, scopes: [read, write], unnamed: true}\n",
		"secret":   "authorization: {" + clients + ", methods: [client_secret_post], lifetime: 5s, refresh: true, rotate: true}\nprotected: {scopes: [a], challenge: x}\n",
		"lasting":  "authorization: {" + clients + ", rotate: false}\n",
		"denying":  "authorization: {path: /t, deny: access_denied}\nprotected: {at: [/meta, /.well-known/oauth-protected-resource]}\n",
		"scripted": "authorization: {" + clients + ", rotate: false}\nrules: [{when: {endpoint: metadata}, do: [{patch: {issuer: x, scopes_supported: null}}]}, {when: {endpoint: authorize, nth: 1}, do: [{patch: {state: [a, b], iss: null}}]}, {when: {endpoint: token, nth: 2}, do: [{status: 503}]}, {when: {endpoint: challenge, nth: 2}, do: [{headers: {WWW-Authenticate: Basic}}]}, {when: {endpoint: register, nth: 1}, do: [{set: {path: /client_id, value: set}}]}, {when: {endpoint: introspect, nth: 1}, do: [never]}, {when: {endpoint: token, grant: refresh_token}, do: [{result: {a: 1}}]}]\n",
	} {
		var p page
		online(t, script, func(s *site) {
			given := map[string]string{"<code>": "", "<access>": "", "<refresh>": ""}
			l := &lodger{site: s, id: "pub"}
			for _, line := range forms {
				fmt.Fprintf(&p, "> %s\n", line)
				if strings.HasPrefix(line, "after ") {
					s.after(duration(line))
					continue
				}
				r := s.asks(l.filled(line, given))
				body := r.body.take()
				learn(given, r.header.Get("Location"), body)
				fmt.Fprintf(&p, "< %d %s %s\n", r.status, drawn.ReplaceAllString(told(r.header), "…"), drawn.ReplaceAllString(body, "…"))
				r.leave()
			}
			for _, e := range s.srv.Journal() {
				if e.Kind == fakeserver.KindLogin {
					fmt.Fprintf(&p, "  [%s %d %s; %v]\n", e.Verb, e.Status, e.Text, e.Login.Fields())
				}
			}
			p.journal(s.srv)
		})
		golden.Assert(t, drawn.ReplaceAllString(p.String(), "…"), "login-"+name+".golden")
	}
}

// filled is a request with what AUTH, TOKEN and the texts in brackets stand for; parameters
// behind them replace theirs.
func (l *lodger) filled(line string, given map[string]string) string {
	for mark, usual := range map[string]url.Values{
		"AUTH":  l.authorization(),
		"TOKEN": {"grant_type": {"authorization_code"}, "code": {given["<code>"]}, "redirect_uri": {callback}, "client_id": {"pub"}, "code_verifier": {verifier}, "resource": {"http://docs.test/mcp"}},
	} {
		if before, after, ok := strings.Cut(line, mark); ok {
			more, _ := url.ParseQuery(strings.TrimPrefix(after, "&"))
			for name, values := range more {
				if usual[name] = values; values[0] == "" {
					delete(usual, name)
				}
			}
			line = before + usual.Encode()
		}
	}
	for name, value := range given {
		line = strings.ReplaceAll(line, name, value)
	}
	if strings.HasPrefix(line, "POST") && !strings.Contains(line, " {") {
		f := append(strings.SplitN(line, " ", 4), "", "")
		line = strings.Join([]string{f[0], f[1], "Content-Type=application/x-www-form-urlencoded;" + strings.TrimPrefix(f[2], "-"), f[3]}, " ")
	}
	return line
}

var member = regexp.MustCompile(`"(access|refresh)_token":"([\w-]+)"`)

// learn keeps what was given.
func learn(given map[string]string, location, body string) {
	if u, err := url.Parse(location); err == nil && u.Query().Get("code") != "" {
		given["<code>"] = u.Query().Get("code")
	}
	for _, found := range member.FindAllStringSubmatch(body, -1) {
		given["<"+found[1]+">"] = found[2]
	}
}
