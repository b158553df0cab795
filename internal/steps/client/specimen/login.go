package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
)

// credentials are what a client has from logins, and what it was asked for.
type credentials struct {
	access, refresh string
	verifier, state string // of the last authorization
	scope           string // requested so far
	steps           int    // further authorizations for one operation
	clients         map[string]registration
	login           plan // the last one
}

// registration is a client as an authorization server knows it.
type registration struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret"`
	Method string `json:"token_endpoint_auth_method"`
}

// plan is what discovery has found.
type plan struct {
	resource, issuer string
	scopes, issuers  []string // that the resource lists
	meta             metadata
}

type metadata struct {
	Issuer    string
	Authorize string   `json:"authorization_endpoint"`
	Token     string   `json:"token_endpoint"`
	Register  string   `json:"registration_endpoint"`
	PKCE      []string `json:"code_challenge_methods_supported"`
	Methods   []string `json:"token_endpoint_auth_methods_supported"`
	Iss       bool     `json:"authorization_response_iss_parameter_supported"`
	Documents bool     `json:"client_id_metadata_document_supported"`
	Scopes    []string `json:"scopes_supported"`
}

const ownDocument = "https://conformance-test.local/client-metadata.json"

// logsIn reports whether the client was asked for a login.
func (c *miniClient) logsIn() bool {
	return strings.HasPrefix(os.Getenv("MCP_CONFORMANCE_SCENARIO"), "auth/") && !c.is("no-login")
}

// present adds the token to a request; l.mu is held.
func (l *webLink) present(r *http.Request, verb string) {
	if l.c.is("OAC-38.undefined") && l.key.access == "" {
		r.Header.Set("Authorization", "Bearer undefined")
	}
	if l.key.access == "" || l.c.is("OAC-01.get") && verb != http.MethodPost || l.c.is("FF-70.token") && l.old {
		return
	}
	r.Header.Set("Authorization", "Bearer "+l.key.access)
	if l.c.is("OAC-01.twice") {
		r.Header.Set("Authorization", "Bearer "+l.key.access+", Bearer "+l.key.access)
	}
	if l.c.is("OAC-02") {
		r.URL.RawQuery = "access_token=" + l.key.access
	}
}

// logIn gets a token for what the answer asks for.
func (l *webLink) logIn(answer *http.Response) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	challenges := answer.Header.Values("WWW-Authenticate")
	if l.c.is("OAC-03.lines") {
		challenges = challenges[:min(1, len(challenges))]
	}
	asked := bearer(strings.Join(challenges, ", "), l.c)
	if answer.StatusCode == http.StatusForbidden {
		if asked["error"] != "insufficient_scope" && !l.c.is("OAC-33") || l.c.is("OAC-30") {
			return errors.New("HTTP 403")
		}
		if l.key.steps++; l.key.steps > 2 && !l.c.is("OAC-32") || l.key.steps > 8 {
			return errors.New("the scope is never given")
		}
	} else if l.key.access != "" {
		if l.c.is("ok.parallel") && answer.Request.Header.Get("Authorization") != "Bearer "+l.key.access {
			return nil // another request has renewed it meanwhile
		}
		switch renewed, err := l.renew(); {
		case renewed:
			return nil
		case err != nil && l.c.is("OAC-37.grant"):
			return err
		case l.c.is("OAC-36"):
			return errors.New("there is no refresh token")
		}
	}
	p, err := l.discover(asked["resource_metadata"])
	if err != nil {
		return err
	}
	l.key.login = p
	err = l.authorize(asked["scope"])
	if l.c.is("ok.again") && errors.Is(err, errForged) {
		if l.key.login, err = l.discover(asked["resource_metadata"]); err == nil {
			err = l.authorize(asked["scope"])
		}
	}
	return err
}

// bearer are the parameters of the challenge Bearer among others.
func bearer(header string, c *miniClient) map[string]string {
	out, scheme, found := map[string]string{}, "", false
	for rest := header; ; {
		rest = strings.TrimLeft(rest, ", ")
		if rest == "" {
			return out
		}
		end := strings.IndexAny(rest, " =,")
		if end < 0 {
			end = len(rest)
		}
		name := rest[:end]
		if rest = rest[end:]; !strings.HasPrefix(rest, "=") {
			scheme = name
			found = found || strings.EqualFold(name, "Bearer") && !c.is("OAC-03.case") || name == "Bearer"
			if c.is("OAC-03") && strings.Contains(header, "Basic") {
				return out
			}
			continue
		}
		var value string
		value, rest = quotedOrPlain(rest[1:])
		if found && (strings.EqualFold(scheme, "Bearer")) {
			out[name] = value
		}
	}
}

// quotedOrPlain takes the value of a parameter.
func quotedOrPlain(text string) (value, rest string) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, ", ")
		if end < 0 {
			end = len(text)
		}
		return text[:end], text[end:]
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case text[i] == '"':
			return b.String(), text[i+1:]
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String(), ""
}

