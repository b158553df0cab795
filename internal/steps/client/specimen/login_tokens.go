package main

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
)

// introduce finds an id at the authorization server, for a login or for the renewal of a token.
func (l *webLink) introduce(p plan, renews bool) (registration, error) {
	key := p.issuer
	if l.c.is("OAC-16") {
		key = ""
	}
	if known, ok := l.key.clients[key]; ok && !l.c.is("OAC-50") && !(l.c.is("OAC-50.login") && !renews) {
		return known, nil
	}
	r := registration{Method: "none"}
	switch {
	case l.c.told.ID != "" && l.c.is("OAC-11.beforehand"):
		return r, errors.New("the secret has no use")
	case l.c.told.ID != "" && !l.c.is("OAC-11"):
		r = registration{l.c.told.ID, l.c.told.Secret, "client_secret_basic"}
		if post := "client_secret_post"; slices.Equal(p.meta.Methods, []string{post}) && !l.c.is("OAC-27.beforehand") {
			r.Method = post
		}
	case p.meta.Documents && l.c.is("OAC-12"):
		r.ID = "http://conformance-test.local/client-metadata.json"
	case p.meta.Documents && !l.c.is("OAC-11.cimd"), l.c.is("OAC-11.always") && os.Getenv("MCP_CONFORMANCE_SCENARIO") == "auth/basic-cimd":
		r.ID = ownDocument
	case l.c.is("OAC-13"):
		r.ID = "well-known-client"
	default:
		if err := l.register(p, &r); err != nil {
			return r, err
		}
	}
	if l.key.clients == nil {
		l.key.clients = map[string]registration{}
	}
	l.key.clients[key] = r
	return r, nil
}

func (l *webLink) register(p plan, r *registration) error {
	about := map[string]any{
		"client_name": "mini", "redirect_uris": []string{l.c.redirectURI()}, "grant_types": []string{"authorization_code", "refresh_token"},
		"response_types": []string{"code"}, "application_type": "native", "token_endpoint_auth_method": l.c.methodFor(p.meta),
	}
	switch {
	case l.c.is("OAC-14"):
		delete(about, "application_type")
	case l.c.is("OAC-14.web"):
		about["application_type"] = "web"
	case l.c.is("OAC-46.grant"):
		about["grant_types"], about["response_types"] = []string{"implicit"}, []string{"token"}
	case l.c.is("OAC-46.scope"):
		about["scope"] = []string{"read"}
	case l.c.is("OAC-46.contacts"):
		about["contacts"] = "me@example.com"
	case l.c.is("OAC-34"):
		about["grant_types"] = []string{"authorization_code"}
	}
	body, _ := json.Marshal(about)
	tries := 1
	if l.c.is("OAC-15") {
		tries = 6
	}
	for range tries {
		answer, err := http.Post(p.meta.Register, l.c.registrationType(), strings.NewReader(string(body)))
		if err != nil {
			return err
		}
		text, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if l.c.is("OAC-13.empty") && strings.Contains(string(text), `""`) {
			l.c.die("a registration that is none")
		}
		if answer.StatusCode/100 == 2 && (answer.StatusCode == http.StatusCreated || !l.c.is("OAC-13.created")) {
			err := json.Unmarshal(text, r)
			if l.c.is("OAC-27.asked") {
				r.Method = l.c.methodFor(p.meta)
			}
			if l.c.is("OAC-27.listed") && r.Secret != "" && slices.Contains(p.meta.Methods, "client_secret_basic") {
				r.Method = "client_secret_basic"
			}
			return err
		}
	}
	return errors.New("the registration is refused")
}

// registrationType is the media type of a registration.
func (c *miniClient) registrationType() string {
	switch {
	case c.is("OAC-46.json"):
		return "text/plain"
	case c.is("ok.bare"):
		return "application/json; charset=utf-8"
	}
	return "application/json"
}

// methodFor is how the client wants to authenticate.
func (c *miniClient) methodFor(meta metadata) string {
	switch {
	case c.is("OAC-27"):
		return "client_secret_post"
	case c.is("OAC-27.registers"):
		return "client_secret_basic"
	case len(meta.Methods) == 0:
		return "none"
	}
	return meta.Methods[0]
}

// scopeFor is what the client asks for now.
func (l *webLink) scopeFor(p plan, asked string) string {
	c := l.c
	scopes := strings.Fields(asked)
	if asked == "" || c.is("OAC-28.all") {
		scopes = p.scopes
	}
	if c.is("OAC-28.issuer") && len(p.meta.Scopes) > 0 {
		scopes = p.meta.Scopes
	}
	if both := common(scopes, p.scopes); c.is("OAC-29") && len(both) > 0 {
		scopes = both
	}
	if c.is("OAC-29.strict") && asked != "" && len(common(scopes, p.scopes)) < len(scopes) && len(p.scopes) > 0 {
		scopes = p.scopes
	}
	if !c.is("OAC-31") {
		scopes = append(strings.Fields(l.key.scope), scopes...)
	}
	if c.is("OAC-31.all") && l.key.steps > 0 {
		scopes = append(scopes, p.scopes...)
	}
	if c.is("OAC-35") || slices.Contains(p.meta.Scopes, "offline_access") {
		scopes = append(scopes, "offline_access")
	}
	slices.Sort(scopes)
	if c.is("OAC-28.none") {
		return ""
	}
	return strings.Join(slices.Compact(scopes), " ")
}

// common are the texts of a that are in b, too.
func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return !slices.Contains(b, s) })
}

// authorize takes the way through the user agent.
func (l *webLink) authorize(asked string) error {
	p := l.key.login
	client, err := l.introduce(p, false)
	if err != nil {
		return err
	}
	l.key.scope = l.scopeFor(p, asked)
	l.key.verifier, l.key.state = l.c.fresh("OAC-18.same"), l.c.fresh("OAC-21.same")
	callback, err := l.visit(p, l.authorization(p, client))
	if err != nil {
		return err
	}
	if l.c.is("OAC-22") { // what the server says now
		if p, err = l.discover(""); err != nil {
			return err
		}
	}
	if l.c.is("OAC-51") {
		return errors.New("the callback is not understood")
	}
	if err := l.check(p, callback); err != nil {
		return err
	}
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {callback.Get("code")}, "redirect_uri": {l.c.redirectAgain()},
		"code_verifier": {l.key.verifier}, "resource": {p.resource},
	}
	switch {
	case l.c.is("OAC-18.none"):
		form.Del("code_verifier")
	case l.c.is("OAC-18.verifier"):
		form.Set("code_verifier", l.key.verifier+"x")
	case l.c.is("OAC-20.token"):
		form.Del("resource")
	}
	return l.exchange(p, client, form)
}

// fresh is a text that no other login has, but for those of a mutant.
func (c *miniClient) fresh(mutant string) string {
	if c.is(mutant) {
		return "always-the-same-and-long-enough-for-the-rule-of-43"
	}
	if c.is(strings.TrimSuffix(mutant, "same") + "again") {
		c.kept = cmp.Or(c.kept, rand.Text()+rand.Text())
		return c.kept
	}
	return rand.Text() + rand.Text()
}

// authorization are the parameters of the request.
func (l *webLink) authorization(p plan, client registration) url.Values {
	sum := sha256.Sum256([]byte(l.key.verifier))
	q := url.Values{
		"response_type": {"code"}, "client_id": {client.ID}, "redirect_uri": {l.c.redirectURI()}, "state": {l.key.state},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}, "resource": {p.resource},
	}
	if l.key.scope != "" {
		q.Set("scope", l.key.scope)
	} else if l.c.is("OAC-28.empty") {
		q.Set("scope", "")
	}
	switch {
	case l.c.is("OAC-18.plain"):
		q.Set("code_challenge", l.key.verifier)
		q.Set("code_challenge_method", "plain")
	case l.c.is("OAC-18.none"):
		q.Del("code_challenge")
		q.Del("code_challenge_method")
	case l.c.is("OAC-02.secret") && client.Secret != "":
		q.Set("client_secret", client.Secret)
	case l.c.is("OAC-20.authorize"):
		q.Del("resource")
	case l.c.is("OAC-20.fragment"):
		q.Set("resource", p.resource+"#x")
	case l.c.is("OAC-21.none"):
		q.Del("state")
	}
	return q
}

// visit is the user agent: one request whose Location is the callback.
func (l *webLink) visit(p plan, q url.Values) (url.Values, error) {
	agent := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	at, err := url.Parse(p.meta.Authorize)
	if err != nil {
		return nil, err
	}
	if at.RawQuery != "" && !l.c.is("OAC-47") {
		at.RawQuery += "&"
	}
	if l.c.is("OAC-47.lost") {
		at.RawQuery = ""
	}
	at.RawQuery += q.Encode()
	answer, err := agent.Get(at.String())
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		return nil, fmt.Errorf("the authorization is refused: %w", err)
	}
	return back.Query(), nil
}

var errForged = errors.New("the answer is of another issuer")