// outside is an HTTP client for documents: it follows redirects within an origin.
func (l *webLink) outside() *http.Client {
	return &http.Client{CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if r.URL.Host != via[0].URL.Host && !l.c.is("OAC-45") {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// document fetches JSON.
func (l *webLink) document(at string, into any) bool {
	r, err := http.NewRequest(http.MethodGet, at, nil)
	if err != nil {
		return false
	}
	if l.barred {
		return false
	}
	answer, err := l.outside().Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	status := answer.StatusCode
	l.barred = status/100 == 4 && status != http.StatusNotFound && l.c.is("OAC-05.forbidden") || status/100 == 5 && l.c.is("OAC-07.outage")
	if l.c.is("OAC-46.charset") && answer.Header.Get("Content-Type") != "application/json" {
		return false
	}
	if l.c.is("OAC-46.modes") {
		raw, _ := io.ReadAll(answer.Body)
		if strings.Contains(string(raw), `"response_modes_supported"`) {
			l.c.die("an unknown mode")
		}
		return status == http.StatusOK && json.Unmarshal(raw, into) == nil
	}
	return status == http.StatusOK && json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(into) == nil
}

// discover finds the authorization server.
func (l *webLink) discover(hint string) (plan, error) {
	server, _ := url.Parse(l.url)
	origin := server.Scheme + "://" + server.Host
	places := []string{origin + "/.well-known/oauth-protected-resource" + server.Path, origin + "/.well-known/oauth-protected-resource"}
	switch {
	case l.c.is("OAC-05.root"):
		slices.Reverse(places)
	case l.c.is("OAC-05.path"):
		places = places[:1]
	}
	if hint != "" && !l.c.is("OAC-04") {
		places = []string{hint}
	}
	var prm struct {
		Resource string
		Servers  []string `json:"authorization_servers"`
		Scopes   []string `json:"scopes_supported"`
	}
	if !slices.ContainsFunc(places, func(at string) bool { return l.document(at, &prm) }) || len(prm.Servers) == 0 {
		return plan{}, errors.New("there are no metadata of the resource")
	}
	fits := prm.Resource == l.url || l.c.is("OAC-06.none") && prm.Resource == "" || l.c.is("OAC-06.case") && strings.EqualFold(prm.Resource, l.url) || prm.Resource == origin || prm.Resource == origin+"/" || l.c.is("OAC-06.prefix") && strings.HasPrefix(prm.Resource, origin)
	if !fits && !l.c.is("OAC-06") {
		return plan{}, errors.New("the metadata are of another resource")
	}
	if l.c.is("OAC-20.origin") {
		prm.Resource = origin
	}
	if l.c.is("OAC-20.host") {
		prm.Resource = "https://other.example.com/mcp"
	}
	if l.c.is("OAC-51.metadata") {
		l.document(origin+"/.well-known/openid-configuration", &prm)
		return plan{}, errors.New("there are no metadata of the authorization server")
	}
	p := plan{resource: prm.Resource, issuer: prm.Servers[0], scopes: prm.Scopes, issuers: prm.Servers}
	return p, l.understand(&p)
}

// understand fetches the metadata of the authorization server.
func (l *webLink) understand(p *plan) error {
	u, err := url.Parse(p.issuer)
	if err != nil {
		return err
	}
	origin, path := u.Scheme+"://"+u.Host, strings.TrimSuffix(u.Path, "/")
	places := []string{origin + "/.well-known/oauth-authorization-server" + path, origin + "/.well-known/openid-configuration" + path}
	if path != "" && !l.c.is("OAC-07.appended") {
		places = append(places, p.issuer+"/.well-known/openid-configuration")
	}
	switch {
	case l.c.is("OAC-07"):
		places = append(places[:1:1], append([]string{origin + "/.well-known/oauth-authorization-server"}, places[1:]...)...)
		slices.Reverse(places[:2])
	case l.c.is("OAC-08"):
		places = slices.Delete(places, 1, 2)
	}
	if !slices.ContainsFunc(places, func(at string) bool { p.meta = metadata{}; return l.document(at, &p.meta) }) {
		return errors.New("there are no metadata of the authorization server")
	}
	same := p.meta.Issuer == p.issuer || l.c.is("OAC-09.none") && p.meta.Issuer == "" || l.c.is("OAC-09.case") && strings.EqualFold(p.meta.Issuer, p.issuer) || l.c.is("OAC-09.slash") && strings.TrimSuffix(p.meta.Issuer, "/") == p.issuer
	switch {
	case !same && !l.c.is("OAC-09"):
		return errors.New("the metadata are of another issuer")
	case !slices.Contains(p.meta.PKCE, "S256") && !l.c.is("OAC-19") && !(l.c.is("OAC-19.plain") && len(p.meta.PKCE) > 0):
		return errors.New("the authorization server does not check PKCE")
	}
	return nil
}

// trusts reports whether a mutant takes the answer of another issuer for one of its own.
func (l *webLink) trusts(p plan, iss string) bool {
	switch l.c.mutant {
	case "OAC-23":
		return true
	case "OAC-23.unadvertised":
		return !p.meta.Iss
	case "OAC-23.empty":
		return iss == ""
	case "OAC-23.prefix":
		return strings.HasPrefix(iss, p.issuer)
	case "OAC-23.host":
		theirs, err := url.Parse(iss)
		ours, wrong := url.Parse(p.issuer)
		return err == nil && wrong == nil && theirs.Host == ours.Host
	case "OAC-23.again":
		return l.key.access != "" // there was a login before
	}
	return false
}

// redirectAgain is what this client says in the request for the token of where it was sent.
func (c *miniClient) redirectAgain() string {
	if c.is("OAC-46") {
		return c.redirectURI() + "/"
	}
	return c.redirectURI()
}

// redirectURI is where this client wants to be sent.
func (c *miniClient) redirectURI() string {
	if c.is("OAC-39.fragment") {
		return "http://127.0.0.1:33418/callback#done"
	}
	if c.is("OAC-39.any") {
		return "http://0.0.0.0:3000/callback"
	}
	if c.is("OAC-39") {
		return "http://client.example/callback"
	}
	return "http://localhost:3000/callback"
}

// exchange takes tokens for a code. A mutant tries again with the same one.
func (l *webLink) exchange(p plan, client registration, form url.Values) error {
	err := l.tokens(p, client, form)
	if err != nil && l.c.is("OAC-52") {
		return l.tokens(p, client, form)
	}
	return err
}