// check looks at what came back.
func (l *webLink) check(p plan, got url.Values) error {
	c, iss := l.c, got.Get("iss")
	if c.is("OAC-26") && got.Has("error") {
		return errors.New(got.Get("error_description"))
	}
	wrong := iss != p.issuer
	if c.is("OAC-25.case") {
		wrong = !strings.EqualFold(iss, p.issuer)
	}
	if c.is("OAC-25") {
		wrong = strings.TrimSuffix(iss, "/") != p.issuer
	}
	if c.is("OAC-22.any") {
		wrong = wrong && !slices.Contains(p.issuers, iss)
	}
	switch {
	case got.Has("iss") && wrong && !l.trusts(p, iss):
		return errForged
	case !got.Has("iss") && (p.meta.Iss && !c.is("OAC-24") || c.is("OAC-24.strict")):
		return errors.New("the answer names no issuer")
	case got.Get("state") != l.key.state && !c.is("OAC-21", "OAC-21.none"):
		return errors.New("the state is another one")
	case got.Has("error") && l.c.is("OAC-49"): // it asks for a token with no code
	case got.Get("code") == "":
		return errors.New("the authorization is refused: " + got.Get("error"))
	}
	return nil
}

// renew uses the refresh token, and reports whether that was good.
func (l *webLink) renew() (bool, error) {
	if l.key.refresh == "" {
		return false, nil
	}
	p := l.key.login
	client, err := l.introduce(p, true)
	if err != nil {
		return false, err
	}
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {l.key.refresh}, "resource": {p.resource}}
	switch {
	case l.c.is("OAC-20.refresh"):
		form.Del("resource")
	case l.c.is("OAC-37.scope"):
		form.Set("scope", strings.TrimSpace(l.key.scope+" admin"))
	}
	if l.c.is("OAC-27.renewal") {
		client.Method, client.Secret = "none", ""
	}
	if err := l.tokens(p, client, form); err != nil {
		l.key.refresh = ""
		return false, err
	}
	return true, nil
}

// tokens sends a token request and keeps what comes.
func (l *webLink) tokens(p plan, client registration, form url.Values) error {
	if client.Method != "client_secret_basic" && !(client.Method == "client_secret_post" && l.c.is("OAC-27.post")) {
		form.Set("client_id", client.ID)
	}
	if client.Method == "client_secret_post" || l.c.is("OAC-27") && client.Secret != "" {
		if !l.c.is("OAC-27.post") {
			form.Set("client_id", client.ID)
		}
		form.Set("client_secret", client.Secret)
	}
	if l.c.is("OAC-51.hangs") {
		hang()
	}
	r, err := http.NewRequest(http.MethodPost, p.meta.Token, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	switch {
	case l.c.is("OAC-46.form"):
		r.Header.Del("Content-Type")
	case l.c.is("OAC-46.text"):
		r.Header.Set("Content-Type", "text/plain")
	case l.c.is("ok.bare"):
		r.Header.Set("Content-Type", "Application/X-WWW-Form-Urlencoded; charset=UTF-8")
	}
	if client.Method == "client_secret_basic" && !l.c.is("OAC-27") {
		id, secret := url.QueryEscape(client.ID), url.QueryEscape(client.Secret)
		if l.c.is("OAC-27.raw") {
			id, secret = client.ID, client.Secret
		}
		r.SetBasicAuth(id, secret)
	}
	if l.c.is("OAC-01.as", "OAC-38.more") && l.key.access != "" || l.c.is("OAC-01.as") && client.Method == "none" {
		r.Header.Set("Authorization", "Bearer "+l.key.access+"x")
	}
	answer, err := l.outside().Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var got struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
		Type    string `json:"token_type"`
	}
	wrong := json.NewDecoder(answer.Body).Decode(&got) != nil || got.Access == ""
	if l.c.is("OAC-49.ok") && wrong && answer.StatusCode == http.StatusOK {
		wrong, got.Access, got.Type = false, "undefined", "Bearer"
	}
	if wrong || l.c.is("OAC-46.type") && got.Type != "Bearer" || !strings.EqualFold(got.Type, "Bearer") && !l.c.is("OAC-48") {
		return fmt.Errorf("the token is refused: %s", answer.Status)
	}
	if l.c.is("OAC-40") {
		fmt.Fprintln(os.Stderr, "debug: token", got.Access)
	}
	l.key.access = got.Access
	again := l.key.refresh != "" // an answer without a refresh token leaves the old one in force
	if !(again && (l.c.is("OAC-37") || got.Refresh == "" && !l.c.is("OAC-37.dropped"))) {
		l.key.refresh = got.Refresh
	}
	return nil
}
